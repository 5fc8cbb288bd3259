"""Patterns of `match`: what they compare, what they bind, and what has to wait for a comparison.

CPython matches structure from the outside in, part after part, and binds names at the very end. Values, which may be
tensors, are compared after the structure in front of them has been matched, and structure behind a value waits for the
comparison: so no other attribute is read, and no other object asked, than in Python.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import gast

from autograph.analysis.staging import may_be_tensor
from autograph.syntax.positions import at
from autograph.syntax.quoting import copy_tree, name
from autograph.syntax.walking import walk


@dataclass(frozen=True)
class Lifted:
    """A pattern whose comparisons have been taken out.

    Attributes:
        pattern: what is left, for `match`.
        test: the comparisons that come first, or None if there are none.
        later: what is asked after them, one by one: comparisons, and items with their patterns.
        bindings: the names that the pattern binds, each with the name of the item that has its value.
    """

    pattern: Any
    test: Any
    later: list[Any | tuple[str, Any]]
    bindings: list[tuple[str, str]]


@dataclass(frozen=True)
class Case:
    """One case.

    Attributes:
        node: the `match_case`.
        alternatives: what the subject itself is compared with: patterns of values; empty if with nothing.
        names: what the subject itself is bound to.
        structure: the pattern, if it looks into the subject.
    """

    node: Any
    alternatives: tuple[Any, ...]
    names: tuple[str, ...]
    structure: Any

    @property
    def always(self) -> bool:
        """Whether it matches everything."""
        return not self.alternatives and self.structure is None and self.node.guard is None

    @property
    def is_native(self) -> bool:
        """Whether no tensor can decide it."""
        if self.node.guard is not None and may_be_tensor(self.node.guard):
            return False
        return self.always if self.structure is None else not self.compares

    @property
    def compares(self) -> bool:
        """Whether the structure holds values to compare."""
        return _compares(self.structure)

    def test(self, subject: Callable[[], Any]) -> Any:
        """The comparison of the subject, or None."""
        return compared(self.alternatives, subject) if self.alternatives else None


def lift(pattern: Any, fresh: Callable[[], str]) -> Lifted:
    """A structure with the comparisons taken out."""
    lifting = _Lifting(fresh)
    left = lifting.visit(pattern)
    tests = lifting.tests
    test = at(gast.BoolOp(gast.And(), tests), pattern) if len(tests) > 1 else next(iter(tests), None)
    return Lifted(left, test, lifting.later, lifting.bindings)


def read_case(node: Any) -> Case:
    """What a case asks of its subject."""
    pattern, names = node.pattern, []
    while isinstance(pattern, gast.MatchAs):
        if pattern.name is not None:
            names.append(pattern.name)
        if pattern.pattern is None:
            return Case(node, (), tuple(reversed(names)), None)
        pattern = pattern.pattern
    values = values_of(pattern)
    return Case(node, values, tuple(reversed(names)), None) if values else Case(node, (), (), node.pattern)


def values_of(pattern: Any) -> tuple[Any, ...]:
    """The alternatives of a pattern that is a value or a choice between values; empty for all others."""
    if isinstance(pattern, gast.MatchValue | gast.MatchSingleton):
        return (pattern,)
    if isinstance(pattern, gast.MatchOr):
        inner = [values_of(part) for part in pattern.patterns]
        return tuple(value for part in inner for value in part) if all(inner) else ()
    return ()


def _compares(pattern: Any) -> bool:
    """Whether a pattern holds values to compare."""
    return any(isinstance(part, gast.MatchValue | gast.MatchSingleton) for part in walk(pattern))


def _asks_nothing(pattern: Any) -> bool:
    """Whether the pattern is a name or a wildcard."""
    return isinstance(pattern, gast.MatchStar) or (isinstance(pattern, gast.MatchAs) and pattern.pattern is None)


def compared(values: tuple[Any, ...], subject: Callable[[], Any]) -> Any:
    """The comparison of a subject with the values of a pattern."""
    tests = []
    for value in values:
        if isinstance(value, gast.MatchSingleton):
            test = gast.Compare(subject(), [gast.Is()], [gast.Constant(value.value, None)])
        else:
            test = gast.Compare(subject(), [gast.Eq()], [value.value])
        tests.append(at(test, value))
    return tests[0] if len(tests) == 1 else at(gast.BoolOp(gast.Or(), tests), values[0])


class _Lifting:
    """Takes the comparisons out of a pattern; everything it binds gets a name of its own for the time being."""

    def __init__(self, fresh: Callable[[], str]) -> None:
        self._fresh = fresh
        self._items: dict[str, str] = {}
        self.tests: list[Any] = []
        self.later: list[Any | tuple[str, Any]] = []
        self.bindings: list[tuple[str, str]] = []

    def visit(self, pattern: Any) -> Any:
        """The pattern with values and names replaced by names of our own, tested and bound afterwards."""
        values = values_of(pattern)
        if values:
            item = self._fresh()
            tests = self.later if self.later else self.tests
            tests.append(compared(values, lambda: at(name(item), pattern)))
            return at(gast.MatchAs(None, item), pattern)
        if self._waits(pattern):
            item, part = self._fresh(), pattern
            while isinstance(part, gast.MatchAs):  # the item is there, whether it has the structure or not
                self.bindings.append((part.name, item))
                part = part.pattern
            self.later.append((item, part))
            return at(gast.MatchAs(None, item), pattern)
        return self.structure(pattern)

    def _waits(self, pattern: Any) -> bool:
        """Whether a part is matched after the comparisons that stand before it."""
        if _asks_nothing(pattern):
            return False
        return bool(self.tests or self.later) or (isinstance(pattern, gast.MatchOr) and _compares(pattern))

    def structure(self, pattern: Any) -> Any:
        """The pattern's structure, with its names and inner patterns replaced."""
        made = copy_tree(pattern)
        for field in ("name", "rest"):
            bound = getattr(made, field, None)
            if bound is not None:
                setattr(made, field, self.item(bound))
        for field in ("patterns", "kwd_patterns"):
            if hasattr(pattern, field):
                setattr(made, field, [self.visit(part) for part in getattr(pattern, field)])
        if getattr(pattern, "pattern", None) is not None:
            made.pattern = self.visit(pattern.pattern)
        return made

    def item(self, bound: str) -> str:
        """What stands for a name that the pattern binds; the alternatives of a choice bind the same names."""
        if bound not in self._items:
            self._items[bound] = self._fresh()
            self.bindings.append((bound, self._items[bound]))
        return self._items[bound]
