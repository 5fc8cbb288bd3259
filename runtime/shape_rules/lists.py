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
    """A scalar handle of a list whose elements have the shape in the first input."""
    return _hold(op, _element_shape(op.inputs[0]))


@shape_rule("TensorListFromTensor")
def from_tensor(op: Operation) -> Shapes:
    """A scalar handle of a list of rows of the tensor."""
    return _hold(op, _element_shape(op.inputs[1]).merge_with(op.inputs[0].shape.with_rank_at_least(1)[1:]))


@shape_rule("TensorListSplit")
def split(op: Operation) -> Shapes:
    """A scalar handle of a list whose elements have the given shape."""
    return _hold(op, _element_shape(op.inputs[1]))


@shape_rule("TensorListScatterV2", "TensorListScatter")
def scatter(op: Operation) -> Shapes:
    """A scalar handle of a list of rows of the tensor."""
    return _hold(op, _element_shape(op.inputs[2]).merge_with(op.inputs[0].shape.with_rank_at_least(1)[1:]))


@shape_rule("TensorListPushBack")
def push_back(op: Operation) -> Shapes:
    """The handle; of the elements' shape stays what the list and the new element agree on."""
    return _hold(op, _fitting(op.inputs[0], op.inputs[1]))


@shape_rule("TensorListSetItem")
def set_item(op: Operation) -> Shapes:
    """The handle; of the elements' shape stays what the list and the new element agree on."""
    return _hold(op, _fitting(op.inputs[0], op.inputs[2]))


def _fitting(handle: Tensor, item: Tensor) -> TensorShape:
    shape = _known(handle)
    if not shape.is_compatible_with(item.shape):
        raise ValueError(f"An element of shape {item.shape} does not fit a list with element shape {shape}.")
    return shape


@shape_rule("TensorListScatterIntoExistingList", "TensorListConcatLists")
def same_list(op: Operation) -> Shapes:
    """The handle, with the elements' shape of the first list."""
    return _hold(op, _known(op.inputs[0]))


@shape_rule("TensorListResize")
def resize(op: Operation) -> Shapes:
    """The handle, with all that is known of the list."""
    op.outputs[0].handle_data = op.inputs[0].handle_data
    return [SCALAR]


@shape_rule("TensorListPopBack")
def pop_back(op: Operation) -> Shapes:
    """The handle, and all that is known of its elements' shape."""
    shape = _known(op.inputs[0])
    return [*_hold(op, shape), shape.merge_with(_element_shape(op.inputs[1]))]


@shape_rule("TensorListGetItem")
def get_item(op: Operation) -> Shapes:
    """All that is known of the elements' shape."""
    return [_known(op.inputs[0]).merge_with(_element_shape(op.inputs[2]))]


@shape_rule("TensorListLength")
def length(op: Operation) -> Shapes:
    """A scalar."""
    return [SCALAR]


@shape_rule("TensorListElementShape")
def element_shape(op: Operation) -> Shapes:
    """A vector as long as the elements' rank; unknown if that is, since it may then be a scalar -1."""
    rank = _known(op.inputs[0]).rank
    return [UNKNOWN if rank is None else TensorShape([rank])]


@shape_rule("TensorListStack")
def stack(op: Operation) -> Shapes:
    """The number of elements, if the attribute gives it, and their shape."""
    count = op.attrs["num_elements"]
    element = _known(op.inputs[0]).merge_with(_element_shape(op.inputs[1]))
    return [TensorShape([None if count < 0 else count]) + element]


@shape_rule("TensorListGather")
def gather(op: Operation) -> Shapes:
    """The number of indices, and the elements' shape."""
    element = _known(op.inputs[0]).merge_with(_element_shape(op.inputs[2]))
    return [op.inputs[1].shape.with_rank(1) + element]


@shape_rule("TensorListConcatV2", "TensorListConcat")
def concat(op: Operation) -> Shapes:
    """An unknown number of rows with the rest of the elements' shape, and a vector of lengths."""
    given = _element_shape(op.inputs[1]) if len(op.inputs) > 1 else op.attrs["element_shape"]
    element = _known(op.inputs[0]).merge_with(given)
    return [TensorShape([None]) + element[1:] if element.rank is not None else UNKNOWN, TensorShape([None])]
