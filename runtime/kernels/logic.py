"""Comparisons, logic, classification of floating point values and bit operations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.dtypes import DType
from runtime.kernels.math import Binary
from runtime.kernels.values import Array
from runtime.registry import kernel, kernel_maker

UFUNCS = {
    "BitwiseAnd": np.bitwise_and,
    "BitwiseOr": np.bitwise_or,
    "BitwiseXor": np.bitwise_xor,
    "Greater": np.greater,
    "GreaterEqual": np.greater_equal,
    "Invert": np.invert,
    "IsFinite": np.isfinite,
    "IsInf": np.isinf,
    "IsNan": np.isnan,
    "Less": np.less,
    "LessEqual": np.less_equal,
    "LogicalAnd": np.logical_and,
    "LogicalNot": np.logical_not,
    "LogicalOr": np.logical_or,
}

for _op_type, _ufunc in UFUNCS.items():
    kernel(_op_type)(_ufunc)


@kernel_maker("Equal")
def equal(*, incompatible_shape_error: bool) -> Binary:
    """Elementwise; shapes that do not broadcast are an error, or one False."""
    return np.equal if incompatible_shape_error else _equal_or_false


@kernel_maker("NotEqual")
def not_equal(*, incompatible_shape_error: bool) -> Binary:
    """Elementwise; shapes that do not broadcast are an error, or one True."""
    return np.not_equal if incompatible_shape_error else _not_equal_or_true


def _equal_or_false(x: Array, y: Array) -> Any:
    return np.equal(x, y) if _broadcast(x, y) else np.asarray(False)


def _not_equal_or_true(x: Array, y: Array) -> Any:
    return np.not_equal(x, y) if _broadcast(x, y) else np.asarray(True)


def _broadcast(x: Array, y: Array) -> bool:
    if x.shape == y.shape or not x.ndim or not y.ndim:
        return True
    return all(a == b or a == 1 or b == 1 for a, b in zip(x.shape[::-1], y.shape[::-1], strict=False))


@kernel("ApproximateEqual")
def approximate_equal(x: Array, y: Array, *, tolerance: float) -> Any:
    """|x - y| < tolerance."""
    return np.absolute(x - y) < tolerance


def _shift(ufunc: np.ufunc) -> Callable[..., Binary]:
    """Arithmetic for signed types; counts outside of the type's width act like the nearest one inside."""

    def make(*, T: DType) -> Binary:
        """The shift for one type, with the bounds of its counts."""
        least, most = T.as_numpy_dtype(0), T.as_numpy_dtype(8 * T.size - 1)
        return lambda x, y: ufunc(x, np.minimum(np.maximum(y, least), most))

    return make


kernel_maker("LeftShift")(_shift(np.left_shift))
kernel_maker("RightShift")(_shift(np.right_shift))


@kernel("PopulationCount")
def population_count(x: Array) -> Any:
    """How many bits are set, as uint8."""
    octets = np.ascontiguousarray(x).reshape(*x.shape, 1).view(np.uint8)
    return np.unpackbits(octets, axis=-1).sum(axis=-1, dtype=np.uint8)
