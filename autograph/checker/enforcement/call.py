"""The first call of a compiled function, and what it says that names, attributes and items are."""

from __future__ import annotations

import ast
import functools
import inspect
import types
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from autograph.operators.conversion import DO_NOT_CONVERT
from autograph.operators.place import is_framework

if TYPE_CHECKING:
    from autograph.checker.model.definitions import Function
    from autograph.checker.model.module import Module

MISSING: Any = type("Missing", (), {"__repr__": lambda self: "<not known>"})()


@dataclass(frozen=True)
class Call:
    """The first call of a compiled function.

    Attributes:
        function: the Python function.
        receiver: the object that it is bound to, or MISSING.
        arguments: what each parameter is, by name; empty where that is not known.
    """

    function: types.FunctionType
    receiver: Any = MISSING
    arguments: Mapping[str, Any] = field(default_factory=dict)

    def name(self, name: str) -> Any:
        """What a closure variable or global is; MISSING if there is none."""
        names = self.function.__code__.co_freevars
        if name in names:
            try:
                return (self.function.__closure__ or ())[names.index(name)].cell_contents
            except ValueError:  # not assigned yet
                return MISSING
        return self.function.__globals__.get(name, MISSING)

    def thing(self, module: Module, root: Function, node: ast.AST) -> Any:
        """What a name or attributes on a name are, before the function runs; MISSING where that is not known.

        Args:
            module: the file.
            root: the compiled function.
            node: an expression in it, or in a function that it calls.
        """
        if isinstance(node, ast.Attribute):
            return attribute_of(self.thing(module, root, node.value), node.attr)
        if isinstance(node, ast.Subscript):
            return _item_of(self.thing(module, root, node.value), node.slice)
        if not isinstance(node, ast.Name):
            return MISSING
        owner = module.scope_at(node).owner(node.id)
        if owner is None or owner is module.scope:
            return self.name(node.id) if node.id not in self.function.__code__.co_freevars else MISSING
        if owner is root.scope:
            return self._parameter(root, node.id)
        is_outer = node.id in self.function.__code__.co_freevars and owner is root.scope.owner(node.id)
        return self.name(node.id) if is_outer else MISSING

    def _parameter(self, root: Function, name: str) -> Any:
        if len(root.scope.bindings.get(name, ())) > 1:
            return MISSING  # bound again
        if root.binds_receiver and root.positional[0].arg == name:
            return self.receiver
        return self.arguments.get(name, MISSING)


def attribute_of(thing: Any, name: str) -> Any:
    """An attribute, found without running code of the object's; MISSING if it would have to."""
    if thing is MISSING:
        return MISSING
    own = getattr(thing, "__dict__", {})
    if name in own and isinstance(own, dict | types.MappingProxyType):
        return own[name]
    for base in type(thing).__mro__:
        if name in vars(base):
            found = vars(base)[name]
            return MISSING if hasattr(type(found), "__get__") and not isinstance(found, types.FunctionType) else found
    return MISSING


def _item_of(thing: Any, key: ast.expr) -> Any:
    if type(thing) not in (list, dict, tuple) or not isinstance(key, ast.Constant):
        return MISSING
    try:
        return thing[key.value]
    except (LookupError, TypeError):
        return MISSING


def first_call(target: Any, receiver: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Call | None:
    """The call of the function behind a callable; None if there is none of the user's.

    Args:
        target: a function, method, partial or callable object.
        receiver: the object that it is bound to, or None.
        args: the positional arguments.
        kwargs: the others.
    """
    while isinstance(target, functools.partial):
        target, args, kwargs = target.func, (*target.args, *args), {**target.keywords, **kwargs}
    if isinstance(target, types.MethodType):
        receiver, target = target.__self__, target.__func__
    if not isinstance(target, types.FunctionType) and not isinstance(target, type):
        receiver, target = target, getattr(type(target), "__call__", None)  # noqa: B004 (its code is looked at)
    if not isinstance(target, types.FunctionType) or getattr(target, DO_NOT_CONVERT, False):
        return None
    if is_framework(target.__code__.co_filename):
        return None
    receiver = MISSING if receiver is None else receiver
    return Call(target, receiver, _arguments(target, receiver, args, kwargs))


def _arguments(
    function: types.FunctionType, receiver: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> dict[str, Any]:
    """What each parameter is; those that gather the rest are left out."""
    bound = () if receiver is MISSING else (receiver,)
    try:
        signature = inspect.signature(function)
        given = signature.bind(*bound, *args, **kwargs).arguments
    except (TypeError, ValueError):
        return {}
    named = [
        name for name, one in signature.parameters.items() if one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)
    ]
    return {name: given[name] for name in named[len(bound) :] if name in given}
