"""Patterns of `match`: what they compare, what they bind, and whether comparing can wait.

CPython matches structure from the outside in and binds names at the very end. A value inside a structure can be
compared after the structure has been matched if nothing but names, wildcards and other values comes after it: then no
other attribute is read, and no other object asked, than in Python.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import gast

from autograph.analysis.staging import may_be_tensor
from autograph.syntax.positions import at
from autograph.syntax.quoting import copy_tree, name


@dataclass(frozen=True)
class Lifted:
    """A pattern whose comparisons have been taken out.

    Attributes:
        pattern: what is left, for `match`.
        test: the comparisons, or None if there are none.
        bindings: the names that the pattern binds, each with the name of the item that has its value.
    """

    pattern: Any
    test: Any
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
        return self.always if self.structure is None else not self.lifts

    @property
    def lifts(self) -> bool:
        """Whether the structure holds values to compare, and they can be compared after it."""
        parts = list(_inside(self.structure))
        first = next((index for index, part in enumerate(parts) if _values(part)), None)
        return first is not None and all(map(_is_plain, parts[first:])) and not isinstance(self.structure, gast.MatchOr)

    def test(self, subject: Callable[[], Any]) -> Any:
        """The comparison of the subject, or None."""
        return _compared(self.alternatives, subject) if self.alternatives else None

    def lift(self, fresh: Callable[[], str]) -> Lifted:
        """The structure with the comparisons taken out, if that changes nothing."""
        if not self.lifts:
            return Lifted(self.node.pattern, None, [])
        lifting = _Lifting(fresh)
        pattern = lifting.visit(self.node.pattern)
        tests = lifting.tests
        test = tests[0] if len(tests) == 1 else at(gast.BoolOp(gast.And(), tests), self.node.pattern)
        return Lifted(pattern, test, lifting.bindings)


def read_case(node: Any) -> Case:
    """What a case asks of its subject."""
    pattern, names = node.pattern, []
    while isinstance(pattern, gast.MatchAs):
        if pattern.name is not None:
            names.append(pattern.name)
        if pattern.pattern is None:
            return Case(node, (), tuple(reversed(names)), None)
        pattern = pattern.pattern
    values = _values(pattern)
    return Case(node, values, tuple(reversed(names)), None) if values else Case(node, (), (), node.pattern)


def _values(pattern: Any) -> tuple[Any, ...]:
    """The alternatives of a pattern that is a value or a choice between values; empty for all others."""
    if isinstance(pattern, gast.MatchValue | gast.MatchSingleton):
        return (pattern,)
    if isinstance(pattern, gast.MatchOr):
        inner = [_values(part) for part in pattern.patterns]
        return tuple(value for part in inner for value in part) if all(inner) else ()
    return ()


def _is_plain(pattern: Any) -> bool:
    """Whether matching the pattern asks nothing of anything but comparisons."""
    if isinstance(pattern, gast.MatchAs):
        return pattern.pattern is None
    return isinstance(pattern, gast.MatchStar) or bool(_values(pattern))


def _inside(pattern: Any) -> list[Any]:
    """A structure and its parts in the order in which they are matched; choices between structures stay whole."""
    match pattern:
        case gast.MatchAs() if pattern.pattern is not None:
            return [*_inside(pattern.pattern), gast.MatchAs(None, pattern.name)]
        case gast.MatchSequence() | gast.MatchMapping():
            return [pattern, *(part for inner in pattern.patterns for part in _inside(inner))]
        case gast.MatchClass():
            return [pattern, *(part for inner in (*pattern.patterns, *pattern.kwd_patterns) for part in _inside(inner))]
    return [pattern]


def _compared(values: tuple[Any, ...], subject: Callable[[], Any]) -> Any:
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
        self.tests: list[Any] = []
        self.bindings: list[tuple[str, str]] = []

    def visit(self, pattern: Any) -> Any:
        values = _values(pattern)
        if values:
            item = self._fresh()
            self.tests.append(_compared(values, lambda: at(name(item), pattern)))
            return at(gast.MatchAs(None, item), pattern)
        made = copy_tree(pattern)
        for field in ("name", "rest"):
            bound = getattr(made, field, None)
            if bound is not None:
                setattr(made, field, self._fresh())
                self.bindings.append((bound, getattr(made, field)))
        for field in ("patterns", "kwd_patterns"):
            if hasattr(pattern, field):
                setattr(made, field, [self.visit(part) for part in getattr(pattern, field)])
        if getattr(pattern, "pattern", None) is not None:
            made.pattern = self.visit(pattern.pattern)
        return made
