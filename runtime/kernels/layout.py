"""Kernels that pad, reverse, roll and move blocks of a tensor."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.errors import InvalidArgumentError
from runtime.kernels.values import Array, normal_axis, shape_text
from runtime.registry import kernel


def _borders(x: Array, paddings: Array) -> list[tuple[int, int]]:
    if paddings.shape != (x.ndim, 2):
        raise InvalidArgumentError(
            f"The first dimension of paddings must be the rank of inputs[{x.ndim}] and the second 2, "
            f"got paddings of shape {shape_text(paddings.shape)}"
        )
    if (paddings < 0).any():
        raise InvalidArgumentError(f"Paddings must be non-negative: {paddings.tolist()}")
    return [(before, after) for before, after in paddings.tolist()]


def _zero_of(x: Array) -> Any:
    return b"" if x.dtype == object else x.dtype.type(0)


@kernel("Pad")
def pad(x: Array, paddings: Array) -> Array:
    """`pad_v2` with zeros (empty strings, False)."""
    return pad_v2(x, paddings, _zero_of(x))


@kernel("PadV2")
def pad_v2(x: Array, paddings: Array, constant_values: Any) -> Array:
    """x with paddings[i, 0] values before and paddings[i, 1] behind dimension i; InvalidArgumentError if negative."""
    borders = _borders(x, paddings)
    padded = np.full(
        [before + length + after for (before, after), length in zip(borders, x.shape, strict=True)],
        constant_values,
        dtype=x.dtype,
    )
    padded[tuple(slice(before, before + length) for (before, _), length in zip(borders, x.shape, strict=True))] = x
    return padded


@kernel("MirrorPad")
def mirror_pad(x: Array, paddings: Array, *, mode: str | bytes) -> Array:
    """As `pad`, with the values next to the border in reverse: "REFLECT" without the outermost, "SYMMETRIC" with it.

    So many values must be there: up to size - 1 with "REFLECT", up to size with "SYMMETRIC".
    """
    return x[_mirror_index(x.shape, _borders(x, paddings), _mode_name(mode))]


@kernel("MirrorPadGrad")
def mirror_pad_grad(gradient: Array, paddings: Array, *, mode: str | bytes) -> Array:
    """Adds what the mirrored border received to the elements that it mirrors."""
    borders = _borders(gradient, paddings)
    inner = [length - before - after for (before, after), length in zip(borders, gradient.shape, strict=True)]
    total = np.zeros(inner, gradient.dtype)
    np.add.at(total, _mirror_index(tuple(inner), borders, _mode_name(mode)), gradient)
    return total


def _mode_name(mode: str | bytes) -> str:
    return mode.decode() if isinstance(mode, bytes) else mode


def _mirror_index(shape: tuple[int, ...], borders: list[tuple[int, int]], mode: str) -> tuple[Array, ...]:
    """For each axis the source positions of the padded tensor, ready to index with."""
    offset = 1 if mode == "REFLECT" else 0
    sources = []
    for length, (before, after) in zip(shape, borders, strict=True):
        if max(before, after) > length - offset:
            raise InvalidArgumentError(
                f"paddings must be no greater than the dimension size{' - 1' if offset else ''} in mode {mode}: "
                f"{before}, {after} greater than {length - offset}"
            )
        positions = np.arange(length)
        left = positions[offset : before + offset][::-1]
        right = positions[length - after - offset : length - offset][::-1]
        sources.append(np.concatenate([left, positions, right]))
    return np.ix_(*sources)


@kernel("ReverseV2")
def reverse(x: Array, axis: Array) -> Array:
    """A view of x, backwards along the named dimensions, each of which may come once."""
    axes = [normal_axis(position, x.ndim, "ReverseV2") for position in axis.tolist()]
    if len(set(axes)) != len(axes):
        raise InvalidArgumentError(f"axis {axes} specified more than once.")
    return x[tuple(slice(None, None, -1) if position in axes else slice(None) for position in range(x.ndim))]


@kernel("ReverseSequence")
def reverse_sequence(x: Array, seq_lengths: Array, *, seq_dim: int, batch_dim: int) -> Array:
    """Reverses the first `seq_lengths[i]` elements along `seq_dim` of each slice i along `batch_dim`."""
    steps, rows = x.shape[seq_dim], x.shape[batch_dim]
    if seq_lengths.shape != (rows,):
        raise InvalidArgumentError(
            f"Length of seq_lengths != input.dims({batch_dim}), ({shape_text(seq_lengths.shape)} vs. {rows})"
        )
    if rows and not (seq_lengths.min() >= 0 and seq_lengths.max() <= steps):
        raise InvalidArgumentError(
            f"seq_lengths must be in [0, {steps}], the size of dimension {seq_dim}: {seq_lengths.tolist()}"
        )
    position = np.arange(steps)
    ends = seq_lengths[:, None]
    source = np.where(position < ends, ends - 1 - position, position)  # [batch, time]
    by_time = np.moveaxis(x, (batch_dim, seq_dim), (0, 1))
    return np.moveaxis(by_time[np.arange(rows)[:, None], source], (0, 1), (batch_dim, seq_dim))


@kernel("Roll")
def roll(x: Array, shift: Array, axis: Array) -> Array:
    """x moved by shift[i] along axis[i]; what leaves at the end comes back at the start, shifts of one axis add up."""
    if shift.size != axis.size:
        raise InvalidArgumentError(
            f"shift and axis must have the same size, got {shape_text(shift.shape)} and {shape_text(axis.shape)}"
        )
    axes = [normal_axis(position, x.ndim, "Roll") for position in np.reshape(axis, -1).tolist()]
    return np.roll(x, tuple(np.reshape(shift, -1).tolist()), tuple(axes))


@kernel("SpaceToBatchND")
def space_to_batch_nd(x: Array, block_shape: Array, paddings: Array) -> Array:
    """Blocks of the padded dimensions behind the batch, spread over the batch dimension, where the batch runs fastest.

    Sizes must be multiples of `block_shape` once they are padded.
    """
    blocks = block_shape.tolist()
    count = len(blocks)
    untouched = x.ndim - 1 - count
    border = np.concatenate([np.zeros((1, 2), np.int64), paddings, np.zeros((untouched, 2), np.int64)])
    padded = pad(x, border)
    batch, spatial, rest = padded.shape[0], padded.shape[1 : 1 + count], padded.shape[1 + count :]
    for length, block in zip(spatial, blocks, strict=True):
        if block < 1 or length % block:
            raise InvalidArgumentError(
                f"padded_shape={shape_text(spatial)} is not divisible by block_shape={shape_text(blocks)}"
            )
    split = [part for length, block in zip(spatial, blocks, strict=True) for part in (length // block, block)]
    tiles = padded.reshape([batch, *split, *rest])
    inner, outer = range(2, 2 * count + 1, 2), range(1, 2 * count + 1, 2)
    order = [*inner, 0, *outer, *range(2 * count + 1, tiles.ndim)]
    sizes = [length // block for length, block in zip(spatial, blocks, strict=True)]
    return tiles.transpose(order).reshape([batch * int(np.prod(blocks)), *sizes, *rest])


@kernel("BatchToSpaceND")
def batch_to_space_nd(x: Array, block_shape: Array, crops: Array) -> Array:
    """The inverse of `space_to_batch_nd`; `crops` are cut off where that has padded."""
    blocks = block_shape.tolist()
    count, volume = len(blocks), int(np.prod(blocks))
    if x.shape[0] % volume:
        raise InvalidArgumentError(
            f"Input batch dimension ({x.shape[0]}) is not divisible by product of block sizes ({volume})"
        )
    batch, spatial, rest = x.shape[0] // volume, x.shape[1 : 1 + count], x.shape[1 + count :]
    tiles = x.reshape([*blocks, batch, *spatial, *rest])
    pairs = [axis for i in range(count) for axis in (count + 1 + i, i)]
    merged = tiles.transpose([count, *pairs, *range(2 * count + 1, tiles.ndim)])
    sizes = [length * block for length, block in zip(spatial, blocks, strict=True)]
    whole = merged.reshape([batch, *sizes, *rest])
    if (crops < 0).any() or any(first + last > size for (first, last), size in zip(crops.tolist(), sizes, strict=True)):
        raise InvalidArgumentError(
            f"crops must be non-negative and leave a size that is, got {crops.tolist()} for sizes {shape_text(sizes)}"
        )
    window = [slice(first, size - last) for (first, last), size in zip(crops.tolist(), sizes, strict=True)]
    index = (slice(None), *window)
    return whole[index]


@kernel("SpaceToBatch")
def space_to_batch(x: Array, paddings: Array, *, block_size: int) -> Array:
    """`space_to_batch_nd` with square blocks of height and width."""
    return space_to_batch_nd(x, np.array([block_size, block_size]), paddings)


@kernel("BatchToSpace")
def batch_to_space(x: Array, crops: Array, *, block_size: int) -> Array:
    """`batch_to_space_nd` with square blocks of height and width."""
    return batch_to_space_nd(x, np.array([block_size, block_size]), crops)


def _to_nhwc(x: Array, data_format: str | bytes) -> tuple[Array, bool]:
    """The tensor with channels last, and whether the result must be turned back."""
    name = _mode_name(data_format)
    if name not in ("NHWC", "NCHW"):
        raise InvalidArgumentError(f"data_format {name} is not supported here: use NHWC or NCHW.")
    return (x, False) if name == "NHWC" else (x.transpose(0, 2, 3, 1), True)


@kernel("SpaceToDepth")
def space_to_depth(x: Array, *, block_size: int, data_format: str | bytes) -> Array:
    """Square blocks of height and width moved into the channels, row by row, each pixel's channels together."""
    nhwc, turned = _to_nhwc(x, data_format)
    batch, height, width, depth = nhwc.shape
    if height % block_size or width % block_size:
        raise InvalidArgumentError(
            f"Image height {height} and width {width} should be divisible by block_size: {block_size}"
        )
    tiles = nhwc.reshape(batch, height // block_size, block_size, width // block_size, block_size, depth)
    out = tiles.transpose(0, 1, 3, 2, 4, 5).reshape(batch, height // block_size, width // block_size, -1)
    return out.transpose(0, 3, 1, 2) if turned else out


@kernel("DepthToSpace")
def depth_to_space(x: Array, *, block_size: int, data_format: str | bytes) -> Array:
    """The inverse of `space_to_depth`: channels laid out as square blocks of pixels."""
    nhwc, turned = _to_nhwc(x, data_format)
    batch, height, width, depth = nhwc.shape
    if depth % block_size**2:
        raise InvalidArgumentError(f"Input depth dimension {depth} should be divisible by: {block_size**2}")
    tiles = nhwc.reshape(batch, height, width, block_size, block_size, depth // block_size**2)
    out = tiles.transpose(0, 1, 3, 2, 4, 5).reshape(batch, height * block_size, width * block_size, -1)
    return out.transpose(0, 3, 1, 2) if turned else out
