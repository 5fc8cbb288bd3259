"""Merging two arms: their state becomes the outputs of one conditional op, and one state again."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from . import backend
from .aliases import are_one, note_merged
from .arm import Arm
from .assignments import Blocks
from .conflict import Conflict
from .disagreement import ARMS, Disagreement, disagreement_error
from .frame import UNBOUND
from .journal import CellLocation, DictLocation, GlobalLocation, Location, commit, touch
from .lattice import Joining, Spec, Static
from .lists import List, ListLocation
from .missing import DEAD
from .optional import Maybe
from .ownership import is_the_compilers
from .place import Place, refusal
from .records import is_record, refuse_changed, settle
from .tensor_type import TensorType
from .trace import die
from .values import lift, lower, original, same_content, spec_of, tensor_types
from .variables import NameLocation, Variables

_VALUE = "the value"


@dataclass
class Change:
    """A place that the arms leave different, and what it becomes."""

    location: Location
    outs: tuple[Any, ...]
    spec: Spec


class Merge:
    """The merge of two closed arms.

    Args:
        test: the condition, a bool tensor.
        arms: the two arms, closed.
        variables: the variables that outlive them, or None for expressions.
        place: where the construct stands.
        blocks: where the blocks of the arms are in the code, if they are blocks.
    """

    def __init__(
        self,
        test: Any,
        arms: tuple[Arm, Arm],
        variables: Variables | None,
        place: Place,
        blocks: Blocks | None = None,
    ) -> None:
        self.test = test
        self.arms = arms
        self.variables = variables
        self.place = place
        self.blocks = blocks
        self.changes: list[Change] = []
        self.conflicts: list[Location] = []
        self.disagreements: list[Disagreement] = []

    def run(self) -> Any:
        """Records the op and writes the merged state; gives the merged value of the arms."""
        live = [arm for arm in self.arms if not arm.dead]
        if not live:
            return self._both_dead()
        for location in self._locations().values():
            self._plan(location)
        joining = self._joining(_VALUE)
        value = joining.all([spec_of(arm.value) for arm in live])
        self.disagreements += [Disagreement(m) for m in joining.mismatches]
        self._refuse(values_disagree=bool(joining.mismatches))
        self._retire_lists()
        outputs = self._record(value)
        self._write_conflicts()
        for change in self._distinct():
            self._write(change, outputs)
        self._write_aliases()
        merged = lift(value, outputs, _VALUE)
        if isinstance(value, TensorType):
            note_merged(merged, tuple(arm.value for arm in self.arms))
        return merged

    # ---- what changes

    def _locations(self) -> dict[Hashable, Location]:
        locations = dict(self.variables.locations) if self.variables else {}
        for arm in self.arms:
            for key, location in arm.touched.items():
                locations.setdefault(key, location)
        return locations

    def _plan(self, location: Location) -> None:
        entry = location.read()
        outs = tuple(arm.outs.get(location.key, entry) for arm in self.arms)
        live = [out for arm, out in zip(self.arms, outs, strict=True) if not arm.dead]
        if all(original(out) is original(entry) or same_content(out, entry) for out in live):
            return
        if is_record(live[0]) and all(out is live[0] for out in live):
            commit(location, live[0])
            return
        for arm, out in zip(self.arms, outs, strict=True):
            if out is not entry:
                refuse_changed(out, arm.touched.values())
        joining = self._joining(location.name)
        spec = joining.all([spec_of(out) for out in live])
        if type(entry) is dict and not isinstance(location, DictLocation) and any(out is entry for out in live):
            joining.mismatch(Static(live[0]), Static(live[-1]), "")
        if joining.mismatches:
            self.disagreements += [self._located(location, m) for m in joining.mismatches]
            self.conflicts.append(location)
        else:
            self.changes.append(Change(location, outs, spec))

    def _joining(self, name: str) -> Joining:
        return Joining(name, backend.active().join_types, trusted=self._is_the_compilers(name))

    def _located(self, location: Location, mismatch: Any) -> Disagreement:
        if not isinstance(location, NameLocation | CellLocation) or self.blocks is None:
            return Disagreement(mismatch)
        then, otherwise = (self.blocks.last_assignment(kind, location.name) for kind in ("then", "else"))
        return Disagreement(mismatch, then, otherwise)

    # ---- what is refused

    def _refuse(self, *, values_disagree: bool) -> None:
        """Only variables may disagree silently: their stand-in raises when they are read."""
        named = (NameLocation, CellLocation, GlobalLocation)
        if values_disagree or not all(isinstance(location, named) for location in self.conflicts):
            raise self._error()
        for index in range(len(self.arms)):
            refuse_shared_lists([c.outs[index] for c in self.changes if not isinstance(c.location, CellLocation)])

    def _error(self) -> Exception:
        return disagreement_error(self.disagreements, ARMS, self.place)

    def _write_conflicts(self) -> None:
        if self.conflicts:
            conflict = Conflict(disagreement_error(self.disagreements, ARMS, self.place))
            for location in self.conflicts:
                commit(location, conflict)

    # ---- recording and writing

    def _retire_lists(self) -> None:
        """Lists that live on as merged copies; those that an arm made are out of reach anyway."""
        for change in self.changes:
            retire(change.location.read(), change.location)
            for arm, out in zip(self.arms, change.outs, strict=True):
                if id(original(out)) not in arm.trace.born:
                    retire(original(out), change.location)
                    settle(out)

    def _record(self, value: Spec) -> Iterator[Any]:
        api = backend.active()
        for index, arm in enumerate(self.arms):
            with api.building(arm.graph):
                outputs = []
                for change in self._distinct():
                    outputs += lower(UNBOUND if arm.dead else change.outs[index], change.spec)
                outputs += lower(UNBOUND if arm.dead else arm.value, value)
                api.set_outputs(arm.graph, outputs)
        needed = any(tensor_types(spec) for spec in [value, *(c.spec for c in self.changes)])
        if not needed and all(api.is_idle(arm.graph) for arm in self.arms):
            return iter(())
        return iter(api.cond(self.test, (self.arms[0].graph, self.arms[1].graph)))

    def _distinct(self) -> list[Change]:
        """The changes, one for all places that are left with one tensor."""
        return [change for change in self.changes if self._first(change) is change]

    def _first(self, change: Change) -> Change:
        if not isinstance(change.spec, TensorType):
            return change
        return next(
            other
            for other in self.changes
            if other.spec == change.spec
            and are_one(other.location, change.location, zip(other.outs, change.outs, strict=True))
        )

    def _write_aliases(self) -> None:
        for change in self.changes:
            first = self._first(change)
            if first is not change:
                commit(change.location, first.location.read())

    def _write(self, change: Change, outputs: Iterator[Any]) -> None:
        value = lift(change.spec, outputs, change.location.name)
        if isinstance(value, Maybe) and any(out is UNBOUND for out in change.outs):
            value.unassigned = "main" if change.outs[0] is UNBOUND else "else"
            value.place = self.place
        commit(change.location, value)
        if isinstance(change.spec, TensorType) and not self._is_the_compilers(change.location.name):
            note_merged(value, change.outs)

    def _is_the_compilers(self, name: str) -> bool:
        return is_the_compilers(name, self.variables.frame.f_code if self.variables else None)

    def _both_dead(self) -> Any:
        """The op still runs for what its arms do; then the trace around is dead as well."""
        api = backend.active()
        for arm in self.arms:
            api.set_outputs(arm.graph, [])
        api.cond(self.test, (self.arms[0].graph, self.arms[1].graph))
        die()
        return DEAD


def retire(value: Any, location: Location) -> None:
    """Marks a list that lives on only as a merged copy."""
    if isinstance(value, List) and value.retired is None and not isinstance(location, ListLocation):
        touch(ListLocation(value))
        value.retired = location.name


def refuse_shared_lists(values: Sequence[Any]) -> None:
    """Two variables that hold one list would become two lists."""
    lists = [id(original(value)) for value in values if isinstance(value, List)]
    if len(set(lists)) < len(lists):
        raise refusal(
            "two variables hold the same list after a staged block",
            why="each of them is merged by itself, so that they would become two lists.",
            fix="copy the list.",
        )
