"""Shapes of reductions and running reductions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runtime.registry import shape_rule
from runtime.shape_rules.dims import normal_axis, static_int, static_list
from runtime.shape_rules.math import Shapes
from runtime.shapes import UNKNOWN, TensorShape, unknown_shape

if TYPE_CHECKING:
    from runtime.graph import Operation


@shape_rule("All", "Any", "EuclideanNorm", "Max", "Mean", "Min", "Prod", "Sum")
def reduction(op: Operation) -> Shapes:
    """The input's shape without the reduced axes, or with 1 there."""
    shape, axes = op.inputs[0].shape, static_list(op.inputs[1])
    keep_dims, rank = op.attrs["keep_dims"], shape.rank
    if rank is None:
        return [UNKNOWN]
    if axes is None:
        return [unknown_shape(rank) if keep_dims else UNKNOWN if rank else shape]
    reduced = _axes(axes, rank, op.type)
    if keep_dims:
        return [TensorShape([1 if axis in reduced else size for axis, size in enumerate(shape)])]
    return [TensorShape([size for axis, size in enumerate(shape) if axis not in reduced])]


def _axes(axes: int | list[int], rank: int, op_type: str) -> set[int]:
    listed = axes if isinstance(axes, list) else [axes]
    reduced = {normal_axis(axis, rank, op_type) for axis in listed}
    if len(reduced) < len(listed):
        raise ValueError(f"Invalid reduction arguments: Axes contains duplicate dimension: {listed}.")
    return reduced


@shape_rule("ArgMax", "ArgMin")
def position(op: Operation) -> Shapes:
    """The input's shape without one axis."""
    shape, axis = op.inputs[0].shape, static_int(op.inputs[1])
    if shape.rank is None:
        return [UNKNOWN]
    if axis is None:
        return [unknown_shape(max(shape.rank - 1, 0))]
    along = normal_axis(axis, shape.rank, op.type)
    return [shape[:along].concatenate(shape[along + 1 :])]


@shape_rule("Cumprod", "Cumsum", "CumulativeLogsumexp")
def scan(op: Operation) -> Shapes:
    """The input's shape."""
    shape, axis = op.inputs[0].shape, static_int(op.inputs[1])
    if shape.rank is not None and axis is not None:
        normal_axis(axis, shape.rank, op.type)
    return [shape]
