"""Gradients of TensorArrays, as old graphs have them: a second array collects what flows to each element.

The float32 `flow` of an array orders its reads and writes; here it carries the order backwards.
"""

from __future__ import annotations

from typing import Any

from runtime.current import current_graph
from runtime.gradients.table import Gradients, op, ops
from runtime.registry import gradient, not_differentiable
from runtime.tensor import Tensor

not_differentiable(
    "TensorArrayV3", "TensorArrayGradV3", "TensorArrayGradWithShape", "TensorArraySizeV3", "TensorArrayCloseV3",
    "StackV2", "StackPushV2", "StackPopV2", "StackCloseV2",
)  # fmt: skip


def _collector(handle: Tensor, flow: Tensor) -> list[Tensor]:
    """The array of gradients that belongs to an array in this call of `gradients`, and its flow."""
    graph = current_graph()
    scope = "" if graph is None else graph.get_name_scope()
    return ops("TensorArrayGradV3", handle, flow, source=scope.partition("/")[0] or "gradients")


@gradient("TensorArrayReadV3")
def _read(operation: Any, g: Tensor) -> Gradients:
    handle, index, flow = operation.inputs
    array, array_flow = _collector(handle, flow)
    return None, None, op("TensorArrayWriteV3", array, index, g, array_flow)


@gradient("TensorArrayWriteV3")
def _write(operation: Any, flow: Tensor) -> Gradients:
    handle, index, value, _ = operation.inputs
    array, array_flow = _collector(handle, flow)
    return None, None, op("TensorArrayReadV3", array, index, array_flow, dtype=value.dtype), flow


@gradient("TensorArrayGatherV3")
def _gather(operation: Any, g: Tensor) -> Gradients:
    handle, indices, flow = operation.inputs
    array, array_flow = _collector(handle, flow)
    return None, None, op("TensorArrayScatterV3", array, indices, g, array_flow)


@gradient("TensorArrayScatterV3")
def _scatter(operation: Any, flow: Tensor) -> Gradients:
    handle, indices, value, _ = operation.inputs
    array, array_flow = _collector(handle, flow)
    shape = value.shape[1:]
    found = op("TensorArrayGatherV3", array, indices, array_flow, dtype=value.dtype, element_shape=shape)
    return None, None, found, flow


@gradient("TensorArrayConcatV3")
def _concat(operation: Any, g: Tensor | None, _: Tensor | None) -> Gradients:
    handle, flow = operation.inputs
    if g is None:
        return None, None
    array, array_flow = _collector(handle, flow)
    return None, op("TensorArraySplitV3", array, g, operation.outputs[1], array_flow)


@gradient("TensorArraySplitV3")
def _split(operation: Any, flow: Tensor) -> Gradients:
    handle, value, _, _ = operation.inputs
    array, array_flow = _collector(handle, flow)
    joined = ops("TensorArrayConcatV3", array, array_flow, dtype=value.dtype, element_shape_except0=value.shape[1:])
    return None, joined[0], None, flow
