"""An arm: one trace of a block, from its opening to what it leaves when it is closed."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from autograph.errors import StagingError

from . import backend
from .conflict import Conflict
from .journal import Location
from .lists import List
from .optional import Maybe
from .place import Place, refusal
from .records import is_record, values_of
from .standin import StandIn
from .trace import Hints, Trace, enter, leave
from .values import freeze
from .variables import Variables


class Arm:
    """One trace of a block.

    Attributes:
        trace: the trace; its graph goes on to exist when it is closed.
        outs: what the locations held at the end, frozen, by key.
        touched: the locations that the block wrote and no name covers, by key.
        value: what the block gives, for expressions.
        dead: the block never runs to its end.
    """

    def __init__(self, kind: str, place: Place, hints: Hints, variables: Variables | None, near: Any = None) -> None:
        frame = variables.frame if variables else None
        self.trace: Trace = enter(kind, place, hints, frame=frame, near=near)
        self.outs: dict[Hashable, Any] = {}
        self.touched: dict[Hashable, Location] = {}
        self.value: Any = None
        if variables is not None:
            variables.open()

    @property
    def graph(self) -> Any:
        """The function graph of the block."""
        return self.trace.graph

    @property
    def dead(self) -> bool:
        """Whether the block never runs to its end."""
        return self.trace.dead

    def close(self, locations: Iterable[Location], value: Any = None) -> None:
        """Notes what the block leaves, and puts back everything outside of the user's variables."""
        self.touched = {key: location for key, (location, _) in self.trace.touched.items()}
        for location in (*locations, *self.touched.values()):
            self.outs[location.key] = self._out(location)
        self.value = freeze(value)
        leave(self.trace)

    def _out(self, location: Location) -> Any:
        value = location.read()
        if holds_foreign(value, self.graph):
            return Conflict(lost(location.name, self.trace.place))
        return freeze(value)


def holds_foreign(value: Any, graph: Any) -> bool:
    """Whether a value holds a tensor of a block that is closed: it was not among the variables that block leaves.

    Args:
        value: what a variable holds.
        graph: the graph being built.
    """
    if isinstance(value, Maybe):
        return holds_foreign(value.tag, graph)
    if isinstance(value, StandIn):
        return False
    if isinstance(value, List):
        return any(holds_foreign(item, graph) for item in (value.items() if value.handle is None else (value.handle,)))
    if isinstance(value, list | tuple):
        return any(holds_foreign(item, graph) for item in value)
    if type(value) is dict:
        return any(holds_foreign(item, graph) for item in value.values())
    if is_record(value):
        return any(holds_foreign(item, graph) for item in values_of(value))
    api = backend.active()
    return api.is_symbolic(value) and not api.is_visible(value, graph)


def lost(name: str, place: Place) -> StagingError:
    """The error for whoever reads such a value.

    Args:
        name: of the variable.
        place: of the construct that came across it.
    """
    return refusal(
        f"'{name}' is not kept after the block that assigned it",
        at=place,
        why="it holds a tensor of a branch or loop that has ended, and is out of scope here.",
        fix=f"assign '{name}' in the code that reads it.",
    )
