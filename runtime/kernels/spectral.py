"""Kernels of Fourier transforms over the last axes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.dtypes import DType
from runtime.errors import InvalidArgumentError
from runtime.registry import kernel


def _axes(rank: int) -> tuple[int, ...]:
    return tuple(range(-rank, 0))


def _complex(rank: int, forward: bool) -> Callable[[Any], Any]:
    transform = np.fft.fftn if forward else np.fft.ifftn
    return lambda x: transform(x, axes=_axes(rank)).astype(x.dtype)


def _sizes(x: Any, length: Any, rank: int, what: str) -> tuple[int, ...]:
    if x.ndim < rank:
        raise InvalidArgumentError(f"Input must have rank of at least {rank} but got: {list(x.shape)}")
    sizes = tuple(length.tolist())
    if len(sizes) != rank or min(sizes) < 0:
        raise InvalidArgumentError(f"fft_length of {what} must hold {rank} sizes, not {list(sizes)}")
    return sizes


def _real(rank: int, suffix: str) -> None:
    @kernel(f"RFFT{suffix}")
    def rfft(x: Any, length: Any, *, Tcomplex: DType) -> Any:
        """The transform of the last dimensions, cut or filled with zeros to `length`; the last has length / 2 + 1."""
        sizes = _sizes(x, length, rank, f"RFFT{suffix}")
        if 0 in sizes:
            return np.zeros([*x.shape[:-rank], *sizes[:-1], sizes[-1] // 2 + (sizes[-1] > 0)], Tcomplex.as_numpy_dtype)
        return np.fft.rfftn(x, sizes, _axes(rank)).astype(Tcomplex.as_numpy_dtype)

    @kernel(f"IRFFT{suffix}")
    def irfft(x: Any, length: Any, *, Treal: DType) -> Any:
        """The real inverse, `length` long, of spectra that hold half of the last dimension; the rest is redundant."""
        sizes = _sizes(x, length, rank, f"IRFFT{suffix}")
        if 0 in sizes:
            return np.zeros([*x.shape[:-rank], *sizes], Treal.as_numpy_dtype)
        return np.fft.irfftn(x, sizes, _axes(rank)).astype(Treal.as_numpy_dtype)


for _rank, _suffix in ((1, ""), (2, "2D"), (3, "3D")):
    kernel(f"FFT{_suffix}")(_complex(_rank, forward=True))
    kernel(f"IFFT{_suffix}")(_complex(_rank, forward=False))
    _real(_rank, _suffix)
