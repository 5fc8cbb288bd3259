"""Functions and classes of a file."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from autograph.syntax.walking import children

from .scopes import Binding, Scope

FunctionNode: TypeAlias = "ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda"
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
FUNCTIONS = (*DEFINITIONS, ast.Lambda)


@dataclass(frozen=True, eq=False)
class Function:
    """A `def` or `lambda`.

    Attributes:
        node: its node in the tree.
        scope: the scope of its body.
        qualname: as Python spells it.
        owner: the class that it is a method of, or None.
        parent: the function it stands in, or None.
    """

    node: FunctionNode
    scope: Scope
    qualname: str
    owner: Class | None
    parent: Function | None

    @property
    def name(self) -> str:
        """The name that it is called by."""
        return "<lambda>" if isinstance(self.node, ast.Lambda) else self.node.name

    @property
    def body(self) -> list[ast.stmt]:
        """Its statements; a lambda has none."""
        return [] if isinstance(self.node, ast.Lambda) else self.node.body

    @property
    def decorators(self) -> list[ast.expr]:
        """Its decorators, outermost first."""
        return [] if isinstance(self.node, ast.Lambda) else self.node.decorator_list

    @property
    def parameters(self) -> list[ast.arg]:
        """The parameters in order, without those that gather the rest."""
        arguments = self.node.args
        return [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]

    @property
    def positional(self) -> list[ast.arg]:
        """The parameters that take positional arguments."""
        return [*self.node.args.posonlyargs, *self.node.args.args]

    @property
    def binds_receiver(self) -> bool:
        """Whether its first parameter is `self` or `cls`."""
        return self.owner is not None and bool(self.positional) and not self._is_marked("staticmethod")

    @property
    def is_class_method(self) -> bool:
        """Whether its first parameter is the class."""
        return self._is_marked("classmethod")

    @property
    def is_context_manager(self) -> bool:
        """Whether it is the generator of a `with` block."""
        return any(_last_name(decorator) in ("contextmanager", "asynccontextmanager") for decorator in self.decorators)

    @property
    def is_cached(self) -> bool:
        """Whether it runs once for arguments of a kind, and gives the same result from then on."""
        called = [item.func if isinstance(item, ast.Call) else item for item in self.decorators]
        return any(_last_name(decorator) in ("cache", "lru_cache", "cached_property") for decorator in called)

    @property
    def is_setter(self) -> bool:
        """Whether storing to or deleting a property calls it."""
        return any(_last_name(decorator) in ("setter", "deleter") for decorator in self.decorators)

    @property
    def is_property(self) -> bool:
        """Whether reading the attribute calls it."""
        return any(_last_name(decorator) in ("property", "cached_property") for decorator in self.decorators)

    @functools.cached_property
    def traced(self) -> list[tuple[ast.AST, int]]:
        """The nodes that run when it is called, in reading order, each with the place after its inside.

        Those of inner functions are among them, those of classes, decorators, defaults and annotations are not.
        """
        found: list[tuple[ast.AST, int]] = []
        stack: list[Any] = [self.node.body] if isinstance(self.node, ast.Lambda) else self.node.body[::-1]
        while stack:
            node = stack.pop()
            if isinstance(node, int):
                found[node] = found[node][0], len(found)
            elif not isinstance(node, ast.ClassDef):
                stack.append(len(found))
                found.append((node, 0))
                stack.extend(reversed(_run_inside(node)))
        return found

    @functools.cached_property
    def returns(self) -> list[ast.Return]:
        """Its own `return` statements."""
        return list(own_returns(self.body))

    def _is_marked(self, name: str) -> bool:
        return any(isinstance(item, ast.Name) and item.id == name for item in self.decorators)

    def defaults(self) -> dict[str, ast.expr]:
        """The default of each parameter that has one."""
        arguments = self.node.args
        named = self.positional[len(self.positional) - len(arguments.defaults) :]
        found = {argument.arg: default for argument, default in zip(named, arguments.defaults, strict=True)}
        for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
            if default is not None:
                found[argument.arg] = default
        return found


@dataclass(frozen=True, eq=False)
class Class:
    """A class.

    Attributes:
        node: its node in the tree.
        scope: the scope of its body.
        qualname: as Python spells it.
        methods: its own functions, by name.
        setters: what runs when a property is stored to, by name.
        attributes: what is stored on `self` and in the class body, by name; each with the scope its text stands in.
    """

    node: ast.ClassDef
    scope: Scope
    qualname: str
    methods: dict[str, Function] = field(default_factory=dict)
    setters: dict[str, Function] = field(default_factory=dict)
    attributes: dict[str, list[tuple[Binding, Scope]]] = field(default_factory=dict)


def _run_inside(node: Any) -> list[ast.AST]:
    """The children of a node that run when it does, or when the function that it defines is called."""
    if isinstance(node, DEFINITIONS):
        return node.body  # type: ignore[return-value]
    if isinstance(node, ast.Lambda):
        return [node.body]
    if isinstance(node, ast.AnnAssign):
        return [node.target, node.value] if node.value is not None else [node.target]
    return children(node)


def own_returns(body: Iterable[ast.AST]) -> Iterable[ast.Return]:
    """The `return` statements of a function itself."""
    stack = list(body)[::-1]
    while stack:
        node = stack.pop()
        if isinstance(node, ast.Return):
            yield node
        elif isinstance(node, ast.stmt | ast.ExceptHandler | ast.match_case) and not isinstance(
            node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
        ):
            stack.extend(list(ast.iter_child_nodes(node))[::-1])


def _last_name(decorator: ast.expr) -> str:
    return decorator.attr if isinstance(decorator, ast.Attribute) else getattr(decorator, "id", "")
