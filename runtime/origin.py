"""Where in the user's program an operation was made."""

import itertools
import linecache
import os
import sys
from types import CodeType
from typing import NamedTuple

import numpy as np

# numpy is not the framework, but neither is it the user's program.
_internal_directories = [os.path.dirname(os.path.abspath(file)) + os.sep for file in (__file__, np.__file__)]
_internal_files: dict[str, bool] = {}
_NUMPY_DISPATCH = "<__array_function__ internals>"  # What numpy before 1.25 calls the file of its wrappers.


class Origin(NamedTuple):
    """A line of the user's program.

    >>> str(Origin("model.py", 12, "train"))
    'model.py:12'
    """

    file: str
    line: int
    function: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


class Place:
    """A position in running code, cheap to take; `origin` finds the line when asked."""

    __slots__ = ("_code", "_offset")

    def __init__(self, code: CodeType, offset: int) -> None:
        self._code = code
        self._offset = offset

    def origin(self) -> Origin:
        """The file, line and function of this position."""
        return Origin(self._code.co_filename, _line_at(self._code, self._offset), self._code.co_name)

    def excerpt(self) -> list[str]:
        """The line of text, and carets under the part that made it where Python knows it (3.11 on).

        Empty if the text is not to be had.
        """
        line = _line_at(self._code, self._offset)
        text = linecache.getline(self._code.co_filename, line).rstrip()
        if not text:
            return []
        shown = [f"{line:>6} | {text}"]
        columns = _columns_at(self._code, self._offset, line, text)
        return [*shown, f"{'':>6} | {' ' * columns[0]}{'^' * (columns[1] - columns[0])}"] if columns else shown


def mark_internal(directory: str) -> None:
    """Counts the code under `directory` as the framework's, so that no operation is said to be made there."""
    prefix = os.path.abspath(directory) + os.sep
    if prefix not in _internal_directories:
        _internal_directories.append(prefix)
        _internal_files.clear()


def is_internal(filename: str) -> bool:
    """Whether code of that file belongs to the framework."""
    known = _internal_files.get(filename)
    if known is None:
        known = filename.startswith((*_internal_directories, _NUMPY_DISPATCH))
        _internal_files[filename] = known
    return known


def user_place() -> Place | None:
    """The innermost position outside the framework, or None if there is none."""
    frame = sys._getframe(1)
    while frame is not None and is_internal(frame.f_code.co_filename):
        frame = frame.f_back  # type: ignore[assignment]
    return None if frame is None else Place(frame.f_code, frame.f_lasti)


def user_origin() -> Origin | None:
    """The user's line that is running now, or None if no user code is on the stack."""
    place = user_place()
    return None if place is None else place.origin()


if sys.version_info >= (3, 11):

    def _columns_at(code: CodeType, offset: int, line: int, text: str) -> tuple[int, int] | None:
        """Where in its line an instruction stands, in characters; to the end of the line if it goes on in the next."""
        start_line, end_line, start, end = next(itertools.islice(code.co_positions(), max(offset, 0) // 2, None))
        if start_line != line or start is None or end is None:
            return None
        raw = text.encode()
        first = len(raw[:start].decode(errors="replace"))
        last = len(raw[:end].decode(errors="replace")) if end_line == line else len(text)
        return (first, last) if first < last else None

else:

    def _columns_at(code: CodeType, offset: int, line: int, text: str) -> tuple[int, int] | None:
        """Nothing: Python knows lines only."""
        return None


def _line_at(code: CodeType, offset: int) -> int:
    for start, end, line in code.co_lines():
        if start <= offset < end and line is not None:
            return line
    return code.co_firstlineno
