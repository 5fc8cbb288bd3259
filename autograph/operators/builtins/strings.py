"""Texts: `str`, `repr`, `format`, and methods of strings that take tensors."""

from __future__ import annotations

import string
from collections.abc import Callable
from typing import Any

from autograph.operators import backend
from autograph.operators.backend import Formatted
from autograph.operators.standin import resolve
from autograph.operators.text import holds_tensor, text_of


def str_(*args: Any, **kwargs: Any) -> Any:
    """Has the semantics of `str`; a string tensor for a tensor."""
    if len(args) == 1 and not kwargs and holds_tensor(args[0]):
        return backend.active().text(text_of(args[0], quoted=False))
    return str(*map(resolve, args), **kwargs)


def repr_(value: Any, /) -> Any:
    """Has the semantics of `repr`; a string tensor for a tensor."""
    return backend.active().text(text_of(value)) if holds_tensor(value) else repr(resolve(value))


def format_(value: Any, spec: str = "", /) -> Any:
    """Has the semantics of `format`; a string tensor for a tensor."""
    if holds_tensor(value):
        return backend.active().text(text_of(value, quoted=False, spec=spec))
    return format(resolve(value), spec)


def string_method(method: Any) -> Callable[..., Any] | None:
    """The overload of a bound method of a string, if it has one."""
    owner = getattr(method, "__self__", None)
    if not isinstance(owner, str):
        return None
    if method.__name__ == "format":
        return lambda *args, **kwargs: _format(owner, args, kwargs)
    return (lambda items: _join(owner, items)) if method.__name__ == "join" else None


def _format(template: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """`str.format` with values that may be tensors."""
    if not any(map(holds_tensor, (*args, *kwargs.values()))):
        return template.format(*map(resolve, args), **{name: resolve(value) for name, value in kwargs.items()})
    parts: list[str | Formatted] = []
    formatter, position = string.Formatter(), 0
    for literal, field, spec, conversion in formatter.parse(template):
        parts.append(literal)
        if field is None:
            continue
        if not field or not (field[0].isalnum() or field[0] == "_"):
            field, position = f"{position}{field}", position + 1
        value, _ = formatter.get_field(field, args, kwargs)
        parts += text_of(value, quoted=False, conversion=conversion or "", spec=spec or "")
    return backend.active().text(parts)


def _join(separator: str, items: Any) -> Any:
    """`str.join` of strings that may be tensors."""
    from .stepping import items_of

    values = items_of(items, "str.join()")
    if not any(map(holds_tensor, values)):
        return separator.join(values)
    parts: list[str | Formatted] = []
    for index, value in enumerate(values):
        if index:
            parts.append(separator)
        parts += text_of(value, quoted=False)
    return backend.active().text(parts)
