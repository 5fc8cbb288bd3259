"""Diagonals and bands, identity matrices and traces."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime import dtypes
from runtime.arguments import indices_of, shape_tensor
from runtime.dispatch import apply_one, convert_to_tensor
from runtime.dtypes import as_dtype
from runtime.ops.creation import fill
from runtime.ops.joining import concat
from runtime.ops.reduction import reduce_sum
from runtime.scopes import in_own_scope
from runtime.tensor import Tensor


def eye(
    num_rows: Any,
    num_columns: Any = None,
    batch_shape: Any = None,
    dtype: Any = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """Identity matrices.

    Args:
        num_rows: how many rows.
        num_columns: how many columns, by default as many.
        batch_shape: the shape of the batch, by default one matrix.
        dtype: of the elements.
        name: for the operation.

    >>> eye(2, 3, dtype="int32").tolist()
    [[1, 0, 0], [0, 1, 0]]
    """
    kind = as_dtype(dtype)
    if batch_shape is None and isinstance(num_rows, int) and isinstance(num_columns, int | None):
        return convert_to_tensor(np.eye(num_rows, num_columns, dtype=kind.as_numpy_dtype), name=name or "eye")
    rows = indices_of(num_rows)
    columns = rows if num_columns is None else indices_of(num_columns)
    length = apply_one("Minimum", (rows, columns))
    batch = shape_tensor([] if batch_shape is None else batch_shape)
    diagonal = fill(concat([batch, shape_tensor([length])], 0), np.ones((), kind.as_numpy_dtype))
    return _matrices(diagonal, 0, rows, columns, 0, "RIGHT_LEFT", name)


def diag(
    diagonal: Any,
    name: str | None = None,
    k: Any = 0,
    num_rows: Any = -1,
    num_cols: Any = -1,
    padding_value: Any = 0,
    align: str = "RIGHT_LEFT",
) -> Tensor:
    """Matrices with these diagonals.

    Args:
        diagonal: [..., n], or [..., d, n] for d diagonals packed as rows, the highest one first.
        name: for the operation.
        k: which diagonal: 0 is the main one, 1 the one above; or a pair (lowest, highest).
        num_rows: how many rows, by default as few as possible.
        num_cols: how many columns, likewise.
        padding_value: what the other elements are.
        align: the ends at which short diagonals above and below the main one sit in their rows.

    >>> diag([1, 2]).tolist()
    [[1, 0], [0, 2]]
    """
    return _matrices(convert_to_tensor(diagonal), k, num_rows, num_cols, padding_value, align, name)


def _matrices(diagonal: Tensor, k: Any, rows: Any, columns: Any, padding: Any, align: str, name: str | None) -> Tensor:
    fill_value = convert_to_tensor(padding, dtype_hint=diagonal.dtype)
    inputs = (diagonal, indices_of(k), indices_of(rows), indices_of(columns), fill_value)
    return apply_one("MatrixDiagV3", inputs, {"align": align}, name or "diag")


def diag_part(
    input: Any, name: str | None = None, k: Any = 0, padding_value: Any = 0, align: str = "RIGHT_LEFT"
) -> Tensor:
    """The diagonals of matrices.

    Args:
        input: [..., m, n].
        name: for the operation.
        k: which diagonal: 0 is the main one, 1 the one above; or a pair (lowest, highest) to get rows of diagonals.
        padding_value: what fills up short diagonals.
        align: the ends at which short diagonals above and below the main one sit in their rows.

    >>> diag_part([[1, 2], [3, 4]]).tolist(), diag_part([[1, 2], [3, 4]], k=1).tolist()
    ([1, 4], [2])
    """
    x = convert_to_tensor(input)
    inputs = (x, indices_of(k), convert_to_tensor(padding_value, dtype_hint=x.dtype))
    return apply_one("MatrixDiagPartV3", inputs, {"align": align}, name or "diag_part")


def set_diag(input: Any, diagonal: Any, name: str | None = None, k: Any = 0, align: str = "RIGHT_LEFT") -> Tensor:
    """Matrices with their diagonals replaced.

    Args:
        input: [..., m, n].
        diagonal: [..., min(m, n)], or diagonals packed as rows.
        name: for the operation.
        k: which diagonal, or a pair (lowest, highest).
        align: the ends at which short diagonals above and below the main one sit in their rows.

    >>> set_diag([[1, 2], [3, 4]], [0, 0]).tolist()
    [[0, 2], [3, 0]]
    """
    x = convert_to_tensor(input)
    inputs = (x, convert_to_tensor(diagonal, dtype_hint=x.dtype), indices_of(k))
    return apply_one("MatrixSetDiagV3", inputs, {"align": align}, name or "set_diag")


def band_part(input: Any, num_lower: Any, num_upper: Any, name: str | None = None) -> Tensor:
    """Matrices with 0 outside of a band.

    Args:
        input: [..., m, n].
        num_lower: how many diagonals below the main one stay; -1: all.
        num_upper: how many above it.
        name: for the operation.

    >>> band_part([[1, 2], [3, 4]], -1, 0).tolist()
    [[1, 0], [3, 4]]
    """
    lower = indices_of(num_lower)
    upper = convert_to_tensor(num_upper, dtype_hint=lower.dtype)
    return apply_one("MatrixBandPart", (convert_to_tensor(input), lower, upper), None, name)


def tensor_diag(diagonal: Any, name: str | None = None) -> Tensor:
    """The tensor of twice the rank with these values where both halves of the index are equal.

    >>> tensor_diag([1, 2]).tolist()
    [[1, 0], [0, 2]]
    """
    return apply_one("Diag", (convert_to_tensor(diagonal),), None, name)


def tensor_diag_part(input: Any, name: str | None = None) -> Tensor:
    """The values of a tensor of even rank where both halves of the index are equal.

    >>> tensor_diag_part([[1, 2], [3, 4]]).tolist()
    [1, 4]
    """
    return apply_one("DiagPart", (convert_to_tensor(input),), None, name)


@in_own_scope("Trace")
def trace(x: Any, name: str | None = None) -> Tensor:
    """The sum of the main diagonal of matrices.

    Args:
        x: a tensor of a numeric dtype: [..., m, n].
        name: for the operation.

    >>> int(trace([[1, 2], [3, 4]]))
    5
    """
    return reduce_sum(diag_part(x), -1, name=name)
