"""Gradients of batch normalization and local response normalization."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from runtime.gradients.broadcast import size_of
from runtime.gradients.joining import filled
from runtime.gradients.table import Gradients, by_input, op, ops, refused, same, wants
from runtime.registry import gradient
from runtime.tensor import Tensor

_LRN_ATTRS = ("depth_radius", "bias", "alpha", "beta")

by_input("LRN", lambda o, g: op("LRNGrad", g, *o.inputs, *o.outputs, **same(o, *_LRN_ATTRS)))
refused("LRNGrad", "LRN has a first derivative only.")


@gradient("FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3")
def _fused_batch_norm(operation: Any, g: Tensor | None, *others: Tensor | None) -> Gradients:
    """Only through the normalised output, as in TensorFlow: moments are not for training."""
    if g is None:
        return [None] * len(operation.inputs)
    x, scale, _, mean, variance = operation.inputs
    reserved = list(operation.outputs[3:])
    if not operation.attrs["is_training"]:
        reserved[:2] = mean, variance
    op_type = operation.type.replace("Norm", "NormGrad")
    found = ops(op_type, g, x, scale, *reserved, **same(operation, "epsilon", "data_format", "is_training"))
    return [*found[:3], None, None]


@gradient("FusedBatchNormGrad", "FusedBatchNormGradV2", "FusedBatchNormGradV3")
@wants
def _fused_batch_norm_grad(operation: Any, *grads: Tensor | None, wanted: Sequence[bool]) -> Gradients:
    """Taken through the same gradient written with simple ops."""
    from runtime.tape import GradientTape

    sources = list(operation.inputs[:3])
    with GradientTape() as tape:
        tape.watch(sources)
        results = _by_simple_ops(operation, *sources)
    seeds = filled(operation, grads)[:3]
    found = tape.gradient(results, sources, output_gradients=seeds)
    return [*found, *[None] * (len(operation.inputs) - 3)]


def _by_simple_ops(operation: Any, dy: Tensor, x: Tensor, scale: Tensor) -> list[Tensor]:
    """The outputs of FusedBatchNormGrad as functions of its first three inputs."""
    first = str(operation.attrs["data_format"]).strip("b'") == "NCHW"
    axes = [0, 2, 3] if first else [0, 1, 2]
    if operation.attrs["is_training"]:
        mean = op("Mean", x, axes, keep_dims=True)
        variance = op("Mean", op("SquaredDifference", x, mean), axes, keep_dims=True)
    else:
        mean, variance = (_spread(m, first) for m in operation.inputs[3:5])
    inverse = op("Rsqrt", variance + np.float32(operation.attrs["epsilon"]))
    normal = (x - mean) * inverse
    d_scale, d_offset = op("Sum", dy * normal, axes), op("Sum", dy, axes)
    inner = dy
    if operation.attrs["is_training"]:
        count = op("Cast", op("FloorDiv", size_of(x), size_of(scale)), DstT=x.dtype)
        inner = dy - (_spread(d_offset, first) + normal * _spread(d_scale, first)) / count
    return [_spread(scale, first) * inverse * inner, d_scale, d_offset]


def _spread(channels: Tensor, first: bool) -> Tensor:
    """One number a channel as something that broadcasts to an image."""
    return op("Reshape", channels, [1, -1, 1, 1] if first else [1, 1, 1, -1])
