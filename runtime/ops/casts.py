"""Conversion between element types, and the parts of complex numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime import dtypes
from runtime.dispatch import apply_one, binary_operands, convert_to_tensor, current_graph, is_tensor
from runtime.dtypes import DType, as_dtype
from runtime.errors import DTypeError
from runtime.ops.math import maximum, minimum
from runtime.scopes import name_scope
from runtime.tensor import Tensor


def cast(x: Any, dtype: Any, name: str | None = None) -> Tensor:
    """`x` with elements of another type.

    Fractions are cut off; what does not fit an integer type wraps or is undefined, as in C (see `saturate_cast`); the
    imaginary part of complex numbers is dropped; a number other than 0 is True.

    Args:
        x: a tensor of a numeric dtype or bool.
        dtype: the type to have.
        name: for the operation.

    Raises:
        UnimplementedError: there is no such conversion, as between strings and numbers.

    >>> cast([1.8, -1.8], "int32").tolist()
    [1, -1]
    """
    target = as_dtype(dtype)
    if hasattr(x, "with_values"):  # IndexedSlices stay slices.
        return x.with_values(cast(x.values, target, name))  # type: ignore[no-any-return]
    if current_graph() is not None and not is_tensor(x):
        with name_scope(name or "Cast") as scope:
            return _cast(convert_to_tensor(x, name="x"), target, scope)
    return _cast(convert_to_tensor(x), target, name)


def _cast(tensor: Tensor, dtype: DType, name: str | None) -> Tensor:
    return tensor if tensor.dtype is dtype else apply_one("Cast", (tensor,), {"DstT": dtype}, name)


def saturate_cast(value: Any, dtype: Any, name: str | None = None) -> Tensor:
    """`cast`, but what does not fit becomes the nearest value that does.

    Args:
        value: a tensor of a numeric dtype.
        dtype: the type to have.
        name: for the operation.

    >>> saturate_cast([-5, 100, 300], "uint8").tolist()
    [0, 100, 255]
    """
    value, target = convert_to_tensor(value), as_dtype(dtype)
    if value.dtype.is_complex and not target.is_complex:
        value = real(value)
    if _has_order(value.dtype) and _has_order(target):
        low, high = _common_range(value.dtype, target)
        value = maximum(value, low) if value.dtype.min < low else value
        value = minimum(value, high) if value.dtype.max > high else value
    return cast(value, target, name)


def _has_order(dtype: DType) -> bool:
    return dtype.is_integer or dtype.is_floating


def _common_range(source: DType, target: DType) -> tuple[Any, Any]:
    """The smallest and the largest value of the source's type that lie within both types."""
    kind = source.as_numpy_dtype
    low, high = max(source.min, target.min), min(source.max, target.max)
    if source.is_integer:
        return kind(int(low)), kind(int(high))
    return _towards_zero(kind, low), _towards_zero(kind, high)


def _towards_zero(kind: Any, bound: Any) -> Any:
    """The bound in a floating type, which may have to round it: then towards 0, to stay within."""
    value = kind(bound)
    return np.nextafter(value, kind(0)) if abs(int(value)) > abs(int(bound)) else value


def bitcast(input: Any, type: Any, name: str | None = None) -> Tensor:
    """The same bits read as another type.

    Args:
        input: a tensor. Read as a wider type, its last dimension holds the parts of one element and goes; read as a
            narrower one, it gets a last dimension for the parts.
        type: the type to have.
        name: for the operation.

    Raises:
        InvalidArgumentError: the last dimension does not make whole elements.

    >>> bitcast(1.0, "uint32").numpy() == 0x3F800000
    np.True_
    """
    return apply_one("Bitcast", (convert_to_tensor(input),), {"type": as_dtype(type)}, name)


def complex(real: Any, imag: Any, name: str | None = None) -> Tensor:
    """Complex numbers of two parts.

    Args:
        real: a tensor of dtype float32 (giving complex64) or float64 (giving complex128).
        imag: a tensor of that dtype, whose shape broadcasts with that of `real`.
        name: for the operation.

    Raises:
        DTypeError: another dtype.

    >>> complex(1.0, 2.0).numpy()
    np.complex64(1+2j)
    """
    parts = binary_operands(real, imag)
    target = {"float32": dtypes.complex64, "float64": dtypes.complex128}.get(parts[0].dtype.name)
    if target is None:
        raise DTypeError(f"complex() takes float32 or float64 parts, not {parts[0].dtype.name}.")
    return apply_one("Complex", parts, {"Tout": target}, name)


def real(input: Any, name: str | None = None) -> Tensor:
    """The real part; a tensor of real numbers itself.

    Args:
        input: a tensor of a numeric dtype.
        name: for the operation.

    Raises:
        DTypeError: another dtype.

    >>> float(real(1 + 2j))
    1.0
    """
    x = convert_to_tensor(input)
    if x.dtype.is_complex:
        return apply_one("Real", (x,), {"Tout": x.dtype.real_dtype}, name)
    if x.dtype.is_numeric:
        return x
    raise DTypeError(f"real() takes numbers, not dtype {x.dtype.name}.")


def imag(input: Any, name: str | None = None) -> Tensor:
    """The imaginary part; zeros for real numbers.

    Args:
        input: a tensor of a numeric dtype.
        name: for the operation.

    >>> float(imag(1 + 2j))
    2.0
    """
    x = convert_to_tensor(input)
    if x.dtype.is_complex:
        return apply_one("Imag", (x,), {"Tout": x.dtype.real_dtype}, name)
    return apply_one("ZerosLike", (x,), None, name)


def conj(x: Any, name: str | None = None) -> Tensor:
    """The complex conjugate; a tensor of real numbers itself.

    Args:
        x: a tensor of a numeric dtype.
        name: for the operation.

    >>> conj(1 + 2j).numpy()
    np.complex128(1-2j)
    """
    x = convert_to_tensor(x)
    return apply_one("Conj", (x,), None, name) if x.dtype.is_complex else x


def angle(input: Any, name: str | None = None) -> Tensor:
    """The angle of complex numbers in radians; of real ones 0, or pi if negative.

    Args:
        input: a tensor of a floating or complex dtype.
        name: for the operation.

    >>> float(angle(-1.0))
    3.1415927410125732
    """
    x = convert_to_tensor(input)
    if x.dtype.is_complex:
        return apply_one("Angle", (x,), {"Tout": x.dtype.real_dtype}, name)
    from runtime.ops.selection import where

    pi = convert_to_tensor(np.pi, x.dtype)
    return where(x < 0, pi * apply_one("OnesLike", (x,)), apply_one("ZerosLike", (x,)), name)


def to_float(x: Any, name: str = "ToFloat") -> Tensor:
    """`cast` to float32."""
    return cast(x, dtypes.float32, name)


def to_double(x: Any, name: str = "ToDouble") -> Tensor:
    """`cast` to float64."""
    return cast(x, dtypes.float64, name)


def to_int32(x: Any, name: str = "ToInt32") -> Tensor:
    """`cast` to int32."""
    return cast(x, dtypes.int32, name)


def to_int64(x: Any, name: str = "ToInt64") -> Tensor:
    """`cast` to int64."""
    return cast(x, dtypes.int64, name)
