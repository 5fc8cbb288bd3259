"""Identity, shape queries and views: nothing here copies data unless numpy has to."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from runtime.dtypes import DType
from runtime.errors import InvalidArgumentError
from runtime.kernels.values import Array, normal_axis, shape_text
from runtime.registry import kernel
from runtime.shapes import TensorShape


@kernel("Identity", "StopGradient", "PreventGradient", "PlaceholderWithDefault", "Snapshot")
def pass_through(x: Array) -> Array:
    return x


@kernel("IdentityN")
def identity_n(*values: Array) -> tuple[Array, ...]:
    return values


@kernel("DeepCopy")
def deep_copy(x: Array) -> Array:
    return np.array(x)


@kernel("EnsureShape")
def ensure_shape(x: Array, *, shape: TensorShape) -> Array:
    if not shape.is_compatible_with(x.shape):
        raise InvalidArgumentError(
            f"Shape of tensor input {shape_text(x.shape)} is not compatible with expected shape {shape}."
        )
    return x


@kernel("Shape")
def shape_of(x: Array, *, out_type: DType) -> Array:
    return np.array(x.shape, dtype=out_type.as_numpy_dtype)


@kernel("ShapeN")
def shape_n(*values: Array, out_type: DType) -> tuple[Array, ...]:
    return tuple(np.array(x.shape, dtype=out_type.as_numpy_dtype) for x in values)


@kernel("Size")
def size(x: Array, *, out_type: DType) -> Any:
    return np.dtype(out_type.as_numpy_dtype).type(x.size)


@kernel("Rank")
def rank(x: Array) -> Any:
    return np.int32(x.ndim)


@kernel("Reshape")
def reshape(x: Array, shape: Array) -> Array:
    sizes = shape.tolist()
    try:
        if min(sizes, default=0) < -1:  # numpy takes every negative size for unknown.
            raise _reshape_error(x, sizes)
        return x.reshape(_beside_zero(x.shape, sizes) if 0 in sizes and -1 in sizes else sizes)
    except (ValueError, TypeError):
        raise _reshape_error(x, sizes) from None


def _beside_zero(shape: tuple[int, ...], sizes: list[int]) -> list[int]:
    """The sizes with -1 inferred beside a 0, as TensorFlow does it: from all sizes that are not 0."""
    given = math.prod(length for length in shape if length)
    known = math.prod(length for length in sizes if length > 0)
    return [given // known if length == -1 else length for length in sizes]


def _reshape_error(x: Array, sizes: Any) -> InvalidArgumentError:
    if not isinstance(sizes, list):
        return InvalidArgumentError(f"sizes input must be 1-D, not {sizes}: write [{sizes}].")
    unknown = sizes.count(-1)
    if unknown > 1:
        return InvalidArgumentError(
            f"Only one input size may be -1, but the requested shape {shape_text(sizes)} has {unknown}."
        )
    if any(length < -1 for length in sizes):
        return InvalidArgumentError(f"Sizes of a reshape must be non-negative or -1, not {shape_text(sizes)}.")
    wanted = math.prod(length for length in sizes if length != -1)
    if not unknown:
        return InvalidArgumentError(
            f"Input to reshape is a tensor with {x.size} values, but the requested shape has {wanted}."
        )
    return InvalidArgumentError(
        f"Input to reshape is a tensor with {x.size} values, but the requested shape requires a multiple of {wanted}."
    )


@kernel("Transpose")
def transpose(x: Array, perm: Array) -> Array:
    order = perm.tolist()
    if sorted(order) != list(range(x.ndim)):
        raise InvalidArgumentError(
            f"transpose of a rank {x.ndim} tensor expects a permutation of 0..{x.ndim - 1}, not {order}."
        )
    return x.transpose(order)


@kernel("ExpandDims")
def expand_dims(x: Array, dim: Array) -> Array:
    axis, rank_ = int(dim if dim.ndim == 0 else dim.item()), x.ndim
    if not -rank_ - 1 <= axis <= rank_:
        raise InvalidArgumentError(
            f"Tried to expand dim index {axis} for tensor with {rank_} dimensions: "
            f"the axis must be in [{-rank_ - 1}, {rank_}]."
        )
    if axis < 0:
        axis += rank_ + 1
    return x.reshape((*x.shape[:axis], 1, *x.shape[axis:]))


@kernel("Squeeze")
def squeeze(x: Array, *, squeeze_dims: tuple[int, ...]) -> Array:
    if not squeeze_dims:
        return x.reshape([length for length in x.shape if length != 1])
    axes = {normal_axis(axis, x.ndim, "Squeeze") for axis in squeeze_dims}
    for axis in sorted(axes):
        if x.shape[axis] != 1:
            raise InvalidArgumentError(f"Can not squeeze dim[{axis}], expected a dimension of 1, got {x.shape[axis]}.")
    return x.reshape([length for axis, length in enumerate(x.shape) if axis not in axes])


@kernel("BroadcastTo")
def broadcast_to(x: Array, shape: Array) -> Array:
    sizes = shape.tolist()
    try:
        return np.broadcast_to(x, sizes)
    except ValueError:
        raise InvalidArgumentError(
            f"Incompatible shapes: {shape_text(x.shape)} vs. {shape_text(sizes)}: cannot broadcast."
        ) from None


def _broadcast(s0: Array, s1: Array) -> tuple[int, ...]:
    try:
        return np.broadcast_shapes(tuple(s0.tolist()), tuple(s1.tolist()))
    except ValueError:
        raise InvalidArgumentError(f"Incompatible shapes: {shape_text(s0)} vs. {shape_text(s1)}.") from None


@kernel("BroadcastArgs")
def broadcast_args(s0: Array, s1: Array) -> Array:
    return np.array(_broadcast(s0, s1), dtype=s0.dtype)


@kernel("BroadcastGradientArgs")
def broadcast_gradient_args(s0: Array, s1: Array) -> tuple[Array, Array]:
    """The axes to sum over so that a gradient of the broadcast shape fits each operand."""
    if s0.tolist() == s1.tolist():
        return s0[:0], s1[:0]
    full = len(_broadcast(s0, s1))
    return _stretched_axes(s0, full, s1), _stretched_axes(s1, full, s0)


def _stretched_axes(shape: Array, full: int, other: Array) -> Array:
    missing = full - shape.size
    axes = [*range(missing), *(missing + axis for axis, length in enumerate(shape.tolist()) if length == 1)]
    return np.array(axes, dtype=shape.dtype)
