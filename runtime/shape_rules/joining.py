"""Shapes of tensors joined and taken apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from runtime.registry import shape_rule
from runtime.shape_rules.dims import Dim, lift, normal_axis, replaced, static_int, static_list, total, vector_length
from runtime.shapes import UNKNOWN, TensorShape, unknown_shape

if TYPE_CHECKING:
    from runtime.graph import Operation
    from runtime.tensor import Tensor

Shapes = Sequence[TensorShape]


@shape_rule("ConcatV2")
def concat(op: Operation) -> Shapes:
    """As the values, with their sizes along the axis (the last input) added up."""
    return [_concat(op.inputs[:-1], op.inputs[-1])]


@shape_rule("Concat")
def concat_v1(op: Operation) -> Shapes:
    """As the values, with their sizes along the axis (the first input) added up."""
    return [_concat(op.inputs[1:], op.inputs[0])]


def _concat(values: Sequence[Tensor], axis_tensor: Tensor) -> TensorShape:
    known = [value.shape for value in values if value.shape.rank is not None]
    if not known:
        return UNKNOWN
    rank = known[0].rank or 0
    axis = static_int(axis_tensor)
    if any(shape.rank != rank for shape in known):
        raise ValueError(f"ConcatOp : Ranks of all input tensors should match: {', '.join(map(str, known))}")
    if axis is None:
        return unknown_shape(rank)
    place = normal_axis(axis, rank, "ConcatOp")
    merged = unknown_shape(rank)
    for shape in known:
        merged = merged.merge_with(replaced(shape, place, None))
    return replaced(merged, place, total(v.shape[place] for v in values))


@shape_rule("ConcatOffset")
def concat_offset(op: Operation) -> Shapes:
    """A vector as long as each shape."""
    return [tensor.shape for tensor in op.inputs[1:]]


@shape_rule("Pack")
def pack(op: Operation) -> Shapes:
    """What is known of all values together, with their number put in at the axis."""
    shape = UNKNOWN
    for position, tensor in enumerate(op.inputs):
        if not shape.is_compatible_with(tensor.shape):
            raise ValueError(
                f"Shapes of all inputs must match: values[0].shape = {shape} != values[{position}].shape = "
                f"{tensor.shape}"
            )
        shape = shape.merge_with(tensor.shape)
    if shape.dims is None:
        return [UNKNOWN]
    place = normal_axis(op.attrs["axis"], len(shape.dims) + 1, "Pack")
    return [TensorShape([*shape.dims[:place], len(op.inputs), *shape.dims[place:]])]


@shape_rule("Unpack")
def unpack(op: Operation) -> Shapes:
    """The sizes without the axis, for each output; ValueError if the axis has another length than `num`."""
    dims, count = op.inputs[0].shape.dims, op.attrs["num"]
    if dims is None:
        return [UNKNOWN] * count
    place = normal_axis(op.attrs["axis"], len(dims), "Unpack")
    if dims[place] not in (None, count):
        raise ValueError(f"Dimension must be {count} but is {dims[place]}: axis {place} of {op.inputs[0].shape}.")
    return [TensorShape([*dims[:place], *dims[place + 1 :]])] * count


@shape_rule("Split")
def split(op: Operation) -> Shapes:
    """The sizes with the axis divided, for each output; ValueError if it does not divide evenly."""
    shape, axis, count = op.inputs[1].shape, static_int(op.inputs[0]), op.attrs["num_split"]
    if shape.rank is None or axis is None:
        return [unknown_shape(shape.rank)] * count
    place = normal_axis(axis, shape.rank, "Split")
    length = shape[place]
    if length is not None and length % count:
        raise ValueError(
            "Number of ways to split should evenly divide the split dimension, but got split_dim "
            f"{place} (size = {length}) and num_split {count}"
        )
    return [replaced(shape, place, None if length is None else length // count)] * count


@shape_rule("SplitV")
def split_v(op: Operation) -> Shapes:
    """The sizes with each of the given lengths along the axis; a -1 is what the others leave."""
    shape, axis, count = op.inputs[0].shape, static_int(op.inputs[2]), op.attrs["num_split"]
    if shape.rank is None or axis is None:
        return [unknown_shape(shape.rank)] * count
    place = normal_axis(axis, shape.rank, "SplitV")
    sizes: list[Dim] = static_list(op.inputs[1]) or [None] * count
    if -1 in sizes:
        rest = sum(size for size in sizes if size is not None and size >= 0)
        missing = lift(lambda length: length - rest, shape[place])
        sizes = [missing if size == -1 else size for size in sizes]
    return [replaced(shape, place, size) for size in sizes]


@shape_rule("Tile")
def tile(op: Operation) -> Shapes:
    """Each size times its multiple."""
    dims, times = op.inputs[0].shape.dims, static_list(op.inputs[1])
    if dims is None:
        return [unknown_shape(vector_length(op.inputs[1]))]
    if times is None:
        return [unknown_shape(len(dims))]
    if len(times) != len(dims):
        raise ValueError(
            f"Expected multiples argument to be a vector of length {len(dims)} but got length {len(times)}"
        )
    return [TensorShape([None if dim is None else dim * count for dim, count in zip(dims, times, strict=True)])]
