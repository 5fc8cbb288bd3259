"""What is in lists, dictionaries and sets, in a form that later calls compare: such things change in place."""

from __future__ import annotations

import contextlib
import weakref
from collections.abc import Callable
from typing import Any

CONTAINERS = (list, dict, set)
_SIMPLE = frozenset({bool, int, float, complex, str, bytes, type(None)})
_MOST_ITEMS = 32
_DEEPEST = 3

References = list[Any]
"""Weak references to objects that are compared by their place in memory, which others may take when they are gone."""


def contents(value: Any, references: References | None = None, depth: int = 0) -> Any:
    """What a container holds: numbers and strings by type and value, containers inside likewise, objects by identity.

    Args:
        value: the container; anything else is compared as an item of one.
        references: a weak reference to each object is added here.
        depth: how many containers are around it.

    Returns:
        Something that is equal for equal contents; None if it holds too much to be compared at each call.

    >>> contents([1, "a"]) == contents([1, "a"]), contents([1]) == contents([True]), contents([0] * 100)
    (True, False, None)
    """
    kind = type(value)
    if kind in _SIMPLE:
        return kind, value
    if not isinstance(value, (*CONTAINERS, tuple)):
        return _identity(value, references)
    if len(value) > _MOST_ITEMS or depth >= _DEEPEST:
        return None if depth == 0 else _identity(value, references)
    if isinstance(value, dict):
        return kind, [
            (contents(k, references, depth + 1), contents(v, references, depth + 1)) for k, v in value.items()
        ]
    if isinstance(value, set):
        return kind, frozenset((type(i), i) if type(i) in _SIMPLE else _identity(i, references) for i in value)
    return kind, [contents(item, references, depth + 1) for item in value]


def _identity(value: Any, references: References | None) -> int:
    if references is not None:
        with contextlib.suppress(TypeError):
            references.append(weakref.ref(value))
    return id(value)


def comparison(value: Any, read: Callable[[], Any]) -> Callable[[], bool]:
    """What says whether the container that `read` gives holds what `value` holds now."""
    references: References = []
    known = contents(value, references)

    def holds() -> bool:
        """Whether all objects are still alive, and the container holds what it held."""
        return all(reference() is not None for reference in references) and contents(read()) == known

    return holds
