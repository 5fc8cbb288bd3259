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


def is_caught_inside(trace: Trace, frame: FrameType) -> bool:
    """Whether something between the frame and the start of the innermost trace handles exceptions."""
    for inner in frames(frame):
        handler = _handler(inner.f_code, inner.f_lasti)
        if inner is trace.frame:
            same_code = trace.place.code is inner.f_code
            return handler is not None and (not same_code or handler != _handler(inner.f_code, trace.place.offset))
        if handler is not None:
            return True
    return False


if sys.version_info >= (3, 11):

    def _handler(code: CodeType, offset: int) -> int | None:
        """Where control goes when the instruction raises; None if it leaves the function."""
        return next((target for start, end, target in _table(code) if start <= offset < end), None)

    def _table(code: CodeType) -> Iterator[tuple[int, int, int]]:
        """Start, end and target of the entries, in bytes of code (see `exception_handling_notes` of CPython)."""
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

    def _handler(code: CodeType, offset: int) -> int | None:
        """Where control goes when the instruction raises; None if it leaves the function."""
        found = None
        for instruction in dis.get_instructions(code):
            if instruction.opname in ("SETUP_FINALLY", "SETUP_WITH", "SETUP_ASYNC_WITH"):
                start, target = instruction.offset, instruction.argval
                if start < offset < target:
                    found = target
        return found
