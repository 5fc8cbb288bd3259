"""Shapes of activations, losses and choices of the best."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runtime.registry import shape_rule
from runtime.shape_rules.dims import Dim, same, static_int
from runtime.shape_rules.math import Shapes, merged, unchanged
from runtime.shapes import SCALAR, UNKNOWN, TensorShape, broadcast_shape

if TYPE_CHECKING:
    from runtime.graph import Operation

shape_rule("Elu", "LeakyRelu", "Relu", "Relu6", "Selu", "Softplus", "Softsign")(unchanged)
shape_rule(
    "EluGrad", "LeakyReluGrad", "Relu6Grad", "ReluGrad", "SeluGrad", "SoftplusGrad", "SoftsignGrad"
)(merged)  # fmt: skip


@shape_rule("LogSoftmax", "Softmax")
def softmax(op: Operation) -> Shapes:
    """The shape of the logits, of rank 1 or more."""
    return [op.inputs[0].shape.with_rank_at_least(1)]


@shape_rule("SoftmaxCrossEntropyWithLogits")
def softmax_cross_entropy(op: Operation) -> Shapes:
    """A loss for each row, and a gradient for each logit."""
    logits = broadcast_shape(op.inputs[0].shape, op.inputs[1].shape).with_rank(2)
    return [logits[:1], logits]


@shape_rule("SparseSoftmaxCrossEntropyWithLogits")
def sparse_softmax_cross_entropy(op: Operation) -> Shapes:
    """A loss for each row, and a gradient for each logit."""
    logits, labels = op.inputs[0].shape.with_rank(2), op.inputs[1].shape.with_rank(1)
    batch = same(logits[0], labels[0], "Batches of logits and labels")
    return [TensorShape([batch]), TensorShape([batch, logits[1]])]


@shape_rule("L2Loss")
def l2_loss(op: Operation) -> Shapes:
    """A scalar."""
    return [SCALAR]


def channel_axis(op: Operation) -> int:
    """Where the channels are."""
    return 1 if op.attrs.get("data_format", "NHWC")[1:2] in ("C", b"C") else -1


@shape_rule("BiasAdd", "BiasAddV1")
def bias_add(op: Operation) -> Shapes:
    """The shape of the value, with as many channels as there are biases."""
    value, bias = op.inputs[0].shape, op.inputs[1].shape.with_rank(1)
    if value.rank is None:
        return [UNKNOWN]
    dims = value.with_rank_at_least(2).as_list()
    axis = channel_axis(op)
    dims[axis] = same(dims[axis], bias[0], "Channels and biases")
    return [TensorShape(dims)]


@shape_rule("BiasAddGrad")
def bias_add_grad(op: Operation) -> Shapes:
    """One value for each channel."""
    shape = op.inputs[0].shape
    size: Dim = None if shape.rank is None else shape.with_rank_at_least(2)[channel_axis(op)]
    return [TensorShape([size])]


@shape_rule("TopKV2")
def top_k(op: Operation) -> Shapes:
    """The last dimension becomes k."""
    shape, k = op.inputs[0].shape, static_int(op.inputs[1])
    if shape.rank is None:
        return [UNKNOWN, UNKNOWN]
    last = shape.with_rank_at_least(1)[-1]
    if k is not None and last is not None and k > last:
        raise ValueError(f"input must have at least k={k} columns, not shape {shape}.")
    chosen = shape[:-1].concatenate([k])
    return [chosen, chosen]


@shape_rule("InTopK", "InTopKV2")
def in_top_k(op: Operation) -> Shapes:
    """One truth for each row."""
    predictions, targets = op.inputs[0].shape.with_rank(2), op.inputs[1].shape.with_rank(1)
    return [TensorShape([same(predictions[0], targets[0], "Batches of predictions and targets")])]


@shape_rule("NthElement")
def nth_element(op: Operation) -> Shapes:
    """The shape without its last dimension."""
    shape = op.inputs[0].shape
    return [UNKNOWN if shape.rank is None else shape.with_rank_at_least(1)[:-1]]
