"""Comparisons, logic, classification of floating point values and bit operations."""

from __future__ import annotations

from typing import Any

from runtime.dispatch import apply_one, binary_operands
from runtime.errors import DTypeError
from runtime.ops.elementwise import BOOLEAN, FLOATING, INTEGER, REAL, binary, unary
from runtime.tensor import Tensor

_BOOL = "dtype bool"

# --- Comparisons ---------------------------------------------------------------------------------------------------

equal = binary("Equal", "equal", "any dtype but resource and variant", "Whether x is y.",
               ">>> equal([1, 2], 2).tolist()\n[False, True]", result=_BOOL)  # fmt: skip
greater = binary("Greater", "greater", REAL, "Whether x is more than y.",
                 ">>> greater([1, 2], 1).tolist()\n[False, True]", result=_BOOL)  # fmt: skip
greater_equal = binary("GreaterEqual", "greater_equal", REAL, "Whether x is y or more.",
                       ">>> greater_equal([1, 2], 2).tolist()\n[False, True]", result=_BOOL)  # fmt: skip
less = binary("Less", "less", REAL, "Whether x is less than y.",
              ">>> less([1, 2], 2).tolist()\n[True, False]", result=_BOOL)  # fmt: skip
less_equal = binary("LessEqual", "less_equal", REAL, "Whether x is y or less.",
                    ">>> less_equal([1, 2], 1).tolist()\n[True, False]", result=_BOOL)  # fmt: skip
not_equal = binary("NotEqual", "not_equal", "any dtype but resource and variant", "Whether x is not y.",
                   ">>> not_equal([1, 2], 2).tolist()\n[True, False]", result=_BOOL)  # fmt: skip


def approximate_equal(x: Any, y: Any, tolerance: float = 1e-5, name: str | None = None) -> Tensor:
    """Whether |x - y| < tolerance.

    Args:
        x: a tensor of a numeric dtype.
        y: a tensor of the same dtype and shape.
        tolerance: a Python number.
        name: for the operation.

    >>> bool(approximate_equal(1.0, 1.000001))
    True
    """
    return apply_one("ApproximateEqual", binary_operands(x, y), {"tolerance": tolerance}, name)


# --- Logic ---------------------------------------------------------------------------------------------------------

is_finite = unary("IsFinite", "is_finite", FLOATING, "Whether x is neither infinite nor NaN.",
                  ">>> is_finite([1.0, float('inf')]).tolist()\n[True, False]", result=_BOOL)  # fmt: skip
is_inf = unary("IsInf", "is_inf", FLOATING, "Whether x is infinite.",
               ">>> is_inf([1.0, float('inf')]).tolist()\n[False, True]", result=_BOOL)  # fmt: skip
is_nan = unary("IsNan", "is_nan", FLOATING, "Whether x is not a number.",
               ">>> is_nan([1.0, float('nan')]).tolist()\n[False, True]", result=_BOOL)  # fmt: skip
logical_and = binary("LogicalAnd", "logical_and", BOOLEAN, "Whether both are true.",
                     ">>> logical_and([True, False], True).tolist()\n[True, False]")  # fmt: skip
logical_not = unary("LogicalNot", "logical_not", BOOLEAN, "Whether x is false.",
                    ">>> logical_not([True, False]).tolist()\n[False, True]")  # fmt: skip
logical_or = binary("LogicalOr", "logical_or", BOOLEAN, "Whether one or both are true.",
                    ">>> logical_or([True, False], False).tolist()\n[True, False]")  # fmt: skip


def logical_xor(x: Any, y: Any, name: str | None = None) -> Tensor:
    """Whether exactly one is true.

    Args:
        x: a tensor of dtype bool.
        y: a tensor of dtype bool, whose shape broadcasts with that of `x`.
        name: for the operation.

    Raises:
        DTypeError: another dtype.

    >>> logical_xor([True, False], True).tolist()
    [False, True]
    """
    operands = binary_operands(x, y)
    for operand in operands:
        if not operand.dtype.is_bool:
            raise DTypeError(f"logical_xor takes tensors of dtype bool, not {operand.dtype.name}.")
    return apply_one("NotEqual", operands, None, name or "LogicalXor")


# --- Bits ----------------------------------------------------------------------------------------------------------

_WIDTH = "a count outside of the type's width acts like the nearest one inside"

bitwise_and = binary("BitwiseAnd", "bitwise_and", INTEGER, "The bits that both have.",
                     ">>> int(bitwise_and(6, 3))\n2")  # fmt: skip
bitwise_or = binary("BitwiseOr", "bitwise_or", INTEGER, "The bits that one or both have.",
                    ">>> int(bitwise_or(6, 3))\n7")  # fmt: skip
bitwise_xor = binary("BitwiseXor", "bitwise_xor", INTEGER, "The bits that exactly one has.",
                     ">>> int(bitwise_xor(6, 3))\n5")  # fmt: skip
invert = unary("Invert", "invert", INTEGER, "The bits that x has not.", ">>> int(invert(6))\n-7")
left_shift = binary("LeftShift", "left_shift", INTEGER, f"x moved y bits up; {_WIDTH}.",
                    ">>> int(left_shift(1, 4))\n16")  # fmt: skip
population_count = unary("PopulationCount", "population_count", INTEGER, "How many bits are set.",
                         ">>> int(population_count(7))\n3", result="dtype uint8")  # fmt: skip
right_shift = binary("RightShift", "right_shift", INTEGER, f"x moved y bits down, keeping its sign; {_WIDTH}.",
                     ">>> int(right_shift(-8, 1))\n-4")  # fmt: skip
