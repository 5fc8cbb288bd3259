"""The part of the operators' backend over this project's runtime that makes and changes run-time lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from runtime import dtypes
from runtime.dispatch import apply_one, apply_op, convert_to_tensor
from runtime.tensor import Tensor

from .backend import Backend
from .standin import resolve
from .tensor_type import TensorType


class GraphLists(Backend):
    """Lists of tensors behind variant handles; each change gives a new one."""

    def list_type(self) -> TensorType:
        """A variant scalar: all lists have one type, whatever their elements."""
        return TensorType(dtypes.variant, ())

    def list_from(self, items: Sequence[Tensor], element: TensorType | None) -> Tensor:
        """A list of these items; without a type of the elements they count as float32."""
        dtype = dtypes.float32 if element is None else element.dtype
        size = convert_to_tensor(-1)
        attrs = {"element_dtype": dtype, "shape_type": dtypes.int32}
        handle = apply_one("EmptyTensorList", [_any_shape(), size], attrs)
        for item in items:
            handle = self.list_append(handle, item)
        return handle

    def list_length(self, handle: Tensor) -> Tensor:
        """How many elements there are, as an int32 scalar."""
        return apply_one("TensorListLength", [handle])

    def list_append(self, handle: Tensor, item: Tensor) -> Tensor:
        """The list with an item at its end."""
        return apply_one("TensorListPushBack", [handle, item])

    def list_pop(self, handle: Tensor, element: TensorType) -> tuple[Tensor, Tensor]:
        """The list without its last item, and the item in the type that is known; an empty list fails in the run."""
        attrs = {"element_dtype": element.dtype}
        shorter, item = apply_op("TensorListPopBack", [handle, _shape_tensor(element)], attrs)
        return shorter, _shaped(item, element)

    def list_get(self, handle: Tensor, index: Any, element: TensorType) -> Tensor:
        """The item at an index, from the end if it is negative; one outside fails in the run."""
        inputs = [handle, self._from_start(handle, index), _shape_tensor(element)]
        return _shaped(apply_one("TensorListGetItem", inputs, {"element_dtype": element.dtype}), element)

    def list_set(self, handle: Tensor, index: Any, item: Tensor) -> Tensor:
        """The list with another item at an index, from the end if it is negative."""
        return apply_one("TensorListSetItem", [handle, self._from_start(handle, index), item])

    def list_stack(self, handle: Tensor, element: TensorType) -> Tensor:
        """All items along a new first axis; the shape is needed for a list that is empty."""
        stacked = apply_one("TensorListStack", [handle, _shape_tensor(element)], {"element_dtype": element.dtype})
        return _shaped(stacked, TensorType(element.dtype, None if element.shape is None else (None, *element.shape)))

    def _from_start(self, handle: Tensor, index: Any) -> Tensor:
        """An index as one that is not negative."""
        index = resolve(index)
        if isinstance(index, int):
            return convert_to_tensor(index) if index >= 0 else self.list_length(handle) + index
        index = self.cast(index, "int32")
        return apply_one("SelectV2", [index < 0, self.list_length(handle) + index, index])


def _any_shape() -> Tensor:
    return convert_to_tensor(-1)


def _shape_tensor(element: TensorType) -> Tensor:
    if element.shape is None:
        return _any_shape()
    return convert_to_tensor(np.array([-1 if size is None else size for size in element.shape], np.int32))


def _shaped(tensor: Tensor, type: TensorType) -> Tensor:
    tensor.set_shape(type.shape)
    tensor.weak = type.weak
    return tensor
