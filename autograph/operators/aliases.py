"""Other names of a tensor whose items are assigned: a numpy array would show the change under all of them.

    ys = xs + 1                             a tensor does not change: `ys` gets a new one,
    zs = ys                                 and so does all else that holds the old one
    ys[0] = 10
    zs[0]                                   10

That is every variable of the converted functions that are running, and what it leads to: items of lists, dicts and
tuples, attributes of objects of the user's. In a staged loop two variables that began as one tensor count as one. What
holds a tensor out of reach, as an iterator or a default argument does, is refused.
"""

from __future__ import annotations

import dis
import functools
import gc
from collections import deque
from collections.abc import Hashable, Iterable, Iterator
from types import CellType, CodeType, FrameType, FunctionType, GeneratorType
from typing import Any

from .conversion import is_users
from .iterables import Staged
from .journal import AttributeLocation, CellLocation, Location, commit, touch
from .mutators import about_to_change
from .ownership import is_converted
from .place import frames as callers
from .place import refusal
from .records import refuse_change
from .trace import Trace, root, traces
from .variables import FrameLocation

_MOST_LEVELS = 4  # of containers inside each other
_MOST_CONTAINERS = 1_000
_MOST_MERGES = 16  # of merges of merges


class AliasLocation(FrameLocation):
    """A variable that changes with another one: no construct knows of it, so that the journal has to."""

    __slots__ = ()
    is_variable = False

    def is_made_in(self, trace: Trace) -> bool:
        """Whether it got its tensor there."""
        return trace.graph is not None and getattr(self.read(), "graph", None) is trace.graph


def renew(old: Any, new: Any, frame: FrameType, name: str | None) -> bool:
    """Lets all that holds a tensor hold another one.

    Args:
        old: the tensor.
        new: what it became.
        frame: where its items are assigned.
        name: the variable there that gets the new one by itself.

    Returns:
        Whether something else held the tensor.
    """
    return _Renewal(old, new).run(frame, name)


class _Renewal:
    def __init__(self, old: Any, new: Any) -> None:
        self.old = old
        self.new = new
        self.origin = origin(old)
        self.seen: set[int] = set()
        self.found = False

    def run(self, frame: FrameType, name: str | None) -> bool:
        """Replaces the old value in the frame and in all converted ones that called it; whether it was found.

        The variable that is being assigned is left out, and so are those that nobody reads any more.
        """
        for around in _converted(frame):
            for variable, value in list(around.f_locals.items()):
                if around is frame and variable == name:
                    continue
                is_plain = type(value) is type(self.old) or isinstance(value, tuple)
                if is_plain and not is_read_later(around, variable):
                    continue
                renewed = self.new if self.is_it(value) else self.renewed(value, _MOST_LEVELS)
                if renewed is not value:
                    self.assign(around, variable, value, renewed, (frame, name))
        self.refuse_hidden(frame)
        return self.found

    def refuse_hidden(self, frame: FrameType) -> None:
        """Refuses what still holds the old value where nothing can be put in its place."""
        for around in _converted(frame):
            for variable, value in around.f_locals.items():
                if isinstance(value, _HIDING) and is_read_later(around, variable) and self.is_in(value, _MOST_LEVELS):
                    raise _hidden(variable, value)

    def is_in(self, value: Any, levels: int) -> bool:
        """Whether the old value is in there, where it cannot be replaced."""
        if self.is_it(value):
            return True
        return levels > 0 and any(self.is_in(part, levels - 1) for part in _parts(value))

    def assign(self, frame: FrameType, variable: str, value: Any, renewed: Any, own: tuple[FrameType, Any]) -> None:
        """Sets a variable of some frame, in a way that a merge of arms knows of."""
        self.found = True
        location = _location(frame, variable, value)
        if value is not self.old and own[1] is not None:
            _pair(FrameLocation(*own).key, location)
        commit(location, renewed)

    def is_it(self, value: Any) -> bool:
        """Whether it is the old value, or the same tensor under another stand-in."""
        if value is self.old:
            return True
        return type(value) is type(self.old) and self.origin is not self.old and origin(value) is self.origin

    def renewed(self, value: Any, levels: int) -> Any:
        """The value, changed in place or made anew where it leads to the tensor."""
        if self.is_it(value):
            if value is not self.old:
                raise _held_in_a_loop()
            return self.new
        if type(value) is type(self.old) and (_may_be(value, self.old) or _may_be(self.old, value)):
            raise _perhaps_one()
        if levels == 0 or len(self.seen) > _MOST_CONTAINERS or id(value) in self.seen:
            return value
        if isinstance(value, tuple):
            return self.tuple(value, levels)
        if isinstance(value, list | dict):
            self.seen.add(id(value))
            self.items(value, levels)
        elif is_users(type(value)) and isinstance(getattr(value, "__dict__", None), dict):
            self.seen.add(id(value))
            self.attributes(value, levels)
        return value

    def tuple(self, value: tuple[Any, ...], levels: int) -> Any:
        """The tuple with the old value replaced in it; itself if it is not there."""
        parts = [self.renewed(part, levels - 1) for part in value]
        if all(a is b for a, b in zip(parts, value, strict=True)):
            return value
        kind: Any = type(value)
        return kind._make(parts) if hasattr(kind, "_make") else tuple(parts)

    def items(self, container: Any, levels: int) -> None:
        """Replaces the old value in a list or dict, in place."""
        pairs = enumerate(list.__iter__(container)) if isinstance(container, list) else container.items()
        for key, value in list(pairs):
            renewed = self.renewed(value, levels - 1)
            if renewed is not value:
                self.found = True
                if traces():
                    root().born.setdefault(id(container), container)  # it was made here: it holds a tensor of the trace
                about_to_change(container, "assignment to the items of a tensor in it")
                container[key] = renewed

    def attributes(self, owner: Any, levels: int) -> None:
        """Replaces the old value in the attributes of an object, in place."""
        for name, value in list(vars(owner).items()):
            renewed = self.renewed(value, levels - 1)
            if renewed is not value:
                self.found = True
                refuse_change(owner, name)
                touch(AttributeLocation(owner, name))
                setattr(owner, name, renewed)


