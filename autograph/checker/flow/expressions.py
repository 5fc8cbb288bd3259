"""What expressions give. `evaluate` also remembers the answer for every expression inside."""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable, Iterable
from typing import Any

from autograph.checker.knowledge import tensorflow as tf
from autograph.checker.knowledge.containers import MUTATORS
from autograph.checker.model.definitions import Class, Function
from autograph.checker.model.module import path_text
from autograph.checker.model.values import (
    BOOL,
    CONDITIONS,
    CONTAINERS,
    DRAWN,
    FLOAT,
    INT,
    NDARRAY,
    NUMBERS,
    SHAPE,
    STR,
    SYMBOLIC,
    TENSORS,
    UNKNOWN,
    Kind,
    Origin,
    Value,
    join,
    tensor,
    value,
)

from .frame import Frame, join_environments

_TENSORS = frozenset({Kind.TENSOR, Kind.TENSORS, Kind.VARIABLE, Kind.EAGER})
_ONLY_TENSOR = frozenset({Kind.TENSOR})
_ONLY_UNKNOWN = frozenset({Kind.UNKNOWN})
BOUND = "bound."
"""How the name of a method of a container begins that is not called at once."""

_ONLY_FLOAT = frozenset({Kind.FLOAT})
_SEQUENCES = frozenset({Kind.LIST, Kind.TUPLE, Kind.SET, Kind.RANGE})
_CONSTANTS = {bool: Kind.BOOL, int: Kind.INT, float: Kind.FLOAT, str: Kind.STR, bytes: Kind.STR, type(None): Kind.NONE}


def evaluate(frame: Frame, node: ast.expr) -> Value:
    """What an expression may be."""
    if frame.analysis.spend():
        handler = _HANDLERS.get(type(node))
        found = handler(frame, node) if handler is not None else _children(frame, node)
    else:
        found = UNKNOWN
    frame.record(node, found)
    return found.settled()


def evaluate_all(frame: Frame, nodes: Iterable[ast.expr]) -> list[Value]:
    """What several expressions may be."""
    return [evaluate(frame, node) for node in nodes]


def element_of(found: Value) -> Value:
    """What iterating a value gives; the elements of what belongs to another belong to that other too."""
    inner = _element(found)
    return inner if found.origin in (Origin.LOCAL, Origin.UNKNOWN) else inner.of(found.origin, found.home)


def _element(found: Value) -> Value:
    if found.element is not None:
        return found.element
    if found.items:
        merged = found.items[0]
        for item in found.items[1:]:
            merged = join(merged, item)
        return merged
    if found.only(frozenset({Kind.TENSOR})):
        return tensor(found.dtype, found.rank - 1 if found.rank else None)
    if found.only(frozenset({Kind.TENSORS})):
        return TENSORS
    if found.only(frozenset({Kind.DATASET, Kind.DATASET_ITERATOR})):
        return TENSORS
    if found.only(frozenset({Kind.RANGE, Kind.SHAPE})):
        return INT
    if found.only(frozenset({Kind.STR})):
        return STR
    if found.only(frozenset({Kind.NDARRAY})):
        return NDARRAY
    return (DRAWN if found.is_unknown else UNKNOWN).of(found.origin, found.home)


def item_of(found: Value, index: int) -> Value:
    """What unpacking gives at a place."""
    if found.items and 0 <= index < len(found.items):
        item = found.items[index]
        return item if found.origin in (Origin.LOCAL, Origin.UNKNOWN) else item.of(found.origin, found.home)
    return found if found.is_unknown else element_of(found)


def _constant(frame: Frame, node: ast.Constant) -> Value:
    kind = _CONSTANTS.get(type(node.value), Kind.UNKNOWN)
    return Value(frozenset({kind}), is_literal=True)


def _name(frame: Frame, node: ast.Name) -> Value:
    return frame.lookup(node.id)


def _attribute(frame: Frame, node: ast.Attribute) -> Value:
    return attribute(frame, evaluate(frame, node.value), node)


