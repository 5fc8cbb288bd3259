"""Gradients of writing rows into tensors."""

from __future__ import annotations

from typing import Any

from runtime.gradients.broadcast import zeros_like
from runtime.gradients.table import Gradients, by_input, op
from runtime.registry import gradient
from runtime.tensor import Tensor


def _read(operation: Any, g: Tensor) -> Tensor:
    return op("GatherNd", g, operation.inputs[1])


by_input("ScatterNd", None, lambda o, g: op("GatherNd", g, o.inputs[0]), None)
by_input("TensorScatterAdd", lambda o, g: g, None, _read)
by_input("TensorScatterSub", lambda o, g: g, None, lambda o, g: -_read(o, g))
by_input(
    "TensorScatterUpdate",
    lambda o, g: op("TensorScatterUpdate", g, o.inputs[1], zeros_like(o.inputs[2])),
    None,
    _read,
)


@gradient("TensorScatterMax", "TensorScatterMin")
def _tensor_scatter_extreme(operation: Any, g: Tensor) -> Gradients:
    """Those that reached the extreme share what flows to it."""
    x, indices, updates = operation.inputs
    result = operation.outputs[0]
    kept = op("Cast", op("Equal", x, result), DstT=g.dtype)
    taken = op("Cast", op("Equal", updates, op("GatherNd", result, indices)), DstT=g.dtype)
    share = g / op("TensorScatterAdd", kept, indices, taken)
    return kept * share, None, taken * op("GatherNd", share, indices)


@gradient("DynamicStitch", "ParallelDynamicStitch")
def _dynamic_stitch(operation: Any, g: Tensor) -> Gradients:
    indices = operation.inputs[: len(operation.inputs) // 2]
    return [*[None] * len(indices), *[op("GatherV2", g, places, 0) for places in indices]]
