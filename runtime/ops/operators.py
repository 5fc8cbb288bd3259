"""What Python's operators on tensors do: the public functions, under the names that graphs know operators by."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime import dtypes
from runtime.dispatch import apply_one, binary_operands
from runtime.ops import logic, math
from runtime.ops.linalg import matmul as _matmul
from runtime.scopes import in_name_scope
from runtime.tensor import Tensor

Binary = Callable[[Any, Any], Tensor]

abs = math.abs
greater = logic.greater
greater_equal = logic.greater_equal
invert = logic.invert
left_shift = logic.left_shift
less = logic.less
less_equal = logic.less_equal
logical_not = logic.logical_not
negative = math.negative
right_shift = logic.right_shift
round = math.round


def _named(op_type: str, name: str) -> Binary:
    """The operator that is one op."""

    def operator(x: Any, y: Any) -> Tensor:
        """The op without a choice of name, for operators of the language."""
        return apply_one(op_type, binary_operands(x, y), None, name)

    return operator


floordiv = _named("FloorDiv", "floordiv")
floormod = _named("FloorMod", "mod")
logical_and = _named("LogicalAnd", "and")
logical_or = _named("LogicalOr", "or")
multiply = _named("Mul", "mul")
pow = _named("Pow", "pow")
subtract = _named("Sub", "sub")


@in_name_scope("and")
def bitwise_and(x: Any, y: Any, name: str | None = None) -> Tensor:
    """`x & y` of integers."""
    return logic.bitwise_and(x, y)


@in_name_scope("or")
def bitwise_or(x: Any, y: Any, name: str | None = None) -> Tensor:
    """`x | y` of integers."""
    return logic.bitwise_or(x, y)


@in_name_scope("xor")
def bitwise_xor(x: Any, y: Any, name: str | None = None) -> Tensor:
    """`x ^ y` of integers."""
    return logic.bitwise_xor(x, y)


def add(x: Any, y: Any) -> Tensor:
    """`x + y`, of numbers or strings."""
    operands = binary_operands(x, y)
    return apply_one("Add" if operands[0].dtype is dtypes.string else "AddV2", operands, None, "add")


def truediv(x: Any, y: Any) -> Tensor:
    """`x / y`."""
    return math.truediv(x, y, "truediv")


def matmul(x: Any, y: Any) -> Tensor:
    """`x @ y`."""
    return _matmul(*binary_operands(x, y), name="matmul")


def logical_xor(x: Any, y: Any) -> Tensor:
    """`x ^ y` of truth values."""
    return logic.logical_xor(x, y, "xor")


_FORGIVING = {"incompatible_shape_error": False}


def equal(x: Any, y: Any) -> Tensor:
    """`x == y`: elementwise, and False where the shapes do not broadcast."""
    return apply_one("Equal", binary_operands(x, y), _FORGIVING)


def not_equal(x: Any, y: Any) -> Tensor:
    """`x != y`: elementwise, and True where the shapes do not broadcast."""
    return apply_one("NotEqual", binary_operands(x, y), _FORGIVING)
