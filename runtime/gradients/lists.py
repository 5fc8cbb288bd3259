"""Gradients of TensorLists: the gradient with respect to a list is a list of gradients."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime import dtypes, shapes
from runtime.autodiff import Update
from runtime.dispatch import convert_to_tensor
from runtime.gradients.broadcast import beside, shape_of, zeros_like
from runtime.gradients.joining import filled
from runtime.gradients.table import Gradients, by_input, op, ops, refused
from runtime.registry import gradient, not_differentiable
from runtime.tensor import Tensor

not_differentiable("EmptyTensorList", "TensorListReserve", "TensorListLength", "TensorListElementShape")
by_input("TensorListSetItem", lambda o, g: _overwritten(o, g), None, lambda o, g: _read(o, g))
by_input("TensorListStack", lambda o, g: _rows(g), None)
by_input("TensorListFromTensor", lambda o, g: _stacked(g, o.inputs[0]), None)
by_input("TensorListResize", lambda o, g: op("TensorListResize", g, length_of(o.inputs[0])), None)
by_input("TensorListGather", lambda o, g: _rows(_sums(o, g)), None, None)
by_input("TensorListScatter", lambda o, g: _gathered(g, o.inputs[1], o.inputs[0]), None, None)
by_input("TensorListScatterV2", lambda o, g: _gathered(g, o.inputs[1], o.inputs[0]), None, None, None)
by_input(
    "TensorListScatterIntoExistingList",
    lambda o, g: _cut(op("TensorListScatterIntoExistingList", g, zeros_like(o.inputs[1]), o.inputs[2]), o.inputs[0]),
    lambda o, g: _gathered(g, o.inputs[2], o.inputs[1]),
    None,
)
by_input("TensorListConcatLists", lambda o, g: _cut(g, o.inputs[0]), lambda o, g: _tail(g, *o.inputs))
by_input("TensorListSplit", lambda o, g: _joined(g, o.inputs[0], o.inputs[2]), None, None)


# ---------------------------------------------------------------------------------------------- what is asked of lists


def length_of(handle: Tensor) -> Tensor:
    """The number of elements of a list: i32[]."""
    with beside(handle):
        return op("TensorListLength", handle)


def element_shape_of(handle: Tensor) -> Tensor:
    """The shape that all elements of a list fit, as the list ops take it."""
    known = handle.handle_data
    if known is not None and known.shape.rank is not None:
        return shape_input(known.shape)
    with beside(handle):
        return op("TensorListElementShape", handle, shape_type=dtypes.int32)


def shape_input(shape: shapes.TensorShape) -> Tensor:
    """A static shape as the list ops take it: -1 for an unknown size, a scalar -1 for an unknown rank."""
    sizes: Any = -1 if shape.dims is None else [-1 if size is None else size for size in shape.dims]
    return convert_to_tensor(np.array(sizes, np.int32))


def _row_shape(tensor: Tensor) -> Tensor:
    """The shape of the slices of a tensor along its first axis."""
    rows = tensor.shape[1:]
    if rows.is_fully_defined():
        return shape_input(rows)
    with beside(tensor):
        return op("StridedSlice", shape_of(tensor), [1], [0], [1], end_mask=1)


# ---------------------------------------------------------------------------------------------- rules


@gradient("TensorListPushBack")
def _push_back(operation: Any, g: Tensor) -> Gradients:
    tensor = operation.inputs[1]
    return ops("TensorListPopBack", g, shape_of(tensor), element_dtype=tensor.dtype)


@gradient("TensorListPopBack")
def _pop_back(operation: Any, *grads: Tensor | None) -> Gradients:
    rest, element = filled(operation, grads)
    return op("TensorListPushBack", rest, element), None


@gradient("TensorListGetItem")
def _get_item(operation: Any, g: Tensor) -> Gradients:
    """Added to one element where there is a list of gradients already; else a list with one element."""
    handle, index, _ = operation.inputs

    def onto(grads: Tensor) -> Tensor:
        """The list of gradients with this one added at its place."""
        known = op("TensorListGetItem", grads, index, shape_of(g), element_dtype=g.dtype)
        return op("TensorListSetItem", grads, index, known + g)

    def alone() -> Tensor:
        """A list of gradients with nothing but this one."""
        empty = op("TensorListReserve", element_shape_of(handle), length_of(handle), element_dtype=g.dtype)
        return op("TensorListSetItem", empty, index, g)

    return Update(alone, onto), None, None


def _overwritten(operation: Any, g: Tensor) -> Tensor:
    handle, index, item = operation.inputs
    others = op("TensorListSetItem", g, index, zeros_like(item))
    return _cut(others, handle) if operation.attrs["resize_if_index_out_of_bounds"] else others


def _read(operation: Any, g: Tensor) -> Tensor:
    _, index, item = operation.inputs
    return op("TensorListGetItem", g, index, shape_of(item), element_dtype=item.dtype)


def _rows(g: Tensor) -> Tensor:
    return op("TensorListFromTensor", g, shape_input(g.shape[1:]))


def _stacked(g: Tensor, tensor: Tensor) -> Tensor:
    return op("TensorListStack", g, _row_shape(tensor), element_dtype=tensor.dtype, num_elements=tensor.shape[0] or -1)


def _sums(operation: Any, g: Tensor) -> Tensor:
    handle, indices, _ = operation.inputs
    return op("UnsortedSegmentSum", g, indices, length_of(handle))


def _gathered(g: Tensor, indices: Tensor, tensor: Tensor) -> Tensor:
    return op("TensorListGather", g, indices, _row_shape(tensor), element_dtype=tensor.dtype)


def _cut(g: Tensor, handle: Tensor) -> Tensor:
    return op("TensorListResize", g, length_of(handle))


def _tail(g: Tensor, first: Tensor, second: Tensor) -> Tensor:
    """The last elements of a list of gradients: those that belong to `second`."""
    skipped = length_of(first)
    places = op("Range", skipped, skipped + length_of(second), 1)
    dtype = dtypes.float32 if second.handle_data is None else second.handle_data.dtype
    return _rows(op("TensorListGather", g, places, element_shape_of(second), element_dtype=dtype))


@gradient("TensorListConcatV2", "TensorListConcat")
def _concat(operation: Any, g: Tensor | None, _: Tensor | None) -> Gradients:
    handle, lengths = operation.inputs[0], operation.outputs[1]
    rest = [None] * (len(operation.inputs) - 1)
    return [None if g is None else op("TensorListSplit", g, element_shape_of(handle), lengths), *rest]


def _joined(g: Tensor, tensor: Tensor, lengths: Tensor) -> Tensor:
    rows = op("ConcatV2", [convert_to_tensor(np.array([-1], np.int32)), _row_shape(tensor)], 0)
    return ops("TensorListConcatV2", g, rows, lengths, element_dtype=tensor.dtype)[0]


refused("TensorListPushBackBatch", "lists that are pushed to in batches are not supported.")
