"""What a condition says about names where it holds, and where it does not."""

from __future__ import annotations

import ast

from autograph.checker.model.definitions import Function
from autograph.checker.model.module import path_text
from autograph.checker.model.values import Kind, Value

from .frame import Frame

_TYPES = {
    "list": frozenset({Kind.LIST}),
    "tuple": frozenset({Kind.TUPLE}),
    "dict": frozenset({Kind.DICT}),
    "set": frozenset({Kind.SET}),
    "int": frozenset({Kind.INT}),
    "float": frozenset({Kind.FLOAT}),
    "bool": frozenset({Kind.BOOL}),
    "str": frozenset({Kind.STR}),
    "numpy.ndarray": frozenset({Kind.NDARRAY}),
    "collections.abc.Sequence": frozenset({Kind.LIST, Kind.TUPLE, Kind.STR, Kind.RANGE}),
    "collections.abc.Mapping": frozenset({Kind.DICT}),
    "typing.Sequence": frozenset({Kind.LIST, Kind.TUPLE, Kind.STR, Kind.RANGE}),
    "typing.Mapping": frozenset({Kind.DICT}),
    "numbers.Number": frozenset({Kind.INT, Kind.FLOAT, Kind.BOOL}),
    "tensorflow.Tensor": frozenset({Kind.TENSOR}),
    "tensorflow.Variable": frozenset({Kind.VARIABLE}),
}
_NONE = frozenset({Kind.NONE})
_MOST_STEPS = 3  # from a function that asks to the one that it asks
_ASK_FOR_TENSORS = (".is_tensor", ".is_tf_type", ".is_symbolic_tensor", ".is_keras_tensor")


def narrow(frame: Frame, test: ast.expr, holds: bool) -> None:
    """Makes the variables what they are where the condition holds, or does not."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        narrow(frame, test.operand, not holds)
    elif isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) is holds:
        for operand in test.values:
            narrow(frame, operand, holds)
    elif isinstance(test, ast.Compare) and len(test.ops) == 1:
        _by_comparison(frame, test, holds)
    elif isinstance(test, ast.Call) and test.args:
        _by_type(frame, test, holds)


def _by_comparison(frame: Frame, test: ast.Compare, holds: bool) -> None:
    other = test.comparators[0]
    if not isinstance(other, ast.Constant) or other.value is not None:
        return
    if isinstance(test.ops[0], ast.Is | ast.Eq):
        _restrict(frame, test.left, _NONE, holds)
    elif isinstance(test.ops[0], ast.IsNot | ast.NotEq):
        _restrict(frame, test.left, _NONE, not holds)


def _by_type(frame: Frame, test: ast.Call, holds: bool) -> None:
    kinds = _asked_kinds(frame, test)
    if kinds:
        _restrict(frame, test.args[0], kinds, holds)


def _asked_kinds(frame: Frame, test: ast.Call, steps: int = 0) -> frozenset[Kind]:
    """The kinds that a call asks its first argument for: `isinstance`, or a function that stands for it."""
    from .expressions import evaluate

    asked = evaluate(frame, test.func)
    if asked.dotted == "isinstance" and len(test.args) == 2:
        return _kinds(frame, test.args[1])
    if asked.dotted.startswith(("tensorflow.", "keras.")) and asked.dotted.endswith(_ASK_FOR_TENSORS):
        return frozenset({Kind.TENSOR})
    if isinstance(asked.target, Function) and asked.only(frozenset({Kind.FUNCTION})) and steps < _MOST_STEPS:
        return _kinds_of_predicate(frame, asked.target, steps)
    return frozenset()


def _kinds_of_predicate(frame: Frame, function: Function, steps: int) -> frozenset[Kind]:
    """What `def is_tensor(x): return isinstance(x, tf.Tensor)` asks for."""
    returned = [statement for statement in function.body if isinstance(statement, ast.Return)]
    inner = returned[0].value if len(returned) == 1 else None
    if not isinstance(inner, ast.Call) or not inner.args or not function.positional:
        return frozenset()
    if path_text(inner.args[0]) != function.positional[0].arg:
        return frozenset()
    return _asked_kinds(Frame(frame.analysis, function.scope), inner, steps + 1)


def _kinds(frame: Frame, types: ast.expr) -> frozenset[Kind]:
    from .expressions import evaluate

    found: frozenset[Kind] = frozenset()
    for one in types.elts if isinstance(types, ast.Tuple) else [types]:
        kinds = _TYPES.get(evaluate(frame, one).dotted)
        if kinds is None:
            return frozenset()
        found |= kinds
    return found


def _restrict(frame: Frame, node: ast.expr, kinds: frozenset[Kind], holds: bool) -> None:
    """Keeps of a variable's kinds those that are among the given ones, or those that are not."""
    text = path_text(node)
    if not text:
        return
    known = frame.variables.get(text)
    if known is None:
        if "." not in text or frame.context is None:
            return
        known = frame.context.value(node)
    frame.variables[text] = _restricted(known, kinds, holds)


def _restricted(known: Value, kinds: frozenset[Kind], holds: bool) -> Value:
    if holds:
        kept = known.kinds & kinds or kinds  # where nothing is left, the condition knows better
        return known.changed(kinds=kept, element=known.element if kept != _NONE else None)
    return known.changed(kinds=known.kinds - kinds or frozenset({Kind.UNKNOWN}))
