"""Pooling and its gradients: one pass over the image for each tap of the window."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from runtime.dtypes import DType
from runtime.errors import UnimplementedError
from runtime.kernels.convolution import channels_last, cropped, padded, restored, window_view
from runtime.kernels.reduction import is_half, lowest
from runtime.kernels.values import Array
from runtime.registry import kernel_maker
from runtime.windows import Layout, Windows


class _Pool:
    """The attributes of a pooling op, read once."""

    def __init__(
        self, ksize: Sequence[int], strides: Sequence[int], padding: str | bytes, data_format: str | bytes,
        explicit_paddings: Sequence[int] = (),
    ) -> None:  # fmt: skip
        self.layout = Layout.of(strides, padding, data_format, (), explicit_paddings)
        others = (ksize[0], ksize[1 if self.layout.channels_first else -1])
        if others != (1, 1):
            raise UnimplementedError(f"Pooling over batch or channels is not supported: ksize={list(ksize)}.")
        self.size = tuple(ksize[2:] if self.layout.channels_first else ksize[1:-1])

    def windows(self, x: Array) -> Windows:
        """The windows over an image with channels last."""
        return self.layout.windows(self.size, x.shape[1:-1])

    def enter(self, x: Array) -> Array:
        """The image with channels last."""
        return channels_last(x, self.layout)

    def leave(self, x: Array) -> Array:
        """The image in the op's own format."""
        return restored(x, self.layout)


def _seen(windows: Windows) -> Iterator[tuple[slice, ...]]:
    """What each tap of the windows sees in a padded image."""
    return (seen for _, seen in windows.taps())


# --- Maximum -------------------------------------------------------------------------------------------------------


@kernel_maker("MaxPool")
def max_pool(
    *, T: DType, ksize: Sequence[int], strides: Sequence[int], padding: str | bytes, data_format: str | bytes,
    explicit_paddings: Sequence[int],
) -> Callable[[Array], Any]:  # fmt: skip
    """The largest value of each window."""
    pool = _Pool(ksize, strides, padding, data_format, explicit_paddings)

    def run(x: Array) -> Any:
        """The maxima of x, in its layout; padding never is one, and a window with a NaN gives NaN."""
        x = pool.enter(x)
        windows = pool.windows(x)
        image = padded(x, windows, lowest(T))
        taps = _seen(windows)
        out = image[next(taps)].copy()
        for tap in taps:
            np.maximum(out, image[tap], out=out)
        return pool.leave(out)

    return run


def _each_maximum(image: Array, best: Array, windows: Windows) -> Iterator[tuple[tuple[slice, ...], Array]]:
    """For each tap, in which windows it holds the maximum: the first one where there are several."""
    open_ = np.ones(best.shape, bool)
    for tap in _seen(windows):
        hit = open_ & (image[tap] == best)
        open_ &= ~hit
        yield tap, hit


@kernel_maker("MaxPoolGrad")
def max_pool_grad(
    *, T: DType, ksize: Sequence[int], strides: Sequence[int], padding: str | bytes, data_format: str | bytes,
    explicit_paddings: Sequence[int],
) -> Callable[..., Any]:  # fmt: skip
    """Hands the gradient of each window to its maximum."""
    pool = _Pool(ksize, strides, padding, data_format, explicit_paddings)

    def run(x: Array, y: Array, dy: Array) -> Any:
        """The gradient of x from input, output and gradient of the forward op; the first of equal maxima takes all."""
        x, y, dy = pool.enter(x), pool.enter(y), pool.enter(dy)
        windows = pool.windows(x)
        image = padded(x, windows, lowest(T))
        total = np.zeros_like(image)
        for tap, hit in _each_maximum(image, y, windows):
            total[tap] += dy * hit
        return pool.leave(cropped(total, windows))

    return run


@kernel_maker("MaxPoolGradGrad")
def max_pool_grad_grad(
    *, T: DType, ksize: Sequence[int], strides: Sequence[int], padding: str | bytes, data_format: str | bytes
) -> Callable[..., Any]:
    """Takes from the gradient what stands where each window has its maximum."""
    pool = _Pool(ksize, strides, padding, data_format)

    def run(x: Array, y: Array, ddx: Array) -> Any:
        """For each window the element of ddx at the (first) maximum of x."""
        x, y, ddx = pool.enter(x), pool.enter(y), pool.enter(ddx)
        windows = pool.windows(x)
        image, gradient = padded(x, windows, lowest(T)), padded(ddx, windows)
        total = np.zeros_like(y)
        for tap, hit in _each_maximum(image, y, windows):
            total += gradient[tap] * hit
        return pool.leave(total)

    return run


