"""What calls give, and which functions of the file they reach."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from autograph.checker.knowledge import keras
from autograph.checker.knowledge import tensorflow as tf
from autograph.checker.model.definitions import Class, Function
from autograph.checker.model.module import path_text
from autograph.checker.model.scopes import Form
from autograph.checker.model.values import (
    NUMBERS,
    SYMBOLIC,
    TENSORS,
    UNKNOWN,
    Kind,
    Value,
    join,
    value,
)

from .builtins import call_builtin
from .expressions import BOUND, attribute, element_of, evaluate
from .frame import Frame
from .library import call_library
from .methods import call_method

PARTIAL = "functools.partial"
_FUNCTION = frozenset({Kind.FUNCTION})
_CLASS = frozenset({Kind.CLASS})
_NO_INPUT = NUMBERS | {Kind.STR, Kind.MODULE, Kind.CLASS, Kind.FUNCTION, Kind.NDARRAY, Kind.EAGER}
"""What nobody gives a model or a loss in a graph that computes with tensors."""


@dataclass
class Arguments:
    """The arguments of a call, evaluated.

    Attributes:
        node: the call.
        positional: those before any `*`.
        named: keywords.
        spread: whether there are `*` or `**` arguments.
    """

    node: ast.Call
    positional: list[Value]
    named: dict[str, Value]
    spread: bool

    @property
    def all(self) -> list[Value]:
        """All of them."""
        return [*self.positional, *self.named.values()]

    def nodes(self) -> list[ast.expr]:
        """Their expressions."""
        return [*self.node.args, *(keyword.value for keyword in self.node.keywords)]

    def get(self, place: int, name: str) -> Value | None:
        """The argument at a place or of a name."""
        return self.named.get(name) or (self.positional[place] if place < len(self.positional) else None)

    def get_node(self, place: int, name: str) -> ast.expr | None:
        """The expression of the argument at a place or of a name."""
        for keyword in self.node.keywords:
            if keyword.arg == name:
                return keyword.value
        return self.node.args[place] if place < len(self.node.args) else None


def call(frame: Frame, node: ast.Call) -> Value:
    """What a call gives."""
    receiver: Value | None = None
    if isinstance(node.func, ast.Attribute):
        receiver = evaluate(frame, node.func.value)
        callee = attribute(frame, receiver, node.func)
        frame.record(node.func, callee)
        if callee.dotted.startswith(BOUND):
            callee = callee.changed(dotted="", receiver=None)
    else:
        callee = evaluate(frame, node.func)
    arguments = _evaluated(frame, node)
    found = _dispatch(frame, callee, receiver, arguments)
    for other in callee.alternatives:
        found = join(found, _dispatch(frame, other, receiver, arguments))
    if _takes_functions(callee):
        reach_callbacks(frame, callee, receiver, arguments)
    return found


def _evaluated(frame: Frame, node: ast.Call) -> Arguments:
    positional: list[Value] = []
    spread = False
    for item in node.args:
        found = evaluate(frame, item)
        spread = spread or isinstance(item, ast.Starred)
        if not spread:
            positional.append(found)
    named: dict[str, Value] = {}
    for keyword in node.keywords:
        found = evaluate(frame, keyword.value)
        if keyword.arg is None:
            spread = True
        else:
            named[keyword.arg] = found
    return Arguments(node, positional, named, spread)


def _dispatch(frame: Frame, callee: Value, receiver: Value | None, arguments: Arguments) -> Value:
    if callee.dotted == PARTIAL and callee.element is not None:
        callee, arguments = callee.element, Arguments(arguments.node, [], {}, True)
    if isinstance(callee.target, Function) and callee.only(_FUNCTION):
        bound = callee.receiver
        for other in frame.analysis.classes.overrides(callee.target, bound):
            call_function(frame, other.target, other.receiver, arguments.positional, arguments.named, arguments)
        return call_function(frame, callee.target, bound, arguments.positional, arguments.named, arguments)
    if isinstance(callee.target, Class):
        return _call_class_or_object(frame, callee, callee.target, arguments)
    if callee.dotted == "super":
        return frame.analysis.classes.super_value(frame)
    if callee.dotted:
        found = call_builtin(frame, callee.dotted, arguments)
        return found if found is not None else call_library(frame, callee, arguments)
    if receiver is not None and isinstance(arguments.node.func, ast.Attribute):
        found = call_method(frame, receiver, arguments.node.func, arguments)
        if found is not None:
            return found
    return _unknown_callee(frame, callee, arguments)


def _call_class_or_object(frame: Frame, callee: Value, owner: Class, arguments: Arguments) -> Value:
    if callee.only(_CLASS):
        return Value(frozenset({Kind.OBJECT}), target=owner, dotted=frame.analysis.classes.library_base(owner))
    for name in keras.CALL_METHODS:
        method = frame.analysis.classes.method(owner, name)
        if method is not None:
            return call_function(frame, method, callee, arguments.positional, arguments.named, arguments)
    return TENSORS if _any_symbolic(arguments.all) else UNKNOWN


def _unknown_callee(frame: Frame, callee: Value, arguments: Arguments) -> Value:
    """A model, a layer or a loss that is an object gives tensors for tensors; of a function nothing is known."""
    if not frame.is_graph:
        return UNKNOWN
    found = by_habit(frame, path_text(arguments.node.func).rpartition(".")[2], arguments)
    if found is UNKNOWN and _any_symbolic(arguments.all) and is_object(frame, callee, arguments.node.func):
        return frame.tensors()
    return found


def by_habit(frame: Frame, name: str, arguments: Arguments) -> Value:
    """What a callee of some name gives of which no more is known: models and losses go by the same names everywhere."""
    given = arguments.positional[:1] or list(arguments.named.values())[:1]
    if not frame.analysis.options.habits or not given or given[0].only(_NO_INPUT):
        return UNKNOWN
    if keras.is_loss_name(name) and len(arguments.all) > 1:
        return frame.tensor()
    return frame.tensors() if keras.is_model_name(name) or "training" in arguments.named else UNKNOWN


def is_object(frame: Frame, callee: Value, node: ast.expr) -> bool:
    """Whether a callee that is not known is an object rather than a function or method of another file."""
    if callee.only(frozenset({Kind.OBJECT})):
        return True
    if isinstance(node, ast.Name):
        owner = frame.scope.owner(node.id)
        forms = {binding.form for binding in owner.bindings[node.id]} if owner is not None else set()
        return bool(forms) and not forms & {Form.IMPORT, Form.DEFINE}
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        holder = evaluate(frame, node.value)
        if isinstance(holder.target, Class):
            return frame.analysis.outer.attribute(holder.target, node.attr) is not None
    return False


def _any_symbolic(values: Iterable[Value]) -> bool:
    return any(found.only(SYMBOLIC) or _holds_symbolic(found) for found in values)


def _holds_symbolic(found: Value) -> bool:
    return found.only(frozenset({Kind.LIST, Kind.TUPLE, Kind.DICT})) and element_of(found).only(SYMBOLIC)


def _takes_functions(callee: Value) -> bool:
    return callee.dotted != PARTIAL and callee.dotted.removeprefix(tf.ROOT) not in {"function", "Variable", "constant"}


def call_function(
    frame: Frame,
    function: Function,
    receiver: Value | None,
    positional: list[Value],
    named: dict[str, Value],
    arguments: Arguments | None = None,
) -> Value:
    """Runs a function of the file with these arguments, once for each kind of arguments."""
    if not frame.is_graph or frame.context is None:
        return frame.analysis.outer.returned(function)
    bound = bound_parameters(frame, function, receiver, positional, named, arguments is not None and arguments.spread)
    node = arguments.node if arguments is not None else None
    if node is not None:
        frame.context.calls.append((node, function))
    if id(function.node) in frame.context.closures:
        return frame.analysis.run_inner(frame, function, bound)
    return frame.analysis.run_callee(frame, function, bound, node)


def bound_parameters(
    frame: Frame,
    function: Function,
    receiver: Value | None,
    positional: list[Value],
    named: dict[str, Value],
    spread: bool = False,
) -> dict[str, Value]:
    """What each parameter is in a call."""
    given = list(positional)
    if function.binds_receiver and receiver is not None:
        given.insert(0, receiver)
    from .parameters import default_value

    defaults = function.defaults()
    bound: dict[str, Value] = {}
    for place, parameter in enumerate(function.positional):
        if place < len(given):
            bound[parameter.arg] = given[place]
    for parameter in function.parameters:
        if parameter.arg in named:
            bound[parameter.arg] = named[parameter.arg]
        elif parameter.arg not in bound:
            default = defaults.get(parameter.arg)
            known = default_value(frame.analysis, function, default) if default is not None else UNKNOWN
            bound[parameter.arg] = join(known, UNKNOWN) if spread else known
    arguments = function.node.args
    if arguments.vararg:
        rest = tuple(given[len(function.positional) :])
        bound[arguments.vararg.arg] = Value(frozenset({Kind.TUPLE}), items=rest)
    if arguments.kwarg:
        bound[arguments.kwarg.arg] = value(Kind.DICT)
    return bound


def reach_callbacks(frame: Frame, callee: Value, receiver: Value | None, arguments: Arguments) -> None:
    """Runs the functions that are handed to another one: it will call them while it is traced, or Python will."""
    if frame.context is None:
        return
    name = callee.dotted.removeprefix(tf.ROOT)
    given = [found for whole in arguments.all for found in (whole, *whole.items)]
    functions = [_unwrapped(found) for found in given if _is_callback(_unwrapped(found))]
    for found in functions:
        assert isinstance(found.target, Function)
        if name in tf.HOST:
            frame.context.hosts.add(id(found.target.node))
        elif not _is_framework(name, callee) or name in tf.CALLBACKS or not callee.dotted:
            values = _callback_arguments(name, receiver, arguments)
            call_function(frame, found.target, found.receiver, values, {}, _spread(arguments))


def _unwrapped(found: Value) -> Value:
    """The function in a partial object."""
    return found.element if found.dotted == PARTIAL and found.element is not None else found


def _is_callback(found: Value) -> bool:
    return isinstance(found.target, Function) and found.only(_FUNCTION)


def _is_framework(name: str, callee: Value) -> bool:
    return callee.dotted.startswith(tf.ROOT) and not name.startswith(("distribute", "nest", "data"))


def _callback_arguments(name: str, receiver: Value | None, arguments: Arguments) -> list[Value]:
    """What a callback gets: tensors where the caller is known to give tensors, the `args` of `strategy.run`."""
    given = arguments.named.get("args")
    if given is not None:
        return list(given.items) or [element_of(given)] * 8
    if name in tf.CALLBACKS or (receiver is not None and receiver.only(frozenset({Kind.DATASET}))):
        return [TENSORS] * 16
    return []


def _spread(arguments: Arguments) -> Any:
    return Arguments(arguments.node, [], {}, True)
