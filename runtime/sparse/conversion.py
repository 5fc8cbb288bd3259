"""Sparse tensors from dense ones and back, and what a mask keeps."""

from __future__ import annotations

from typing import Any

from runtime import dtypes
from runtime.dispatch import apply_one, convert_to_tensor
from runtime.sparse.shaping import reorder
from runtime.sparse.tensor import SparseTensor, made
from runtime.tensor import Tensor


def from_dense(tensor: Any, name: str | None = None) -> SparseTensor:
    """The elements of a dense tensor that are not 0 (not empty, for strings).

    >>> from_dense([[0, 5], [7, 0]]).indices.tolist()
    [[0, 1], [1, 0]]
    """
    dense = convert_to_tensor(tensor)
    zero = convert_to_tensor("" if dense.dtype is dtypes.string else False if dense.dtype.is_bool else 0, dense.dtype)
    indices = apply_one("Where", [apply_one("NotEqual", [dense, zero])])
    values = apply_one("GatherNd", [dense, indices])
    sizes = apply_one("Shape", [dense], {"out_type": dtypes.int64})
    return made([indices, values, sizes], dense.shape)


def to_dense(
    sp_input: SparseTensor, default_value: Any = None, validate_indices: bool = True, name: str | None = None
) -> Tensor:
    """A dense tensor.

    Args:
        sp_input: a sparse tensor with its elements in row-major order.
        default_value: what stands where no element is stored; by default 0, or the empty string.
        validate_indices: whether the order is checked.
        name: for the operation.

    Raises:
        InvalidArgumentError: elements are out of order, or two stand at one place.
    """
    kind = sp_input.dtype
    if default_value is None:
        default_value = "" if kind is dtypes.string else False if kind.is_bool else 0
    inputs = [sp_input.indices, sp_input.dense_shape, sp_input.values, convert_to_tensor(default_value, kind)]
    return apply_one("SparseToDense", inputs, {"validate_indices": validate_indices}, name)


def eye(num_rows: Any, num_columns: Any = None, dtype: Any = dtypes.float32, name: str | None = None) -> SparseTensor:
    """A sparse matrix with ones on its diagonal.

    >>> eye(2, 3).indices.tolist()
    [[0, 0], [1, 1]]
    """
    from runtime.ops.creation import ones
    from runtime.ops.creation import range as numbers
    from runtime.ops.joining import stack

    rows, columns = (convert_to_tensor(size, dtypes.int64) for size in (num_rows, num_columns or num_rows))
    count = apply_one("Minimum", [rows, columns])
    places = numbers(count, dtype=dtypes.int64)
    return SparseTensor(stack([places, places], axis=1), ones(count[None], dtype), stack([rows, columns]))


def retain(sp_input: SparseTensor, to_retain: Any) -> SparseTensor:
    """The elements for which `to_retain`, bool[n], is true."""
    from runtime.ops.gathering import boolean_mask

    kept = convert_to_tensor(to_retain, dtypes.bool)
    parts = [boolean_mask(sp_input.indices, kept), boolean_mask(sp_input.values, kept), sp_input.dense_shape]
    return made(parts, sp_input.shape)


def mask(a: Any, mask_indices: Any, name: str | None = None) -> Any:
    """The slices of an IndexedSlices whose indices are not among `mask_indices`."""
    from runtime.indexed_slices import IndexedSlices
    from runtime.ops.sorting import setdiff1d

    kept, places = setdiff1d(a.indices, mask_indices)
    return IndexedSlices(apply_one("GatherV2", [a.values, places, convert_to_tensor(0)]), kept, a.dense_shape)


def to_indicator(sp_input: SparseTensor, vocab_size: int, name: str | None = None) -> Tensor:
    """Which values, integers below `vocab_size`, stand in each row: bool[..., vocab_size]."""
    from runtime.ops.creation import ones_like
    from runtime.ops.joining import concat

    sparse = SparseTensor(sp_input.indices, ones_like(sp_input.values, dtypes.bool), sp_input.dense_shape)
    values = apply_one("Cast", [sp_input.values], {"DstT": dtypes.int64})
    indices = concat([sp_input.indices[:, :-1], values[:, None]], 1)
    sizes = concat([sp_input.dense_shape[:-1], convert_to_tensor([vocab_size], dtypes.int64)], 0)
    placed = reorder(made([indices, sparse.values, sizes], sp_input.shape.most_general([None] * (sp_input.rank or 0))))
    return to_dense(placed, validate_indices=False)


def bincount(
    values: Any,
    weights: Any = None,
    axis: int = 0,
    minlength: int | None = None,
    maxlength: int | None = None,
    binary_output: bool = False,
    name: str | None = None,
) -> SparseTensor:
    """How often each number stands in a tensor, or in each of its rows.

    Args:
        values: integers: dense or sparse, of rank 1 or 2.
        weights: what each counts instead of 1; not with `binary_output`.
        axis: 0 to count over all, -1 to count in each row.
        minlength: how many numbers there are at least.
        maxlength: numbers from there on are left out.
        binary_output: whether to tell that a number is there, not how often.
        name: accepted for compatibility.

    >>> counts = bincount([1, 1, 3])
    >>> counts.indices.tolist(), counts.values.tolist()
    ([[1], [3]], [2, 1])
    """
    from runtime.ops.segment import bincount as count

    dense = to_dense(values, -1) if isinstance(values, SparseTensor) else convert_to_tensor(values)
    if isinstance(values, SparseTensor) or axis not in (0, -1):
        return _counted_rows(dense, weights, axis, minlength, maxlength, binary_output)
    flat = dense if axis == -1 and dense.shape.rank == 2 else apply_one("Reshape", [dense, convert_to_tensor([-1])])
    if flat.shape.rank == 2:
        return _counted_rows(flat, weights, axis, minlength, maxlength, binary_output)
    totals = count(flat, weights, minlength, maxlength, binary_output=binary_output)
    return from_dense(totals)


def _counted_rows(dense: Tensor, weights: Any, axis: int, least: Any, most: Any, binary: bool) -> SparseTensor:
    """Counts in rows of numbers, of which negative ones do not count."""
    from runtime.ops.creation import one_hot
    from runtime.ops.reduction import reduce_max, reduce_sum

    largest = apply_one("Maximum", [reduce_max(dense) + 1, convert_to_tensor(least or 0, dense.dtype)])
    size = largest if most is None else apply_one("Minimum", [largest, convert_to_tensor(most, dense.dtype)])
    marks = one_hot(dense, apply_one("Cast", [size], {"DstT": dtypes.int32}), dtype=dtypes.int64)
    if weights is not None:
        factors = convert_to_tensor(weights)
        marks = apply_one("Cast", [marks], {"DstT": factors.dtype}) * factors[..., None]
    axes = [-2] if axis == -1 else list(range(dense.shape.rank or 1))
    totals = reduce_sum(marks, axes)
    if binary:
        totals = apply_one("Cast", [totals > 0], {"DstT": dtypes.int64})
    return from_dense(totals)