def _converted(frame: FrameType) -> Iterator[FrameType]:
    """The frame, and those of the converted functions that called it."""
    return (around for around in callers(frame) if around is frame or is_converted(around.f_code))


_HIDING = (FunctionType, Iterator, Staged, deque, functools.partial, set, frozenset)
"""What may hold a tensor without a way to put another one there."""


def _parts(value: Any) -> Iterable[Any]:
    """What is in something that hides it, or in a container in there."""
    if isinstance(value, FunctionType):
        return [*(value.__defaults__ or ()), *(value.__kwdefaults__ or {}).values()]
    if isinstance(value, GeneratorType):
        return list(value.gi_frame.f_locals.values()) if value.gi_frame is not None else ()
    if isinstance(value, dict):
        return list(value.values())
    if isinstance(value, list):
        return list(list.__iter__(value))
    if isinstance(value, tuple):
        return value
    return gc.get_referents(value) if isinstance(value, _HIDING) else ()


def _hidden(variable: str, value: Any) -> Exception:
    kind = type(value).__name__
    return refusal(
        f"assignment to the items of a tensor that '{variable}' (of type {kind}) holds as well",
        why="a numpy array would show the change in there too; a tensor does not change, and what holds it there can "
        "not be given another one.",
        fix="assign before it is made, or let it hold a tensor of its own, as `rt.identity(…)` makes it.",
    )


def origin(value: Any) -> Any:
    """What a tensor was before the staged loops around: in a loop it is a placeholder for that."""
    for trace in reversed(traces()):
        value = trace.entries.get(id(value), value)
    return value


def note_merged(value: Any, parts: tuple[Any, ...]) -> None:
    """Notes that the run decides which of several tensors a tensor is."""
    if traces():
        root().merged[id(value)] = (value, parts)


def _may_be(value: Any, other: Any) -> bool:
    """Whether merges of arms made a tensor of another one, among others."""
    merged = root().merged if traces() else {}
    level = [value]
    for _ in range(_MOST_MERGES):
        level = [part for tensor in level if id(tensor) in merged for part in merged[id(tensor)][1]]
        if any(part is other for part in level):
            return True
        level = list({id(part): part for part in level}.values())
    return False


