"""Spans: places in a file, and the lines of text with a caret that show them."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

TAB_WIDTH = 8  # columns; what a terminal does with a tab
MOST_LINES = 4  # of one excerpt


@dataclass(frozen=True, order=True)
class Span:
    """A stretch of a file.

    Lines count from 1. Columns count characters (not bytes) from 0 and the end is exclusive; text that is shown to
    people counts columns from 1.
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column + 1}"


def excerpt(lines: Sequence[str], span: Span) -> str:
    """The lines of the span, numbered, each with carets under it; a long span is cut after a few lines.

    >>> print(excerpt(["if x > 0:"], Span("f.py", 1, 3, 1, 8)))
      1 | if x > 0:
        |    ^^^^^
    """
    last = min(span.end_line, span.line + MOST_LINES - 1, len(lines))
    width = max(3, len(str(last)))
    shown: list[str] = []
    for number in range(span.line, last + 1):
        text = lines[number - 1].rstrip("\r\n\f")
        start = span.column if number == span.line else len(text) - len(text.lstrip())
        end = span.end_column if number == span.end_line else len(text.rstrip())
        shown.append(f"{number:>{width}} | {_expanded(text)}")
        shown.append(f"{'':>{width}} | {_carets(text, start, end)}")
    if last < span.end_line:
        shown.append(f"{'':>{width}} | …")
    return "\n".join(shown)


def display_width(text: str) -> int:
    """Columns that a terminal uses for the text: wide characters take two, combining ones none, tabs reach a stop."""
    width = 0
    for character in text:
        if character == "\t":
            width += TAB_WIDTH - width % TAB_WIDTH
        elif not unicodedata.combining(character):
            width += 2 if unicodedata.east_asian_width(character) in "WF" else 1
    return width


def _expanded(text: str) -> str:
    """The text with spaces for its tabs, so that what stands before it does not move the stops."""
    parts = text.split("\t")
    shown = parts[0]
    for part in parts[1:]:
        shown += " " * (TAB_WIDTH - display_width(shown) % TAB_WIDTH) + part
    return shown


def _carets(text: str, start: int, end: int) -> str:
    before = display_width(text[:start])
    return " " * before + "^" * max(1, display_width(text[:end]) - before)
