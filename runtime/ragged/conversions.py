"""Ragged tensors as dense ones, sparse ones and Python lists, and back."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from runtime import dtypes, shapes
from runtime.dispatch import apply_one, convert_to_tensor
from runtime.dtypes import DType
from runtime.errors import OperatorNotAllowedInGraphError
from runtime.ragged import partitions
from runtime.ragged.partitions import integers
from runtime.tensor import Tensor


def _concat(parts: list[Tensor], axis: int = 0) -> Tensor:
    from runtime.ops.joining import concat

    return concat(parts, axis)


def _cast(tensor: Tensor, dtype: DType) -> Tensor:
    return tensor if tensor.dtype is dtype else apply_one("Cast", [tensor], {"DstT": dtype})


# ---------------------------------------------------------------------------------------------- dense


def bounding_shape(ragged: Any) -> Tensor:
    """The sizes of the smallest box that holds all rows, in the dtype of the row splits."""
    kind = ragged.row_splits.dtype
    sizes = [ragged.nrows()[None]]
    for splits in ragged.nested_row_splits:
        longest = apply_one("Max", [_concat([integers([0], kind), partitions.lengths(splits)]), integers(0)])
        sizes.append(longest[None])
    inner = apply_one("Shape", [ragged.flat_values], {"out_type": kind})[1:]
    return _concat([*sizes, inner])


def coordinates(ragged: Any) -> Tensor:
    """The row numbers and positions of each value of the innermost partition, [count, ragged_rank + 1]."""
    from runtime.ops.joining import stack

    splits = ragged.row_splits
    columns = [partitions.row_ids(splits), partitions.positions(splits)]
    inner = ragged.values
    while hasattr(inner, "row_splits"):
        ids = partitions.row_ids(inner.row_splits)
        columns = [apply_one("GatherV2", [column, ids, integers(0)]) for column in columns]
        columns.append(partitions.positions(inner.row_splits))
        inner = inner.values
    return stack(columns, axis=1)


def to_tensor(ragged: Any, default_value: Any, shape: Any) -> Tensor:
    """A dense tensor, where rows that are short are filled up (see `RaggedTensor.to_tensor`)."""
    from runtime.ops.creation import fill
    from runtime.ops.scatter import tensor_scatter_nd_update

    places, values, sizes = coordinates(ragged), ragged.flat_values, bounding_shape(ragged)
    wanted = None if shape is None else shapes.as_shape(shape)
    if wanted is not None and wanted.rank is not None:
        places, values, sizes = _cut(ragged, places, values, sizes, wanted)
    filler = convert_to_tensor(_zero(ragged.dtype) if default_value is None else default_value, ragged.dtype)
    if filler.shape.rank == 0:
        box = fill(sizes, filler)
    else:
        box = apply_one("BroadcastTo", [filler, sizes])
    result = tensor_scatter_nd_update(box, places, values)
    known = ragged.shape if wanted is None else wanted
    if known.rank is not None:
        result.set_shape(known.merge_with(result.shape))
    return result


def _cut(ragged: Any, places: Tensor, values: Tensor, sizes: Tensor, wanted: shapes.TensorShape) -> Any:
    """What of the elements lies inside of the wanted sizes."""
    from runtime.ops.gathering import boolean_mask
    from runtime.ops.joining import stack

    kind = sizes.dtype
    sizes = stack([sizes[i] if size is None else integers(size, kind) for i, size in enumerate(wanted)])
    inside = apply_one("All", [places < sizes[: ragged.ragged_rank + 1], integers(1)])
    return boolean_mask(places, inside), boolean_mask(values, inside), sizes


def _zero(dtype: DType) -> Any:
    return "" if dtype is dtypes.string else False if dtype.is_bool else 0


def from_tensor(tensor: Any, lengths: Any, padding: Any, ragged_rank: int, kind: DType) -> Any:
    """The rows of a dense tensor (see `RaggedTensor.from_tensor`)."""
    from runtime.ragged.tensor import RaggedTensor

    tensor = convert_to_tensor(tensor)
    if lengths is not None and padding is not None:
        raise ValueError("Specify lengths or padding, but not both.")
    sizes = apply_one("Shape", [tensor], {"out_type": kind})
    if isinstance(lengths, list | tuple) and lengths and isinstance(lengths[0], list | tuple | Tensor):
        return RaggedTensor.from_nested_row_lengths(*_nested(tensor, lengths, kind))
    if ragged_rank > 1:
        merged = _merged(tensor, 2, sizes)
        inner = from_tensor(merged, lengths, padding, ragged_rank - 1, kind)
        return RaggedTensor.from_uniform_row_length(inner, tensor.shape[1] or sizes[1], sizes[0], validate=False)
    if padding is not None:
        lengths = _unpadded(tensor, convert_to_tensor(padding, tensor.dtype), kind)
    if lengths is None:
        known = tensor.shape[1] if tensor.shape.rank else None
        return RaggedTensor.from_uniform_row_length(
            _merged(tensor, 2, sizes), known or sizes[1], sizes[0], validate=False
        )
    row_lengths = apply_one("Minimum", [integers(lengths, kind), sizes[1]])
    starts = partitions.up_to(sizes[0], kind) * sizes[1]
    splits, indices = partitions.spans(starts, row_lengths)
    return RaggedTensor(apply_one("GatherV2", [_merged(tensor, 2, sizes), indices, integers(0)]), splits)


def _nested(tensor: Tensor, lengths: Any, kind: DType) -> tuple[Tensor, list[Tensor]]:
    """The flat values and row lengths of a dense tensor that is cut by lengths in several dimensions."""
    from runtime.ops.creation import sequence_mask
    from runtime.ops.gathering import boolean_mask

    flat = tensor
    nested = [integers(each, kind) for each in lengths]
    for row_lengths in nested:
        flat = boolean_mask(flat, sequence_mask(row_lengths, apply_one("Shape", [flat], {"out_type": kind})[1]))
    return flat, nested


def _merged(tensor: Tensor, count: int, sizes: Tensor) -> Tensor:
    """The tensor with its first `count` dimensions made one."""
    rest = [None] if tensor.shape.rank is None else tensor.shape.as_list()[count:]
    if None not in rest:
        return apply_one("Reshape", [tensor, convert_to_tensor([-1, *rest], dtypes.int32)])
    product = apply_one("Prod", [sizes[:count], integers(0)])
    return apply_one("Reshape", [tensor, _concat([product[None], sizes[count:]])])


def _unpadded(tensor: Tensor, padding: Tensor, kind: DType) -> Tensor:
    """The length of each row without the padding at its end."""
    used = apply_one("NotEqual", [tensor, padding])
    rank = tensor.shape.rank or 2
    if rank > 2:
        used = apply_one("Any", [used, convert_to_tensor(list(range(2, rank)))])
    numbers = partitions.up_to(apply_one("Shape", [tensor], {"out_type": kind})[1], kind) + 1
    marked = _cast(used, kind) * numbers
    return apply_one("Max", [_concat([marked, marked[:, :1] * 0], 1), integers(1)])


def merge_dims(ragged: Any, outer: int, inner: int) -> Any:
    """The tensor with some dimensions made one (see `RaggedTensor.merge_dims`)."""
    rank = ragged.shape.rank
    outer, inner = (axis + rank if axis < 0 else axis for axis in (outer, inner))
    if outer >= inner:
        return ragged
    if outer == 0:
        return _merge_any(ragged.values, 0, inner - 1)
    if outer > 1:
        return ragged.with_values(_merge_any(ragged.values, outer - 1, inner - 1))
    return merge_dims(_merge_rows(ragged), 1, inner - 1)


def _merge_any(values: Any, outer: int, inner: int) -> Any:
    if hasattr(values, "row_splits"):
        return merge_dims(values, outer, inner)
    if outer >= inner:
        return values
    sizes = apply_one("Shape", [values], {"out_type": dtypes.int64})
    middle = apply_one("Prod", [sizes[outer : inner + 1], integers(0)])
    return apply_one("Reshape", [values, _concat([sizes[:outer], middle[None], sizes[inner + 1 :]])])


def _merge_rows(ragged: Any) -> Any:
    """Rows of rows as rows of their elements."""
    from runtime.ragged.tensor import RaggedTensor

    values = ragged.values
    if hasattr(values, "row_splits"):
        return RaggedTensor(values.values, apply_one("GatherV2", [values.row_splits, ragged.row_splits, integers(0)]))
    width = apply_one("Shape", [values], {"out_type": ragged.row_splits.dtype})[1]
    return RaggedTensor(_merge_any(values, 0, 1), ragged.row_splits * width)


# ---------------------------------------------------------------------------------------------- sparse


def to_sparse(ragged: Any) -> Any:
    """A sparse tensor of the elements (see `RaggedTensor.to_sparse`)."""
    from runtime.sparse import SparseTensor

    flat = ragged
    while isinstance(flat.flat_values.shape.rank, int) and flat.flat_values.shape.rank > 1:
        flat = flat.with_flat_values(from_tensor(flat.flat_values, None, None, 1, flat.row_splits.dtype))
    places = _cast(coordinates(flat), dtypes.int64)
    return SparseTensor(places, flat.flat_values, _cast(bounding_shape(flat), dtypes.int64))


def from_sparse(sparse: Any, kind: DType) -> Any:
    """The rows of a sparse matrix (see `RaggedTensor.from_sparse`)."""
    from runtime.ops.checks import assert_equal
    from runtime.ragged.factories import _checked
    from runtime.ragged.tensor import RaggedTensor

    if sparse.shape.rank not in (None, 2):
        raise ValueError(f"st_input must be a matrix, not of rank {sparse.shape.rank}.")
    ids = sparse.indices[:, 0]
    splits = partitions.from_row_ids(ids, sparse.dense_shape[0])
    text = "SparseTensor is not right-ragged"
    splits = _checked(splits, assert_equal(sparse.indices[:, 1], partitions.positions(splits), text))
    return RaggedTensor(sparse.values, _cast(splits, kind))


# ---------------------------------------------------------------------------------------------- Python


def to_list(ragged: Any) -> list[Any]:
    """The elements as nested Python lists (see `RaggedTensor.to_list`)."""
    if not hasattr(ragged.flat_values, "_value"):
        raise OperatorNotAllowedInGraphError("to_list() is of an eager ragged tensor; this one has no value yet.")
    inner = ragged.values.to_list() if hasattr(ragged.values, "row_splits") else ragged.values.tolist()
    bounds = ragged.row_splits.tolist()
    return [inner[start:stop] for start, stop in itertools.pairwise(bounds)]


def to_numpy(ragged: Any) -> Any:
    """The rows as a numpy array (see `RaggedTensor.numpy`)."""
    rows = [row.numpy() for row in ragged]
    kind = ragged.dtype.as_numpy_dtype
    if len({row.shape for row in rows}) == 1 and rows[0].dtype == kind:
        return np.stack(rows)
    result = np.empty(len(rows), object)
    for number, row in enumerate(rows):
        result[number] = row
    return result
