"""Shapes of the TensorArrays and stacks of TensorFlow 1 graphs: handles, flows and elements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from runtime.registry import shape_rule
from runtime.shapes import SCALAR, UNKNOWN, TensorShape
from runtime.tensor import HandleData

if TYPE_CHECKING:
    from runtime.graph import Operation

Shapes = Sequence[TensorShape]
_HANDLE = TensorShape([2])


@shape_rule("TensorArrayV3")
def tensor_array(op: Operation) -> Shapes:
    """The handle, which knows dtype and shape of the elements, and the flow."""
    op.outputs[0].handle_data = HandleData(op.attrs["dtype"], op.attrs["element_shape"])
    return [_HANDLE, SCALAR]


@shape_rule("TensorArrayGradV3")
def tensor_array_grad(op: Operation) -> Shapes:
    """A handle of the same dtype and shape of elements, and the flow."""
    op.outputs[0].handle_data = op.inputs[0].handle_data
    return [_HANDLE, SCALAR]


@shape_rule("TensorArrayWriteV3", "TensorArrayScatterV3", "TensorArraySplitV3", "TensorArraySizeV3")
def flow(op: Operation) -> Shapes:
    """A scalar: the flow, or a size."""
    return [SCALAR]


@shape_rule("TensorArrayReadV3")
def read(op: Operation) -> Shapes:
    """The elements' shape, if the handle knows it."""
    data = op.inputs[0].handle_data
    return [UNKNOWN if data is None else data.shape]


@shape_rule("TensorArrayGatherV3")
def gather(op: Operation) -> Shapes:
    """The number of indices, and the elements' shape in the attribute."""
    return [op.inputs[1].shape.with_rank(1) + op.attrs["element_shape"]]


@shape_rule("TensorArrayConcatV3")
def concat(op: Operation) -> Shapes:
    """An unknown number of rows with the rest of the elements' shape, and a vector of lengths."""
    return [TensorShape([None]) + op.attrs["element_shape_except0"], TensorShape([None])]


@shape_rule("StackV2")
def stack(op: Operation) -> Shapes:
    """A handle."""
    return [_HANDLE]


@shape_rule("StackPushV2")
def stack_push(op: Operation) -> Shapes:
    """The shape of the element."""
    return [op.inputs[1].shape]


@shape_rule("StackPopV2")
def stack_pop(op: Operation) -> Shapes:
    """Unknown."""
    return [UNKNOWN]


@shape_rule("TensorArrayCloseV3", "StackCloseV2")
def close(op: Operation) -> Shapes:
    """No outputs."""
    return []
