"""Gradients of reductions over groups of rows."""

from __future__ import annotations

from typing import Any

from runtime.gradients.broadcast import rank_of, shape_of, zeros_like
from runtime.gradients.joining import size_along
from runtime.gradients.table import Gradients, by_input, op
from runtime.registry import gradient
from runtime.tensor import Tensor

by_input("SegmentSum", lambda o, g: _rows(g, o.inputs[1]), None)
by_input("SegmentMean", lambda o, g: _rows(_divided(g, o.inputs[1]), o.inputs[1]), None)
by_input("UnsortedSegmentSum", lambda o, g: _rows_or_zero(g, o.inputs[1], o.inputs[0]), None, None)
by_input("SparseSegmentSum", lambda o, g: _sparse(o, g), None, None)
by_input("SparseSegmentMean", lambda o, g: _sparse(o, _divided(g, o.inputs[2])), None, None)
by_input("Bincount", None, None, lambda o, g: _counted(o, g))
by_input("DenseBincount", None, None, lambda o, g: _counted(o, g))


def _rows(x: Tensor, ids: Tensor) -> Tensor:
    return op("GatherV2", x, ids, 0)


def _as_mask(mask: Tensor, rows: Tensor) -> Tensor:
    """A mask for each row as a mask for each element of `rows`."""
    ones = op("Fill", op("Reshape", rank_of(rows) - rank_of(mask), [1]), 1)
    shape = op("ConcatV2", [shape_of(mask), ones], 0)
    return op("LogicalAnd", op("Reshape", mask, shape), op("Cast", op("OnesLike", rows), DstT="bool"))


def _rows_or_zero(x: Tensor, ids: Tensor, data: Tensor) -> Tensor:
    """The rows of `x` that belong to `ids`; zeros where an id is negative, which means dropped."""
    zero = ids.dtype.as_numpy_dtype(0)
    rows = _rows(x, op("Maximum", ids, zero))
    return op("SelectV2", _as_mask(op("GreaterEqual", ids, zero), rows), rows, zeros_like(rows))


def _divided(g: Tensor, ids: Tensor) -> Tensor:
    """`g` with each row divided by the number of ids that belong to it."""
    sizes = op("UnsortedSegmentSum", op("Cast", op("OnesLike", ids), DstT=g.dtype), ids, size_along(g, 0))
    ones = op("Fill", op("Reshape", rank_of(g) - 1, [1]), 1)
    column = op("Reshape", sizes, op("ConcatV2", [op("Reshape", op("Size", sizes), [1]), ones], 0))
    return g / op("Maximum", column, g.dtype.as_numpy_dtype(1))


def _sparse(operation: Any, g: Tensor) -> Tensor:
    data, indices, ids = operation.inputs
    return op("UnsortedSegmentSum", _rows(g, ids), indices, size_along(data, 0))


def _counted(operation: Any, g: Tensor) -> Tensor:
    values, size, _ = operation.inputs
    inside = op("Less", values, size)
    rows = op("GatherV2", g, op("SelectV2", inside, values, op("ZerosLike", values)), 0)
    return op("SelectV2", inside, rows, zeros_like(rows))


@gradient("SegmentMax", "SegmentMin")
def _segment_extreme(operation: Any, g: Tensor) -> Gradients:
    """Those that reached the extreme of their group share what flows to it."""
    data, ids = operation.inputs
    chosen = op("Equal", data, _rows(operation.outputs[0], ids))
    share = g / op("SegmentSum", op("Cast", chosen, DstT=g.dtype), ids)
    rows = _rows(share, ids)
    return op("SelectV2", chosen, rows, zeros_like(rows)), None


@gradient("UnsortedSegmentMax", "UnsortedSegmentMin")
def _unsorted_segment_extreme(operation: Any, g: Tensor) -> Gradients:
    data, ids, count = operation.inputs
    kept = _as_mask(op("GreaterEqual", ids, ids.dtype.as_numpy_dtype(0)), data)
    chosen = op("LogicalAnd", op("Equal", data, _rows_or_zero(operation.outputs[0], ids, data)), kept)
    counts = op("UnsortedSegmentSum", op("Cast", chosen, DstT=g.dtype), ids, count)
    rows = _rows_or_zero(op("DivNoNan", g, counts), ids, data)
    return op("SelectV2", chosen, rows, zeros_like(rows)), None, None


@gradient("SegmentProd")
def _segment_prod(operation: Any, g: Tensor) -> Gradients:
    data, ids = operation.inputs
    others = _product_of_others(data, ids, size_along(operation.outputs[0], 0), operation.outputs[0])
    return _rows(g, ids) * others, None


@gradient("UnsortedSegmentProd")
def _unsorted_segment_prod(operation: Any, g: Tensor) -> Gradients:
    data, ids, count = operation.inputs
    return _rows_or_zero(g, ids, data) * _product_of_others(data, ids, count, operation.outputs[0]), None, None


def _product_of_others(data: Tensor, ids: Tensor, count: Any, result: Tensor) -> Tensor:
    """For each element the product of the other ones of its group, also where there are zeros."""
    zero, one = data.dtype.as_numpy_dtype(0), data.dtype.as_numpy_dtype(1)
    is_zero = op("Equal", data, zero)
    whole = op("SelectV2", is_zero, one, data)
    zeros = _rows_or_zero(op("UnsortedSegmentSum", op("Cast", is_zero, DstT=data.dtype), ids, count), ids, data)
    product = _rows_or_zero(op("UnsortedSegmentProd", whole, ids, count), ids, data) / whole
    others_hold_zero = op("Greater", zeros - op("Cast", is_zero, DstT=data.dtype), zero)
    return op("SelectV2", others_hold_zero, zero, product)
