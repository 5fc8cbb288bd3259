"""Shapes of resized pictures and crops."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runtime.constant_value import constant_value_as_shape
from runtime.registry import shape_rule
from runtime.shape_rules.math import Shapes
from runtime.shapes import TensorShape

if TYPE_CHECKING:
    from runtime.graph import Operation


@shape_rule("ResizeBilinear", "ResizeNearestNeighbor", "ResizeBicubic", "ResizeArea", "ResizeNearestNeighborGrad")
def resized(op: Operation) -> Shapes:
    """The images' shape with another height and width, as far as `size` is constant."""
    images = op.inputs[0].shape.with_rank(4)
    size = constant_value_as_shape(op.inputs[1]).with_rank(2)
    return [TensorShape([images[0], size[0], size[1], images[3]])]


@shape_rule("ResizeBilinearGrad", "ResizeBicubicGrad")
def like_the_original(op: Operation) -> Shapes:
    """The shape of the images that were resized."""
    return [op.inputs[1].shape.with_rank(4)]


@shape_rule("CropAndResize")
def crops(op: Operation) -> Shapes:
    """One crop for each box, with the height and width in `crop_size` and the channels of the images."""
    image, boxes = op.inputs[0].shape.with_rank(4), op.inputs[1].shape.with_rank(2)
    indices = op.inputs[2].shape.with_rank(1)
    size = constant_value_as_shape(op.inputs[3]).with_rank(2)
    count = boxes[0] if boxes[0] is not None else indices[0]
    return [TensorShape([count, size[0], size[1], image[3]])]


@shape_rule("CropAndResizeGradImage")
def image_of_crops(op: Operation) -> Shapes:
    """The shape in `image_size`, as far as it is constant."""
    return [constant_value_as_shape(op.inputs[3]).with_rank(4)]


@shape_rule("CropAndResizeGradBoxes")
def boxes_of_crops(op: Operation) -> Shapes:
    """The shape of the boxes."""
    return [op.inputs[2].shape.with_rank(2)]


@shape_rule("NonMaxSuppressionV3")
def selected(op: Operation) -> Shapes:
    """A vector of unknown length: not every box is kept."""
    op.inputs[0].shape.with_rank(2)
    op.inputs[1].shape.with_rank(1)
    return [TensorShape([None])]
