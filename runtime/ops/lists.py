"""The TensorList ops: immutable lists of tensors behind variant handles. `TensorArray` is their friendlier face."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime import dtypes, shapes
from runtime.arguments import indices_of, named
from runtime.dispatch import apply_one, apply_op, convert_to_tensor, is_tensor
from runtime.tensor import Tensor
from runtime.tensor_list import TensorList


def _shape_input(shape: Any) -> Tensor:
    """A static shape as the ops take it: -1 for an unknown size, a scalar -1 for an unknown rank."""
    if is_tensor(shape):
        return convert_to_tensor(shape)
    dims = shapes.as_shape(shape).dims
    if dims is None:
        return indices_of(-1)
    return named(indices_of([-1 if size is None else size for size in dims]), "Const")


def empty_tensor_list(
    element_shape: Any, element_dtype: Any, max_num_elements: Any = None, name: str | None = None
) -> Tensor:
    """A list without elements.

    Args:
        element_shape: what is known of the shape of every element; None for nothing.
        element_dtype: their dtype.
        max_num_elements: how many there may be, by default any number.
        name: for the operation.

    Returns:
        A variant handle.

    >>> handle = tensor_list_push_back(empty_tensor_list([], "int32"), 7)
    >>> int(tensor_list_length(handle))
    1
    """
    limit = indices_of(-1 if max_num_elements is None else max_num_elements)
    attrs = {"element_dtype": dtypes.as_dtype(element_dtype)}
    return apply_one("EmptyTensorList", [_shape_input(element_shape), limit], attrs, name)


def tensor_list_reserve(element_shape: Any, num_elements: Any, element_dtype: Any, name: str | None = None) -> Tensor:
    """A list of elements that are not set yet.

    Args:
        element_shape: what is known of the shape of every element; None for nothing.
        num_elements: how many.
        element_dtype: their dtype.
        name: for the operation.

    Raises:
        InvalidArgumentError: the number is negative.
    """
    inputs = [_shape_input(element_shape), indices_of(num_elements)]
    return apply_one("TensorListReserve", inputs, {"element_dtype": dtypes.as_dtype(element_dtype)}, name)


def tensor_list_from_tensor(tensor: Any, element_shape: Any = None, name: str | None = None) -> Tensor:
    """The list of the slices of a tensor along its first axis.

    Args:
        tensor: of rank 1 or more.
        element_shape: what is known of the shape of every element, by default that of the slices.
        name: for the operation.

    Raises:
        InvalidArgumentError: `tensor` is a scalar, or the slices are of another shape.
    """
    value = convert_to_tensor(tensor)
    shape = value.shape[1:] if element_shape is None else element_shape
    return apply_one("TensorListFromTensor", [value, _shape_input(shape)], {"element_dtype": value.dtype}, name)


def tensor_list_push_back(input_handle: Tensor, tensor: Any, name: str | None = None) -> Tensor:
    """The list with one more element.

    Raises:
        InvalidArgumentError: the element is of another dtype or shape, or the list is full.
    """
    value = convert_to_tensor(tensor)
    return apply_one("TensorListPushBack", [input_handle, value], {"element_dtype": value.dtype}, name)


def tensor_list_pop_back(
    input_handle: Tensor, element_dtype: Any, element_shape: Any = None, name: str | None = None
) -> tuple[Tensor, Tensor]:
    """The list without its last element, and that element.

    Args:
        input_handle: the list.
        element_dtype: of the element.
        element_shape: what is known of its shape.
        name: for the operation.

    Raises:
        InvalidArgumentError: the list is empty.
    """
    attrs = {"element_dtype": dtypes.as_dtype(element_dtype)}
    handle, item = apply_op("TensorListPopBack", [input_handle, _shape_input(element_shape)], attrs, name)
    return handle, item


def tensor_list_get_item(
    input_handle: Tensor, index: Any, element_dtype: Any, element_shape: Any = None, name: str | None = None
) -> Tensor:
    """One element of a list; zeros if it was reserved and never set.

    Args:
        input_handle: the list.
        index: its place, in [0, length).
        element_dtype: its dtype.
        element_shape: what is known of its shape.
        name: for the operation.

    Raises:
        InvalidArgumentError: there is no such element.
    """
    inputs = [input_handle, indices_of(index), _shape_input(element_shape)]
    return apply_one("TensorListGetItem", inputs, {"element_dtype": dtypes.as_dtype(element_dtype)}, name)


def tensor_list_set_item(
    input_handle: Tensor,
    index: Any,
    item: Any,
    resize_if_index_out_of_bounds: bool = False,
    name: str | None = None,
) -> Tensor:
    """The list with another element at a place.

    Args:
        input_handle: the list.
        index: the place, in [0, length).
        item: the element.
        resize_if_index_out_of_bounds: the list grows if the place is beyond its end.
        name: for the operation.

    Raises:
        InvalidArgumentError: there is no such place, or the element is of another dtype or shape.
    """
    value = convert_to_tensor(item)
    attrs: dict[str, Any] = {"element_dtype": value.dtype}
    if resize_if_index_out_of_bounds:
        attrs["resize_if_index_out_of_bounds"] = True
    return apply_one("TensorListSetItem", [input_handle, indices_of(index), value], attrs, name)


def tensor_list_length(input_handle: Tensor, name: str | None = None) -> Tensor:
    """The number of elements, i32[]."""
    return apply_one("TensorListLength", [input_handle], None, name)


def tensor_list_element_shape(input_handle: Tensor, shape_type: Any = dtypes.int32, name: str | None = None) -> Tensor:
    """The shape that every element fits, -1 where it is not known."""
    return apply_one("TensorListElementShape", [input_handle], {"shape_type": dtypes.as_dtype(shape_type)}, name)


def tensor_list_resize(input_handle: Tensor, size: Any, name: str | None = None) -> Tensor:
    """The list cut, or filled up with elements that are not set, to a length."""
    return apply_one("TensorListResize", [input_handle, indices_of(size)], None, name)


def tensor_list_stack(
    input_handle: Tensor,
    element_dtype: Any,
    num_elements: int = -1,
    element_shape: Any = None,
    name: str | None = None,
) -> Tensor:
    """The elements, all of one shape, as one tensor along a new first axis.

    Args:
        input_handle: the list.
        element_dtype: of the elements.
        num_elements: how many there are, or -1.
        element_shape: what is known of their shape; needed in full if the list may be empty.
        name: for the operation.

    Raises:
        InvalidArgumentError: the shapes differ, or there are no elements and their shape is not known.
    """
    attrs: dict[str, Any] = {"element_dtype": dtypes.as_dtype(element_dtype)}
    if num_elements != -1:
        attrs["num_elements"] = num_elements
    return apply_one("TensorListStack", [input_handle, _shape_input(element_shape)], attrs, name)


def tensor_list_gather(
    input_handle: Tensor, indices: Any, element_dtype: Any, element_shape: Any = None, name: str | None = None
) -> Tensor:
    """The elements at some places as one tensor along a new first axis.

    Args:
        input_handle: the list.
        indices: the places, i32[n].
        element_dtype: of the elements.
        element_shape: what is known of their shape.
        name: for the operation.

    Raises:
        InvalidArgumentError: a place is out of range, or the shapes differ.
    """
    inputs = [input_handle, indices_of(indices), _shape_input(element_shape)]
    return apply_one("TensorListGather", inputs, {"element_dtype": dtypes.as_dtype(element_dtype)}, name)


def tensor_list_scatter(
    tensor: Any,
    indices: Any,
    element_shape: Any = None,
    input_handle: Tensor | None = None,
    num_elements: Any = -1,
    name: str | None = None,
) -> Tensor:
    """A list with the slices of a tensor at given places.

    Args:
        tensor: one slice along the first axis for each place.
        indices: the places, i32[n].
        element_shape: what is known of the shape of every element.
        input_handle: the list to put them into; by default a new one.
        num_elements: the length of a new list, by default as long as needed.
        name: for the operation.

    Raises:
        InvalidArgumentError: a place is negative, or there is not one for each slice.
    """
    value, places = convert_to_tensor(tensor), indices_of(indices)
    attrs = {"element_dtype": value.dtype}
    if input_handle is not None:
        return apply_one("TensorListScatterIntoExistingList", [input_handle, value, places], attrs, name)
    inputs = [value, places, _shape_input(element_shape), indices_of(num_elements)]
    return apply_one("TensorListScatterV2", inputs, attrs, name)


def tensor_list_concat(
    input_handle: Tensor,
    element_dtype: Any,
    element_shape: Any = None,
    leading_dims: Any = None,
    name: str | None = None,
) -> tuple[Tensor, Tensor]:
    """The elements joined along their first axis, and the size of each along it, i64[n].

    Args:
        input_handle: the list.
        element_dtype: of the elements.
        element_shape: what is known of their shape.
        leading_dims: first sizes of elements that were never set.
        name: for the operation.

    Raises:
        InvalidArgumentError: elements are scalars, or their shapes differ beyond the first axis.
    """
    sizes = convert_to_tensor(np.array([], np.int64) if leading_dims is None else leading_dims, dtype_hint=dtypes.int64)
    attrs = {"element_dtype": dtypes.as_dtype(element_dtype)}
    tensor, lengths = apply_op("TensorListConcatV2", [input_handle, _shape_input(element_shape), sizes], attrs, name)
    return tensor, lengths


def tensor_list_split(tensor: Any, element_shape: Any, lengths: Any, name: str | None = None) -> Tensor:
    """The list of the pieces of a tensor, cut along its first axis.

    Args:
        tensor: what is cut.
        element_shape: what is known of the shape of every piece.
        lengths: the size of each piece; they add up to the first size of `tensor`.
        name: for the operation.

    Raises:
        InvalidArgumentError: the lengths do not add up.
    """
    value = convert_to_tensor(tensor)
    sizes = convert_to_tensor(lengths, dtype_hint=dtypes.int64)
    if sizes.dtype is not dtypes.int64:
        sizes = apply_one("Cast", [sizes], {"DstT": dtypes.int64})
    inputs = [value, _shape_input(element_shape), sizes]
    return apply_one("TensorListSplit", inputs, {"element_dtype": value.dtype}, name)


def tensor_list_concat_lists(input_a: Tensor, input_b: Tensor, element_dtype: Any, name: str | None = None) -> Tensor:
    """The elements of one list followed by those of another."""
    attrs = {"element_dtype": dtypes.as_dtype(element_dtype)}
    return apply_one("TensorListConcatLists", [input_a, input_b], attrs, name)


def embedded_list(value: TensorList) -> Tensor:
    """A list that exists already as operations of the open graph that make it again."""
    handle = tensor_list_reserve(value.element_shape, value.length, value.element_dtype)
    for index, item in enumerate(value.items):
        if isinstance(item, TensorList):
            handle = tensor_list_set_item(handle, index, embedded_list(item))
        elif item is not None:
            handle = tensor_list_set_item(handle, index, convert_to_tensor(item, value.element_dtype))
    return handle
