"""The journal of a trace: places that no name of a frame covers, recorded at the first write, restored and merged.

A staged block is traced whether it will run or not, and maybe more than once. So every place that it writes must be put
back when its trace ends, and must be merged with what the other arm, or no turn at all, leaves there.
"""

from __future__ import annotations

from collections.abc import Hashable
from types import CellType
from typing import Any, Protocol, TypeVar

from .frame import UNBOUND
from .missing import Missing
from .place import here
from .trace import Trace, root, top, traces

Value = TypeVar("Value")


class Location(Protocol):
    """A place that holds a value.

    Attributes:
        key: the same for all locations that are the same place.
        name: for messages.
        owner: the object that the place is in.
        is_variable: it is a plain variable of the user's frame.
    """

    key: Hashable
    name: str
    owner: Any
    is_variable: bool

    def read(self) -> Any:
        """The value there, or UNBOUND."""

    def write(self, value: Any) -> None:
        """Puts a value there, or removes what is there (UNBOUND)."""

    def snapshot(self) -> Any:
        """What `restore` needs."""

    def restore(self, before: Any) -> None:
        """Makes the place what it was at the snapshot."""

    def is_made_in(self, trace: Trace) -> bool:
        """Whether the place did not exist before the trace."""


class Place:
    """Base of the locations whose snapshot is their value."""

    __slots__ = ("key", "name", "owner")
    is_variable = False

    def __init__(self, key: Hashable, name: str, owner: Any) -> None:
        self.key = key
        self.name = name
        self.owner = owner

    def read(self) -> Any:
        """The value there, or UNBOUND."""
        raise NotImplementedError

    def write(self, value: Any) -> None:
        """Puts a value there, or removes what is there (UNBOUND)."""
        raise NotImplementedError

    def snapshot(self) -> Any:
        """The value there."""
        return self.read()

    def restore(self, before: Any) -> None:
        """Writes the value of the snapshot."""
        self.write(before)

    def is_made_in(self, trace: Trace) -> bool:
        """Whether its owner was made there."""
        return id(self.owner) in trace.born


class CellLocation(Place):
    """A variable that nested functions share."""

    __slots__ = ()

    def __init__(self, cell: CellType, name: str) -> None:
        super().__init__(("cell", id(cell)), name, cell)

    def read(self) -> Any:
        """The value of the variable; a stand-in for "unbound" counts as unbound."""
        try:
            value = self.owner.cell_contents
        except ValueError:
            return UNBOUND
        return UNBOUND if type(value) is Missing else value

    def write(self, value: Any) -> None:
        """Assigns the variable; an unbound one gets a stand-in that fails when it is used."""
        self.owner.cell_contents = Missing(self.name) if value is UNBOUND else value


class GlobalLocation(Place):
    """A global variable."""

    __slots__ = ()

    def __init__(self, scope: dict[str, Any], name: str) -> None:
        super().__init__(("global", id(scope), name), name, scope)

    def read(self) -> Any:
        """The value of the variable."""
        return self.owner.get(self.name, UNBOUND)

    def write(self, value: Any) -> None:
        """Assigns or deletes the variable."""
        if value is UNBOUND:
            self.owner.pop(self.name, None)
        else:
            self.owner[self.name] = value


class AttributeLocation(Place):
    """An attribute of an object."""

    __slots__ = ("attribute",)

    def __init__(self, owner: Any, attribute: str) -> None:
        super().__init__(("attribute", id(owner), attribute), f"{type(owner).__name__}.{attribute}", owner)
        self.attribute = attribute

    def read(self) -> Any:
        """The value of the attribute, from the object or its class."""
        return getattr(self.owner, self.attribute, UNBOUND)

    def write(self, value: Any) -> None:
        """Sets or deletes the object's own attribute."""
        if value is not UNBOUND:
            setattr(self.owner, self.attribute, value)
        elif self.snapshot() is not UNBOUND:
            delattr(self.owner, self.attribute)

    def snapshot(self) -> Any:
        """The value that the object itself has, its class aside."""
        own = getattr(self.owner, "__dict__", None)
        if own is not None and self.attribute not in own and not _is_data(type(self.owner), self.attribute):
            return UNBOUND
        return self.read()


class DictLocation(Place):
    """The content of a dict."""

    __slots__ = ()

    def __init__(self, owner: dict[Any, Any]) -> None:
        super().__init__(("dict", id(owner)), "a dict", owner)

    def read(self) -> Any:
        """A copy of the dict."""
        return dict(self.owner)

    def write(self, value: Any) -> None:
        """Replaces the content."""
        self.owner.clear()
        self.owner.update(value)


class SetLocation(Place):
    """The content of a set."""

    __slots__ = ()

    def __init__(self, owner: set[Any]) -> None:
        super().__init__(("set", id(owner)), "a set", owner)

    def read(self) -> Any:
        """A copy that only its own elements equal."""
        return frozenset(self.owner)

    def write(self, value: Any) -> None:
        """Replaces the content."""
        self.owner.clear()
        self.owner.update(value)


def touch(location: Location, *, always: bool = False) -> None:
    """Remembers what is at a place before the innermost trace first changes it.

    Args:
        location: the place.
        always: even if its owner was made in this trace.
    """
    trace = top()
    if trace is None or location.key in trace.touched:
        return
    if always or not location.is_made_in(trace):
        trace.touched[location.key] = (location, location.snapshot())
        if location.key not in (writers := root().writers):
            writers[location.key] = here()


def commit(location: Location, value: Any) -> None:
    """Writes a merged value: for the trace around, a write like any other.

    A variable of the frame is not journaled: the constructs around name it if they need to.
    """
    if not location.is_variable:
        touch(location)
    location.write(value)


def born(value: Value) -> Value:
    """Says that an object was made in the innermost trace."""
    trace = top()
    if trace is not None:
        trace.born[id(value)] = value
    return value


def is_ours(value: object) -> bool:
    """Whether the object was made while tracing, so that staged blocks may change it."""
    return any(id(value) in trace.born for trace in traces())


def _is_data(owner: type, attribute: str) -> bool:
    return hasattr(getattr(owner, attribute, None), "__set__")
