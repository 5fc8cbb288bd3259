"""Some variables of the user's frame, as a construct last saw or gave them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from types import FrameType
from typing import Any

from . import frame as frames
from .frame import UNBOUND
from .journal import CellLocation, GlobalLocation, Location, Place, touch
from .missing import Missing
from .trace import root


class NameLocation(Place):
    """One variable of `Variables`."""

    __slots__ = ()
    is_variable = True

    def __init__(self, variables: Variables, name: str) -> None:
        super().__init__(_key(variables.frame, name), name, variables)

    def read(self) -> Any:
        """Its value, as last seen or given."""
        return self.owner.values[self.name]

    def write(self, value: Any) -> None:
        """Gives it a value; `put` hands it to the frame."""
        self.owner.values[self.name] = value


class FrameLocation(Place):
    """A variable that changes without being assigned in the text: `x[i] = v` of a tensor gives `x` a new one.

    Constructs name it like a variable that is assigned, wherever somebody reads it later.
    """

    __slots__ = ()
    is_variable = True

    def __init__(self, frame: FrameType, name: str) -> None:
        super().__init__(_key(frame, name), name, frame)

    def read(self) -> Any:
        """Its value in the frame."""
        value = frames.read(self.owner, [self.name])[self.name]
        return UNBOUND if type(value) is Missing else value

    def write(self, value: Any) -> None:
        """Assigns it in the frame."""
        frames.assign(self.owner, {self.name: Missing(self.name) if value is UNBOUND else value})


class Variables:
    """The variables that a construct merges or carries.

    Those that nested functions rebind live in cells and have a location in the journal; they are read and written there
    and only there, so that no variable has two homes.

    Attributes:
        frame: the user's frame.
        values: what each plain variable holds, as last read or written; UNBOUND where nothing.
        locations: one for each variable, by key.
    """

    def __init__(self, frame: FrameType, names: Iterable[str]) -> None:
        self.frame = frame
        self.locations: dict[Hashable, Location] = {}
        self._plain: list[str] = []
        cells = root().cells.get(frame, {})
        for name in dict.fromkeys(names):
            location = cells.get(name)
            if location is None:
                self._plain.append(name)
                location = NameLocation(self, name)
            self.locations[location.key] = location
        self.values: dict[str, Any] = {}
        fill(frame)
        self.read()

    def read(self) -> None:
        """Looks at the frame."""
        self._see(frames.read(self.frame, self._plain))

    def go_back(self, before: Mapping[str, Any]) -> None:
        """Takes the values that the frame had before; `put` hands them to it."""
        self._see({name: before.get(name, UNBOUND) for name in self._plain})

    def _see(self, values: Mapping[str, Any]) -> None:
        for name, value in values.items():
            if type(value) is Missing:
                if value.name != name:  # `name = other` has read the unbound `other`
                    value.checked()
                value = UNBOUND
            self.values[name] = value

    def put(self) -> None:
        """Hands the values to the frame; an unbound variable gets a stand-in that fails when it is used."""
        plain = ((name, self.values[name]) for name in self._plain)
        frames.assign(self.frame, {name: Missing(name) if value is UNBOUND else value for name, value in plain})

    def add(self, name: str, value: Any) -> NameLocation:
        """A variable that is carried along but is not the frame's."""
        location = NameLocation(self, name)
        self.locations[location.key] = location
        self.values[name] = value
        return location

    def open(self) -> None:
        """At the start of a trace: the cells are journaled even if they were made in the trace around."""
        for location in self.locations.values():
            if isinstance(location, CellLocation):
                touch(location, always=True)
        for location in root().cells.get(self.frame, {}).values():
            if isinstance(location, GlobalLocation):
                touch(location, always=True)


def _key(frame: FrameType, name: str) -> Hashable:
    return ("variable", id(frame), name)


def fill(frame: FrameType) -> None:
    """Gives unbound variables stand-ins: reading one in an arm belongs to the run of that arm, not to its trace."""
    unbound = frames.unbound_names(frame)
    if unbound:
        frames.assign(frame, {name: Missing(name) for name in unbound})
