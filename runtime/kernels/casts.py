"""Conversion between element types, and the parts of complex numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.dtypes import DType
from runtime.errors import InvalidArgumentError, UnimplementedError
from runtime.kernels.values import Array, shape_text
from runtime.registry import kernel, kernel_maker

kernel("Conj")(np.conjugate)
kernel("Imag")(np.imag)
kernel("Real")(np.real)
kernel("Angle")(np.angle)


@kernel_maker("Cast")
def cast(*, SrcT: DType, DstT: DType, Truncate: bool) -> Callable[[Array], Any]:
    """As C casts: fractions are cut off, what does not fit wraps or is undefined, an imaginary part is dropped."""
    if SrcT is DstT:
        return _same
    if not _castable(SrcT) or not _castable(DstT):
        raise UnimplementedError(f"Cast {SrcT.name} to {DstT.name} is not supported. {_advice(SrcT, DstT)}")
    target = np.dtype(DstT.as_numpy_dtype)
    if SrcT.is_complex and not DstT.is_complex:
        return lambda x: x.real.astype(target)
    if Truncate and SrcT.is_floating and DstT.is_floating and DstT.size < SrcT.size:
        return lambda x: _cast_towards_zero(x, target)
    return lambda x: x.astype(target)


def _same(x: Array) -> Any:
    return x


def _castable(dtype: DType) -> bool:
    return dtype.is_numeric or dtype.is_bool or dtype.is_quantized


def _advice(source: DType, target: DType) -> str:
    if source.name == "string":
        return "Use `strings.to_number` to read numbers from text."
    return "Use `strings.as_string` to write numbers as text." if target.name == "string" else ""


def _cast_towards_zero(x: Array, target: np.dtype[Any]) -> Any:
    nearest = x.astype(target)
    too_large = np.absolute(nearest.astype(x.dtype)) > np.absolute(x)
    return np.where(too_large, np.nextafter(nearest, target.type(0)), nearest)


@kernel("Bitcast")
def bitcast(x: Array, *, type: DType) -> Any:
    """The same bytes read as another type: a wider one takes the last dimension in, a narrower one adds it."""
    target = np.dtype(type.as_numpy_dtype)
    x = np.ascontiguousarray(x) if x.ndim else np.asarray(x)
    ratio = target.itemsize // x.itemsize
    if ratio > 1:
        if x.shape[-1:] != (ratio,):
            raise InvalidArgumentError(
                f"Cannot bitcast {x.dtype} of shape {shape_text(x.shape)} to {type.name}: "
                f"the last dimension must be {ratio}, so that {ratio} elements become one."
            )
        return x.view(target)[..., 0]
    if target.itemsize < x.itemsize:
        return x[..., None].view(target)
    return x.view(target)


@kernel("Complex")
def complex_number(real: Array, imag: Array, *, Tout: DType) -> Any:
    """real + i * imag, without the arithmetic that would turn infinities into NaN."""
    out: Array = np.empty(np.broadcast_shapes(real.shape, imag.shape), Tout.as_numpy_dtype)
    out.real = real
    out.imag = imag
    return out
