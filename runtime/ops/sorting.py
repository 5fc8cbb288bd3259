"""Order and identity of values: sorting, distinct values, permutations, places in a sorted list."""

from __future__ import annotations

from typing import Any, NamedTuple

from runtime import dtypes
from runtime.arguments import indices_of
from runtime.dispatch import apply_one, apply_op, binary_operands, convert_to_tensor
from runtime.scopes import in_name_scope
from runtime.tensor import Tensor


class Unique(NamedTuple):
    """Distinct values `y`, and for each value the place `idx` of its like in `y`."""

    y: Tensor
    idx: Tensor


class UniqueWithCounts(NamedTuple):
    """Distinct values `y`, for each value the place `idx` of its like in `y`, and how often each is there."""

    y: Tensor
    idx: Tensor
    count: Tensor  # type: ignore[assignment]  # TensorFlow's name hides the method of tuples.


class ListDiff(NamedTuple):
    """Values `out` that are in the first list only, and their places `idx` there."""

    out: Tensor
    idx: Tensor


def unique(x: Any, out_idx: Any = dtypes.int32, name: str | None = None) -> Unique:
    """The distinct values of a vector in the order of their first appearance.

    Args:
        x: a vector.
        out_idx: dtype of the places, int32 or int64.
        name: for the operation.

    Raises:
        InvalidArgumentError: `x` is no vector.

    >>> y, idx = unique([3, 1, 3])
    >>> y.tolist(), idx.tolist()
    ([3, 1], [0, 1, 0])
    """
    return Unique(*apply_op("Unique", [convert_to_tensor(x)], {"out_idx": dtypes.as_dtype(out_idx)}, name))


def unique_with_counts(x: Any, out_idx: Any = dtypes.int32, name: str | None = None) -> UniqueWithCounts:
    """The distinct values of a vector and how often each is there (see `unique`).

    >>> [tensor.tolist() for tensor in unique_with_counts([3, 1, 3])]
    [[3, 1], [0, 1, 0], [2, 1]]
    """
    attrs = {"out_idx": dtypes.as_dtype(out_idx)}
    return UniqueWithCounts(*apply_op("UniqueWithCounts", [convert_to_tensor(x)], attrs, name))


def setdiff1d(x: Any, y: Any, index_dtype: Any = dtypes.int32, name: str | None = None) -> ListDiff:
    """The values of a vector that are not in another, in order and with repetitions.

    Args:
        x: a vector.
        y: another.
        index_dtype: dtype of the places, int32 or int64.
        name: for the operation.

    >>> out, idx = setdiff1d([1, 2, 3, 4], [2, 4])
    >>> out.tolist(), idx.tolist()
    ([1, 3], [0, 2])
    """
    left, right = binary_operands(x, y)
    return ListDiff(*apply_op("ListDiff", [left, right], {"out_idx": dtypes.as_dtype(index_dtype)}, name))


def invert_permutation(x: Any, name: str | None = None) -> Tensor:
    """The permutation that undoes another.

    Args:
        x: each of 0 … n - 1 once.
        name: for the operation.

    Raises:
        InvalidArgumentError: `x` is no permutation.

    >>> invert_permutation([2, 0, 1]).tolist()
    [1, 2, 0]
    """
    return apply_one("InvertPermutation", [indices_of(x)], None, name)


def unravel_index(indices: Any, dims: Any, name: str | None = None) -> Tensor:
    """Coordinates in a tensor of places in the flattened tensor.

    Args:
        indices: the places, integers.
        dims: the shape of the tensor.
        name: for the operation.

    Returns:
        One row for each axis.

    Raises:
        InvalidArgumentError: a place is out of bounds.

    >>> unravel_index([2, 5], [3, 2]).tolist()
    [[1, 2], [0, 1]]
    """
    return apply_one("UnravelIndex", [indices_of(indices), indices_of(dims)], None, name)


# ---------------------------------------------------------------------------------------------- sorting


@in_name_scope("sort")
def sort(values: Any, axis: int = -1, direction: str = "ASCENDING", name: str | None = None) -> Tensor:
    """A tensor sorted along an axis.

    Args:
        values: numbers of rank 1 or more.
        axis: known statically.
        direction: "ASCENDING" or "DESCENDING".
        name: for the operation.

    Raises:
        ValueError: another direction, or the axis is out of range.

    >>> sort([3, 1, 2]).tolist(), sort([3, 1, 2], direction="DESCENDING").tolist()
    ([1, 2, 3], [3, 2, 1])
    """
    return _sorted(values, axis, direction)[0]


