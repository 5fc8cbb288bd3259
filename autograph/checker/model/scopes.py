"""Scopes of a file with all their bindings: every place that gives a name a value, in reading order."""

from __future__ import annotations

import ast
import enum
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias


class Form(enum.Enum):
    """How a binding gives a name its value."""

    ASSIGN = enum.auto()
    UNPACK = enum.auto()  # an item of the value
    AUGMENT = enum.auto()
    ANNOTATE = enum.auto()  # an annotation without a value
    ITERATE = enum.auto()  # an element of the value
    ENTER = enum.auto()  # `with value as name`
    IMPORT = enum.auto()
    DEFINE = enum.auto()  # def or class
    PARAMETER = enum.auto()
    OTHER = enum.auto()  # except, match, del


@dataclass(frozen=True)
class Binding:
    """One place that binds a name.

    Attributes:
        form: how.
        node: the target, import, definition or parameter.
        value: the expression that the value comes from.
        path: which item of which item of the value it is, when that is unpacked.
        dotted: what an import names.
        annotation: the annotation beside it.
        statement: the statement that it is part of.
    """

    form: Form
    node: ast.AST
    value: ast.expr | None = None
    path: tuple[int, ...] = ()
    dotted: str = ""
    annotation: ast.expr | None = None
    statement: ast.AST | None = None


@dataclass(eq=False)
class Scope:
    """A module, class or function with its names.

    Attributes:
        node: its node in the tree.
        parent: the scope it stands in, or None for the module.
        bindings: by name, in reading order.
        globals: names that it declares global.
        nonlocals: names that it declares nonlocal.
    """

    node: ast.AST
    parent: Scope | None = None
    bindings: dict[str, list[Binding]] = field(default_factory=dict)
    globals: set[str] = field(default_factory=set)
    nonlocals: set[str] = field(default_factory=set)

    @property
    def is_class(self) -> bool:
        """Whether it is the body of a class, whose names inner functions do not see."""
        return isinstance(self.node, ast.ClassDef)

    @property
    def module(self) -> Scope:
        """The scope of the module."""
        scope = self
        while scope.parent is not None:
            scope = scope.parent
        return scope

    def bind(self, name: str, binding: Binding) -> None:
        """Adds a binding, to the scope that owns the name."""
        self.owner_for_binding(name).bindings.setdefault(name, []).append(binding)

    def owner_for_binding(self, name: str) -> Scope:
        """The scope that a binding of the name here goes to."""
        if name in self.globals:
            return self.module
        if name in self.nonlocals and self.parent is not None:
            return self.parent.owner(name) or self.parent
        return self

    def owner(self, name: str) -> Scope | None:
        """The scope whose variable the name is when it is read here; None for builtins and unknown names."""
        if name in self.globals:
            return self.module if name in self.module.bindings else None
        if name in self.bindings and name not in self.nonlocals:
            return self
        scope = self.parent
        while scope is not None:
            if name in scope.bindings and not scope.is_class and name not in scope.globals | scope.nonlocals:
                return scope
            scope = scope.parent
        return None


Target: TypeAlias = "tuple[Any, Any, tuple[int, ...]]"


def targets(target: ast.expr, value: ast.expr | None, path: tuple[int, ...] = ()) -> Iterator[Target]:
    """The names, attributes and items that an assignment target binds, each with its value and its place in it."""
    if isinstance(target, ast.Tuple | ast.List):
        items = value.elts if isinstance(value, ast.Tuple | ast.List) and not path else None
        for place, item in enumerate(target.elts):
            if items is not None and len(items) == len(target.elts):
                yield from targets(item, items[place])
            else:
                yield from targets(item, value, (*path, place))
    elif isinstance(target, ast.Starred):
        yield from targets(target.value, value, (*path, -1))
    else:
        yield target, value, path


def bindings_of(node: ast.AST) -> Iterator[tuple[ast.expr | str, Binding]]:
    """What one node binds: names as text, attributes and items as their nodes."""
    handler = _HANDLERS.get(type(node))
    if handler is not None:
        yield from handler(node)


