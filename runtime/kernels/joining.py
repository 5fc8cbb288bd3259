"""Kernels that join tensors and take them apart."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from runtime.errors import InvalidArgumentError
from runtime.kernels.values import Array, boxed, normal_axis, shape_text
from runtime.registry import kernel


def stacked(values: Sequence[Array], axis: int = 0) -> Array:
    """The values along a new axis; at least one.

    Raises:
        ValueError: their shapes differ.
    """
    first = values[0]
    shape = first.shape
    if not shape and axis in (0, -1) and first.dtype != object:
        return np.array(values, dtype=first.dtype)
    for value in values:
        if value.shape != shape:
            raise ValueError
    if axis or not shape:
        return np.stack(values, axis)
    return np.concatenate(values).reshape((len(values), *shape))


@kernel("ConcatV2")
def concat(*values_and_axis: Array) -> Array:
    """Values of equal rank end to end along an axis; all other sizes must be equal. The axis is the last input."""
    *values, axis = values_and_axis
    try:
        return np.concatenate(values, int(axis))
    except ValueError:
        raise _concat_error(values, int(axis)) from None


@kernel("Concat")
def concat_v1(axis: Array, *values: Array) -> Array:
    """`concat` with the axis as the first input."""
    return concat(*values, axis)


def _concat_error(values: Sequence[Array], axis: int) -> InvalidArgumentError:
    rank = values[0].ndim
    if not -rank <= axis < rank:
        return InvalidArgumentError(
            f"ConcatOp : Expected concatenating dimensions in the range [{-rank}, {rank}), but got {axis}"
        )
    for position, value in enumerate(values):
        if value.ndim != rank:
            return InvalidArgumentError(
                f"ConcatOp : Ranks of all input tensors should match: shape[0] = {shape_text(values[0].shape)} "
                f"vs. shape[{position}] = {shape_text(value.shape)}"
            )
    axis %= rank
    for position, value in enumerate(values):
        for dim, (first, length) in enumerate(zip(values[0].shape, value.shape, strict=True)):
            if dim != axis and first != length:
                return InvalidArgumentError(
                    f"ConcatOp : Dimension {dim} in both shapes must be equal: shape[0] = "
                    f"{shape_text(values[0].shape)} vs. shape[{position}] = {shape_text(value.shape)}"
                )
    return InvalidArgumentError(f"ConcatOp : cannot concatenate {len(values)} values along axis {axis}.")


@kernel("ConcatOffset")
def concat_offset(concat_dim: Array, *shapes: Array) -> tuple[Array, ...]:
    """Where each of the values begins in their concatenation."""
    axis = normal_axis(concat_dim, shapes[0].size, "ConcatOffset")
    offsets, position = [], 0
    for shape in shapes:
        offset = np.zeros_like(shape)
        offset[axis] = position
        position += int(shape[axis])
        offsets.append(offset)
    return tuple(offsets)


@kernel("Pack")
def pack(*values: Array, axis: int) -> Array:
    """Values of one shape side by side along a new dimension at `axis`, which may be negative."""
    try:
        return stacked(values, axis)
    except ValueError:
        raise _pack_error(values, axis) from None


def _pack_error(values: Sequence[Array], axis: int) -> InvalidArgumentError:
    shape = values[0].shape
    for position, value in enumerate(values):
        if value.shape != shape:
            return InvalidArgumentError(
                f"Shapes of all inputs must match: values[0].shape = {shape_text(shape)} != "
                f"values[{position}].shape = {shape_text(value.shape)}"
            )
    rank = len(shape) + 1
    return InvalidArgumentError(f"axis = {axis} not in [{-rank}, {rank})")


@kernel("Unpack")
def unpack(value: Array, *, num: int, axis: int) -> tuple[Array, ...]:
    """The `num` slices of a value along `axis`, without that dimension."""
    position = normal_axis(axis, value.ndim, "Unpack")
    if value.shape[position] != num:
        raise InvalidArgumentError(f"Input shape axis {position} must equal {num}, got shape {shape_text(value.shape)}")
    rows = value if position == 0 else np.moveaxis(value, position, 0)
    return tuple(map(boxed, rows)) if value.dtype == object else tuple(rows)


@kernel("Split")
def split(split_dim: Array, value: Array, *, num_split: int) -> tuple[Array, ...]:
    """`num_split` parts of equal size along an axis, whose length must be a multiple of it."""
    axis = normal_axis(split_dim, value.ndim, "Split")
    length = value.shape[axis]
    if length % num_split:
        raise InvalidArgumentError(
            "Number of ways to split should evenly divide the split dimension, but got split_dim "
            f"{axis} (size = {length}) and num_split {num_split}"
        )
    return _cut(value, axis, [length // num_split] * num_split)


@kernel("SplitV")
def split_v(value: Array, size_splits: Array, split_dim: Array, *, num_split: int) -> tuple[Array, ...]:
    """Parts of the given sizes along an axis, one of which may be -1: what the others leave."""
    axis = normal_axis(split_dim, value.ndim, "SplitV")
    sizes: list[int] = size_splits.tolist()
    length = value.shape[axis]
    known = sum(size for size in sizes if size != -1)
    if sizes.count(-1) == 1 and known <= length:
        sizes[sizes.index(-1)] = length - known
    if any(size < 0 for size in sizes) or sum(sizes) != length:
        raise InvalidArgumentError(
            f"Determined shape must either match input shape along split_dim exactly if fully specified, or be less "
            f"than the size of the input along split_dim if not fully specified.  Got: {known} for {length}"
        )
    return _cut(value, axis, sizes)


def _cut(value: Array, axis: int, sizes: Sequence[int]) -> tuple[Array, ...]:
    before = (slice(None),) * axis
    pieces, start = [], 0
    for size in sizes:
        index = (*before, slice(start, start + size))
        pieces.append(value[index])
        start += size
    return tuple(pieces)


@kernel("Tile")
def tile(x: Array, multiples: Array) -> Array:
    """x repeated multiples[i] times along dimension i; 0 gives an empty dimension."""
    times = multiples.tolist()
    if len(times) != x.ndim:
        raise InvalidArgumentError(
            f"Expected multiples argument to be a vector of length {x.ndim} but got length {len(times)}"
        )
    if any(count < 0 for count in times):
        raise InvalidArgumentError(f"Expected multiples[{times.index(min(times))}] >= 0, but got {min(times)}")
    return np.tile(x, times)