# --- Average -------------------------------------------------------------------------------------------------------


def _window_counts(windows: Windows, dtype: np.dtype[Any]) -> Any:
    """How many elements of each window lie on the image: [1, *output, 1]."""
    if not windows.is_padded:
        return dtype.type(np.prod(windows.size))
    inside = padded(np.ones((1, *windows.input, 1), dtype), windows)
    return sum(inside[tap] for tap in _seen(windows))


@kernel_maker("AvgPool")
def avg_pool(
    *, T: DType, ksize: Sequence[int], strides: Sequence[int], padding: str | bytes, data_format: str | bytes
) -> Callable[[Array], Any]:
    """The mean of each window; padding does not count."""
    pool = _Pool(ksize, strides, padding, data_format)
    working = np.dtype(np.float32 if is_half(T) else T.as_numpy_dtype)

    def run(x: Array) -> Any:
        """The means of x, in its layout and dtype; 16-bit types are summed in float32."""
        image = pool.enter(x).astype(working, copy=False)
        windows = pool.windows(image)
        image = padded(image, windows)
        taps = _seen(windows)
        total = image[next(taps)].copy()
        for tap in taps:
            total += image[tap]
        total /= _window_counts(windows, working)
        return pool.leave(total).astype(x.dtype, copy=False)

    return run


@kernel_maker("AvgPoolGrad")
def avg_pool_grad(
    *, T: DType, ksize: Sequence[int], strides: Sequence[int], padding: str | bytes, data_format: str | bytes
) -> Callable[..., Any]:
    """Spreads the gradient of each window evenly over its elements."""
    pool = _Pool(ksize, strides, padding, data_format)
    working = np.dtype(np.float32 if is_half(T) else T.as_numpy_dtype)

    def run(shape: Array, dy: Array) -> Any:
        """The gradient of an image of that shape, in the layout and dtype of dy."""
        like = pool.enter(np.broadcast_to(working.type(0), shape.tolist()))
        windows = pool.windows(like)
        share = pool.enter(dy).astype(working, copy=False) / _window_counts(windows, working)
        image = np.zeros((like.shape[0], *windows.padded, like.shape[-1]), working)
        for tap in _seen(windows):
            image[tap] += share
        return pool.leave(cropped(image, windows)).astype(dy.dtype, copy=False)

    return run


# --- Patches and dilation --------------------------------------------------------------------------------------------


@kernel_maker("ExtractImagePatches")
def extract_image_patches(
    *, ksizes: Sequence[int], strides: Sequence[int], rates: Sequence[int], padding: str | bytes
) -> Callable[[Array], Any]:
    """The elements of each window, in the depth dimension."""
    layout = Layout.of(strides, padding, "NHWC", rates)

    def run(x: Array) -> Any:
        """[batch, out height, out width, window height * window width * channels]; padding is 0."""
        windows = layout.windows(ksizes[1:-1], x.shape[1:-1])
        return window_view(padded(x, windows), windows).reshape(x.shape[0], *windows.output, -1)

    return run


@kernel_maker("Dilation2D")
def dilation(
    *, T: DType, strides: Sequence[int], rates: Sequence[int], padding: str | bytes
) -> Callable[[Array, Array], Any]:
    """The largest sum of a window and the filter: grayscale dilation, channel by channel."""
    layout = Layout.of(strides, padding, "NHWC", rates)

    def run(x: Array, weights: Array) -> Any:
        """[batch, height, width, channels] with a filter [height, width, channels]; padding never is the largest."""
        windows = layout.windows(weights.shape[:2], x.shape[1:-1])
        image = padded(x, windows, lowest(T))
        sums = (image[seen] + weights[tap] for tap, seen in windows.taps())
        out = next(sums)
        for candidate in sums:
            np.maximum(out, candidate, out=out)
        return out

    return run
