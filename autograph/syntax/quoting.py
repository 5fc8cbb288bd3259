"""Templates: generated code is written as Python text, with names that stand for parts.

>>> from autograph.syntax.printer import print_tree
>>> test = quote_expression("x > 0")
>>> body = quote("y = x")
>>> print(print_tree(quote('''
... for then in ag.if_(test, names):
...     if then:
...         body
... ''', then="then", test=test, names=literal(("y",)), body=body)))
for then in ag.if_(x > 0, ('y',)):
    if then:
        y = x
"""

from __future__ import annotations

import ast
import functools
import textwrap
from collections.abc import Iterable
from typing import Any

import gast

from .positions import ATTRIBUTES
from .walking import walk

Part = Any  # str: an identifier; node: an expression or statement; list of nodes: spliced where it stands


def quote(template: str, /, **parts: Part) -> list[gast.stmt]:
    """Statements from a template.

    Args:
        template: Python statements, indented as one likes.
        parts: what stands for a name of the template. A string renames it wherever it is an identifier; an expression
            takes its place (and the context, load or store, of that place); a list of statements (or one statement)
            takes the place of the statement that consists of the name; a list of expressions is spliced into a call's
            arguments or a display. A node used a second time is copied.

    Returns:
        New nodes without positions (the parts keep theirs): give them one with `positions.at`.
    """
    return list(_Filling(parts).fill(_parse(template)))


def quote_expression(template: str, /, **parts: Part) -> gast.expr:
    """The expression of a template; parts as in `quote`."""
    (statement,) = _parse(f"({template})")
    return _Filling(parts).fill(statement.value)


def literal(value: object) -> gast.expr:
    """The display of a constant or a tuple of constants.

    >>> from autograph.syntax.printer import print_tree
    >>> print_tree(literal(("x", 1)))
    "('x', 1)"
    """
    if isinstance(value, tuple):
        return gast.Tuple([literal(item) for item in value], gast.Load())
    return gast.Constant(value, None)


def name(identifier: str, ctx: type[gast.expr_context] = gast.Load) -> gast.Name:
    """The node of a name, read unless `ctx` says otherwise."""
    return gast.Name(identifier, ctx(), None, None)


def copy_tree(node: Any, ctx: type[gast.expr_context] | None = None) -> Any:
    """A deep copy with the same positions; `ctx` puts an assignment target (or its like) into that context."""
    if isinstance(node, list):
        return [copy_tree(item, ctx) for item in node]
    if not isinstance(node, gast.AST):
        return node
    copy = type(node)()
    for field in node._fields:
        if field == "ctx" and ctx is not None:
            copy.ctx = ctx()
        elif hasattr(node, field):
            spine = ctx if field == "elts" or isinstance(node, gast.Starred) else None
            setattr(copy, field, copy_tree(getattr(node, field), spine))
    for attribute in ATTRIBUTES:
        if hasattr(node, attribute):
            setattr(copy, attribute, getattr(node, attribute))
    return copy


@functools.lru_cache(maxsize=512)
def _parse(template: str) -> tuple[gast.stmt, ...]:
    statements = gast.parse(textwrap.dedent(template).strip("\n")).body
    for node in (node for statement in statements for node in walk(statement)):
        for attribute in ATTRIBUTES:
            vars(node).pop(attribute, None)
    return tuple(statements)


class _Filling:
    """One use of a template: copies it and puts the parts in."""

    def __init__(self, parts: dict[str, Part]) -> None:
        self._parts = parts
        self._used: set[int] = set()

    def fill(self, node: Any) -> Any:
        """A copy of a part of the template with the parts put in by name."""
        if isinstance(node, list | tuple):
            return [item for child in node for item in self._splice(child)]
        if isinstance(node, str):
            part = self._parts.get(node)
            return part if isinstance(part, str) else node
        if isinstance(node, gast.Constant):
            return gast.Constant(node.value, node.kind)
        if isinstance(node, gast.Name) and node.id in self._parts:
            return self._part(node)
        if not isinstance(node, gast.AST) or isinstance(node, gast.expr_context):
            return node  # as in what `ast.parse` gives, nodes share their contexts
        made = ast.AST.__new__(type(node))
        for field, value in vars(node).items():
            setattr(made, field, self.fill(value))
        return made

    def _splice(self, node: Any) -> Iterable[Any]:
        holder = node.value if isinstance(node, gast.Expr) else node
        part = self._parts.get(holder.id) if isinstance(holder, gast.Name) else None
        if isinstance(part, list):
            return [self._once(item) for item in part]
        if isinstance(part, gast.stmt) and isinstance(node, gast.Expr):
            return [self._once(part)]
        return [self.fill(node)]

    def _part(self, node: gast.Name) -> gast.expr:
        part = self._parts[node.id]
        if isinstance(part, str):
            return gast.Name(part, type(node.ctx)(), self.fill(node.annotation), None)
        if not isinstance(part, gast.expr):
            raise TypeError(f"{node.id}: an expression is needed here, not {type(part).__name__}")
        ctx = type(node.ctx)
        if not isinstance(getattr(part, "ctx", node.ctx), ctx):
            return copy_tree(part, ctx)
        return self._once(part)

    def _once(self, part: gast.AST) -> gast.AST:
        if id(part) in self._used:
            return copy_tree(part)
        self._used.add(id(part))
        return part
