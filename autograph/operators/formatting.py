"""f-strings with tensors in them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import backend
from .standin import resolve
from .text import holds_tensor, text_of

_CONVERSIONS: dict[str, Callable[[Any], str]] = {"r": repr, "s": str, "a": ascii}


class Field(tuple[Any, ...]):
    """The parts of a field whose text only the run knows."""

    __slots__ = ()


def text(*parts: Any) -> Any:
    """Has the semantics of an f-string; a string tensor if a value in it is symbolic.

    Args:
        parts: literal texts and fields, in order.

    >>> text("x is ", field(3), ", ", field(0.5, "", ".2f"))
    'x is 3, 0.50'
    """
    if not any(isinstance(part, Field) for part in parts):
        return "".join(parts)
    pieces: list[Any] = []
    for part in parts:
        pieces += part if isinstance(part, Field) else [part]
    return backend.active().text(pieces)


def field(value: Any, conversion: str = "", spec: str = "") -> str | Field:
    """A field of an f-string: `f"{value!conversion:spec}"`.

    Args:
        value: the value.
        conversion: "r", "s", "a" or none.
        spec: the format.
    """
    if backend.can_stage() and holds_tensor(value):
        return Field(text_of(value, quoted=False, conversion=conversion, spec=spec))
    value = resolve(value)
    converted: Any = _CONVERSIONS[conversion](value) if conversion else value
    return format(converted, spec)
