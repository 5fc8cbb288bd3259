"""Tree to text: what the user wrote as he wrote it, what was generated in the same hand.

A statement or expression that the text at its position still says is copied from there, with its comments, quotes
and wrapping. One that changed only in some of its parts is copied around them. The rest is written by the unparser.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import gast

from .anchors import Anchors
from .blocks import blocks_of
from .comments import Notes, comments_of_text, comments_of_tree, make_room_for_import
from .layout import Layout, Position
from .originals import Originals, Pairs
from .precedence import Level, level_of
from .recursion import deep_recursion
from .source import Source
from .unparse_expressions import LINE_LENGTH
from .unparse_statements import Unparser
from .walking import depth_of

_MOST_EXPLODED = 3  # calls inside each other


def print_tree(tree: gast.AST | list[gast.AST], source: Source | None = None) -> str:
    """The Python text of a tree, without an end of line.

    Args:
        tree: a module, a function, any other node, or a list of statements.
        source: where the tree comes from; what is left of its text in the tree is copied. Everything is generated
            text when None.

    >>> print_tree(gast.parse("x = {'a':1,  'b' : (2)}"))
    "x = {'a': 1, 'b': 2}"
    """
    root = gast.Module(tree, []) if isinstance(tree, list) else tree
    with deep_recursion(depth_of(root)):
        unparser = Printer(root, source) if source else Unparser()
        unparser.dispatch(root)
    text: str = unparser.f.getvalue()
    return text.lstrip("\n")


class Printer(Unparser):
    """Writes a changed tree of some text."""

    def __init__(self, tree: gast.AST, source: Source) -> None:
        super().__init__()
        text_tree = source.tree
        self._layout = _layout_of(source)
        self._originals = Originals(text_tree, tree)
        self._anchors = Anchors(self._layout, text_tree)
        end_column = getattr(source.node, "col_offset", -1)
        notes = comments_of_text(self._layout, self._anchors, end_column)
        self._notes = comments_of_tree(notes, self._anchors, self._originals, tree)
        self._copied_lines: set[int] = set()
        self._brackets = 0
        self._trailing = ""
        self.indentation = self._layout.unit

    def write(self, text: str) -> None:
        """Appends a piece of text; brackets written alone count, since text inside them may go over its line."""
        self._brackets += (text in {"(", "[", "{"}) - (text in {")", "]", "}"})
        super().write(text)

    def dispatch(self, tree: Any) -> None:
        """Writes a node or a list of nodes."""
        if isinstance(tree, gast.Module) and not tree.body:
            self.write(self._layout.document.text.rstrip())  # comments only
        elif isinstance(tree, gast.Module):
            make_room_for_import(self._notes, tree.body)
            self.statements(tree.body)
        elif isinstance(tree, gast.stmt):
            self._statement(tree, is_first=False)
        elif isinstance(tree, gast.pattern) and self._originals.is_unchanged(tree):
            self.write(self._copy(self._originals.of(tree)))
        else:
            super().dispatch(tree)

    # Statements

    def statements(self, body: list[Any]) -> None:
        """Writes the statements of a block."""
        for position, statement in enumerate(body):
            self._statement(statement, is_first=position == 0)

    def _statement(self, node: Any, *, is_first: bool) -> None:
        original = self._originals.of(node)
        notes = self._notes.get(id(node), Notes())
        if is_first:
            notes.above = _without_blank_start(notes.above)
        if original and self._originals.is_unchanged(node):
            self._write_copy(notes, original)
        elif any(blocks_of(node)):
            super().dispatch(node)  # writes its header by `header`
        else:
            text = self._fitted(lambda: self._copy_around(node, original)) if original else None
            self._write_line(notes, text or self._generated(node), is_copy=text is not None)
        for line in notes.after:
            self._write_note(line)

    def _write_copy(self, notes: Notes, original: gast.stmt) -> None:
        start, end = self._extent(original)
        if any(blocks_of(original)):
            end = self._layout.end_with_comments(end, start[1])
            notes.trailing = None  # of the header: inside the copy
        self._write_line(notes, self._text(start, end, original), is_copy=True)

    def _generated(self, node: gast.stmt) -> str:
        text = self._fitted(lambda: self.text_of(lambda: super(Printer, self).dispatch(node)))
        return (text or "").strip("\n").lstrip()

    def _fitted(self, render: Callable[[], str | None], before: str = "") -> str | None:
        """What a function renders, its outer calls over several lines if that makes long lines shorter."""
        best = render()
        if best is None:
            return None
        width = self._width(best, before)
        for exploding in range(1, _MOST_EXPLODED + 1):
            if width <= LINE_LENGTH:
                break
            self._exploding, self._must_explode = exploding, True
            text = render() or best
            self._exploding, self._must_explode = 0, False
            if self._width(text, before) < width:
                best, width = text, self._width(text, before)
        return best

    def _width(self, text: str, before: str) -> int:
        """The length of the longest line."""
        margin = len((self.indentation * self._indent).expandtabs()) + len(before)
        first, *rest = text.lstrip("\n").expandtabs().split("\n")
        return max([len(first) + margin, *map(len, rest)])

    def _write_line(self, notes: Notes, text: str, *, is_copy: bool) -> None:
        self._write_above(notes)
        self.fill(text)
        self.write(self._trailing_of(notes, keep_gap=is_copy))

    def header(self, node: Any, word: str, write: Callable[[], None]) -> None:
        """Writes the header of a compound statement up to its colon."""
        original = self._originals.of(node)
        notes = self._notes.get(id(node), Notes())
        text = self._fitted(lambda: self._copy_header(node, original, word)) if original else None
        is_copy = text is not None
        if text is None:
            text = word + (self._fitted(lambda: self.text_of(write), word) or "")
        self._write_above(notes)
        self.fill(text)
        self._trailing = self._trailing_of(notes, keep_gap=is_copy)

    def enter(self) -> None:
        """Begins a block: writes the colon, and the comment that stands behind it."""
        super().enter()
        self.write(self._trailing)
        self._trailing = ""

    def is_elif(self, node: Any) -> bool:
        """Whether what follows the `else` of this `if` is written `elif`, as the text has it where it is the text's."""
        if not super().is_elif(node):
            return False
        inner = node.orelse[0]
        original = self._originals.of(inner)
        if original is None or self._anchors.is_elif(original):
            return True
        return not self._originals.keeps_a_part(self._originals.pairs(inner, original))

    def handler(self, word: str, node: Any) -> None:
        """Writes one `except` clause."""
        super().handler(word, node)
        for line in self._notes.get(id(node), Notes()).after:
            self._write_note(line)

    def _write_above(self, notes: Notes) -> None:
        for line in notes.above:
            self._write_note(line)
        for comment in notes.inside:
            if comment.line not in self._copied_lines:
                self._write_note(comment.text)

    def _write_note(self, line: str) -> None:
        if line:
            self.fill(line)
        else:
            self.write("\n")

    def _trailing_of(self, notes: Notes, *, keep_gap: bool) -> str:
        if notes.trailing is None:
            return ""
        return f"{notes.trailing.gap if keep_gap else '  '}{notes.trailing.text}"

    # Expressions

    def expression(self, node: gast.expr) -> None:
        """Writes an expression without parentheses around it."""
        original = None if self._outer_quotes else self._originals.of(node)
        text = self._copy_around(node, original) if original else None
        if text is None:
            super().expression(node)
        elif self._spills(original) and not self._brackets:
            self.write(f"({text})")
        else:
            self.write(text)

    def is_copied(self, node: gast.expr) -> bool:
        """Whether the text of a node is somebody's own, with the line breaks in it."""
        return self._originals.of(node) is not None

    def operand(self, node: gast.expr, level: Level) -> None:
        """Writes an expression, in parentheses if it binds less tightly than its place needs."""
        super().operand(node, Level.NAMED if self._brings_parentheses(node) else level)

    def _brings_parentheses(self, node: gast.expr) -> bool:
        """Whether this is a tuple that will be copied with the parentheses around it."""
        original = None if self._outer_quotes else self._originals.of(node)
        if not isinstance(original, gast.Tuple) or not self._layout.is_enclosed(*self._extent(original)):
            return False
        return self._originals.is_unchanged(node) or self._originals.pairs(node, original) is not None

    # Copies

    def _copy(self, original: gast.AST) -> str:
        """The text of a node of the text, moved to the current indentation."""
        return self._text(*self._extent(original), original)

    def _copy_around(self, node: gast.AST, original: gast.AST) -> str | None:
        """The text of the original with what changed in the node put into it, or None when that is not possible."""
        if self._originals.is_unchanged(node):
            return self._copy(original)
        pairs = self._originals.pairs(node, original)
        return None if pairs is None else self._copy_with(pairs, *self._extent(original), original)

    def _copy_header(self, node: gast.AST, original: gast.AST, word: str) -> str | None:
        pairs = self._originals.pairs(node, original)
        if pairs is None or (pairs and not self._originals.keeps_a_part(pairs)):
            return None
        anchor = self._anchors.of(original)
        line, column = anchor.end
        text = self._copy_with(pairs, anchor.start, (line, column - 1), original)
        return word + text[text.index("if") + 2 :].lstrip(" ") if isinstance(node, gast.If) else text

    def _copy_with(self, pairs: Pairs, start: Position, end: Position, original: gast.AST) -> str:
        pieces: list[str] = []
        for part, old in pairs:
            old_start, old_end = self._extent(old)
            pieces += [self._text(start, old_start, original), self._part(part, old)]
            start = old_end
        return "".join([*pieces, self._text(start, end, original)])

    def _part(self, part: Any, old: Any) -> str:
        """The text of a part of a copied node; brackets around the old part, if any, are there still."""
        if self._originals.of(part) is old and (text := self._copy_around(part, old)) is not None:
            return text
        is_expression = isinstance(part, gast.expr)
        is_loose = is_expression and (level_of(part) < self._level_of_place(old) or _is_integer(part))
        in_brackets = is_loose or self._spills(old)
        self._brackets += in_brackets
        text = self.text_of(lambda: self.expression(part) if is_expression else self.dispatch(part))
        self._brackets -= in_brackets
        text = f"({text})" if is_loose else text
        # The parentheses of a generator expression may be those of the call around it.
        return f"({text})" if isinstance(old, gast.GeneratorExp) else text

    def _level_of_place(self, old: gast.AST) -> Level:
        """What can surely stand where the old part did, without parentheses."""
        is_enclosed = isinstance(old, gast.Tuple) and self._layout.is_enclosed(*self._extent(old))
        return Level.ATOM if is_enclosed else max(level_of(old), Level.TEST)

    def _text(self, start: Position, end: Position, original: gast.AST) -> str:
        number = self._anchors.number_at(self._extent(original)[0])
        line = self._anchors.all[number].start[0] if number is not None else start[0]
        self._copied_lines.update(range(start[0], end[0]))
        moved = (self._layout.indentation(line), self.indentation * self._indent)
        return self._layout.text(start, end, moved)

    def _extent(self, original: Any) -> tuple[Position, Position]:
        characters = self._layout.document.characters
        end = (original.end_lineno, characters(original.end_lineno, original.end_col_offset))
        return self._anchors.start_of(original), end

    def _spills(self, original: gast.AST) -> bool:
        return self._layout.spills(*self._extent(original))


def _layout_of(source: Source) -> Layout:
    """The lines of a source: for a function with the comments right above it and those at the end of its block."""
    document, node = source.document, source.node
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return Layout(document, 1, len(document.lines))
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    while first > 1 and document.lines[first - 2].lstrip().startswith("#"):
        first -= 1
    last = node.end_lineno or node.lineno
    for number in range(last + 1, len(document.lines) + 1):
        text = document.lines[number - 1].lstrip()
        is_comment = text.startswith("#") and len(document.lines[number - 1]) - len(text) > node.col_offset
        if text and not is_comment:
            break
        last = number if is_comment else last
    return Layout(document, first, last)


def _without_blank_start(lines: list[str]) -> list[str]:
    start = next((index for index, line in enumerate(lines) if line), len(lines))
    return lines[start:]


def _is_integer(node: Any) -> bool:
    return isinstance(node, gast.Constant) and type(node.value) is int
