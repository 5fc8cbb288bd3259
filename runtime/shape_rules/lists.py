"""Shapes of the TensorList ops. The handle of a list carries the dtype and shape of its elements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from runtime.constant_value import constant_value_as_shape
from runtime.registry import shape_rule
from runtime.shapes import SCALAR, UNKNOWN, TensorShape
from runtime.tensor import HandleData, Tensor

if TYPE_CHECKING:
    from runtime.graph import Operation

Shapes = Sequence[TensorShape]


def _element_shape(tensor: Tensor) -> TensorShape:
    """The shape that an element_shape input means; a scalar is an unknown rank."""
    return UNKNOWN if tensor.shape.rank == 0 else constant_value_as_shape(tensor)


def _known(handle: Tensor) -> TensorShape:
    return UNKNOWN if handle.handle_data is None else handle.handle_data.shape


def _hold(op: Operation, shape: TensorShape) -> Shapes:
    op.outputs[0].handle_data = HandleData(op.attrs["element_dtype"], shape)
    return [SCALAR]


@shape_rule("EmptyTensorList", "TensorListReserve")
def new_list(op: Operation) -> Shapes:
    return _hold(op, _element_shape(op.inputs[0]))


@shape_rule("TensorListFromTensor")
def from_tensor(op: Operation) -> Shapes:
    return _hold(op, _element_shape(op.inputs[1]).merge_with(op.inputs[0].shape.with_rank_at_least(1)[1:]))


@shape_rule("TensorListSplit")
def split(op: Operation) -> Shapes:
    return _hold(op, _element_shape(op.inputs[1]))


@shape_rule("TensorListScatterV2", "TensorListScatter")
def scatter(op: Operation) -> Shapes:
    return _hold(op, _element_shape(op.inputs[2]).merge_with(op.inputs[0].shape.with_rank_at_least(1)[1:]))


@shape_rule("TensorListPushBack")
def push_back(op: Operation) -> Shapes:
    return _hold(op, _fitting(op.inputs[0], op.inputs[1]))


@shape_rule("TensorListSetItem")
def set_item(op: Operation) -> Shapes:
    return _hold(op, _fitting(op.inputs[0], op.inputs[2]))


def _fitting(handle: Tensor, item: Tensor) -> TensorShape:
    shape = _known(handle)
    if not shape.is_compatible_with(item.shape):
        raise ValueError(f"An element of shape {item.shape} does not fit a list with element shape {shape}.")
    return shape


@shape_rule("TensorListScatterIntoExistingList", "TensorListConcatLists")
def same_list(op: Operation) -> Shapes:
    return _hold(op, _known(op.inputs[0]))


@shape_rule("TensorListResize")
def resize(op: Operation) -> Shapes:
    op.outputs[0].handle_data = op.inputs[0].handle_data
    return [SCALAR]


@shape_rule("TensorListPopBack")
def pop_back(op: Operation) -> Shapes:
    shape = _known(op.inputs[0])
    return [*_hold(op, shape), shape.merge_with(_element_shape(op.inputs[1]))]


@shape_rule("TensorListGetItem")
def get_item(op: Operation) -> Shapes:
    return [_known(op.inputs[0]).merge_with(_element_shape(op.inputs[2]))]


@shape_rule("TensorListLength")
def length(op: Operation) -> Shapes:
    return [SCALAR]


@shape_rule("TensorListElementShape")
def element_shape(op: Operation) -> Shapes:
    rank = _known(op.inputs[0]).rank
    return [UNKNOWN if rank is None else TensorShape([rank])]


@shape_rule("TensorListStack")
def stack(op: Operation) -> Shapes:
    count = op.attrs["num_elements"]
    element = _known(op.inputs[0]).merge_with(_element_shape(op.inputs[1]))
    return [TensorShape([None if count < 0 else count]) + element]


@shape_rule("TensorListGather")
def gather(op: Operation) -> Shapes:
    element = _known(op.inputs[0]).merge_with(_element_shape(op.inputs[2]))
    return [op.inputs[1].shape.with_rank(1) + element]


@shape_rule("TensorListConcatV2", "TensorListConcat")
def concat(op: Operation) -> Shapes:
    given = _element_shape(op.inputs[1]) if len(op.inputs) > 1 else op.attrs["element_shape"]
    element = _known(op.inputs[0]).merge_with(given)
    return [TensorShape([None]) + element[1:] if element.rank is not None else UNKNOWN, TensorShape([None])]
