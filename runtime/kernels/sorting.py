"""Kernels on order and identity of values: distinct ones, permutations, places in a sorted list."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.dtypes import DType
from runtime.errors import InvalidArgumentError
from runtime.kernels.values import Array, normal_axis, shape_text
from runtime.registry import kernel


def _distinct(x: Array) -> tuple[Array, Array, Array]:
    """Positions of the first of each distinct row in order of appearance, the row of each element, the counts."""
    if x.dtype == object or _holds_nan(x):
        places: dict[Any, int] = {}
        rows = x.tolist() if x.ndim == 1 else map(tuple, x.reshape(len(x), -1).tolist())
        index = np.array([places.setdefault(row, len(places)) for row in rows], np.int64)
        return np.unique(index, return_index=True)[1], index, np.bincount(index, minlength=len(places))
    _, first, inverse, counts = np.unique(x, True, True, True, axis=0)
    order = np.argsort(first)
    rank = np.empty_like(order)
    rank[order] = np.arange(order.size)
    return first[order], rank[inverse.reshape(-1)], counts[order]


def _holds_nan(x: Array) -> bool:
    """Whether some row is equal to none, not even to itself, which numpy would not see."""
    return bool((x != x).any())


def _vector(x: Array) -> Array:
    if x.ndim != 1:
        raise InvalidArgumentError(f"unique expects a 1D vector, got shape {shape_text(x.shape)}.")
    return x


@kernel("Unique")
def unique(x: Array, *, out_idx: DType) -> tuple[Array, Array]:
    """The distinct values of a vector in the order of their first places, and for each element which it is."""
    return unique_with_counts(x, out_idx=out_idx)[:2]


@kernel("UniqueWithCounts")
def unique_with_counts(x: Array, *, out_idx: DType) -> tuple[Array, Array, Array]:
    """As `unique`, and how often each value comes. NaN is equal to nothing."""
    first, index, counts = _distinct(_vector(x))
    kind = out_idx.as_numpy_dtype
    return x[first], index.astype(kind), counts.astype(kind)


@kernel("UniqueV2")
def unique_v2(x: Array, axis: Array, *, out_idx: DType) -> tuple[Array, Array]:
    """As `unique`, of the slices along an axis; without one (`axis` is empty) of a vector."""
    return unique_with_counts_v2(x, axis, out_idx=out_idx)[:2]


@kernel("UniqueWithCountsV2")
def unique_with_counts_v2(x: Array, axis: Array, *, out_idx: DType) -> tuple[Array, Array, Array]:
    """As `unique_v2`, and how often each slice comes."""
    position = normal_axis(axis.item(), x.ndim, "Unique") if axis.size else 0
    rows = np.moveaxis(x if axis.size else _vector(x), position, 0)
    first, index, counts = _distinct(rows)
    kind = out_idx.as_numpy_dtype
    return np.moveaxis(rows[first], 0, position), index.astype(kind), counts.astype(kind)


@kernel("ListDiff")
def list_diff(x: Array, y: Array, *, out_idx: DType) -> tuple[Array, Array]:
    """The elements of x that are not in y, in order, and their positions."""
    gone = set(y.tolist())
    positions = np.array([place for place, value in enumerate(x.tolist()) if value not in gone], np.int64)
    return x[positions], positions.astype(out_idx.as_numpy_dtype)


@kernel("InvertPermutation")
def invert_permutation(x: Array) -> Array:
    """y with y[x[i]] = i; InvalidArgumentError if x does not hold each of 0 ... n - 1 once."""
    if x.ndim != 1:
        raise InvalidArgumentError(f"invert_permutation expects a 1D vector, got shape {shape_text(x.shape)}.")
    inverse = np.full_like(x, -1)
    for position, value in enumerate(x.tolist()):
        if not 0 <= value < x.size:
            raise InvalidArgumentError(f"{value} is not between 0 and {x.size}")
        if inverse[value] != -1:
            raise InvalidArgumentError(f"{value} is duplicated in the input.")
        inverse[value] = position
    return inverse


def _bounds(sorted_inputs: Array, values: Array, side: Any, out_type: DType) -> Array:
    if sorted_inputs.ndim != 2 or values.ndim != 2 or len(sorted_inputs) != len(values):
        raise InvalidArgumentError(
            f"searchsorted needs two matrices with as many rows, got {shape_text(sorted_inputs.shape)} and "
            f"{shape_text(values.shape)}."
        )
    places = np.zeros(values.shape, out_type.as_numpy_dtype)
    for row, (haystack, needles) in enumerate(zip(sorted_inputs, values, strict=True)):
        places[row] = np.searchsorted(haystack, needles, side)
    return places


@kernel("LowerBound")
def lower_bound(sorted_inputs: Array, values: Array, *, out_type: DType) -> Array:
    """The first place in each sorted row where a value could be put in: left of equal ones."""
    return _bounds(sorted_inputs, values, "left", out_type)


@kernel("UpperBound")
def upper_bound(sorted_inputs: Array, values: Array, *, out_type: DType) -> Array:
    """The last place in each sorted row where a value could be put in: right of equal ones."""
    return _bounds(sorted_inputs, values, "right", out_type)


@kernel("UnravelIndex")
def unravel_index(indices: Array, dims: Array) -> Array:
    """int[rank, count]: the coordinates of flat indices in a tensor of sizes `dims`, one column each."""
    try:
        coordinates = np.unravel_index(indices, dims.tolist())
    except ValueError:
        raise InvalidArgumentError(
            f"index is out of bound as with dims {shape_text(dims)}: {indices.tolist()}"
        ) from None
    return np.array(coordinates, dtype=indices.dtype)
