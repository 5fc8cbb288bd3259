"""Diagonals and bands of tensors and of the matrices in a batch."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from runtime.errors import InvalidArgumentError
from runtime.kernels.values import Array, shape_text
from runtime.registry import kernel


@kernel("MatrixBandPart")
def band_part(x: Array, lower: Array, upper: Array) -> Any:
    """Only the band of `lower` diagonals below the main one and `upper` above it (negative: all of them)."""
    rows, columns = x.shape[-2:]
    if lower > rows or upper > columns:
        band = f"num_lower={lower}, num_upper={upper}"
        raise InvalidArgumentError(f"The band ({band}) is larger than the matrices, which are {rows} x {columns}.")
    offset = np.arange(columns) - np.arange(rows)[:, None]
    keep = np.ones(offset.shape, bool)
    if lower >= 0:
        keep &= offset >= -int(lower)
    if upper >= 0:
        keep &= offset <= int(upper)
    return np.where(keep, x, x.dtype.type(0))


@kernel("Diag")
def diag(diagonal: Array) -> Any:
    """The tensor of twice the rank with these values where both halves of the index are equal."""
    return np.diag(diagonal.ravel()).reshape(diagonal.shape * 2)


@kernel("DiagPart")
def diag_part(x: Array) -> Any:
    """The values of a tensor where both halves of the index are equal."""
    half = x.shape[: x.ndim // 2]
    if x.ndim % 2 or half * 2 != x.shape:
        raise InvalidArgumentError(f"DiagPart needs a shape that repeats itself, not {shape_text(x.shape)}.")
    size = int(np.prod(half))
    return np.diagonal(x.reshape(size, size)).reshape(half)


@kernel("MatrixDiag")
def matrix_diag(diagonal: Array) -> Any:
    """Square matrices with these main diagonals."""
    size = diagonal.shape[-1]
    out = np.zeros((*diagonal.shape, size), diagonal.dtype)
    out[..., np.arange(size), np.arange(size)] = diagonal
    return out


@kernel("MatrixDiagPart")
def matrix_diag_part(x: Array) -> Any:
    """The main diagonals of matrices."""
    return np.diagonal(x, axis1=-2, axis2=-1)


@kernel("MatrixSetDiag")
def matrix_set_diag(x: Array, diagonal: Array) -> Any:
    """Matrices with their main diagonals replaced."""
    out = np.array(x)
    index = np.arange(min(x.shape[-2:]))
    out[..., index, index] = diagonal
    return out


# --- Several diagonals, packed as rows -----------------------------------------------------------------------------


class Packing(NamedTuple):
    """Where the elements of some diagonals lie: packed (band, offset) and in the matrix (row, column)."""

    band: Array
    offset: Array
    row: Array
    column: Array
    bands: int
    width: int

    @property
    def packed_shape(self) -> tuple[int, ...]:
        """The shape of the packed diagonals of one matrix: a single diagonal is a vector."""
        return (self.width,) if self.bands == 1 else (self.bands, self.width)


def _range(k: Array) -> tuple[int, int]:
    """The lowest and the highest of the diagonals that `k` names: 0 is the main one, 1 the one above it."""
    values = [int(value) for value in np.ravel(k)]
    if len(values) not in (1, 2) or values[0] > values[-1]:
        raise InvalidArgumentError(f"k must be a diagonal or an ascending pair of diagonals, not {values}.")
    return values[0], values[-1]


def _packing(size: tuple[int, int], lower: int, upper: int, align: str | bytes) -> Packing:
    """The diagonals from the highest to the lowest; a short one sits at the end of its row that `align` names.

    `align` is "RIGHT_LEFT", "LEFT_RIGHT", "LEFT_LEFT" or "RIGHT_RIGHT": first for diagonals above the main one, then
    for those below it.
    """
    rows, columns = size
    if any(k and not -rows < k < columns for k in (lower, upper)):
        raise InvalidArgumentError(
            f"diag_index is out of bound: {lower} to {upper}. It must be between {-rows + 1} and {columns - 1} for "
            f"{rows} x {columns} matrices."
        )
    above, below = (align.decode() if isinstance(align, bytes) else align).split("_")
    diagonals = range(upper, lower - 1, -1)
    lengths = [max(min(rows + min(k, 0), columns - max(k, 0)), 0) for k in diagonals]
    width = max(lengths)
    ends = [above if k > 0 else below for k in diagonals]
    pads = [width - length if end == "RIGHT" else 0 for end, length in zip(ends, lengths, strict=True)]
    steps = np.concatenate([np.arange(length) for length in lengths])
    k = np.repeat(diagonals, lengths)
    return Packing(
        np.repeat(np.arange(len(lengths)), lengths), steps + np.repeat(pads, lengths),
        steps + np.maximum(-k, 0), steps + np.maximum(k, 0), len(lengths), width,
    )  # fmt: skip


def _size(matrices: Array) -> tuple[int, int]:
    return matrices.shape[-2], matrices.shape[-1]


@kernel("MatrixDiagPartV3")
def matrix_diag_part_v3(x: Array, k: Array, padding_value: Array, *, align: str | bytes) -> Any:
    """The diagonals `k` of matrices, packed as rows."""
    packing = _packing(_size(x), *_range(k), align)
    out = np.full((*x.shape[:-2], packing.bands, packing.width), padding_value, x.dtype)
    out[..., packing.band, packing.offset] = x[..., packing.row, packing.column]
    return out.reshape(*x.shape[:-2], *packing.packed_shape)


@kernel("MatrixSetDiagV3")
def matrix_set_diag_v3(x: Array, diagonal: Array, k: Array, *, align: str | bytes) -> Any:
    """Matrices with their diagonals `k` replaced by packed ones."""
    packing = _packing(_size(x), *_range(k), align)
    return _unpacked(np.array(x), diagonal, packing)


@kernel("MatrixDiagV3")
def matrix_diag_v3(
    diagonal: Array, k: Array, num_rows: Array, num_cols: Array, padding_value: Array, *, align: str | bytes
) -> Any:
    """Matrices with these packed diagonals; sizes of -1 are the least that the diagonals fit in."""
    lower, upper = _range(k)
    batch = diagonal.shape[:-1] if lower == upper else diagonal.shape[:-2]
    rows, columns = _matrix_size(diagonal.shape[-1], lower, upper, int(num_rows), int(num_cols))
    packing = _packing((rows, columns), lower, upper, align)
    if (*batch, *packing.packed_shape) != diagonal.shape:
        raise InvalidArgumentError(
            f"Diagonals {lower} to {upper} of {rows} x {columns} matrices have the packed shape "
            f"{shape_text(packing.packed_shape)}, but the input has shape {shape_text(diagonal.shape)}."
        )
    return _unpacked(np.full((*batch, rows, columns), padding_value, diagonal.dtype), diagonal, packing)


def _matrix_size(width: int, lower: int, upper: int, rows: int, columns: int) -> tuple[int, int]:
    least_rows, least_columns = width - min(upper, 0), width + max(lower, 0)
    if rows < 0 and columns < 0:
        return max(least_rows, least_columns), max(least_rows, least_columns)
    return (least_rows if rows < 0 else rows), (least_columns if columns < 0 else columns)


def _unpacked(matrices: Array, diagonal: Array, packing: Packing) -> Array:
    packed = diagonal.reshape(*matrices.shape[:-2], packing.bands, packing.width)
    matrices[..., packing.row, packing.column] = packed[..., packing.band, packing.offset]
    return matrices
