"""The lines that statements, handlers and clauses (`else:`, `finally:`, `case …:`) begin at, in reading order."""

from __future__ import annotations

import bisect
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import gast

from .blocks import blocks_of, header_end
from .layout import Layout, Position


@dataclass(frozen=True)
class Anchor:
    """Something that begins a line of code.

    Attributes:
        node: the statement or handler; for a clause, the statement it belongs to.
        start: where it begins, decorators included.
        end: where it ends; for a compound one, after the colon of its header.
        is_clause: whether it is an `else`, `finally` or `case`.
    """

    node: gast.AST
    start: Position
    end: Position
    is_clause: bool = False

    @property
    def column(self) -> int:
        """Where it begins in its line, in characters."""
        return self.start[1]


class Anchors:
    """The anchors of a tree."""

    def __init__(self, layout: Layout, tree: gast.AST) -> None:
        self._layout = layout
        self.all = list(self._find(tree))
        self._starts = [anchor.start for anchor in self.all]
        self._by_node = {id(anchor.node): number for number, anchor in enumerate(self.all) if not anchor.is_clause}

    def of(self, node: gast.AST) -> Anchor:
        """The anchor of a statement or handler of the text."""
        return self.all[self._by_node[id(node)]]

    def number(self, node: gast.AST | None) -> int | None:
        """The place of a statement or handler of the text in reading order."""
        return self._by_node.get(id(node))

    def number_at(self, position: Position) -> int | None:
        """The place of the last anchor that begins at or before a position."""
        number = bisect.bisect_right(self._starts, position) - 1
        return number if number >= 0 else None

    def position_of(self, node: Any) -> Position:
        """Where a node begins, in characters."""
        return node.lineno, self._layout.document.characters(node.lineno, node.col_offset)

    def start_of(self, node: Any) -> Position:
        """Where the text of a node of the text begins, decorators included."""
        if getattr(node, "decorator_list", None):
            return self._layout.find_back("@", self.position_of(node.decorator_list[0]))
        return self.position_of(node)

    def is_elif(self, node: gast.AST) -> bool:
        """Whether a statement of the text is an `if` written `elif`."""
        line, column = self.start_of(node)
        return isinstance(node, gast.If) and self._layout.document.lines[line - 1].startswith("elif", column)

    def _find(self, node: gast.AST) -> Iterator[Anchor]:
        if isinstance(node, gast.stmt | gast.ExceptHandler):
            yield Anchor(node, self.start_of(node), self._end(node))
        for field, block in blocks_of(node):
            if field in ("orelse", "finalbody") and not (isinstance(node, gast.If) and self.is_elif(block[0])):
                yield self._clause("else" if field == "orelse" else "finally", block[0], node)
            for child in block:
                if isinstance(child, gast.match_case):
                    yield self._clause("case", child.pattern, node)
                yield from self._find(child)

    def _clause(self, word: str, before: gast.AST, owner: gast.AST) -> Anchor:
        start = self._layout.find_back(word, self.start_of(before))
        return Anchor(owner, start, self._layout.find(":", start), is_clause=True)

    def _end(self, node: Any) -> Position:
        characters = self._layout.document.characters
        if not any(blocks_of(node)):
            return node.end_lineno, characters(node.end_lineno, node.end_col_offset)
        end = header_end(node) or (node.lineno, node.col_offset)
        line, column = self._layout.find(":", (end[0], characters(*end)))
        return line, column + 1
