"""Gradients of ops on sparse tensors: they flow to the values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runtime.dispatch import apply_one, apply_op, convert_to_tensor
from runtime.graph import Operation
from runtime.registry import gradient, not_differentiable
from runtime.tensor import Tensor

Grads = Sequence[Tensor | None]

not_differentiable(
    "SparseAddGrad", "SparseFillEmptyRowsGrad", "SparseReduceMax", "SparseReduceMaxSparse", "SparseReduceSumSparse",
    "SparseReshape", "SparseSliceGrad", "SparseSparseMaximum", "SparseSparseMinimum", "SparseSplit",
)  # fmt: skip


def _at(dense: Tensor, indices: Tensor) -> Tensor:
    return apply_one("GatherNd", [dense, indices])


def _gather(values: Tensor, indices: Tensor) -> Tensor:
    return apply_one("GatherV2", [values, indices, convert_to_tensor(0)])


@gradient("SparseReorder")
def reorder(op: Operation, _: Any, grad: Tensor) -> Grads:
    """The gradients of the values in the order that they had."""
    count = apply_one("Shape", [op.inputs[1]], {"out_type": "int64"})[0]
    numbers = apply_one("Range", [convert_to_tensor(0, "int64"), count, convert_to_tensor(1, "int64")])
    _, order = apply_op("SparseReorder", [op.inputs[0], numbers, op.inputs[2]])
    return None, _gather(grad, apply_one("InvertPermutation", [order])), None


@gradient("SparseToDense")
def to_dense(op: Operation, grad: Tensor) -> Grads:
    """Of the values what stands at their places (all of it for one scalar), of the default the rest."""
    indices, values = op.inputs[0], _at(grad, op.inputs[0])
    from runtime.ops.reduction import reduce_sum

    scalar = reduce_sum(values) if op.inputs[2].shape.rank == 0 else values
    return None, None, scalar, reduce_sum(grad) - reduce_sum(_at(grad, indices))


@gradient("SparseTensorDenseMatMul")
def dense_matmul(op: Operation, grad: Tensor) -> Grads:
    """For A B: each value takes the product of its row of the gradient and its row of B; B takes A' grad."""
    from runtime.ops.linalg import adjoint
    from runtime.ops.reduction import reduce_sum

    indices, values, shape, b = op.inputs
    adjoint_a, adjoint_b = op.attrs["adjoint_a"], op.attrs["adjoint_b"]
    to_b = apply_one("SparseTensorDenseMatMul", [indices, values, shape, grad], {"adjoint_a": not adjoint_a})
    rows, columns = (indices[:, 1], indices[:, 0]) if adjoint_a else (indices[:, 0], indices[:, 1])
    factors = adjoint(b) if adjoint_b else b
    to_values = reduce_sum(_gather(grad, rows) * _gather(factors, columns), 1)
    return None, to_values, None, adjoint(to_b) if adjoint_b else to_b


@gradient("SparseAdd")
def add(op: Operation, _: Any, grad: Tensor, __: Any) -> Grads:
    """Of each operand's values what stands at their places in the sum; 0 where the sum left them out."""
    a, b = apply_op("SparseAddGrad", [grad, op.inputs[0], op.inputs[3], op.outputs[0]])
    return None, a, None, None, b, None, None


@gradient("SparseTensorDenseAdd")
def dense_add(op: Operation, grad: Tensor) -> Grads:
    """Of the values what stands at their places; of the dense operand all."""
    return None, _at(grad, op.inputs[0]), None, grad


@gradient("SparseReduceSum")
def reduce_sum(op: Operation, grad: Tensor) -> Grads:
    """Of each value what its sum has; the axes are put back with size 1 and broadcast."""
    from runtime.ops.array import broadcast_to, reshape

    shape, axes = op.inputs[2], op.inputs[3]
    rank = apply_one("Size", [shape])
    wrapped = apply_one("FloorMod", [apply_one("Reshape", [axes, convert_to_tensor([-1])]), rank])
    ones = apply_one("OnesLike", [wrapped])
    places = apply_one("ExpandDims", [wrapped, convert_to_tensor(1)])
    kept = apply_one("TensorScatterUpdate", [shape, places, apply_one("Cast", [ones], {"DstT": "int64"})])
    return None, _at(broadcast_to(reshape(grad, kept), shape), op.inputs[0]), None, None


