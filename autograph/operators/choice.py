"""An item of a Python sequence at an index that only the run knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import backend
from .expressions import if_exp
from .lattice import Joining, as_tensor
from .missing import DEAD
from .place import refusal
from .trace import die
from .values import spec_of


def choose(items: Sequence[Any], index: Any) -> Any:
    """The item at a run-time index; for functions, something to call that runs the chosen one."""
    if not items:
        raise IndexError("list index out of range: the list is empty")
    if all(callable(item) and not backend.active().is_tensor(item) for item in items):
        return Switch(items, index)
    specs = [spec_of(item) for item in items]
    joining = Joining("item", backend.active().join_types)
    joined = joining.all(specs)
    tensor = None if joining.mismatches else as_tensor(joined)
    if tensor is not None and tensor.shape is not None and None not in tensor.shape:
        api = backend.active()
        return api.item(api.stack([api.convert(item, tensor) for item in items]), index)
    if joining.mismatches:
        first = joining.mismatches[0]
        raise refusal(
            f"a tensor index chooses between {first.left} and {first.right}",
            why="which item it is depends on a tensor, so that all need one type.",
            fix="cast the items, or choose with `if`.",
        )
    return _chain(items, index, lambda item: item)


class Switch:
    """One of several functions, chosen at run time: calling it runs the chosen one."""

    def __init__(self, functions: Sequence[Any], index: Any) -> None:
        self._functions = functions
        self._index = index

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Calls the chosen function."""
        from .calls import call

        return _chain(self._functions, self._index, lambda function: call(function)(*args, **kwargs))


def _chain(items: Sequence[Any], index: Any, use: Any) -> Any:
    api, count = backend.active(), len(items)

    def rest(position: int) -> Any:
        if position == count:
            api.raise_(IndexError(f"list index out of range: the list has {count} items"))
            die()
            return DEAD
        hit = api.logical_or(api.equal(index, position), api.equal(index, position - count))
        return if_exp(hit, lambda: use(items[position]), lambda: rest(position + 1))

    return rest(0)
