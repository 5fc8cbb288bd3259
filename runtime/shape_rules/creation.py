"""Shapes of what is made out of shapes and ranges."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from runtime.constant_value import constant_value, constant_value_as_shape
from runtime.registry import shape_rule
from runtime.shape_rules.dims import static_int
from runtime.shapes import UNKNOWN, TensorShape

if TYPE_CHECKING:
    from runtime.graph import Operation

Shapes = Sequence[TensorShape]


@shape_rule("Fill", "Empty")
def fill(op: Operation) -> Shapes:
    """The sizes in `dims`, as far as they are constant."""
    return [constant_value_as_shape(op.inputs[0])]


@shape_rule("ZerosLike", "OnesLike")
def like(op: Operation) -> Shapes:
    """The shape of the input, and what is known of the list behind it."""
    op.outputs[0].handle_data = op.inputs[0].handle_data
    return [op.inputs[0].shape]


@shape_rule("Range")
def range_(op: Operation) -> Shapes:
    """A vector, whose length is known if all three bounds are constant; ValueError for a step of 0."""
    bounds = [constant_value(tensor) for tensor in op.inputs]
    if any(value is None for value in bounds):
        return [TensorShape([None])]
    start, limit, delta = (value.item() for value in bounds)
    if delta == 0:
        raise ValueError("Requires delta != 0: 0")
    return [TensorShape([max(0, int(np.ceil((limit - start) / delta)))])]


@shape_rule("LinSpace")
def linspace(op: Operation) -> Shapes:
    """A vector, whose length is known if `num` is constant."""
    return [TensorShape([static_int(op.inputs[2])])]


@shape_rule("OneHot")
def one_hot(op: Operation) -> Shapes:
    """The sizes of the indices with `depth` put in at the axis."""
    dims = op.inputs[0].shape.dims
    if dims is None:
        return [UNKNOWN]
    axis = op.attrs["axis"]
    place = len(dims) if axis == -1 else axis
    return [TensorShape([*dims[:place], static_int(op.inputs[1]), *dims[place:]])]
