"""The truth of values, asked for exactly once.

`if a and b` asks `a` once. As an argument, `a and b` is a value, and an operator that is handed it asks again; so the
operands that may decide are asked where they stand:

    ag.if_(a and b, names)                  ag.if_(ag.truth(a) and b, names)

Where a statement is what asks, so that it can end what is open:

    ag.if_(a and b, names)                  ag.if_(ag.both(a) and b, names)
"""

from __future__ import annotations

from typing import Any

import gast

from autograph.analysis.scopes import assigns_in_expression, suspends
from autograph.analysis.staging import may_be_tensor
from autograph.syntax.positions import at
from autograph.syntax.quoting import quote_expression

_BOOLS = frozenset({"bool", "callable", "hasattr", "isinstance", "issubclass"})
"""Builtins that give bools."""


def condition(test: Any, ag: str, settled: set[gast.AST]) -> Any:
    """The test of a statement that is going to be a value of which only the truth matters.

    Args:
        test: the test.
        ag: what the operators are called.
        settled: gets the `and`s and `or`s that no later pass is to look at.
    """
    if not isinstance(test, gast.BoolOp) or assigns_in_expression(test) or suspends(test):
        return decided(test, ag)
    settled.add(test)
    asks = "ag.both(value)" if isinstance(test.op, gast.And) else "ag.either(value)"
    *values, last = test.values
    test.values = [
        _call(asks, decided(value, ag), ag) if may_be_tensor(value) else asked(value, ag) for value in values
    ]
    test.values.append(condition(last, ag, settled))
    return test


def decided(test: Any, ag: str) -> Any:
    """A test that is going to be a value of which only the truth matters."""
    if isinstance(test, gast.BoolOp):
        last = decided(test.values[-1], ag)
        test.values = [*(asked(value, ag) for value in test.values[:-1]), last]
    elif isinstance(test, gast.IfExp):
        test.body, test.orelse = decided(test.body, ag), decided(test.orelse, ag)
    return test


def asked(value: Any, ag: str) -> Any:
    """A test that is going to be kept as a bool."""
    if isinstance(value, gast.BoolOp):
        return decided(value, ag) if _gives_bool(value.values[-1]) else _truth(decided(value, ag), ag)
    return value if _gives_bool(value) else _truth(value, ag)


def _truth(value: Any, ag: str) -> Any:
    return _call("ag.truth(value)", value, ag)


def _call(template: str, value: Any, ag: str) -> Any:
    return at(quote_expression(template, ag=ag, value=value), value)


def _gives_bool(value: Any) -> bool:
    """Whether a value is a bool, or gives the same answer each time it is asked."""
    if isinstance(value, gast.Call):
        return isinstance(value.func, gast.Name) and value.func.id in _BOOLS
    if isinstance(value, gast.BoolOp):
        return all(map(_gives_bool, value.values))
    return isinstance(value, gast.Compare | gast.Constant) or (
        isinstance(value, gast.UnaryOp) and isinstance(value.op, gast.Not)
    )
