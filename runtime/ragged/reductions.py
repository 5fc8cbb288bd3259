"""Reductions of ragged tensors."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from runtime.constant_value import constant_value
from runtime.dispatch import apply_one, convert_to_tensor
from runtime.errors import InvalidArgumentError, UnimplementedError
from runtime.ragged import partitions
from runtime.tensor import Tensor

Segments = Callable[[Tensor, Tensor, Any], Tensor]
"""Reduces the slices of a tensor by the numbers of their groups, and how many groups there are."""


def _segments(op_type: str) -> Segments:
    return lambda values, ids, count: apply_one(op_type, [values, ids, count])


def _logical(op_type: str, outer: str) -> Segments:
    """Of truth values, by way of integers."""

    def reduce(values: Tensor, ids: Tensor, count: Any) -> Tensor:
        """All or any of each row: the least (or largest) of zeros and ones."""
        numbers = apply_one("Cast", [values], {"DstT": "int32"})
        least = apply_one(op_type, [numbers, ids, count])
        return apply_one(outer, [least, convert_to_tensor(0)])

    return reduce


_BY_OP: dict[str, Segments] = {
    "Sum": _segments("UnsortedSegmentSum"),
    "Prod": _segments("UnsortedSegmentProd"),
    "Max": _segments("UnsortedSegmentMax"),
    "Min": _segments("UnsortedSegmentMin"),
    "All": _logical("UnsortedSegmentMin", "NotEqual"),
    "Any": _logical("UnsortedSegmentMax", "Greater"),
}
REDUCTIONS = frozenset({*_BY_OP, "Mean"})


def apply(op_type: str, inputs: Sequence[Any], attrs: Mapping[str, Any], name: str | None) -> list[Any]:
    """Runs or records a reduction of a ragged tensor."""
    ragged, axis = inputs
    given = constant_value(convert_to_tensor(axis))
    rank = ragged.shape.rank
    if given is None or rank is None:
        raise UnimplementedError("The axes of a reduction of a ragged tensor, and its rank, must be known.")
    axes = sorted({int(each) + rank if each < 0 else int(each) for each in np.atleast_1d(given)})
    if axes and not 0 <= axes[0] <= axes[-1] < rank:
        raise InvalidArgumentError(f"Invalid reduction axis {given.tolist()} for a ragged tensor of rank {rank}.")
    if op_type == "Mean":
        return [_mean(ragged, axes, attrs)]
    return [_reduced(op_type, ragged, axes, bool(attrs.get("keep_dims")))]


def _mean(ragged: Any, axes: Sequence[int], attrs: Mapping[str, Any]) -> Any:
    keeps = bool(attrs.get("keep_dims"))
    ones = ragged.with_flat_values(apply_one("OnesLike", [ragged.flat_values]))
    total, count = (_reduced("Sum", each, axes, keeps) for each in (ragged, ones))
    from runtime.ops.math import truediv

    return truediv(total, count)


def _reduced(op_type: str, value: Any, axes: Sequence[int], keeps: bool) -> Any:
    if not axes:
        return value
    if hasattr(value, "row_splits") and len(axes) == value.shape.rank:
        flat = value.flat_values
        every = convert_to_tensor(np.arange(flat.shape.rank, dtype=np.int32))
        result = apply_one(op_type, [flat, every])
        return apply_one("Reshape", [result, convert_to_tensor([1] * len(axes))]) if keeps else result
    for axis in reversed(axes):
        value = _along(op_type, value, axis)
        if keeps:
            value = apply_one("ExpandDims", [value, convert_to_tensor(axis)])
    return value


def _along(op_type: str, value: Any, axis: int) -> Any:
    """A reduction along one axis."""
    if not hasattr(value, "row_splits"):
        return apply_one(op_type, [value, convert_to_tensor(axis)])
    if axis > 1:
        return value.with_values(_along(op_type, value.values, axis - 1))
    splits = value.row_splits
    segments = functools.partial(by_group, _BY_OP[op_type])
    if axis == 1:
        return segments(value.values, partitions.row_ids(splits), value.nrows())
    return segments(value.values, partitions.positions(splits), _longest(partitions.lengths(splits)))


def _longest(lengths: Tensor) -> Tensor:
    from runtime.ops.joining import concat

    return apply_one("Max", [concat([partitions.integers([0], lengths.dtype), lengths], 0), convert_to_tensor(0)])


def by_group(reduce: Segments, values: Any, ids: Tensor, count: Any) -> Any:
    """Reduces slices by group; of rows of different lengths, the elements at the same position.

    Args:
        reduce: for dense slices.
        values: the slices, dense or ragged.
        ids: the group of each.
        count: how many groups there are.
    """
    if not hasattr(values, "row_splits"):
        return reduce(values, ids, count)
    splits = values.row_splits
    zero = partitions.integers(0, splits.dtype)
    longest = apply_one("UnsortedSegmentMax", [partitions.lengths(splits), ids, count])
    made = partitions.from_lengths(apply_one("Maximum", [longest, zero]))
    groups = apply_one("GatherV2", [ids, partitions.row_ids(splits), convert_to_tensor(0)])
    places = apply_one("GatherV2", [made, groups, convert_to_tensor(0)]) + partitions.positions(splits)
    from runtime.ragged.tensor import RaggedTensor

    return RaggedTensor(by_group(reduce, values.values, places, made[-1]), made)
