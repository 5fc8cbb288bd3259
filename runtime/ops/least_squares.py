"""Least squares, pseudo-inverses and ranks of matrices."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.dispatch import apply_one, convert_to_tensor, is_tensor
from runtime.ops.array import shape
from runtime.ops.casts import cast
from runtime.ops.control_flow import cond
from runtime.ops.linalg import cholesky, cholesky_solve, matmul, svd
from runtime.ops.math import maximum
from runtime.ops.reduction import count_nonzero, reduce_max
from runtime.ops.selection import where
from runtime.tensor import Tensor


def lstsq(matrix: Any, rhs: Any, l2_regularizer: float = 0.0, fast: bool = True, name: str | None = None) -> Tensor:
    """x for which the squared norm of matrix x - rhs, plus l2_regularizer times that of x, is least.

    Args:
        matrix: a tensor of a floating dtype: [..., m, n].
        rhs: a tensor of the same dtype: [..., m, k].
        l2_regularizer: a Python number of 0 or more.
        fast: whether to solve the normal equations (needs full rank); otherwise by singular values.
        name: for the operation.

    Returns:
        [..., n, k]; the shortest of several solutions.

    >>> lstsq([[1.0], [1.0]], [[1.0], [3.0]]).tolist()
    [[2.0]]
    """
    a = convert_to_tensor(matrix)
    b = convert_to_tensor(rhs, dtype_hint=a.dtype)
    if not fast:
        return matmul(pinv(a), b, name=name)
    rows, columns = _sizes(a)

    def shortest() -> Tensor:
        """The shortest of many solutions, for fewer rows than columns."""
        factor = cholesky(_regular(matmul(a, a, adjoint_b=True), l2_regularizer))
        return matmul(a, cholesky_solve(factor, b), adjoint_a=True, name=name)

    def closest() -> Tensor:
        """The solution with the smallest error, for more rows than columns."""
        factor = cholesky(_regular(matmul(a, a, adjoint_a=True), l2_regularizer))
        return cholesky_solve(factor, matmul(a, b, adjoint_a=True), name)

    is_wide = rows < columns
    return cond(is_wide, shortest, closest) if is_tensor(is_wide) else shortest() if is_wide else closest()


def _sizes(a: Tensor) -> tuple[Any, Any]:
    """The sizes of matrices, as ints as far as they are known."""
    known = a.shape[-2:].as_list() if a.shape.rank is not None else [None, None]
    rows, columns = (shape(a)[axis] if size is None else size for axis, size in zip((-2, -1), known, strict=True))
    return rows, columns


def _regular(gram: Tensor, weight: float) -> Tensor:
    """The matrix with a number added to its diagonal."""
    from runtime.ops.diagonals import diag_part, set_diag

    return gram if not weight else set_diag(gram, diag_part(gram) + weight)


def pinv(a: Any, rcond: Any = None, validate_args: bool = False, name: str | None = None) -> Tensor:
    """The pseudo-inverse of Moore and Penrose.

    Args:
        a: a tensor of a floating dtype: [..., m, n].
        rcond: singular values below this share of the largest one count as 0; by default 10 max(m, n) eps.
        validate_args: not used; TensorFlow has it.
        name: for the operation.

    Returns:
        [..., n, m].

    >>> pinv([[2.0, 0.0], [0.0, 0.0]]).tolist()
    [[0.5, 0.0], [0.0, 0.0]]
    """
    a = convert_to_tensor(a)
    s, u, v = svd(a)
    share = convert_to_tensor(_default_share(a) * 10 if rcond is None else rcond, dtype_hint=s.dtype)
    kept = s > reduce_max(s, -1, keepdims=True) * share
    inverse = where(kept, 1 / where(kept, s, apply_one("OnesLike", (s,))), apply_one("ZerosLike", (s,)))
    return matmul(v * cast(inverse, a.dtype)[..., None, :], u, adjoint_b=True, name=name)


def matrix_rank(a: Any, tol: Any = None, validate_args: bool = False, name: str | None = None) -> Tensor:
    """How many singular values are not 0.

    Args:
        a: a tensor of a floating dtype: [..., m, n].
        tol: what counts as 0; by default max(m, n) eps times the largest singular value.
        validate_args: not used; TensorFlow has it.
        name: for the operation.

    >>> int(matrix_rank([[1.0, 2.0], [2.0, 4.0]]))
    1
    """
    a = convert_to_tensor(a)
    s: Any = svd(a, compute_uv=False)
    least = reduce_max(s, -1, keepdims=True) * _default_share(a) if tol is None else tol
    return count_nonzero(s > least, -1, dtype="int32", name=name)


def _default_share(a: Tensor) -> Any:
    rows, columns = _sizes(a)
    epsilon = float(np.finfo(a.dtype.real_dtype.as_numpy_dtype).eps)
    if isinstance(rows, int) and isinstance(columns, int):
        return max(rows, columns) * epsilon
    return cast(maximum(rows, columns), a.dtype.real_dtype) * epsilon
