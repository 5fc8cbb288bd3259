"""The line that assigned a variable last in an arm, found in the bytecode of the user's function.

The operator that opens an `if` stands before the jump that decides it. The arms part where that jump goes; the second
one ends where the loop around them (`for then in ag.if_(…)`, `for arm, test in ag.arms(…)`) goes when it ends, or
where the operator stands that closes it.
"""

from __future__ import annotations

import dis
from collections.abc import Sequence
from dataclasses import dataclass
from types import CodeType

from .place import Place

_STORES = ("STORE_FAST", "STORE_DEREF", "STORE_NAME", "STORE_GLOBAL")


@dataclass(frozen=True)
class Blocks:
    """The blocks of an `if` in the code.

    Attributes:
        place: where its operator is called.
        end: the offset of the instruction that runs when its last arm ends.
        turned: the block that runs when the jump is not made is the second arm.
    """

    place: Place
    end: int
    turned: bool = False

    def last_assignment(self, kind: str, name: str) -> int | None:
        """The line of the last assignment to a variable in the arm "then" or "else"; None if there is none."""
        near, far = self._parts(list(dis.get_instructions(self.place.code)))
        line, found = None, None
        for instruction in near if (kind == "then") is not self.turned else far:
            line = _line_of(self.place.code, instruction) or line
            if instruction.opname.startswith(_STORES) and _stores(instruction, name):
                found = line
        return found

    def _parts(self, code: Sequence[dis.Instruction]) -> tuple[list[dis.Instruction], list[dis.Instruction]]:
        """The instructions that run where the condition is true, and where it is false."""
        last = next((ins for ins in code if ins.offset == self.end), None)
        end = last.argval if last is not None and last.opname == "FOR_ITER" else self.end
        inside = [ins for ins in code if self.place.offset < ins.offset < end]
        fork = next((i for i, ins in enumerate(inside) if "JUMP" in ins.opname and "IF" in ins.opname), None)
        if fork is None:
            return [], []
        parting = inside[fork].argval
        if parting <= inside[fork].offset:  # back to the head of the loop: there is no other block
            parting = end
        near = [ins for ins in inside[fork + 1 :] if ins.offset < parting]
        far = [ins for ins in inside[fork + 1 :] if ins.offset >= parting]
        return (near, far) if "FALSE" in inside[fork].opname else (far, near)


def assignment(code: CodeType, name: str) -> Place | None:
    """Where a function assigns a variable last; None if it does not."""
    stores = [
        instruction
        for instruction in dis.get_instructions(code)
        if instruction.opname.startswith(_STORES) and _stores(instruction, name)
    ]
    return Place(code, stores[-1].offset) if stores else None


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
