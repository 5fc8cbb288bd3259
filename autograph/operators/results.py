"""What a traced function may leave behind: its result, and the outer places that it wrote."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import GeneratorType
from typing import Any

from . import backend
from .assignments import assignment
from .conflict import Conflict
from .journal import AttributeLocation, CellLocation, DictLocation, GlobalLocation, Location
from .lists import List
from .optional import TAG_NONE, Maybe
from .place import Place, refusal
from .standin import StandIn, resolve
from .trace import Trace


def finish(result: Any, mark: Any) -> Any:
    """The result of a function for those who know only tensors and Python values.

    Args:
        result: what the converted function returned.
        mark: the state of the graph before; tensors wait for what acts since.
    """
    api = backend.active()
    if isinstance(result, GeneratorType) and not api.outlives_trace(api.current_graph()):
        raise refusal(
            f"the compiled function `{result.__name__}` is a generator",
            at=Place(result.gi_code, 0),
            why="a graph computes all its results at once; it cannot `yield` them one by one.",
            fix="return a list or a tensor, or compile the function that uses the generator.",
        )
    plain = _map(result, _plain)
    tensors: list[Any] = []

    def collect(value: Any) -> Any:
        """Notes a symbolic tensor among the results."""
        tensors.extend([value] if api.is_symbolic(value) else ())
        return value

    _map(plain, collect)
    ordered = iter(api.after_effects(mark, tensors))
    return _map(plain, lambda value: next(ordered) if api.is_symbolic(value) else value)


def refuse_leaks(trace: Trace) -> None:
    """Refuses tensors that a function leaves in outer variables, and marks those it leaves in attributes."""
    for location, before in trace.touched.values():
        value = location.read()
        if not _leaks(value) or id(location.owner) in trace.born:
            continue
        if isinstance(location, GlobalLocation | CellLocation):
            location.restore(before)
            raise _leak(location, trace)
        if not backend.active().outlives_trace(trace.home):
            if isinstance(location, AttributeLocation):
                location.write(Conflict(_attribute_leak(location, trace)))
            elif isinstance(location, DictLocation):
                raise _leak(location, trace)


def _plain(value: Any) -> Any:
    if isinstance(value, Maybe):
        return _present(value)
    if isinstance(value, Conflict):
        value.refuse_return()
    if isinstance(value, StandIn):
        return resolve(value)
    if isinstance(value, List):
        return value.stack() if value.staged else [_map(item, _plain) for item in value.items()]
    return value


class OptionalResult:
    """A result of a compiled function that is None on one path: tag and tensor travel, each call makes the value.

    It follows the runtime's protocol for values that are made of several tensors.
    """

    __slots__ = ("_value",)

    def __init__(self, value: Maybe) -> None:
        self._value = value

    def _parts(self) -> list[Any]:
        return [self._value.tag, self._value.tensor]

    def _from_parts(self, parts: Sequence[Any]) -> Any:
        tag, tensor = parts
        if backend.active().is_symbolic(tag):
            return Maybe(tensor, tag, self._value.name, unbound=False, none=True)
        return None if int(tag) == TAG_NONE else tensor


def _present(value: Maybe) -> Any:
    """A result that is None on one path only. A plain graph, whose tensors are fetched one by one, has no None."""
    value.refuse_unguarded(returned=True)
    value.assert_bound()
    if value.tensor is None:
        return None
    if value.none:
        api = backend.active()
        if not api.outlives_trace(api.current_graph()):
            return OptionalResult(value)
        present = api.logical_not(api.equal(value.tag, TAG_NONE))
        api.check(present, TypeError, [_NO_RETURN])
    return value.tensor


_NO_RETURN = (
    "the function returns None on the path that ran, and a tensor on another: every path must also have a return "
    "of a tensor"
)


def _map(value: Any, change: Callable[[Any], Any]) -> Any:
    """The value with every leaf of its tuples, lists and dicts changed."""
    changed = change(value)
    if changed is not value:
        return changed
    if isinstance(value, tuple):
        parts = [_map(part, change) for part in value]
        if all(new is old for new, old in zip(parts, value, strict=True)):
            return value
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    if type(value) is list:
        return [_map(part, change) for part in value]
    if type(value) is dict:
        return {key: _map(part, change) for key, part in value.items()}
    return value


def _leaks(value: Any) -> bool:
    if isinstance(value, Maybe):
        return True
    if isinstance(value, list | tuple):
        return any(map(_leaks, value.items() if isinstance(value, List) else value))
    if type(value) is dict:
        return any(map(_leaks, value.values()))
    return backend.active().is_symbolic(value)


def _leak(location: Location, trace: Trace) -> Exception:
    return refusal(
        f"'{location.name}' is a global or outer variable, and the function leaves a tensor in it",
        at=_written(location, trace) or trace.place,
        why="the assignment happens once, while tracing, and would leak a tensor that is out of scope outside.",
        fix=f"return the value, or keep it in a Variable: `{location.name}.assign(value)`.",
    )


def _attribute_leak(location: Location, trace: Trace) -> Any:
    return refusal(
        f"'{location.name}' was assigned a tensor while a function was traced, and is out of scope outside of it",
        at=_written(location, trace),
        why="the assignment happened once, while tracing; the tensor has no value outside of the graph.",
        fix="return the value from the function, or keep it in a Variable: `self.v.assign(value)`.",
    )


def _written(location: Location, trace: Trace) -> Place | None:
    """The assignment that a place was written by: variables are noted at the head of the function that assigns them."""
    place = trace.writers.get(location.key)
    if place is None or isinstance(location, AttributeLocation):
        return place
    return assignment(place.code, location.name)