@gradient("SparseSlice")
def slice_(op: Operation, _: Any, grad: Tensor, __: Any) -> Grads:
    """Of the values inside what stands at their places in the slice, 0 outside."""
    to_values = apply_one("SparseSliceGrad", [grad, op.inputs[0], op.inputs[3], op.outputs[0]])
    return None, to_values, None, None, None


@gradient("SparseConcat")
def concat(op: Operation, _: Any, grad: Tensor, __: Any) -> Grads:
    """The result is sorted: sorting numbers in place of values tells where each went."""
    count = op.attrs["N"]
    indices, values, shapes = op.inputs[:count], op.inputs[count : 2 * count], op.inputs[2 * count :]
    numbers, first = [], convert_to_tensor(0, "int64")
    for each in values:
        size = apply_one("Shape", [each], {"out_type": "int64"})[0]
        numbers.append(apply_one("Range", [first, first + size, convert_to_tensor(1, "int64")]))
        first = first + size
    _, order, _ = apply_op("SparseConcat", [indices, numbers, shapes], {"concat_dim": op.attrs["concat_dim"]})
    places = apply_one("InvertPermutation", [order])
    grads = [_gather(grad, _gather(places, own)) for own in numbers]
    return [*[None] * count, *grads, *[None] * count]


@gradient("SparseDenseCwiseAdd")
def cwise_add(op: Operation, grad: Tensor) -> Grads:
    """Of the values all; of the dense operand their sum over what it was broadcast to."""
    return None, grad, None, _to_dense_operand(op, grad)


@gradient("SparseDenseCwiseMul")
def cwise_mul(op: Operation, grad: Tensor) -> Grads:
    """Of each operand the gradient times the other, at the places of the values."""
    factors = _operand_at(op)
    return None, grad * factors, None, _to_dense_operand(op, grad * op.inputs[1])


@gradient("SparseDenseCwiseDiv")
def cwise_div(op: Operation, grad: Tensor) -> Grads:
    """Of the values the gradient by the divisor; of the divisor minus that times value by divisor."""
    divisors = _operand_at(op)
    return None, grad / divisors, None, _to_dense_operand(op, -grad * op.inputs[1] / (divisors * divisors))


def _operand_at(op: Operation) -> Tensor:
    """The elements of the dense operand beside the sparse ones."""
    from runtime.ops.array import broadcast_to

    return _at(broadcast_to(op.inputs[3], op.inputs[2]), op.inputs[0])


def _to_dense_operand(op: Operation, grad: Tensor) -> Tensor:
    """A gradient for the sparse places, summed up to the shape of the dense operand."""
    from runtime.gradients.broadcast import unbroadcast

    dense = apply_one("ScatterNd", [op.inputs[0], grad, op.inputs[2]])
    return unbroadcast(dense, op.inputs[3], dense)


@gradient("SparseFillEmptyRows")
def fill_empty_rows(op: Operation, _: Any, grad: Tensor, *__: Any) -> Grads:
    """Of the values what stands at their new places; of the default the sum over the empty rows."""
    values, default = apply_op("SparseFillEmptyRowsGrad", [op.outputs[3], grad])
    return None, values, None, default


@gradient("SparseSoftmax")
def softmax(op: Operation, grad: Tensor) -> Grads:
    """y (g - sum of y g over the row), as for dense rows."""
    from runtime.ops.array import broadcast_to

    indices, shape, y = op.inputs[0], op.inputs[2], op.outputs[0]
    axis = convert_to_tensor([-1])
    total = apply_one("SparseReduceSum", [indices, grad * y, shape, axis], {"keep_dims": True})
    return None, y * (grad - _at(broadcast_to(total, shape), indices)), None
