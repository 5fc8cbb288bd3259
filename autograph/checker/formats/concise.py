"""One line a finding: `path:line:col: AG103 [*] message`."""

from __future__ import annotations

from collections.abc import Iterator

from .report import Report, place, summary


def render(report: Report) -> Iterator[str]:
    """The lines of a report."""
    for found in report.findings():
        mark = "[*] " if report.is_fixable(found) else ""
        yield f"{place(found)}: {found.code} {mark}{found.message}"
    yield summary(report)
