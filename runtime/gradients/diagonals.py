"""Gradients of reading and writing diagonals."""

from __future__ import annotations

from typing import Any

from runtime.gradients.broadcast import zeros_like
from runtime.gradients.creation import total
from runtime.gradients.table import by_input, op
from runtime.tensor import Tensor

by_input("Diag", lambda o, g: op("DiagPart", g))
by_input("DiagPart", lambda o, g: op("Diag", g))
by_input("MatrixDiag", lambda o, g: op("MatrixDiagPart", g))
by_input("MatrixDiagPart", lambda o, g: op("MatrixSetDiag", zeros_like(o.inputs[0]), g))
by_input(
    "MatrixSetDiag",
    lambda o, g: op("MatrixSetDiag", g, zeros_like(o.inputs[1])),
    lambda o, g: op("MatrixDiagPart", g),
)
by_input("MatrixBandPart", lambda o, g: op("MatrixBandPart", g, *o.inputs[1:]), None, None)
by_input(
    "MatrixDiagV3",
    lambda o, g: _diagonals(o, g),
    None, None, None,
    lambda o, g: total(g) - total(_diagonals(o, g)),
)  # fmt: skip
by_input(
    "MatrixDiagPartV3",
    lambda o, g: _with(o, zeros_like(o.inputs[0]), g, o.inputs[1]),
    None,
    lambda o, g: total(g) - total(g * _diagonals(o, op("OnesLike", o.inputs[0]))),
)
by_input(
    "MatrixSetDiagV3",
    lambda o, g: _with(o, g, zeros_like(o.inputs[1]), o.inputs[2]),
    lambda o, g: op("MatrixDiagPartV3", g, o.inputs[2], g.dtype.as_numpy_dtype(0), align=o.attrs["align"]),
    None,
)


def _diagonals(operation: Any, x: Tensor) -> Tensor:
    zero = x.dtype.as_numpy_dtype(0)
    return op("MatrixDiagPartV3", x, operation.inputs[1], zero, align=operation.attrs["align"])


def _with(operation: Any, x: Tensor, diagonals: Tensor, k: Tensor) -> Tensor:
    return op("MatrixSetDiagV3", x, diagonals, k, align=operation.attrs["align"])
