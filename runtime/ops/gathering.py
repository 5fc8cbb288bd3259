"""Reading by index: slices along an axis, single elements, what a mask selects."""

from __future__ import annotations

from typing import Any

from runtime.arguments import all_outputs, indices_of, named
from runtime.dispatch import apply_one, convert_to_tensor, current_graph
from runtime.scopes import in_name_scope
from runtime.tensor import Tensor


def gather(
    params: Any,
    indices: Any,
    validate_indices: bool | None = None,
    axis: Any = None,
    batch_dims: int = 0,
    name: str | None = None,
) -> Tensor:
    """Slices of a tensor along an axis.

    Args:
        params: a tensor.
        indices: which slices, integers of any shape.
        validate_indices: accepted for compatibility; indices are always checked.
        axis: the axis, by default `batch_dims`.
        batch_dims: how many leading axes the two have in common; each element of them is gathered on its own.
        name: for the operation.

    Returns:
        A tensor of shape `params.shape[:axis] + indices.shape[batch_dims:] + params.shape[axis + 1:]`.

    Raises:
        InvalidArgumentError: an index is negative or beyond the axis.

    >>> gather([10, 20, 30], [2, 0]).tolist(), gather([[1, 2], [3, 4]], 1, axis=1).tolist()
    ([30, 10], [2, 4])
    """
    if batch_dims < 0:
        batch_dims += convert_to_tensor(indices).shape.rank or 0
    place = batch_dims if axis is None else axis
    inputs = [convert_to_tensor(params), indices_of(indices), indices_of(place)]
    return apply_one("GatherV2", inputs, {"batch_dims": batch_dims} if batch_dims else None, name)


def gather_nd(params: Any, indices: Any, batch_dims: int = 0, name: str | None = None) -> Tensor:
    """Elements or slices of a tensor at multi-dimensional indices.

    Args:
        params: a tensor.
        indices: the last dimension holds indices into the leading axes of `params`.
        batch_dims: how many leading axes the two have in common.
        name: for the operation.

    Raises:
        InvalidArgumentError: an index is out of bounds.

    >>> gather_nd([[1, 2], [3, 4]], [[0, 1], [1, 0]]).tolist()
    [2, 3]
    """
    table, places = convert_to_tensor(params), indices_of(indices)
    if batch_dims:
        places = _with_batch_indices(places, batch_dims)
    return apply_one("GatherNd", [table, places], None, name)


def _with_batch_indices(indices: Tensor, batch_dims: int) -> Tensor:
    """The indices with the number of their batch before them, so that they lead into the whole tensor."""
    from runtime.ops import creation
    from runtime.ops.array import broadcast_to, reshape, shape
    from runtime.ops.joining import concat

    sizes = shape(indices, indices.dtype)
    rank = indices.shape.rank
    if rank is None:
        raise ValueError("gather_nd() with batch_dims needs indices of known rank.")
    extent = concat([sizes[:-1], [1]], 0)
    columns = []
    for axis in range(batch_dims):
        numbers = creation.range(convert_to_tensor(0, indices.dtype), sizes[axis], convert_to_tensor(1, indices.dtype))
        laid = reshape(numbers, [1] * axis + [-1] + [1] * (rank - axis - 1))
        columns.append(broadcast_to(laid, extent))
    return concat([*columns, indices], -1)


@in_name_scope("boolean_mask")
def boolean_mask(tensor: Any, mask: Any, axis: int | None = None, name: str | None = "boolean_mask") -> Tensor:
    """The slices of a tensor where a mask is True.

    Args:
        tensor: a tensor.
        mask: bool[k axes], of the shape of `tensor` from `axis` on; its rank must be known.
        axis: the axis of `tensor` where the mask begins, 0 by default.
        name: for the operation.

    Returns:
        A tensor in which those k axes are one, as long as there are True elements.

    Raises:
        ValueError: the mask is a scalar or does not fit the tensor.

    >>> boolean_mask([1, 2, 3], [True, False, True]).tolist()
    [1, 3]
    """
    from runtime.ops.array import reshape, shape, squeeze
    from runtime.ops.joining import concat
    from runtime.ops.reduction import reduce_prod
    from runtime.ops.selection import where

    value, chosen = named(convert_to_tensor(tensor), "tensor"), named(convert_to_tensor(mask), "mask")
    count = chosen.shape.rank
    if count is None:
        raise ValueError("Number of mask dimensions must be specified, even if some dimensions are None.")
    if count == 0:
        raise ValueError("mask cannot be scalar.")
    place = 0 if axis is None else int(axis)
    place += (value.shape.rank or 0) if place < 0 else 0
    if value.shape.rank is not None and not value.shape[place : place + count].is_compatible_with(chosen.shape):
        raise ValueError(
            f"Shapes {value.shape[place : place + count]} of tensor and {chosen.shape} of mask are incompatible"
        )
    if count > 1 or current_graph() is not None:
        length = reduce_prod(shape(value)[place : place + count], [0])
        value = reshape(value, concat([shape(value)[:place], [length], shape(value)[place + count :]], 0))
        chosen = reshape(chosen, [-1])
    return gather(value, squeeze(where(chosen), 1), axis=place)


def dynamic_partition(data: Any, partitions: Any, num_partitions: int, name: str | None = None) -> list[Tensor]:
    """The slices of a tensor sorted into several tensors.

    Args:
        data: a tensor.
        partitions: for each slice the number of its part, i32 of a shape with which that of `data` begins.
        num_partitions: how many parts.
        name: for the operation.

    Raises:
        InvalidArgumentError: a number is not in [0, num_partitions).

    >>> [part.tolist() for part in dynamic_partition([1, 2, 3], [0, 1, 0], 2)]
    [[1, 3], [2]]
    """
    inputs = [convert_to_tensor(data), indices_of(partitions)]
    return all_outputs("DynamicPartition", inputs, {"num_partitions": num_partitions}, name)
