"""The model of one file: its scopes, functions and classes, found in one walk over the tree."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterable
from typing import Any, TypeAlias

from autograph.syntax.document import Document
from autograph.syntax.walking import children

from .definitions import DEFINITIONS, FUNCTIONS, Class, Function, FunctionNode
from .scopes import Binding, Form, Scope, bindings_of

_LEAVES = (ast.Name, ast.Constant, ast.expr_context, ast.operator, ast.cmpop, ast.unaryop, ast.boolop)
_Surroundings: TypeAlias = "tuple[ast.AST, Scope, Function | None, Class | None, str]"


class Module:
    """What a file defines.

    Attributes:
        document: the file.
        scope: the module's own scope.
        functions: all functions and lambdas, outer ones first, in reading order.
        classes: all classes.
        scopes: the scope of each module, class and function node, by id.
        parents: the node around each node, by id.
        calls: all calls, in reading order.
        stars: the imports of everything from a module.
    """

    def __init__(self, document: Document) -> None:
        self.document = document
        self.scope = Scope(document.module)
        self.functions: list[Function] = []
        self.classes: list[Class] = []
        self.scopes: dict[int, Scope] = {id(document.module): self.scope}
        self.parents: dict[int, ast.AST] = {}
        self.calls: list[ast.Call] = []
        self.stars: list[ast.ImportFrom] = []
        self._by_node: dict[int, Function] = {}
        self._class_by_node: dict[int, Class] = {}
        self._indexed: set[tuple[int, str]] = set()
        _Builder(self).build()

    def function_of(self, node: ast.AST) -> Function:
        """The function of a node."""
        return self._by_node[id(node)]

    def function_by_id(self, key: int) -> Function:
        """The function whose node has an id."""
        return self._by_node[key]

    def class_of(self, node: ast.AST) -> Class:
        """The class of a node."""
        return self._class_by_node[id(node)]

    def add_function(self, function: Function) -> None:
        """Adds a function while the model is built."""
        self.functions.append(function)
        self._by_node[id(function.node)] = function

    def add_class(self, owner: Class) -> None:
        """Adds a class while the model is built."""
        self.classes.append(owner)
        self._class_by_node[id(owner.node)] = owner

    def calls_of(self, names: Iterable[str]) -> list[ast.Call]:
        """The calls of functions and methods with one of some names, in the order of the names."""
        return [call for name in dict.fromkeys(names) for call in self._calls_by_name.get(name, ())]

    @functools.cached_property
    def _calls_by_name(self) -> dict[str, list[ast.Call]]:
        found: dict[str, list[ast.Call]] = {}
        for call in self.calls:
            name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            found.setdefault(name, []).append(call)
        return found

    def note_indexed(self, owner: ast.AST, text: str) -> None:
        """Remembers that a name or attribute is used like a container."""
        self._indexed.add((id(owner), text))

    def is_indexed(self, owner: ast.AST, text: str) -> bool:
        """Whether a name or attribute is used like a container in a class, function or module."""
        return (id(owner), text) in self._indexed

    def enclosing_function(self, node: ast.AST) -> Function | None:
        """The function whose body or parameters a node stands in."""
        current: ast.AST | None = self.parents.get(id(node))
        while current is not None:
            if id(current) in self._by_node:
                return self._by_node[id(current)]
            current = self.parents.get(id(current))
        return None

    def scope_at(self, node: ast.AST) -> Scope:
        """The scope that a node stands in."""
        current: ast.AST | None = self.parents.get(id(node))
        while current is not None:
            if id(current) in self.scopes:
                return self.scopes[id(current)]
            current = self.parents.get(id(current))
        return self.scope


class _Builder:
    """Walks the tree once."""

    def __init__(self, module: Module) -> None:
        self.module = module

    def build(self) -> None:
        """Notes scopes, names and functions of the whole module, without recursion."""
        root = self.module.document.module
        self._declare(root, self.module.scope)
        stack: list[_Surroundings] = [(child, self.module.scope, None, None, "") for child in self._children(root)]
        while stack:
            node, *surroundings = self._enter(*stack.pop())
            stack.extend((child, *surroundings) for child in self._children(node))  # type: ignore[misc]
        for function in self.module.functions:
            if function.binds_receiver:
                self._collect_attributes(function)

    def _children(self, node: ast.AST) -> list[ast.AST]:
        """The children of a node that have children, last one first; each child learns whose it is."""
        found = []
        parents = self.module.parents
        for child in children(node):
            parents[id(child)] = node
            if not isinstance(child, _LEAVES):
                found.append(child)
        found.reverse()
        return found

    def _enter(
        self, node: ast.AST, scope: Scope, function: Function | None, owner: Class | None, prefix: str
    ) -> _Surroundings:
        """Notes what a node is, and gives the surroundings of its children."""
        self._note(node, scope)
        if isinstance(node, FUNCTIONS):
            inner = self._function(node, scope, function, owner, prefix)
            return node, inner.scope, inner, None, f"{inner.qualname}.<locals>."
        if isinstance(node, ast.ClassDef):
            made = Class(node, Scope(node, scope), prefix + node.name)
            self.module.scopes[id(node)] = made.scope
            self.module.add_class(made)
            return node, made.scope, function, made, f"{made.qualname}."
        return node, scope, function, owner, prefix

    def _function(
        self, node: FunctionNode, scope: Scope, parent: Function | None, owner: Class | None, prefix: str
    ) -> Function:
        inner = Scope(node, scope)
        self.module.scopes[id(node)] = inner
        function = Function(node, inner, prefix + getattr(node, "name", "<lambda>"), owner, parent)
        self.module.add_function(function)
        if owner is not None and isinstance(node, DEFINITIONS):
            (owner.setters if function.is_setter else owner.methods)[node.name] = function
        self._declare(node, inner)
        defaults = function.defaults()
        extra = [item for item in (node.args.vararg, node.args.kwarg) if item]
        for argument in [*function.parameters, *extra]:
            inner.bind(
                argument.arg,
                Binding(
                    Form.PARAMETER,
                    argument,
                    defaults.get(argument.arg),
                    annotation=argument.annotation,
                    statement=node,
                ),
            )
        return function

    def _declare(self, node: ast.AST, scope: Scope) -> None:
        """Reads the `global` and `nonlocal` statements of a scope, which hold for all of it."""
        if isinstance(node, ast.Lambda):
            return
        stack: list[ast.AST] = list(getattr(node, "body", ()))
        while stack:
            item = stack.pop()
            if isinstance(item, ast.Global):
                scope.globals.update(item.names)
            elif isinstance(item, ast.Nonlocal):
                scope.nonlocals.update(item.names)
            elif isinstance(item, ast.stmt | ast.ExceptHandler | ast.match_case) and not isinstance(
                item, (*DEFINITIONS, ast.ClassDef)
            ):
                stack.extend(
                    child
                    for child in ast.iter_child_nodes(item)
                    if isinstance(child, ast.stmt | ast.ExceptHandler | ast.match_case)
                )

    def _note(self, node: ast.AST, scope: Scope) -> None:
        for key, binding in bindings_of(node):
            if isinstance(key, str):
                scope.bind(key, binding)
            elif isinstance(key, ast.Subscript):
                self._note_indexed(key.value, scope)
        if isinstance(node, ast.Subscript):
            self._note_indexed(node.value, scope)
        elif isinstance(node, ast.For | ast.comprehension):
            self._note_indexed(node.iter, scope)
        elif isinstance(node, ast.Compare) and isinstance(node.ops[-1], ast.In | ast.NotIn):
            self._note_indexed(node.comparators[-1], scope)
        elif isinstance(node, ast.Call):
            self.module.calls.append(node)
        elif isinstance(node, ast.ImportFrom) and any(alias.name == "*" for alias in node.names):
            self.module.stars.append(node)

    def _note_indexed(self, node: ast.AST, scope: Scope) -> None:
        """Remembers a container-like use, in the function, the class and the module around."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not node.args:
            node = node.func.value  # d.items()
        text = path_text(node)
        around: Scope | None = scope
        while text and around is not None:
            self.module.note_indexed(around.node, text)
            around = around.parent

    def _collect_attributes(self, method: Function) -> None:
        """Finds what a method stores on `self`, in inner functions too."""
        owner = method.owner
        receiver = method.positional[0].arg
        if owner is None:
            return
        stack: list[tuple[ast.AST, Scope]] = [(node, method.scope) for node in method.body]
        while stack:
            node, scope = stack.pop()
            scope = self.module.scopes.get(id(node), scope)
            for key, binding in bindings_of(node):
                if isinstance(key, ast.Attribute) and _is_name(key.value, receiver):
                    owner.attributes.setdefault(key.attr, []).append((binding, scope))
            stack.extend((child, scope) for child in reversed(list(ast.iter_child_nodes(node))))


def path_text(node: Any) -> str:
    """The text of a name or of attributes on a name; empty for anything else.

    >>> path_text(ast.parse("self.cache.hits", mode="eval").body)
    'self.cache.hits'
    """
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return ""
    return ".".join([node.id, *reversed(parts)])


def _is_name(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name
