"""What a frame does with a value, read from its bytecode: the variable that it passes, how many items it unpacks."""

from __future__ import annotations

import dis
import functools
from types import CodeType, FrameType

_QUIET = frozenset({"CACHE", "EXTENDED_ARG", "NOP", "PRECALL"})
_LOADS = ("LOAD_FAST", "LOAD_DEREF")


def argument_name(frame: FrameType) -> str | None:
    """The variable of its own that a frame gives, as the last argument, to the function that it calls now.

    None for any other expression, and for a variable of a function around that this one only reads.
    """
    return _argument(frame.f_code, frame.f_lasti)


def items_wanted(frame: FrameType) -> int:
    """How many items a frame takes from what it iterates over now: those of `a, b = …`, and else none."""
    code, now = frame.f_code.co_code, frame.f_lasti
    operation = dis.opname[code[now]]
    if operation == "UNPACK_SEQUENCE":
        return code[now + 1]
    if operation != "UNPACK_EX":
        return 0
    is_extended = now >= 2 and dis.opname[code[now - 2]] == "EXTENDED_ARG"
    return code[now + 1] + (code[now - 1] if is_extended else 0)


@functools.lru_cache(maxsize=1024)
def _argument(code: CodeType, offset: int) -> str | None:
    instructions = [found for found in dis.get_instructions(code) if found.opname not in _QUIET]
    done = [found for found in instructions if found.offset <= offset]  # the last one is the call
    if len(done) < 2 or not done[-2].opname.startswith(_LOADS):
        return None
    value = done[-2].argval
    name: str = value[-1] if isinstance(value, tuple) else value  # 3.13 loads two variables at once
    assigns = any(found.opname == "STORE_DEREF" and found.argval == name for found in instructions)
    return name if assigns or name not in code.co_freevars else None
