"""TensorList: the value behind the variant handles of the TensorList ops."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from runtime.dtypes import DType, variant
from runtime.errors import InvalidArgumentError
from runtime.persistent_vector import PersistentVector
from runtime.shapes import TensorShape


class TensorList:
    """An immutable list of tensors of one dtype; every change gives a new list and costs O(log n).

    It has no `__len__` and no `__getitem__`, so that numpy takes it for one object and never for a sequence.

    Attributes:
        items: the elements, numpy arrays or scalars; None for one that was reserved but never set.
        element_dtype: the dtype of every element.
        element_shape: the static shape that every element fits.
        limit: how many elements there may be, or -1.
    """

    __slots__ = ("element_dtype", "element_shape", "items", "limit")

    def __init__(self, items: PersistentVector, dtype: DType, shape: TensorShape, limit: int = -1) -> None:
        self.items = items
        self.element_dtype = dtype
        self.element_shape = shape
        self.limit = limit

    @staticmethod
    def of(elements: Iterable[Any], dtype: DType, shape: TensorShape) -> TensorList:
        """A list of the elements, which are of `dtype` and fit `shape`."""
        return TensorList(PersistentVector.of(elements), dtype, shape)

    @property
    def length(self) -> int:
        """The number of elements."""
        return len(self.items)

    def with_items(self, items: PersistentVector) -> TensorList:
        """A list of other elements, alike in everything else."""
        return TensorList(items, self.element_dtype, self.element_shape, self.limit)

    def push(self, item: Any) -> TensorList:
        """The list with `item` after its end.

        Raises:
            InvalidArgumentError: the list is full, or the item does not fit.
        """
        self._check(item, "append")
        if self.limit != -1 and len(self.items) >= self.limit:
            raise InvalidArgumentError(f"Tried to push item into a full list. list size: {self.limit}")
        return TensorList(self.items.append(item), self.element_dtype, self.element_shape, self.limit)

    def pop(self) -> tuple[TensorList, Any]:
        """The list without its last element, and that element, or None if it was never set.

        Raises:
            InvalidArgumentError: the list is empty.
        """
        if not len(self.items):
            raise InvalidArgumentError("Trying to pop from an empty list.")
        return self.with_items(self.items.pop()), self.items[len(self.items) - 1]

    def get(self, index: int) -> Any:
        """The element at `index`, or None if it was never set.

        Raises:
            InvalidArgumentError: there is no such element.
        """
        if not 0 <= index < len(self.items):
            raise InvalidArgumentError(f"Trying to access element {index} in a list with {self.length} elements.")
        return self.items[index]

    def put(self, index: int, item: Any, grow: bool = False) -> TensorList:
        """The list with `item` at `index`; with `grow` it is made long enough first.

        Raises:
            InvalidArgumentError: there is no such element, or the item does not fit.
        """
        self._check(item, "set")
        if not 0 <= index < len(self.items):
            if index < 0 or not grow:
                raise InvalidArgumentError(f"Trying to modify element {index} in a list with {self.length} elements.")
            return self.resized(index + 1).put(index, item)
        return TensorList(self.items.replace(index, item), self.element_dtype, self.element_shape, self.limit)

    def resized(self, size: int) -> TensorList:
        """The list cut or filled up with unset elements to `size`.

        Raises:
            InvalidArgumentError: the size is negative.
        """
        if size < 0:
            raise InvalidArgumentError(f"TensorListResize expects size to be non-negative. Got: {size}")
        missing = size - self.length
        if not 0 <= missing <= 1:
            elements = list(self.items)[:size]
            return self.with_items(PersistentVector.of(elements + [None] * (size - len(elements))))
        return self.with_items(self.items.append(None)) if missing else self

    def default(self, shape: TensorShape) -> Any:
        """What stands for an element that was never set: zeros.

        Raises:
            InvalidArgumentError: the shape is not known in full.
        """
        if self.element_dtype is variant:
            return TensorList.of((), variant, TensorShape(None))
        known = shape.merge_with(self.element_shape)
        if not known.is_fully_defined():
            raise InvalidArgumentError(
                "Trying to read an uninitialized tensor of a list, but its element_shape is not fully defined: "
                f"{known}. Write every element before reading it, or give element_shape."
            )
        return zeros(known, self.element_dtype)

    def zeros_like(self) -> TensorList:
        """A list as long, with zeros for elements."""
        return self._map(_zeros_of)

    def __add__(self, other: TensorList) -> TensorList:
        """The sums of the elements at each place; an element never set counts as zero."""
        if self.length != other.length:
            raise InvalidArgumentError(
                f"Trying to add two lists of tensors of different lengths. One is {self.length} and the other is "
                f"{other.length}"
            )
        return self.with_items(PersistentVector.of(map(_sum, self.items, other.items)))

    def _map(self, function: Callable[[Any], Any]) -> TensorList:
        return self.with_items(PersistentVector.of(None if item is None else function(item) for item in self.items))

    def _check(self, item: Any, verb: str) -> None:
        shape = getattr(item, "shape", ())
        if (
            self.element_dtype is variant
            or self.element_shape.dims == shape
            or self.element_shape.is_compatible_with(shape)
        ):
            return
        raise InvalidArgumentError(
            f"Tried to {verb} a tensor with incompatible shape to a list. Op element shape: {TensorShape(shape)} "
            f"list shape: {self.element_shape}"
        )

    def __repr__(self) -> str:
        return f"<TensorList of {self.length} {self.element_dtype.name} elements, shape {self.element_shape}>"


def zeros(shape: TensorShape, dtype: DType) -> Any:
    """Zeros (empty byte strings for strings) of a fully known shape."""
    sizes = shape.as_list()
    array = np.zeros(sizes, dtype.as_numpy_dtype)  # type: ignore[arg-type]
    if array.dtype == object:
        array[...] = b""
    return array


def _zeros_of(item: Any) -> Any:
    return item.zeros_like() if isinstance(item, TensorList) else np.zeros_like(item)


def _sum(left: Any, right: Any) -> Any:
    if left is None or right is None:
        return right if left is None else left
    return left + right
