"""Fourier transforms over the last axes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime import dtypes
from runtime.dispatch import apply_one, convert_to_tensor
from runtime.tensor import Tensor

_COMPLEX_DOC = """{what} over the last {axes}.

Args:
    input: a tensor of dtype complex64 or complex128.
    name: for the operation.
"""
_RFFT_DOC = """{what} of real numbers over the last {axes}: the half of the frequencies that tells all.

Args:
    input_tensor: a tensor of dtype float32 or float64.
    fft_length: the sizes to cut or fill up to; by default those there are.
    name: for the operation.

Returns:
    A complex tensor, whose last size is n // 2 + 1.
"""
_IRFFT_DOC = """{what} to real numbers over the last {axes}.

Args:
    input_tensor: a tensor of dtype complex64 or complex128: the first half of the frequencies.
    fft_length: the sizes of the result; by default an even last one.
    name: for the operation.
"""
_AXES = {1: "axis", 2: "two axes", 3: "three axes"}


def _named(function: Callable[..., Tensor], name: str, doc: str, what: str, rank: int) -> Callable[..., Tensor]:
    function.__name__ = function.__qualname__ = name
    function.__doc__ = doc.format(what=what, axes=_AXES[rank])
    return function


def _complex(op_type: str, name: str, what: str, rank: int) -> Callable[..., Tensor]:
    def transform(input: Any, name: str | None = None) -> Tensor:
        """The transform of complex numbers over the last dimensions."""
        return apply_one(op_type, [convert_to_tensor(input)], None, name)

    return _named(transform, name, _COMPLEX_DOC, what, rank)


def _rfft(op_type: str, name: str, what: str, rank: int) -> Callable[..., Tensor]:
    def transform(input_tensor: Any, fft_length: Any = None, name: str | None = None) -> Tensor:
        """The transform of real numbers, cut or filled with zeros to `fft_length`; half of it is redundant and left
        out.
        """
        x = convert_to_tensor(input_tensor, dtype_hint=dtypes.float32)
        length = _length(x, fft_length, rank, 0)
        kind = dtypes.complex128 if x.dtype is dtypes.float64 else dtypes.complex64
        return apply_one(op_type, [x, length], {"Tcomplex": kind}, name)

    return _named(transform, name, _RFFT_DOC, what, rank)


def _irfft(op_type: str, name: str, what: str, rank: int) -> Callable[..., Tensor]:
    def transform(input_tensor: Any, fft_length: Any = None, name: str | None = None) -> Tensor:
        """The real inverse, `fft_length` long."""
        x = convert_to_tensor(input_tensor)
        length = _length(x, fft_length, rank, 1)
        return apply_one(op_type, [x, length], {"Treal": x.dtype.real_dtype}, name)

    return _named(transform, name, _IRFFT_DOC, what, rank)


def _length(x: Tensor, given: Any, rank: int, is_inverse: int) -> Tensor:
    if given is not None:
        return convert_to_tensor(given, dtypes.int32)
    from runtime.ops.joining import concat

    known = [] if x.shape.rank is None else [size for size in x.shape.as_list()[-rank:] if size is not None]
    if len(known) == rank:
        return convert_to_tensor([*known[:-1], 2 * (known[-1] - 1)] if is_inverse else known, dtypes.int32)
    sizes = apply_one("Shape", [x])[-rank:]
    return concat([sizes[:-1], 2 * (sizes[-1:] - 1)], 0) if is_inverse else sizes


fft = _complex("FFT", "fft", "The Fourier transform", 1)
ifft = _complex("IFFT", "ifft", "The inverse Fourier transform", 1)
fft2d = _complex("FFT2D", "fft2d", "The Fourier transform", 2)
ifft2d = _complex("IFFT2D", "ifft2d", "The inverse Fourier transform", 2)
fft3d = _complex("FFT3D", "fft3d", "The Fourier transform", 3)
ifft3d = _complex("IFFT3D", "ifft3d", "The inverse Fourier transform", 3)
rfft = _rfft("RFFT", "rfft", "The Fourier transform", 1)
irfft = _irfft("IRFFT", "irfft", "The inverse Fourier transform", 1)
rfft2d = _rfft("RFFT2D", "rfft2d", "The Fourier transform", 2)
irfft2d = _irfft("IRFFT2D", "irfft2d", "The inverse Fourier transform", 2)
rfft3d = _rfft("RFFT3D", "rfft3d", "The Fourier transform", 3)
irfft3d = _irfft("IRFFT3D", "irfft3d", "The inverse Fourier transform", 3)
