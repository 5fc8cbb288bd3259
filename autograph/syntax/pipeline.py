"""The passes, in order: a function's source in, its converted tree out."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass

import gast

from .collecting import collection_paused
from .recursion import deep_recursion
from .source import Source
from .unit import Unit
from .verify import verify as verify_tree

PASSES = ("fence", "desugar", "jumps", "control_flow", "expressions", "calls", "collections")

Pass = Callable[[gast.FunctionDef, Unit], gast.FunctionDef]


@dataclass(frozen=True, eq=False)
class Converted:
    """A converted function: its tree (a `FunctionDef` named `<lambda>` for a lambda) and the unit it was made with."""

    tree: gast.FunctionDef
    unit: Unit


def convert(source: Source, *, until: str | None = None, verify: bool = False, alias: str | None = None) -> Converted:
    """Runs the passes over one function.

    Args:
        source: the function; its text is parsed anew, so that nothing else sees the passes' changes.
        until: the name of the last pass to run; all of them when None.
        verify: check the tree after each pass, and name the pass that broke it.
        alias: what generated code calls the operator library; a fresh name when None.

    Raises:
        ConversionError: the function holds what cannot be converted.
    """
    with collection_paused(), deep_recursion(source.document.depth):
        tree = as_function(source.tree)
        unit = Unit.of(source, tree, alias)
        for name in PASSES[: None if until is None else PASSES.index(until) + 1]:
            tree = load_pass(name)(tree, unit)
            if verify:
                verify_tree(tree, after=name)
    return Converted(tree, unit)


def load_pass(name: str) -> Pass:
    """The `transform` function of the pass of that name, imported on first need."""
    transform: Pass = importlib.import_module(f"..passes.{name}", __package__).transform
    return transform


def as_function(node: gast.AST) -> gast.FunctionDef:
    """The function's own node; a lambda becomes a function that returns its body."""
    if not isinstance(node, gast.Lambda):
        return node
    body = gast.copy_location(gast.Return(node.body), node.body)
    return gast.copy_location(gast.FunctionDef("<lambda>", node.args, [body], [], None, None, []), node)


def as_lambda(function: gast.FunctionDef) -> gast.Lambda:
    """The lambda that a converted lambda still is: passes rewrite expressions only in it."""
    (body,) = function.body
    return gast.copy_location(gast.Lambda(function.args, body.value), function)
