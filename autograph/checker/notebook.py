"""Notebooks: their code cells as one text, and back from its lines to cells."""

from __future__ import annotations

import ast
import json
import re
from dataclasses import dataclass, replace
from typing import Any

from autograph.errors import UsageError
from autograph.syntax.span import Span

from .diagnostic import Diagnostic, Edit, Fix, Related

_CELL_MAGIC = re.compile(r"^\s*%%\s*(\w+)")
_KEPT_MAGICS = frozenset({"time", "timeit", "capture", "prun", "memit", "mprun"})
_LINE_MAGIC = re.compile(r"^(\s*)([%!?]|.*\?\s*$)")
_ASSIGNED_MAGIC = re.compile(r"^(\s*[\w., \[\]]+=\s*)[%!].*$")


@dataclass(frozen=True)
class Cell:
    """A code cell.

    Attributes:
        number: its place among the code cells, from 1.
        index: its place among all cells, from 0.
        first_line: the line of the joined text that it starts at.
        text: its text, with what is not Python made harmless; lines stay where they are.
        source: its text as it stands.
    """

    number: int
    index: int
    first_line: int
    text: str
    source: str

    @property
    def height(self) -> int:
        """How many lines it has."""
        return self.text.count("\n") + 1


class Notebook:
    """A notebook.

    Args:
        content: the JSON text.
        path: for messages.

    Raises:
        UsageError: it is not a notebook.
    """

    def __init__(self, content: str, path: str) -> None:
        self.path = path
        try:
            self.data: Any = json.loads(content)
        except json.JSONDecodeError as error:
            raise _not_a_notebook(path, f"line {error.lineno}, column {error.colno} is not JSON") from error
        except RecursionError as error:
            raise _not_a_notebook(path, "it is too deeply nested") from error
        self._cells = _cells_of(self.data, path)
        self.cells = self._code_cells()

    def _code_cells(self) -> list[Cell]:
        found: list[Cell] = []
        line = 1
        for index, cell in enumerate(self._cells):
            if cell.get("cell_type") == "code":
                source = _joined(cell.get("source", cell.get("input", "")))
                made = Cell(len(found) + 1, index, line, python_of(source), source)
                found.append(made)
                line += made.height
        return found

    @property
    def text(self) -> str:
        """All code cells one after the other; cells that are not valid Python are blank."""
        return "\n".join(cell.text if _is_python(cell.text) else "\n" * (cell.height - 1) for cell in self.cells)

    def broken_cells(self) -> list[Cell]:
        """The cells that are not valid Python."""
        return [cell for cell in self.cells if not _is_python(cell.text)]

    def cell_at(self, line: int) -> Cell:
        """The cell that a line of the joined text is in."""
        return max(
            (cell for cell in self.cells if cell.first_line <= line),
            key=lambda cell: cell.first_line,
            default=self.cells[0],
        )

    def located(self, found: Diagnostic) -> Diagnostic:
        """A finding with its places counted within its cell."""
        cell = self.cell_at(found.span.line)
        offset = cell.first_line - 1
        same_cell = [item for item in found.related if self.cell_at(item.span.line) is cell]
        return replace(
            found,
            span=_moved(found.span, -offset),
            related=tuple(Related(_moved(item.span, -offset), item.text) for item in same_cell),
            fix=Fix(
                tuple(Edit(_moved(edit.span, -offset), edit.text) for edit in found.fix.edits), found.fix.applicability
            )
            if found.fix
            else None,
            noqa_row=max(1, found.noqa_row - offset),
            decorator_row=found.decorator_row - offset
            if found.decorator_row and found.decorator_row > offset
            else None,
            cell=cell.number,
        )

    def with_sources(self, sources: dict[int, str]) -> str:
        """The JSON text with other sources for some cells, by number."""
        for cell in self.cells:
            if cell.number in sources:
                key = "source" if "source" in self._cells[cell.index] else "input"
                self._cells[cell.index][key] = sources[cell.number].splitlines(keepends=True)
        return json.dumps(self.data, indent=1, ensure_ascii=False) + "\n"


def _cells_of(data: Any, path: str) -> list[dict[str, Any]]:
    """All cells in the data of a notebook, of any version of the format (https://nbformat.readthedocs.io)."""
    sheets = data.get("worksheets") if isinstance(data, dict) and "cells" not in data else [data]
    sheet = sheets[0] if isinstance(sheets, list) and sheets else None
    cells = sheet.get("cells") if isinstance(sheet, dict) else None
    if not isinstance(cells, list):
        raise _not_a_notebook(path, "it has no list of cells")
    for number, cell in enumerate(cells, 1):
        if not isinstance(cell, dict):
            raise _not_a_notebook(path, f"its cell {number} is no object")
        source = cell.get("source", cell.get("input", ""))
        if not all(isinstance(line, str) for line in (source if isinstance(source, list) else [source])):
            raise _not_a_notebook(path, f"the source of its cell {number} is no text")
    return cells


def _not_a_notebook(path: str, why: str) -> UsageError:
    return UsageError(f"{path} is not a notebook: {why}")


def python_of(source: str) -> str:
    """The text of a cell as Python: magics, shell commands and questions become statements that do nothing.

    >>> python_of("%matplotlib inline\\nx = !ls\\ny = 1")
    'pass\\nx = None\\ny = 1'
    """
    lines = source.split("\n")
    magic = _CELL_MAGIC.match(lines[0]) if lines else None
    if magic and magic[1] not in _KEPT_MAGICS:
        return "\n" * (len(lines) - 1)
    if _is_python(source):
        return source
    return "\n".join(_python_line(line) for line in lines)


def _python_line(line: str) -> str:
    assigned = _ASSIGNED_MAGIC.match(line)
    if assigned:
        return assigned[1] + "None"
    magic = _LINE_MAGIC.match(line)
    return magic[1] + "pass" if magic and not line.lstrip().startswith("#") else line


def _is_python(text: str) -> bool:
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            ast.parse(text)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return False
    return True


def _joined(source: str | list[str]) -> str:
    return "".join(source)


def _moved(span: Span, lines: int) -> Span:
    return replace(span, line=max(1, span.line + lines), end_line=max(1, span.end_line + lines))
