"""Staged loops: the body is traced until the types of what it changes settle, and becomes one op.

Each turn of the user's own loop statement is one trace of the body. The loop carries its condition: the first of its
values says whether it goes on, and the body computes the next.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from . import backend
from .aliases import refuse_parted
from .arm import Arm, holds_foreign, lost
from .backend import LoopOptions
from .conflict import Conflict
from .disagreement import TURNS, Disagreement, disagreement_error
from .frame import UNBOUND
from .journal import CellLocation, DictLocation, Location, commit, touch
from .lattice import Disputed, Joining, Number, Spec, Static
from .lists import List, ListLocation
from .merge import refuse_shared_lists, retire
from .ownership import is_flag, is_the_compilers
from .place import Place, refusal
from .records import is_record, refuse_changed, settle
from .tensor_type import Shape, TensorType, fits, shape_text
from .trace import release_function, site
from .values import lift, lower, original, same_content, spec_of, tensor_types
from .variables import Variables

_MOST_TRACES = 12


class StagedLoop:
    """The tracing of one loop, from its first turn to the op.

    Args:
        variables: what the body writes and somebody reads later or in the next turn.
        stops: names of the flags that end the loop.
        place: where the loop stands.
        near: a tensor of the graph that the loop belongs to.
        counted: the loop runs over an index, up to a length known before.
    """

    def __init__(
        self, variables: Variables, stops: Sequence[str], place: Place, *, near: Any, counted: bool = False
    ) -> None:
        self.variables = variables
        self.place = place
        self.options = LoopOptions(counted=counted)
        self.arm: Arm | None = None
        self._near = near
        self._stops = stops
        self._drop_foreign()
        self._base = dict(variables.values)
        self._hints = site(place)
        self._named = frozenset(variables.locations)
        self._locations = dict(variables.locations)
        self._specs: dict[Hashable, Spec] = {}
        self._entry: dict[Hashable, Any] = {}
        self._given: dict[Hashable, Any] = {}
        self._invariants: dict[Hashable, Shape] = {}
        self._traces = 0
        for key, location in self._locations.items():
            self._specs[key] = self._first_spec(location)

    def _drop_foreign(self) -> None:
        """A variable may still hold what a closed block left in it, if nobody reads it before the loop writes it."""
        graph = backend.active().current_graph()
        for location in self.variables.locations.values():
            if holds_foreign(location.read(), graph):
                location.write(Conflict(lost(location.name, self.place)))

    # ---- one turn

    def open(self) -> None:
        """Starts a trace of the body: what it carries becomes placeholders in the user's variables."""
        self._count()
        self.variables.values.update(self._base)
        self._entry = {key: location.read() for key, location in self._locations.items()}
        self.arm = Arm("body", self.place, self._hints.block("body"), self.variables, self._near)
        self.arm.trace.options = self.options
        backend.active().placeholder(self.arm.graph, backend.active().number_type(True), "go")
        for key, location in self._locations.items():
            if not location.is_variable:
                touch(location, always=True)
            if _is_carried(self._specs[key], self._entry[key]):
                retire(self._entry[key], location)
                self._given[key] = self._placeholders(self._specs[key], location.name)
                location.write(self._given[key])
                if isinstance(self._specs[key], TensorType):
                    self.arm.trace.entries[id(self._given[key])] = self._entry[key]
        for name in self._stops:
            self._flag(name).write(False)
        self.variables.put()

    def close(self, go: Any) -> bool:
        """Ends a trace of the body; `go` says whether the loop goes on. True if another trace is needed."""
        arm = self._open_arm()
        self.variables.read()
        arm.close(self._locations.values(), go)
        refuse_parted(arm.trace, arm.outs)
        self.variables.values.update(self._base)
        changed = self._keep_invariants()
        changed = self._find_touched(arm) or changed
        return self._widen(arm) or changed

    def record(self, go: Any) -> None:
        """Records the op once the types have settled; the variables then hold what the loop leaves."""
        arm = self._open_arm()
        for key, location in self._locations.items():
            self._hints.specs[self._hint_key(location)] = self._specs[key]
        outs = [arm.outs[key] for key, location in self._locations.items() if not isinstance(location, CellLocation)]
        refuse_shared_lists(outs)
        api = backend.active()
        with api.building(arm.graph):
            api.set_outputs(arm.graph, [api.convert(False if arm.dead else arm.value), *self._lowered(arm)])
        inputs = [api.convert(go), *self._lowered(None)]
        outputs = iter(api.loop(arm.graph, inputs, self.options)[1:])
        left: dict[tuple[int, int], Any] = {}
        for key, location in self._locations.items():
            if _is_carried(self._specs[key], self._entry[key]):
                retire(self._entry[key], location)
                settle(self._entry[key])
                value = lift(self._specs[key], outputs, location.name)
                if isinstance(self._specs[key], TensorType):  # what was one tensor stays one
                    value = left.setdefault((id(self._entry[key]), id(arm.outs.get(key))), value)
                commit(location, value)
        self.variables.put()
        release_function()

    # ---- types

    def _first_spec(self, location: Location) -> Spec:
        value = location.read()
        spec = spec_of(value)
        hint = self._hints.specs.get(self._hint_key(location))
        if _has_identity(value, location) and (hint is None or isinstance(hint, Static)):
            return Static(value)
        if isinstance(spec, Number) and location.key in self._named and self._widens_at_once(spec, location):
            spec = spec.type
        if hint is not None:
            joining = self._joining(location)
            wider = joining.join(spec, hint)
            spec = spec if joining.mismatches else wider
        return spec

    def _widens_at_once(self, number: Number, location: Location) -> bool:
        """Most Python numbers in a loop change; bools and strings are settings more often than not."""
        if isinstance(number.value, bool):
            return is_flag(location.name, self.variables.frame.f_code)
        return not isinstance(number.value, str | bytes)

    def _find_touched(self, arm: Arm) -> bool:
        """Adds the places that the body wrote and no name covers."""
        found = False
        for key, location in arm.touched.items():
            if key in self._locations or arm.dead:
                continue
            entry = location.read()
            if original(arm.outs[key]) is original(entry) or same_content(arm.outs[key], entry):
                continue
            self._locations[key] = location
            self._entry[key] = entry
            self._specs[key] = self._first_spec(location)
            found = True
        return found

    def _widen(self, arm: Arm) -> bool:
        """Joins what the body leaves into what the loop carries; True if something became wider."""
        wider = False
        disagreements: list[Disagreement] = []
        disputed: list[Hashable] = []
        for key, location in self._locations.items():
            if arm.dead or original(arm.outs[key]) is original(self._entry[key]):
                continue
            refuse_changed(arm.outs[key], arm.touched.values())
            joining = self._joining(location)
            spec = joining.join(self._known(key, location), spec_of(arm.outs[key]))
            if key in self._invariants:
                self._check_invariant(key, spec_of(arm.outs[key]), self._invariants[key], "after one iteration")
            if joining.mismatches:
                disagreements += map(Disagreement, joining.mismatches)
                disputed.append(key)
            elif spec != self._specs[key]:
                self._specs[key] = spec
                wider = True
        return self._dispute(disputed, disagreements) or wider

    def _known(self, key: Hashable, location: Location) -> Spec:
        """A container is carried by its content only when the body rebinds its variable."""
        if isinstance(self._specs[key], Static) and _has_identity(self._entry[key], location):
            return spec_of(self._entry[key])
        return self._specs[key]

    def _dispute(self, keys: Sequence[Hashable], found: Sequence[Disagreement]) -> bool:
        """A variable whose type changes in a way that cannot be joined may do so as long as nobody reads it."""
        if not keys:
            return False
        error = disagreement_error(found, TURNS, self.place)
        if not self._named.issuperset(keys):
            raise error
        for key in keys:
            self._specs[key] = Disputed(Conflict(error))
        return True

    def _keep_invariants(self) -> bool:
        """Takes the shapes that `set_loop_options` gives for values of this turn; True if one was not known before."""
        changed = False
        for value, shape in self.options.shape_invariants:
            for key, given in self._given.items():
                spec = self._specs[key]
                if given is value and isinstance(spec, TensorType):
                    self._check_invariant(key, spec_of(self._entry[key]), shape, "before the loop")
                    self._invariants[key] = shape
                    self._specs[key] = TensorType(spec.dtype, shape, spec.weak)
                    changed = changed or spec.shape != shape
        return changed

    def _check_invariant(self, key: Hashable, spec: Spec, shape: Shape, when: str) -> None:
        if isinstance(spec, TensorType) and not fits(spec.shape, shape):
            raise refusal(
                f"'{self._locations[key].name}' has shape {shape_text(spec.shape)} {when}, which does not conform to "
                f"the shape invariant {shape_text(shape)}",
                at=self.place,
                why="`set_loop_options` says which shape the variable keeps through the loop.",
                fix="give an invariant that fits, with None for sizes that change; or none, and the loop finds it.",
            )

    # ---- pieces

    def _open_arm(self) -> Arm:
        assert self.arm is not None
        return self.arm

    def _joining(self, location: Location) -> Joining:
        trusted = is_the_compilers(location.name, self.variables.frame.f_code)
        return Joining(location.name, backend.active().join_types, trusted=trusted)

    def _hint_key(self, location: Location) -> Hashable:
        """The same for the same place in the next trace of the blocks around, where objects and cells are new ones."""
        alike = [key for key, other in self._locations.items() if other.name == location.name]
        return (type(location), location.name, alike.index(location.key) if location.key in alike else len(alike))

    def _flag(self, name: str) -> Location:
        return next(location for location in self.variables.locations.values() if location.name == name)

    def _placeholders(self, spec: Spec, name: str) -> Any:
        api, graph = backend.active(), self._open_arm().graph
        return lift(spec, iter([api.placeholder(graph, type, name) for type in tensor_types(spec)]), name)

    def _lowered(self, arm: Arm | None) -> list[Any]:
        """The tensors that the loop carries: at the end of the body, or (no arm) before the loop."""
        tensors = []
        for key, spec in self._specs.items():
            value = self._entry[key] if arm is None else UNBOUND if arm.dead else arm.outs[key]
            if tensor_types(spec):
                tensors += lower(value, spec)
        return tensors

    def _count(self) -> None:
        self._traces += 1
        if self._traces > _MOST_TRACES:
            carried = (f"'{location.name}': {self._specs[key]}" for key, location in self._locations.items())
            raise refusal(
                f"the types of the loop variables do not settle: {', '.join(carried)}",
                at=self.place,
                why=f"after {_MOST_TRACES} traces of its body the loop still changes them.",
                fix="give the variables their final dtype and structure before the loop.",
            )


def _has_identity(value: Any, location: Location) -> bool:
    """Whether a variable holds a container, which stays the same object until the body rebinds the variable."""
    is_container = isinstance(value, List | dict) or is_record(value)
    return is_container and not isinstance(location, ListLocation | DictLocation)


def _is_carried(spec: Spec, entry: Any) -> bool:
    """Whether the loop changes, or may change, what holds `entry` before it."""
    if isinstance(spec, Static) and spec.value is entry:
        return False
    return bool(tensor_types(spec)) or spec != spec_of(entry)