def _perhaps_one() -> Exception:
    return refusal(
        "assignment to the items of a tensor that is another variable's as well in one branch only",
        why="a numpy array would show the change under the other name if that branch ran, and not if it did not.",
        fix="make it a tensor of its own where it gets its second name, as `rt.identity(…)` does.",
    )


def _held_in_a_loop() -> Exception:
    return refusal(
        "a loop assigns to items of a tensor that a container holds as well",
        why="a numpy array would show the change in the container too; in a staged loop a variable and a container "
        "each carry a tensor of their own.",
        fix="make the one in the container a tensor of its own, as `rt.identity(…)` does, or fill it after the loop.",
    )


def are_one(a: Location, b: Location, outs: Iterable[tuple[Any, Any]]) -> bool:
    """Whether two places are left with one tensor by each arm of a block.

    Args:
        a: a place.
        b: another one.
        outs: what each arm leaves in the two.
    """
    pairs = list(outs)
    if all(x is y for x, y in pairs):
        return True
    is_shared = any({own, other.key} == {a.key, b.key} for trace in traces() for own, other in trace.shared)
    return is_shared and all(origin(x) is origin(y) for x, y in pairs)


def refuse_parted(trace: Trace, outs: dict[Hashable, Any]) -> None:
    """Refuses a loop in which variables that were one tensor before it are not one at the end of a turn."""
    for own, other in trace.shared:
        if own in outs and other.key in outs and outs[other.key] is not outs[own]:
            raise refusal(
                f"a loop assigns to items of a tensor that '{other.name}' holds as well, and then holds another one",
                at=trace.place,
                why="in the first turn both names lead to one tensor, in later turns to two: a numpy array would show "
                "the change under both names at first, and under one later.",
                fix=f"make '{other.name}' a tensor of its own before the loop, as `rt.identity(…)` does.",
            )


def _pair(own: Hashable, other: Location) -> None:
    for trace in traces():
        if trace.kind == "body":
            trace.shared.append((own, other))


def _location(frame: FrameType, name: str, value: Any) -> Location:
    code = frame.f_code
    cells = gc.get_referents(frame) if name in code.co_cellvars or name in code.co_freevars else ()
    for cell in cells:
        if isinstance(cell, CellType) and (location := CellLocation(cell, name)).read() is value:
            if traces() and any(_makes(around, cell, name) for around in callers(frame)):
                root().born.setdefault(id(cell), cell)
            return location
    return AliasLocation(frame, name)


def _makes(frame: FrameType, cell: CellType, name: str) -> bool:
    """Whether a variable that nested functions share belongs to a frame."""
    return name in frame.f_code.co_cellvars and any(other is cell for other in gc.get_referents(frame))


def is_read_later(frame: FrameType, name: str) -> bool:
    """Whether the code may read a variable after what it runs now; approximately, and rather once too often."""
    return _reads(frame.f_code, frame.f_lasti, name)


@functools.lru_cache(maxsize=4096)
def _reads(code: CodeType, now: int, name: str) -> bool:
    if name in code.co_cellvars or name in code.co_freevars:
        return True
    start = min((target for at, target in _jumps_back(code) if target <= now <= at), default=now + 1)
    return any(start <= at for at in _loads(code).get(name, ()))


@functools.lru_cache(maxsize=1024)
def _jumps_back(code: CodeType) -> tuple[tuple[int, int], ...]:
    jumps = (
        found for found in dis.get_instructions(code) if found.opcode in dis.hasjrel or found.opcode in dis.hasjabs
    )
    return tuple((found.offset, found.argval) for found in jumps if found.argval <= found.offset)


@functools.lru_cache(maxsize=1024)
def _loads(code: CodeType) -> dict[str, tuple[int, ...]]:
    """Where a code reads its variables."""
    found: dict[str, tuple[int, ...]] = {}
    for instruction in dis.get_instructions(code):
        if instruction.opname.startswith(("LOAD_FAST", "LOAD_NAME")) or "_LOAD_FAST" in instruction.opname:
            names = instruction.argval if isinstance(instruction.argval, tuple) else (instruction.argval,)
            for name in names:
                found[name] = (*found.get(name, ()), instruction.offset)
    return found
