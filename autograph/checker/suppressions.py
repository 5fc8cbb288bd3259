"""Comments that silence rules: `# noqa: AG103`, `# autograph: ignore[AG103] reason`, `# autograph: ignore-file[AG101]`.

A comment stands on the first or the last line of the statement it is for; on a `def` or decorator line it covers the
whole function. One that silences nothing is reported itself.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from autograph.errors import UsageError
from autograph.syntax.span import Span

from .diagnostic import Applicability, Diagnostic, Edit, Fix
from .rulebook import codes_of, rulebook

UNUSED = "AG901"
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
        text: the comment without this checker's codes; empty if nothing is left of it.
        used: the codes that it has silenced.
    """

    row: int
    codes: frozenset[str] | None
    ours: bool
    whole_file: bool
    span: Span
    text: str
    used: set[str] = field(default_factory=set)

    def silences(self, found: Diagnostic) -> bool:
        """Whether it is for a finding."""
        if self.codes is not None and found.code not in self.codes:
            return False
        return self.whole_file or self.row in found.noqa_rows


def suppressions(text: str, file: str) -> list[Suppression]:
    """The silencing comments of a text, in order."""
    if "noqa" not in text.lower() and "autograph:" not in text:
        return []
    return [found for row, column, comment in _comments(text) for found in _parsed(row, column, comment, file)]


def _comments(text: str) -> Iterator[tuple[int, int, str]]:
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                yield *token.start, token.string
    except (tokenize.TokenError, SyntaxError):
        return


def _parsed(row: int, column: int, comment: str, file: str) -> Iterator[Suppression]:
    for pattern, is_own in ((_NOQA, False), (_IGNORE, True)):
        match = pattern.search(comment)
        if match is None:
            continue
        names = re.split(r"[,\s]+", match["codes"].strip()) if match["codes"] else []
        known: frozenset[str] = frozenset().union(*(_known(name) for name in names))
        if names and not known:
            continue  # codes of another tool only
        start = column + match.start()
        span = Span(file, row, start, row, column + len(comment))
        others = [name for name in names if not _known(name)]
        rest = f"# noqa: {', '.join(others)}" if others else ""
        whole = is_own and match["file"] is not None
        yield Suppression(row, known if names else None, is_own or bool(known), whole, span, rest)


def _known(name: str) -> frozenset[str]:
    """The rules of this checker that a name in a comment means."""
    if name.upper() in rulebook():
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
        if not comment.ours or (codes is not None and not codes <= asked):
            continue
        idle = sorted((codes or frozenset()) - comment.used)
        if (comment.used and not idle) or (codes is None and comment.used):
            continue
        text = f"unused suppression of {', '.join(idle)}" if idle else "unused suppression"
        rest = comment.text
        if comment.used:
            rest = f"# noqa: {', '.join(sorted(comment.used))}"
        fix = Fix((Edit(comment.span, rest),), Applicability.SAFE)
        rows = frozenset({comment.row})
        yield Diagnostic(
            rule.code,
            rule.name,
            rule.severity,
            comment.span,
            text,
            "remove it",
            fix=fix,
            noqa_row=comment.row,
            noqa_rows=rows,
        )
