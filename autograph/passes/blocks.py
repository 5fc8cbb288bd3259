"""Small moves on statements that several passes make."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gast

from autograph.analysis.scopes import DEFINITIONS
from autograph.syntax.positions import at

_KEYWORDS = {gast.Try: 3, gast.TryStar: 3}  # statements that have no expression in their header


def header(statement: Any) -> gast.AST:
    """What a node generated for a statement takes its position from: a test, a target, a context manager."""
    for field in ("test", "target", "items", "subject"):
        part = getattr(statement, field, None)
        if part is not None and not isinstance(statement, gast.Assign | gast.AugAssign | gast.AnnAssign):
            return part[0].context_expr if field == "items" else part
    if type(statement) in _KEYWORDS:
        return _keyword(statement, _KEYWORDS[type(statement)])
    return statement


def _keyword(statement: Any, length: int) -> gast.AST:
    keyword = gast.Pass()
    keyword.lineno = keyword.end_lineno = statement.lineno
    keyword.col_offset, keyword.end_col_offset = statement.col_offset, statement.col_offset + length
    return keyword


def head_length(body: list[Any]) -> int:
    """How many statements of a function's body are its docstring and its declarations."""
    count = int(_is_docstring(body[0]))
    while count < len(body) and isinstance(body[count], gast.Global | gast.Nonlocal):
        count += 1
    return count


def _is_docstring(statement: Any) -> bool:
    value = statement.value if isinstance(statement, gast.Expr) else None
    return isinstance(value, gast.Constant) and isinstance(value.value, str)


def or_pass(block: list[Any], where: gast.AST) -> list[Any]:
    """The block, or `pass` at that place if it is empty."""
    return block or [at(gast.Pass(), header(where))]


def negated(test: Any) -> Any:
    """`not test`, or what `test` negates."""
    if isinstance(test, gast.UnaryOp) and isinstance(test.op, gast.Not):
        return test.operand
    return at(gast.UnaryOp(gast.Not(), test), test)


def block_fields(statement: Any) -> Iterator[tuple[Any, str]]:
    """Where the blocks of a compound statement hang: pairs of owner and field."""
    if isinstance(statement, (*DEFINITIONS, gast.ClassDef)):
        return
    for owner in (statement, *getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
        for field in ("body", "orelse", "finalbody"):
            if isinstance(getattr(owner, field, None), list):
                yield owner, field
