"""What the run holds of a list: one list of the graph for tensors, and one for each part of tuples, dicts and records.

    xs.append((i, i * 0.5))                 the lists of all first and of all second parts

A handle stands for the list of the graph; several stand side by side.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import backend
from .lattice import Element, Group
from .place import refusal


class Handles(tuple[Any, ...]):
    """The handles of a list whose items have parts, in the order of their tensors."""

    __slots__ = ()


def hold(items: Sequence[Any], element: Element | None) -> Any:
    """A new list of the run with these items."""
    if not isinstance(element, Group):
        return backend.active().list_from([backend.active().convert(item, element) for item in items], element)
    types, rows = _types(element), [_parts(item, element) for item in items]
    return Handles(backend.active().list_from([row[n] for row in rows], type) for n, type in enumerate(types))


def length(handle: Any) -> Any:
    """How many items there are."""
    return backend.active().list_length(handle[0] if isinstance(handle, Handles) else handle)


def append(handle: Any, item: Any, element: Element) -> Any:
    """The list with one more item."""
    api = backend.active()
    if not isinstance(element, Group):
        return api.list_append(handle, api.convert(item, element))
    return Handles(map(api.list_append, widened(handle, element), _parts(item, element)))


def get(handle: Any, index: Any, element: Element) -> Any:
    """The item at an index that is in range."""
    api = backend.active()
    if not isinstance(element, Group):
        return api.list_get(handle, index, element)
    pairs = zip(handle, _types(element), strict=True)
    return _item([api.list_get(part, index, type) for part, type in pairs], element)


def put(handle: Any, index: Any, item: Any, element: Element) -> Any:
    """The list with another item at an index that is in range."""
    api = backend.active()
    if not isinstance(element, Group):
        return api.list_set(handle, index, api.convert(item, element))
    pairs = zip(handle, _parts(item, element), strict=True)
    return Handles(api.list_set(part, index, tensor) for part, tensor in pairs)


def pop(handle: Any, element: Element) -> tuple[Any, Any]:
    """The list without its last item, and that item."""
    api = backend.active()
    if not isinstance(element, Group):
        return api.list_pop(handle, element)
    popped = [api.list_pop(part, type) for part, type in zip(handle, _types(element), strict=True)]
    return Handles(part for part, _ in popped), _item([tensor for _, tensor in popped], element)


def stack(handle: Any, element: Element) -> Any:
    """The items as the rows of one tensor."""
    if not isinstance(element, Group):
        return backend.active().list_stack(handle, element)
    raise refusal(
        f"a list of run-time length of {element.noun}s is used as a tensor",
        why="each part of its items is a list of its own.",
        fix="make a list of one part, `[a for a, _ in items]`, and use that.",
    )


def widened(handle: Any, element: Element) -> Sequence[Any]:
    """The handles for the parts of items; a list that never had an item has one handle for whatever comes."""
    return handle if isinstance(handle, Handles) else hold([], element)


def handles(handle: Any, element: Element | None) -> list[Any]:
    """All handles of a list, those of a list that is still empty made for these elements."""
    if isinstance(element, Group):
        return list(widened(handle, element))
    return [handle]


def count(element: Element | None) -> int:
    """How many handles a list of such elements has."""
    return len(_types(element)) if isinstance(element, Group) else 1


def is_same(a: Any, b: Any) -> bool:
    """Whether two handles are one."""
    if isinstance(a, Handles) and isinstance(b, Handles):
        return len(a) == len(b) and all(x is y for x, y in zip(a, b, strict=True))
    return a is b


def _types(element: Group) -> list[Any]:
    from .values import tensor_types

    return tensor_types(element)


def _parts(item: Any, element: Group) -> list[Any]:
    from .standin import resolve
    from .values import lower

    return lower(resolve(item), element)


def _item(tensors: list[Any], element: Group) -> Any:
    from .values import lift

    return lift(element, iter(tensors), "item")
