"""Kernels that make tensors out of shapes and ranges."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.dtypes import DType
from runtime.errors import InvalidArgumentError
from runtime.kernels.values import Array, listed, shape_text
from runtime.registry import kernel


def _lengths(dims: Array) -> list[int]:
    sizes = listed(dims)
    if any(length < 0 for length in sizes):
        raise InvalidArgumentError(f"Dimension {min(sizes)} must be >= 0 in shape {shape_text(sizes)}.")
    return sizes


@kernel("Fill")
def fill(dims: Array, value: Array) -> Array:
    """A tensor of shape `dims` full of a scalar; a negative size is InvalidArgumentError."""
    full = np.empty(_lengths(dims), value.dtype)
    full.fill(value if value.dtype != object else value.item())
    return full


@kernel("Empty")
def empty(shape: Array, *, dtype: DType) -> Array:
    """Zeros, with or without `init`: memory of no known content would make runs differ."""
    return np.zeros(_lengths(shape), dtype=dtype.as_numpy_dtype)


@kernel("ZerosLike")
def zeros_like(x: Any) -> Any:
    """Zeros in the shape and dtype of x, empty strings for strings; lists of tensors and the like zero themselves."""
    if not isinstance(x, (np.ndarray, np.generic)):
        return x.zeros_like()
    if x.dtype == object:
        return np.full(x.shape, b"", dtype=object)
    return np.zeros(x.shape, x.dtype)


@kernel("OnesLike")
def ones_like(x: Array) -> Array:
    """Ones in the shape and dtype of x (True for bool)."""
    return np.ones(x.shape, x.dtype)


@kernel("Range")
def range_(start: Array, limit: Array, delta: Array) -> Array:
    """From `start` in steps of `delta` up to, not including, `limit`; empty if they are equal.

    A step of 0, or one that leads away from `limit`, is InvalidArgumentError where numpy gives nothing.
    """
    if delta == 0:
        raise InvalidArgumentError("Requires delta != 0: 0")
    if delta > 0 and start > limit:
        raise InvalidArgumentError(f"Requires start <= limit when delta > 0: {start}/{limit}")
    if delta < 0 and start < limit:
        raise InvalidArgumentError(f"Requires start >= limit when delta < 0: {start}/{limit}")
    return np.arange(start, limit, delta, dtype=start.dtype)


@kernel("LinSpace")
def linspace(start: Array, stop: Array, num: Array) -> Array:
    """`num` points, one or more, from `start` to `stop`, both included, at equal distances; a single one is `start`."""
    count = int(num)
    if count <= 0:
        raise InvalidArgumentError(f"Requires num > 0: {count}")
    points = np.linspace(start, stop, count, dtype=np.result_type(start.dtype, np.float32))
    return points.astype(start.dtype, copy=False)


@kernel("OneHot")
def one_hot(indices: Array, depth: Array, on_value: Array, off_value: Array, *, axis: int) -> Array:
    """A row with `off_value` everywhere but at the index; an index outside [0, depth) gives no `on_value`."""
    classes = int(depth)
    if classes < 0:
        raise InvalidArgumentError(f"depth must be non-negative, got: {classes}")
    wanted = np.reshape(indices, -1)
    rows = np.flatnonzero((wanted >= 0) & (wanted < classes))
    flat = np.full((wanted.size, classes), off_value, dtype=on_value.dtype)
    flat[rows, wanted[rows]] = on_value
    table = flat.reshape((*indices.shape, classes))
    return table if axis in (-1, indices.ndim) else np.moveaxis(table, -1, axis)
