"""The line that assigned a variable last in an arm, found in the bytecode of the user's function.

An `if` that is lowered stands in the code as `for then in ag.if_(…): if then: A else: B`. The loop ends where its
`FOR_ITER` jumps to, and the arms part where the test of `then` jumps to.
"""

from __future__ import annotations

import dis
from collections.abc import Sequence
from types import CodeType

from .place import Place
from .trace import Trace

_STORES = ("STORE_FAST", "STORE_DEREF", "STORE_NAME", "STORE_GLOBAL")


def last_assignment(trace: Trace, name: str) -> int | None:
    """The line of the last assignment to a variable in the arm of an `if`; None if there is none."""
    instructions = list(dis.get_instructions(trace.place.code))
    arms = _arms(instructions, trace.place.offset)
    if arms is None:
        return None
    body, otherwise = arms
    line, found = None, None
    for instruction in body if trace.kind == "then" else otherwise:
        line = _line_of(trace.place.code, instruction) or line
        if instruction.opname.startswith(_STORES) and _stores(instruction, name):
            found = line
    return found


def assignment(code: CodeType, name: str) -> Place | None:
    """Where a function assigns a variable last; None if it does not."""
    stores = [
        instruction
        for instruction in dis.get_instructions(code)
        if instruction.opname.startswith(_STORES) and _stores(instruction, name)
    ]
    return Place(code, stores[-1].offset) if stores else None


def _arms(code: Sequence[dis.Instruction], offset: int) -> tuple[list[dis.Instruction], list[dis.Instruction]] | None:
    """The instructions of the two arms of the `if` whose operator is called at that offset."""
    after = next((i for i, ins in enumerate(code) if ins.offset > offset), len(code))
    if [ins.opname for ins in code[after : after + 2]] != ["GET_ITER", "FOR_ITER"]:
        return None
    start = after + 1
    end = code[start].argval
    inside = [ins for ins in code[start + 1 :] if ins.offset < end]
    fork = next((i for i, ins in enumerate(inside) if "JUMP" in ins.opname and "IF" in ins.opname), None)
    if fork is None:
        return None
    parting = inside[fork].argval
    near = [ins for ins in inside[fork + 1 :] if ins.offset < parting]
    far = [ins for ins in inside[fork + 1 :] if ins.offset >= parting]
    return (near, far) if "FALSE" in inside[fork].opname else (far, near)


def _stores(instruction: dis.Instruction, name: str) -> bool:
    value = instruction.argval
    if not isinstance(value, tuple):
        return bool(value == name)
    return name in (value[:1] if "LOAD" in instruction.opname else value)


def _line_of(code: CodeType, instruction: dis.Instruction) -> int | None:
    positions = getattr(instruction, "positions", None)
    if positions is not None:
        line: int | None = positions.lineno
        return line
    start = instruction.starts_line
    return start if isinstance(start, int) and not isinstance(start, bool) else None
