"""Padding, reversing, rolling, and moving blocks between axes."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.arguments import indices_of
from runtime.constant_value import constant_value
from runtime.dispatch import apply_one, convert_to_tensor
from runtime.scopes import in_name_scope
from runtime.tensor import Tensor

_MODES = ("CONSTANT", "REFLECT", "SYMMETRIC")


def pad(
    tensor: Any, paddings: Any, mode: str = "CONSTANT", constant_values: Any = 0, name: str | None = None
) -> Tensor:
    """A tensor with a border.

    Args:
        tensor: a tensor of rank r.
        paddings: i32[r, 2]: how much goes before and after along each axis.
        mode: "CONSTANT", "REFLECT" (mirrored without the edge) or "SYMMETRIC" (mirrored with it), in any case.
        constant_values: the value of a constant border.
        name: for the operation.

    Raises:
        ValueError: another mode.
        InvalidArgumentError: the paddings do not fit the tensor, or a mirror is larger than what it mirrors.

    >>> pad([1, 2], [[1, 2]]).tolist(), pad([1, 2, 3], [[2, 0]], "REFLECT").tolist()
    ([0, 1, 2, 0, 0], [3, 2, 1, 2, 3])
    """
    value, border, kind = convert_to_tensor(tensor), indices_of(paddings), mode.upper()
    if kind not in _MODES:
        raise ValueError(f"Value of argument `mode` of pad must be one of {', '.join(_MODES)}, not {mode!r}.")
    if kind != "CONSTANT":
        return apply_one("MirrorPad", [value, border], {"mode": kind}, name)
    if isinstance(constant_values, (int, float)) and constant_values == 0:
        return apply_one("Pad", [value, border], None, name)
    filling = convert_to_tensor(constant_values, dtype_hint=value.dtype)
    return apply_one("PadV2", [value, border, filling], None, name)


def reverse(tensor: Any, axis: Any, name: str | None = None) -> Tensor:
    """A tensor with the order along some axes reversed.

    Args:
        tensor: a tensor.
        axis: a list of axes, each at most once.
        name: for the operation.

    Raises:
        InvalidArgumentError: an axis is out of range or given twice.

    >>> reverse([1, 2, 3], [0]).tolist()
    [3, 2, 1]
    """
    return apply_one("ReverseV2", [convert_to_tensor(tensor), _vector(axis)], None, name)


def _vector(value: Any) -> Tensor:
    tensor = indices_of(value)
    if tensor.shape.rank == 0:
        from runtime.ops.array import reshape

        return reshape(tensor, [1])
    return tensor


def reverse_sequence(
    input: Any,
    seq_lengths: Any,
    seq_axis: int | None = None,
    batch_axis: int | None = None,
    name: str | None = None,
) -> Tensor:
    """A batch of sequences, each reversed up to its own length.

    Args:
        input: a tensor.
        seq_lengths: how much of each sequence is reversed.
        seq_axis: the axis along which the sequences run.
        batch_axis: the axis along which they lie, 0 by default.
        name: for the operation.

    Raises:
        InvalidArgumentError: a length is larger than the axis.

    >>> reverse_sequence([[1, 2, 3], [4, 5, 6]], [2, 3], seq_axis=1).tolist()
    [[2, 1, 3], [6, 5, 4]]
    """
    if seq_axis is None:
        raise TypeError("reverse_sequence() needs seq_axis: the axis along which the sequences run.")
    attrs = {"seq_dim": seq_axis, "batch_dim": batch_axis or 0}
    return apply_one("ReverseSequence", [convert_to_tensor(input), indices_of(seq_lengths)], attrs, name)


def roll(input: Any, shift: Any, axis: Any, name: str | None = None) -> Tensor:
    """A tensor whose elements are moved along axes; what leaves at one end comes in at the other.

    Args:
        input: a tensor.
        shift: how far: a number, or one for each axis.
        axis: an axis or a list of axes; repeated axes add up.
        name: for the operation.

    Raises:
        InvalidArgumentError: an axis is out of range.

    >>> roll([1, 2, 3, 4], 1, 0).tolist()
    [4, 1, 2, 3]
    """
    return apply_one("Roll", [convert_to_tensor(input), indices_of(shift), indices_of(axis)], None, name)


def space_to_batch_nd(input: Any, block_shape: Any, paddings: Any, name: str | None = None) -> Tensor:
    """Blocks of the spatial axes 1, 2, … moved into the batch axis 0, after zero padding.

    Args:
        input: f32[batch, *spatial, …].
        block_shape: the size of a block along each spatial axis.
        paddings: i32[spatial, 2].
        name: for the operation.

    Raises:
        InvalidArgumentError: a padded axis is no multiple of its block.

    >>> space_to_batch_nd([[[[1], [2]], [[3], [4]]]], [2, 2], [[0, 0], [0, 0]]).shape
    TensorShape([4, 1, 1, 1])
    """
    inputs = [convert_to_tensor(input), indices_of(block_shape), indices_of(paddings)]
    return apply_one("SpaceToBatchND", inputs, None, name)


def batch_to_space_nd(input: Any, block_shape: Any, crops: Any, name: str | None = None) -> Tensor:
    """The inverse of `space_to_batch_nd`: blocks move from the batch axis back, then the border is cut off.

    Args:
        input: f32[batch, *spatial, …].
        block_shape: the size of a block along each spatial axis.
        crops: i32[spatial, 2].
        name: for the operation.

    Raises:
        InvalidArgumentError: the batch is no multiple of the block's size.

    >>> batch_to_space_nd([[[[1]]], [[[2]]], [[[3]]], [[[4]]]], [2, 2], [[0, 0], [0, 0]]).shape
    TensorShape([1, 2, 2, 1])
    """
    inputs = [convert_to_tensor(input), indices_of(block_shape), indices_of(crops)]
    return apply_one("BatchToSpaceND", inputs, None, name)


space_to_batch = space_to_batch_nd


def batch_to_space(input: Any, block_shape: Any, crops: Any, name: str | None = None) -> Tensor:
    """`batch_to_space_nd`; one number as the block stands for both axes of an image."""
    blocks = [block_shape, block_shape] if isinstance(block_shape, int) else block_shape
    return batch_to_space_nd(input, blocks, crops, name)


def space_to_depth(input: Any, block_size: int, data_format: str = "NHWC", name: str | None = None) -> Tensor:
    """Square blocks of an image moved into its channels.

    Args:
        input: f32[batch, height, width, depth] (in the order of `data_format`).
        block_size: the side of a block.
        data_format: "NHWC" or "NCHW".
        name: for the operation.

    Raises:
        InvalidArgumentError: height or width is no multiple of the block.

    >>> space_to_depth([[[[1], [2]], [[3], [4]]]], 2).tolist()
    [[[[1, 2, 3, 4]]]]
    """
    attrs = {"block_size": block_size, "data_format": data_format}
    return apply_one("SpaceToDepth", [convert_to_tensor(input)], attrs, name)


def depth_to_space(input: Any, block_size: int, data_format: str = "NHWC", name: str | None = None) -> Tensor:
    """The inverse of `space_to_depth`: channels become square blocks of the image.

    Args:
        input: f32[batch, height, width, depth] (in the order of `data_format`).
        block_size: the side of a block.
        data_format: "NHWC" or "NCHW".
        name: for the operation.

    Raises:
        InvalidArgumentError: the depth is no multiple of the block's size.

    >>> depth_to_space([[[[1, 2, 3, 4]]]], 2).tolist()
    [[[[1], [2]], [[3], [4]]]]
    """
    attrs = {"block_size": block_size, "data_format": data_format}
    return apply_one("DepthToSpace", [convert_to_tensor(input)], attrs, name)


@in_name_scope("required_space_to_batch_paddings")
def required_space_to_batch_paddings(
    input_shape: Any, block_shape: Any, base_paddings: Any = None, name: str | None = None
) -> tuple[Tensor, Tensor]:
    """The paddings that make spatial sizes multiples of a block, and the crops that undo them.

    Args:
        input_shape: the spatial sizes, known statically.
        block_shape: the block along each of them.
        base_paddings: paddings that there are anyway, i32[spatial, 2].
        name: for the operations.

    >>> [table.tolist() for table in required_space_to_batch_paddings([5], [2])]
    [[[0, 1]], [[0, 1]]]
    """
    sizes = constant_value(indices_of(input_shape))
    blocks = constant_value(indices_of(block_shape))
    if sizes is None or blocks is None:
        raise ValueError("required_space_to_batch_paddings() needs shapes that are known statically.")
    base = np.zeros((len(blocks), 2), np.int32) if base_paddings is None else np.asarray(base_paddings, np.int32)
    extra = -(sizes + base.sum(1)) % blocks
    paddings = base + np.stack([np.zeros_like(extra), extra], 1)
    crops = np.stack([np.zeros_like(extra), extra], 1)
    return convert_to_tensor(paddings.astype(np.int32)), convert_to_tensor(crops.astype(np.int32))
