"""Reductions over axes, positions of extremes, and running sums.

numpy would widen small integers (`sum` of int32 is int64); here every reduction keeps the dtype of its input and wraps.
The 16-bit floating types are accumulated in float32.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.dtypes import DType
from runtime.errors import InvalidArgumentError
from runtime.kernels.values import Array, normal_axis
from runtime.registry import kernel, kernel_maker

Reduction = Callable[[Array, Array], Any]
Axes = int | tuple[int, ...]

_add: np.ufunc = np.add
_maximum: np.ufunc = np.maximum


def axes_of(x: Array, axes: Array) -> Axes:
    """An axes input as numpy takes it: one number, or a tuple of them (an empty one reduces nothing).

    Raises:
        InvalidArgumentError: `x` is a scalar, and not of no axes: numpy would let it pass.
    """
    values: Any = axes.tolist()
    if not x.ndim and axes.size:
        raise InvalidArgumentError(f"Invalid reduction dimension ({values} for input with 0 dimension(s))")
    return tuple(values) if type(values) is list else values


def is_half(dtype: DType) -> bool:
    """Whether the type is one of the 16-bit floating types."""
    return dtype.is_floating and dtype.size == 2


def _fold(ufunc: np.ufunc) -> Callable[..., Reduction]:
    """A reduction by a ufunc with an identity."""

    def make(*, T: DType, keep_dims: bool) -> Reduction:
        """The kernel for one type."""
        dtype = np.dtype(T.as_numpy_dtype)
        if is_half(T):
            return lambda x, axes: ufunc.reduce(x, axes_of(x, axes), np.float32, keepdims=keep_dims).astype(dtype)
        return lambda x, axes: ufunc.reduce(x, axes_of(x, axes), dtype, keepdims=keep_dims)

    return make


def _extreme(ufunc: np.ufunc, least: Callable[[DType], Any]) -> Callable[..., Reduction]:
    """A reduction by a ufunc without an identity: nothing at all reduces to `least`."""

    def make(*, T: DType, keep_dims: bool) -> Reduction:
        """The kernel for one type, with the value of an empty reduction."""
        initial = T.as_numpy_dtype(least(T))

        def reduce(x: Array, axes: Array) -> Any:
            """NaN if there is one among the elements."""
            if x.size:
                return ufunc.reduce(x, axes_of(x, axes), keepdims=keep_dims)
            return ufunc.reduce(x, axes_of(x, axes), keepdims=keep_dims, initial=initial)

        return reduce

    return make


def _truth(ufunc: np.ufunc) -> Callable[..., Reduction]:
    def make(*, keep_dims: bool) -> Reduction:
        """The kernel: All of nothing is True, Any of nothing False."""
        return lambda x, axes: ufunc.reduce(x, axes_of(x, axes), keepdims=keep_dims)

    return make


def lowest(dtype: DType) -> Any:
    """What no value of the type is below."""
    return -np.inf if dtype.is_floating else dtype.min


def highest(dtype: DType) -> Any:
    """What no value of the type is above."""
    return np.inf if dtype.is_floating else dtype.max


kernel_maker("All")(_truth(np.logical_and))
kernel_maker("Any")(_truth(np.logical_or))
kernel_maker("Max")(_extreme(np.maximum, lowest))
kernel_maker("Min")(_extreme(np.minimum, highest))
kernel_maker("Prod")(_fold(np.multiply))
kernel_maker("Sum")(_fold(np.add))


@kernel_maker("Mean")
def mean(*, T: DType, keep_dims: bool) -> Reduction:
    """Integers are summed in 64 bits, and the quotient is cut off; the mean of nothing is NaN (0 for integers)."""
    dtype = np.dtype(T.as_numpy_dtype)
    wide = np.dtype(np.float32) if is_half(T) else np.dtype(np.int64) if T.is_integer else dtype

    def reduce(x: Array, axes: Array) -> Any:
        """The sum in the working type over the number of elements that went into each."""
        total = _add.reduce(x, axes_of(x, axes), wide, keepdims=keep_dims)
        return total / wide.type(x.size // total.size if total.size else 1)

    if not T.is_integer:
        return (lambda x, axes: reduce(x, axes).astype(dtype)) if is_half(T) else reduce
    return lambda x, axes: reduce(x, axes).astype(dtype) if x.size else _nothing(x, axes, keep_dims)


def _nothing(x: Array, axes: Array, keep_dims: bool) -> Any:
    """The sum of no elements."""
    return _add.reduce(x, axes_of(x, axes), x.dtype, keepdims=keep_dims)


@kernel("EuclideanNorm")
def euclidean_norm(x: Array, axes: Array, *, keep_dims: bool) -> Any:
    """sqrt(sum(|x|**2))."""
    squares = np.square(np.absolute(x))
    total = _add.reduce(squares, axes_of(x, axes), squares.dtype, keepdims=keep_dims)
    return np.sqrt(total).astype(x.dtype, copy=False)


# --- Positions of extremes -----------------------------------------------------------------------------------------


def _position(find: Callable[..., Any], worst: Callable[[DType], Any]) -> Callable[..., Reduction]:
    """The first position of an extreme along one axis; NaN is never one, unlike in numpy."""

    def make(*, T: DType, output_type: DType) -> Reduction:
        """The kernel for one type."""
        loser = worst(T)

        def search(x: Array, axis: Array) -> Any:
            """A position for each row along the axis; where all are NaN, the first. An empty axis is an error."""
            along = normal_axis(axis, x.ndim, find.__name__)
            if not x.shape[along]:
                raise InvalidArgumentError(f"Reduction axis {along} is empty in shape {list(x.shape)}.")
            if T.is_floating and x.size and np.isnan(_maximum.reduce(x, None)):
                x = np.where(np.isnan(x), x.dtype.type(loser), x)
            return find(x, axis=along).astype(output_type.as_numpy_dtype)

        return search

    return make


kernel_maker("ArgMax")(_position(np.argmax, lowest))
kernel_maker("ArgMin")(_position(np.argmin, highest))


# --- Running reductions --------------------------------------------------------------------------------------------


def _scan(ufunc: np.ufunc, identity: Callable[[DType], Any]) -> Callable[..., Reduction]:
    """Running reductions along one axis, backwards with `reverse`, each without its own element with `exclusive`."""

    def make(*, T: DType, exclusive: bool, reverse: bool) -> Reduction:
        """The kernel for one type, with the value that an exclusive scan starts with."""
        start = T.as_numpy_dtype(identity(T))

        def scan(x: Array, axis: Array) -> Any:
            """The running results along an axis, in the shape and dtype of x."""
            along = normal_axis(axis, x.ndim, "a running reduction")
            x = np.flip(x, along) if reverse else x
            out = ufunc.accumulate(x, along, x.dtype)
            out = _shifted(out, along, start) if exclusive else out
            return np.flip(out, along) if reverse else out

        return scan

    return make


def _shifted(x: Array, axis: int, start: Any) -> Any:
    """`x` moved by one along an axis, behind `start`."""
    out = np.empty_like(x)
    rows, shifted = np.moveaxis(x, axis, 0), np.moveaxis(out, axis, 0)
    shifted[:1] = start
    shifted[1:] = rows[:-1]
    return out


kernel_maker("Cumprod")(_scan(np.multiply, lambda dtype: 1))
kernel_maker("Cumsum")(_scan(np.add, lambda dtype: 0))
kernel_maker("CumulativeLogsumexp")(_scan(np.logaddexp, lambda dtype: -np.inf))
