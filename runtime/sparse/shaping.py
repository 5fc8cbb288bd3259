"""Sparse tensors of other shapes: joined, cut, transposed, with other sizes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from runtime import dtypes
from runtime.arguments import indices_of
from runtime.constant_value import constant_value
from runtime.dispatch import apply_one, apply_op, convert_to_tensor
from runtime.shapes import UNKNOWN, TensorShape
from runtime.sparse.tensor import SparseTensor, made
from runtime.tensor import Tensor


def _int64(value: Any) -> Tensor:
    tensor = convert_to_tensor(value, dtype_hint=dtypes.int64)
    return tensor if tensor.dtype is dtypes.int64 else apply_one("Cast", [tensor], {"DstT": dtypes.int64})


def reorder(sp_input: SparseTensor, name: str | None = None) -> SparseTensor:
    """The same elements in row-major order.

    >>> reorder(SparseTensor([[1], [0]], [5, 7], [2])).values.tolist()
    [7, 5]
    """
    indices, values = apply_op("SparseReorder", sp_input._ordered(), None, name)
    return made([indices, values, sp_input.dense_shape], sp_input.shape)


def concat(
    axis: int, sp_inputs: Sequence[SparseTensor], expand_nonconcat_dims: bool = False, name: Any = None
) -> SparseTensor:
    """Sparse tensors joined along an axis.

    Args:
        axis: the axis.
        sp_inputs: sparse tensors of one rank.
        expand_nonconcat_dims: whether their other sizes may differ; they grow to the largest.
        name: for the operation.
    """
    rank = next((each.rank for each in sp_inputs if each.rank is not None), 0)
    place = axis + rank if axis < 0 else axis
    sizes = [each.dense_shape for each in sp_inputs]
    if expand_nonconcat_dims:
        largest = apply_one("Max", [apply_one("Pack", [sizes]), convert_to_tensor(0)])
        own = convert_to_tensor(np.arange(rank) == place)
        sizes = [apply_one("SelectV2", [own, size, largest]) for size in sizes]
    columns = [[each.indices for each in sp_inputs], [each.values for each in sp_inputs], sizes]
    parts = apply_op("SparseConcat", columns, {"concat_dim": place}, name)
    return made(parts, TensorShape([None] * rank))


def split(sp_input: SparseTensor, num_split: int, axis: int, name: str | None = None) -> list[SparseTensor]:
    """A sparse tensor cut into `num_split` parts along an axis; the first ones are larger if they cannot be equal."""
    place = axis + (sp_input.rank or 0) if axis < 0 else axis
    parts = apply_op("SparseSplit", [_int64(place), *sp_input._ordered()], {"num_split": num_split}, name)
    columns = [parts[number * num_split : (number + 1) * num_split] for number in range(3)]
    return [made(row, TensorShape([None] * (sp_input.rank or 0))) for row in zip(*columns, strict=True)]


def slice(sp_input: SparseTensor, start: Any, size: Any, name: str | None = None) -> SparseTensor:
    """The elements of a box, in a sparse tensor of its sizes.

    Args:
        sp_input: a sparse tensor.
        start: the first index of each axis.
        size: how many indices of each axis; cut off at the end of the tensor.
        name: for the operation.
    """
    parts = apply_op("SparseSlice", [*sp_input._ordered(), _int64(start), _int64(size)], None, name)
    return made(parts, TensorShape([None] * sp_input.rank) if sp_input.rank is not None else UNKNOWN)


def reshape(sp_input: SparseTensor, shape: Any, name: str | None = None) -> SparseTensor:
    """The same elements in row-major order in a tensor of other sizes; one of them may be -1.

    >>> reshape(SparseTensor([[0, 1], [1, 0]], [5, 7], [2, 2]), [4]).indices.tolist()
    [[1], [2]]
    """
    sizes = _int64(shape)
    indices, dense_shape = apply_op("SparseReshape", [sp_input.indices, sp_input.dense_shape, sizes], None, name)
    known = constant_value(sizes)
    static = UNKNOWN if known is None else TensorShape([None if size == -1 else size for size in known.tolist()])
    return made([indices, sp_input.values, dense_shape], static)


def expand_dims(sp_input: SparseTensor, axis: int | None = None, name: str | None = None) -> SparseTensor:
    """A sparse tensor with an axis of size 1 more.

    >>> expand_dims(SparseTensor([[1]], [5], [3]), 0).dense_shape.tolist()
    [1, 3]
    """
    from runtime.ops.joining import concat as join

    rank = sp_input.rank
    place: Any = -1 if axis is None else axis
    if rank is not None and not -rank - 1 <= place <= rank:
        raise ValueError(f"axis value {place} not in range for a sparse tensor of rank {rank}.")
    if place < 0:
        place = indices_of(apply_one("Size", [sp_input.dense_shape]) + 1 + place) if rank is None else place + rank + 1
    indices, sizes = sp_input.indices, sp_input.dense_shape
    zeros = apply_one("ZerosLike", [indices[:, :1]]) if rank is None or rank else indices
    moved = join([indices[:, :place], zeros, indices[:, place:]], 1)
    grown = join([sizes[:place], _int64([1]), sizes[place:]], 0)
    if rank is None:
        return made([moved, sp_input.values, grown], UNKNOWN)
    known = sp_input.shape.as_list()
    return made([moved, sp_input.values, grown], TensorShape([*known[:place], 1, *known[place:]]))


def transpose(sp_input: SparseTensor, perm: Any = None, name: str | None = None) -> SparseTensor:
    """A sparse tensor with its axes in another order; reversed by default.

    >>> transpose(SparseTensor([[0, 1]], [5], [2, 3])).indices.tolist()
    [[1, 0]]
    """
    rank = sp_input.rank
    order = list(range(rank or 0))[::-1] if perm is None else perm
    axes = convert_to_tensor(order, dtype_hint=dtypes.int32)
    indices = apply_one("GatherV2", [sp_input.indices, axes, convert_to_tensor(1)])
    sizes = apply_one("GatherV2", [sp_input.dense_shape, axes, convert_to_tensor(0)])
    known = constant_value(axes)
    static = TensorShape([None] * rank) if rank is not None else UNKNOWN
    if known is not None and sp_input.shape.rank is not None:
        static = TensorShape([sp_input.shape[axis] for axis in known.tolist()])
    return reorder(made([indices, sp_input.values, sizes], static), name)


def reset_shape(sp_input: SparseTensor, new_shape: Any = None) -> SparseTensor:
    """The same elements in a tensor of larger sizes; by default of the smallest that hold them.

    Raises:
        ValueError: the new shape is of another rank.
        InvalidArgumentError: it is smaller.
    """
    from runtime.ops import checks
    from runtime.ops.joining import concat as join
    from runtime.ragged.factories import _checked

    if new_shape is None:
        reached = join([apply_one("ZerosLike", [sp_input.dense_shape])[None], sp_input.indices + 1], 0)
        return made(
            [sp_input.indices, sp_input.values, apply_one("Max", [reached, convert_to_tensor(0)])], sp_input.shape
        )
    sizes = _int64(new_shape)
    if sp_input.rank is not None and not sizes.shape.is_compatible_with([sp_input.rank]):
        raise ValueError(f"The new shape must be of rank {sp_input.rank}, not of {sizes.shape} sizes.")
    text = "new_shape must not be smaller than the shape of the sparse tensor"
    sizes = _checked(sizes, checks.assert_less_equal(sp_input.dense_shape, sizes, text))
    known = constant_value(sizes)
    static = TensorShape([None] * (sp_input.rank or 0)) if known is None else TensorShape(known.tolist())
    return made([sp_input.indices, sp_input.values, sizes], static)


def fill_empty_rows(sp_input: SparseTensor, default_value: Any, name: str | None = None) -> tuple[SparseTensor, Tensor]:
    """The tensor with `default_value` in the first column of rows that are empty, and which rows those are.

    >>> filled, empty = fill_empty_rows(SparseTensor([[1, 0]], [5], [2, 2]), 9)
    >>> filled.values.tolist(), empty.tolist()
    ([9, 5], [True, False])
    """
    default = convert_to_tensor(default_value, sp_input.dtype)
    indices, values, empty, _ = apply_op("SparseFillEmptyRows", [*sp_input._ordered(), default], None, name)
    return made([indices, values, sp_input.dense_shape], sp_input.shape), empty
