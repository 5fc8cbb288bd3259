"""An item of a Python sequence at an index that only the run knows."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from types import MappingProxyType
from typing import Any

from . import backend
from .expressions import one_of
from .lattice import Joining, Static, as_tensor
from .lists import List, fixed
from .missing import DEAD
from .place import refusal
from .trace import die
from .values import spec_of

SEQUENCES = (list, tuple, deque, str, bytes)
"""Types of sequences that a tensor index chooses from, of known length."""


def choose(items: Sequence[Any], index: Any) -> Any:
    """The item at a run-time index; for objects, something that does for the chosen one what is asked of it."""
    if not items:
        raise IndexError("list index out of range: the list is empty")
    items = [*items.items()] if isinstance(items, List) else [*items]
    specs = [spec_of(item) for item in items]
    if all(isinstance(spec, Static) and spec.type is None for spec in specs):
        return Switch(items, index)
    joining = Joining("item", backend.active().join_types)
    joined = joining.all(specs)
    tensor = None if joining.mismatches else as_tensor(joined)
    if tensor is not None and tensor.shape is not None and None not in tensor.shape:
        api = backend.active()
        return api.item(api.stack([api.convert(item, tensor) for item in items]), choose_position(len(items), index))
    if joining.mismatches:
        first = joining.mismatches[0]
        raise refusal(
            f"a tensor index chooses between {first.left} and {first.right}",
            why="which item it is depends on a tensor, so that all need one type.",
            fix="cast the items, or choose with `if`.",
        )
    chosen = _chain(items, index, lambda item: item)
    if isinstance(chosen, dict):
        return MappingProxyType(chosen)
    return fixed(chosen) if isinstance(chosen, List) else chosen


def choose_position(count: int, index: Any) -> Any:
    """The position from the start that a run-time index means; the run fails where Python's index would.

    Args:
        count: how many items there are.
        index: a symbolic integer or bool scalar.
    """
    api = backend.active()
    if api.tensor_type(index).dtype == api.number_type(True).dtype:  # type: ignore[union-attr]
        index = api.cast(index, "int32")
    inside = api.logical_and(api.less(-count - 1, index), api.less(index, count))
    api.check(inside, IndexError, [f"list index out of range: the list has {count} items"])
    return index % count


class Switch:
    """One of several objects, chosen at run time: calls and attributes are those of the chosen one."""

    def __init__(self, objects: Sequence[Any], index: Any) -> None:
        self._objects = objects
        self._index = index

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Calls the chosen object."""
        from .calls import call

        return _chain(self._objects, self._index, lambda chosen: call(chosen)(*args, **kwargs))

    def __getattr__(self, name: str) -> Any:
        return choose([getattr(chosen, name) for chosen in self._objects], self._index)


def _chain(items: Sequence[Any], index: Any, use: Callable[[Any], Any]) -> Any:
    api, count = backend.active(), len(items)

    def rest(position: int) -> Any:
        """What is used of the items from a position on: one test an item, and an IndexError behind the last."""
        if position == count:
            api.raise_(IndexError(f"list index out of range: the list has {count} items"))
            die()
            return DEAD
        hit = api.logical_or(api.equal(index, position), api.equal(index, position - count))
        return one_of(hit, lambda: use(items[position]), lambda: rest(position + 1))

    return rest(0)
