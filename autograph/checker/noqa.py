"""Writes a `# noqa` comment to each line with a finding."""

from __future__ import annotations

import re
from collections.abc import Iterable

from .diagnostic import Diagnostic

_EXISTING = re.compile(r"#\s*noqa:\s*(?P<codes>[A-Z]+[0-9]+(?:[,\s]+[A-Z]+[0-9]+)*)", re.IGNORECASE)


def with_noqa(text: str, found: Iterable[Diagnostic]) -> str:
    """A text with comments that silence the findings; codes join a `# noqa: …` that is there.

    A line that ends in a backslash cannot take a comment and stays as it is.
    """
    lines = text.split("\n")
    by_row: dict[int, set[str]] = {}
    for one in found:
        by_row.setdefault(one.noqa_row, set()).add(one.code)
    for row, codes in by_row.items():
        if 0 < row <= len(lines) and not lines[row - 1].rstrip().endswith("\\"):
            lines[row - 1] = _line(lines[row - 1], codes)
    return "\n".join(lines)


def _line(line: str, codes: set[str]) -> str:
    """
    >>> _line("x = 1  # noqa: E501", {"AG103"})
    'x = 1  # noqa: AG103, E501'
    """
    ending = "\r" if line.endswith("\r") else ""
    match = _EXISTING.search(line)
    if match:
        old = set(re.split(r"[,\s]+", match["codes"]))
        return line[: match.start("codes")] + ", ".join(sorted(old | codes)) + line[match.end("codes") :]
    return f"{line.rstrip()}  # noqa: {', '.join(sorted(codes))}{ending}"
