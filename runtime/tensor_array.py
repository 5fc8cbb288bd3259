"""TensorArray: tensors by index, read and written in loops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runtime import dtypes, shapes
from runtime.arguments import named, static_int
from runtime.dispatch import convert_to_tensor, is_symbolic
from runtime.errors import DTypeError
from runtime.ops import lists
from runtime.scopes import in_name_scope
from runtime.shapes import TensorShape
from runtime.tensor import Tensor


class TensorArray:
    """An array of tensors of one dtype, eager or symbolic, that may be a variable of `while_loop`.

    What changes it returns the changed array, to be used from then on: `ta = ta.write(i, x)`. (An eager array follows
    its own changes too, as TensorFlow's does, so that a result that is thrown away is not lost. A symbolic one cannot.)

    Args:
        dtype: of the elements.
        size: how many elements there are, an int or i32[].
        dynamic_size: writing beyond the end makes the array longer.
        clear_after_read: accepted for compatibility; elements can be read again.
        tensor_array_name: accepted for compatibility.
        handle: accepted for compatibility.
        flow: the list of another array (a variant tensor) to begin with.
        infer_shape: all elements have one shape; it is checked as far as it is known.
        element_shape: what is known of the shape of every element.
        colocate_with_first_write_call: accepted for compatibility.
        name: for the operation.

    Attributes:
        dtype: of the elements.
        flow: the variant tensor behind it.
        dynamic_size: whether it grows.
        element_shape: what is known of the shape of every element.

    >>> ta = TensorArray("int32", size=0, dynamic_size=True)
    >>> for i in range(3):
    ...     ta = ta.write(i, i * i)
    >>> ta.stack().tolist(), int(ta.size()), int(ta.read(2))
    ([0, 1, 4], 3, 4)
    """

    def __init__(
        self,
        dtype: Any,
        size: Any = None,
        dynamic_size: bool | None = None,
        clear_after_read: bool | None = None,
        tensor_array_name: str | None = None,
        handle: Any = None,
        flow: Tensor | None = None,
        infer_shape: bool = True,
        element_shape: Any = None,
        colocate_with_first_write_call: bool = True,
        name: str | None = None,
    ) -> None:
        if size is not None and flow is not None:
            raise ValueError("Cannot provide both `flow` and `size` arguments to TensorArray.")
        self.dtype = dtypes.as_dtype(dtype)
        self.dynamic_size = bool(dynamic_size)
        self.element_shape = shapes.as_shape(element_shape)
        self._infer_shape = infer_shape
        self._size = size
        if flow is None:
            if size is None:
                raise ValueError("TensorArray needs a size (0 if it is to grow: dynamic_size=True).")
            flow = lists.tensor_list_reserve(self.element_shape, size, self.dtype, name or "TensorArrayV2")
        self.flow = flow

    @property
    def handle(self) -> None:
        """Nothing: the array is its `flow`."""
        return

    # ------------------------------------------------------------------------------------------ being part of loops

    def _parts(self) -> list[Tensor]:
        return [self.flow]

    def _from_parts(self, parts: Sequence[Tensor]) -> TensorArray:
        return self._with(parts[0], self.element_shape)

    def _joined(self, others: Sequence[TensorArray]) -> TensorArray:
        shape = self.element_shape
        for other in others:
            shape = shape.most_general(other.element_shape)
        return self._with(self.flow, shape)

    def _key(self) -> Any:
        return self.dtype, self.dynamic_size, self.element_shape, self._infer_shape, self._static_size()

    def _with(self, flow: Tensor, element_shape: TensorShape) -> TensorArray:
        """An array like this one over another list."""
        array = TensorArray.__new__(TensorArray)
        array.dtype = self.dtype
        array.dynamic_size = self.dynamic_size
        array.element_shape = element_shape
        array._infer_shape = self._infer_shape
        array._size = self._size
        array.flow = flow
        return array

    def _changed(self, flow: Tensor, element: TensorShape) -> TensorArray:
        """The array over a changed list, whose elements have the given shape."""
        shape = self.element_shape.merge_with(element) if self._infer_shape else self.element_shape
        if not is_symbolic(flow):
            self.flow, self.element_shape = flow, shape
        return self._with(flow, shape)

    def identity(self, name: str | None = None) -> TensorArray:
        """An array with the same elements."""
        from runtime.ops.array import identity

        return self._with(identity(self.flow, name), self.element_shape)

    # ------------------------------------------------------------------------------------------ one element

    @in_name_scope("TensorArrayV2Read")
    def read(self, index: Any, name: str | None = None) -> Tensor:
        """The element at an index; zeros if it was never written and its shape is known.

        Raises:
            InvalidArgumentError: the index is out of range.
        """
        return lists.tensor_list_get_item(self.flow, index, self.dtype, self.element_shape)

    @in_name_scope("TensorArrayV2Write")
    def write(self, index: Any, value: Any, name: str | None = None) -> TensorArray:
        """The array with `value` at an index.

        Raises:
            DTypeError: the value is of another dtype.
            ValueError: it is of another shape.
            InvalidArgumentError: the index is out of range and the size is not dynamic.
        """
        tensor = named(self._element(value), "value")
        self._check_shape(tensor.shape)
        flow = lists.tensor_list_set_item(self.flow, index, tensor, self.dynamic_size)
        return self._changed(flow, tensor.shape)

    def _element(self, value: Any) -> Tensor:
        tensor = convert_to_tensor(value, dtype_hint=self.dtype)
        if tensor.dtype is not self.dtype:
            raise DTypeError(
                f"A TensorArray of dtype {self.dtype.name} cannot hold {tensor!r}: "
                f"use cast(value, '{self.dtype.name}')."
            )
        return tensor

    def _check_shape(self, shape: TensorShape) -> None:
        if self._infer_shape and not self.element_shape.is_compatible_with(shape):
            raise ValueError(
                f"Incompatible shape for value ({shape}), expected ({self.element_shape}): the elements of a "
                "TensorArray have one shape, unless it is made with infer_shape=False."
            )

    # ------------------------------------------------------------------------------------------ many elements

    def _static_size(self) -> int:
        known = None if self._size is None else static_int(self._size)
        return -1 if known is None else known

    @in_name_scope("TensorArrayV2Stack")
    def stack(self, name: str | None = None) -> Tensor:
        """The elements as one tensor along a new first axis.

        Raises:
            InvalidArgumentError: their shapes differ; or there are none, and no element_shape was given.
        """
        count = -1 if self.dynamic_size else self._static_size()
        return lists.tensor_list_stack(self.flow, self.dtype, count, self.element_shape)

    def gather(self, indices: Any, name: str | None = None) -> Tensor:
        """The elements at some indices as one tensor along a new first axis.

        Raises:
            InvalidArgumentError: an index is out of range, or the shapes differ.
        """
        return lists.tensor_list_gather(self.flow, indices, self.dtype, self.element_shape, name)

    def concat(self, name: str | None = None) -> Tensor:
        """The elements joined along their first axis.

        Raises:
            InvalidArgumentError: they are scalars, or their shapes differ beyond the first axis.
        """
        shape = self.element_shape
        if shape.rank:
            shape = TensorShape([None]).concatenate(shape[1:])
        return lists.tensor_list_concat(self.flow, self.dtype, shape, None, name)[0]

    @in_name_scope("TensorArrayUnstack")
    def unstack(self, value: Any, name: str | None = None) -> TensorArray:
        """The array whose elements are the slices of a tensor along its first axis.

        Raises:
            ValueError: there are more slices than the array has places, and its size is not dynamic.
        """
        tensor = self._element(value)
        count = tensor.shape[0] if tensor.shape.rank else None
        size = self._static_size()
        if count is not None and not self.dynamic_size and -1 < size < count:
            raise ValueError(f"Cannot unstack {count} tensors into a TensorArray of static size {size}.")
        self._check_shape(tensor.shape[1:])
        shape = self.element_shape.merge_with(tensor.shape[1:]) if self._infer_shape else self.element_shape
        return self._changed(lists.tensor_list_from_tensor(tensor, shape), tensor.shape[1:])

    @in_name_scope("TensorArrayScatter")
    def scatter(self, indices: Any, value: Any, name: str | None = None) -> TensorArray:
        """The array with the slices of a tensor at some indices.

        Raises:
            InvalidArgumentError: an index is negative, or there is not one for each slice.
        """
        tensor = self._element(value)
        self._check_shape(tensor.shape[1:])
        flow = lists.tensor_list_scatter(tensor, indices, self.element_shape, self.flow)
        return self._changed(flow, tensor.shape[1:])

    def split(self, value: Any, lengths: Any, name: str | None = None) -> TensorArray:
        """The array whose elements are the pieces of a tensor, cut along its first axis.

        Raises:
            InvalidArgumentError: the lengths do not add up to the tensor's first size.
        """
        tensor = self._element(value)
        piece = TensorShape([None]).concatenate(tensor.shape[1:]) if tensor.shape.rank else self.element_shape
        self._check_shape(piece)
        return self._changed(lists.tensor_list_split(tensor, piece, lengths, name), piece)

    def size(self, name: str | None = None) -> Tensor:
        """The number of elements, i32[]."""
        return lists.tensor_list_length(self.flow, name)

    def close(self, name: str | None = None) -> None:
        """Nothing: the elements go when nobody uses them."""

    def __repr__(self) -> str:
        return f"<TensorArray dtype={self.dtype.name} element_shape={self.element_shape} flow={self.flow!r}>"
