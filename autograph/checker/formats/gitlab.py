"""GitLab's code quality report: a JSON list, each finding with a fingerprint."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from autograph.checker.diagnostic import Diagnostic, Severity

from .report import Report, relative

_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info"}


def render(report: Report) -> Iterator[str]:
    """The lines of a report."""
    seen: Counter[str] = Counter()
    yield json.dumps([_as_object(report, found, seen) for found in report.entries()], indent=2, ensure_ascii=False)


def _as_object(report: Report, found: Diagnostic, seen: Counter[str]) -> dict[str, Any]:
    return {
        "description": f"{found.code}: {found.message}",
        "check_name": found.code,
        "severity": _SEVERITIES[found.severity],
        "fingerprint": _fingerprint(report, found, seen),
        "location": {
            "path": relative(found.span.file),
            "positions": {
                "begin": {"line": found.span.line, "column": found.span.column + 1},
                "end": {"line": found.span.end_line, "column": found.span.end_column + 1},
            },
            "lines": {"begin": found.span.line, "end": found.span.end_line},
        },
    }


def _fingerprint(report: Report, found: Diagnostic, seen: Counter[str]) -> str:
    """A name for the finding that stays when lines before it change: by its text, numbered where that is not enough."""
    lines = report.lines(found)
    line = lines[found.span.line - 1].strip() if found.span.line <= len(lines) else ""
    key = "\0".join([relative(found.span.file), found.code, found.function, line])
    seen[key] += 1
    return hashlib.sha256(f"{key}\0{seen[key]}".encode()).hexdigest()[:32]
