"""The error for paths that leave a variable with values that do not join, everything that disagrees at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from autograph.errors import StagingError

from .lattice import NONE, UNASSIGNED, Group, Mismatch, Spec, as_tensor
from .place import Place, refusal
from .tensor_type import shape_text


@dataclass(frozen=True)
class Sides:
    """How the two sides of a disagreement are called in a sentence."""

    left: str
    right: str
    construct: str


ARMS = Sides("in the main branch", "in the else branch", "if")
TURNS = Sides("before the loop", "after one iteration", "loop")
OPERANDS = Sides("in the first operand", "in the second", "operator")
RESULTS = Sides("on one path", "on another", "function")


@dataclass(frozen=True)
class Disagreement:
    """A mismatch, with the lines that assigned the two values where they are known."""

    mismatch: Mismatch
    left_line: int | None = None
    right_line: int | None = None


def disagreement_error(found: Sequence[Disagreement], sides: Sides, place: Place) -> StagingError:
    """One error that lists all disagreements."""
    names = list(dict.fromkeys(_quoted(d.mismatch.name.split("[")[0].split(".")[0]) for d in found))
    quoted = " and ".join(names)
    lines = [f"\n    {_sentence(d, sides)}" for d in found]
    return refusal(f"{_head(sides)} {quoted}:{''.join(lines)}", at=place, why=_why(sides), fix=_fix(found, sides))


def _head(sides: Sides) -> str:
    if sides is OPERANDS:
        return "the operands of this `and` or `or` have no common type, for"
    if sides is ARMS:
        return "the branches of this `if` disagree about"
    return "this loop changes the type of" if sides is TURNS else "the paths of this function disagree about"


def _why(sides: Sides) -> str:
    if sides is OPERANDS:
        return "which operand is the value depends on a tensor, so that both need one type; only its truth can be used."
    if sides is ARMS:
        return "the `if` is on a tensor, so that both branches become part of one graph, whichever will run."
    if sides is TURNS:
        return "the loop depends on a tensor, so that one graph must serve every iteration."
    return "it calls itself on tensors, so that one graph must serve every call."


def _sentence(d: Disagreement, sides: Sides) -> str:
    name, left, right = _quoted(d.mismatch.name), d.mismatch.left, d.mismatch.right
    at_left = sides.left + (f" (line {d.left_line})" if d.left_line else "")
    at_right = sides.right + (f" (line {d.right_line})" if d.right_line else "")
    for spec, other, where, elsewhere in ((left, right, at_left, at_right), (right, left, at_right, at_left)):
        if spec == UNASSIGNED:
            return f"{name} is {other} {elsewhere}, and {_must_be_initialized(name, where, sides)}"
        if spec == NONE:
            return f"{name} is None {_at_the_end(where, sides)}, but {other} {elsewhere}"
    if left == right:
        return f"{name} is {left}, which a list of run-time length cannot hold: not all in it is a tensor or number"
    a, b = as_tensor(left), as_tensor(right)
    if a and b:
        what = (f"dtype {a.dtype.name}", f"dtype {b.dtype.name}") if a.dtype != b.dtype else _shapes(left, right)
        return f"{name} has {what[0]} {at_left}, but {what[1]} {at_right} ({left} against {right})"
    both = isinstance(left, Group) and isinstance(right, Group)
    structure = "; it does not have the same nested structure" if both else ""
    return f"{name} is {left} {at_left}, but {right} {at_right}{structure}"


def _shapes(left: Spec, right: Spec) -> tuple[str, str]:
    a, b = as_tensor(left), as_tensor(right)
    return f"shape {shape_text(a.shape if a else None)}", f"shape {shape_text(b.shape if b else None)}"


def _must_be_initialized(name: str, where: str, sides: Sides) -> str:
    if name.startswith(_RESULT):
        return f"the path must also have a return {where}"
    if sides is TURNS:
        return f"must be defined before the loop: {name} is not assigned {where}"
    return f"must also be initialized {where}"


def _at_the_end(where: str, sides: Sides) -> str:
    return f"at the end of {where.removeprefix('in ')}" if sides is ARMS else where


def _fix(found: Sequence[Disagreement], sides: Sides) -> str:
    """What would make it work, for each of the disagreements; said once where it is the same."""
    ways: dict[str, list[str]] = {}
    for d in found:
        ways.setdefault(_way(d.mismatch, sides), []).append(_quoted(d.mismatch.name))
    return "; ".join(way.format(" and ".join(names)) for way, names in ways.items()) + "."


def _way(mismatch: Mismatch, sides: Sides) -> str:
    a, b = as_tensor(mismatch.left), as_tensor(mismatch.right)
    if mismatch.left == mismatch.right:
        return "let {} be a tensor or number, or a tuple, dict or record of nothing else"
    if UNASSIGNED in (mismatch.left, mismatch.right):
        return f"assign {{}} on every path, or before the {sides.construct}"
    if NONE in (mismatch.left, mismatch.right):
        return "give {} a value of the same kind where it is None"
    dtypes = (a.dtype.name, b.dtype.name) if a is not None and b is not None else ()
    if dtypes and not {"bool", "string"} & {*dtypes}:
        return f"cast one of the two, so that {{}} has one dtype, {' or '.join(dict.fromkeys(dtypes))}"
    if isinstance(mismatch.left, Group) and isinstance(mismatch.right, Group):
        return "give {} the same number and kinds of parts on every path"
    if mismatch.name.startswith("return_value"):
        return "let {} have the same structure on every path"
    return "give {} the same kind of value on every path, or use two variables"


def _quoted(name: str) -> str:
    """A variable in a sentence; what a `return` leaves has no name."""
    if not name.startswith("return_value"):
        return f"'{name}'"
    part = name.removeprefix("return_value").lstrip("_0123456789")
    return f"{_RESULT}'s part {part}" if part else _RESULT


_RESULT = "the returned value"
