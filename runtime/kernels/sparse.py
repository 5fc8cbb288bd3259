"""Kernels of sparse tensors: indices i64[n, rank], values [n], shape i64[rank]."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from runtime.errors import InvalidArgumentError
from runtime.registry import kernel

_OUT_OF_ORDER = (
    "is out of order. Many sparse ops require sorted indices. Use sparse.reorder to create a correctly ordered copy"
)


def _places(indices: Any, shape: Any) -> Any:
    """One number for each element, by which elements sort in row-major order.

    Raises:
        InvalidArgumentError: an index is out of bounds.
    """
    indices, shape = np.asarray(indices, np.int64), np.asarray(shape, np.int64)
    if indices.size and ((indices < 0) | (indices >= shape)).any():
        bad = int(np.argmax(((indices < 0) | (indices >= shape)).any(axis=1)))
        raise InvalidArgumentError(
            f"indices[{bad}] = {indices[bad].tolist()} is out of bounds: need 0 <= index < {shape.tolist()}"
        )
    sizes = np.concatenate([shape[1:], [1]]).astype(np.int64)
    return indices @ np.cumprod(sizes[::-1])[::-1]


def _indices(places: Any, shape: Any) -> Any:
    if not len(places):
        return np.zeros((0, len(shape)), np.int64)
    return np.stack(np.unravel_index(places, tuple(shape)), axis=1).astype(np.int64)


@kernel("SparseReorder")
def reorder(indices: Any, values: Any, shape: Any) -> tuple[Any, Any]:
    """Indices and values in row-major order; of equal indices the order stays."""
    order = np.argsort(_places(indices, shape), kind="stable")
    return indices[order], values[order]


@kernel("SparseToDense")
def to_dense(indices: Any, shape: Any, values: Any, default: Any, *, validate_indices: bool) -> Any:
    """A dense tensor with values (or one scalar) at indices, `default` elsewhere; of equal indices the last wins.

    With `validate_indices` they must ascend and not repeat.
    """
    indices = np.asarray(indices).reshape(-1, len(shape)) if np.ndim(indices) != 2 else indices
    places = _places(indices, shape)
    if validate_indices and (np.diff(places) <= 0).any():
        bad = int(np.argmax(np.diff(places) <= 0)) + 1
        kind = "is repeated" if places[bad] == places[bad - 1] else _OUT_OF_ORDER
        raise InvalidArgumentError(f"indices[{bad}] = {indices[bad].tolist()} {kind}")
    dense = np.full(tuple(shape), default, default.dtype)
    dense[tuple(indices.T)] = values
    return dense


@kernel("SparseTensorDenseMatMul")
def dense_matmul(indices: Any, values: Any, shape: Any, b: Any, *, adjoint_a: bool, adjoint_b: bool) -> Any:
    """A sparse matrix times a dense one; each may be taken conjugate and transposed."""
    rows, columns = (indices[:, 1], indices[:, 0]) if adjoint_a else (indices[:, 0], indices[:, 1])
    sizes = shape[::-1] if adjoint_a else shape
    values, b = values.conj() if adjoint_a else values, b.conj().T if adjoint_b else b
    if sizes[1] != b.shape[0]:
        raise InvalidArgumentError(
            f"Cannot multiply A and B because inner dimension does not match: {sizes[1]} vs. {b.shape[0]}"
        )
    _places(indices, shape)
    product = np.zeros((int(sizes[0]), b.shape[1]), b.dtype)
    np.add.at(product, rows, values[:, None] * b[columns])
    return product


@kernel("SparseConcat")
def concat(*inputs: Any, N: int, concat_dim: int) -> tuple[Any, Any, Any]:
    """Sparse tensors end to end along a dimension, in row-major order; all other sizes must be equal.

    Inputs: N indices, N values, N shapes.
    """
    indices, values, shapes = inputs[:N], inputs[N : 2 * N], [np.array(shape) for shape in inputs[2 * N :]]
    axis = concat_dim + len(shapes[0]) if concat_dim < 0 else concat_dim
    offsets = np.cumsum([0, *[shape[axis] for shape in shapes]])
    total = shapes[0].copy()
    total[axis] = offsets[-1]
    for shape in shapes:
        if (np.delete(shape, axis) != np.delete(total, axis)).any():
            raise InvalidArgumentError(f"Concat shapes must match: {shape.tolist()} and {shapes[0].tolist()} differ.")
    moved = []
    for part, offset in zip(indices, offsets, strict=False):
        moved.append(part.copy())
        moved[-1][:, axis] += offset
    return (*reorder(np.concatenate(moved), np.concatenate(values), total), total)


@kernel("SparseSplit")
def split(axis: Any, indices: Any, values: Any, shape: Any, *, num_split: int) -> tuple[Any, ...]:
    """`num_split` parts along a dimension; the first ones are longer by one where it does not divide.

    Outputs: all indices, all values, all shapes.
    """
    axis = int(axis)
    size, rest = divmod(int(shape[axis]), num_split)
    bounds = np.cumsum([0, *[size + (number < rest) for number in range(num_split)]])
    parts = [_cut(indices, values, shape, axis, *pair) for pair in itertools.pairwise(bounds)]
    return tuple(array for column in zip(*parts, strict=True) for array in column)


def _cut(indices: Any, values: Any, shape: Any, axis: int, start: int, stop: int) -> tuple[Any, Any, Any]:
    inside = (indices[:, axis] >= start) & (indices[:, axis] < stop)
    moved, size = indices[inside], np.array(shape)
    moved[:, axis] -= start
    size[axis] = stop - start
    return moved, values[inside], size


@kernel("SparseSlice")
def slice_(indices: Any, values: Any, shape: Any, start: Any, size: Any) -> tuple[Any, Any, Any]:
    """The part from `start` on, `size` long, cut to what there is; indices count from `start`."""
    stop = np.minimum(start + size, shape)
    inside = ((indices >= start) & (indices < stop)).all(axis=1)
    return indices[inside] - start, values[inside], np.maximum(stop - start, 0)


@kernel("SparseSliceGrad")
def slice_grad(grad: Any, indices: Any, start: Any, output_indices: Any) -> Any:
    """The gradient of each value: that of its place in the slice, 0 outside of it."""
    result = np.zeros(len(indices), grad.dtype)
    found = {tuple(index): value for index, value in zip((output_indices + start).tolist(), grad, strict=True)}
    for number, index in enumerate(indices.tolist()):
        result[number] = found.get(tuple(index), 0)
    return result


@kernel("SparseReshape")
def reshape(indices: Any, shape: Any, new_shape: Any) -> tuple[Any, Any]:
    """Indices and shape in a dense shape of as many elements, one size of which may be -1."""
    total = int(np.prod(shape))
    sizes = np.array(new_shape, np.int64)
    unknown = np.flatnonzero(sizes == -1)
    known = int(np.prod(sizes[sizes != -1]))
    if len(unknown) > 1:
        raise InvalidArgumentError("only one output dimension may be -1")
    if len(unknown):
        sizes[unknown] = total // known if known else 0
    if int(np.prod(sizes)) != total:
        raise InvalidArgumentError(
            f"Input to reshape is a tensor with {total} dense values, but the shape has {int(np.prod(sizes))}."
        )
    return _indices(_places(indices, shape), sizes), sizes


@kernel("SparseAdd")
def add(*inputs: Any) -> tuple[Any, Any, Any]:
    """The sum of two sparse tensors of one shape; where both have values, sums smaller than `thresh` are left out."""
    a_indices, a_values, a_shape, b_indices, b_values, b_shape, thresh = inputs
    if len(a_shape) != len(b_shape) or (np.asarray(a_shape) != b_shape).any():
        raise InvalidArgumentError(f"Operands' shapes do not match: {list(a_shape)} and {list(b_shape)}")
    places, index = np.unique(
        np.concatenate([_places(a_indices, a_shape), _places(b_indices, b_shape)]), return_inverse=True
    )
    total = np.zeros(len(places), a_values.dtype)
    np.add.at(total, index.ravel(), np.concatenate([a_values, b_values]))
    with np.errstate(invalid="ignore"):
        kept = (np.abs(total) >= thresh) | (np.bincount(index.ravel(), minlength=len(places)) == 1)
    return _indices(places[kept], a_shape), total[kept], np.asarray(a_shape)


@kernel("SparseAddGrad")
def add_grad(grad: Any, a_indices: Any, b_indices: Any, sum_indices: Any) -> tuple[Any, Any]:
    """The gradients of both operands' values: that of their place in the sum, 0 if it was left out."""
    found = {tuple(index): value for index, value in zip(sum_indices.tolist(), grad, strict=True)}
    zero = grad.dtype.type(0)
    grads = [[found.get(tuple(index), zero) for index in indices.tolist()] for indices in (a_indices, b_indices)]
    return np.array(grads[0], grad.dtype), np.array(grads[1], grad.dtype)


