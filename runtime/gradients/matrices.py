"""Small words for batches of matrices, x: [..., n, m]."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.gradients.broadcast import rank_of
from runtime.gradients.table import conj, op
from runtime.tensor import Tensor


def product(x: Tensor, y: Tensor, **adjoints: bool) -> Tensor:
    """The matrix products x @ y; `adj_x` and `adj_y` say which operand is conjugated and transposed."""
    return op("BatchMatMulV2", x, y, **adjoints)


def adjoint(x: Tensor) -> Tensor:
    """The matrices, conjugated and transposed."""
    rank = x.shape.rank
    if rank is not None:
        order: Any = np.array([*range(rank - 2), rank - 1, rank - 2], np.int32)
    else:
        count = rank_of(x)
        order = op("ConcatV2", [op("Range", 0, count - 2, 1), op("Pack", [count - 1, count - 2])], 0)
    return conj(op("Transpose", x, order))


def row(x: Tensor) -> Tensor:
    """x: [..., n] as [..., 1, n]."""
    return op("ExpandDims", x, -2)


def column(x: Tensor) -> Tensor:
    """x: [..., n] as [..., n, 1]."""
    return op("ExpandDims", x, -1)


def diagonal_matrix(x: Tensor) -> Tensor:
    """Square matrices with x: [..., n] on the diagonal and zeros elsewhere."""
    return op("MatrixDiag", x)


def with_diagonal(x: Tensor, diagonal: Tensor) -> Tensor:
    """The matrices with another diagonal."""
    return op("MatrixSetDiag", x, diagonal)


def safe_reciprocal(x: Tensor) -> Tensor:
    """1 / x, and 0 where x is 0."""
    return op("DivNoNan", op("OnesLike", x), x)
