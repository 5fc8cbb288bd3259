"""All rules, and which of them a user means by a code, the start of a code, or a name."""

from __future__ import annotations

import difflib
import functools
import importlib
import pkgutil
from collections.abc import Iterable

from autograph.errors import UsageError

from . import rules
from .rule import Rule

ALL = "ALL"


@functools.cache
def rulebook() -> dict[str, Rule]:
    """All rules by code, in order."""
    names = [module.name for module in pkgutil.iter_modules(rules.__path__)]
    return {rule.code: rule for rule in rules_named(names)}


def rules_named(names: Iterable[str]) -> list[Rule]:
    """Some rules by the names of their files, in the order of their codes; no others are loaded."""
    found: list[Rule] = [importlib.import_module(f"{rules.__name__}.{name}").rule for name in sorted(names)]
    return sorted(found, key=lambda rule: rule.code)


def rules_of(codes: Iterable[str]) -> list[Rule]:
    """The rules that have some codes, in order."""
    book = rulebook()
    return [book[code] for code in sorted(codes) if code in book]


def default_codes() -> frozenset[str]:
    """The codes of the rules that are on when nothing is selected."""
    return frozenset(code for code, rule in rulebook().items() if rule.is_default)


def codes_of(selectors: Iterable[str]) -> frozenset[str]:
    """The codes that some selectors mean.

    Args:
        selectors: codes, starts of codes, names of rules, or ALL.

    Raises:
        UsageError: one of them means nothing.

    >>> sorted(codes_of(["AG10", "host-clock"]))[:3]
    ['AG101', 'AG102', 'AG103']
    """
    found: set[str] = set()
    for selector in selectors:
        found |= _codes_of_one(selector)
    return frozenset(found)


def _codes_of_one(selector: str) -> set[str]:
    book = rulebook()
    if selector.upper() == ALL:
        return set(book)
    codes = {code for code in book if code.startswith(selector.upper()) and selector.upper().startswith("AG")}
    codes |= {code for code, rule in book.items() if rule.name == selector}
    if not codes:
        raise UsageError(
            f"no rule `{selector}`", fix=suggestion(selector, [*book, *(rule.name for rule in book.values())])
        )
    return codes


def suggestion(word: str, known: Iterable[str]) -> str:
    """A sentence that names the known word nearest to one that is not known; may be empty."""
    near = difflib.get_close_matches(word, list(known), n=1, cutoff=0.5)
    return f"did you mean `{near[0]}`?" if near else "`autograph rule` lists all rules."
