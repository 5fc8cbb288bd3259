"""Sums, products and reductions of sparse tensors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime import nest
from runtime.dispatch import apply_one, apply_op, convert_to_tensor
from runtime.sparse.tensor import SparseTensor, made
from runtime.tensor import Tensor


def by_dense(op_type: str, sparse: SparseTensor, dense: Any) -> SparseTensor:
    """A sparse tensor whose elements are combined with those of a dense one that broadcasts to its shape."""
    other = convert_to_tensor(dense, dtype_hint=sparse.dtype)
    return sparse.with_values(apply_one(op_type, [*sparse._ordered(), other]))


def add(a: Any, b: Any, threshold: Any = 0, name: str | None = None) -> Any:
    """The sum of two tensors at least one of which is sparse.

    Args:
        a: a sparse or dense tensor.
        b: likewise; of the same shape if both are sparse.
        threshold: sums of smaller magnitude are left out, if both are sparse.
        name: for the operation.

    Returns:
        A SparseTensor if both are, else a Tensor.

    >>> x = SparseTensor([[0, 0], [1, 1]], [1, 2], [2, 2])
    >>> add(x, x).values.tolist(), add(x, [[1, 1], [1, 1]]).tolist()
    ([2, 4], [[2, 1], [1, 3]])
    """
    sparse = [isinstance(each, SparseTensor) for each in (a, b)]
    if not any(sparse):
        raise TypeError("At least one input should be SparseTensor; use add(...) for two dense tensors.")
    if all(sparse):
        least = convert_to_tensor(threshold, a.dtype.real_dtype)
        parts = apply_op("SparseAdd", [*a._ordered(), *b._ordered(), least], None, name)
        return made(parts, a.shape.merge_with(b.shape))
    one, other = (a, b) if sparse[0] else (b, a)
    dense = convert_to_tensor(other, dtype_hint=one.dtype)
    return apply_one("SparseTensorDenseAdd", [*one._ordered(), dense], None, name)


def maximum(sp_a: SparseTensor, sp_b: SparseTensor, name: str | None = None) -> SparseTensor:
    """The larger of two elements; what is not stored counts as 0."""
    return _combined("SparseSparseMaximum", sp_a, sp_b, name)


def minimum(sp_a: SparseTensor, sp_b: SparseTensor, name: str | None = None) -> SparseTensor:
    """The smaller of two elements; what is not stored counts as 0."""
    return _combined("SparseSparseMinimum", sp_a, sp_b, name)


def _combined(op_type: str, a: SparseTensor, b: SparseTensor, name: str | None) -> SparseTensor:
    indices, values = apply_op(op_type, [*a._ordered(), *b._ordered()], None, name)
    return made([indices, values, a.dense_shape], a.shape)


def sparse_dense_matmul(
    sp_a: Any, b: Any, adjoint_a: bool = False, adjoint_b: bool = False, name: str | None = None
) -> Tensor:
    """The product of two matrices one of which is sparse.

    Args:
        sp_a: a sparse or dense matrix.
        b: a dense or sparse matrix.
        adjoint_a: whether the first one is transposed (and conjugated).
        adjoint_b: whether the second one is.
        name: for the operation.

    >>> sparse_dense_matmul(SparseTensor([[0, 1]], [2.0], [1, 2]), [[1.0], [10.0]]).tolist()
    [[20.0]]
    """
    if isinstance(b, SparseTensor):
        from runtime.ops.linalg import adjoint

        dense = convert_to_tensor(sp_a, dtype_hint=b.dtype)
        return adjoint(sparse_dense_matmul(b, dense, not adjoint_b, not adjoint_a, name))
    inputs = [*sp_a._ordered(), convert_to_tensor(b, dtype_hint=sp_a.dtype)]
    attrs = {"adjoint_a": adjoint_a, "adjoint_b": adjoint_b}
    return apply_one("SparseTensorDenseMatMul", inputs, attrs, name)


def softmax(sp_input: SparseTensor, name: str | None = None) -> SparseTensor:
    """exp(x) divided by the sum of the row's, over the elements that are stored."""
    return sp_input.with_values(apply_one("SparseSoftmax", sp_input._ordered(), None, name))


def _all_axes(tensor: SparseTensor) -> Tensor:
    rank = tensor.dense_shape.shape[0]
    if rank is not None:
        return convert_to_tensor(list(range(rank)), "int32")
    count = apply_one("Size", [tensor.dense_shape])
    return apply_one("Range", [convert_to_tensor(0), count, convert_to_tensor(1)])


def _reduction(op_type: str, summary: str) -> Callable[..., Any]:
    def reduce(
        sp_input: SparseTensor,
        axis: Any = None,
        keepdims: bool | None = None,
        output_is_sparse: bool = False,
        name: str | None = None,
    ) -> Any:
        """Reduces a sparse tensor over axes; missing values do not count.

        The result is dense, with 0 where there is nothing to reduce, or sparse if asked for.
        """
        axes = _all_axes(sp_input) if axis is None else convert_to_tensor(axis, "int32")
        inputs = [*sp_input._ordered(), axes]
        attrs = {"keep_dims": bool(keepdims)}
        if not output_is_sparse:
            return apply_one(op_type, inputs, attrs, name)
        return SparseTensor(*apply_op(f"{op_type}Sparse", inputs, attrs, name))

    reduce.__doc__ = f"""{summary}

    Args:
        sp_input: a sparse tensor.
        axis: the axis or axes to reduce; None: all.
        keepdims: whether the reduced axes stay, with size 1.
        output_is_sparse: whether the result is sparse.
        name: for the operation.
    """
    return reduce


reduce_sum = _reduction("SparseReduceSum", "The sum of the elements over axes.")
reduce_max = _reduction("SparseReduceMax", "The largest of the elements that are stored, 0 where there are none.")


def map_values(op: Callable[..., Any], *args: Any, **kwargs: Any) -> SparseTensor:
    """What a function makes of the elements of sparse tensors, at the same places.

    Args:
        op: takes the values of the sparse tensors among the arguments.
        *args: arguments; the sparse ones have elements at the same places.
        **kwargs: likewise.

    >>> map_values(lambda x: x * 10, SparseTensor([[1]], [3], [2])).values.tolist()
    [30]
    """
    leaves = nest.flatten((args, kwargs))
    sparse = [leaf for leaf in leaves if isinstance(leaf, SparseTensor)]
    if not sparse:
        raise ValueError("No SparseTensor in argument list of map_values")
    plain = [leaf.values if isinstance(leaf, SparseTensor) else leaf for leaf in leaves]
    inner_args, inner_kwargs = nest.pack_sequence_as((args, kwargs), plain)
    return sparse[0].with_values(op(*inner_args, **inner_kwargs))
