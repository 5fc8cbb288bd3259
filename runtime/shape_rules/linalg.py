"""Shapes of matrix products, factorisations and solutions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runtime.registry import shape_rule
from runtime.shape_rules.dims import Dim, lift, same
from runtime.shape_rules.math import Shapes
from runtime.shapes import SCALAR, UNKNOWN, TensorShape, broadcast_shape, unknown_shape

if TYPE_CHECKING:
    from runtime.graph import Operation


def matrix_dims(shape: TensorShape, swapped: bool = False) -> tuple[Dim, Dim]:
    """Rows and columns; unknown where the rank is.

    Raises:
        ValueError: it has fewer than two dimensions.
    """
    if shape.rank is None:
        return None, None
    rows, columns = shape.with_rank_at_least(2)[-2:]
    return (columns, rows) if swapped else (rows, columns)


def batch_of(shape: TensorShape) -> TensorShape:
    """All dimensions but the last two."""
    return UNKNOWN if shape.rank is None else shape[:-2]


@shape_rule("MatMul")
def matmul(op: Operation) -> Shapes:
    """[rows of a, columns of b]."""
    a, b = (tensor.shape.with_rank(2) for tensor in op.inputs)
    return [TensorShape(_product(a, b, op.attrs["transpose_a"], op.attrs["transpose_b"]))]


@shape_rule("BatchMatMul", "BatchMatMulV2", "BatchMatMulV3")
def batch_matmul(op: Operation) -> Shapes:
    """The broadcast batch, then rows and columns."""
    a, b = (tensor.shape for tensor in op.inputs)
    product = _product(a, b, op.attrs["adj_x"], op.attrs["adj_y"])
    return [broadcast_shape(batch_of(a), batch_of(b)).concatenate(product)]


def _product(a: TensorShape, b: TensorShape, swap_a: bool, swap_b: bool) -> tuple[Dim, Dim]:
    rows, inner_a = matrix_dims(a, swap_a)
    inner_b, columns = matrix_dims(b, swap_b)
    same(inner_a, inner_b, "Matrix size-incompatible: the inner dimensions of the product")
    return rows, columns


@shape_rule("Einsum")
def einsum(op: Operation) -> Shapes:
    """The sizes that the equation gives to the names in its output."""
    equation = op.attrs["equation"]
    text = (equation.decode() if isinstance(equation, bytes) else equation).replace(" ", "")
    inputs, _, output = text.partition("->")
    sizes: dict[str, Dim] = {}
    batch = SCALAR
    for term, tensor in zip(inputs.split(","), op.inputs, strict=True):
        if tensor.shape.rank is not None:
            batch = broadcast_shape(batch, _bind_names(term, tensor.shape, sizes))
        elif "..." in term:
            return [UNKNOWN]
        else:
            _bind_names(term, unknown_shape(len(term)), sizes)
    before, dots, after = output.partition("...")
    named = [TensorShape([sizes[name] for name in part]) for part in (before, after)]
    return [named[0].concatenate(batch if dots else SCALAR).concatenate(named[1])]


def _bind_names(term: str, shape: TensorShape, sizes: dict[str, Dim]) -> TensorShape:
    """Notes the size of each name of a term, and returns what its `...` covers."""
    before, dots, after = term.partition("...")
    named = len(before) + len(after)
    if (shape.rank or 0) < named or (not dots and shape.rank != named):
        raise ValueError(f"The term {term!r} of the equation does not fit shape {shape}.")
    dims = shape.as_list()
    stop = len(dims) - len(after)
    for name, size in zip(before + after, dims[: len(before)] + dims[stop:], strict=True):
        sizes[name] = same(sizes.get(name), size, f"Sizes of the name {name!r} in the equation")
    return TensorShape(dims[len(before) : stop])


@shape_rule("Cholesky", "MatrixInverse")
def square(op: Operation) -> Shapes:
    """The shape of the square input."""
    return [_square(op.inputs[0].shape)]


def _square(shape: TensorShape) -> TensorShape:
    rows, columns = matrix_dims(shape)
    size = same(rows, columns, "Sides of a square matrix")
    return batch_of(shape).concatenate([size, size])


@shape_rule("MatrixSolve", "MatrixTriangularSolve")
def solve(op: Operation) -> Shapes:
    """The matrix's side, and the columns of the right side."""
    matrix, right = _square(op.inputs[0].shape), op.inputs[1].shape
    side, _ = matrix_dims(matrix)
    rows, columns = matrix_dims(right)
    batch = broadcast_shape(batch_of(matrix), batch_of(right))
    return [batch.concatenate([same(side, rows, "Rows of both sides of a linear system"), columns])]


@shape_rule("MatrixDeterminant", "LogMatrixDeterminant")
def determinant(op: Operation) -> Shapes:
    """The batch, for each output."""
    return [batch_of(_square(op.inputs[0].shape))] * len(op.outputs)


@shape_rule("SelfAdjointEigV2")
def self_adjoint_eigen(op: Operation) -> Shapes:
    """Values and vectors; nothing in place of vectors that were not asked for."""
    shape = _square(op.inputs[0].shape)
    side, _ = matrix_dims(shape)
    vectors = shape if op.attrs["compute_v"] else TensorShape([0])
    return [batch_of(shape).concatenate([side]), vectors]


@shape_rule("Svd")
def singular_values(op: Operation) -> Shapes:
    """s, u and v; nothing in place of matrices that were not asked for."""
    shape = op.inputs[0].shape
    batch, (rows, columns) = batch_of(shape), matrix_dims(shape)
    least = lift(min, rows, columns)
    values = batch.concatenate([least])
    if not op.attrs["compute_uv"]:
        return [values, TensorShape([0]), TensorShape([0])]
    full = op.attrs["full_matrices"]
    u, v = ([side, side if full else least] for side in (rows, columns))
    return [values, batch.concatenate(u), batch.concatenate(v)]


@shape_rule("Qr")
def qr(op: Operation) -> Shapes:
    """q and r."""
    shape = op.inputs[0].shape
    batch, (rows, columns) = batch_of(shape), matrix_dims(shape)
    inner = rows if op.attrs["full_matrices"] else lift(min, rows, columns)
    return [batch.concatenate([rows, inner]), batch.concatenate([inner, columns])]
