"""Shapes of pooling, its gradients and image patches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runtime.constant_value import constant_value_as_shape
from runtime.registry import shape_rule
from runtime.shape_rules.convolution import layout_of, slide
from runtime.shape_rules.dims import lift
from runtime.shape_rules.math import Shapes, unchanged
from runtime.windows import Layout

if TYPE_CHECKING:
    from runtime.graph import Operation

shape_rule("MaxPoolGrad")(unchanged)


@shape_rule("MaxPoolGradGrad")
def max_pool_grad_grad(op: Operation) -> Shapes:
    """The shape of what the pooling made."""
    return [op.inputs[1].shape]


@shape_rule("AvgPool", "MaxPool")
def pool(op: Operation) -> Shapes:
    """The batch, the places of the window, the channels."""
    x, layout = op.inputs[0].shape.with_rank(4), layout_of(op)
    size = op.attrs["ksize"][2:] if layout.channels_first else op.attrs["ksize"][1:-1]
    return [slide(x, list(size), layout, x[1 if layout.channels_first else -1])]


@shape_rule("AvgPoolGrad")
def avg_pool_grad(op: Operation) -> Shapes:
    """The first input is the shape."""
    return [constant_value_as_shape(op.inputs[0]).with_rank(4)]


@shape_rule("ExtractImagePatches")
def extract_image_patches(op: Operation) -> Shapes:
    """The places of the window, and all elements of a window as channels."""
    x = op.inputs[0].shape.with_rank(4)
    _, rows, columns, _ = op.attrs["ksizes"]
    depth = lift(lambda channels: channels * rows * columns, x[-1])
    layout = Layout.of(op.attrs["strides"], op.attrs["padding"], "NHWC", op.attrs["rates"])
    return [slide(x, [rows, columns], layout, depth)]


@shape_rule("Dilation2D")
def dilation(op: Operation) -> Shapes:
    """The places of the filter, and the channels."""
    x, weights = op.inputs[0].shape.with_rank(4), op.inputs[1].shape.with_rank(3)
    layout = Layout.of(op.attrs["strides"], op.attrs["padding"], "NHWC", op.attrs["rates"])
    return [slide(x, weights.as_list()[:2], layout, x[-1])]
