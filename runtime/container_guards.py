"""What is in lists, dictionaries and sets, in a form that later calls compare: such things change in place."""

from __future__ import annotations

from typing import Any

CONTAINERS = (list, dict, set)
_SIMPLE = frozenset({bool, int, float, complex, str, bytes, type(None)})
_MOST_ITEMS = 32
_DEEPEST = 3


def contents(value: Any, depth: int = 0) -> Any:
    """What a container holds: numbers and strings by type and value, containers inside likewise, objects by identity.

    Args:
        value: the container; anything else is compared as an item of one.
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
        return id(value)
    if len(value) > _MOST_ITEMS or depth >= _DEEPEST:
        return None if depth == 0 else id(value)
    if isinstance(value, dict):
        return kind, [(contents(key, depth + 1), contents(item, depth + 1)) for key, item in value.items()]
    if isinstance(value, set):
        return kind, frozenset(_hashed(item) for item in value)
    return kind, [contents(item, depth + 1) for item in value]


def _hashed(item: Any) -> Any:
    return (type(item), item) if type(item) in _SIMPLE else id(item)
