"""Shape rules of sparse tensors: how many elements there are is known when they run."""

from __future__ import annotations

from runtime.constant_value import constant_value
from runtime.graph import Operation
from runtime.registry import shape_rule
from runtime.shapes import SCALAR, UNKNOWN, TensorShape
from runtime.tensor import Tensor


def _rank(shape: Tensor) -> int | None:
    return shape.shape[0] if shape.shape.rank else None


def _triple(rank: int | None) -> list[TensorShape]:
    return [TensorShape([None, rank]), TensorShape([None]), TensorShape([rank])]


@shape_rule("SparseReorder")
def reorder(op: Operation) -> list[TensorShape]:
    """The shapes of indices and values."""
    return [op.inputs[0].shape, op.inputs[1].shape]


@shape_rule("SparseToDense")
def to_dense(op: Operation) -> list[TensorShape]:
    """The sizes in the dense shape if it is constant, else its rank if that is known."""
    sizes = constant_value(op.inputs[1])
    return [TensorShape([None] * (_rank(op.inputs[1]) or 0)) if sizes is None and _rank(op.inputs[1]) is not None
            else UNKNOWN if sizes is None else TensorShape(sizes.tolist())]  # fmt: skip


@shape_rule("SparseTensorDenseMatMul")
def dense_matmul(op: Operation) -> list[TensorShape]:
    """The rows of the sparse matrix and the columns of the dense one, each as it is multiplied."""
    sizes, b = constant_value(op.inputs[2]), op.inputs[3].shape
    rows = None if sizes is None else int(sizes[1 if op.attrs["adjoint_a"] else 0])
    columns = b[0 if op.attrs["adjoint_b"] else 1] if b.rank else None
    return [TensorShape([rows, columns])]


@shape_rule("SparseConcat", "SparseAdd", "SparseSlice", "SparseReduceSumSparse", "SparseReduceMaxSparse")
def triple(op: Operation) -> list[TensorShape]:
    """Indices, values and dense shape of a sparse tensor with an unknown number of values."""
    if op.type.endswith("Sparse"):
        return _triple(None)
    return _triple(_rank(op.inputs[-1 if op.type == "SparseConcat" else 2]))


@shape_rule("SparseSplit")
def split(op: Operation) -> list[TensorShape]:
    """All indices, then all values, then all dense shapes of the parts."""
    columns = zip(*[_triple(_rank(op.inputs[3]))] * op.attrs["num_split"], strict=True)
    return [shape for column in columns for shape in column]


@shape_rule("SparseReshape")
def reshape(op: Operation) -> list[TensorShape]:
    """Indices for as many values as before, and a dense shape of the new rank."""
    rank = op.inputs[2].shape[0] if op.inputs[2].shape.rank else None
    count = op.inputs[0].shape[0] if op.inputs[0].shape.rank else None
    return [TensorShape([count, rank]), TensorShape([rank])]


@shape_rule("SparseSparseMaximum", "SparseSparseMinimum")
def combined(op: Operation) -> list[TensorShape]:
    """Indices and values, of an unknown number."""
    return _triple(_rank(op.inputs[2]))[:2]


@shape_rule("SparseDenseCwiseAdd", "SparseDenseCwiseMul", "SparseDenseCwiseDiv", "SparseSoftmax")
def values(op: Operation) -> list[TensorShape]:
    """The shape of the values."""
    return [op.inputs[1].shape]


@shape_rule("SparseTensorDenseAdd")
def dense_add(op: Operation) -> list[TensorShape]:
    """The shape of the dense tensor."""
    return [op.inputs[3].shape]


@shape_rule("SparseReduceSum", "SparseReduceMax")
def reduction(op: Operation) -> list[TensorShape]:
    """The dense shape without the axes, or with 1 in their places."""
    rank, axes = _rank(op.inputs[2]), constant_value(op.inputs[3])
    if rank is None or axes is None:
        return [UNKNOWN]
    sizes = constant_value(op.inputs[2])
    known = [None] * rank if sizes is None else sizes.tolist()
    dropped = {int(axis) % rank for axis in axes.ravel()}
    if op.attrs["keep_dims"]:
        return [TensorShape([1 if axis in dropped else size for axis, size in enumerate(known)])]
    return [TensorShape([size for axis, size in enumerate(known) if axis not in dropped])]


@shape_rule("SparseFillEmptyRows")
def fill_empty_rows(op: Operation) -> list[TensorShape]:
    """Indices, values, rows that were empty, and a place for each old value."""
    rank = _rank(op.inputs[2])
    count = op.inputs[0].shape[0] if op.inputs[0].shape.rank else None
    return [TensorShape([None, rank]), TensorShape([None]), TensorShape([None]), TensorShape([count])]


@shape_rule("SparseFillEmptyRowsGrad")
def fill_empty_rows_grad(op: Operation) -> list[TensorShape]:
    """The shape of the old values, and a scalar for the default."""
    return [op.inputs[0].shape, SCALAR]


@shape_rule("SparseAddGrad")
def add_grad(op: Operation) -> list[TensorShape]:
    """As many gradients as each operand has values."""
    return [TensorShape([tensor.shape[0] if tensor.shape.rank else None]) for tensor in op.inputs[1:3]]


@shape_rule("SparseSliceGrad")
def slice_grad(op: Operation) -> list[TensorShape]:
    """As many gradients as the sliced tensor has values."""
    return [TensorShape([op.inputs[1].shape[0] if op.inputs[1].shape.rank else None])]
