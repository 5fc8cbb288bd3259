"""Applies fixes to a text."""

from __future__ import annotations

from collections.abc import Iterable

from autograph.syntax.span import Span

from .diagnostic import Applicability, Diagnostic, Edit


def applicable(found: Iterable[Diagnostic], *, unsafe: bool) -> list[Diagnostic]:
    """The findings whose fixes may be applied."""
    return [one for one in found if one.fix is not None and (unsafe or one.fix.applicability is Applicability.SAFE)]


def apply_fixes(text: str, found: Iterable[Diagnostic]) -> tuple[str, list[Diagnostic]]:
    """A text with the fixes of findings applied, and the findings that are thereby mended.

    Of fixes that touch the same text only the first is applied; a later run can apply the others.
    """
    edits: list[Edit] = []
    mended: list[Diagnostic] = []
    for one in found:
        if one.fix is None:
            continue
        fresh = [edit for edit in one.fix.edits if edit not in edits]
        if any(_overlap(edit.span, other.span) for edit in fresh for other in edits):
            continue
        edits.extend(fresh)
        mended.append(one)
    return apply_edits(text, edits), mended


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """A text with some stretches replaced.

    >>> apply_edits("print(x)", [Edit(Span("f.py", 1, 0, 1, 5), "tf.print")])
    'tf.print(x)'
    """
    lines = text.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    for edit in sorted(edits, key=lambda edit: edit.span, reverse=True):
        span = edit.span
        start = starts[min(span.line, len(starts)) - 1] + span.column
        end = starts[min(span.end_line, len(starts)) - 1] + span.end_column
        text = text[:start] + edit.text + text[max(start, end) :]
    return text


def _overlap(left: Span, right: Span) -> bool:
    starts = (left.line, left.column), (right.line, right.column)
    ends = (left.end_line, left.end_column), (right.end_line, right.end_column)
    return (starts[0] < ends[1] and starts[1] < ends[0]) or starts[0] == starts[1]
