"""Gradients of pooling and of cutting images into patches."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.dispatch import convert_to_tensor
from runtime.gradients.broadcast import shape_of
from runtime.gradients.table import by_input, op, refused, same
from runtime.tensor import Tensor

_ATTRS = ("ksize", "strides", "padding", "data_format")

by_input("AvgPool", lambda o, g: op("AvgPoolGrad", shape_of(o.inputs[0]), g, **same(o, *_ATTRS)))
by_input("AvgPoolGrad", None, lambda o, g: op("AvgPool", g, **same(o, *_ATTRS)))
by_input("MaxPool", lambda o, g: op("MaxPoolGrad", *o.inputs, *o.outputs, g, **same(o, *_ATTRS, "explicit_paddings")))
by_input("MaxPoolGrad", None, None, lambda o, g: op("MaxPoolGradGrad", *o.inputs[:2], g, **same(o, *_ATTRS)))
by_input("MaxPoolGradGrad", None, None, lambda o, g: op("MaxPoolGrad", *o.inputs[:2], g, **same(o, *_ATTRS)))
by_input("ExtractImagePatches", lambda o, g: _from_patches(o, g))
refused("Dilation2D", "there is no op here for it.")


def _from_patches(operation: Any, g: Tensor) -> Tensor:
    """Each pixel gets the sum of what flows to its copies; an image of pixel numbers says which those are."""
    x = operation.inputs[0]
    batch, height, width, depth = (_size(x, axis) for axis in range(4))
    count = height * width
    numbers = op("Reshape", op("Range", 1, count + 1, 1), op("Pack", [_one(), height, width, _one()]))
    cut = op("ExtractImagePatches", numbers, **same(operation, "ksizes", "strides", "rates", "padding"))
    ids = op("Reshape", cut, [-1]) - 1  # Padding has number -1, which the sum drops.
    rows = op("Reshape", g, op("Pack", [batch, op("Size", ids), depth]))
    sums = op("UnsortedSegmentSum", op("Transpose", rows, [1, 0, 2]), ids, count)
    image = op("Reshape", sums, op("Pack", [height, width, batch, depth]))
    return op("Transpose", image, [2, 0, 1, 3])


def _one() -> Tensor:
    return convert_to_tensor(np.int32(1))


def _size(x: Tensor, axis: int) -> Tensor:
    return op("StridedSlice", shape_of(x), np.array([axis], np.int32), [axis + 1], [1], shrink_axis_mask=1)
