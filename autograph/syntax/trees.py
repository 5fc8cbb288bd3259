"""From trees of `ast` to gast's and back: what `gast.ast_to_gast` and `gast.gast_to_ast` do, in a third of the time.

gast's own translators look up a method for each node by the name of its class. Most nodes are the same in both trees,
attribute by attribute, so that a copy of the attributes does, with other nodes under it. Contexts and operators, which
hold nothing, are shared, as the parser shares them. Only names, arguments and names of exceptions differ.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import gast

from .positions import ATTRIBUTES
from .walking import WORDS

_Copy = Callable[[Any], Any]
_new = ast.AST.__new__


def to_gast(node: ast.AST) -> Any:
    """A new gast tree like a tree that the parser made."""
    return _FROM_AST.node(node)


def to_ast(node: Any) -> Any:
    """A new tree for the compiler like a gast tree."""
    return _FROM_GAST.node(node)


class _Translation:
    """Copies trees into the classes of another module.

    Args:
        module: `ast` or `gast`.
        rules: kinds of nodes that are copied in a way of their own.
    """

    def __init__(self, module: Any, rules: dict[type, _Copy]) -> None:
        self._module = module
        self._rules = rules
        self._kinds: dict[type, tuple[Any, tuple[str, ...], tuple[str, ...]]] = {}

    def node(self, node: Any) -> Any:
        """A copy of a node with all that is under it."""
        kind = type(node)
        rule = self._rules.get(kind)
        return self.plain(node, kind) if rule is None else rule(node)

    def plain(self, node: Any, kind: type) -> Any:
        """A copy of a node, attribute by attribute."""
        known = self._kinds.get(kind)
        if known is None:
            known = self._kinds[kind] = self._look(kind)
        made, fields, added = known
        if not isinstance(made, type):
            return made
        copy: Any = _new(made)
        attributes = copy.__dict__
        attributes.update(node.__dict__)
        for field in fields:
            value = attributes.get(field)
            if isinstance(value, ast.AST):
                attributes[field] = self.node(value)
            elif type(value) is list:
                attributes[field] = [self.node(item) if isinstance(item, ast.AST) else item for item in value]
        for field in added:
            attributes[field] = [] if field == "type_params" else None
        return copy

    def _look(self, kind: type[Any]) -> tuple[Any, tuple[str, ...], tuple[str, ...]]:
        """What becomes of nodes of a kind: a class, or the one node for all.

        And the fields that may hold nodes, and those that this Python's nodes do not have.
        """
        made = getattr(self._module, kind.__name__)
        if not (kind._fields or kind._attributes):
            return made(), (), ()
        fields = tuple(field for field in kind._fields if field in ("ctx", "op", "ops") or field not in WORDS)
        return made, fields, tuple(field for field in made._fields if field not in kind._fields)


def _name(node: ast.Name) -> Any:
    return _placed(gast.Name(node.id, _FROM_AST.node(node.ctx), None, None), node)


def _argument(node: ast.arg) -> Any:
    annotation = node.annotation and _FROM_AST.node(node.annotation)
    return _placed(gast.Name(node.arg, gast.Param(), annotation, node.type_comment), node)


def _handler(node: ast.ExceptHandler) -> Any:
    copy = _FROM_AST.plain(node, ast.ExceptHandler)
    if node.name:
        copy.name = gast.Name(node.name, gast.Store(), None, None)
    return copy


def _name_back(node: Any) -> Any:
    return _placed(ast.Name(node.id, _FROM_GAST.node(node.ctx)), node)


def _arguments_back(node: Any) -> ast.arguments:
    copy: ast.arguments = _FROM_GAST.plain(node, gast.arguments)
    copy.posonlyargs, copy.args, copy.kwonlyargs = (
        list(map(_argument_back, group)) for group in (node.posonlyargs, node.args, node.kwonlyargs)
    )
    copy.vararg = node.vararg and _argument_back(node.vararg)
    copy.kwarg = node.kwarg and _argument_back(node.kwarg)
    return copy


def _argument_back(node: Any) -> Any:
    annotation = node.annotation and _FROM_GAST.node(node.annotation)
    return _placed(ast.arg(node.id, annotation, node.type_comment), node)


def _handler_back(node: Any) -> ast.ExceptHandler:
    copy: ast.ExceptHandler = _FROM_GAST.plain(node, gast.ExceptHandler)
    copy.name = node.name and node.name.id
    return copy


def _placed(copy: Any, node: Any) -> Any:
    """The copy at the place of a node, if it has one."""
    place = node.__dict__
    for attribute in ATTRIBUTES:
        if attribute in place:
            copy.__dict__[attribute] = place[attribute]
    return copy


_FROM_AST = _Translation(
    gast,
    {
        ast.Name: _name,
        ast.arg: _argument,
        ast.ExceptHandler: _handler,
    },
)
_FROM_GAST = _Translation(
    ast,
    {
        gast.Name: _name_back,
        gast.arguments: _arguments_back,
        gast.ExceptHandler: _handler_back,
    },
)