def attribute(frame: Frame, receiver: Value, node: ast.Attribute) -> Value:
    """What an attribute of a value is."""
    stored = frame.variables.get(path_text(node))
    if stored is not None:
        return stored if stored.origin is Origin.LOCAL else stored.of(receiver.origin)  # made here: nobody else's yet
    if receiver.only(frozenset({Kind.MODULE})) or (receiver.dotted and receiver.only(frozenset({Kind.CLASS}))):
        return frame.analysis.member(receiver, node.attr)
    members = [_member(frame, one, one.target, node.attr) for one in (receiver, *receiver.alternatives)]
    known = [found for found in members if found is not None]
    if known:
        return functools.reduce(join, known)
    if receiver.only(_TENSORS):
        return _of_tensor(frame, receiver, node.attr)
    if node.attr in MUTATORS and receiver.may(CONTAINERS):
        return Value(_ONLY_UNKNOWN, receiver.origin, dotted=BOUND + node.attr, receiver=receiver.flat(1))
    return _by_name(receiver, node.attr)


def _member(frame: Frame, receiver: Value, owner: object, name: str) -> Value | None:
    """A method, property or attribute of an object or class of this file."""
    if not isinstance(owner, Class):
        return None
    method = frame.analysis.classes.method(owner, name)
    if method is not None:
        if method.is_property:
            from .calls import call_function

            return call_function(frame, method, receiver, [], {})
        is_bound = method.is_class_method or receiver.only(frozenset({Kind.OBJECT}))
        bound = (receiver.receiver or receiver).flat(1) if is_bound else None
        return Value(frozenset({Kind.FUNCTION}), receiver.origin, target=method, receiver=bound)
    found = frame.analysis.outer.attribute(owner, name)
    return found.of(receiver.origin) if found is not None else None


def _of_tensor(frame: Frame, receiver: Value, name: str) -> Value:
    if name in tf.SHAPE_ATTRIBUTES:
        return SHAPE
    if name in tf.PYTHON_ATTRIBUTES:
        return value(Kind.OBJECT) if name not in ("rank", "ndim") else INT
    if receiver.may(_ONLY_TENSOR) and name in ("T", "real", "imag", "values", "indices"):
        return frame.tensor()
    return value(Kind.UNKNOWN)


def _by_name(receiver: Value, name: str) -> Value:
    """Attributes that mean the same whatever has them."""
    if name in tf.LIST_ATTRIBUTES:
        return value(Kind.LIST, element=value(Kind.VARIABLE) if name != "losses" else UNKNOWN)
    if name in tf.VARIABLE_ATTRIBUTES:
        return value(Kind.VARIABLE, origin=receiver.origin)
    if name in tf.SHAPE_ATTRIBUTES:
        return SHAPE
    if name in tf.PYTHON_ATTRIBUTES:
        return value(Kind.OBJECT)
    return UNKNOWN.of(receiver.origin, receiver.home)


def _subscript(frame: Frame, node: ast.Subscript) -> Value:
    base = evaluate(frame, node.value)
    index = evaluate(frame, node.slice)
    return subscript(frame, base, index, node.slice)


def subscript(frame: Frame, base: Value, index: Value, node: ast.expr) -> Value:
    """What indexing gives."""
    if base.only(frozenset({Kind.TENSOR, Kind.VARIABLE})):
        is_scalar_index = index.only(NUMBERS) or (index.only(CONDITIONS) and index.rank == 0)
        return frame.tensor(base.dtype, base.rank - 1 if base.rank and is_scalar_index else None)
    if base.only(frozenset({Kind.SHAPE})):
        return SHAPE if isinstance(node, ast.Slice) else INT
    if base.only(frozenset({Kind.TENSORS})):
        is_key = isinstance(node, ast.Constant)
        return TENSORS if is_key else frame.tensor() if _is_array_index(node, index) else TENSORS
    if isinstance(node, ast.Slice) and base.only(_SEQUENCES | {Kind.STR, Kind.NDARRAY}):
        return base.changed(items=(), origin=Origin.LOCAL)
    if isinstance(node, ast.Constant) and type(node.value) is int and base.items:
        place = node.value if node.value >= 0 else node.value + len(base.items)
        return item_of(base, place)
    if base.element is not None or base.items:
        return element_of(base)
    if base.only(frozenset({Kind.NDARRAY})):
        return NDARRAY.of(base.origin)
    if _is_unknown(base) and index.only(frozenset({Kind.TENSOR})) and frame.is_graph:
        return frame.tensor()
    return (DRAWN if Kind.DRAWN in base.kinds else UNKNOWN).of(base.origin, base.home)


