"""Whether statements can be left at their end."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any


def falls_through(block: Sequence[ast.stmt]) -> bool:
    """Whether the end of a block can be reached.

    >>> falls_through(ast.parse("while True:\\n    work()").body)
    False
    """
    return all(_passes(statement) for statement in block)


def _passes(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Return | ast.Raise | ast.Break | ast.Continue):
        return False
    if isinstance(statement, ast.If):
        return falls_through(statement.body) or falls_through(statement.orelse)
    if isinstance(statement, ast.With | ast.AsyncWith):
        return falls_through(statement.body)
    if isinstance(statement, ast.While):
        forever = isinstance(statement.test, ast.Constant) and bool(statement.test.value)
        return not forever or any(isinstance(node, ast.Break) for node in own_jumps(statement.body))
    if isinstance(statement, ast.Try) or type(statement).__name__ == "TryStar":
        return _try_passes(statement)
    if isinstance(statement, ast.Match):
        return _match_passes(statement)
    return True


def _try_passes(statement: Any) -> bool:
    if not falls_through(statement.finalbody):
        return False
    whole = [*statement.body, *statement.orelse]
    return falls_through(whole) or any(falls_through(handler.body) for handler in statement.handlers)


def _match_passes(statement: ast.Match) -> bool:
    last = statement.cases[-1]
    is_total = isinstance(last.pattern, ast.MatchAs) and last.pattern.pattern is None and last.guard is None
    return not is_total or any(falls_through(case.body) for case in statement.cases)


def own_jumps(block: Sequence[ast.AST]) -> list[ast.Break | ast.Continue]:
    """The `break`s and `continue`s of a loop with this body."""
    found: list[ast.Break | ast.Continue] = []
    stack = list(block)[::-1]
    while stack:
        node = stack.pop()
        if isinstance(node, ast.Break | ast.Continue):
            found.append(node)
        elif isinstance(node, ast.For | ast.AsyncFor | ast.While):
            stack.extend(node.orelse[::-1])
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.expr):
            stack.extend(list(ast.iter_child_nodes(node))[::-1])
    return found
