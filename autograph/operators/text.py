"""Texts with tensors in them, filled in when the graph runs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from . import backend
from .backend import Formatted, Text
from .lists import List
from .records import field_names, is_record, values_of
from .standin import resolve


def holds_tensor(value: Any) -> bool:
    """Whether the text of a value is known only at run time."""
    value = resolve(value)
    if isinstance(value, List):
        return value.handle is not None or any(map(holds_tensor, value.items()))
    if isinstance(value, dict):
        return any(map(holds_tensor, value.values()))
    if isinstance(value, list | tuple):
        return any(map(holds_tensor, value))
    if _shows_fields(value):
        return any(map(holds_tensor, values_of(value)))
    return backend.active().is_symbolic(value)


def parts_of(values: Iterable[Any], separator: str = " ") -> Text:
    """The texts of values, as `print` writes them."""
    parts: list[str | Formatted] = []
    for index, value in enumerate(values):
        if index:
            parts.append(separator)
        parts += text_of(value, quoted=False)
    return parts


def text_of(value: Any, *, quoted: bool = True, conversion: str = "", spec: str = "") -> list[str | Formatted]:
    """The text of one value: `str` of it, or (quoted) `repr`, as for what is inside a container."""
    value = resolve(value)
    if isinstance(value, List) and value.staged:
        value = value.stack()
    if not holds_tensor(value):
        plain = repr(value) if quoted or conversion == "r" else ascii(value) if conversion == "a" else value
        return [format(plain, spec)]
    if isinstance(value, dict):
        items = [[*text_of(key), ": ", *text_of(item)] for key, item in value.items()]
        return ["{", *_joined(items), "}"]
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        fields = [[f"{name}=", *text_of(item)] for name, item in zip(value._fields, value, strict=True)]
        return [type(value).__name__, "(", *_joined(fields), ")"]
    if isinstance(value, list | tuple):
        items = [text_of(item) for item in (value.items() if isinstance(value, List) else value)]
        ends = ("[", "]") if isinstance(value, list) else ("(", ",)" if len(value) == 1 else ")")
        return [ends[0], *_joined(items), ends[1]]
    if _shows_fields(value):
        pairs = zip(field_names(type(value)), values_of(value), strict=True)
        return [type(value).__qualname__, "(", *_joined([[f"{name}=", *text_of(item)] for name, item in pairs]), ")"]
    return [Formatted(value, conversion or ("r" if quoted else ""), spec)]


def _shows_fields(value: Any) -> bool:
    """Whether the text of a value is the one that `dataclass` makes: its class and its fields."""
    parameters = getattr(type(value), "__dataclass_params__", None)
    is_made = parameters is not None and parameters.repr and hasattr(type(value).__repr__, "__wrapped__")
    return bool(is_made) and is_record(value)


def _joined(texts: Iterable[list[str | Formatted]]) -> list[str | Formatted]:
    parts: list[str | Formatted] = []
    for index, text in enumerate(texts):
        if index:
            parts.append(", ")
        parts += text
    return parts
