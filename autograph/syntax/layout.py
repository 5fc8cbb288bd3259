"""What the tree of a text does not say: its tokens, comments, blank lines and indentation."""

from __future__ import annotations

import bisect
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass

from .document import Document

Position = tuple[int, int]  # line from 1, column in characters from 0

_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")
_SPACE = frozenset({tokenize.NL, tokenize.COMMENT, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT})


@dataclass(frozen=True)
class Comment:
    """A comment.

    Attributes:
        line: where it is.
        column: where it starts, in characters.
        text: it, from the hash on.
        gap: the space between it and the code before it; None when it has a line of its own.
    """

    line: int
    column: int
    text: str
    gap: str | None


class Layout:
    """The tokens of some whole lines of a document.

    Args:
        document: the text.
        first: the first line; its start must not be inside brackets or a string.
        last: the last line.
    """

    def __init__(self, document: Document, first: int, last: int) -> None:
        self.document = document
        self.first, self.last = first, last
        self.tokens = list(_tokens(document.lines[first - 1 : last], first - 1))
        self._starts = [token.start for token in self.tokens]
        self.code_lines = {
            line
            for token in self.tokens
            if token.type not in _SPACE
            for line in range(token.start[0], token.end[0] + 1)
        }
        self._lines_in_strings = set(self._find_lines_in_strings())
        self.comments = [self._comment(token) for token in self.tokens if token.type == tokenize.COMMENT]
        self._comment_starts = [(comment.line, comment.column) for comment in self.comments]
        self.unit = self._find_unit()

    def text(self, start: Position, end: Position, indentation: tuple[str, str] = ("", "")) -> str:
        """The text between two positions.

        Args:
            start: of its first character.
            end: after its last character.
            indentation: that of the statement in the text, and the one it gets: what is under it moves along.
        """
        if start[0] == end[0]:
            return self.document.lines[start[0] - 1][start[1] : end[1]]
        lines = [self.document.lines[start[0] - 1][start[1] :]]
        lines += [self._moved(number, *indentation) for number in range(start[0] + 1, end[0])]
        cut = len(self.document.lines[end[0] - 1]) - end[1]
        return "".join([*lines, self._moved(end[0], *indentation)[:-cut]])

    def indentation(self, line: int) -> str:
        """The white space that a line begins with."""
        text = self.document.lines[line - 1]
        return text[: len(text) - len(text.lstrip(" \t\f"))].replace("\f", "")

    def spills(self, start: Position, end: Position) -> bool:
        """Whether the text between two positions needs brackets around it to go over its lines."""
        if start[0] == end[0]:
            return False
        depth = 0
        for token in self.between(start, end):
            depth += (token.string in _OPENING) - (token.string in _CLOSING) if token.type == tokenize.OP else 0
            if token.type in (tokenize.NL, tokenize.NEWLINE) and depth == 0:
                return True
        return False

    def is_enclosed(self, start: Position, end: Position) -> bool:
        """Whether the first bracket of the text between two positions is its first token and closes at its end."""
        depth = 0
        tokens = [token for token in self.between(start, end) if token.type not in _SPACE]
        for token in tokens[:-1]:
            depth += (token.string in _OPENING) - (token.string in _CLOSING) if token.type == tokenize.OP else 0
            if depth == 0:
                return False
        return len(tokens) > 1

    def between(self, start: Position, end: Position) -> list[tokenize.TokenInfo]:
        """The tokens that begin between two positions."""
        return self.tokens[bisect.bisect_left(self._starts, start) : bisect.bisect_left(self._starts, end)]

    def find(self, string: str, after: Position) -> Position:
        """Where the first such token at or after a position begins."""
        index = bisect.bisect_left(self._starts, after)
        while self.tokens[index].string != string:
            index += 1
        return self.tokens[index].start

    def find_back(self, string: str, before: Position) -> Position:
        """Where the last such token before a position begins."""
        index = bisect.bisect_left(self._starts, before) - 1
        while self.tokens[index].string != string:
            index -= 1
        return self.tokens[index].start

    def end_with_comments(self, end: Position, column: int) -> Position:
        """Where a block ends that ends there: after the comments beside and below it that are deeper than a column."""
        for comment in self.comments[bisect.bisect_left(self._comment_starts, end) :]:
            is_beside = comment.line == end[0] and comment.gap is not None
            is_below = comment.gap is None and comment.column > column
            if not is_beside and not is_below:
                break
            if any(line in self.code_lines for line in range(end[0] + 1, comment.line)):
                break
            end = (comment.line, comment.column + len(comment.text))
        return end

    def _find_unit(self) -> str:
        """What the first block is indented by."""
        base = self.indentation(min(self.code_lines, default=self.first))
        indents = (token.string for token in self.tokens if token.type == tokenize.INDENT)
        return next((text[len(base) :] for text in indents if text.startswith(base) and text != base), "    ")

    def _moved(self, number: int, old: str, new: str) -> str:
        line = self.document.lines[number - 1]
        if number in self._lines_in_strings or old == new or not line.strip():
            return line
        if line.startswith(old):
            return new + line[len(old) :]
        text = line.lstrip(" \t\f")
        return " " * max(0, len(line) - len(text) - len(old) + len(new)) + text

    def _comment(self, token: tokenize.TokenInfo) -> Comment:
        line, column = token.start
        before = self.document.lines[line - 1][:column]
        gap = before[len(before.rstrip()) :] if line in self.code_lines else None
        return Comment(line, column, token.string, gap)

    def _find_lines_in_strings(self) -> Iterator[int]:
        """The lines that begin inside a string: what is there belongs to it."""
        opened: list[int] = []
        for token in self.tokens:
            kind = tokenize.tok_name[token.type]
            if kind == "STRING":
                yield from range(token.start[0] + 1, token.end[0] + 1)
            elif kind in ("FSTRING_START", "TSTRING_START"):
                opened.append(token.start[0])
            elif kind in ("FSTRING_END", "TSTRING_END"):
                yield from range(opened.pop() + 1, token.end[0] + 1)


def _tokens(lines: list[str], offset: int) -> Iterator[tokenize.TokenInfo]:
    readline = iter([*lines, ""]).__next__
    for kind, string, start, end, line in tokenize.generate_tokens(readline):
        if kind != tokenize.ENDMARKER:
            yield tokenize.TokenInfo(kind, string, (start[0] + offset, start[1]), (end[0] + offset, end[1]), line)
