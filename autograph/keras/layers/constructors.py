"""What constructors of the user's classes are given and take, so that objects can be made again."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any

_PLAIN = (str, int, float, bool, type(None))
_NAMELESS = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD, inspect.Parameter.POSITIONAL_ONLY)


def plain_arguments(cls: type, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> dict[str, Any] | None:
    """The arguments of a constructor by name; None if one is no plain number, text, or collection of those.

    >>> class Model:
    ...     def __init__(self, classes, *, rate=0.5): ...
    >>> plain_arguments(Model, (10,), {}), plain_arguments(Model, (object(),), {})
    ({'classes': 10}, None)
    """
    try:
        bound = inspect.signature(cls.__init__).bind(None, *args, **kwargs)  # type: ignore[misc]
    except TypeError:  # The constructor will say so itself.
        return None
    found: dict[str, Any] = {}
    for name, value in list(bound.arguments.items())[1:]:
        kind = bound.signature.parameters[name].kind
        if kind is inspect.Parameter.VAR_KEYWORD:
            found.update(value)
        elif kind in _NAMELESS:
            return None
        else:
            found[name] = value
    return found if all(map(_is_plain, found.values())) else None


def _is_plain(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return all(map(_is_plain, value))
    if isinstance(value, dict):
        return all(map(_is_plain, value)) and all(map(_is_plain, value.values()))
    return isinstance(value, _PLAIN)


def accepted_names(cls: type) -> set[str] | None:
    """The names of the arguments that a constructor takes; None if it takes any."""
    parameters = inspect.signature(cls.__init__).parameters.values()  # type: ignore[misc]
    if any(parameter.kind is inspect.Parameter.VAR_KEYWORD for parameter in parameters):
        return None
    return {parameter.name for parameter in parameters if parameter.kind not in _NAMELESS}


def options_of(*weights: str) -> tuple[str, ...]:
    """The names of the options of weights: how they begin, what penalties they have, what they are held to.

    >>> options_of("kernel")
    ('kernel_initializer', 'kernel_regularizer', 'kernel_constraint')
    """
    return tuple([f"{weight}_{kind}" for kind in ("initializer", "regularizer", "constraint") for weight in weights])
