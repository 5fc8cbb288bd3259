"""Where in the user's program an operation was made."""

import os
import sys
from types import CodeType
from typing import NamedTuple

import numpy as np

# numpy is not the framework, but neither is it the user's program.
_internal_directories = [os.path.dirname(os.path.abspath(file)) + os.sep for file in (__file__, np.__file__)]
_internal_files: dict[str, bool] = {}


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
        known = _internal_files[filename] = filename.startswith(tuple(_internal_directories))
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


def _line_at(code: CodeType, offset: int) -> int:
    for start, end, line in code.co_lines():
        if start <= offset < end and line is not None:
            return line
    return code.co_firstlineno
