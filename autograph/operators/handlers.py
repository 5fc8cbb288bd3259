"""Whether an exception raised in a staged arm meets a handler of the user's, inside that arm or around it.

Inside, it is caught as the trace runs, as Python would catch it. If nothing there catches it, it belongs to the run of
the arm, where no handler around can catch it any more. Which code handles an instruction stands in the exception table
of the code (Python 3.11 on) or follows from its blocks; what a handler catches is read from its first instructions.
"""

from __future__ import annotations

import builtins
import dis
import sys
from collections.abc import Iterator
from types import CodeType, FrameType
from typing import Any

from .ownership import is_converted
from .place import Place, frames, is_framework
from .trace import Trace

_UNKNOWN: Any = object()
_QUIET = frozenset({"CACHE", "DUP_TOP", "EXTENDED_ARG", "NOP", "PUSH_NULL", "RESUME"})
_MATCHES = frozenset({"CHECK_EG_MATCH", "CHECK_EXC_MATCH", "JUMP_IF_NOT_EXC_MATCH"})


def is_caught_inside(trace: Trace, frame: FrameType, error: BaseException, offset: int | None = None) -> bool:
    """Whether something between a frame and the start of the innermost trace may catch an exception.

    Args:
        trace: the innermost trace.
        frame: where the exception is.
        error: the exception.
        offset: the instruction of the frame; by default what it runs now.
    """
    for inner in frames(frame):
        around = handlers(inner.f_code, inner.f_lasti if offset is None else offset)
        if inner is trace.frame and trace.place.code is inner.f_code:
            around = around[: len(around) - len(handlers(inner.f_code, trace.place.offset))]
        if any(_catches(inner, target, error, by_with=True) for target in around):
            return True
        if inner is trace.frame:
            return False
        offset = None
    return False


def caught_outside(frame: FrameType | None, trace: Trace, error: BaseException) -> Place | None:
    """The place of a call or construct whose exception in the run an `except` around it would catch in Python.

    Args:
        frame: the frame that runs the construct, outside of which handlers are looked for.
        trace: the innermost trace.
        error: the exception.
    """
    for inner in frames(frame):
        if is_framework(inner.f_code.co_filename):
            continue
        if inner is not frame and not is_converted(inner.f_code):
            return None
        is_own = inner is trace.frame and trace.place.code is inner.f_code
        offset = trace.place.offset if is_own else inner.f_lasti
        if any(_catches(inner, target, error, by_with=False) for target in handlers(inner.f_code, offset)):
            return Place(inner.f_code, offset)
    return None


def before_with(code: CodeType, offset: int) -> int:
    """The offset of an instruction just outside of a `with` whose `__exit__` is called at an instruction."""
    target = max((handler for _, _, handler in _blocks(code) if handler <= offset), default=offset)
    return min((start for start, _, handler in _blocks(code) if handler == target), default=offset) - 2


def handlers(code: CodeType, offset: int) -> list[int]:
    """Where control goes when the instruction raises, and from there if that does not catch; the innermost first."""
    found: list[int] = []
    blocks = list(_blocks(code))
    target: int | None = offset
    while target is not None:
        target = next((handler for start, end, handler in reversed(blocks) if start <= target < end), None)
        if target in found:
            break
        if target is not None:
            found.append(target)
    return [target for target in found if _is_handler(code, target)]


def _catches(frame: FrameType, target: int, error: BaseException, *, by_with: bool) -> bool:
    """Whether the handler at an instruction catches the exception; what cannot be told counts as yes.

    Args:
        frame: that runs the code.
        target: where the handler starts.
        error: the exception.
        by_with: the answer for a `with`, whose context manager decides.
    """
    instructions = [each for each in dis.get_instructions(frame.f_code) if each.offset >= target]
    if instructions[0].opname == "PUSH_EXC_INFO":
        del instructions[0]
    if instructions[0].opname == "WITH_EXCEPT_START":
        return by_with
    stack: list[Any] = []
    while instructions:
        instruction = instructions.pop(0)
        if instruction.opname == "POP_TOP" and not stack:
            return True  # a bare `except`
        if instruction.opname in _MATCHES:
            kinds = stack.pop() if stack else _UNKNOWN
            if kinds is _UNKNOWN or _matches(error, kinds):
                return True
            jump = instruction if "JUMP" in instruction.opname else instructions[0]
            instructions = [each for each in instructions if each.offset >= jump.argval]
            stack.clear()
        elif not _evaluate(instruction, stack, frame):
            return False  # a `finally`, or the end of the clauses
    return False


def _matches(error: BaseException, kinds: Any) -> bool:
    try:
        return isinstance(error, kinds)
    except TypeError:
        return True


def _evaluate(instruction: dis.Instruction, stack: list[Any], frame: FrameType) -> bool:
    """Does what an instruction does that loads classes of exceptions; False for all other instructions."""
    name = instruction.opname
    if name in _QUIET:
        return True
    if name in ("LOAD_ATTR", "LOAD_METHOD") and stack:
        stack.append(getattr(stack.pop(), instruction.argval, _UNKNOWN))
    elif name == "BUILD_TUPLE":
        count = instruction.arg or 0
        parts = stack[len(stack) - count :]
        del stack[len(stack) - count :]
        stack.append(_UNKNOWN if any(part is _UNKNOWN for part in parts) else tuple(parts))
    elif name.startswith("LOAD_") and isinstance(instruction.argval, str):
        spaces = (frame.f_locals, frame.f_globals, vars(builtins))
        stack.append(next((space[instruction.argval] for space in spaces if instruction.argval in space), _UNKNOWN))
    else:
        return False
    return True


if sys.version_info >= (3, 11):

    def _is_handler(code: CodeType, target: int) -> bool:
        """Whether the user wrote it: what only cleans up, as behind `except E as e`, does not begin like that."""
        return code.co_code[target] == dis.opmap["PUSH_EXC_INFO"]

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

    def _is_handler(code: CodeType, target: int) -> bool:
        """Whether the user wrote it: `except E as e` unbinds `e` in a block of its own."""
        names = [each.opname for each in dis.get_instructions(code) if each.offset >= target][:4]
        return not (names[:1] == ["LOAD_CONST"] and names[3:] == ["RERAISE"] and names[2].startswith("DELETE_"))

    def _blocks(code: CodeType) -> Iterator[tuple[int, int, int]]:
        """Start, end and handler of the protected blocks."""
        for instruction in dis.get_instructions(code):
            if instruction.opname in ("SETUP_FINALLY", "SETUP_WITH", "SETUP_ASYNC_WITH"):
                yield instruction.offset + 2, instruction.argval, instruction.argval
