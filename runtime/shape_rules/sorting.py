"""Shapes of distinct values, permutations and places in a sorted list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from runtime.registry import shape_rule
from runtime.shape_rules.dims import normal_axis, replaced, static_list
from runtime.shapes import UNKNOWN, TensorShape, unknown_shape

if TYPE_CHECKING:
    from runtime.graph import Operation

Shapes = Sequence[TensorShape]
_SOME = TensorShape([None])


@shape_rule("Unique")
def unique(op: Operation) -> Shapes:
    """An unknown number of values, and an index for each element of the vector."""
    return [_SOME, op.inputs[0].shape.with_rank(1)]


@shape_rule("UniqueWithCounts")
def unique_with_counts(op: Operation) -> Shapes:
    """As `unique`, and as many counts as values."""
    return [_SOME, op.inputs[0].shape.with_rank(1), _SOME]


def _rows(op: Operation) -> tuple[TensorShape, TensorShape]:
    shape, axis = op.inputs[0].shape, static_list(op.inputs[1])
    if shape.rank is None or axis is None:
        return unknown_shape(shape.rank), _SOME
    place = normal_axis(axis[0] if axis else 0, shape.rank, "Unique")
    return replaced(shape, place, None), TensorShape([shape[place]])


@shape_rule("UniqueV2")
def unique_v2(op: Operation) -> Shapes:
    """The input with an unknown number of slices along the axis, and a vector of indices."""
    return _rows(op)


@shape_rule("UniqueWithCountsV2")
def unique_with_counts_v2(op: Operation) -> Shapes:
    """As `unique_v2`, and a vector of counts."""
    return [*_rows(op), _SOME]


@shape_rule("ListDiff")
def list_diff(op: Operation) -> Shapes:
    """Two vectors of the same unknown length."""
    return [_SOME, _SOME]


@shape_rule("InvertPermutation")
def invert_permutation(op: Operation) -> Shapes:
    """The shape of the vector."""
    return [op.inputs[0].shape.with_rank(1)]


@shape_rule("LowerBound", "UpperBound")
def bounds(op: Operation) -> Shapes:
    """The shape of the values, a matrix: rows go together with sorted rows."""
    return [op.inputs[1].shape.with_rank(2)]


@shape_rule("UnravelIndex")
def unravel_index(op: Operation) -> Shapes:
    """As many rows as `dims` has sizes, each in the shape of the indices."""
    indices, dims = op.inputs[0].shape, op.inputs[1].shape
    if indices.rank is None:
        return [UNKNOWN]
    return [dims.with_rank(1) + indices]
