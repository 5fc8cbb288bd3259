"""Matrix products, factorisations and solutions, and diagonals; all over the last two axes of a batch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.dtypes import DType
from runtime.errors import InvalidArgumentError
from runtime.kernels.values import Array, shape_text
from runtime.registry import kernel, kernel_maker

Product = Callable[[Array, Array], Any]


def transpose(x: Array) -> Array:
    """The last two axes swapped."""
    return np.swapaxes(x, -1, -2)


def adjoint_of(x: Array) -> Any:
    """The conjugate transpose."""
    return np.conjugate(transpose(x)) if x.dtype.kind == "c" else transpose(x)


def _same(x: Array) -> Array:
    return x


# --- Products ------------------------------------------------------------------------------------------------------


@kernel_maker("MatMul")
def matmul(*, T: DType, transpose_a: bool, transpose_b: bool) -> Product:
    """The product of two matrices."""
    product = _product(T, np.transpose if transpose_a else _same, np.transpose if transpose_b else _same)

    def multiply(a: Array, b: Array) -> Any:
        """a b, of matrices only."""
        if a.ndim != 2 or b.ndim != 2:
            shapes = f"{shape_text(a.shape)} and {shape_text(b.shape)}"
            raise InvalidArgumentError(f"MatMul takes two matrices, not shapes {shapes}.")
        return product(a, b)

    return multiply


@kernel_maker("BatchMatMul", "BatchMatMulV2")
def batch_matmul(*, T: DType, adj_x: bool, adj_y: bool) -> Product:
    """Products of the matrices in two batches, whose other dimensions broadcast."""
    return _product(T, adjoint_of if adj_x else _same, adjoint_of if adj_y else _same)


@kernel_maker("BatchMatMulV3")
def batch_matmul_v3(*, Tout: DType, adj_x: bool, adj_y: bool) -> Product:
    """`batch_matmul` with a result type of its own."""
    return batch_matmul(T=Tout, adj_x=adj_x, adj_y=adj_y)


def _product(result: DType, prepare_a: Callable[[Array], Any], prepare_b: Callable[[Array], Any]) -> Product:
    """The 16-bit types are multiplied in float32; so is BLAS used for them."""
    dtype = np.dtype(result.as_numpy_dtype)
    working = np.dtype(np.float32) if result.is_floating and result.size == 2 else dtype

    def multiply(a: Array, b: Array) -> Any:
        """a b over the last two dimensions; the others broadcast."""
        a, b = prepare_a(a), prepare_b(b)
        if a.ndim < 2 or b.ndim < 2 or a.shape[-1] != b.shape[-2]:
            raise _incompatible(a, b)
        if a.dtype is working and b.dtype is working:
            return np.matmul(a, b)
        return np.matmul(a.astype(working), b.astype(working)).astype(dtype, copy=False)

    return multiply


def _incompatible(a: Array, b: Array) -> InvalidArgumentError:
    shapes = f"{shape_text(a.shape)} and {shape_text(b.shape)}"
    return InvalidArgumentError(
        f"Matrix size-incompatible: {shapes} (after transposition). "
        "Both need two dimensions or more, and the last one of the first must equal the second last one of the other."
    )


@kernel_maker("Einsum")
def einsum(*, equation: str | bytes, T: DType) -> Callable[..., Any]:
    """Einstein's summation over named axes; `...` stands for axes that broadcast."""
    text = equation.decode() if isinstance(equation, bytes) else equation
    dtype = np.dtype(T.as_numpy_dtype)
    if T.is_floating and T.size == 2:
        return lambda *operands: np.einsum(text, *(x.astype(np.float32) for x in operands)).astype(dtype)
    return lambda *operands: np.einsum(text, *operands, optimize=len(operands) > 1)


# --- Factorisations and solutions ----------------------------------------------------------------------------------


def _square(x: Array, what: str) -> Array:
    if x.ndim < 2 or x.shape[-1] != x.shape[-2]:
        raise InvalidArgumentError(f"{what} needs square matrices, not shape {shape_text(x.shape)}.")
    return x


@kernel("Cholesky")
def cholesky(x: Array) -> Any:
    """The lower triangular L with x = L L*; reads the lower triangle only."""
    try:
        return np.linalg.cholesky(_square(x, "Cholesky"))
    except np.linalg.LinAlgError:
        raise InvalidArgumentError(
            f"Cholesky decomposition was not successful: an input of shape {shape_text(x.shape)} "
            "is not positive definite. Add a small multiple of the identity if it should be."
        ) from None


