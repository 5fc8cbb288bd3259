"""Where in the user's program something is, cheap to take and shown only when an error needs it."""

from __future__ import annotations

import itertools
import linecache
import os
import sys
from collections.abc import Iterator
from types import CodeType, FrameType

from autograph.errors import StagingError
from autograph.syntax.span import Span, excerpt

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_FRAMEWORK = (_PACKAGE + os.sep, os.path.join(os.path.dirname(_PACKAGE), "runtime") + os.sep)


class Place:
    """A position in running code: an instruction of a code object."""

    __slots__ = ("code", "offset")

    def __init__(self, code: CodeType, offset: int) -> None:
        self.code = code
        self.offset = offset

    @classmethod
    def of(cls, frame: FrameType) -> Place:
        """What the frame runs now."""
        return cls(frame.f_code, frame.f_lasti)

    @property
    def line(self) -> int:
        """The line number, from 1."""
        return self.span().line

    def span(self) -> Span:
        """The stretch of text, to the column where Python knows it (3.11 on), else the whole line."""
        file = self.code.co_filename
        line, end_line, column, end_column = _position(self.code, self.offset)
        if column is not None and end_column is not None and line is not None:
            end_line = end_line or line
            start = _characters(linecache.getline(file, line), column)
            return Span(file, line, start, end_line, _characters(linecache.getline(file, end_line), end_column))
        line = line or self.code.co_firstlineno
        text = linecache.getline(file, line).rstrip()
        return Span(file, line, len(text) - len(text.lstrip()), line, len(text))

    def excerpt(self) -> str:
        """The line of text with carets under it; empty if the text is not to be had."""
        lines = linecache.getlines(self.code.co_filename)
        return excerpt(lines, self.span()) if lines else ""

    def __str__(self) -> str:
        return f"{self.code.co_filename}:{self.line}"


def here() -> Place | None:
    """What the innermost frame of the user's runs now."""
    for frame in frames(sys._getframe(1)):
        if not is_framework(frame.f_code.co_filename):
            return Place.of(frame)
    return None


def frames(frame: FrameType | None) -> Iterator[FrameType]:
    """The frame and its callers, innermost first."""
    while frame is not None:
        yield frame
        frame = frame.f_back


def is_framework(file: str) -> bool:
    """Whether code of that file belongs to this project, and is never the user's."""
    return file.startswith(_FRAMEWORK)


def refusal(what: str, *, why: str = "", fix: str = "", at: Place | None = None) -> StagingError:
    """The error for what cannot be staged, shown at a place (by default what the user's code runs now)."""
    at = at or here()
    if at is None:
        return StagingError(what, why=why, fix=fix)
    return StagingError(what, span=at.span(), excerpt=at.excerpt(), why=why, fix=fix)


def note(error: BaseException, text: str) -> None:
    """Adds a line to what a traceback shows of an exception."""
    notes = getattr(error, "__notes__", [])
    if text not in notes:
        error.__notes__ = [*notes, text]  # type: ignore[attr-defined]


def _position(code: CodeType, offset: int) -> tuple[int | None, int | None, int | None, int | None]:
    if sys.version_info >= (3, 11):
        return next(itertools.islice(code.co_positions(), max(offset, 0) // 2, None), (None, None, None, None))
    line = next((line for start, end, line in code.co_lines() if start <= offset < end), None)
    return line, line, None, None


def _characters(text: str, column: int) -> int:
    """Python counts columns in bytes of UTF-8."""
    return len(text.encode("utf-8")[:column].decode("utf-8", "replace"))
