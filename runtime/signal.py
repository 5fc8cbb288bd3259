"""Signals, under TensorFlow's names: Fourier transforms, windows, frames, short-time spectra."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from runtime import dtypes
from runtime.dispatch import apply_one, convert_to_tensor
from runtime.ops.spectral import (
    fft,
    fft2d,
    fft3d,
    ifft,
    ifft2d,
    ifft3d,
    irfft,
    irfft2d,
    irfft3d,
    rfft,
    rfft2d,
    rfft3d,
)
from runtime.tensor import Tensor

__all__ = [
    "dct", "fft", "fft2d", "fft3d", "fftshift", "frame", "hamming_window", "hann_window", "idct", "ifft", "ifft2d",
    "ifft3d", "ifftshift", "inverse_stft", "inverse_stft_window_fn", "irfft", "irfft2d", "irfft3d", "kaiser_window",
    "linear_to_mel_weight_matrix", "overlap_and_add", "rfft", "rfft2d", "rfft3d", "stft",
]  # fmt: skip


def fftshift(x: Any, axes: Any = None, name: str | None = None) -> Tensor:
    """A spectrum with the frequency 0 in the middle of the axes (by default all).

    >>> fftshift([0, 1, 2, -2, -1]).tolist()
    [-2, -1, 0, 1, 2]
    """
    return _shifted(convert_to_tensor(x), axes, lambda size: size // 2)


def ifftshift(x: Any, axes: Any = None, name: str | None = None) -> Tensor:
    """What undoes `fftshift`."""
    return _shifted(convert_to_tensor(x), axes, lambda size: -(size // 2))


def _shifted(x: Tensor, axes: Any, by: Callable[[Any], Any]) -> Tensor:
    from runtime.ops.layout import roll

    chosen = list(range(x.shape.rank or 0)) if axes is None else np.atleast_1d(axes).tolist()
    sizes = apply_one("Shape", [x])
    return roll(x, [by(sizes[axis]) for axis in chosen], chosen)


# ---------------------------------------------------------------------------------------------- windows


def _cosine_window(a: float, b: float, length: Any, periodic: Any, dtype: Any) -> Tensor:
    """a - b cos(2 pi n / N)."""
    from runtime.ops.casts import cast
    from runtime.ops.creation import range as numbers
    from runtime.ops.math import cos

    kind = dtypes.as_dtype(dtype)
    size = convert_to_tensor(length, dtypes.int32)
    is_even = convert_to_tensor(1, dtypes.int32) - size % 2
    extra = cast(convert_to_tensor(bool(periodic)), dtypes.int32) * is_even
    count = cast(apply_one("Maximum", [size + extra - 1, convert_to_tensor(1)]), kind)
    place = cast(numbers(size), kind)
    window = a - b * cos(2 * math.pi * place / count)
    return apply_one("SelectV2", [apply_one("Equal", [size, convert_to_tensor(1)]), cast(1, kind), window])


def hann_window(window_length: Any, periodic: Any = True, dtype: Any = dtypes.float32, name: Any = None) -> Tensor:
    """A Hann window: 0.5 - 0.5 cos(2 pi n / N).

    Args:
        window_length: how many samples, i32[].
        periodic: whether it is cut from a longer period, as for spectra (of even lengths), or symmetric.
        dtype: a floating dtype.
        name: accepted for compatibility.

    >>> hann_window(4).tolist()
    [0.0, 0.5, 1.0, 0.5]
    """
    return _cosine_window(0.5, 0.5, window_length, periodic, dtype)


def hamming_window(window_length: Any, periodic: Any = True, dtype: Any = dtypes.float32, name: Any = None) -> Tensor:
    """A Hamming window: 0.54 - 0.46 cos(2 pi n / N) (see `hann_window`)."""
    return _cosine_window(0.54, 0.46, window_length, periodic, dtype)


def kaiser_window(window_length: int, beta: float = 12.0, dtype: Any = dtypes.float32, name: Any = None) -> Tensor:
    """A Kaiser window.

    Args:
        window_length: how many samples.
        beta: its shape.
        dtype: a floating dtype.
        name: accepted for compatibility.
    """
    kind = dtypes.as_dtype(dtype)
    return convert_to_tensor(np.kaiser(window_length, beta).astype(kind.as_numpy_dtype))


# ---------------------------------------------------------------------------------------------- frames


def frame(
    signal: Any,
    frame_length: Any,
    frame_step: Any,
    pad_end: bool = False,
    pad_value: Any = 0,
    axis: int = -1,
    name: str | None = None,
) -> Tensor:
    """Overlapping pieces of a signal.

    Args:
        signal: [..., samples, ...].
        frame_length: how many samples each has.
        frame_step: by how many samples the next one begins later.
        pad_end: whether pieces beyond the end are filled up, instead of left out.
        pad_value: what fills them up.
        axis: the axis of the samples.
        name: accepted for compatibility.

    Returns:
        [..., frames, frame_length, ...]

    >>> frame([1, 2, 3, 4, 5], 3, 2).tolist()
    [[1, 2, 3], [3, 4, 5]]
    """
    from runtime.ops.creation import range as numbers
    from runtime.ops.gathering import gather
    from runtime.ops.layout import pad

    x = convert_to_tensor(signal)
    rank = x.shape.rank
    if rank is None:
        raise ValueError("The rank of a signal must be known to cut it into frames.")
    place = axis + rank if axis < 0 else axis
    size = apply_one("Shape", [x])[place]
    length, step = convert_to_tensor(frame_length, dtypes.int32), convert_to_tensor(frame_step, dtypes.int32)
    if pad_end:
        count = -(-size // step)
        missing = apply_one("Maximum", [length + step * (count - 1) - size, convert_to_tensor(0)])
        paddings = [[0, missing if each == place else 0] for each in range(rank)]
        x = pad(x, paddings, constant_values=pad_value)
    else:
        count = apply_one("Maximum", [1 + (size - length) // step, convert_to_tensor(0)])
    places = numbers(count)[:, None] * step + numbers(length)[None]
    return gather(x, places, axis=place)


def overlap_and_add(signal: Any, frame_step: Any, name: str | None = None) -> Tensor:
    """A signal put together again out of overlapping frames, which add up.

    Args:
        signal: [..., frames, frame_length].
        frame_step: by how many samples the next frame begins later.
        name: accepted for compatibility.

    >>> overlap_and_add([[1, 2, 3], [10, 20, 30]], 1).tolist()
    [1, 12, 23, 30]
    """
    from runtime.ops.array import reshape
    from runtime.ops.creation import range as numbers
    from runtime.ops.joining import concat
    from runtime.ops.layout import roll
    from runtime.ops.segment import unsorted_segment_sum

    x = convert_to_tensor(signal)
    rank = x.shape.rank or 2
    sizes = apply_one("Shape", [x])
    count, length = sizes[-2], sizes[-1]
    step = convert_to_tensor(frame_step, dtypes.int32)
    places = reshape(numbers(count)[:, None] * step + numbers(length)[None], [-1])
    flat = reshape(x, concat([sizes[:-2], [count * length]], 0))
    last_first = apply_one("Transpose", [flat, roll(list(range(rank - 1)), 1, 0)])
    total = unsorted_segment_sum(last_first, places, step * (count - 1) + length)
    return apply_one("Transpose", [total, roll(list(range(rank - 1)), -1, 0)])


def stft(
    signals: Any,
    frame_length: Any,
    frame_step: Any,
    fft_length: Any = None,
    window_fn: Callable[..., Tensor] | None = hann_window,
    pad_end: bool = False,
    name: str | None = None,
) -> Tensor:
    """The short-time Fourier transform.

    Args:
        signals: [..., samples], real.
        frame_length: how many samples a frame has.
        frame_step: by how many samples the next one begins later.
        fft_length: the size of the transform; by default the least power of two that holds a frame.
        window_fn: makes the window that frames are multiplied by, or None.
        pad_end: whether frames beyond the end are filled up.
        name: accepted for compatibility.

    Returns:
        [..., frames, fft_length // 2 + 1], complex.
    """
    x = convert_to_tensor(signals, dtype_hint=dtypes.float32)
    frames = frame(x, frame_length, frame_step, pad_end)
    if window_fn is not None:
        frames = frames * window_fn(frame_length, dtype=x.dtype)
    return rfft(frames, [_power_of_two(frame_length) if fft_length is None else fft_length])


def _power_of_two(size: Any) -> Any:
    return 1 << max(int(size) - 1, 0).bit_length()


def inverse_stft_window_fn(
    frame_step: int, forward_window_fn: Callable[..., Tensor] = hann_window, name: str | None = None
) -> Callable[..., Tensor]:
    """The window by which `inverse_stft` undoes `stft` exactly, for a step that divides the length of frames."""

    def window(frame_length: int, dtype: Any = dtypes.float32) -> Tensor:
        """The forward window over the sum of its squares in all frames that overlap."""
        from runtime.ops.array import reshape
        from runtime.ops.joining import tile
        from runtime.ops.reduction import reduce_sum

        forward = forward_window_fn(frame_length, dtype=dtype)
        overlaps = -(-frame_length // frame_step)
        power = apply_one("Pad", [forward * forward, convert_to_tensor([[0, overlaps * frame_step - frame_length]])])
        total = reduce_sum(reshape(power, [overlaps, frame_step]), 0, keepdims=True)
        return forward / reshape(tile(total, [overlaps, 1]), [-1])[:frame_length]

    return window


def inverse_stft(
    stfts: Any,
    frame_length: int,
    frame_step: int,
    fft_length: int | None = None,
    window_fn: Callable[..., Tensor] | None = hann_window,
    name: str | None = None,
) -> Tensor:
    """The signal of a short-time Fourier transform (see `inverse_stft_window_fn` for the window)."""
    x = convert_to_tensor(stfts)
    size = _power_of_two(frame_length) if fft_length is None else fft_length
    frames = irfft(x, [size])[..., :frame_length]
    if size < frame_length:
        rank = frames.shape.rank or 2
        frames = apply_one("Pad", [frames, convert_to_tensor([[0, 0]] * (rank - 1) + [[0, frame_length - size]])])
    if window_fn is not None:
        frames = frames * window_fn(frame_length, dtype=x.dtype.real_dtype)
    return overlap_and_add(frames, frame_step)


# ---------------------------------------------------------------------------------------------- cosine transforms


def dct(
    input: Any, type: int = 2, n: int | None = None, axis: int = -1, norm: str | None = None, name: Any = None
) -> Tensor:
    """The discrete cosine transform of type 2 or 3 over the last axis.

    Args:
        input: [..., samples], real; the number of samples is known.
        type: 2, or 3 for its inverse (up to scale).
        n: the size to cut or fill up to.
        axis: must be -1.
        norm: None, or "ortho" for an orthonormal transform.
        name: accepted for compatibility.
    """
    x = convert_to_tensor(input, dtype_hint=dtypes.float32)
    if axis != -1 or type not in (2, 3):
        raise NotImplementedError("dct() is of type 2 or 3 here, over the last axis.")
    size = x.shape[-1] if n is None else n
    if size is None:
        raise ValueError("dct() needs to know the number of samples.")
    if n is not None:
        rank, own = x.shape.rank or 1, x.shape[-1] or n
        x = x[..., :n]
        x = apply_one("Pad", [x, convert_to_tensor([[0, 0]] * (rank - 1) + [[0, max(n - own, 0)]])])
    from runtime.ops.linalg import matmul

    matrix = _dct_matrix(size, type, norm).astype(x.dtype.as_numpy_dtype)
    return matmul(x[..., None, :], convert_to_tensor(matrix))[..., 0, :]


def _dct_matrix(size: int, type: int, norm: str | None) -> Any:
    """The matrix that rows of samples are multiplied by."""
    k, j = np.arange(size), np.arange(size)[:, None]
    matrix = 2 * np.cos(np.pi * (j + 0.5) * k / size)
    if norm == "ortho":
        matrix *= np.where(k == 0, np.sqrt(1 / (4 * size)), np.sqrt(1 / (2 * size)))
        return matrix if type == 2 else matrix.T
    if type == 2:
        return matrix
    matrix = matrix.T.copy()
    matrix[0] /= 2
    return matrix


def idct(
    input: Any, type: int = 2, n: int | None = None, axis: int = -1, norm: str | None = None, name: Any = None
) -> Tensor:
    """The inverse of `dct`, without its scale unless `norm` is "ortho"."""
    return dct(input, {2: 3, 3: 2}[type], n, axis, norm)


def linear_to_mel_weight_matrix(
    num_mel_bins: int = 20,
    num_spectrogram_bins: int = 129,
    sample_rate: float = 8000,
    lower_edge_hertz: float = 125.0,
    upper_edge_hertz: float = 3800.0,
    dtype: Any = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """The matrix that turns spectra into spectra on the mel scale (of the HTK toolkit).

    Args:
        num_mel_bins: how many bands.
        num_spectrogram_bins: how many frequencies the spectra have.
        sample_rate: samples per second.
        lower_edge_hertz: where the lowest band begins.
        upper_edge_hertz: where the highest band ends.
        dtype: a floating dtype.
        name: accepted for compatibility.

    Returns:
        [num_spectrogram_bins, num_mel_bins]
    """
    kind = dtypes.as_dtype(dtype)
    nyquist = sample_rate / 2.0
    hertz = np.linspace(0.0, nyquist, num_spectrogram_bins)[1:]
    mels = _mel(hertz)[:, None]
    edges = np.linspace(_mel(lower_edge_hertz), _mel(upper_edge_hertz), num_mel_bins + 2)
    lower, center, upper = edges[:-2], edges[1:-1], edges[2:]
    weights = np.maximum(0.0, np.minimum((mels - lower) / (center - lower), (upper - mels) / (upper - center)))
    return convert_to_tensor(np.pad(weights, [[1, 0], [0, 0]]).astype(kind.as_numpy_dtype))


def _mel(hertz: Any) -> Any:
    return 1127.0 * np.log1p(np.asarray(hertz) / 700.0)