@kernel("MatrixInverse")
def inverse(x: Array, *, adjoint: bool) -> Any:
    """The inverses of matrices, or of their adjoints."""
    _square(x, "MatrixInverse")
    try:
        return np.linalg.inv(adjoint_of(x) if adjoint else x)
    except np.linalg.LinAlgError:
        shape = shape_text(x.shape)
        raise InvalidArgumentError(f"Input is not invertible: a singular matrix in shape {shape}.") from None


@kernel("MatrixSolve")
def solve(matrix: Array, right: Array, *, adjoint: bool) -> Any:
    """x with matrix x = right."""
    _check_systems(matrix, right, "MatrixSolve")
    try:
        return np.linalg.solve(adjoint_of(matrix) if adjoint else matrix, right)
    except np.linalg.LinAlgError:
        shape = shape_text(matrix.shape)
        raise InvalidArgumentError(f"Input matrix is not invertible: a singular matrix in shape {shape}.") from None


@kernel("MatrixTriangularSolve")
def triangular_solve(matrix: Array, right: Array, *, lower: bool, adjoint: bool) -> Any:
    """x with matrix x = right, of which only one triangle is read: substitution, a row of all systems at a time."""
    _check_systems(matrix, right, "MatrixTriangularSolve")
    if (np.diagonal(matrix, axis1=-2, axis2=-1) == 0).any():
        raise InvalidArgumentError("Input matrix is not invertible: a zero on the diagonal of a triangular matrix.")
    if adjoint:
        matrix, lower = adjoint_of(matrix), not lower
    batch = np.broadcast_shapes(matrix.shape[:-2], right.shape[:-2])
    out = np.array(np.broadcast_to(right, (*batch, *right.shape[-2:])))
    size = matrix.shape[-1]
    for row in range(size) if lower else reversed(range(size)):
        known = slice(0, row) if lower else slice(row + 1, size)
        out[..., row, :] -= (matrix[..., row, None, known] @ out[..., known, :])[..., 0, :]
        out[..., row, :] /= matrix[..., row, row, None]
    return out


def _check_systems(matrix: Array, right: Array, what: str) -> None:
    _square(matrix, what)
    if right.ndim < 2 or right.shape[-2] != matrix.shape[-1]:
        shapes = f"{shape_text(matrix.shape)} and {shape_text(right.shape)}"
        raise InvalidArgumentError(f"{what} needs as many rows on the right as in the matrix, not shapes {shapes}.")


@kernel("MatrixDeterminant")
def determinant(x: Array) -> Any:
    """The determinants of matrices."""
    return np.linalg.det(_square(x, "MatrixDeterminant"))


@kernel("LogMatrixDeterminant")
def log_determinant(x: Array) -> tuple[Any, Any]:
    """The signs of the determinants and the logarithms of their absolute values."""
    sign, logarithm = np.linalg.slogdet(_square(x, "LogMatrixDeterminant"))
    return sign, logarithm.astype(x.dtype)


@kernel("SelfAdjointEigV2")
def self_adjoint_eigen(x: Array, *, compute_v: bool) -> tuple[Any, Any]:
    """Eigenvalues, ascending, and eigenvectors (as columns) of self-adjoint matrices; reads the lower triangle."""
    if not compute_v:
        return np.linalg.eigvalsh(_square(x, "SelfAdjointEig")).astype(x.dtype), np.empty(0, x.dtype)
    values, vectors = np.linalg.eigh(_square(x, "SelfAdjointEig"))
    return values.astype(x.dtype), vectors


@kernel("Svd")
def singular_values(x: Array, *, compute_uv: bool, full_matrices: bool) -> tuple[Any, Any, Any]:
    """s, u and v with x = u diag(s) v*, the singular values descending."""
    if not compute_uv:
        s = np.linalg.svd(x, compute_uv=False)
        return s.astype(x.dtype), np.empty(0, x.dtype), np.empty(0, x.dtype)
    u, s, v_adjoint = np.linalg.svd(x, full_matrices=full_matrices)
    return s.astype(x.dtype), u, adjoint_of(v_adjoint)


@kernel("Qr")
def qr(x: Array, *, full_matrices: bool) -> tuple[Any, Any]:
    """q with orthonormal columns and r upper triangular, x = q r."""
    q, r = np.linalg.qr(x, mode="complete" if full_matrices else "reduced")
    return q, r
