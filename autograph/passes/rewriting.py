"""Rewriting expressions: one walk over what runs in a function's own scope, with a rule for each kind of node.

A rule gets the rewriter and the node and gives the node that takes its place; it visits the parts itself, with
`rewriter.parts(node)` or one by one with `rewriter.visit(part)`. What runs in other scopes is left alone: decorators,
annotations and bodies of inner functions (which are rewritten as functions of their own), class bodies, patterns.
The bodies of lambdas are rewritten in place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import gast

from autograph.analysis.facts import KnownFacts
from autograph.analysis.scopes import DEFINITIONS, functions_with_class, mangled, walk_own
from autograph.analysis.staging import Native, Staged
from autograph.syntax.names import Names
from autograph.syntax.positions import at
from autograph.syntax.quoting import quote_expression
from autograph.syntax.unit import Unit
from autograph.syntax.walking import node_fields

Rule = Callable[["Rewriter", Any], Any]


class Rewriter:
    """One pass over the expressions of one function.

    Attributes:
        unit: the conversion.
        function: the function.
        class_name: the class whose private names the function uses, or None.
        staged: how many staged constructs are around.
        iterables: how many iterables of comprehensions are around, where nothing may be assigned.
        known: the facts about functions.
        scope: of the function (or lambda) where the walk is.
        assignments: what the function assigns to its variables.
        ownership: which containers it makes for others to change.
    """

    def __init__(self, function: Any, class_name: str | None, unit: Unit, rules: Mapping[type, Rule]) -> None:
        self.function = function
        self.class_name = class_name
        self.unit = unit
        self.staged = 0
        self.iterables = 0
        self.known = unit.table(KnownFacts)
        facts = self.known.of(function, unit.source.framework | {unit.alias})
        self.assignments, self.ownership = facts.assignments, facts.ownership
        self._settled = unit.table(Staged).calls
        self.scope = self.assignments.scope
        self._names: Names | None = None
        self._rules = {**_SCOPES, **rules}

    def run(self) -> None:
        """Rewrites the function's body."""
        self.function.body = self.block(self.function.body)

    def block(self, block: list[Any]) -> list[Any]:
        """Rewrites statements; a rule may give several for one."""
        rewritten: list[Any] = []
        for statement in block:
            new = self.visit(statement)
            rewritten += new if isinstance(new, list) else [new]
        return rewritten

    def visit(self, node: Any) -> Any:
        """What takes the place of a node."""
        if not isinstance(node, gast.AST):
            return node  # the name in a declaration, the missing key of `**` in a dict
        rule = self._rules.get(type(node))
        return self.parts(node) if rule is None or node in self._settled else rule(self, node)

    def parts(self, node: Any) -> Any:
        """Rewrites the parts of a node, which stays."""
        for field in node_fields(node):
            value = getattr(node, field, None)
            if type(value) is list:
                setattr(node, field, self.block(value))
            elif value is not None:
                setattr(node, field, self.visit(value))
        return node

    def call(self, template: str, where: gast.AST, **parts: Any) -> Any:
        """An operator's call from a template, at the place of a node."""
        return at(quote_expression(template, ag=self.unit.alias, **parts), where)

    def named(self, *expressions: Any) -> tuple[str, ...]:
        """The variables of the function (or lambda) that expressions assign by `:=`, as the run knows them."""
        names = {part.target.id for part in walk_own(expressions) if isinstance(part, gast.NamedExpr)}
        return tuple(sorted(self.mangled(name) for name in names & (self.scope.locals | self.scope.nonlocals)))

    def fresh(self, stem: str) -> str:
        """A new name for a variable of the function."""
        if self._names is None:
            self._names = Names.of(self.function)
        return self._names.fresh(stem)

    def mangled(self, name: str) -> str:
        """A name as the run knows it, for strings."""
        return mangled(name, self.class_name)


def rewrite(function: gast.FunctionDef, unit: Unit, rules: Mapping[type, Rule]) -> gast.FunctionDef:
    """Applies rules to a function and the functions in it, those excepted that stay native."""
    native = unit.table(Native).functions
    for inner, class_name in functions_with_class(function, unit.source.class_name):
        if inner not in native:
            Rewriter(inner, class_name, unit, rules).run()
    return function


def _definition(rewriter: Rewriter, node: Any) -> Any:
    node.args.defaults = rewriter.block(node.args.defaults)
    node.args.kw_defaults = [default and rewriter.visit(default) for default in node.args.kw_defaults]
    return node


def _lambda(rewriter: Rewriter, node: Any) -> Any:
    _definition(rewriter, node)
    around, rewriter.scope = rewriter.scope, rewriter.known.scope_of(node)
    node.body = rewriter.visit(node.body)
    rewriter.scope = around
    return node


def _annotated(rewriter: Rewriter, node: Any) -> Any:
    node.target = rewriter.visit(node.target)
    if node.value is not None:
        node.value = rewriter.visit(node.value)
    return node


def _case(rewriter: Rewriter, node: Any) -> Any:
    if node.guard is not None:
        node.guard = rewriter.visit(node.guard)
    node.body = rewriter.block(node.body)
    return node


def lower_loop(rewriter: Rewriter, node: Any) -> Any:
    """A `for`, `if` or `while`, which may be a staged construct that is around its parts."""
    staged = node in rewriter.unit.table(Staged).constructs
    rewriter.staged += staged
    rewriter.parts(node)
    rewriter.staged -= staged
    return node


def _keep(rewriter: Rewriter, node: Any) -> Any:
    return node


_SCOPES: dict[type, Rule] = {
    **dict.fromkeys(DEFINITIONS, _definition),
    gast.Lambda: _lambda,
    **dict.fromkeys((gast.For, gast.If, gast.While), lower_loop),
    gast.ClassDef: _keep,
    gast.AnnAssign: _annotated,
    gast.match_case: _case,
    gast.TypeAlias: _keep,
    gast.Constant: _keep,
    gast.Name: _keep,
}
