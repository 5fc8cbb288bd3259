"""Convolutions and their gradients: the windows of an image become the rows of a matrix, and a product does the work.

Inside, channels are the last dimension; x: [batch, *image, channels], filter: [*window, channels / groups, out].
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import prod
from typing import Any

import numpy as np

from runtime.dtypes import DType
from runtime.errors import InvalidArgumentError
from runtime.kernels.reduction import is_half
from runtime.kernels.values import Array, shape_text
from runtime.registry import kernel_maker
from runtime.windows import Layout, Windows

# Bytes of the matrix of windows that exist at a time: it is as many times the image as a window has taps.
_ROWS_AT_A_TIME = 1 << 25


# --- Layout --------------------------------------------------------------------------------------------------------


def channels_last(x: Array, layout: Layout) -> Array:
    """With channels as the last dimension."""
    return np.moveaxis(x, 1, -1) if layout.channels_first else x


def restored(x: Array, layout: Layout) -> Array:
    """With channels where the op's `data_format` has them."""
    return np.ascontiguousarray(np.moveaxis(x, -1, 1)) if layout.channels_first else x


def padded(x: Array, windows: Windows, fill: Any = 0) -> Array:
    """The image with its padding."""
    if not windows.is_padded:
        return x
    out = np.full((x.shape[0], *windows.padded, x.shape[-1]), fill, x.dtype)
    out[_inside(windows)] = x
    return out


def cropped(x: Array, windows: Windows) -> Array:
    """A padded image without its padding."""
    return np.ascontiguousarray(x[_inside(windows)]) if windows.is_padded else x


def _inside(windows: Windows) -> tuple[slice, ...]:
    spatial = [slice(before, before + size) for size, (before, _) in zip(windows.input, windows.pads, strict=True)]
    return (slice(None), *spatial)


def window_view(x: Array, windows: Windows) -> Array:
    """The windows of a padded image, without a copy: [batch, *output, *window, channels]."""
    batch, *spatial, channels = x.strides
    steps = [stride * step for stride, step in zip(spatial, windows.strides, strict=True)]
    taps = [stride * step for stride, step in zip(spatial, windows.dilations, strict=True)]
    shape = (x.shape[0], *windows.output, *windows.size, x.shape[-1])
    return np.lib.stride_tricks.as_strided(x, shape, (batch, *steps, *taps, channels), writeable=False)


