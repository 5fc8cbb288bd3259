"""f-strings with tensors in them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from . import backend
from .place import refusal
from .standin import resolve
from .text import holds_tensor, text_of

_CONVERSIONS: dict[str, Callable[[Any], str]] = {"r": repr, "s": str, "a": ascii}


_FIELD = re.compile(
    r"%(?:\((?P<name>[^)]*)\))?(?P<flags>[-#0 +]*)(?P<width>[\d*]*(?:\.[\d*]*)?)[hlL]?(?P<type>[a-zA-Z%])"
)
_NOTHING: Any = object()


class Field(tuple[Any, ...]):
    """The parts of a field whose text only the run knows."""

    __slots__ = ()


def text(*parts: Any) -> Any:
    """Has the semantics of an f-string; a string tensor if a value in it is symbolic.

    Args:
        parts: literal texts and fields, in order.

    >>> text("x is ", field(3), ", ", field(0.5, ".2f"))
    'x is 3, 0.50'
    """
    if not any(isinstance(part, Field) for part in parts):
        return "".join(parts)
    pieces: list[Any] = []
    for part in parts:
        pieces += part if isinstance(part, Field) else [part]
    return backend.active().text(pieces)


def percent(template: str, values: Any) -> Any:
    """Has the semantics of `template % values`; a string tensor if a value is symbolic.

    Args:
        template: the text, with fields as `%d`.
        values: one value, a tuple of them, or a dict for fields with names.
    """
    if not backend.can_stage() or not holds_tensor(values):
        return template % resolve(values)
    if not isinstance(values, tuple | dict):
        values = (values,)
    rest = iter(values if isinstance(values, tuple) else ())
    pieces: list[Any] = []
    end = 0
    for found in _FIELD.finditer(template):
        pieces.append(template[end : found.start()])
        end = found.end()
        if found["type"] == "%":
            pieces.append("%")
            continue
        if "*" in found["width"]:
            raise refusal("a width or precision `*` with tensors", fix="use an f-string: `f'{x:{width}}'`.")
        value = values[found["name"]] if found["name"] is not None else next(rest, _NOTHING)
        if value is _NOTHING:
            raise TypeError("not enough arguments for format string")
        pieces += _percent_field(found, value)
    if next(rest, _NOTHING) is not _NOTHING:
        raise TypeError("not all arguments converted during string formatting")
    return backend.active().text([*pieces, template[end:]])


def _percent_field(found: re.Match[str], value: Any) -> list[Any]:
    """One field whose value may be a tensor, by the format that Python's newer notation has for it."""
    if not holds_tensor(value):
        name = f"({found['name']})" if found["name"] is not None else ""
        return [found[0].replace(name, "", 1) % (resolve(value),)]
    flags, width, kind = found["flags"], found["width"], found["type"]
    align = "<" if "-" in flags else ">"
    sign = "+" if "+" in flags else " " if " " in flags else ""
    fill = "0" if "0" in flags and "-" not in flags and kind not in "rsa" else ""
    if kind in "rsa":
        spec = f"{align}{width}" if width else ""
        return text_of(value, quoted=False, conversion="" if kind == "s" else kind, spec=spec)
    if kind in "diu":
        value, kind = backend.active().cast(value, "int64"), "d"
    spec = f"{'' if fill else align}{sign}{'#' if '#' in flags else ''}{fill}{width}{kind}"
    return text_of(value, quoted=False, spec=spec)


def field(value: Any, spec: str = "") -> str | Field:
    """A field of an f-string: `f"{value:spec}"`.

    Args:
        value: the value.
        spec: the format.
    """
    return converted_field(value, "", spec)


def converted_field(value: Any, conversion: str, spec: str = "") -> str | Field:
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
