"""Gradients of products, factorisations and solutions of linear systems.

Sources: Giles, "An extended collection of matrix derivative results" (2008); Townsend, "Differentiating the singular
value decomposition" (2016); Walter and Lehmann, "Algorithmic differentiation of linear algebra functions" (2010).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runtime.gradients.broadcast import dims_of, stretched_axes, summed_to, zeros_like
from runtime.gradients.joining import filled
from runtime.gradients.matrices import adjoint, column, diagonal_matrix, product, row, safe_reciprocal, with_diagonal
from runtime.gradients.table import Gradients, by_input, conj, op, ops, wants
from runtime.registry import gradient
from runtime.tensor import Tensor

# Transposed operands of op(a) @ op(b) → its gradients as products: each factor and whether it is transposed.
_PRODUCT_RULES = {
    (False, False): ("g", False, "b", True, "a", True, "g", False),
    (False, True): ("g", False, "b", False, "g", True, "a", False),
    (True, False): ("b", False, "g", True, "a", False, "g", False),
    (True, True): ("b", True, "g", True, "g", True, "a", True),
}


@gradient("MatMul")
@wants
def _mat_mul(operation: Any, g: Tensor, *, wanted: Sequence[bool]) -> Gradients:
    a, b = (conj(x) for x in operation.inputs)
    transposed = operation.attrs["transpose_a"], operation.attrs["transpose_b"]
    return _products(transposed, {"g": g, "a": a, "b": b}, wanted, "MatMul", "transpose_a", "transpose_b")


@gradient("BatchMatMul", "BatchMatMulV2", "BatchMatMulV3")
@wants
def _batch_mat_mul(operation: Any, g: Tensor, *, wanted: Sequence[bool]) -> Gradients:
    x, y = operation.inputs
    transposed = operation.attrs["adj_x"], operation.attrs["adj_y"]
    found = _products(transposed, {"g": g, "a": x, "b": y}, wanted, "BatchMatMulV2", "adj_x", "adj_y")
    axes = stretched_axes(x, y, inner=2)
    return [
        None if h is None else summed_to(h, tensor, stretched)
        for h, tensor, stretched in zip(found, (x, y), axes, strict=True)
    ]


def _products(
    transposed: tuple[bool, bool], factors: dict[str, Tensor], wanted: Sequence[bool], op_type: str, *attrs: str
) -> list[Tensor | None]:
    rule = _PRODUCT_RULES[transposed]
    return [
        op(op_type, factors[left], factors[right], **dict(zip(attrs, (left_turned, right_turned), strict=True)))
        if is_wanted else None
        for (left, left_turned, right, right_turned), is_wanted in zip((rule[:4], rule[4:]), wanted, strict=True)
    ]  # fmt: skip


# ---------------------------------------------------------------------------------------------- systems and inverses

by_input("Cholesky", lambda o, g: _cholesky(o.outputs[0], g))
by_input("MatrixInverse", lambda o, g: _inverse(o, g))
by_input("MatrixDeterminant", lambda o, g: _of_determinant(o, g * conj(o.outputs[0])))
by_input("LogMatrixDeterminant", lambda o, sign, g: None if g is None else _of_determinant(o, g))


def _inverse(operation: Any, g: Tensor) -> Tensor:
    y, turned = operation.outputs[0], operation.attrs["adjoint"]
    inner = op("BatchMatMulV2", g, y, adj_x=turned, adj_y=not turned)
    return -op("BatchMatMulV2", y, inner, adj_x=not turned)


def _of_determinant(operation: Any, scale: Tensor) -> Tensor:
    return column(column(scale)) * op("MatrixInverse", operation.inputs[0], adjoint=True)


def _cholesky(lower: Tensor, g: Tensor) -> Tensor:
    """With P the lower half of L^H g (the diagonal halved): the symmetric part of L^-H P L^-1."""
    inner = product(lower, g, adj_x=True)
    half = op("MatrixBandPart", with_diagonal(inner, 0.5 * op("MatrixDiagPart", inner)), -1, 0)
    left = op("MatrixTriangularSolve", lower, half, lower=True, adjoint=True)
    both = adjoint(op("MatrixTriangularSolve", lower, adjoint(left), lower=True, adjoint=True))
    return 0.5 * (both + adjoint(both))


@gradient("MatrixSolve")
def _matrix_solve(operation: Any, g: Tensor) -> Gradients:
    matrix = operation.inputs[0]
    turned = operation.attrs["adjoint"]
    of_right = op("MatrixSolve", matrix, g, adjoint=not turned)
    return _of_matrix(operation, of_right, turned), of_right


@gradient("MatrixTriangularSolve")
def _matrix_triangular_solve(operation: Any, g: Tensor) -> Gradients:
    matrix, right = operation.inputs
    turned, is_lower = operation.attrs["adjoint"], operation.attrs["lower"]
    of_right = op("MatrixTriangularSolve", matrix, g, adjoint=not turned, lower=is_lower)
    half = op("MatrixBandPart", _of_matrix(operation, of_right, turned), *((-1, 0) if is_lower else (0, -1)))
    axes = stretched_axes(matrix, right, inner=2)
    return summed_to(half, matrix, axes[0]), summed_to(of_right, right, axes[1])


def _of_matrix(operation: Any, of_right: Tensor, turned: bool) -> Tensor:
    y = operation.outputs[0]
    return -product(y, of_right, adj_y=True) if turned else -product(of_right, y, adj_y=True)


# ---------------------------------------------------------------------------------------------- decompositions


@gradient("SelfAdjointEigV2")
def _self_adjoint_eig(operation: Any, *grads: Tensor | None) -> Gradients:
    e, v = operation.outputs
    ge, gv = filled(operation, grads) if operation.attrs["compute_v"] else (grads[0], None)
    if not operation.attrs["compute_v"]:
        e, v = ops("SelfAdjointEigV2", operation.inputs[0], compute_v=True)
    middle = diagonal_matrix(ge)  # type: ignore[arg-type]
    if gv is not None:
        gaps = safe_reciprocal(row(e) - column(e))
        middle = middle + with_diagonal(gaps, zeros_like(e)) * product(v, gv, adj_x=True)
    full = product(v, product(middle, v, adj_y=True))
    lower = op("MatrixBandPart", full + adjoint(full), -1, 0)  # The op reads the lower triangle only.
    return [with_diagonal(lower, 0.5 * op("MatrixDiagPart", lower))]


@gradient("Svd")
def _svd(operation: Any, *grads: Tensor | None) -> Gradients:
    if not operation.attrs["compute_uv"]:
        _, u, v = ops("Svd", operation.inputs[0], compute_uv=True)
        return [product(u * row(grads[0]), v, adj_y=True)]  # type: ignore[arg-type]
    _refuse_svd(operation)
    (s, u, v), (gs, gu, gv) = operation.outputs, filled(operation, grads)
    squares = op("Square", s)
    gaps = with_diagonal(safe_reciprocal(row(squares) - column(squares)), zeros_like(s))
    middle = diagonal_matrix(gs) + gaps * _skew(u, gu) * row(s) + column(s) * (gaps * _skew(v, gv))
    result = product(u, product(middle, v, adj_y=True))
    inverse = safe_reciprocal(s)
    beside_u = gu - product(u, product(u, gu, adj_x=True))
    beside_v = gv - product(v, product(v, gv, adj_x=True))
    return [result + product(beside_u * row(inverse), v, adj_y=True) + product(u * row(inverse), beside_v, adj_y=True)]


def _skew(q: Tensor, g: Tensor) -> Tensor:
    inner = product(q, g, adj_x=True)
    return inner - adjoint(inner)


def _refuse_svd(operation: Any) -> None:
    x = operation.inputs[0]
    sizes = (dims_of(x) or [None, None])[-2:]
    if x.dtype.is_complex or (operation.attrs["full_matrices"] and (None in sizes or sizes[0] != sizes[1])):
        raise LookupError(
            f"{operation.name}: the gradient of Svd is not defined for complex matrices and for full_matrices=True "
            f"unless they are square: {x!r}."
        )


@gradient("Qr")
def _qr(operation: Any, *grads: Tensor | None) -> Gradients:
    (q, r), (gq, gr) = operation.outputs, filled(operation, grads)
    rows, columns = (dims_of(operation.inputs[0]) or [None, None])[-2:]
    if rows is None or columns is None or (operation.attrs["full_matrices"] and rows != columns):
        raise LookupError(
            f"{operation.name}: the gradient of Qr needs known sizes, and square matrices for full_matrices=True: "
            f"{operation.inputs[0]!r}."
        )
    if rows >= columns:
        return [_qr_deep(q, r, gq, gr)]
    right = _columns(operation.inputs[0], rows, columns - rows)
    gr_left, gr_right = _columns(gr, 0, rows), _columns(gr, rows, columns - rows)
    of_left = _qr_deep(q, _columns(r, 0, rows), gq + product(right, gr_right, adj_y=True), gr_left)
    return [op("ConcatV2", [of_left, product(q, gr_right)], -1)]


def _qr_deep(q: Tensor, r: Tensor, gq: Tensor, gr: Tensor) -> Tensor:
    """For at least as many rows as columns."""
    turned, scaled = product(q, gq, adj_x=True), product(r, gr, adj_y=True)
    skew = turned - adjoint(turned) + scaled - adjoint(scaled)
    lower = op("MatrixBandPart", skew, -1, 0)
    result = product(q, gr + _over_adjoint(lower, r)) + _over_adjoint(gq - product(q, turned), r)
    if not q.dtype.is_complex:
        return result
    phases = op("MatrixDiagPart", scaled - adjoint(turned))
    imaginary = phases - op("Cast", op("Real", phases, Tout=_real_dtype(phases)), DstT=phases.dtype)
    return result + _over_adjoint(product(q, adjoint(diagonal_matrix(imaginary))), r)


def _real_dtype(x: Tensor) -> str:
    return "float32" if x.dtype.name == "complex64" else "float64"


def _over_adjoint(x: Tensor, r: Tensor) -> Tensor:
    """x R^-H for an upper triangular R."""
    return adjoint(op("MatrixTriangularSolve", r, adjoint(x), lower=False, adjoint=False))


def _columns(x: Tensor, start: int, count: int) -> Tensor:
    last = (x.shape.rank or 2) - 1
    return op("Slice", x, [0] * last + [start], [-1] * last + [count])