def _batches(x: Array, windows: Windows) -> Iterator[slice]:
    """Parts of the batch whose matrix of windows is of bearable size."""
    bytes_per_image = max(prod(windows.output) * prod(windows.size) * x.shape[-1] * x.itemsize, 1)
    step = max(_ROWS_AT_A_TIME // bytes_per_image, 1)
    return (slice(first, first + step) for first in range(0, x.shape[0], step))


def _rows(x: Array, windows: Windows) -> Array:
    """The windows of a padded image as the rows of a matrix: [batch * output, window * channels]."""
    return window_view(x, windows).reshape(-1, prod(windows.size) * x.shape[-1])


# --- Convolution ---------------------------------------------------------------------------------------------------


def convolve(x: Array, weights: Array, layout: Layout) -> Array:
    """Slides the filter over the image; several groups of channels are convolved each on its own."""
    groups = _group_count(x.shape[-1], weights)
    windows = layout.windows(weights.shape[:-2], x.shape[1:-1])
    if 0 in windows.output and all(x.shape[1:-1]):
        raise InvalidArgumentError(
            f"A filter of size {list(weights.shape[:-2])} does not fit into an image of size {list(x.shape[1:-1])} "
            "without padding: use padding='SAME', or a smaller filter."
        )
    image = padded(x, windows)
    out = np.empty((x.shape[0], *windows.output, weights.shape[-1]), x.dtype)
    for part in _batches(x, windows):
        for ins, outs in _groups(x.shape[-1], weights.shape[-1], groups):
            matrix = weights[..., outs].reshape(-1, weights.shape[-1] // groups)
            product = _rows(image[part, ..., ins], windows) @ matrix
            out[part, ..., outs] = product.reshape(-1, *windows.output, matrix.shape[-1])
    return out


def convolve_backprop_input(image_shape: Sequence[int], weights: Array, dy: Array, layout: Layout) -> Array:
    """The gradient with respect to the image: each tap of the filter hands its part of dy back."""
    groups = _group_count(image_shape[-1], weights)
    windows = layout.windows(weights.shape[:-2], image_shape[1:-1])
    _check_gradient(dy, (image_shape[0], *windows.output, weights.shape[-1]))
    image = np.zeros((image_shape[0], *windows.padded, image_shape[-1]), dy.dtype)
    for ins, outs in _groups(image_shape[-1], weights.shape[-1], groups):
        group = image[..., ins]
        for tap, seen in windows.taps():
            group[seen] += dy[..., outs] @ weights[tap][..., outs].T
    return cropped(image, windows)


def convolve_backprop_filter(x: Array, filter_shape: Sequence[int], dy: Array, layout: Layout) -> Array:
    """The gradient with respect to the filter: a product over all windows."""
    groups = x.shape[-1] // filter_shape[-2]
    windows = layout.windows(filter_shape[:-2], x.shape[1:-1])
    _check_gradient(dy, (x.shape[0], *windows.output, filter_shape[-1]))
    image = padded(x, windows)
    total = np.zeros(tuple(filter_shape), x.dtype)
    for part in _batches(x, windows):
        for ins, outs in _groups(x.shape[-1], filter_shape[-1], groups):
            gradients = dy[part, ..., outs].reshape(-1, filter_shape[-1] // groups)
            total[..., outs] += (_rows(image[part, ..., ins], windows).T @ gradients).reshape(total[..., outs].shape)
    return total


def _groups(channels: int, out: int, groups: int) -> Iterator[tuple[slice, slice]]:
    """The channels of the image and those of the output that belong together."""
    ins, outs = channels // groups, out // groups
    return ((slice(g * ins, (g + 1) * ins), slice(g * outs, (g + 1) * outs)) for g in range(groups))


def _group_count(channels: int, weights: Array) -> int:
    depth, out = int(weights.shape[-2]), int(weights.shape[-1])
    if depth == 0 or channels % depth or out % (channels // depth):
        raise InvalidArgumentError(
            f"The depth of the input ({channels}) must be that of the filter ({shape_text(weights.shape)}), "
            "or a multiple of it that divides the output depth (a grouped convolution)."
        )
    return channels // depth


def _check_gradient(dy: Array, expected: tuple[int, ...]) -> None:
    if dy.shape != expected:
        shapes = f"{shape_text(dy.shape)} but the forward pass makes {shape_text(expected)}"
        raise InvalidArgumentError(f"The gradient of a convolution has shape {shapes} (channels last).")


# --- Depthwise convolution -----------------------------------------------------------------------------------------


def depthwise(x: Array, weights: Array, layout: Layout) -> Array:
    """Each channel with filters of its own; filter: [*window, channels, multiplier]."""
    windows = layout.windows(weights.shape[:-2], x.shape[1:-1])
    image = padded(x, windows)
    total = np.zeros((x.shape[0], *windows.output, *weights.shape[-2:]), x.dtype)
    for tap, seen in windows.taps():
        total += image[seen][..., None] * weights[tap]
    return total.reshape(*total.shape[:-2], -1)


def depthwise_backprop_input(image_shape: Sequence[int], weights: Array, dy: Array, layout: Layout) -> Array:
    """The gradient of `depthwise` with respect to the image."""
    windows = layout.windows(weights.shape[:-2], image_shape[1:-1])
    gradients = dy.reshape(*dy.shape[:-1], *weights.shape[-2:])
    image = np.zeros((image_shape[0], *windows.padded, image_shape[-1]), dy.dtype)
    for tap, seen in windows.taps():
        image[seen] += (gradients * weights[tap]).sum(axis=-1)
    return cropped(image, windows)


def depthwise_backprop_filter(x: Array, filter_shape: Sequence[int], dy: Array, layout: Layout) -> Array:
    """The gradient of `depthwise` with respect to the filter."""
    windows = layout.windows(filter_shape[:-2], x.shape[1:-1])
    image = padded(x, windows)
    gradients = dy.reshape(-1, *filter_shape[-2:])
    total = np.empty(tuple(filter_shape), x.dtype)
    for tap, seen in windows.taps():
        total[tap] = np.einsum("nc,ncm->cm", image[seen].reshape(-1, x.shape[-1]), gradients)
    return total


# --- Kernels -------------------------------------------------------------------------------------------------------


def _forward(function: Callable[..., Array], image_rank: int) -> Callable[..., Any]:
    def make(
        *, T: DType, strides: Sequence[int], padding: str | bytes, data_format: str | bytes,
        dilations: Sequence[int], explicit_paddings: Sequence[int] = (),
    ) -> Callable[..., Any]:  # fmt: skip
        """The kernel of `function` for images of `image_rank` dimensions, with its attributes read once."""
        layout = Layout.of(strides, padding, data_format, dilations, explicit_paddings)
        widen, narrow = _precision(T)

        def run(x: Array, weights: Array) -> Any:
            """The convolution of x with a filter, in the layout and dtype of x."""
            if x.ndim != image_rank + 2 or weights.ndim != image_rank + 2:
                shapes = f"{shape_text(x.shape)} and {shape_text(weights.shape)}"
                raise InvalidArgumentError(f"input and filter must be {image_rank + 2}-dimensional, not {shapes}.")
            return narrow(restored(function(channels_last(widen(x), layout), widen(weights), layout), layout))

        return run

    return make


def _backprop_input(function: Callable[..., Array]) -> Callable[..., Any]:
    def make(
        *, T: DType, strides: Sequence[int], padding: str | bytes, data_format: str | bytes,
        dilations: Sequence[int], explicit_paddings: Sequence[int] = (),
    ) -> Callable[..., Any]:  # fmt: skip
        """The kernel of a gradient with respect to the image, with its attributes read once."""
        layout = Layout.of(strides, padding, data_format, dilations, explicit_paddings)
        widen, narrow = _precision(T)

        def run(sizes: Array, weights: Array, dy: Array) -> Any:
            """The gradient for an image of shape `sizes`, in the layout and dtype of dy."""
            dy = channels_last(widen(dy), layout)
            image = function(_image_shape(sizes, dy, layout), widen(weights), dy, layout)
            return narrow(restored(image, layout))

        return run

    return make


def _image_shape(sizes: Array, dy: Array, layout: Layout) -> tuple[int, ...]:
    """The shape with channels last; TensorFlow lets `sizes` leave the batch out."""
    shape = sizes.tolist()
    shape = shape if len(shape) == dy.ndim else [dy.shape[0], *shape]
    return (shape[0], *shape[2:], shape[1]) if layout.channels_first else tuple(shape)


def _backprop_filter(function: Callable[..., Array]) -> Callable[..., Any]:
    def make(
        *, T: DType, strides: Sequence[int], padding: str | bytes, data_format: str | bytes,
        dilations: Sequence[int], explicit_paddings: Sequence[int] = (),
    ) -> Callable[..., Any]:  # fmt: skip
        """The kernel of a gradient with respect to the filter, with its attributes read once."""
        layout = Layout.of(strides, padding, data_format, dilations, explicit_paddings)
        widen, narrow = _precision(T)

        def run(x: Array, sizes: Array, dy: Array) -> Any:
            """The gradient for a filter of shape `sizes`, in the dtype of x; filters have one layout only."""
            x, dy = channels_last(widen(x), layout), channels_last(widen(dy), layout)
            return narrow(function(x, sizes.tolist(), dy, layout))

        return run

    return make


def _precision(dtype: DType) -> tuple[Callable[[Array], Array], Callable[[Array], Array]]:
    """How to prepare inputs and finish outputs: the 16-bit types are computed in float32."""
    half = np.dtype(dtype.as_numpy_dtype)
    if not is_half(dtype):
        return (lambda x: x), (lambda x: x)
    return (lambda x: x.astype(np.float32)), (lambda x: x.astype(half))


kernel_maker("Conv2D")(_forward(convolve, 2))
kernel_maker("Conv2DBackpropFilter", "Conv3DBackpropFilterV2")(_backprop_filter(convolve_backprop_filter))
kernel_maker("Conv2DBackpropInput", "Conv3DBackpropInputV2")(_backprop_input(convolve_backprop_input))
kernel_maker("Conv3D")(_forward(convolve, 3))
kernel_maker("DepthwiseConv2dNative")(_forward(depthwise, 2))
kernel_maker("DepthwiseConv2dNativeBackpropFilter")(_backprop_filter(depthwise_backprop_filter))
kernel_maker("DepthwiseConv2dNativeBackpropInput")(_backprop_input(depthwise_backprop_input))
