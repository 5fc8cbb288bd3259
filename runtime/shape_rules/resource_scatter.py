"""Shapes of reading and writing parts of variables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from runtime.registry import shape_rule
from runtime.shape_rules.gathering import indexed_shape
from runtime.shapes import UNKNOWN, TensorShape

if TYPE_CHECKING:
    from runtime.graph import Operation

Shapes = Sequence[TensorShape]


def _value_shape(op: Operation) -> TensorShape:
    data = op.inputs[0].handle_data
    return UNKNOWN if data is None else data.shape


@shape_rule("ResourceGather")
def resource_gather(op: Operation) -> Shapes:
    """The sizes of the variable with those of the indices in place of the first behind the batch."""
    value, batch = _value_shape(op), op.attrs["batch_dims"]
    if value.rank is None:
        return [UNKNOWN]
    return [value[:batch] + op.inputs[1].shape[batch:] + value[batch + 1 :]]


@shape_rule("ResourceGatherNd")
def resource_gather_nd(op: Operation) -> Shapes:
    """As `gather_nd`, of the variable's shape."""
    return [indexed_shape(_value_shape(op), op.inputs[1].shape)]


_KINDS = ("Update", "Add", "Sub", "Mul", "Div", "Min", "Max")


@shape_rule(*(f"ResourceScatter{kind}" for kind in _KINDS))
def resource_scatter(op: Operation) -> Shapes:
    """No outputs; ValueError if the updates are neither a scalar nor one row of the variable for each index."""
    value, indices, updates = _value_shape(op), op.inputs[1].shape, op.inputs[2].shape
    if value.rank is not None and updates.rank != 0:
        (indices + value[1:]).assert_is_compatible_with(updates)
    return []


@shape_rule("ResourceScatterNdUpdate", "ResourceScatterNdAdd", "ResourceScatterNdSub")
def resource_scatter_nd(op: Operation) -> Shapes:
    """No outputs; ValueError if the updates are not one slice of the variable for each index vector."""
    indexed_shape(_value_shape(op), op.inputs[1].shape).assert_is_compatible_with(op.inputs[2].shape)
    return []
