"""What the code around calls compiled functions with: arrays and tensors are tensors inside, numbers stay numbers."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from autograph.checker.model.definitions import Function
from autograph.checker.model.values import CONTAINERS, NUMBERS, TENSORS, Kind, Value, join, tensor

from .expressions import evaluate, evaluate_all
from .frame import Frame
from .roots import names_of_roots

if TYPE_CHECKING:
    from .analysis import Analysis

MOST_SITES = 8  # of one function
_TENSORS = frozenset({Kind.EAGER, Kind.NDARRAY, Kind.TENSOR, Kind.VARIABLE})
_PYTHON = NUMBERS | {
    Kind.STR,
    Kind.NONE,
    Kind.LIST,
    Kind.DICT,
    Kind.TUPLE,
    Kind.SET,
    Kind.OBJECT,
    Kind.FUNCTION,
    Kind.DATASET,
    Kind.SHAPE,
}


def given_arguments(analysis: Analysis) -> dict[int, dict[str, Value]]:
    """What each parameter of each compiled function is, by the id of its node, where calls in the file tell."""
    found: dict[int, list[dict[str, Value]]] = {}
    for call in analysis.module.calls_of(names_of_roots(analysis)):
        _look(analysis, call, found)
    return {key: _together(sites) for key, sites in found.items()}


def given_value(analysis: Analysis, function: Function, name: str) -> Value | None:
    """What calls in the file give a function that Python runs for a parameter: what the file defines, and containers.

    Args:
        function: a function around a compiled one, or the `__init__` of a class.
        name: the parameter.
    """
    is_maker = function.name == "__init__" and function.owner is not None
    called = function.owner.node.name if is_maker and function.owner is not None else function.name
    found: Value | None = None
    for call in analysis.module.calls_of([called])[:MOST_SITES]:
        frame = Frame(analysis, analysis.module.scope_at(call))
        target = evaluate(frame, call.func).target
        if target is not (function.owner if is_maker else function):
            continue
        given = _bound(frame, function, call).get(name)
        if given is not None and (given.target is not None or given.only(CONTAINERS)):
            found = given if found is None else join(found, given)
    return found


def _look(analysis: Analysis, call: ast.Call, found: dict[int, list[dict[str, Value]]]) -> None:
    frame = Frame(analysis, analysis.module.scope_at(call))
    callee = evaluate(frame, call.func)
    if not isinstance(callee.target, Function) or id(callee.target.node) not in analysis.roots:
        return
    sites = found.setdefault(id(callee.target.node), [])
    if len(sites) < MOST_SITES:
        sites.append(_bound(frame, callee.target, call))


def _bound(frame: Frame, function: Function, call: ast.Call) -> dict[str, Value]:
    names = [parameter.arg for parameter in function.positional][function.binds_receiver :]
    plain = [] if any(isinstance(item, ast.Starred) for item in call.args) else call.args
    bound = dict(zip(names, evaluate_all(frame, plain), strict=False))
    for keyword in call.keywords:
        if keyword.arg is not None:
            bound[keyword.arg] = evaluate(frame, keyword.value)
    return bound


def _together(sites: list[dict[str, Value]]) -> dict[str, Value]:
    """What the sites say together: one that gives a tensor is enough, as long as none gives something else."""
    found: dict[str, Value] = {}
    for name in {name for site in sites for name in site}:
        given = [site[name] for site in sites if name in site]
        inside = [_inside(one) for one in given]
        known = [one for one in inside if one is not None]
        if known and all(one == known[0] for one in known):
            found[name] = known[0]
        elif known and len(known) == len(inside):
            merged = known[0]
            for one in known[1:]:
                merged = join(merged, one)
            found[name] = merged
    return found


def _inside(given: Value) -> Value | None:
    """What an argument is in the function; None where that is not known."""
    if given.only(_TENSORS):
        return tensor()
    if given.only(frozenset({Kind.TENSORS, Kind.EAGERS})):
        return TENSORS
    if given.only(_PYTHON) and Kind.NONE not in given.kinds:
        return Value(given.kinds, given.origin, target=given.target, dotted=given.dotted, element=given.element)
    return None