def _assign(node: ast.Assign) -> Iterator[tuple[Any, Binding]]:
    for whole in node.targets:
        for target, value, path in targets(whole, node.value):
            form = Form.UNPACK if path else Form.ASSIGN
            yield _key(target), Binding(form, target, value, path, statement=node)


def _annotate(node: ast.AnnAssign) -> Iterator[tuple[Any, Binding]]:
    form = Form.ASSIGN if node.value is not None else Form.ANNOTATE
    yield _key(node.target), Binding(form, node.target, node.value, annotation=node.annotation, statement=node)


def _augment(node: ast.AugAssign) -> Iterator[tuple[Any, Binding]]:
    yield _key(node.target), Binding(Form.AUGMENT, node.target, node.value, statement=node)


def _walrus(node: ast.NamedExpr) -> Iterator[tuple[Any, Binding]]:
    yield node.target.id, Binding(Form.ASSIGN, node.target, node.value, statement=node)


def _iterate(node: ast.For | ast.AsyncFor | ast.comprehension) -> Iterator[tuple[Any, Binding]]:
    for target, _, path in targets(node.target, None):
        yield _key(target), Binding(Form.ITERATE, target, node.iter, path, statement=node)


def _enter(node: ast.withitem) -> Iterator[tuple[Any, Binding]]:
    if node.optional_vars is not None:
        for target, _, path in targets(node.optional_vars, None):
            yield _key(target), Binding(Form.ENTER, target, node.context_expr, path, statement=node)


def _import(node: ast.Import) -> Iterator[tuple[Any, Binding]]:
    for alias in node.names:
        name = alias.asname or alias.name.split(".")[0]
        yield name, Binding(Form.IMPORT, alias, dotted=alias.name if alias.asname else name, statement=node)


def _import_from(node: ast.ImportFrom) -> Iterator[tuple[Any, Binding]]:
    prefix = "." * node.level + (node.module or "")
    for alias in node.names:
        if alias.name != "*":
            dotted = prefix + ("" if prefix.endswith(".") else ".") + alias.name
            yield alias.asname or alias.name, Binding(Form.IMPORT, alias, dotted=dotted, statement=node)


def _define(node: Any) -> Iterator[tuple[Any, Binding]]:
    yield node.name, Binding(Form.DEFINE, node, statement=node)


def _catch(node: ast.ExceptHandler) -> Iterator[tuple[Any, Binding]]:
    if node.name:
        yield node.name, Binding(Form.OTHER, node, statement=node)


def _delete(node: ast.Delete) -> Iterator[tuple[Any, Binding]]:
    for target in node.targets:
        if isinstance(target, ast.Name):
            yield target.id, Binding(Form.OTHER, target, statement=node)


def _capture(node: Any) -> Iterator[tuple[Any, Binding]]:
    name = node.rest if isinstance(node, ast.MatchMapping) else node.name
    if name:
        yield name, Binding(Form.OTHER, node, statement=node)


def _key(target: ast.expr) -> ast.expr | str:
    return target.id if isinstance(target, ast.Name) else target


_HANDLERS: dict[type, Callable[[Any], Iterator[tuple[Any, Binding]]]] = {
    ast.Assign: _assign,
    ast.AnnAssign: _annotate,
    ast.AugAssign: _augment,
    ast.NamedExpr: _walrus,
    ast.For: _iterate,
    ast.AsyncFor: _iterate,
    ast.comprehension: _iterate,
    ast.withitem: _enter,
    ast.Import: _import,
    ast.ImportFrom: _import_from,
    ast.FunctionDef: _define,
    ast.AsyncFunctionDef: _define,
    ast.ClassDef: _define,
    ast.ExceptHandler: _catch,
    ast.Delete: _delete,
    ast.MatchAs: _capture,
    ast.MatchStar: _capture,
    ast.MatchMapping: _capture,
}
