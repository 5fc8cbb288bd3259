"""Tensors joined to one, and one taken apart."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.arguments import all_outputs, indices_of, named, tensors_of
from runtime.dispatch import apply_one, convert_to_tensor, current_graph, is_tensor
from runtime.scopes import in_name_scope
from runtime.tensor import Tensor


def concat(values: Any, axis: Any, name: str | None = "concat") -> Tensor:
    """Tensors joined along an axis that they have.

    Args:
        values: tensors of one dtype, whose shapes differ along `axis` at most.
        axis: in [-rank, rank).
        name: for the operation.

    Raises:
        InvalidArgumentError: the shapes do not go together, or the axis is out of range.

    >>> concat([[1, 2], [3]], 0).tolist()
    [1, 2, 3]
    """
    if hasattr(values, "_as_tensor"):
        return _rows_joined(convert_to_tensor(values), int(axis), name)
    tensors = tensors_of(values)
    if len(tensors) == 1:
        return _alone(tensors[0], axis, name=name)
    if not tensors:
        raise ValueError("concat() needs at least one tensor.")
    return apply_one("ConcatV2", [*tensors, indices_of(axis)], None, name)


@in_name_scope("concat")
def _alone(tensor: Tensor, axis: Any, name: str | None) -> Tensor:
    from runtime.ops.array import identity

    named(indices_of(axis), "concat_dim")
    return identity(tensor, "concat")


def stack(values: Any, axis: int = 0, name: str | None = "stack") -> Tensor:
    """Tensors of one shape joined along a new axis.

    Args:
        values: tensors of one dtype and shape, of rank r; or one tensor, whose rows they are.
        axis: the place of the new axis, in [-r - 1, r].
        name: for the operation.

    Raises:
        InvalidArgumentError: the shapes differ.

    >>> stack([[1, 2], [3, 4]], axis=1).tolist()
    [[1, 3], [2, 4]]
    """
    if isinstance(values, Tensor) or hasattr(values, "_as_tensor"):
        return _rows_along(convert_to_tensor(values), int(axis), name)
    if int(axis) == 0 and current_graph() is not None:
        packed = _packed(list(values), name)
        if packed is not None:
            return packed
    tensors = tensors_of(values)
    if not tensors:
        raise ValueError("stack() needs at least one tensor: the shape of no elements is not known.")
    return apply_one("Pack", tensors, {"axis": int(axis)}, name)


def _packed(values: list[Any], name: str | None) -> Tensor | None:
    """The values as TensorFlow converts a list: a constant if all of them are; None if that is not possible here."""
    if values and all(isinstance(value, bool | int | float | str) for value in values):
        return convert_to_tensor(values, name=name or "stack")
    if not any(map(is_tensor, values)):
        return None
    tensors = tensors_of(values)
    if any(hasattr(tensor, "_apply_op") for tensor in tensors):
        return None
    op = current_graph().add_operand(tensors, tensors[0].dtype).op  # type: ignore[union-attr]
    op.graph.settled(op, name or "stack")
    return op.outputs[0]


def _rows_along(tensor: Tensor, axis: int, name: str | None) -> Tensor:
    """A tensor with its first axis moved to `axis`."""
    from runtime.ops.array import identity, transpose

    if axis == 0:
        return identity(tensor, name)
    if tensor.shape.rank is None:
        raise ValueError(f"stack(axis={axis}) of a tensor needs its rank, which is not known.")
    order = list(range(1, tensor.shape.rank))
    order.insert(axis if axis >= 0 else axis + tensor.shape.rank, 0)
    return transpose(tensor, order, name=name)


def _rows_joined(tensor: Tensor, axis: int, name: str | None) -> Tensor:
    """The rows of a tensor joined along their axis `axis`."""
    from runtime.ops.array import reshape, shape

    if tensor.shape.rank is None:
        raise ValueError("concat() of a list of run-time length needs the rank of its items, which is not known.")
    axis = axis if axis >= 0 else axis + tensor.shape.rank - 1
    moved = _rows_along(tensor, axis, None)
    sizes = shape(moved)
    return reshape(moved, concat([sizes[:axis], [-1], sizes[axis + 2 :]], 0), name=name)


def unstack(value: Any, num: int | None = None, axis: int = 0, name: str | None = "unstack") -> list[Tensor]:
    """The slices of a tensor along an axis, without it.

    Args:
        value: a tensor.
        num: how many there are, if the static shape does not say.
        axis: in [-rank, rank).
        name: for the operation.

    Returns:
        A list of `num` tensors.

    Raises:
        ValueError: the number is not known.

    >>> [row.tolist() for row in unstack([[1, 2], [3, 4]])]
    [[1, 2], [3, 4]]
    """
    tensor = convert_to_tensor(value)
    if num is None:
        if tensor.shape.rank is not None and not -tensor.shape.rank <= axis < tensor.shape.rank:
            raise ValueError(f"Argument `axis` = {axis} not in range [{-tensor.shape.rank}, {tensor.shape.rank})")
        num = None if tensor.shape.rank is None else tensor.shape[axis]
    if num is None:
        raise ValueError(f"Cannot infer argument `num` from shape {tensor.shape}: give the number of slices.")
    return all_outputs("Unpack", [tensor], {"num": num, "axis": axis}, name)


def split(
    value: Any, num_or_size_splits: Any, axis: Any = 0, num: int | None = None, name: str | None = "split"
) -> list[Tensor]:
    """A tensor cut along an axis.

    Args:
        value: the tensor.
        num_or_size_splits: the number of equal parts, or the sizes of the parts, one of which may be -1.
        axis: in [-rank, rank).
        num: how many sizes there are, if they are a tensor of unknown length.
        name: for the operation.

    Raises:
        InvalidArgumentError: the axis cannot be cut in this way.

    >>> [part.tolist() for part in split([1, 2, 3, 4, 5], [2, -1])]
    [[1, 2], [3, 4, 5]]
    """
    tensor = convert_to_tensor(value)
    if isinstance(num_or_size_splits, (int, np.integer)):
        attrs = {"num_split": int(num_or_size_splits)}
        return all_outputs("Split", [indices_of(axis), tensor], attrs, name)
    sizes = named(indices_of(num_or_size_splits), "Const")
    if sizes.shape.rank == 0:
        raise ValueError("A number of splits is a Python int; as a tensor, give the size of each part.")
    count = num if num is not None else sizes.shape[0]
    if count is None:
        raise ValueError("Cannot infer the number of parts from a tensor of sizes of unknown length: give `num`.")
    return all_outputs("SplitV", [tensor, sizes, indices_of(axis)], {"num_split": count}, name)


def tile(input: Any, multiples: Any, name: str | None = None) -> Tensor:
    """A tensor repeated as a whole along each axis.

    Args:
        input: a tensor of rank r.
        multiples: r counts.
        name: for the operation.

    Raises:
        InvalidArgumentError: there is not one count for each axis, or one is negative.

    >>> tile([1, 2], [2]).tolist()
    [1, 2, 1, 2]
    """
    return apply_one("Tile", [convert_to_tensor(input), indices_of(multiples)], None, name)


def repeat(input: Any, repeats: Any, axis: int | None = None, name: str | None = None) -> Tensor:
    """A tensor whose elements (or slices along an axis) are each repeated.

    Args:
        input: a tensor.
        repeats: how often: a scalar, or one count for each slice.
        axis: the axis of the slices; by default the elements of the flattened tensor are repeated.
        name: for the operation.

    >>> repeat([1, 2], 2).tolist(), repeat([[1], [2]], [1, 2], axis=0).tolist()
    ([1, 1, 2, 2], [[1], [2], [2]])
    """
    from runtime.ops.array import reshape

    tensor = convert_to_tensor(input)
    counts = indices_of(repeats)
    if axis is None:
        tensor, axis = reshape(tensor, [-1]), 0
    if counts.shape.rank == 0 or counts.shape == [1]:
        return _repeat_evenly(tensor, counts, axis, name)
    from runtime.ops.creation import sequence_mask
    from runtime.ops.gathering import boolean_mask

    place = _place_of(tensor, axis)
    mask = sequence_mask(counts)
    width = _shape_of(mask)[1]
    return boolean_mask(_repeated_beside(tensor, width, place), mask, place, name)


def _shape_of(tensor: Tensor) -> Tensor:
    """The shape of a tensor as a tensor (the name `shape` is taken by arguments here)."""
    from runtime.ops.array import shape

    return shape(tensor)


def _repeat_evenly(tensor: Tensor, count: Tensor, axis: int, name: str | None) -> Tensor:
    from runtime.ops.array import reshape

    place = _place_of(tensor, axis)
    sizes = _shape_of(tensor)
    times = reshape(count, [1])
    merged = concat([sizes[:place], sizes[place : place + 1] * times, sizes[place + 1 :]], 0)
    return reshape(_repeated_beside(tensor, reshape(count, []), place), merged, name)


def _place_of(tensor: Tensor, axis: int) -> int:
    """An axis counted from the front."""
    rank = tensor.shape.rank
    if axis < 0 and rank is None:
        raise ValueError(f"repeat() along axis {axis}, counted from the end, needs a tensor of known rank.")
    if rank is not None and not -rank <= axis < rank:
        raise ValueError(f"repeat() along axis {axis} of a tensor of rank {rank}: it is not in [{-rank}, {rank}).")
    return axis if rank is None else axis % rank


def _repeated_beside(tensor: Tensor, count: Tensor, axis: int) -> Tensor:
    """The tensor with a new axis of size `count` after `axis`, along which it is repeated."""
    from runtime.ops.array import expand_dims, reshape

    rank = tensor.shape.rank
    before = [1] * (axis + 1)
    if rank is not None:
        times = stack([*before, count, *[1] * (rank - axis - 1)])
    else:
        times = concat([before, reshape(count, [1]), apply_one("OnesLike", [_shape_of(tensor)[axis + 1 :]])], 0)
    return tile(expand_dims(tensor, axis + 1), times)
