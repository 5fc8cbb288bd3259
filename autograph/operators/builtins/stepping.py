"""Going through the items of anything, in Python or staged."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import GeneratorType
from typing import Any

from autograph.operators.endless import counted
from autograph.operators.for_ import Steps, iterate
from autograph.operators.iterables import Staged, as_staged, refuse_outer_iterator
from autograph.operators.journal import born
from autograph.operators.lists import List
from autograph.operators.missing import DEAD
from autograph.operators.place import refusal
from autograph.operators.standin import resolve


def items_of(items: Any, what: str) -> Sequence[Any]:
    """The items, which Python must be able to count.

    Args:
        items: anything that can be iterated over.
        what: for the message.
    """
    items = resolve(items)
    if items is DEAD:
        return ()
    staged = as_staged(items)
    if staged is not None:
        if isinstance(staged.length, int):
            return [staged.item(index) for index in range(staged.length)]
        raise refusal(
            f"{what} of something whose length is known only at run time",
            why="a Python object of a length that only the run knows cannot be made while tracing.",
            fix="use a list, a tensor or a `for` loop.",
        )
    return list(each(items))


def each(items: Any) -> Iterable[Any]:
    """The items one by one, of what Python goes through."""
    items = resolve(items)
    if items is DEAD:
        return ()
    refuse_outer_iterator(items)
    return counted(Steps(items) if isinstance(items, GeneratorType) else items)


def collect(items: Any) -> Any:
    """A list of the items, of run-time length if only the run can count them."""
    items = resolve(items)
    if isinstance(items, List):
        return items.copy()
    staged = as_staged(items)
    if staged is None or isinstance(staged.length, int):
        return born(List(items_of(items, "list()")))
    made = born(List())
    iterate(staged, made.append)
    return made


def is_staged(value: Any) -> bool:
    """Whether going through the items belongs to the run."""
    value = resolve(value)
    return isinstance(value, Staged) or as_staged(value) is not None
