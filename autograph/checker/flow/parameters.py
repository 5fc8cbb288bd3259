"""What the parameters of traced functions are: by annotations, defaults, signatures, calls and use."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from autograph.checker.model.definitions import Function
from autograph.checker.model.values import TENSORS, UNKNOWN, Kind, Origin, Value, join, tensor, value

from .annotations import annotated
from .context import Root
from .expressions import evaluate
from .frame import Frame
from .hints import tensor_hints

if TYPE_CHECKING:
    from .analysis import Analysis

_UNKNOWN = frozenset({Kind.UNKNOWN})
_FLAGS = frozenset({Kind.BOOL, Kind.STR})
_ARRAYS = frozenset({Kind.NDARRAY})


def root_parameters(analysis: Analysis, root: Root) -> dict[str, Value]:
    """What the parameters of a compiled function are; arrays that it is called with are tensors inside."""
    function = root.function
    bound = unknown_parameters(analysis, function, Origin.PARAM)
    hints = tensor_hints(analysis, function, is_root=True)
    sites = analysis.sites.get(id(function.node), {})
    positional = positional_names(function)
    for name, known in bound.items():
        is_hinted = name in hints and Kind.UNKNOWN in known.kinds and not known.may(_FLAGS)
        if is_hinted or known.only(_ARRAYS):
            bound[name] = tensor().of(Origin.PARAM, known.home)
        elif known.kinds == _UNKNOWN and name in sites:
            bound[name] = sites[name].of(Origin.PARAM, known.home)
        elif known.kinds == _UNKNOWN and name in positional[:1] and analysis.classes.is_keras_step(function):
            bound[name] = TENSORS.of(Origin.PARAM, known.home)
    for name, specified in zip(positional, root.signature or (), strict=False):
        bound[name] = specified.of(Origin.PARAM, bound[name].home)
    for name, given in (root.arguments or {}).items():
        bound[name] = given.of(Origin.PARAM, bound[name].home)
    return bound


def with_hints(analysis: Analysis, function: Function, bound: dict[str, Value]) -> dict[str, Value]:
    """The parameters of a callee; of those that the call tells nothing about, what the callee itself tells."""
    unknown = [name for name, known in bound.items() if known.is_unknown]
    if not unknown:
        return bound
    hints = tensor_hints(analysis, function, is_root=False)
    declared = unknown_parameters(analysis, function, Origin.UNKNOWN)
    for name in unknown:
        if name in hints:
            bound[name] = tensor().of(bound[name].origin)
        elif name in declared and Kind.UNKNOWN not in declared[name].kinds:
            bound[name] = declared[name].of(bound[name].origin)
    return bound


def unknown_parameters(analysis: Analysis, function: Function, origin: Origin) -> dict[str, Value]:
    """What each parameter is, as far as annotations and defaults tell."""
    bound = {parameter.arg: _declared(analysis, function, parameter, origin) for parameter in function.parameters}
    arguments = function.node.args
    if arguments.vararg:
        bound[arguments.vararg.arg] = value(Kind.TUPLE, origin=origin, element=UNKNOWN.of(origin))
    if arguments.kwarg:
        bound[arguments.kwarg.arg] = value(Kind.DICT, element=UNKNOWN.of(origin))
    if function.binds_receiver:
        bound[function.positional[0].arg] = receiver_value(analysis, function)
    return bound


def receiver_value(analysis: Analysis, function: Function) -> Value:
    """What `self` or `cls` is in a method."""
    owner = function.owner
    if function.is_class_method:
        return Value(frozenset({Kind.CLASS}), Origin.SELF, target=owner)
    base = analysis.classes.library_base(owner) if owner is not None else ""
    return Value(frozenset({Kind.OBJECT}), Origin.SELF, dotted=base, target=owner)


def _declared(analysis: Analysis, function: Function, parameter: ast.arg, origin: Origin) -> Value:
    scope = function.scope.parent or function.scope
    if parameter.annotation is not None:
        declared = annotated(analysis, parameter.annotation, scope)
        if declared is not None:
            return declared.of(origin, parameter)
    default = function.defaults().get(parameter.arg)
    if default is None:
        return UNKNOWN.of(origin, parameter)
    known = default_value(analysis, function, default).changed(is_literal=False, home=parameter).of(origin)
    return known if known.only(_FLAGS) else join(known, UNKNOWN.of(origin, parameter))


def default_value(analysis: Analysis, function: Function, node: ast.expr) -> Value:
    """What a parameter is that is not given."""
    found = evaluate(Frame(analysis, function.scope.parent or function.scope), node)
    return found if found.is_literal else found.of(Origin.FREE)


def positional_names(function: Function) -> list[str]:
    """The names of the parameters that take positional arguments, without `self`."""
    return [parameter.arg for parameter in function.positional][function.binds_receiver :]