@in_name_scope("argsort")
def argsort(
    values: Any, axis: int = -1, direction: str = "ASCENDING", stable: bool = False, name: str | None = None
) -> Tensor:
    """The places along an axis that would sort a tensor, i32; equal values keep their order.

    Args:
        values: numbers of rank 1 or more.
        axis: known statically.
        direction: "ASCENDING" or "DESCENDING".
        stable: accepted for compatibility; the sort always is.
        name: for the operation.

    Raises:
        ValueError: another direction, or the axis is out of range.

    >>> argsort([30, 10, 20]).tolist()
    [1, 2, 0]
    """
    return _sorted(values, axis, direction)[1]


def _sorted(values: Any, axis: int, direction: str) -> tuple[Tensor, Tensor]:
    """Values and places in order, by TopKV2 along the last axis as TensorFlow does it."""
    if direction not in ("ASCENDING", "DESCENDING"):
        raise ValueError(f"Argument `direction` should be one of 'ASCENDING' or 'DESCENDING', not {direction!r}.")
    tensor = convert_to_tensor(values)
    last = _to_last(tensor, axis)
    rows = _transposed(tensor, last)
    ordered, places = _descending(rows) if direction == "DESCENDING" else _ascending(rows)
    return _transposed(ordered, last), _transposed(places, last)


def _to_last(tensor: Tensor, axis: int) -> Any:
    """The permutation (its own inverse) that swaps an axis with the last, if that is another."""
    rank = tensor.shape.rank
    if rank is None:
        return None if axis == -1 else _swapped_with_last(tensor, axis)
    if not -rank <= axis < rank:
        raise ValueError(f"Argument `axis` = {axis} of sort is not in [{-rank}, {rank}): the tensor has rank {rank}.")
    place = axis % rank
    if place == rank - 1:
        return None
    order = list(range(rank))
    order[place], order[-1] = order[-1], order[place]
    return order


def _swapped_with_last(tensor: Tensor, axis: int) -> Tensor:
    """The permutation for a tensor whose rank is known only when it runs."""
    from runtime.ops.array import rank
    from runtime.ops.creation import range
    from runtime.ops.selection import where

    count = rank(tensor)
    order, place = range(count), axis % count
    return where(order == place, count - 1, where(order == count - 1, place, order))


def _transposed(tensor: Tensor, order: Any) -> Tensor:
    from runtime.ops.array import transpose

    return tensor if order is None else transpose(tensor, order)


def _descending(rows: Tensor) -> tuple[Tensor, Tensor]:
    from runtime.ops.array import shape

    width = rows.shape[-1]
    count = shape(rows)[-1] if width is None else indices_of(width)
    values, places = apply_op("TopKV2", [rows, count], {"sorted": True})
    return values, places


def _ascending(rows: Tensor) -> tuple[Tensor, Tensor]:
    values, places = _descending(_mirrored(rows))
    return _mirrored(values), places


def _mirrored(tensor: Tensor) -> Tensor:
    """The numbers in the opposite order; integers bit by bit, since the lowest has no opposite number."""
    return ~tensor if tensor.dtype.is_integer else -tensor


def searchsorted(
    sorted_sequence: Any,
    values: Any,
    side: str = "left",
    out_type: Any = dtypes.int32,
    name: str | None = None,
) -> Tensor:
    """Where values would go into a sorted sequence.

    Args:
        sorted_sequence: sorted along the last axis, [*batch, n].
        values: [*batch, m].
        side: "left" puts a value before its equals, "right" after them.
        out_type: int32 or int64.
        name: for the operation.

    Returns:
        Places in [0, n], of the shape of `values`.

    Raises:
        ValueError: another side.

    >>> searchsorted([1, 3, 5], [0, 3, 9]).tolist(), searchsorted([1, 3, 5], [3], side="right").tolist()
    ([0, 1, 3], [2])
    """
    from runtime.ops.array import reshape, shape

    if side not in ("left", "right"):
        raise ValueError(f"Argument `side` must be either 'left' or 'right', not {side!r}.")
    haystack, needles = binary_operands(sorted_sequence, values)
    rows, width = _matrix(haystack), _matrix(needles)
    op_type = "LowerBound" if side == "left" else "UpperBound"
    places = apply_one(op_type, [rows, width], {"out_type": dtypes.as_dtype(out_type)}, name)
    return reshape(places, shape(needles))


def _matrix(tensor: Tensor) -> Tensor:
    from runtime.ops.array import reshape, shape

    width = tensor.shape[-1]
    return reshape(tensor, [-1, shape(tensor)[-1] if width is None else width])
