"""Whether an exception raised in a staged arm meets a handler of the user's inside that arm.

If it does, it is caught as the trace runs, as Python would catch it. If not, it belongs to the run of the arm. Which
handler covers an instruction stands in the exception table of the code (Python 3.11 on) or follows from its blocks.
"""

from __future__ import annotations

import dis
import sys
from collections.abc import Iterator
from types import CodeType, FrameType

from .place import frames
from .trace import Trace


def is_caught_inside(trace: Trace, frame: FrameType, offset: int | None = None) -> bool:
    """Whether something between a frame and the start of the innermost trace handles exceptions.

    Args:
        trace: the innermost trace.
        frame: where the exception is.
        offset: the instruction of the frame; by default what it runs now.
    """
    for inner in frames(frame):
        handler = _handler(inner.f_code, inner.f_lasti if offset is None else offset)
        if inner is trace.frame:
            same_code = trace.place.code is inner.f_code
            return handler is not None and (not same_code or handler != _handler(inner.f_code, trace.place.offset))
        if handler is not None:
            return True
        offset = None
    return False


def before_block(code: CodeType, offset: int) -> int:
    """The offset of an instruction just outside of the innermost block (`with`, `try`) around an instruction."""
    target = _handler(code, offset)
    return min((start for start, _, handler in _blocks(code) if handler == target), default=offset) - 2


def _handler(code: CodeType, offset: int) -> int | None:
    """Where control goes when the instruction raises; None if it leaves the function."""
    found = None
    for start, end, target in _blocks(code):  # an inner block comes after the one around it
        if start <= offset < end:
            found = target
    return found


if sys.version_info >= (3, 11):

    def _blocks(code: CodeType) -> Iterator[tuple[int, int, int]]:
        """Start, end and handler of the protected blocks, in bytes of code (see CPython's exception_handling_notes)."""
        numbers = _numbers(iter(code.co_exceptiontable))
        for start in numbers:
            length, target, _ = next(numbers), next(numbers), next(numbers)
            yield start * 2, (start + length) * 2, target * 2

    def _numbers(table: Iterator[int]) -> Iterator[int]:
        """Numbers of six bits a byte; bit 6 says that another byte follows."""
        for byte in table:
            value = byte & 63
            while byte & 64:
                byte = next(table)
                value = value << 6 | byte & 63
            yield value

else:

    def _blocks(code: CodeType) -> Iterator[tuple[int, int, int]]:
        """Start, end and handler of the protected blocks."""
        for instruction in dis.get_instructions(code):
            if instruction.opname in ("SETUP_FINALLY", "SETUP_WITH", "SETUP_ASYNC_WITH"):
                yield instruction.offset + 2, instruction.argval, instruction.argval
