"""Batch normalization and local response normalization, with their gradients."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.dtypes import DType
from runtime.kernels.nn import channels_first
from runtime.kernels.values import Array
from runtime.registry import kernel, kernel_maker

Single = np.float32


def _moved_last(x: Array, data_format: str | bytes) -> Array:
    return np.moveaxis(x, 1, -1) if channels_first(data_format) else x


def _moved_back(x: Array, data_format: str | bytes) -> Array:
    return np.moveaxis(x, -1, 1) if channels_first(data_format) else x


# --- Batch normalization -------------------------------------------------------------------------------------------


def _fused_batch_norm(reserved: int) -> Callable[..., Any]:
    """Normalization over all axes but the channels, with `reserved` outputs kept for the gradient."""

    def make(
        *, epsilon: float, exponential_avg_factor: float, data_format: str | bytes, is_training: bool
    ) -> Callable[..., Any]:
        """The kernel with its attributes read once."""

        def normalize(x: Array, scale: Array, offset: Array, mean: Array, variance: Array) -> tuple[Any, ...]:
            """x with mean 0 and variance 1 for each channel, scaled and shifted; computed in float32.

            Outputs: y in the dtype of x; mean and variance for later (blended with the given ones while training); mean
            and variance of this batch for the gradient; and reserved space, empty, in V3.
            """
            wide = _moved_last(x, data_format).astype(Single, copy=False)
            batch, new = (mean, variance), (mean, variance)
            if is_training:
                batch = _moments(wide)
                new = _blended((mean, variance), batch, wide.size // wide.shape[-1], exponential_avg_factor)
            factor = scale / np.sqrt(batch[1] + Single(epsilon))
            y = (wide - batch[0]) * factor + offset
            outputs = (_moved_back(y, data_format).astype(x.dtype, copy=False), *new, *batch)
            return (*outputs, np.empty(0, scale.dtype)) if reserved == 3 else outputs

        return normalize

    return make


def _moments(x: Array) -> tuple[Any, Any]:
    axes = tuple(range(x.ndim - 1))
    mean = x.mean(axis=axes)
    return mean, np.square(x - mean).mean(axis=axes)


def _blended(old: tuple[Any, Any], batch: tuple[Any, Any], count: int, factor: float) -> tuple[Any, Any]:
    """The running moments; the variance of the batch without bias."""
    unbiased = batch[1] * Single(count / max(count - 1, 1))
    if factor == 1:
        return batch[0], unbiased
    keep, take = Single(1 - factor), Single(factor)
    return old[0] * keep + batch[0] * take, old[1] * keep + unbiased * take


def _fused_batch_norm_grad(reserved: int) -> Callable[..., Any]:
    def make(*, epsilon: float, data_format: str | bytes, is_training: bool) -> Callable[..., Any]:
        """The kernel with its attributes read once."""
        backward = _through_batch if is_training else _through_constants

        def gradient(dy: Array, x: Array, scale: Array, mean: Array, variance: Array, *_: Array) -> tuple[Any, ...]:
            """The gradients of x, scale and offset, and two empty tensors for mean and variance.

            `mean` and `variance` are the batch's own while training, otherwise those that x was normalized with.
            """
            wide = _moved_last(x, data_format).astype(Single, copy=False)
            inverse = 1 / np.sqrt(variance + Single(epsilon))
            dy_last = _moved_last(dy, data_format).astype(Single, copy=False)
            dx, dscale, doffset = backward(dy_last, (wide - mean) * inverse, scale * inverse)
            nothing = np.empty(0, scale.dtype)
            return (_moved_back(dx, data_format).astype(x.dtype, copy=False), dscale, doffset, nothing, nothing)

        return gradient

    return make


def _through_batch(dy: Array, normal: Array, factor: Array) -> tuple[Any, Any, Any]:
    """The gradient where mean and variance come from the batch itself."""
    axes = tuple(range(dy.ndim - 1))
    doffset, dscale = dy.sum(axis=axes), (dy * normal).sum(axis=axes)
    count = Single(dy.size // dy.shape[-1])
    return factor * (dy - doffset / count - normal * (dscale / count)), dscale, doffset


def _through_constants(dy: Array, normal: Array, factor: Array) -> tuple[Any, Any, Any]:
    """The gradient where mean and variance are given."""
    axes = tuple(range(dy.ndim - 1))
    return factor * dy, (dy * normal).sum(axis=axes), dy.sum(axis=axes)


for _version, _reserved in (("", 2), ("V2", 2), ("V3", 3)):
    kernel_maker(f"FusedBatchNorm{_version}")(_fused_batch_norm(_reserved))
    kernel_maker(f"FusedBatchNormGrad{_version}")(_fused_batch_norm_grad(_reserved))


# --- Local response normalization ----------------------------------------------------------------------------------


@kernel("LRN")
def lrn(x: Array, *, depth_radius: int, bias: float, alpha: float, beta: float, T: DType) -> Any:
    """x divided by (bias + alpha * the sum of squares over near channels) ** beta (Krizhevsky et al., 2012)."""
    wide = x.astype(Single, copy=False)
    norm = bias + alpha * _channel_windows(np.square(wide), depth_radius)
    return (wide * norm**-beta).astype(x.dtype, copy=False)


@kernel("LRNGrad")
def lrn_grad(dy: Array, x: Array, y: Array, *, depth_radius: int, bias: float, alpha: float, beta: float) -> Any:
    """The gradient of `lrn`."""
    wide, out, gradient = (value.astype(Single, copy=False) for value in (x, y, dy))
    norm = bias + alpha * _channel_windows(np.square(wide), depth_radius)
    spread = _channel_windows(gradient * out / norm, depth_radius)
    return (gradient * norm**-beta - 2 * alpha * beta * wide * spread).astype(x.dtype, copy=False)


def _channel_windows(x: Array, radius: int) -> Any:
    """The sum over the channels at most `radius` away."""
    padded = np.zeros((*x.shape[:-1], x.shape[-1] + 2 * radius + 1), x.dtype)
    padded[..., radius + 1 : radius + 1 + x.shape[-1]] = x
    total = np.cumsum(padded, axis=-1, dtype=np.float64)
    return (total[..., 2 * radius + 1 :] - total[..., : x.shape[-1]]).astype(x.dtype)
