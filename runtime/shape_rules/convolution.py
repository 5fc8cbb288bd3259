"""Shapes of convolutions and their gradients."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runtime.constant_value import constant_value_as_shape
from runtime.registry import shape_rule
from runtime.shape_rules.dims import Dim, lift
from runtime.shape_rules.math import Shapes
from runtime.shapes import TensorShape
from runtime.windows import Layout

if TYPE_CHECKING:
    from runtime.graph import Operation


def layout_of(op: Operation, dilations: str = "dilations") -> Layout:
    """The op's attributes as a layout."""
    attrs = op.attrs
    return Layout.of(
        attrs["strides"], attrs["padding"], attrs.get("data_format", "NHWC"), attrs.get(dilations, ()),
        attrs.get("explicit_paddings", ()),
    )  # fmt: skip


def slide(shape: TensorShape, size: list[Dim], layout: Layout, channels: Dim) -> TensorShape:
    """The shape of as many channels as given, at each place of the window."""
    dims = shape.as_list()
    image = dims[2:] if layout.channels_first else dims[1:-1]
    output = layout.output(size, image)
    if any(count is not None and count < 0 for count in output):
        raise ValueError(f"Windows of {size} are larger than the image of shape {shape}.")
    return TensorShape([dims[0], channels, *output] if layout.channels_first else [dims[0], *output, channels])


@shape_rule("Conv2D", "Conv3D")
def convolution(op: Operation) -> Shapes:
    """The batch, the places of the window, the output channels of the filter."""
    rank = 4 if op.type == "Conv2D" else 5
    x, weights = op.inputs[0].shape.with_rank(rank), op.inputs[1].shape.with_rank(rank)
    layout = layout_of(op)
    _check_depth(x[1 if layout.channels_first else -1], weights[-2], x, weights)
    return [slide(x, weights.as_list()[:-2], layout, weights[-1])]


def _check_depth(channels: Dim, depth: Dim, x: TensorShape, weights: TensorShape) -> None:
    if channels is not None and depth is not None and (depth == 0 or channels % depth):
        raise ValueError(f"Depth of input {x} is not a multiple of input depth of filter {weights}.")


@shape_rule("DepthwiseConv2dNative")
def depthwise(op: Operation) -> Shapes:
    """The batch, the places of the window, each channel times the multiplier."""
    x, weights = op.inputs[0].shape.with_rank(4), op.inputs[1].shape.with_rank(4)
    channels = lift(lambda depth, multiplier: depth * multiplier, weights[2], weights[3])
    return [slide(x, weights.as_list()[:-2], layout_of(op), channels)]


@shape_rule("Conv2DBackpropInput", "Conv3DBackpropInputV2", "DepthwiseConv2dNativeBackpropInput")
def backprop_input(op: Operation) -> Shapes:
    """The first input is the shape; it may leave the batch out."""
    rank = 5 if op.type == "Conv3DBackpropInputV2" else 4
    shape = constant_value_as_shape(op.inputs[0])
    gradient = op.inputs[2].shape.with_rank(rank)
    if shape.rank == rank - 1:
        return [gradient[:1].concatenate(shape)]
    return [shape.with_rank(rank)]


@shape_rule("Conv2DBackpropFilter", "Conv3DBackpropFilterV2", "DepthwiseConv2dNativeBackpropFilter")
def backprop_filter(op: Operation) -> Shapes:
    """The second input is the shape."""
    return [constant_value_as_shape(op.inputs[1]).with_rank(5 if op.type == "Conv3DBackpropFilterV2" else 4)]
