"""What names, attributes and arguments are at the first call: the text says what may be, the live objects what is."""

from __future__ import annotations

import ast
import types
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from autograph.checker.flow.outer import live_value
from autograph.checker.model.definitions import Function
from autograph.checker.model.module import Module
from autograph.checker.model.values import UNKNOWN, Kind, Origin, Value, join, tensor, value
from autograph.operators import backend

MISSING: Any = type("Missing", (), {"__repr__": lambda self: "<not known>"})()
CONTAINERS = (list, dict, set, deque, bytearray)
_MOST_ITEMS = 64
_MOST_LEVELS = 3


class LiveNames(Mapping[str, Value]):
    """The globals of a function as abstract values, each made when it is asked for."""

    def __init__(self, scope: Mapping[str, object]) -> None:
        self._scope = scope

    def __getitem__(self, name: str) -> Value:
        return live_value(self._scope[name])

    def __contains__(self, name: object) -> bool:
        return name in self._scope

    def __iter__(self) -> Iterator[str]:
        return iter(self._scope)

    def __len__(self) -> int:
        return len(self._scope)


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

    def parameter_values(self) -> dict[str, Value]:
        """What each parameter is, as rules know it."""
        return {name: argument_value(thing).of(Origin.PARAM) for name, thing in self.arguments.items()}


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


def is_tensor(thing: Any) -> bool:
    """Whether an argument is a symbolic tensor inside of the function."""
    return backend.active().is_tensor(thing) or type(thing).__name__ == "TensorSpec" or is_array(thing)


def is_array(thing: Any) -> bool:
    """Whether something is an array or a scalar of numpy."""
    return type(thing).__module__ == "numpy" and hasattr(thing, "__array__")


def argument_value(thing: Any, levels: int = _MOST_LEVELS) -> Value:
    """What an argument is inside of the function, as rules know it."""
    if is_tensor(thing):
        return tensor()
    if backend.active().held_type(thing) is not None:
        return value(Kind.VARIABLE)
    if thing is None:
        return value(Kind.NONE)
    kinds: dict[type, Kind] = {list: Kind.LIST, tuple: Kind.TUPLE, dict: Kind.DICT}
    if type(thing) in kinds and levels:
        parts = list(thing.values() if isinstance(thing, dict) else thing)[:_MOST_ITEMS]
        found = [argument_value(part, levels - 1) for part in parts]
        element: Value | None = None
        for one in found:
            element = one if element is None else join(element, one)
        return value(kinds[type(thing)], element=element)
    known = live_value(thing)
    return UNKNOWN if known.only(frozenset({Kind.FUNCTION, Kind.MODULE})) else known
