"""Workflow commands of GitHub Actions: `::error title=autograph (AG103),file=…,line=…::message`."""

from __future__ import annotations

from collections.abc import Iterator

from autograph.checker.diagnostic import Diagnostic, Severity

from .report import Report, relative

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def render(report: Report) -> Iterator[str]:
    """The lines of a report."""
    for found in report.entries():
        yield f"::{_COMMANDS[found.severity]} {_properties(found)}::{_escaped(_text(found))}"


def _properties(found: Diagnostic) -> str:
    span = found.span
    properties = {
        "title": f"autograph ({found.code})",
        "file": relative(span.file),
        "line": span.line,
        "col": span.column + 1,
        "endLine": span.end_line,
        "endColumn": span.end_column + 1,
    }
    return ",".join(f"{key}={_escaped(str(value), also=':,')}" for key, value in properties.items())


def _text(found: Diagnostic) -> str:
    cell = f"cell {found.cell}: " if found.cell is not None else ""
    return f"{cell}{found.message}" + (f" ({found.help})" if found.help else "")


def _escaped(text: str, also: str = "") -> str:
    """A text as the commands take it.

    >>> _escaped("a\\n50%")
    'a%0A50%25'
    """
    for character in "%\r\n" + also:
        text = text.replace(character, f"%{ord(character):02X}")
    return text
