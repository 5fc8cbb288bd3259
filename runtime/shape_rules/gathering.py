"""Shapes of reading by index."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from runtime.registry import shape_rule
from runtime.shape_rules.dims import normal_axis, static_int
from runtime.shapes import UNKNOWN, TensorShape, unknown_shape

if TYPE_CHECKING:
    from runtime.graph import Operation

Shapes = Sequence[TensorShape]


@shape_rule("GatherV2")
def gather_v2(op: Operation) -> Shapes:
    """The sizes of `params` with those of `indices` in place of the axis, batch dimensions once."""
    params, indices = op.inputs[0].shape, op.inputs[1].shape
    axis = static_int(op.inputs[2])
    if params.rank is None or indices.rank is None:
        return [UNKNOWN]
    batch = normal_axis(op.attrs["batch_dims"], indices.rank + 1, "GatherV2") if op.attrs["batch_dims"] else 0
    if axis is None:
        return [unknown_shape(params.rank - 1 + indices.rank - batch)]
    place = normal_axis(axis, params.rank, "GatherV2")
    if place < batch:
        raise ValueError(f"batch_dims ({batch}) must be less than or equal to axis ({place})")
    front = params[:batch].merge_with(indices[:batch])
    return [front + params[batch:place] + indices[batch:] + params[place + 1 :]]


@shape_rule("Gather")
def gather(op: Operation) -> Shapes:
    """The sizes of `indices`, then those of `params` behind the first."""
    params = op.inputs[0].shape.with_rank_at_least(1)
    return [op.inputs[1].shape + params[1:] if params.rank is not None else UNKNOWN]


def indexed_shape(params: TensorShape, indices: TensorShape) -> TensorShape:
    """The shape of what an index in the last dimension of `indices` selects, for all of them."""
    if indices.rank is None or params.rank is None or indices[-1] is None:
        return UNKNOWN
    depth = indices[-1]
    if depth > params.rank:
        raise ValueError(f"indices.shape[-1] must be <= params.rank, but saw {depth} vs. {params.rank}")
    return indices[:-1] + params[depth:]


@shape_rule("GatherNd")
def gather_nd(op: Operation) -> Shapes:
    """The sizes of `indices` without the last, then those of `params` that the index vectors do not reach."""
    return [indexed_shape(op.inputs[0].shape, op.inputs[1].shape)]


@shape_rule("DynamicPartition")
def dynamic_partition(op: Operation) -> Shapes:
    """For each part a number of rows that is not known, and the rest of the data's shape."""
    data, partitions = op.inputs[0].shape, op.inputs[1].shape
    part = UNKNOWN
    if partitions.rank is not None and data.rank is not None:
        data[: partitions.rank].assert_is_compatible_with(partitions)
        part = TensorShape([None]) + data[partitions.rank :]
    return [part] * op.attrs["num_partitions"]
