"""The blocks of compound statements, of every kind alike."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gast

from .positions import is_placed
from .walking import children

_FIELDS = ("body", "cases", "handlers", "orelse", "finalbody")  # in the order of the text


def is_block(field: str, value: object) -> bool:
    """Whether a field of a node holds a block (the body of a lambda is none)."""
    return field in _FIELDS and isinstance(value, list)


def blocks_of(node: gast.AST) -> Iterator[tuple[str, list[Any]]]:
    """The blocks of a statement, handler or case, in the order of the text, each with its field."""
    for field in _FIELDS:
        value = getattr(node, field, None)
        if isinstance(value, list) and value:
            yield field, value


def header_end(node: gast.AST) -> tuple[int, int] | None:
    """Where the last part of a node's header ends (line, column in bytes), or None when its header has no parts."""
    ends: list[tuple[int, int]] = []
    for field in node._fields:
        value = getattr(node, field, None)
        if not is_block(field, value):
            ends += _ends(value)
    return max(ends, default=None)


def _ends(value: Any) -> Iterator[tuple[int, int]]:
    if isinstance(value, list):
        for item in value:
            yield from _ends(item)
    elif isinstance(value, gast.AST):
        if is_placed(value):
            yield value.end_lineno, value.end_col_offset
        else:
            for child in children(value):
                yield from _ends(child)
