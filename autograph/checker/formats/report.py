"""What a format has to show."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field

from autograph.checker.check import not_read
from autograph.checker.diagnostic import Applicability, Diagnostic
from autograph.checker.notebook import Notebook
from autograph.checker.runner import Checked

DOCUMENTATION = "docs/rules.md#"


@dataclass
class Report:
    """All checked files, with what the user wants to see of them.

    Attributes:
        checked: the files, in order.
        unsafe: whether unsafe fixes count as fixes.
        color: whether colours are wanted.
    """

    checked: list[Checked]
    unsafe: bool = False
    color: bool = False
    _lines: dict[tuple[str, int | None], list[str]] = field(default_factory=dict)

    def findings(self) -> Iterator[Diagnostic]:
        """All findings, in order."""
        for file in self.checked:
            yield from file.found

    def entries(self) -> Iterator[Diagnostic]:
        """All findings, and one more for each file that could not be read: for formats that other programs read."""
        for file in self.checked:
            yield from file.found
            if file.error:
                yield not_read(file.path, file.error)

    def is_fixable(self, found: Diagnostic) -> bool:
        """Whether `--fix` would mend it."""
        return found.fix is not None and (self.unsafe or found.fix.applicability is Applicability.SAFE)

    def lines(self, found: Diagnostic) -> list[str]:
        """The lines of the file, or of the notebook cell, that a finding is in."""
        key = found.span.file, found.cell
        if key not in self._lines:
            text = next((file.text for file in self.checked if file.path == found.span.file), "")
            if found.cell is not None:
                text = Notebook(text, found.span.file).cells[found.cell - 1].source
            self._lines[key] = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
        return self._lines[key]


def place(found: Diagnostic) -> str:
    """`path:line:column` of a finding, with the cell of a notebook."""
    cell = f"cell {found.cell}:" if found.cell is not None else ""
    return f"{found.span.file}:{cell}{found.span.line}:{found.span.column + 1}"


def url(found: Diagnostic) -> str:
    """Where the rule is explained."""
    return f"{DOCUMENTATION}{found.code.lower()}-{found.name}"


def relative(path: str) -> str:
    """A path below the working directory, with slashes."""
    near = os.path.relpath(path) if os.path.isabs(path) else path
    return (path if near.startswith("..") else near).replace(os.sep, "/")


def summary(report: Report) -> str:
    """The last line: how many findings there are, and how many can be fixed."""
    total = sum(1 for _ in report.findings())
    unread = sum(1 for file in report.checked if file.error)
    missed = f"{unread} file{'s' * (unread != 1)} could not be checked." if unread else ""
    if not total:
        return missed or "All checks passed!"
    safe = sum(1 for one in report.findings() if one.fix is not None and one.fix.applicability is Applicability.SAFE)
    unsafe = sum(1 for one in report.findings() if one.fix is not None) - safe
    fixable = safe + (unsafe if report.unsafe else 0)
    line = f"Found {total} error{'s' * (total != 1)} ({fixable} fixable)."
    if unsafe and not report.unsafe:
        line += f" {unsafe} more with --unsafe-fixes."
    return f"{line} {missed}".rstrip()
