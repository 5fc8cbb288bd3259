"""Identity, shape queries and views: nothing here copies data unless numpy has to."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.dtypes import DType
from runtime.errors import InvalidArgumentError
from runtime.kernels.values import Array, listed, normal_axis, shape_text
from runtime.registry import kernel, kernel_maker
from runtime.shapes import TensorShape


@kernel("Identity", "StopGradient", "PreventGradient", "PlaceholderWithDefault", "Snapshot")
def pass_through(x: Array) -> Array:
    """x itself, not a copy; what sets these ops apart (gradients, defaults) is settled before they run."""
    return x


@kernel("IdentityN")
def identity_n(*values: Array) -> tuple[Array, ...]:
    """The values themselves, not copies."""
    return values


@kernel("DeepCopy")
def deep_copy(x: Array) -> Array:
    """A copy of x that shares no memory with it, so that later writes to a variable do not show in it."""
    return np.array(x)


@kernel("EnsureShape")
def ensure_shape(x: Array, *, shape: TensorShape) -> Array:
    """x itself, if its shape fits `shape`, whose unknown sizes fit everything; else InvalidArgumentError."""
    if not shape.is_compatible_with(x.shape):
        raise InvalidArgumentError(
            f"Shape of tensor input {shape_text(x.shape)} is not compatible with expected shape {shape}."
        )
    return x


@kernel_maker("Shape")
def shape_of(*, out_type: DType) -> Callable[[Array], Array]:
    """The sizes of x as a vector of `out_type`: int32[0] for a scalar."""
    kind = np.dtype(out_type.as_numpy_dtype)
    return lambda x: np.array(x.shape, kind)


@kernel("ShapeN")
def shape_n(*values: Array, out_type: DType) -> tuple[Array, ...]:
    """The shape of each value, a vector of `out_type` each."""
    return tuple(np.array(x.shape, dtype=out_type.as_numpy_dtype) for x in values)


@kernel_maker("Size")
def size(*, out_type: DType) -> Callable[[Array], Any]:
    """How many elements x has, as a scalar of `out_type`: 1 for a scalar, 0 if any dimension is 0."""
    kind: Any = out_type.as_numpy_dtype
    return lambda x: kind(x.size)


@kernel("Rank")
def rank(x: Array) -> Any:
    """How many dimensions x has, as an int32 scalar."""
    return np.int32(x.ndim)


@kernel_maker("Reshape")
def reshape() -> Callable[[Array, Array], Array]:
    """A view of x in another shape; one size may be -1, which is inferred from the rest.

    Unlike numpy, TensorFlow infers -1 beside a 0: [0, 6] to [0, 2, -1] is [0, 2, 3].
    """
    known: tuple[Any, Any] = (None, None)  # The last shape, mostly a constant, and its plain sizes.

    def run(x: Array, shape: Array) -> Array:
        """x in `shape`; InvalidArgumentError if the number of elements differs or a size means nothing."""
        nonlocal known
        last, sizes = known
        if last is not shape:
            sizes = _plain_sizes(shape)
            known = shape, sizes
        if sizes is None:
            return _reshape_with_care(x, listed(shape))
        try:
            return x.reshape(sizes)
        except ValueError:
            raise _reshape_error(x, sizes) from None

    return run


def _plain_sizes(shape: Array) -> list[int] | None:
    """The sizes if numpy takes them as TensorFlow does; else None."""
    sizes = listed(shape)
    return None if min(sizes, default=0) < -1 or (0 in sizes and -1 in sizes) else sizes


def _reshape_with_care(x: Array, sizes: list[int]) -> Array:
    """Infers -1 beside a 0 as TensorFlow does it, or says what is wrong."""
    if min(sizes) < -1 or sizes.count(-1) > 1 or x.size:
        raise _reshape_error(x, sizes)
    return x.reshape(_beside_zero(x.shape, sizes))


def _beside_zero(shape: tuple[int, ...], sizes: list[int]) -> list[int]:
    """The sizes with -1 inferred beside a 0, as TensorFlow does it: from all sizes that are not 0."""
    given = math.prod(length for length in shape if length)
    known = math.prod(length for length in sizes if length > 0)
    return [given // known if length == -1 else length for length in sizes]


def _reshape_error(x: Array, sizes: list[int]) -> InvalidArgumentError:
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
    """A view with dimension i taken from dimension perm[i]; a `perm` that is no permutation is InvalidArgumentError."""
    order = perm.tolist()
    try:
        return x.transpose(order)
    except (ValueError, TypeError):
        raise InvalidArgumentError(
            f"transpose of a rank {x.ndim} tensor expects a permutation of 0..{x.ndim - 1}, not {order}."
        ) from None


@kernel("ExpandDims")
def expand_dims(x: Array, dim: Array) -> Array:
    """A view with a dimension of 1 put in at `dim`, which lies in [-rank - 1, rank]; `dim` may have one element."""
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
    """A view without the named dimensions, all of which must be 1; without names, without all that are 1."""
    try:
        return x.squeeze(squeeze_dims or None)
    except ValueError:
        raise _squeeze_error(x, squeeze_dims) from None


def _squeeze_error(x: Array, axes: tuple[int, ...]) -> InvalidArgumentError:
    for axis in axes:
        place = normal_axis(axis, x.ndim, "Squeeze")
        if x.shape[place] != 1:
            length = x.shape[place]
            return InvalidArgumentError(f"Can not squeeze dim[{place}], expected a dimension of 1, got {length}.")
    return InvalidArgumentError(f"Squeeze: an axis is given twice in {list(axes)}.")


_COPIED = 4096  # Elements: copying so few takes less time than making a view of them.


@kernel("BroadcastTo")
def broadcast_to(x: Array, shape: Array) -> Array:
    """x repeated along dimensions of 1 and new leading ones; never to fewer dimensions.

    The result may be a read-only view.
    """
    sizes = shape.tolist()
    try:
        return np.broadcast_to(x, sizes) if math.prod(sizes) > _COPIED else _filled_with(x, sizes)
    except ValueError:
        raise InvalidArgumentError(
            f"Incompatible shapes: {shape_text(x.shape)} vs. {shape_text(sizes)}: cannot broadcast."
        ) from None


def _filled_with(x: Array, sizes: list[int]) -> Array:
    if x.ndim > len(sizes):
        raise ValueError("numpy would leave out leading axes of size 1")
    full = np.empty(sizes, x.dtype)
    full[...] = x
    return full


@kernel("BroadcastArgs")
def broadcast_args(s0: Array, s1: Array) -> Array:
    """The shape that arrays of two shapes broadcast to, as a vector of their dtype."""
    try:
        return np.array(np.broadcast_shapes(tuple(s0.tolist()), tuple(s1.tolist())), dtype=s0.dtype)
    except ValueError:
        raise InvalidArgumentError(f"Incompatible shapes: {shape_text(s0)} vs. {shape_text(s1)}.") from None


@kernel("BroadcastGradientArgs")
def broadcast_gradient_args(s0: Array, s1: Array) -> tuple[Array, Array]:
    """The axes to sum over so that a gradient of the broadcast shape fits each operand."""
    left, right = s0.tolist(), s1.tolist()
    if left == right:
        return s0[:0], s1[:0]
    full = max(len(left), len(right))
    left, right = [1] * (full - len(left)) + left, [1] * (full - len(right)) + right
    if any(a != b and a != 1 and b != 1 for a, b in zip(left, right, strict=True)):
        raise InvalidArgumentError(f"Incompatible shapes: {shape_text(s0)} vs. {shape_text(s1)}.")
    return _ones(left, s0), _ones(right, s1)


def _ones(sizes: list[int], like: Array) -> Array:
    return np.array([axis for axis, length in enumerate(sizes) if length == 1], dtype=like.dtype)
