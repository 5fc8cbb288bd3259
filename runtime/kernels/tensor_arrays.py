"""TensorArrays and stacks of TensorFlow 1 graphs: mutable objects behind resource handles, made anew in each run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from runtime.dtypes import DType
from runtime.errors import InvalidArgumentError, OutOfRangeError
from runtime.kernels.joining import stacked
from runtime.kernels.values import Array, boxed, shape_text
from runtime.registry import kernel
from runtime.shapes import TensorShape
from runtime.tensor_list import zeros

FLOW = np.float32(0)


class TensorArrayObject:
    """The array behind a handle.

    Attributes:
        items: the elements, None where nothing was written.
        adds: whether a second write to a place adds to the first, as in the arrays of gradients.
        gradients: the arrays of gradients of this one, by the name of the `gradients` call.
    """

    __slots__ = ("adds", "dtype", "dynamic", "gradients", "items", "shape")

    def __init__(self, size: int, dtype: DType, shape: TensorShape, dynamic: bool, adds: bool = False) -> None:
        self.items: list[Any] = [None] * size
        self.dtype = dtype
        self.shape = shape
        self.dynamic = dynamic
        self.adds = adds
        self.gradients: dict[str | bytes, TensorArrayObject] = {}

    def write(self, index: int, value: Any) -> None:
        """Sets one element, or adds to it in an array of gradients."""
        if index < 0 or (index >= len(self.items) and not self.dynamic):
            raise InvalidArgumentError(
                f"Tried to write to index {index} but array is not resizeable and size is: {len(self.items)}"
            )
        if not self.shape.is_compatible_with(value.shape):
            raise InvalidArgumentError(
                f"Could not write to TensorArray index {index} because the value shape is {shape_text(value.shape)} "
                f"which is incompatible with the TensorArray's inferred element shape: {self.shape}"
            )
        self.items.extend([None] * (index + 1 - len(self.items)))
        before = self.items[index]
        if before is not None and not self.adds:
            raise InvalidArgumentError(
                f"Could not write to TensorArray index {index} because it has already been written to."
            )
        self.items[index] = value if before is None else before + value

    def read(self, index: int) -> Any:
        """One element; zeros where nothing was written and the shape is known."""
        if not 0 <= index < len(self.items):
            raise InvalidArgumentError(f"Tried to read from index {index} but array size is: {len(self.items)}")
        item = self.items[index]
        if item is not None:
            return item
        known = self.shape if self.shape.is_fully_defined() else self._shape_of_others()
        if known is None:
            raise InvalidArgumentError(f"Could not read index {index} twice or before it was written.")
        return zeros(known, self.dtype)

    def _shape_of_others(self) -> TensorShape | None:
        return next((TensorShape(item.shape) for item in self.items if item is not None), None)


@kernel("TensorArrayV3")
def tensor_array(
    size: Array, *, dtype: DType, element_shape: TensorShape, dynamic_size: bool
) -> tuple[TensorArrayObject, Any]:
    """A new array of `size` elements, and the flow, a float32 that orders the ops on it."""
    return TensorArrayObject(int(size), dtype, element_shape, dynamic_size), FLOW


@kernel("TensorArrayGradV3")
def tensor_array_grad(
    handle: TensorArrayObject, flow_in: Array, *, source: str | bytes
) -> tuple[TensorArrayObject, Array]:
    """The array in which gradients of this one add up, one for each `gradients` call, which `source` names."""
    made = handle.gradients.get(source)
    if made is None:
        made = TensorArrayObject(len(handle.items), handle.dtype, handle.shape, dynamic=False, adds=True)
        made = handle.gradients.setdefault(source, made)
    return made, flow_in


@kernel("TensorArrayWriteV3")
def tensor_array_write(handle: TensorArrayObject, index: Array, value: Array, flow_in: Array) -> Array:
    """Sets an element, once; gives the flow on. Behind the end only with `dynamic_size`."""
    handle.write(int(index), value)
    return flow_in


@kernel("TensorArrayReadV3")
def tensor_array_read(handle: TensorArrayObject, index: Array, flow_in: Array) -> Any:
    """An element; zeros if nothing was written there and the shape is known."""
    return handle.read(int(index))


@kernel("TensorArrayGatherV3")
def tensor_array_gather(
    handle: TensorArrayObject, indices: Array, flow_in: Array, *, element_shape: TensorShape
) -> Array:
    """The elements at `indices` along a new first dimension."""
    items = [handle.read(index) for index in indices.tolist()]
    return stacked(items) if items else _no_elements(handle, element_shape.merge_with(handle.shape))


def _no_elements(handle: TensorArrayObject, shape: TensorShape) -> Array:
    if not shape.is_fully_defined():
        raise InvalidArgumentError(f"TensorArray has size zero, but element shape {shape} is not fully defined.")
    empty: Array = zeros(TensorShape([0]).concatenate(shape), handle.dtype)
    return empty


@kernel("TensorArrayScatterV3")
def tensor_array_scatter(handle: TensorArrayObject, indices: Array, value: Array, flow_in: Array) -> Array:
    """Writes the rows of a value to `indices`; gives the flow on."""
    _write_all(handle, indices.tolist(), list(value))
    return flow_in


def _write_all(handle: TensorArrayObject, indices: Sequence[int], values: Sequence[Any]) -> None:
    if len(indices) != len(values):
        raise InvalidArgumentError(
            f"Expected len(indices) == values.shape[0], but saw: {len(indices)} vs. {len(values)}"
        )
    for index, value in zip(indices, values, strict=True):
        handle.write(index, boxed(value) if handle.dtype.name == "string" else value)


@kernel("TensorArrayConcatV3")
def tensor_array_concat(
    handle: TensorArrayObject, flow_in: Array, *, element_shape_except0: TensorShape
) -> tuple[Array, Array]:
    """All elements end to end along their first dimension, and how long each was (int64)."""
    items = [handle.read(index) for index in range(len(handle.items))]
    lengths = np.array([len(item) for item in items], dtype=np.int64)
    return np.concatenate(items) if items else _no_elements(handle, element_shape_except0), lengths


@kernel("TensorArraySplitV3")
def tensor_array_split(handle: TensorArrayObject, value: Array, lengths: Array, flow_in: Array) -> Array:
    """Writes pieces of a value, as long as `lengths` say, to the places from 0 on; gives the flow on."""
    sizes = lengths.tolist()
    if sum(sizes) != len(value):
        raise InvalidArgumentError(
            f"Expected sum of lengths to be equal to values.shape[0], but sum of lengths is {sum(sizes)} and value's "
            f"shape is: {shape_text(value.shape)}"
        )
    ends = np.cumsum(sizes, dtype=np.int64).tolist()
    _write_all(handle, range(len(sizes)), [value[end - size : end] for size, end in zip(sizes, ends, strict=True)])
    return flow_in


@kernel("TensorArraySizeV3")
def tensor_array_size(handle: TensorArrayObject, flow_in: Array) -> Any:
    """How many elements there are, written or not, as an int32 scalar."""
    return np.int32(len(handle.items))


@kernel("TensorArrayCloseV3")
def tensor_array_close(handle: TensorArrayObject) -> None:
    """Drops the elements; the array is empty from then on."""
    handle.items.clear()


class StackObject:
    """The stack behind a handle: forward loops push what backward loops pop."""

    __slots__ = ("items", "limit")

    def __init__(self, limit: int) -> None:
        self.items: list[Any] = []
        self.limit = limit


@kernel("StackV2")
def stack(max_size: Array) -> StackObject:
    """A stack of at most `max_size` elements; of any number if it is negative."""
    return StackObject(int(max_size))


@kernel("StackPushV2")
def stack_push(handle: StackObject, elem: Array) -> Array:
    """Puts an element on the stack, and gives it; InvalidArgumentError if the stack is full."""
    if 0 <= handle.limit <= len(handle.items):
        raise InvalidArgumentError(f"Stack[..] overflowed its max_size ({handle.limit})")
    handle.items.append(elem)
    return elem


@kernel("StackPopV2")
def stack_pop(handle: StackObject) -> Any:
    """Takes the last element off; OutOfRangeError if there is none."""
    if not handle.items:
        raise OutOfRangeError("Stack is empty when calling Pop().")
    return handle.items.pop()


@kernel("StackCloseV2")
def stack_close(handle: StackObject) -> None:
    """Drops all elements."""
    handle.items.clear()
