"""How often each rule was broken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from autograph.checker.rulebook import rulebook

from .report import Report


def render(report: Report) -> Iterator[str]:
    """The lines of a report: count, code, whether it can be fixed, name; most frequent first."""
    counts = Counter(found.code for found in report.entries())
    fixable = {found.code for found in report.entries() if report.is_fixable(found)}
    width = max((len(str(count)) for count in counts.values()), default=1)
    for code, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        mark = "[*]" if code in fixable else "[ ]"
        yield f"{count:>{width}}  {code}  {mark}  {rulebook()[code].name}"
