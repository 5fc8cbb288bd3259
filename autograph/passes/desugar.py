"""Makes `match` on values the `if` that it stands for, so that a tensor can decide.

    match x:                                if x == 0:
        case 0:                                 y = 10
            y = 10                          else:
        case 1 | 2 if ready:                    if (x == 1 or x == 2) and ready:
            y = 20                                  y = 20
        case other:                             else:
            y = other                               other = x
                                                    y = other

Only patterns that ask for a value can ask a tensor. Patterns that look at the structure of an object (sequences,
mappings, classes) are questions about Python values and stay with `match`; the cases after one follow in its `case _`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import gast

from autograph.analysis.scopes import assigns_in_expression, functions
from autograph.analysis.staging import Native, may_be_tensor
from autograph.syntax.positions import at
from autograph.syntax.quoting import copy_tree, name
from autograph.syntax.unit import Unit

from .blocks import block_fields

Block = list[Any]


def transform(function: gast.FunctionDef, unit: Unit) -> gast.FunctionDef:
    """Desugars a function and the functions in it, those excepted that stay native."""
    native = unit.table(Native)
    for inner in functions(function):
        if inner not in native.functions:
            inner.body = _block(inner.body, native, unit)
    return function


def lower_match(match: Any, unit: Unit) -> Block:
    """The `if` statements that a `match` stands for."""
    subject, before = match.subject, []
    if not isinstance(subject, gast.Name) or _is_rebound(match):
        subject = name(unit.names.fresh("subject"))
        before = [at(gast.Assign([name(subject.id, gast.Store)], match.subject, None), match.subject)]
    lowered: Block = []
    for case in reversed(match.cases):
        lowered = _lower_case(case, subject, lowered)
    return before + lowered


class _Question(NamedTuple):
    """What a pattern asks of the subject, and the name that it gives it."""

    test: Any
    binds: str | None = None


def _block(block: Block, native: Native, unit: Unit) -> Block:
    lowered: Block = []
    for statement in block:
        for owner, field in block_fields(statement):
            setattr(owner, field, _block(getattr(owner, field), native, unit))
        asks = isinstance(statement, gast.Match) and statement not in native.statements and _asks_values(statement)
        lowered += lower_match(statement, unit) if asks else [statement]
    return lowered


def _asks_values(match: Any) -> bool:
    """Whether a tensor may decide: a case compares the subject, or has a guard that a tensor may answer."""
    if not may_be_tensor(match.subject):
        return False
    return any(_compares(case.pattern) or _guard_asks(case, match.subject) for case in match.cases)


def _guard_asks(case: Any, subject: Any) -> bool:
    return case.guard is not None and may_be_tensor(case.guard) and _question(case, subject) is not None


def _compares(pattern: Any) -> bool:
    if isinstance(pattern, gast.MatchOr):
        return all(map(_compares, pattern.patterns))
    if isinstance(pattern, gast.MatchAs):
        return pattern.pattern is not None and _compares(pattern.pattern)
    return isinstance(pattern, gast.MatchValue)


def _is_rebound(match: Any) -> bool:
    """Whether a guard assigns, perhaps to the subject."""
    return assigns_in_expression(*(case.guard for case in match.cases if case.guard is not None))


def _lower_case(case: Any, subject: Any, rest: Block) -> Block:
    question = _question(case, subject)
    if question is None:
        return [at(gast.Match(_read(subject, case.pattern), [case, *_otherwise(rest, case)]), case.pattern)]
    body, test = case.body, question.test
    bind = [] if question.binds is None else [_bind(question.binds, subject, case.pattern)]
    if case.guard is None:
        return [*bind, *body] if test is None else _if(test, bind + body, rest)
    if test is None:
        return bind + _if(case.guard, body, rest)
    return _if(at(gast.BoolOp(gast.And(), [test, case.guard]), case.pattern), body, rest)


def _question(case: Any, subject: Any) -> _Question | None:
    """What a case asks; None if it looks at structure, or binds a name that a guard sees before the case is sure."""
    pattern, binds = case.pattern, None
    if isinstance(pattern, gast.MatchAs):
        pattern, binds = pattern.pattern, pattern.name
        if pattern is None:
            return _Question(None, binds)
        if case.guard is not None:
            return None
    test = _test(pattern, subject)
    return None if test is None else _Question(test, binds)


def _test(pattern: Any, subject: Any) -> Any:
    """The expression that asks what a pattern asks; None if none does."""
    if isinstance(pattern, gast.MatchValue):
        return at(gast.Compare(_read(subject, pattern), [gast.Eq()], [copy_tree(pattern.value)]), pattern)
    if isinstance(pattern, gast.MatchSingleton):
        value = gast.Constant(pattern.value, None)
        return at(gast.Compare(_read(subject, pattern), [gast.Is()], [value]), pattern)
    if isinstance(pattern, gast.MatchOr):
        tests = [_test(part, subject) for part in pattern.patterns]
        return None if None in tests else at(gast.BoolOp(gast.Or(), tests), pattern)
    return None


def _if(test: Any, body: Block, rest: Block) -> Block:
    return [at(gast.If(test, body, rest), test)]


def _otherwise(rest: Block, case: Any) -> Block:
    if not rest:
        return []
    return [gast.match_case(at(gast.MatchAs(None, None), case.pattern), None, rest)]


def _bind(target: str, subject: Any, where: Any) -> Any:
    return at(gast.Assign([name(target, gast.Store)], _read(subject, where), None), where)


def _read(subject: Any, where: Any) -> Any:
    return at(name(getattr(subject, "id", "")), where)
