"""Comments that silence rules: `# noqa: AG103`, `# autograph: ignore[AG103] reason`, `# autograph: ignore-file[AG101]`.

A comment stands on the first or the last line of the statement it is for; on a `def` or decorator line it covers the
whole function. One that silences nothing is reported itself.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from autograph.errors import UsageError
from autograph.syntax.span import Span

from .diagnostic import Applicability, Diagnostic, Edit, Fix
from .rulebook import codes_of, rulebook, suggestion

UNUSED = "AG901"
_CODE = re.compile(r"AG\d{3}")
_NOQA = re.compile(r"#\s*noqa(?P<list>\s*:\s*(?P<codes>[A-Z]+[0-9]+(?:[,\s]+[A-Z]+[0-9]+)*))?", re.IGNORECASE)
_IGNORE = re.compile(r"#\s*autograph:\s*ignore(?P<file>-file)?\s*(?:\[(?P<codes>[^\]]*)\])?")


@dataclass(eq=False)
class Suppression:
    """One comment.

    Attributes:
        row: its line.
        codes: what it silences; None for everything.
        ours: whether its codes are this checker's (or it is in this checker's own form).
        whole_file: whether it silences the rules in the whole file.
        span: the comment.
        parts: its text before and after the codes; None if it has none.
        others: codes of other tools in the list.
        before: the column where the text before the comment ends.
        used: the codes that it has silenced.
    """

    row: int
    codes: frozenset[str] | None
    ours: bool
    whole_file: bool
    span: Span
    parts: tuple[str, str] | None
    others: tuple[str, ...]
    before: int
    used: set[str] = field(default_factory=set)

    def silences(self, found: Diagnostic) -> bool:
        """Whether it is for a finding."""
        if self.codes is not None and found.code not in self.codes:
            return False
        return self.whole_file or self.row in found.noqa_rows

    def without_idle(self) -> Edit:
        """Leaves the codes that have silenced something, and those of other tools; takes all away if there are none."""
        left = [*sorted(self.used), *self.others]
        if left and self.parts is not None:
            return Edit(self.span, ", ".join(left).join(self.parts))
        return Edit(replace(self.span, column=self.before), "")


def suppressions(text: str, file: str) -> list[Suppression]:
    """The silencing comments of a text, in order."""
    if "noqa" not in text.lower() and "autograph:" not in text:
        return []
    return [found for comment in _comments(text) for found in _parsed(*comment, file)]


def _comments(text: str) -> Iterator[tuple[int, int, str, int]]:
    """Row, column and text of each comment, and the column where the text before it ends."""
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                row, column = token.start
                yield row, column, token.string, len(token.line[:column].rstrip())
    except (tokenize.TokenError, SyntaxError):
        return


def _parsed(row: int, column: int, comment: str, before: int, file: str) -> Iterator[Suppression]:
    for pattern, is_own in ((_NOQA, False), (_IGNORE, True)):
        match = pattern.search(comment)
        if match is None:
            continue
        names = [name for name in re.split(r"[,\s]+", match["codes"] or "") if name]
        known: frozenset[str] = frozenset().union(*(_known(name) for name in names))
        if names and not known:
            continue  # codes of another tool only
        start = column + match.start()
        span = Span(file, row, start, row, column + len(comment))
        others = tuple(name for name in names if not _known(name))
        whole = is_own and match["file"] is not None
        end = column + len(comment[: match.start()].rstrip()) if match.start() else before
        parts = (comment[match.start() : match.start("codes")], comment[match.end("codes") :]) if names else None
        yield Suppression(row, known if names else None, is_own or bool(known), whole, span, parts, others, end)


def _known(name: str) -> frozenset[str]:
    """The rules of this checker that a name in a comment means; a code that no rule has means itself."""
    if name.upper() in rulebook():
        return frozenset({name.upper()})
    if _CODE.fullmatch(name.upper()):
        return frozenset({name.upper()})
    if name.upper().startswith("AG") or any(rule.name == name for rule in rulebook().values()):
        try:
            return codes_of([name])
        except UsageError:
            return frozenset()
    return frozenset()


def unsilenced(found: Iterable[Diagnostic], comments: list[Suppression]) -> list[Diagnostic]:
    """The findings that no comment is for; comments remember what they have silenced."""
    kept: list[Diagnostic] = []
    for one in found:
        silencing = [comment for comment in comments if comment.silences(one)]
        for comment in silencing:
            comment.used.add(one.code)
        if not silencing:
            kept.append(one)
    return kept


def unused(comments: list[Suppression], asked: frozenset[str]) -> Iterator[Diagnostic]:
    """Findings about comments that have silenced nothing.

    Args:
        asked: the rules that were looked for: a comment for another one may have its use.
    """
    rule = rulebook()[UNUSED]
    for comment in comments:
        codes = comment.codes
        if not comment.ours or (codes is not None and not {code for code in codes if code in rulebook()} <= asked):
            continue
        idle = sorted((codes or frozenset()) - comment.used)
        if (comment.used and not idle) or (codes is None and comment.used):
            continue
        text = f"unused suppression of {', '.join(idle)}" if idle else "unused suppression"
        unknown = [code for code in idle if code not in rulebook()]
        fix = Fix((comment.without_idle(),), Applicability.SAFE)
        rows = frozenset({comment.row})
        yield Diagnostic(
            rule.code,
            rule.name,
            rule.severity,
            comment.span,
            text,
            f"there is no rule {', '.join(unknown)}; {suggestion(unknown[0], rulebook())}" if unknown else "remove it",
            fix=fix,
            noqa_row=comment.row,
            noqa_rows=rows,
        )
