"""A JSON list with one object a finding, and one for each file that could not be read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from autograph.checker.diagnostic import Diagnostic
from autograph.syntax.span import Span

from .report import Report, url


def render(report: Report) -> Iterator[str]:
    """The lines of a report."""
    yield json.dumps([as_object(found) for found in report.entries()], indent=2, ensure_ascii=False)


def as_object(found: Diagnostic) -> dict[str, Any]:
    """A finding as JSON has it; rows and columns count from 1."""
    return {
        "code": found.code,
        "name": found.name,
        "severity": found.severity.value,
        "message": found.message,
        "help": found.help,
        "filename": found.span.file,
        "location": _start(found.span),
        "end_location": _end(found.span),
        "function": found.function or None,
        "context": {
            "decorator_row": found.decorator_row,
            "reached_from": [{"function": name, "row": row} for name, row in found.reached_from],
        },
        "related": [
            {"message": item.text, "location": _start(item.span), "end_location": _end(item.span)}
            for item in found.related
        ],
        "fix": _fix(found),
        "certain": found.is_certain,
        "url": url(found),
        "noqa_row": found.noqa_row,
        "cell": found.cell,
    }


def _start(span: Span) -> dict[str, int]:
    return {"row": span.line, "column": span.column + 1}


def _end(span: Span) -> dict[str, int]:
    return {"row": span.end_line, "column": span.end_column + 1}


def _fix(found: Diagnostic) -> dict[str, Any] | None:
    if found.fix is None:
        return None
    edits = [
        {"location": _start(edit.span), "end_location": _end(edit.span), "content": edit.text}
        for edit in found.fix.edits
    ]
    return {"applicability": found.fix.applicability.value, "edits": edits}
