"""Gradients of activations, losses and the choice of the largest."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.dispatch import convert_to_tensor
from runtime.gradients.broadcast import shape_of
from runtime.gradients.joining import size_along
from runtime.gradients.matrices import column
from runtime.gradients.table import Gradients, by_input, op, same, unary
from runtime.registry import gradient, not_differentiable
from runtime.tensor import Tensor

# ---------------------------------------------------------------------------------------------- activations

unary("Relu", lambda g, x, y: op("ReluGrad", g, y))
unary("Relu6", lambda g, x, y: op("Relu6Grad", g, y))
unary("Elu", lambda g, x, y: op("EluGrad", g, y))
unary("Selu", lambda g, x, y: op("SeluGrad", g, y))
unary("Softplus", lambda g, x, y: op("SoftplusGrad", g, x))
unary("Softsign", lambda g, x, y: op("SoftsignGrad", g, x))
unary("Softmax", lambda g, x, y: (g - _row_sum(g * y)) * y)
unary("LogSoftmax", lambda g, x, y: g - _row_sum(g) * op("Exp", y))
unary("L2Loss", lambda g, x, y: x * g)
by_input("LeakyRelu", lambda o, g: op("LeakyReluGrad", g, o.inputs[0], **same(o, "alpha")))
by_input("ReluGrad Relu6Grad", lambda o, g: _again(o, g), None)
by_input("LeakyReluGrad", lambda o, g: op("LeakyReluGrad", g, o.inputs[1], **same(o, "alpha")), None)
by_input("EluGrad SeluGrad", lambda o, g: _again(o, g), lambda o, g: _where_negative(o.inputs[1], g * o.inputs[0]))
by_input("SoftplusGrad", lambda o, g: _again(o, g), lambda o, g: g * o.inputs[0] * _softplus_curvature(o.inputs[1]))
by_input("SoftsignGrad", lambda o, g: _again(o, g), lambda o, g: g * o.inputs[0] * _softsign_curvature(o.inputs[1]))
not_differentiable("InTopK", "InTopKV2")


def _row_sum(x: Tensor) -> Tensor:
    return op("Sum", x, [-1], keep_dims=True)


def _again(operation: Any, g: Tensor) -> Tensor:
    """The same op, which is linear in its first operand."""
    return op(operation.type, g, operation.inputs[1])


def _where_negative(y: Tensor, g: Tensor) -> Tensor:
    return op("SelectV2", op("Less", y, y.dtype.as_numpy_dtype(0)), g, g.dtype.as_numpy_dtype(0))


def _softplus_curvature(x: Tensor) -> Tensor:
    slope = op("Sigmoid", x)
    return slope * (1 - slope)


def _softsign_curvature(x: Tensor) -> Tensor:
    size = 1 + op("Abs", x)
    return -2 * op("Sign", x) / (size * op("Square", size))


# ---------------------------------------------------------------------------------------------- biases


@gradient("BiasAdd")
def _bias_add(operation: Any, g: Tensor) -> Gradients:
    return g, op("BiasAddGrad", g, **same(operation, "data_format"))


@gradient("BiasAddV1")
def _bias_add_v1(operation: Any, g: Tensor) -> Gradients:
    return g, op("BiasAddGrad", g)


@gradient("BiasAddGrad")
def _bias_add_grad(operation: Any, g: Tensor) -> Gradients:
    x = operation.inputs[0]
    if str(operation.attrs["data_format"]).endswith("NCHW"):
        for _ in range((x.shape.rank or 4) - 2):
            g = column(g)
    return [op("BroadcastTo", g, shape_of(x))]


# ---------------------------------------------------------------------------------------------- losses


@gradient("SoftmaxCrossEntropyWithLogits")
def _softmax_cross_entropy(operation: Any, g: Tensor | None, g_backprop: Tensor | None) -> Gradients:
    logits = operation.inputs[0]
    parts_of_logits, parts_of_labels = [], []
    if g is not None:
        parts_of_logits.append(column(g) * operation.outputs[1])
        parts_of_labels.append(-column(g) * op("LogSoftmax", logits))
    if g_backprop is not None:
        parts_of_logits.append(_through_softmax(logits, g_backprop))
        parts_of_labels.append(-g_backprop)
    return _sum(parts_of_logits), _sum(parts_of_labels)


@gradient("SparseSoftmaxCrossEntropyWithLogits")
def _sparse_softmax_cross_entropy(operation: Any, g: Tensor | None, g_backprop: Tensor | None) -> Gradients:
    parts = [] if g is None else [column(g) * operation.outputs[1]]
    if g_backprop is not None:
        parts.append(_through_softmax(operation.inputs[0], g_backprop))
    return _sum(parts), None


def _through_softmax(logits: Tensor, g: Tensor) -> Tensor:
    y = op("Softmax", logits)
    return (g - _row_sum(g * y)) * y


def _sum(parts: list[Tensor]) -> Tensor:
    return parts[0] if len(parts) == 1 else op("AddN", parts)


# ---------------------------------------------------------------------------------------------- the largest


@gradient("TopKV2")
def _top_k(operation: Any, g: Tensor | None, _: Tensor | None) -> Gradients:
    """Put back where the elements were, in a flat view of the rows."""
    x, places = operation.inputs[0], operation.outputs[1]
    if g is None:
        return None, None
    length = size_along(x, -1)
    rows = op("Pack", [convert_to_tensor(np.int32(-1)), _last(places)])
    flat = op("Reshape", op("Cast", places, DstT="int32"), rows)
    starts = op("Range", 0, op("StridedSlice", shape_of(flat), [0], [1], [1], shrink_axis_mask=1), 1) * length
    ids = op("Reshape", flat + column(starts), [-1])
    sums = op("UnsortedSegmentSum", op("Reshape", g, [-1]), ids, op("Size", x))
    return op("Reshape", sums, shape_of(x)), None


def _last(x: Tensor) -> Tensor:
    return op("StridedSlice", shape_of(x), [-1], [0], [1], end_mask=1, shrink_axis_mask=1)


@gradient("NthElement")
def _nth_element(operation: Any, g: Tensor) -> Gradients:
    x = operation.inputs[0]
    chosen = op("Cast", op("Equal", x, column(operation.outputs[0])), DstT=g.dtype)
    return chosen / _row_sum(chosen) * column(g), None
