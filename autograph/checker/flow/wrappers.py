"""Functions of the file that decorators put around others: they run when those are called."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from autograph.checker.model.definitions import Function

from .expressions import evaluate
from .frame import Frame

if TYPE_CHECKING:
    from .analysis import Analysis


def wrappers(analysis: Analysis, function: Function, decorators: Iterable[ast.expr]) -> Iterator[Function]:
    """What some decorators of a function put around it: `def decorate(f): def wrapper(*args): …; return wrapper`."""
    frame = Frame(analysis, function.scope.parent or function.scope)
    for decorator in decorators:
        is_made = isinstance(decorator, ast.Call)  # a call gives the decorator proper
        found = evaluate(frame, decorator.func if isinstance(decorator, ast.Call) else decorator).target
        for _ in range(1 + is_made):
            found = _returned(analysis, found) if isinstance(found, Function) else None
        if isinstance(found, Function):
            yield found


def _returned(analysis: Analysis, function: Function) -> Function | None:
    """The inner function that a function returns."""
    for node in function.returns:
        if isinstance(node.value, ast.Name):
            found = evaluate(Frame(analysis, function.scope), node.value).target
            if isinstance(found, Function) and found.parent is function:
                return found
    return None
