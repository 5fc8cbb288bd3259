"""Products of the last axis of inputs with a kernel, as one product of matrices."""

from __future__ import annotations

from typing import Any

from runtime.ops.array import reshape, shape
from runtime.ops.joining import concat
from runtime.ops.linalg import matmul, tensordot
from runtime.tensor import Tensor


def projected(x: Tensor, kernel: Any) -> Tensor:
    """[..., n] by [n, m] → [..., m].

    Args:
        x: of a floating dtype.
        kernel: a matrix.
    """
    rank = x.shape.rank
    if rank == 2:
        return matmul(x, kernel)
    if rank is None:
        return tensordot(x, kernel, [[-1], [0]])
    size, units = kernel.shape
    rows = matmul(reshape(x, [-1, size]), kernel)
    outer = x.shape.as_list()[:-1]
    if outer.count(None) <= 1:
        return reshape(rows, [*[-1 if length is None else length for length in outer], units])
    return reshape(rows, concat([shape(x)[:-1], [units]], 0))
