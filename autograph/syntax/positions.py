"""Positions of generated nodes: those of the header they come from (a test, a target, an iterable).

The rewritten tree is compiled with the user's file name, so tracebacks, carets, debuggers and coverage show the
user's own lines. Nodes that already have a position are the user's (or were placed before) and are left alone, with
all that is under them: placing costs what was generated, not what is inside.
"""

from __future__ import annotations

from typing import Any, TypeVar

import gast

from .walking import children

ATTRIBUTES = ("lineno", "col_offset", "end_lineno", "end_col_offset")

Nodes = TypeVar("Nodes")


def at(nodes: Nodes, header: gast.AST) -> Nodes:
    """Gives every node without a position the position of `header`, and returns the nodes.

    Args:
        nodes: a node or a list of nodes, as `quote` made them.
        header: the node of the user that the generated ones come from. Not the whole statement: CPython would report
            the last line of its block.

    Raises:
        ValueError: `header` has no position itself.
    """
    if not is_placed(header):
        raise ValueError(f"{type(header).__name__} has no position to give")
    _place(nodes, _position(header))
    return nodes


def _position(header: Any) -> list[int]:
    """The header's position; its first line only, because CPython reports the last line of a call of an attribute."""
    line, column = header.lineno, header.col_offset
    end_column = header.end_col_offset if header.end_lineno == line else column
    return [line, column, line, end_column]


def is_placed(node: gast.AST) -> bool:
    """Whether the node has a position."""
    return getattr(node, "lineno", None) is not None


def can_be_placed(node: gast.AST) -> bool:
    """Whether nodes of this kind have positions at all (operators, contexts and argument lists have none)."""
    return "lineno" in node._attributes


def _place(nodes: object, position: list[int]) -> None:
    if isinstance(nodes, list):
        for node in nodes:
            _place(node, position)
    elif isinstance(nodes, gast.AST):
        if can_be_placed(nodes):
            if is_placed(nodes):
                return
            for name, value in zip(ATTRIBUTES, position, strict=True):
                setattr(nodes, name, value)
        for child in children(nodes):
            _place(child, position)