def _is_array_index(node: ast.expr, index: Value) -> bool:
    """Whether only an array can be indexed like this."""
    if isinstance(node, ast.Tuple):
        return any(isinstance(item, ast.Slice) or _is_ellipsis(item) for item in node.elts)
    return _is_ellipsis(node) or index.only(_ONLY_TENSOR)


def _is_ellipsis(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value in (..., None)


def _is_unknown(found: Value) -> bool:
    return Kind.UNKNOWN in found.kinds


def _slice(frame: Frame, node: ast.Slice) -> Value:
    evaluate_all(frame, filter(None, (node.lower, node.upper, node.step)))
    return value(Kind.OBJECT)


def _binary(frame: Frame, node: ast.BinOp) -> Value:
    return binary(frame, evaluate(frame, node.left), evaluate(frame, node.right), node.op)


def binary(frame: Frame, left: Value, right: Value, op: ast.operator) -> Value:
    """What arithmetic gives."""
    if left.only(NUMBERS) and right.only(NUMBERS):
        return _number_of_both(left, right, op)
    if left.only(frozenset({Kind.STR})) and isinstance(op, ast.Mod | ast.Add | ast.Mult):
        return STR
    sides = (left, right)
    if any(side.only(frozenset({Kind.TENSOR, Kind.VARIABLE})) for side in sides):
        return frame.tensor(_dtype_of_both(left, right, op), _rank_of_both(left, right, op))
    if any(side.only(SYMBOLIC) for side in sides):
        lists = isinstance(op, ast.Add | ast.Mult) and any(side.only(_SEQUENCES) for side in sides)
        both = all(side.only(SYMBOLIC) or _is_unknown(side) for side in sides)
        return TENSORS if lists or (both and isinstance(op, ast.Add)) else frame.tensor()
    if any(side.only(frozenset({Kind.EAGER})) for side in sides):
        return value(Kind.EAGER) if all(side.only(NUMBERS | {Kind.EAGER}) for side in sides) else UNKNOWN
    return _of_python(left, right, op)


def _of_python(left: Value, right: Value, op: ast.operator) -> Value:
    if _is_numeric_argument(left, right, op) or _is_numeric_argument(right, left, op):
        return value(Kind.NUMERIC, origin=Origin.PARAM)
    if left.only(_SEQUENCES) and (right.only(_SEQUENCES) or isinstance(op, ast.Mult)):
        return (join(left, right) if right.only(_SEQUENCES) else left).changed(items=(), origin=Origin.LOCAL)
    if any(side.only(frozenset({Kind.NDARRAY})) for side in (left, right)):
        return UNKNOWN if _is_unknown(left) or _is_unknown(right) else NDARRAY
    if left.only(frozenset({Kind.SHAPE})) or right.only(frozenset({Kind.SHAPE})):
        return SHAPE
    return UNKNOWN


def _number_of_both(left: Value, right: Value, op: ast.operator) -> Value:
    is_float = isinstance(op, ast.Div) or left.may(_ONLY_FLOAT) or right.may(_ONLY_FLOAT)
    return FLOAT if is_float else INT


def _is_numeric_argument(argument: Value, other: Value, op: ast.operator) -> bool:
    """Whether arithmetic with a number shows that an argument is a tensor or a number."""
    if argument.origin is not Origin.PARAM or not (argument.is_unknown or argument.kinds == {Kind.NUMERIC}):
        return False
    if argument.kinds == {Kind.NUMERIC}:
        return other.only(NUMBERS | {Kind.NUMERIC})
    repeats = isinstance(op, ast.Mult) and not other.only(frozenset({Kind.FLOAT}))
    return other.only(NUMBERS) and not repeats and not isinstance(op, ast.Mod)


def _dtype_of_both(left: Value, right: Value, op: ast.operator) -> str:
    if left.dtype and (left.dtype == right.dtype or right.only(NUMBERS)):
        return "float" if isinstance(op, ast.Div) else left.dtype
    if right.dtype and left.only(NUMBERS):
        return "float" if isinstance(op, ast.Div) else right.dtype
    return left.dtype or right.dtype if "float" in (left.dtype, right.dtype) else ""


def _rank_of_both(left: Value, right: Value, op: ast.operator) -> int | None:
    ranks = [0 if side.only(NUMBERS) else side.rank for side in (left, right)]
    if isinstance(op, ast.MatMult):
        return None
    known = [rank for rank in ranks if rank is not None]
    return max(known) if len(known) == 2 else None


def _unary(frame: Frame, node: ast.UnaryOp) -> Value:
    operand = evaluate(frame, node.operand)
    if isinstance(node.op, ast.Not):
        return tensor("bool", operand.rank) if operand.only(CONDITIONS) and frame.is_converted else BOOL
    if operand.only(frozenset({Kind.TENSOR, Kind.VARIABLE, Kind.TENSORS})):
        return frame.tensor(operand.dtype, operand.rank)
    if operand.is_unknown and operand.origin is Origin.PARAM:
        return value(Kind.NUMERIC, origin=Origin.PARAM)
    return operand if operand.kinds == {Kind.NUMERIC} else operand.changed(origin=Origin.LOCAL)


def _boolean(frame: Frame, node: ast.BoolOp) -> Value:
    found = evaluate(frame, node.values[0])
    before = dict(frame.variables)
    from .narrowing import narrow

    for previous, operand in zip(node.values, node.values[1:], strict=False):
        narrow(frame, previous, isinstance(node.op, ast.And))
        other = evaluate(frame, operand)
        is_staged = found.only(_ONLY_TENSOR) and frame.is_converted  # then the rest is an arm of it
        found = tensor("bool", found.rank) if is_staged else join(found, other)
    frame.variables = before | {name: found for name, found in frame.variables.items() if name not in before}
    return found


def _compare(frame: Frame, node: ast.Compare) -> Value:
    sides = evaluate_all(frame, [node.left, *node.comparators])
    if all(isinstance(op, ast.Is | ast.IsNot | ast.In | ast.NotIn) for op in node.ops):
        return BOOL
    if any(side.only(frozenset({Kind.TENSOR, Kind.VARIABLE})) for side in sides):
        ranks = [0 if side.only(NUMBERS) else side.rank for side in sides]
        known = [rank for rank in ranks if rank is not None]
        return tensor("bool", max(known) if len(known) == len(sides) else None) if frame.is_graph else value(Kind.EAGER)
    if any(side.only(SYMBOLIC) for side in sides) and any(side.only(NUMBERS) for side in sides):
        return frame.tensor("bool")
    if any(_is_unknown(side) or side.may(SYMBOLIC | {Kind.EAGER, Kind.NDARRAY}) for side in sides):
        return UNKNOWN
    return BOOL


def _conditional(frame: Frame, node: ast.IfExp) -> Value:
    from .narrowing import narrow

    evaluate(frame, node.test)
    before = dict(frame.variables)
    narrow(frame, node.test, True)
    body = evaluate(frame, node.body)
    after, frame.variables = frame.variables, dict(before)
    narrow(frame, node.test, False)
    orelse = evaluate(frame, node.orelse)
    merged = join_environments(after, frame.variables) or {}
    frame.variables = before | {name: found for name, found in merged.items() if name not in before}
    return join(body, orelse)


def _list(frame: Frame, node: ast.List | ast.Tuple | ast.Set) -> Value:
    kind = {ast.List: Kind.LIST, ast.Tuple: Kind.TUPLE, ast.Set: Kind.SET}[type(node)]
    items = [
        element_of(evaluate(frame, item.value)) if isinstance(item, ast.Starred) else evaluate(frame, item)
        for item in node.elts
    ]
    for item in node.elts:
        if isinstance(item, ast.Starred):
            frame.record(item, UNKNOWN)
    starred = any(isinstance(item, ast.Starred) for item in node.elts)
    whole = Value(frozenset({kind}), items=tuple(items) if not starred and len(items) <= 8 else ())
    element = element_of(whole.changed(items=tuple(items))) if items else None
    return whole.changed(element=element if not whole.items else None).flat()


def _dict(frame: Frame, node: ast.Dict) -> Value:
    evaluate_all(frame, filter(None, node.keys))
    values = evaluate_all(frame, node.values)
    element: Value | None = None
    for found in values:
        element = found if element is None else join(element, found)
    return value(Kind.DICT, element=element)


def _comprehension(frame: Frame, node: Any) -> Value:
    from .statements import bind

    before = dict(frame.variables)
    for generator in node.generators:
        iterated = evaluate(frame, generator.iter)
        bind(frame, generator.target, element_of(iterated))
        evaluate_all(frame, generator.ifs)
    if isinstance(node, ast.DictComp):
        evaluate(frame, node.key)
        found = value(Kind.DICT, element=evaluate(frame, node.value))
    else:
        kind = {ast.ListComp: Kind.LIST, ast.SetComp: Kind.SET, ast.GeneratorExp: Kind.LIST}[type(node)]
        found = value(kind, element=evaluate(frame, node.elt))
    if isinstance(node, ast.GeneratorExp) and not frame.is_graph:
        found = value(Kind.ITERATOR, element=found.element)
    frame.variables = before
    return found


def _lambda(frame: Frame, node: ast.Lambda) -> Value:
    if frame.context is not None:
        frame.context.closures[id(node)] = frame
    return Value(frozenset({Kind.FUNCTION}), target=frame.analysis.module.function_of(node))


def _call(frame: Frame, node: ast.Call) -> Value:
    from .calls import call

    return call(frame, node)


def _text(frame: Frame, node: ast.JoinedStr) -> Value:
    for part in node.values:
        if isinstance(part, ast.FormattedValue):
            evaluate(frame, part.value)
            if part.format_spec is not None:
                evaluate(frame, part.format_spec)
    return STR


def _walrus(frame: Frame, node: ast.NamedExpr) -> Value:
    found = evaluate(frame, node.value)
    frame.assign(node.target.id, found)
    return found


def _starred(frame: Frame, node: ast.Starred) -> Value:
    evaluate(frame, node.value)
    return UNKNOWN


def _yield(frame: Frame, node: Any) -> Value:
    if node.value is not None:
        evaluate(frame, node.value)
    return UNKNOWN


def _children(frame: Frame, node: ast.expr) -> Value:
    evaluate_all(frame, (child for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr)))
    return UNKNOWN


def function_value(function: Function, origin: Origin = Origin.LOCAL) -> Value:
    """A function as a value."""
    return Value(frozenset({Kind.FUNCTION}), origin, target=function, home=function.node)


_HANDLERS: dict[type, Callable[[Frame, Any], Value]] = {
    ast.Constant: _constant,
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.Subscript: _subscript,
    ast.Slice: _slice,
    ast.BinOp: _binary,
    ast.UnaryOp: _unary,
    ast.BoolOp: _boolean,
    ast.Compare: _compare,
    ast.IfExp: _conditional,
    ast.List: _list,
    ast.Tuple: _list,
    ast.Set: _list,
    ast.Dict: _dict,
    ast.ListComp: _comprehension,
    ast.SetComp: _comprehension,
    ast.GeneratorExp: _comprehension,
    ast.DictComp: _comprehension,
    ast.Lambda: _lambda,
    ast.Call: _call,
    ast.JoinedStr: _text,
    ast.NamedExpr: _walrus,
    ast.Starred: _starred,
    ast.Yield: _yield,
    ast.YieldFrom: _yield,
    ast.Await: _yield,
}
