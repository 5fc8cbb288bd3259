"""What the checker reports: diagnostics with places, context, related places and fixes."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field

from autograph.syntax.span import Span


class Severity(enum.Enum):
    """How bad it is."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Applicability(enum.Enum):
    """Whether a fix keeps what the program means."""

    SAFE = "safe"
    UNSAFE = "unsafe"


@dataclass(frozen=True)
class Edit:
    """A stretch of text that becomes another."""

    span: Span
    text: str


@dataclass(frozen=True)
class Fix:
    """Edits that mend a finding."""

    edits: tuple[Edit, ...]
    applicability: Applicability = Applicability.UNSAFE


@dataclass(frozen=True)
class Related:
    """Another place that matters, with what it says there."""

    span: Span
    text: str


@dataclass(frozen=True)
class Diagnostic:
    """One finding.

    Attributes:
        code: `AG103`.
        name: `outer-container-mutation`.
        severity: how bad it is.
        span: where.
        message: what is wrong.
        help: what to do instead; may be empty.
        function: the qualified name of the function it stands in.
        decorator_row: the line of the decorator or call that compiles the function, or None.
        reached_from: the functions through which it is reached, each with its line; empty in a compiled one.
        related: other places.
        fix: how to mend it, if the checker knows.
        is_certain: whether it is wrong for sure, rather than probably.
        noqa_row: the line on which a comment silences it.
        noqa_rows: all lines whose comments silence it.
        cell: the number of the notebook cell, or None; rows then count within the cell.
    """

    code: str
    name: str
    severity: Severity
    span: Span
    message: str
    help: str = ""
    function: str = ""
    decorator_row: int | None = None
    reached_from: tuple[tuple[str, int], ...] = ()
    related: tuple[Related, ...] = ()
    fix: Fix | None = None
    is_certain: bool = True
    noqa_row: int = 0
    noqa_rows: frozenset[int] = field(default=frozenset(), compare=False)
    cell: int | None = None

    @property
    def order(self) -> tuple[str, int, int, int, str]:
        """By what findings are sorted: place first, then code."""
        return self.span.file, self.cell or 0, self.span.line, self.span.column, self.code
