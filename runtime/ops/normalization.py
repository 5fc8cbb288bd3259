"""Moments, batch normalization and local response normalization."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.dispatch import apply_one, apply_op, convert_to_tensor
from runtime.ops.array import squeeze, stop_gradient
from runtime.ops.casts import cast
from runtime.ops.math import rsqrt, squared_difference
from runtime.ops.reduction import reduce_mean
from runtime.scopes import in_name_scope
from runtime.tensor import Tensor


@in_name_scope("moments")
def moments(
    x: Any, axes: Any, shift: Any = None, keepdims: bool = False, name: str | None = None
) -> tuple[Tensor, Tensor]:
    """Mean and variance.

    Args:
        x: a tensor of a floating dtype; 16-bit ones are averaged in float32.
        axes: the axes to reduce.
        shift: not used; TensorFlow has it for old callers.
        keepdims: whether the reduced axes stay, with size 1.
        name: for the operations.

    >>> [float(moment) for moment in moments([1.0, 3.0], [0])]
    [2.0, 1.0]
    """
    x = convert_to_tensor(x)
    wide = cast(x, "float32") if x.dtype.is_floating and x.dtype.size == 2 else x
    mean = reduce_mean(wide, axes, keepdims=True, name="mean")
    variance = reduce_mean(squared_difference(wide, stop_gradient(mean)), axes, keepdims=True, name="variance")
    if not keepdims:
        mean, variance = squeeze(mean, axes), squeeze(variance, axes)
    return cast(mean, x.dtype), cast(variance, x.dtype)


@in_name_scope("batchnorm")
def batch_normalization(
    x: Any, mean: Any, variance: Any, offset: Any, scale: Any, variance_epsilon: Any, name: str | None = None
) -> Tensor:
    """(x - mean) / sqrt(variance + epsilon) * scale + offset.

    Args:
        x: a tensor of a floating dtype.
        mean: a tensor that broadcasts to the shape of `x`.
        variance: likewise.
        offset: likewise, or None for 0.
        scale: likewise, or None for 1.
        variance_epsilon: a small number, against division by 0.
        name: for the operation.

    >>> batch_normalization([1.0, 3.0], 2.0, 1.0, None, 2.0, 0.0).tolist()
    [-2.0, 2.0]
    """
    x = convert_to_tensor(x)
    if not isinstance(mean, int | float):
        mean = convert_to_tensor(mean, dtype_hint=x.dtype)
    if not isinstance(variance, int | float):
        variance = convert_to_tensor(variance, dtype_hint=x.dtype)
    factor = rsqrt(convert_to_tensor(variance + variance_epsilon, dtype_hint=x.dtype))
    factor = factor if scale is None else factor * scale
    scaled = x * cast(factor, x.dtype)
    shift = -mean * factor if offset is None else offset - mean * factor
    result: Tensor = scaled + cast(shift, x.dtype)
    return result


def fused_batch_norm(
    x: Any,
    scale: Any,
    offset: Any,
    mean: Any = None,
    variance: Any = None,
    epsilon: float = 0.001,
    data_format: str = "NHWC",
    is_training: bool = True,
    name: str | None = None,
    exponential_avg_factor: float = 1.0,
) -> tuple[Tensor, Tensor, Tensor]:
    """Batch normalization over all axes but the channels, as one op.

    Args:
        x: a tensor of rank 4 (or 5) and dtype float32, float16 or bfloat16.
        scale: float32, one for each channel.
        offset: likewise.
        mean: the mean to use where this is no training; the running mean otherwise.
        variance: likewise.
        epsilon: a small number, against division by 0.
        data_format: "NHWC" or "NCHW" ("NDHWC", "NCDHW").
        is_training: whether to normalize by the moments of the batch.
        name: for the operation.
        exponential_avg_factor: the weight of the batch in the running moments that are returned.

    Returns:
        The normalized tensor, the (running) mean and the (running) variance.

    >>> y, mean, variance = fused_batch_norm([[[[1.0]], [[3.0]]]], [1.0], [0.0], epsilon=0.0)
    >>> y.tolist(), mean.tolist(), variance.tolist()
    ([[[[-1.0]], [[1.0]]]], [2.0], [2.0])
    """
    scale = convert_to_tensor(scale)
    nothing = np.zeros(0 if exponential_avg_factor == 1 and is_training else scale.shape.as_list(), np.float32)
    moments_in = [convert_to_tensor(nothing if moment is None else moment) for moment in (mean, variance)]
    attrs = {
        "epsilon": float(epsilon), "data_format": data_format, "is_training": is_training,
        "exponential_avg_factor": float(exponential_avg_factor),
    }  # fmt: skip
    inputs = (convert_to_tensor(x), scale, convert_to_tensor(offset), *moments_in)
    y, new_mean, new_variance, *_ = apply_op("FusedBatchNormV3", inputs, attrs, name)
    return y, new_mean, new_variance


def local_response_normalization(
    input: Any,
    depth_radius: int = 5,
    bias: float = 1.0,
    alpha: float = 1.0,
    beta: float = 0.5,
    name: str | None = None,
) -> Tensor:
    """input / (bias + alpha * the sum of squares over near channels) ** beta.

    Args:
        input: a tensor of rank 4 and dtype float32, float16 or bfloat16.
        depth_radius: how far near channels are.
        bias: a number that keeps the divisor away from 0.
        alpha: a number.
        beta: a number.
        name: for the operation.

    >>> local_response_normalization([[[[0.0]]]]).tolist()
    [[[[0.0]]]]
    """
    attrs = {"depth_radius": depth_radius, "bias": float(bias), "alpha": float(alpha), "beta": float(beta)}
    return apply_one("LRN", (convert_to_tensor(input),), attrs, name)


lrn = local_response_normalization
