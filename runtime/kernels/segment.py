"""Reductions over groups of rows, and counts of values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from runtime.dtypes import DType
from runtime.errors import InvalidArgumentError
from runtime.kernels.values import Array
from runtime.registry import kernel, kernel_maker

Ids = npt.NDArray[np.integer[Any]]
Limit = Callable[[DType], Any]


def reduce_sorted(ufunc: np.ufunc, data: Array, ids: Ids, count: int, empty: Any) -> Any:
    """Reduces the rows of `data` whose (ascending) ids are equal; groups that no row belongs to are `empty`."""
    out = np.full((count, *data.shape[1:]), empty, data.dtype)
    if len(ids):
        starts = np.flatnonzero(np.diff(ids, prepend=ids[0] - 1))
        wide = np.float32 if data.dtype.itemsize == 2 and data.dtype.kind not in "iu" else data.dtype
        out[ids[starts]] = ufunc.reduceat(data, starts, axis=0, dtype=wide)
    return out


# --- Sorted ids: the last one says how many groups there are -------------------------------------------------------


def _segment(ufunc: np.ufunc, empty: int) -> Callable[[Array, Array], Any]:
    def reduce(data: Array, ids: Array) -> Any:
        """One row for each id up to the last one; `ids` ascend. A group without rows gives the empty value."""
        _check_sorted(data, ids)
        return reduce_sorted(ufunc, data, ids, _group_count(ids), empty)

    return reduce


for _op_type, _ufunc, _empty in (
    ("SegmentMax", np.maximum, 0),
    ("SegmentMin", np.minimum, 0),
    ("SegmentProd", np.multiply, 1),
    ("SegmentSum", np.add, 0),
):
    kernel(_op_type)(_segment(_ufunc, _empty))


@kernel("SegmentMean")
def segment_mean(data: Array, ids: Array) -> Any:
    """The mean of each group, 0 for an empty one; integers are cut off."""
    _check_sorted(data, ids)
    count = _group_count(ids)
    sums = reduce_sorted(np.add, data, ids, count, 0)
    sizes = np.maximum(np.bincount(ids, minlength=count), 1).reshape(-1, *[1] * (data.ndim - 1))
    return (sums / sizes).astype(data.dtype)


@kernel("SparseSegmentSum")
def sparse_segment_sum(data: Array, indices: Array, ids: Array) -> Any:
    """`SegmentSum` of the rows that `indices` name."""
    return _SEGMENT_SUM(_rows(data, indices), ids)


@kernel("SparseSegmentMean")
def sparse_segment_mean(data: Array, indices: Array, ids: Array) -> Any:
    """`SegmentMean` of the rows that `indices` name."""
    return segment_mean(_rows(data, indices), ids)


_SEGMENT_SUM = _segment(np.add, 0)


def _rows(data: Array, indices: Array) -> Any:
    _check_range("indices", indices, len(data))
    return data[indices]


def _group_count(ids: Array) -> int:
    return int(ids[-1]) + 1 if len(ids) else 0


def _check_sorted(data: Array, ids: Array) -> None:
    if ids.ndim != 1 or len(ids) != len(data):
        shapes = f"{list(ids.shape)} and {list(data.shape)}"
        raise InvalidArgumentError(f"segment_ids must be a vector with one id for each row of data, not {shapes}.")
    if len(ids) and (ids[0] < 0 or (ids[1:] < ids[:-1]).any()):
        raise InvalidArgumentError(f"segment ids are not increasing from 0 or more: {ids.tolist()[:20]}.")


# --- Ids in any order ----------------------------------------------------------------------------------------------


def _unsorted(ufunc: np.ufunc, empty: Limit) -> Callable[..., Callable[..., Any]]:
    def make(*, T: DType) -> Callable[..., Any]:
        """The kernel for one type, with the value of a group without rows."""
        fill = empty(T)

        def reduce(data: Array, ids: Array, count: Array) -> Any:
            """`count` groups; `ids` have the first dimensions of the data, in any order; negative ones drop rows."""
            groups = int(count)
            data, flat = _flat_rows(data, ids)
            if len(flat) and flat.min() < 0:  # rows of a negative id belong to no group
                data, flat = data[flat >= 0], flat[flat >= 0]
            _check_range("segment_ids", flat, groups)
            order = np.argsort(flat, kind="stable")
            return reduce_sorted(ufunc, data[order], flat[order], groups, fill)

        return reduce

    return make


kernel_maker("UnsortedSegmentMax")(_unsorted(np.maximum, lambda dtype: dtype.min))
kernel_maker("UnsortedSegmentMin")(_unsorted(np.minimum, lambda dtype: dtype.max))
kernel_maker("UnsortedSegmentProd")(_unsorted(np.multiply, lambda dtype: 1))
kernel_maker("UnsortedSegmentSum")(_unsorted(np.add, lambda dtype: 0))


def _flat_rows(data: Array, ids: Array) -> tuple[Array, Array]:
    """`data` with the dimensions that it shares with `ids` made one, and `ids` flat."""
    if data.shape[: ids.ndim] != ids.shape:
        shapes = f"{list(data.shape)} does not start with segment_ids.shape = {list(ids.shape)}"
        raise InvalidArgumentError(f"data.shape = {shapes}.")
    return data.reshape(ids.size, *data.shape[ids.ndim :]), ids.reshape(-1)


def _check_range(what: str, ids: Array, count: int) -> None:
    outside = np.flatnonzero((ids < 0) | (ids >= count))
    if len(outside):
        raise InvalidArgumentError(f"{what}[{outside[0]}] = {ids[outside[0]]} is out of range [0, {count}).")


# --- Counts --------------------------------------------------------------------------------------------------------


@kernel("Bincount")
def bincount(values: Array, size: Array, weights: Array) -> Any:
    """How often (or with what total weight) each number below `size` occurs; larger ones do not count."""
    return _counts(values.reshape(1, -1), int(size), weights.reshape(1, -1), binary=False)[0]


@kernel("DenseBincount")
def dense_bincount(values: Array, size: Array, weights: Array, *, binary_output: bool) -> Any:
    """`Bincount` of a vector, or of each row of a matrix; `binary_output` says only whether a number occurs."""
    if values.ndim == 1:
        return _counts(values.reshape(1, -1), int(size), weights.reshape(1, -1), binary_output)[0]
    return _counts(values, int(size), weights, binary_output)


def _counts(values: Array, size: int, weights: Array, binary: bool) -> Any:
    if values.size and values.min() < 0:
        raise InvalidArgumentError(f"Input must be non-negative: the smallest value is {values.min()}.")
    counted = values < size
    rows = np.broadcast_to(np.arange(len(values))[:, None], values.shape)
    out = np.zeros((len(values), size), weights.dtype)
    if binary:
        out[rows[counted], values[counted]] = 1
    else:
        np.add.at(out, (rows[counted], values[counted]), weights[counted] if weights.size else weights.dtype.type(1))
    return out
