"""Findings with the source around them, carets, related places, help and the difference that a fix makes."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from autograph.checker.diagnostic import Diagnostic, Severity
from autograph.checker.fixes import apply_edits
from autograph.syntax.span import Span, excerpt
from autograph.terminal import painted

from .report import Report, place, summary

_COLORS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.INFO: "blue"}


def render(report: Report) -> Iterator[str]:
    """The lines of a report."""
    for found in report.findings():
        yield from finding(report, found)
        yield ""
    yield summary(report)


def finding(report: Report, found: Diagnostic) -> Iterator[str]:
    """The lines of one finding."""
    mark = "[*] " if report.is_fixable(found) else ""
    code = painted(f"{found.code} {found.name}", _COLORS[found.severity], report.color)
    yield f"{code}: {mark}{found.message}"
    yield f" --> {place(found)}"
    lines = report.lines(found)
    yield _excerpt(lines, found.span, report.color, _COLORS[found.severity])
    for related in found.related:
        yield f"  note: {related.text} (line {related.span.line})"
        yield _excerpt(lines, related.span, report.color, "blue")
    yield from _context(found)
    if found.help:
        yield f"  help: {found.help}"
    if found.fix is not None:
        yield from _difference(report, found, lines)


def _context(found: Diagnostic) -> Iterator[str]:
    """How the code comes to be part of a graph."""
    if found.reached_from:
        steps = ", called by ".join(f"`{name}` (line {row})" for name, row in reversed(found.reached_from))
        yield f"  note: in `{found.function}`, reached from {steps}"
    elif found.function and found.decorator_row:
        yield f"  note: in `{found.function}`, compiled at line {found.decorator_row}"


def _excerpt(lines: list[str], span: Span, color: bool, name: str) -> str:
    if span.line > len(lines):
        return ""
    text = excerpt(lines, span)
    if not color:
        return text
    return "\n".join(
        part.replace("^", "\0").replace("\0" * part.count("^"), painted("^" * part.count("^"), name, color))
        if part.rstrip().endswith("^")
        else part
        for part in text.split("\n")
    )


def _difference(report: Report, found: Diagnostic, lines: list[str]) -> Iterator[str]:
    assert found.fix is not None
    old = "\n".join(lines)
    new = apply_edits(old, found.fix.edits)
    label = "fix" if report.is_fixable(found) else "unsafe fix (--unsafe-fixes)"
    yield f"  {label}:"
    for line in list(difflib.unified_diff(old.split("\n"), new.split("\n"), n=0, lineterm=""))[2:]:
        if not line.startswith("@@"):
            yield "    " + painted(line, "green" if line.startswith("+") else "red", report.color)
