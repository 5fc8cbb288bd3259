"""Arguments that a function changes while it is traced: it gets them as new containers, so the change is lost."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from runtime.origin import user_origin

_CONTAINERS = (list, tuple, dict)


def refuse_changes(function: Callable[..., Any], name: str, given: Any, found: Any) -> None:
    """Compares the lists and dicts in the arguments of a function before and after its trace.

    Args:
        function: what was traced.
        name: what it is called.
        given: the arguments as they were, (args, kwargs).
        found: the same as the function left them; what it did not change is the same objects.

    Raises:
        ValueError: a list or dict is another one, as in TensorFlow.

    >>> try:
    ...     refuse_changes(lambda xs: xs.append(1), "f", (([],), {}), (([1],), {}))
    ... except ValueError as error:
    ...     print(str(error).partition(":")[0])
    Function 'f' should not modify its Python input arguments, but it changed a list in argument 'xs'
    """
    for place, (before, after) in enumerate(zip(given[0], found[0], strict=True)):
        _compare(function, name, place, before, after)
    for key, before in given[1].items():
        _compare(function, name, key, before, found[1].get(key))


def _compare(function: Callable[..., Any], name: str, place: int | str, before: Any, after: Any) -> None:
    changed = _first_change(before, after)
    if changed is not None:
        where = user_origin()
        raise ValueError(
            f"Function {name!r} should not modify its Python input arguments, but it changed a "
            f"{type(changed).__name__} in argument {_parameter(function, place)!r}: a compiled function gets lists and "
            f"dicts as new ones, and the caller's stay as they are{f' (called at {where})' if where else ''}. Change a "
            f"copy, and return it."
        )


def _first_change(before: Any, after: Any) -> Any:
    """The list or dict that is another one; None if there is none."""
    if not isinstance(before, _CONTAINERS):
        return None
    if type(before) is not type(after) or _keys(before) != _keys(after):
        return before
    for old, new in zip(_values(before), _values(after), strict=True):
        if isinstance(old, _CONTAINERS):
            changed = _first_change(old, new)
            if changed is not None:
                return changed
        elif new is not old and not hasattr(old, "_parts"):  # composite values are made anew each time
            return before
    return None


def _keys(container: Any) -> list[Any]:
    return list(container) if isinstance(container, dict) else list(range(len(container)))


def _values(container: Any) -> list[Any]:
    return list(container.values() if isinstance(container, dict) else container)


def _parameter(function: Callable[..., Any], place: int | str) -> int | str:
    """The name of a parameter, if the function tells."""
    if isinstance(place, str):
        return place
    names = list(inspect.signature(function).parameters)
    return names[min(place, len(names) - 1)] if names else place
