"""f-strings with tensors in them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import backend
from .standin import resolve
from .text import holds_tensor, text_of

_CONVERSIONS: dict[str, Callable[[Any], str]] = {"r": repr, "s": str, "a": ascii}


def text(*parts: Any) -> Any:
    """Has the semantics of an f-string; a string tensor if a value in it is symbolic.

    Args:
        parts: literal texts, and a tuple for each field: value, conversion ("", "r", "s" or "a"), format spec; the last
            two may be left out.

    >>> text("x is ", (3,), ", ", (0.5, "", ".2f"))
    'x is 3, 0.50'
    """
    if not backend.can_stage() or not any(holds_tensor(part[0]) for part in parts if isinstance(part, tuple)):
        return "".join(part if isinstance(part, str) else _field(*part) for part in parts)
    pieces: list[Any] = []
    for part in parts:
        if isinstance(part, str):
            pieces.append(part)
        else:
            value, conversion, spec = (*part, "", "")[:3]
            pieces += text_of(value, quoted=False, conversion=conversion, spec=spec)
    return backend.active().text(pieces)


def _field(value: Any, conversion: str = "", spec: str = "") -> str:
    value = resolve(value)
    converted: Any = _CONVERSIONS[conversion](value) if conversion else value
    return format(converted, spec)
