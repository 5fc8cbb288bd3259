"""How much pictures differ."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from runtime import dtypes
from runtime.dispatch import convert_to_tensor
from runtime.errors import InvalidArgumentError
from runtime.image.colors import convert_image_dtype
from runtime.ops.array import reshape
from runtime.ops.array import shape as shape_of
from runtime.ops.convolution import depthwise_conv2d
from runtime.ops.joining import concat, stack, tile
from runtime.ops.math import abs as absolute
from runtime.ops.math import log, square, squared_difference
from runtime.ops.reduction import reduce_mean, reduce_sum
from runtime.scopes import in_name_scope
from runtime.tensor import Tensor


@in_name_scope("PSNR")
def psnr(a: Any, b: Any, max_val: Any, name: str | None = None) -> Tensor:
    """The peak signal-to-noise ratio of pictures, in decibel.

    Args:
        a: [..., height, width, channels].
        b: pictures of the same shape.
        max_val: the largest value that a pixel can have, such as 255.
        name: for the operations.

    Returns:
        float32[...]: one number for each picture; infinity for equal ones.

    >>> round(float(psnr([[[0.0], [0.5]]], [[[0.0], [0.4]]], 1.0)), 3)
    23.01
    """
    first, second = convert_to_tensor(a), convert_to_tensor(b)
    peak = convert_image_dtype(convert_to_tensor(max_val, first.dtype), dtypes.float32)
    first, second = convert_image_dtype(first, dtypes.float32), convert_image_dtype(second, dtypes.float32)
    error = reduce_mean(squared_difference(first, second), [-3, -2, -1])
    result: Tensor = log(peak) * (20 / math.log(10)) - log(error) * np.float32(10 / math.log(10))
    return result


def ssim(
    img1: Any,
    img2: Any,
    max_val: Any,
    filter_size: int = 11,
    filter_sigma: float = 1.5,
    k1: float = 0.01,
    k2: float = 0.03,
) -> Tensor:
    """The structural similarity of pictures.

    Args:
        img1: [..., height, width, channels].
        img2: pictures of the same shape.
        max_val: the largest value that a pixel can have, such as 255.
        filter_size: the side of the window, in pixels; pictures are at least as large.
        filter_sigma: the spread of the window, in pixels.
        k1: keeps the first quotient finite.
        k2: keeps the second one finite.

    Returns:
        float32[...]: one number for each picture, 1 for equal ones.

    Raises:
        InvalidArgumentError: a picture is smaller than the window.

    Source: Z. Wang et al., "Image quality assessment: from error visibility to structural similarity" (2004).
    """
    first, second = convert_to_tensor(img1), convert_to_tensor(img2)
    peak = convert_image_dtype(convert_to_tensor(max_val, first.dtype), dtypes.float32)
    first, second = convert_image_dtype(first, dtypes.float32), convert_image_dtype(second, dtypes.float32)
    for side in first.shape[-3:-1].as_list() if first.shape.rank is not None else []:
        if side is not None and side < filter_size:
            raise InvalidArgumentError(
                f"A picture of shape {first.shape} is smaller than the window of {filter_size} pixels."
            )
    window = _gaussian(filter_size, filter_sigma)
    means = _smooth(first, window), _smooth(second, window)
    c1, c2 = square(peak * k1), square(peak * k2)
    product, squares = means[0] * means[1] * 2, square(means[0]) + square(means[1])
    luminance = (product + c1) / (squares + c1)
    shared = _smooth(first * second, window) * 2
    spread = _smooth(square(first) + square(second), window)
    contrast = (shared - product + c2) / (spread - squares + c2)
    return reduce_mean(reduce_mean(luminance * contrast, [-3, -2]), [-1])


def _gaussian(size: int, sigma: float) -> Any:
    places = np.arange(size, dtype=np.float32) - np.float32((size - 1) / 2)
    exponents = -(places**2) / np.float32(2 * sigma**2)
    weights = np.exp(exponents[:, np.newaxis] + exponents)
    return (weights / weights.sum()).astype(np.float32)[:, :, np.newaxis, np.newaxis]


def _smooth(x: Tensor, window: Any) -> Tensor:
    """Each picture, smoothed where the window fits; any number of dimensions before height."""
    shape = shape_of(x)
    flat = reshape(x, concat([[-1], shape[-3:]], 0))
    kernel = tile(convert_to_tensor(window), stack([1, 1, shape[-1], 1]))
    smooth = depthwise_conv2d(flat, kernel, [1, 1, 1, 1], "VALID")
    return reshape(smooth, concat([shape[:-3], shape_of(smooth)[1:]], 0))


@in_name_scope("total_variation")
def total_variation(images: Any, name: str | None = None) -> Tensor:
    """The sum of differences between neighbours, which is large for noise.

    Args:
        images: [height, width, channels] or [batch, height, width, channels].
        name: for the operations.

    Returns:
        A number for each picture.

    >>> total_variation([[[1.0], [4.0]], [[1.0], [1.0]]]).tolist()
    6.0
    """
    tensor = convert_to_tensor(images)
    if tensor.shape.rank not in (3, 4):
        raise ValueError(f"'images' must be either 3 or 4-dimensional, got shape {tensor.shape}.")
    down = tensor[..., 1:, :, :] - tensor[..., :-1, :, :]
    across = tensor[..., 1:, :] - tensor[..., :-1, :]
    axes = [-3, -2, -1]
    return reduce_sum(absolute(down), axes) + reduce_sum(absolute(across), axes)
