"""Finds what must stay plain Python, and says so in a note; nothing that runs as Python is ever refused.

    def f(x):                                   left as it is: `locals()` would show the compiler's own variables
        y = x + 1
        return locals()

    for x in xs:                                the `if` stays native: a jump out of `finally` overrides whatever was
        try:                                    on its way, which no flag can say
            work(x)
        finally:
            if x > limit:
                break

Such code runs as ever. A tensor condition in it is an error at the user's line, which these notes explain. The pass
changes nothing; it fills the table of what is native.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gast

from autograph.analysis.exits import LOOPS, TRIES, leaving_jumps, own_statements
from autograph.analysis.scopes import functions, walk_own
from autograph.analysis.staging import Native
from autograph.syntax.unit import Unit

from .blocks import header

_SEES_LOCALS = {"locals": 0, "vars": 0, "dir": 0, "eval": 1, "exec": 1}
"""Builtins that see the caller's variables when they get no more than so many arguments."""

_SEES_FRAMES = frozenset({"_getframe", "_getframemodulename", "currentframe"})

_CONDITIONAL = (gast.If, gast.Match, *LOOPS)


def transform(function: gast.FunctionDef, unit: Unit) -> gast.FunctionDef:
    """Fills the table of what stays native."""
    for inner in functions(function):
        user = next(_frame_users(inner), None)
        if user is not None:
            unit.table(Native).functions.add(inner)
            _note_function(inner, user, unit)
        else:
            for statement in own_statements(inner.body):
                _keep_native_jumps(statement, inner, unit)
    return function


def _frame_users(function: Any) -> Iterator[gast.AST]:
    """What in a function looks at frames or at all local variables."""
    for node in walk_own(function.body):
        if isinstance(node, gast.Call) and isinstance(node.func, gast.Name):
            most = _SEES_LOCALS.get(node.func.id)
            if most is not None and len(node.args) + len(node.keywords) <= most:
                yield node
        elif (isinstance(node, gast.Attribute) and node.attr in _SEES_FRAMES) or (
            isinstance(node, gast.Name) and node.id in _SEES_FRAMES
        ):
            yield node


def _note_function(function: Any, user: Any, unit: Unit) -> None:
    name = user.func.id + "()" if isinstance(user, gast.Call) else getattr(user, "attr", None) or user.id
    unit.note(
        user,
        f"`{function.name}` is not converted: `{name}` would show the compiler's own variables and frames",
        fix=f"take the part that depends on tensors into a function without `{name}`.",
    )


def _keep_native_jumps(statement: Any, function: Any, unit: Unit) -> None:
    """Keeps the conditions native that decide a jump which cannot become a flag."""
    if isinstance(statement, TRIES) and statement.finalbody:
        jumps = list(leaving_jumps(statement.finalbody))
        if jumps:
            _keep(_around(jumps, function.body), "a jump in `finally` stays as it is", unit)
            for loop in _targets(jumps, function.body):
                _keep(_jumping(loop.body), "a jump in `finally` stays as it is", unit)
    elif isinstance(statement, gast.AsyncFor):
        _keep(_jumping(statement.body), "an `async for` is never part of a graph", unit)


def _keep(statements: Iterator[Any], reason: str, unit: Unit) -> None:
    native = unit.table(Native).statements
    for statement in statements:
        if statement not in native:
            native.add(statement)
            fix = "compute what depends on tensors before, and jump outside of it."
            unit.note(header(statement), f"this condition must be plain Python: {reason}", fix=fix)


def _jumping(block: list[Any]) -> Iterator[Any]:
    """The conditional statements in a block that hold a jump out of them."""
    for statement in own_statements(block):
        if isinstance(statement, _CONDITIONAL) and any(True for _ in leaving_jumps([statement])):
            yield statement


def _around(jumps: list[Any], block: list[Any]) -> Iterator[Any]:
    """The conditional statements between jumps and their targets."""
    for statement in own_statements(block):
        if isinstance(statement, _CONDITIONAL):
            crossing = set(leaving_jumps([statement])) | set(_breaks(statement))
            if crossing.intersection(jumps):
                yield statement


def _targets(jumps: list[Any], block: list[Any]) -> Iterator[Any]:
    """The loops that the jumps belong to."""
    for statement in own_statements(block):
        if isinstance(statement, LOOPS) and set(_breaks(statement)).intersection(jumps):
            yield statement


def _breaks(statement: Any) -> Iterator[Any]:
    """The `break`s and `continue`s whose target is this loop."""
    if isinstance(statement, LOOPS):
        yield from (jump for jump in leaving_jumps(statement.body) if not isinstance(jump, gast.Return))
