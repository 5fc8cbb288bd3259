"""Slices, their gradient, and writing into a slice of a copy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.errors import InvalidArgumentError
from runtime.kernels.values import Array, boxed, shape_text
from runtime.registry import kernel, kernel_maker


def slice_index(
    begin: Array,
    end: Array,
    strides: Array,
    begin_mask: int,
    end_mask: int,
    ellipsis_mask: int,
    new_axis_mask: int,
    shrink_axis_mask: int,
) -> tuple[Any, ...]:
    """A StridedSlice as the index that numpy takes: both clamp, count from the end and step alike."""
    index: list[Any] = []
    bit = 1
    for first, last, step in zip(begin.tolist(), end.tolist(), strides.tolist(), strict=True):
        if ellipsis_mask & bit:
            index.append(Ellipsis)
        elif new_axis_mask & bit:
            index.append(None)
        elif shrink_axis_mask & bit:
            index.append(first)
        else:
            index.append(slice(None if begin_mask & bit else first, None if end_mask & bit else last, step))
        bit <<= 1
    return tuple(index)


@kernel_maker("StridedSlice")
def strided_slice(
    *, begin_mask: int, end_mask: int, ellipsis_mask: int, new_axis_mask: int, shrink_axis_mask: int
) -> Callable[[Array, Array, Array, Array], Array]:
    """A view of x: begin:end:stride for each dimension, as masks change it (bit i for entry i).

    begin_mask and end_mask leave a bound open, ellipsis_mask stands for as many whole dimensions as are missing,
    new_axis_mask adds a dimension of 1, shrink_axis_mask takes a single index, which must lie inside. Bounds are cut
    off as Python does.
    """
    masks = (begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask)
    if masks == (0, 0, 0, 0, 1):
        return _one_element
    known: tuple[Any, Any, Any, Any] = (None, None, None, ())  # The last bounds, mostly constants, and their index.

    def run(x: Array, begin: Array, end: Array, strides: Array) -> Array:
        """The slice of x by three vectors of one length."""
        nonlocal known
        first, last, step, index = known
        if first is not begin or last is not end or step is not strides:
            index = slice_index(begin, end, strides, *masks)
            known = begin, end, strides, index
        try:
            return x[index] if x.dtype != object else boxed(x[index])
        except (IndexError, ValueError):
            raise slice_error(x.shape, index) from None

    return run


def _one_element(x: Array, begin: Array, end: Array, strides: Array) -> Array:
    """`x[i]`, by far the most frequent slice; there may be slices of further axes behind."""
    index = begin[0] if begin.size == 1 else slice_index(begin, end, strides, 0, 0, 0, 0, 1)
    try:
        return x[index] if x.dtype != object else boxed(x[index])
    except (IndexError, ValueError):
        raise slice_error(x.shape, slice_index(begin, end, strides, 0, 0, 0, 0, 1)) from None


def slice_error(shape: tuple[int, ...], index: tuple[Any, ...]) -> InvalidArgumentError:
    """Why `index` does not fit a tensor of `shape`."""
    named = [entry for entry in index if entry is not None]
    if len([entry for entry in named if entry is not Ellipsis]) > len(shape):
        return InvalidArgumentError(
            f"Index out of range using input dim {len(shape)}; input has only {len(shape)} dims, shape "
            f"{shape_text(shape)}, and {len(named)} indices were given."
        )
    if any(isinstance(entry, slice) and entry.step == 0 for entry in named):
        return InvalidArgumentError("strides must be non-zero in every slice.")
    if Ellipsis in named:
        gap = named.index(Ellipsis)
        named[gap : gap + 1] = [slice(None)] * (len(shape) - len(named) + 1)
    for axis, entry in enumerate(named):
        if isinstance(entry, int) and not -shape[axis] <= entry < shape[axis]:
            return InvalidArgumentError(
                f"slice index {entry} of dimension {axis} out of bounds: the tensor has shape {shape_text(shape)}."
            )
    return InvalidArgumentError(f"Multiple ellipses in slice spec not allowed: {index}.")


@kernel("StridedSliceGrad")
def strided_slice_grad(
    shape: Array,
    begin: Array,
    end: Array,
    strides: Array,
    dy: Array,
    *,
    begin_mask: int,
    end_mask: int,
    ellipsis_mask: int,
    new_axis_mask: int,
    shrink_axis_mask: int,
) -> Array:
    """Zeros in `shape` with dy where a slice came from."""
    index = slice_index(begin, end, strides, begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask)
    gradient = np.zeros(shape.tolist(), dy.dtype)
    gradient[index] = dy
    return gradient


@kernel("TensorStridedSliceUpdate")
def tensor_strided_slice_update(
    x: Array,
    begin: Array,
    end: Array,
    strides: Array,
    value: Array,
    *,
    begin_mask: int,
    end_mask: int,
    ellipsis_mask: int,
    new_axis_mask: int,
    shrink_axis_mask: int,
) -> Array:
    """A copy of x in which a slice is set to a value that broadcasts to it."""
    index = slice_index(begin, end, strides, begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask)
    return updated(x, index, value)


def updated(x: Array, index: tuple[Any, ...], value: Array) -> Array:
    """A copy of `x` with `value`, broadcast, in the place that `index` selects."""
    copy = np.array(x)
    try:
        copy[index] = value
    except IndexError:
        raise slice_error(x.shape, index) from None
    except ValueError:
        raise InvalidArgumentError(
            f"Cannot assign a value of shape {shape_text(value.shape)} to a slice of shape "
            f"{shape_text(np.shape(copy[index]))}: it does not broadcast."
        ) from None
    return copy


@kernel("Slice")
def slice_(x: Array, begin: Array, size: Array) -> Array:
    """A view of x from `begin` on, `size` long in each dimension; -1 is all the rest. Nothing may lie outside."""
    starts, sizes = begin.tolist(), size.tolist()
    if len(starts) != x.ndim or len(sizes) != x.ndim:
        raise InvalidArgumentError(
            f"Expected begin and size arguments to be 1-D tensors of size {x.ndim}, but got shapes "
            f"{shape_text(begin.shape)} and {shape_text(size.shape)} instead."
        )
    index = []
    for axis, (start, count, length) in enumerate(zip(starts, sizes, x.shape, strict=True)):
        stop = length if count == -1 else start + count
        if not 0 <= start <= length:
            raise InvalidArgumentError(f"Expected begin[{axis}] in [0, {length}], but got {start}")
        if not start <= stop <= length:
            raise InvalidArgumentError(f"Expected size[{axis}] in [0, {length - start}], but got {count}")
        index.append(slice(start, stop))
    return x[tuple(index)]
