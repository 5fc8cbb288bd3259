"""Shapes of diagonals and bands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runtime.constant_value import constant_value
from runtime.registry import shape_rule
from runtime.shape_rules.dims import Dim, lift, static_int
from runtime.shape_rules.linalg import batch_of, matrix_dims
from runtime.shape_rules.math import Shapes, unchanged
from runtime.shapes import UNKNOWN

if TYPE_CHECKING:
    from runtime.graph import Operation
    from runtime.tensor import Tensor

shape_rule("MatrixBandPart", "MatrixSetDiag", "MatrixSetDiagV3")(unchanged)


@shape_rule("Diag")
def diag(op: Operation) -> Shapes:
    """The shape twice."""
    return [op.inputs[0].shape.concatenate(op.inputs[0].shape)]


@shape_rule("DiagPart")
def diag_part(op: Operation) -> Shapes:
    """Half of a shape that repeats itself."""
    shape = op.inputs[0].shape
    if shape.rank is None:
        return [UNKNOWN]
    if shape.rank % 2:
        raise ValueError(f"DiagPart needs an even rank, not shape {shape}.")
    return [shape[: shape.rank // 2].merge_with(shape[shape.rank // 2 :])]


@shape_rule("MatrixDiag")
def matrix_diag(op: Operation) -> Shapes:
    """The last dimension twice."""
    shape = op.inputs[0].shape
    return [UNKNOWN] if shape.rank is None else [shape.concatenate(shape.with_rank_at_least(1)[-1:])]


@shape_rule("MatrixDiagPart")
def matrix_diag_part(op: Operation) -> Shapes:
    """The smaller of the last two dimensions in their place."""
    shape = op.inputs[0].shape
    return [batch_of(shape).concatenate([lift(min, *matrix_dims(shape))])]


@shape_rule("MatrixDiagPartV3")
def matrix_diag_part_v3(op: Operation) -> Shapes:
    """Diagonals as rows, as wide as the longest one; a single one is a vector."""
    shape, band = op.inputs[0].shape, _band(op.inputs[1])
    if band is None:
        return [UNKNOWN]
    lower, upper = band
    width = lift(lambda rows, columns: _longest(rows, columns, lower, upper), *matrix_dims(shape))
    return [batch_of(shape).concatenate([width] if lower == upper else [upper - lower + 1, width])]


@shape_rule("MatrixDiagV3")
def matrix_diag_v3(op: Operation) -> Shapes:
    """Matrices as large as asked for, or just large enough."""
    shape, band = op.inputs[0].shape, _band(op.inputs[1])
    rows, columns = static_int(op.inputs[2]), static_int(op.inputs[3])
    if shape.rank is None or band is None:
        return [UNKNOWN]
    lower, upper = band
    batch = shape[:-1] if lower == upper else shape[:-2]
    if rows is None or columns is None:
        return [batch.concatenate([None, None])]
    return [batch.concatenate(_matrix_size(shape[-1], band, rows, columns))]


def _band(k: Tensor) -> tuple[int, int] | None:
    value = constant_value(k)
    if value is None:
        return None
    diagonals = value.ravel().tolist()
    return diagonals[0], diagonals[-1]


def _longest(rows: int, columns: int, lower: int, upper: int) -> int:
    return max(min(rows + min(k, 0), columns - max(k, 0)) for k in range(lower, upper + 1))


def _matrix_size(width: Dim, band: tuple[int, int], rows: int, columns: int) -> tuple[Dim, Dim]:
    lower, upper = band
    least_rows = lift(lambda size: size - min(upper, 0), width)
    least_columns = lift(lambda size: size + max(lower, 0), width)
    if rows < 0 and columns < 0:
        side = lift(max, least_rows, least_columns)
        return side, side
    return (least_rows if rows < 0 else rows), (least_columns if columns < 0 else columns)
