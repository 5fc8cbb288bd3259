"""Shapes of writing by index."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from runtime.constant_value import constant_value, constant_value_as_shape
from runtime.registry import shape_rule
from runtime.shape_rules.gathering import indexed_shape
from runtime.shapes import UNKNOWN, TensorShape

if TYPE_CHECKING:
    from runtime.graph import Operation

Shapes = Sequence[TensorShape]


def _check_updates(target: TensorShape, indices: TensorShape, updates: TensorShape) -> None:
    wanted = indexed_shape(target, indices)
    if not wanted.is_compatible_with(updates):
        raise ValueError(
            f"Updates of shape {updates} do not fit indices of shape {indices} into a tensor of shape {target}: "
            f"expected {wanted}."
        )


@shape_rule("ScatterNd")
def scatter_nd(op: Operation) -> Shapes:
    """The sizes in `shape`; ValueError if the updates are not one slice of it for each index vector."""
    shape = constant_value_as_shape(op.inputs[2])
    _check_updates(shape, op.inputs[0].shape, op.inputs[1].shape)
    return [shape]


@shape_rule("TensorScatterUpdate", "TensorScatterAdd", "TensorScatterSub", "TensorScatterMin", "TensorScatterMax")
def tensor_scatter(op: Operation) -> Shapes:
    """The shape of the tensor; ValueError if the updates are not one slice of it for each index vector."""
    _check_updates(*(tensor.shape for tensor in op.inputs))
    return [op.inputs[0].shape]


@shape_rule("DynamicStitch", "ParallelDynamicStitch")
def dynamic_stitch(op: Operation) -> Shapes:
    """One row more than the highest index, if all are constant, and the rest of the data's shape."""
    half = len(op.inputs) // 2
    indices, data = op.inputs[:half], op.inputs[half:]
    tail = UNKNOWN
    for index, rows in zip(indices, data, strict=True):
        if index.shape.rank is not None and rows.shape.rank is not None:
            tail = tail.merge_with(rows.shape[index.shape.rank :])
    values = [constant_value(index) for index in indices]
    if any(value is None for value in values):
        return [TensorShape([None]) + tail]
    return [TensorShape([1 + max((int(value.max()) for value in values if value.size), default=-1)]) + tail]
