"""Sorting by keys that only the run knows: `sorted` and `list.sort`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from . import backend
from .choice import choose
from .for_ import iterate
from .iterables import ItemsOf, Staged
from .journal import born
from .lists import List
from .place import refusal
from .standin import read

_MOST_PARTS = 8  # of the keys of a list of run-time length


def in_order(items: Any, key: Any = None, reverse: Any = False) -> List:
    """The items sorted, stably as in Python.

    Args:
        items: a list or something staged.
        key: gives what an item is compared by, a scalar or a tuple of scalars; the item itself when None.
        reverse: whether the greatest comes first; items with equal keys keep their order all the same.

    Raises:
        StagingError: a key is neither a scalar nor a tuple of scalars.
    """
    from .calls import callee

    measure = (lambda item: item) if key is None else callee(key)
    if isinstance(items, List) and items.staged:
        items = ItemsOf(items)
    if isinstance(items, Staged) and not isinstance(items.length, int):
        return _of_run_time_length(items, measure, reverse)
    values = [items.item(index) for index in range(items.length)] if isinstance(items, Staged) else list(items)
    if not values:
        return born(List())
    order = _order(_columns([measure(value) for value in values]), len(values), reverse)
    return born(List([choose(values, order[position]) for position in range(len(values))]))


def _of_run_time_length(items: Staged, measure: Any, reverse: Any) -> List:
    kept = born(List())
    columns = [born(List()) for _ in range(_MOST_PARTS)]
    count = 0

    def take(item: Any) -> None:
        """Keeps an item, and the parts of its key in a column each."""
        nonlocal count
        kept.append(item)
        parts = list(_parts(measure(item)))
        count = len(parts)
        if count > _MOST_PARTS:
            raise refusal(f"sorting by tuples of {count} parts", fix=f"sort by at most {_MOST_PARTS} parts.")
        for column, part in zip(columns, parts, strict=False):
            column.append(part)

    iterate(items, take)
    order = _order([_scalars(column.stack(), 1) for column in columns[:count]], kept.length(), reverse)
    made = born(List())
    iterate(order, lambda position: made.append(kept.at(position)))
    return made


def _parts(key: Any) -> Iterator[Any]:
    """The scalars that a key compares one after the other."""
    for part in key if isinstance(key, tuple | list) else ():
        yield from _parts(part)
    if not isinstance(key, tuple | list):
        yield key


def _columns(keys: Sequence[Any]) -> list[Any]:
    """The keys as vectors, the most important first."""
    if not all(isinstance(key, tuple | list) for key in keys):
        return [_scalars(backend.active().stack(list(keys)), 1)]
    if len(set(map(len, keys))) > 1:
        raise refusal("sorting by tuples of different lengths", why="they are compared in the run, part by part.")
    return [column for parts in zip(*keys, strict=True) for column in _columns(parts)]


def _scalars(keys: Any, rank: int) -> Any:
    """The keys, if a number stands for each."""
    api = backend.active()
    known = api.tensor_type(keys)
    assert known is not None
    shape = known.shape
    if shape is not None and len(shape) != rank:
        raise refusal(
            f"sorting by keys of shape {shape[1:]}",
            why="the truth of a comparison of tensors of more than one element is ambiguous.",
            fix="sort by a scalar, with `key=`.",
        )
    return api.cast(keys, "int32") if known.dtype == api.number_type(True).dtype else keys


def _order(columns: Sequence[Any], count: Any, reverse: Any) -> Any:
    """The positions of the keys in their order, the least important column sorted by first."""
    api = backend.active()
    if reverse:  # Python keeps the order of equal keys: backwards, sorted, and backwards again
        columns = [column[::-1] for column in columns]
    order: Any = None
    for column in reversed(columns):
        sorted_by = api.argsort(column if order is None else api.take(column, order))
        order = sorted_by if order is None else api.take(order, sorted_by)
    return (read(count) - 1 - order)[::-1] if reverse else order
