"""Pooling of volumes: the windows of images in them, and then those along the depth."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autograph.keras.layers.pooling import Pooling
from runtime.ops.array import reshape, transpose
from runtime.ops.array import shape as shape_tensor
from runtime.ops.pooling import avg_pool, max_pool
from runtime.tensor import Tensor


def over_volumes(pool: Callable[..., Tensor]) -> Callable[..., Tensor]:
    """A function that pools volumes, [batch, depth, height, width, channels], by one that pools images.

    The largest of the largest is the largest. So with means, since padding counts in neither of them.
    """

    def pooled(x: Tensor, size: list[int], strides: list[int], padding: str, order: str) -> Tensor:
        """Pools height and width of each depth, then the depths: a pooling of volumes by two of images."""
        if order == "NCDHW":
            volumes = pooled(transpose(x, [0, 2, 3, 4, 1]), size, strides, padding, "NDHWC")
            return transpose(volumes, [0, 4, 1, 2, 3])
        _, depth, height, width, channels = _sizes(x)
        images = pool(reshape(x, [-1, height, width, channels]), size[1:], strides[1:], padding, "NHWC")
        _, height, width, _ = _sizes(images)
        columns = reshape(images, [-1, depth, height * width, channels])
        columns = pool(columns, [size[0], 1], [strides[0], 1], padding, "NHWC")
        return reshape(columns, [-1, _sizes(columns)[1], height, width, channels])

    return pooled


def _sizes(x: Tensor) -> list[Any]:
    """The sizes, as numbers where they are known."""
    found = shape_tensor(x)
    return [found[axis] if size is None else size for axis, size in enumerate(x.shape.as_list())]


class MaxPooling3D(Pooling):
    """The largest value of each window of a volume (see `MaxPooling2D`).

    >>> MaxPooling3D(2)([[[[[1.0], [2.0]], [[3.0], [4.0]]], [[[5.0], [6.0]], [[7.0], [8.0]]]]]).numpy().tolist()
    [[[[[8.0]]]]]
    """

    rank, _pool = 3, staticmethod(over_volumes(max_pool))


class AveragePooling3D(Pooling):
    """The mean of each window of a volume (see `MaxPooling2D`)."""

    rank, _pool = 3, staticmethod(over_volumes(avg_pool))


MaxPool3D, AvgPool3D = MaxPooling3D, AveragePooling3D
