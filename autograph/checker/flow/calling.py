"""Where code that is not compiled calls compiled functions."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from autograph.checker.model.definitions import FUNCTIONS, Function

from .analysis import Analysis
from .context import Root
from .expressions import evaluate
from .frame import Frame
from .roots import names_of_roots


def calls_of_roots(analysis: Analysis) -> Iterator[tuple[ast.Call, Root]]:
    """Calls of compiled functions by code that is not traced itself, as far as the text tells."""
    traced = {id(context.function.node) for context in analysis.contexts}
    for call in analysis.module.calls_of(names_of_roots(analysis)):
        if not is_traced(analysis, call, traced):
            found = evaluate(Frame(analysis, analysis.module.scope_at(call)), call.func)
            if isinstance(found.target, Function) and id(found.target.node) in analysis.roots:
                yield call, analysis.roots[id(found.target.node)]


def is_traced(analysis: Analysis, node: ast.AST, traced: set[int]) -> bool:
    """Whether a node stands in a function that is traced."""
    function = analysis.module.enclosing_function(node)
    while function is not None:
        if id(function.node) in traced:
            return True
        function = function.parent
    return False


def loops_around(analysis: Analysis, node: ast.AST) -> Iterator[ast.For | ast.AsyncFor | ast.While]:
    """The loops whose bodies a node stands in, within its function, inside out."""
    child, parent = node, analysis.module.parents.get(id(node))
    while parent is not None and not (isinstance(child, FUNCTIONS) and child is not node):
        if isinstance(parent, ast.For | ast.AsyncFor | ast.While) and child in parent.body:
            yield parent
        child, parent = parent, analysis.module.parents.get(id(parent))
