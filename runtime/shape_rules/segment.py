"""Shapes of segment reductions and counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runtime.registry import shape_rule
from runtime.shape_rules.dims import Dim, same, static_int, static_list
from runtime.shape_rules.math import Shapes
from runtime.shapes import UNKNOWN, TensorShape

if TYPE_CHECKING:
    from runtime.graph import Operation


@shape_rule("SegmentMax", "SegmentMean", "SegmentMin", "SegmentProd", "SegmentSum")
def segment(op: Operation) -> Shapes:
    """One row for each group, as many as the last id says."""
    data, ids = op.inputs[0].shape, op.inputs[1].shape.with_rank(1)
    if data.rank is None:
        return [UNKNOWN]
    same(data.with_rank_at_least(1)[0], ids[0], "segment_ids has one id for each row of data")
    known = static_list(op.inputs[1])
    return [TensorShape([_group_count(known)]).concatenate(data[1:])]


def _group_count(ids: list[int] | None) -> Dim:
    if ids is None:
        return None
    return max(ids[-1] + 1, 0) if ids else 0


@shape_rule("SparseSegmentMean", "SparseSegmentSum")
def sparse_segment(op: Operation) -> Shapes:
    """One row for each group."""
    data = op.inputs[0].shape
    return [UNKNOWN] if data.rank is None else [TensorShape([None]).concatenate(data[1:])]


@shape_rule("UnsortedSegmentMax", "UnsortedSegmentMin", "UnsortedSegmentProd", "UnsortedSegmentSum")
def unsorted_segment(op: Operation) -> Shapes:
    """num_segments rows in place of the dimensions that data shares with segment_ids."""
    data, ids = op.inputs[0].shape, op.inputs[1].shape
    if data.rank is None or ids.rank is None:
        return [UNKNOWN]
    data[: ids.rank].assert_is_compatible_with(ids)
    return [TensorShape([static_int(op.inputs[2])]).concatenate(data[ids.rank :])]


@shape_rule("Bincount")
def bincount(op: Operation) -> Shapes:
    """`size` counts."""
    return [TensorShape([static_int(op.inputs[1])])]


@shape_rule("DenseBincount")
def dense_bincount(op: Operation) -> Shapes:
    """`size` counts, for each row of a matrix."""
    values = op.inputs[0].shape
    return [UNKNOWN] if values.rank is None else [values[:-1].concatenate([static_int(op.inputs[1])])]