def _combined(pick: Callable[[Any, Any], Any]) -> Callable[..., tuple[Any, Any]]:
    def combine(a_indices: Any, a_values: Any, a_shape: Any, b_indices: Any, b_values: Any, b_shape: Any) -> Any:
        """Values at all places of either tensor, where the other counts as 0; both have one shape."""
        a_places, b_places = _places(a_indices, a_shape), _places(b_indices, b_shape)
        places = np.union1d(a_places, b_places)
        columns = []
        for own, values in ((a_places, a_values), (b_places, b_values)):
            column = np.zeros(len(places), a_values.dtype)
            column[np.searchsorted(places, own)] = values
            columns.append(column)
        return _indices(places, a_shape), pick(*columns)

    return combine


kernel("SparseSparseMaximum")(_combined(np.maximum))
kernel("SparseSparseMinimum")(_combined(np.minimum))


def _with_dense(operate: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    def apply(indices: Any, values: Any, shape: Any, dense: Any) -> Any:
        """New values of the sparse tensor; the dense one broadcasts to its shape."""
        _places(indices, shape)
        return operate(values, np.broadcast_to(dense, tuple(shape))[tuple(indices.T)])

    return apply


kernel("SparseDenseCwiseAdd")(_with_dense(np.add))
kernel("SparseDenseCwiseMul")(_with_dense(np.multiply))
kernel("SparseDenseCwiseDiv")(_with_dense(np.true_divide))


@kernel("SparseTensorDenseAdd")
def dense_add(indices: Any, values: Any, shape: Any, dense: Any) -> Any:
    """A dense tensor with sparse values added; repeated indices add up."""
    _places(indices, shape)
    total = dense.copy()
    np.add.at(total, tuple(indices.T), values)
    return total


def _reduced(indices: Any, values: Any, shape: Any, axes: Any, keeps: bool, reduce: Any) -> tuple[Any, Any, Any]:
    """The groups that have elements, what they reduce to, and the shape of the result."""
    rank = len(shape)
    dropped = sorted({int(axis) % rank for axis in np.ravel(axes)})
    kept = [axis for axis in range(rank) if axis not in dropped]
    sizes = np.array(shape, np.int64)[kept]
    groups = _places(indices[:, kept], sizes) if kept else np.zeros(len(indices), np.int64)
    places, index = np.unique(groups, return_inverse=True)
    result = np.zeros(len(places), values.dtype)
    if reduce is np.maximum:
        result[index.ravel()] = values
    reduce.at(result, index.ravel(), values)
    found = _indices(places, sizes) if kept else np.zeros((len(places), 0), np.int64)
    if keeps:
        for axis in dropped:
            found, sizes = np.insert(found, axis, 0, axis=1), np.insert(sizes, axis, 1)
    return found, result, sizes


def _dense_reduction(op_type: str, reduce: Any) -> None:
    @kernel(op_type)
    def reduction(indices: Any, values: Any, shape: Any, axes: Any, *, keep_dims: bool) -> Any:
        """The reduction over axes, as a dense tensor; 0 where no value is."""
        found, result, sizes = _reduced(indices, values, shape, axes, keep_dims, reduce)
        dense = np.zeros(tuple(sizes), values.dtype)
        dense[tuple(found.T)] = result if len(sizes) else result[0] if len(result) else 0
        return dense

    @kernel(f"{op_type}Sparse")
    def sparse_reduction(indices: Any, values: Any, shape: Any, axes: Any, *, keep_dims: bool) -> tuple[Any, Any, Any]:
        """The reduction over axes as indices, values and shape, without places where no value is."""
        return _reduced(indices, values, shape, axes, keep_dims, reduce)


_dense_reduction("SparseReduceSum", np.add)
_dense_reduction("SparseReduceMax", np.maximum)


@kernel("SparseFillEmptyRows")
def fill_empty_rows(indices: Any, values: Any, shape: Any, default: Any) -> Sequence[Any]:
    """A sparse matrix with `default` in column 0 of rows without values.

    Outputs: indices, values, which rows were empty, and where each old value is now.
    """
    rows = int(shape[0])
    _places(indices, shape)
    empty = np.bincount(indices[:, 0], minlength=rows) == 0
    extra = np.zeros((int(empty.sum()), indices.shape[1]), np.int64)
    extra[:, 0] = np.flatnonzero(empty)
    joined = np.concatenate([indices, extra])
    order = np.argsort(joined[:, 0], kind="stable")
    filler = np.full(len(extra), default, values.dtype)
    places = np.empty(len(order), np.int64)
    places[order] = np.arange(len(order))
    return joined[order], np.concatenate([values, filler])[order], empty, places[: len(indices)]


@kernel("SparseFillEmptyRowsGrad")
def fill_empty_rows_grad(places: Any, grad: Any) -> tuple[Any, Any]:
    """The gradient of the values, and that of `default`: all that the values do not take."""
    taken = grad[places]
    return taken, np.asarray(grad.sum() - taken.sum(), grad.dtype)


@kernel("SparseSoftmax")
def softmax(indices: Any, values: Any, shape: Any) -> Any:
    """The softmax of the values of each row (over the last dimension), in which missing ones do not count."""
    rows = np.unique(_places(indices[:, :-1], shape[:-1]), return_inverse=True)[1].ravel()
    count = int(rows.max()) + 1 if len(rows) else 0
    largest = np.full(count, -np.inf, values.dtype)
    np.maximum.at(largest, rows, values)
    powers = np.exp(values - largest[rows])
    total = np.zeros(count, values.dtype)
    np.add.at(total, rows, powers)
    return powers / total[rows]
