"""Gradients of resized pictures and crops."""

from __future__ import annotations

from typing import Any

from runtime.gradients.broadcast import shape_of
from runtime.gradients.table import by_input, op, refused, same
from runtime.registry import not_differentiable
from runtime.tensor import Tensor

_ATTRS = ("align_corners", "half_pixel_centers")

not_differentiable("NonMaxSuppressionV3")
refused("ResizeArea CropAndResizeGradImage CropAndResizeGradBoxes", "there is no op here for it.")


def _size(x: Tensor) -> Tensor:
    return op("StridedSlice", shape_of(x), [1], [3], [1])


def _by_another_op(op_type: str) -> Any:
    return lambda o, g: op(op_type, g, o.inputs[0], **same(o, *_ATTRS))


by_input("ResizeBilinear", _by_another_op("ResizeBilinearGrad"), None)
by_input("ResizeBicubic", _by_another_op("ResizeBicubicGrad"), None)
by_input("ResizeBilinearGrad", lambda o, g: op("ResizeBilinear", g, _size(o.inputs[0]), **same(o, *_ATTRS)), None)
by_input("ResizeBicubicGrad", lambda o, g: op("ResizeBicubic", g, _size(o.inputs[0]), **same(o, *_ATTRS)), None)
by_input(
    "ResizeNearestNeighbor",
    lambda o, g: op("ResizeNearestNeighborGrad", g, _size(o.inputs[0]), **same(o, *_ATTRS)),
    None,
)
by_input(
    "ResizeNearestNeighborGrad",
    lambda o, g: op("ResizeNearestNeighbor", g, _size(o.inputs[0]), **same(o, *_ATTRS)),
    None,
)


def _to_image(operation: Any, g: Tensor) -> Tensor | None:
    image, boxes, indices, _ = operation.inputs
    if not image.dtype.is_floating:
        return None
    attrs = {"T": image.dtype, **same(operation, "method")}
    return op("CropAndResizeGradImage", g, boxes, indices, shape_of(image), **attrs)


def _to_boxes(operation: Any, g: Tensor) -> Tensor | None:
    image, boxes, indices, _ = operation.inputs
    return op("CropAndResizeGradBoxes", g, image, boxes, indices, method="bilinear")


by_input("CropAndResize", _to_image, _to_boxes, None, None)
