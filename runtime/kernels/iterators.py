"""Kernels of iterators over datasets, and of values that may be missing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from runtime.context import RunContext
from runtime.data.streams import Cursor, Element, Stream
from runtime.errors import InvalidArgumentError
from runtime.kernels.dataset_functions import bound
from runtime.registry import kernel

if TYPE_CHECKING:
    from runtime.func_graph import FuncGraph


def _text(value: str | bytes) -> str:
    return value.decode() if isinstance(value, bytes) else value


@kernel("IteratorV2")
def iterator(*, shared_name: str, container: str, context: RunContext, owner: Any = None) -> Cursor:
    """The iterator of a name in the session, made at the first use; without `shared_name`, that of the operation."""
    name = _text(shared_name) or ("" if owner is None else owner.name)
    found: Cursor = context.resources.lookup_or_create(_text(container), f"iterator/{name}", lambda: Cursor(name))
    return found


@kernel("AnonymousIteratorV3")
def anonymous_iterator() -> Cursor:
    """A new iterator with each run, which nothing else can find."""
    return Cursor()


@kernel("OneShotIterator")
def one_shot_iterator(
    *, dataset_factory: FuncGraph, shared_name: str, container: str, context: RunContext, owner: Any = None
) -> Cursor:
    """The iterator of a name in the session, which begins the dataset of `dataset_factory` when it is made."""
    name = _text(shared_name) or ("" if owner is None else owner.name)

    def make() -> Cursor:
        """The iterator at the first element, since no initializer runs."""
        cursor = Cursor(name)
        cursor.restart(bound(dataset_factory, (), context)()[0])
        return cursor

    found: Cursor = context.resources.lookup_or_create(_text(container), f"iterator/{name}", make)
    return found


@kernel("MakeIterator")
def make_iterator(dataset: Stream, cursor: Cursor) -> None:
    """Begins a run of a dataset; what was left of the one before is dropped."""
    cursor.restart(dataset)


@kernel("IteratorGetNext", "IteratorGetNextSync")
def iterator_get_next(cursor: Cursor) -> Element:
    """The components of the next element; OutOfRangeError behind the last one."""
    return cursor.next()


@kernel("IteratorGetNextAsOptional")
def iterator_get_next_as_optional(cursor: Cursor) -> Any:
    """The next element as an optional, which has no value behind the last one."""
    return Optional(cursor.next_or_none())


class Optional:
    """A value that may be missing: the components of an element, or None."""

    __slots__ = ("element",)

    def __init__(self, element: Element | None) -> None:
        self.element = element


@kernel("OptionalFromValue")
def optional_from_value(*components: Any) -> Optional:
    """An optional with a value of these components."""
    return Optional(components)


@kernel("OptionalNone")
def optional_none() -> Optional:
    """An optional without a value."""
    return Optional(None)


@kernel("OptionalHasValue")
def optional_has_value(optional: Optional) -> Any:
    """Whether there is a value, as a bool scalar."""
    return np.bool_(optional.element is not None)


@kernel("OptionalGetValue")
def optional_get_value(optional: Optional) -> Element:
    """The components of the value; InvalidArgumentError if there is none."""
    if optional.element is None:
        raise InvalidArgumentError("The given optional does not have a value.")
    return optional.element
