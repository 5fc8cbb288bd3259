"""Gradients of reductions and of running sums and products."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from runtime.constant_value import constant_value
from runtime.gradients.broadcast import dims_of, rank_of, reshaped, shape_of, size_of
from runtime.gradients.table import Gradients, by_input, conj, op
from runtime.registry import gradient, not_differentiable
from runtime.tensor import Tensor

not_differentiable("All", "Any", "ArgMax", "ArgMin")
by_input("Sum", lambda o, g: _spread(g, o), None)
by_input("Mean", lambda o, g: _spread(_per_element(g, o), o), None)
by_input("Max", lambda o, g: _to_extremes(g, o), None)
by_input("Min", lambda o, g: _to_extremes(g, o), None)
by_input("EuclideanNorm", lambda o, g: o.inputs[0] * stretchable(op("DivNoNan", g, o.outputs[0]), o), None)
by_input("Cumsum", lambda o, g: _cumsum(g, o, reverse=not o.attrs["reverse"]), None)
by_input("Cumprod", lambda o, g: _cumsum(o.outputs[0] * g, o, reverse=not o.attrs["reverse"]) / o.inputs[0], None)


def _static_axes(operation: Any) -> list[int] | None:
    """The axes that are reduced, sorted, or None if they or the rank are not known."""
    x, axes = operation.inputs
    known = constant_value(axes)
    if known is None or x.shape.rank is None:
        return None
    return sorted({int(axis) % x.shape.rank for axis in np.atleast_1d(known)})


def stretchable(g: Tensor, operation: Any) -> Tensor:
    """`g`, of the shape of a reduction's result, so that it broadcasts to the shape of the reduction's input."""
    if operation.attrs["keep_dims"]:
        return g
    x, axes = operation.inputs
    static = _static_axes(operation)
    if static is None:
        return op("Reshape", g, _kept_shape(x, axes))
    if static == list(range(len(static))):
        return g  # Leading axes come back by broadcasting.
    dims = [1 if axis in static else size for axis, size in enumerate(dims_of(x) or [])]
    wide = reshaped(g, dims)
    return _expanded(g, static) if wide is None else wide


def _expanded(g: Tensor, axes: Sequence[int]) -> Tensor:
    for axis in axes:
        g = op("ExpandDims", g, axis)
    return g


def _kept_shape(x: Tensor, axes: Tensor) -> Tensor:
    """The shape of `x` with 1 for the sizes of `axes`."""
    rank = rank_of(x)
    flat = op("Reshape", op("Cast", axes, DstT="int32"), [-1])
    places = [op("Range", 0, rank, 1), op("FloorMod", flat + rank, rank)]
    return op("DynamicStitch", places, [shape_of(x), op("OnesLike", flat)])


def _spread(g: Tensor, operation: Any) -> Tensor:
    x = operation.inputs[0]
    wide = stretchable(g, operation)
    if x.shape.is_fully_defined() and wide.shape == x.shape:
        return wide
    return op("BroadcastTo", wide, shape_of(x))


def _per_element(g: Tensor, operation: Any) -> Tensor:
    whole, part = operation.inputs[0].shape.num_elements(), operation.outputs[0].shape.num_elements()
    if whole is not None and part is not None:
        return op("RealDiv", g, g.dtype.as_numpy_dtype(whole // max(part, 1)))
    factor = op("FloorDiv", size_of(operation.inputs[0]), op("Maximum", size_of(g), 1))
    return g / op("Cast", factor, DstT=g.dtype)


def _to_extremes(g: Tensor, operation: Any) -> Tensor:
    """Elements that are the extreme share what flows to it."""
    x, axes = operation.inputs
    chosen = op("Cast", op("Equal", x, stretchable(operation.outputs[0], operation)), DstT=g.dtype)
    return chosen / op("Sum", chosen, axes, keep_dims=True) * stretchable(g, operation)


def _cumsum(g: Tensor, operation: Any, reverse: bool) -> Tensor:
    return op("Cumsum", g, operation.inputs[1], exclusive=operation.attrs["exclusive"], reverse=reverse)


@gradient("Prod")
def _prod(operation: Any, g: Tensor) -> Gradients:
    """g times the product of the other elements: of those before and those after, so that zeros do no harm."""
    x = operation.inputs[0]
    order, sizes = _reduced_first(operation)
    moved = op("Transpose", x, order)
    rows = op("Reshape", moved, sizes)
    before = op("Cumprod", rows, 0, exclusive=True)
    after = op("Cumprod", rows, 0, exclusive=True, reverse=True)
    others = op("Reshape", conj(before) * conj(after), shape_of(moved))
    back = np.argsort(order).astype(np.int32) if isinstance(order, np.ndarray) else op("InvertPermutation", order)
    return stretchable(g, operation) * op("Transpose", others, back), None


def _reduced_first(operation: Any) -> tuple[Any, Any]:
    """The axes with the reduced ones first, and the shape [product of reduced sizes, product of the others]."""
    x, axes = operation.inputs
    static = _static_axes(operation)
    if static is not None:
        others = [axis for axis in range(x.shape.rank) if axis not in static]
        kept = [x.shape[axis] for axis in others]
        order = np.array(static + others, np.int32)
        if None not in kept:
            return order, np.array([-1 if 0 not in kept else 0, int(np.prod(kept))], np.int32)
        return order, op("Pack", [_product(x, np.array(part, np.int32)) for part in (static, others)])
    rank = rank_of(x)
    reduced = op("FloorMod", op("Reshape", op("Cast", axes, DstT="int32"), [-1]) + rank, rank)
    rest = op("ListDiff", op("Range", 0, rank, 1), reduced)
    return op("ConcatV2", [reduced, rest], 0), op("Pack", [_product(x, reduced), _product(x, rest)])


def _product(x: Tensor, axes: Any) -> Tensor:
    return op("Prod", op("GatherV2", shape_of(x), axes, 0), [0])


@gradient("CumulativeLogsumexp")
def _cumulative_logsumexp(operation: Any, g: Tensor) -> Gradients:
    """exp(x_i) * sum over j of g_j exp(-y_j), with positive and negative g apart to stay in logarithms."""
    x, axis = operation.inputs
    y = operation.outputs[0]
    lowest = g.dtype.as_numpy_dtype(g.dtype.min)

    def part(sign: int) -> Tensor:
        """What the positive (or negative) gradients give, by their logarithms, without overflow."""
        signed = g if sign > 0 else -g
        positive = op("Greater", signed, g.dtype.as_numpy_dtype(0))
        logs = op("SelectV2", positive, op("Log", op("SelectV2", positive, signed, g.dtype.as_numpy_dtype(1))), lowest)
        attrs = {"exclusive": operation.attrs["exclusive"], "reverse": not operation.attrs["reverse"]}
        return op("Exp", op("CumulativeLogsumexp", logs - y, axis, **attrs) + x)

    return part(1) - part(-1), None
