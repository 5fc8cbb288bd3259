"""What the command line shows: colours where they are wanted, and errors without tracebacks."""

from __future__ import annotations

import io
import keyword
import os
import re
import sys
import tokenize
from collections.abc import Iterator
from typing import TextIO

from .errors import AutographError

COLOR_CHOICES = ("auto", "always", "never")

_RESET = "\x1b[0m"
_BOLD, _RED, _GREEN, _YELLOW, _BLUE, _MAGENTA, _CYAN, _GREY = (
    f"\x1b[{code}m" for code in ("1", "31", "32", "33", "34", "35", "36", "90")
)
_STRINGS = frozenset({"STRING", "FSTRING_START", "FSTRING_MIDDLE", "FSTRING_END"})
_NAMED = {"red": _BOLD + _RED, "green": _GREEN, "yellow": _BOLD + _YELLOW, "blue": _BLUE}
_DIFF_COLORS = {"+": _GREEN, "-": _RED, "@": _CYAN}


class Terminal:
    """Standard output and standard error.

    Args:
        color: "always", "never", or "auto": on a terminal, unless `NO_COLOR` is set (https://no-color.org).
    """

    def __init__(self, color: str = "auto") -> None:
        self._color = color

    def code(self, text: str) -> None:
        """Prints Python text."""
        sys.stdout.write(highlighted(text) if self.has_color(sys.stdout) else text)

    def diff(self, lines: Iterator[str]) -> None:
        """Prints the lines of a unified difference."""
        has_color = self.has_color(sys.stdout)
        for line in lines:
            color = _DIFF_COLORS.get(line[:1], "") if has_color else ""
            sys.stdout.write(_painted(line, color))

    def error(self, error: AutographError) -> None:
        """Prints an error."""
        text = str(error)
        has_color = self.has_color(sys.stderr)
        if not error.span:
            text = f"{_painted('error:', _BOLD + _RED if has_color else '')} {text}"
        elif has_color:
            text = re.sub(r"(?m)^( *\| *)(\^+)$", rf"\1{_RED}\2{_RESET}", text)
        print(text, file=sys.stderr)

    def has_color(self, stream: TextIO) -> bool:
        """Whether colours are wanted on a stream."""
        if self._color == "auto":
            return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        return self._color == "always"


def highlighted(text: str) -> str:
    """Python text with colours for its keywords, strings, numbers and comments.

    >>> highlighted("return 1")
    '\\x1b[35mreturn\\x1b[0m \\x1b[36m1\\x1b[0m'
    """
    lines = text.splitlines(keepends=True) if "\f" not in text else [*io.StringIO(text)]
    painted: list[str] = []
    line, column = 1, 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        painted.append(_between(lines, (line, column), token.start))
        painted.append(_painted(_between(lines, token.start, token.end), _color_of(token)))
        line, column = token.end
    return "".join(painted)


def _between(lines: list[str], start: tuple[int, int], end: tuple[int, int]) -> str:
    if start[0] > len(lines):
        return ""
    if start[0] == end[0]:
        return lines[start[0] - 1][start[1] : end[1]]
    last = lines[end[0] - 1][: end[1]] if end[0] <= len(lines) else ""
    return "".join([lines[start[0] - 1][start[1] :], *lines[start[0] : end[0] - 1], last])


def _color_of(token: tokenize.TokenInfo) -> str:
    kind = tokenize.tok_name[token.type]
    if kind == "NAME":
        return _MAGENTA if keyword.iskeyword(token.string) else ""
    if kind in _STRINGS:
        return _GREEN
    return {"NUMBER": _CYAN, "COMMENT": _GREY}.get(kind, "")


def painted(text: str, color: str, wanted: bool) -> str:
    """A text in one of the colours red, green, yellow and blue, if colours are wanted."""
    return _painted(text, _NAMED[color] if wanted else "")


def _painted(text: str, color: str) -> str:
    return f"{color}{text}{_RESET}" if color and text else text
