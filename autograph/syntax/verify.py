"""What every tree must satisfy after every pass: it compiles, no node stands twice, every node has its place."""

from __future__ import annotations

import ast
import warnings
from typing import cast

import gast

from .positions import can_be_placed, is_placed
from .trees import to_ast
from .walking import walk


class MalformedTreeError(Exception):
    """A pass made a tree that breaks the rules; a defect of this compiler, never of the user's code."""


def verify(tree: gast.FunctionDef, after: str) -> None:
    """Checks a function's tree.

    Args:
        tree: the function.
        after: the pass that made it; the error names it.

    Raises:
        MalformedTreeError: a node stands in two places, has no position, or the tree does not compile.
    """
    seen: set[int] = set()
    handler_names = {id(node.name) for node in walk(tree) if isinstance(node, gast.ExceptHandler)}
    for node in walk(tree):
        kind = type(node).__name__
        if can_be_placed(node) and id(node) not in handler_names:
            if not is_placed(node):
                raise MalformedTreeError(f"after {after}: {kind} has no position: {gast.dump(node)}")
            if id(node) in seen:
                raise MalformedTreeError(f"after {after}: {kind} stands twice: {gast.dump(node)}")
            seen.add(id(node))
    _compile(tree, after)


def _compile(tree: gast.FunctionDef, after: str) -> None:
    outer_names = {name for node in walk(tree) if isinstance(node, gast.Nonlocal) for name in node.names}
    module = ast.parse(f"def outer({', '.join(sorted(outer_names))}): pass")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            cast(ast.FunctionDef, module.body[0]).body = [to_ast(tree)]
            compile(module, f"<after {after}>", "exec", dont_inherit=True)
    except (SyntaxError, ValueError, TypeError) as error:
        raise MalformedTreeError(f"after {after}: does not compile: {error}") from error
