"""Kernels of the TensorList ops: thin, since `runtime.tensor_list` holds the lists."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.dtypes import DType
from runtime.errors import InvalidArgumentError
from runtime.kernels.joining import stacked
from runtime.kernels.values import Array, boxed, shape_text
from runtime.persistent_vector import PersistentVector
from runtime.registry import kernel
from runtime.shapes import UNKNOWN, TensorShape
from runtime.tensor_list import TensorList, zeros


def shape_from(element_shape: Array) -> TensorShape:
    """The static shape that a shape tensor means: a scalar -1 is an unknown rank, a -1 in a vector an unknown size."""
    if element_shape.ndim == 0:
        return UNKNOWN
    return TensorShape([None if length < 0 else length for length in element_shape.tolist()])


def _checked(handle: Any, element_dtype: DType) -> TensorList:
    if not isinstance(handle, TensorList):
        raise InvalidArgumentError(f"Input handle is not a list: {type(handle).__name__}.")
    if handle.element_dtype is not element_dtype:
        raise InvalidArgumentError(
            f"Invalid data types; list elements {handle.element_dtype.name} but the op works on {element_dtype.name}"
        )
    return handle


@kernel("EmptyTensorList")
def empty_tensor_list(element_shape: Array, max_num_elements: Array, *, element_dtype: DType) -> TensorList:
    """A list without elements; `max_num_elements` of -1 is no limit."""
    return TensorList(PersistentVector.of(()), element_dtype, shape_from(element_shape), int(max_num_elements))


@kernel("TensorListReserve")
def tensor_list_reserve(element_shape: Array, num_elements: Array, *, element_dtype: DType) -> TensorList:
    """A list of `num_elements` elements that are not set: they read as zeros once their shape is known."""
    if num_elements < 0:
        raise InvalidArgumentError(f"The num_elements to reserve must be a non negative number, but got {num_elements}")
    return TensorList.of([None] * int(num_elements), element_dtype, shape_from(element_shape))


@kernel("TensorListPushBack")
def push_back(handle: TensorList, tensor: Array, *, element_dtype: DType) -> TensorList:
    """A list with `tensor` at the end; the list itself stays as it is."""
    return _checked(handle, element_dtype).push(tensor)


@kernel("TensorListPopBack")
def pop_back(handle: TensorList, element_shape: Array, *, element_dtype: DType) -> tuple[TensorList, Array]:
    """The list without its last element, and that element (zeros of `element_shape` if it was never set)."""
    source = _checked(handle, element_dtype)
    rest, item = source.pop()
    return rest, source.default(shape_from(element_shape)) if item is None else item


@kernel("TensorListGetItem")
def get_item(handle: TensorList, index: Array, element_shape: Array, *, element_dtype: DType) -> Any:
    """The element at `index`, which is not negative; zeros if it was never set.

    `element_shape` is needed for that only.
    """
    source = _checked(handle, element_dtype)
    item = source.get(int(index))
    return source.default(shape_from(element_shape)) if item is None else item


@kernel("TensorListSetItem")
def set_item(
    handle: TensorList,
    index: Array,
    item: Array,
    *,
    element_dtype: DType,
    resize_if_index_out_of_bounds: bool,
) -> TensorList:
    """A list with another element at `index`; behind the end, a longer one with `resize_if_index_out_of_bounds`."""
    return _checked(handle, element_dtype).put(int(index), item, resize_if_index_out_of_bounds)


@kernel("TensorListLength")
def length(handle: TensorList) -> Any:
    """How many elements there are, set or not, as an int32 scalar."""
    return np.int32(handle.length)


@kernel("TensorListElementShape")
def element_shape_of(handle: TensorList, *, shape_type: DType) -> Array:
    """The shape that all elements fit: a vector with -1 for unknown sizes, or a scalar -1 for an unknown rank."""
    dims = handle.element_shape.dims
    sizes = -1 if dims is None else [-1 if size is None else size for size in dims]
    return np.array(sizes, dtype=shape_type.as_numpy_dtype)


@kernel("TensorListResize")
def resize(handle: TensorList, size: Array) -> TensorList:
    """A list of `size` elements: the first ones, and behind the end ones that are not set."""
    return handle.resized(int(size))


@kernel("TensorListStack")
def stack(handle: TensorList, element_shape: Array, *, element_dtype: DType, num_elements: int) -> Array:
    """All elements along a new first dimension; those never set are zeros in the shape of the others.

    `num_elements` is what there must be, or -1. An empty list needs a known shape.
    """
    elements = _checked(handle, element_dtype)
    if num_elements not in (-1, elements.length):
        raise InvalidArgumentError(
            f"Operation expected a list with {num_elements} elements but got a list with {elements.length} elements."
        )
    return _together(elements, elements.items.to_list(), element_shape)


def _together(source: TensorList, items: list[Any], element_shape: Array) -> Array:
    """The items along a new first axis, with the right shape even if there are none."""
    if not items:
        known = shape_from(element_shape).merge_with(source.element_shape)
        if not known.is_fully_defined():
            raise InvalidArgumentError(
                f"Tried to stack elements of an empty list with non-fully-defined element_shape: {known}"
            )
        return zeros(TensorShape([0]).concatenate(known), source.element_dtype)
    if any(item is None for item in items):
        shape = next((TensorShape(item.shape) for item in items if item is not None), shape_from(element_shape))
        items = [source.default(shape) if item is None else item for item in items]
    try:
        return stacked(items)
    except ValueError:
        shapes = sorted({shape_text(item.shape) for item in items})
        raise InvalidArgumentError(
            f"Tried to stack list elements of different shapes: {' and '.join(shapes)}. "
            "Use concat() if only the first dimension differs."
        ) from None


@kernel("TensorListFromTensor")
def from_tensor(tensor: Array, element_shape: Array, *, element_dtype: DType) -> TensorList:
    """The rows of a tensor as a list."""
    if tensor.ndim < 1:
        raise InvalidArgumentError(f"Tensor must be at least a vector, but saw shape: {shape_text(tensor.shape)}")
    shape = shape_from(element_shape)
    if not shape.is_compatible_with(tensor.shape[1:]):
        raise InvalidArgumentError(
            f"Specified a list with shape {shape} from a tensor with shape {shape_text(tensor.shape[1:])}"
        )
    return TensorList.of(_rows(tensor), element_dtype, shape)


def _rows(tensor: Array) -> list[Array]:
    return [boxed(row) for row in tensor] if tensor.dtype == object else list(tensor)


@kernel("TensorListGather")
def gather(handle: TensorList, indices: Array, element_shape: Array, *, element_dtype: DType) -> Array:
    """The elements at `indices` along a new first dimension, as `stack` does it."""
    source = _checked(handle, element_dtype)
    items = []
    for index in indices.tolist():
        if not 0 <= index < source.length:
            raise InvalidArgumentError(f"Index {index} out of range; list only has {source.length} elements.")
        items.append(source.items[index])
    return _together(source, items, element_shape)


@kernel("TensorListConcatV2", "TensorListConcat")
def concat(
    handle: TensorList,
    element_shape: Array | None = None,
    leading_dims: Array | None = None,
    *,
    element_dtype: DType,
) -> tuple[Array, Array]:
    """Joins the elements along their first axis; `leading_dims` are the sizes of elements never set."""
    source = _checked(handle, element_dtype)
    shape = (UNKNOWN if element_shape is None else shape_from(element_shape)).merge_with(source.element_shape)
    items = list(source.items)
    for position, item in enumerate(items):
        if item is None:
            size = leading_dims[position] if leading_dims is not None and leading_dims.size > position else 0
            items[position] = source.default(TensorShape([int(size)]).concatenate(shape[1:]))
        elif item.ndim == 0:
            raise InvalidArgumentError(
                f"Concat saw a scalar shape at index {position} but requires at least vectors.  "
                f"Did you mean to call stack ?"
            )
    lengths = np.array([len(item) for item in items], dtype=np.int64)
    return _joined(source, items, shape), lengths


def _joined(source: TensorList, items: list[Array], shape: TensorShape) -> Array:
    if not items:
        rest = shape[1:]
        if shape.rank is None or not rest.is_fully_defined():
            raise InvalidArgumentError(
                f"All except the first dimension must be fully defined when concating an empty tensor list. "
                f"element_shape: {shape}"
            )
        return zeros(TensorShape([0]).concatenate(rest), source.element_dtype)
    try:
        return np.concatenate(items)
    except ValueError:
        raise InvalidArgumentError(
            "Tried to concat tensors with unequal shapes after the first dimension: "
            + " vs ".join(sorted({shape_text(item.shape[1:]) for item in items}))
        ) from None


@kernel("TensorListSplit")
def split(tensor: Array, element_shape: Array, lengths: Array, *, element_dtype: DType) -> TensorList:
    """The rows of a tensor as a list of pieces of the given lengths, which must sum up to all of them."""
    sizes = lengths.tolist()
    if tensor.ndim < 1 or any(size < 0 for size in sizes) or sum(sizes) != len(tensor):
        raise InvalidArgumentError(
            f"Invalid value in lengths: {sizes} must be non-negative and sum up to the first dimension of a tensor "
            f"of shape {shape_text(tensor.shape)}"
        )
    ends = np.cumsum(sizes, dtype=np.int64).tolist()
    pieces = [tensor[end - size : end] for size, end in zip(sizes, ends, strict=True)]
    return TensorList.of(pieces, element_dtype, shape_from(element_shape))


@kernel("TensorListScatterV2")
def scatter(
    tensor: Array, indices: Array, element_shape: Array, num_elements: Array, *, element_dtype: DType
) -> TensorList:
    """A list with the rows of a tensor at `indices`, where the last wins; as long as needed if `num_elements` is -1."""
    places = _places(tensor, indices)
    size = max(places, default=-1) + 1 if num_elements == -1 else int(num_elements)
    if places and max(places) >= size:
        raise InvalidArgumentError(
            f"TensorListScatter: Trying to scatter at index {max(places)} in list with size {size}"
        )
    empty = TensorList.of([None] * size, element_dtype, shape_from(element_shape))
    return _scattered(empty, tensor, places)


@kernel("TensorListScatter")
def scatter_v1(tensor: Array, indices: Array, element_shape: Array, *, element_dtype: DType) -> TensorList:
    """`scatter` to a list as long as needed."""
    return scatter(tensor, indices, element_shape, np.int32(-1), element_dtype=element_dtype)


@kernel("TensorListScatterIntoExistingList")
def scatter_into(handle: TensorList, tensor: Array, indices: Array, *, element_dtype: DType) -> TensorList:
    """The list with the rows of a tensor at `indices`, made longer if need be."""
    places = _places(tensor, indices)
    source = _checked(handle, element_dtype)
    longer = source.resized(max(source.length, max(places, default=-1) + 1))
    return _scattered(longer, tensor, places)


def _places(tensor: Array, indices: Array) -> list[int]:
    places: list[int] = indices.tolist()
    if indices.ndim != 1 or tensor.ndim < 1 or len(places) != len(tensor):
        raise InvalidArgumentError(
            f"Expected len(indices) == tensor.shape[0], but saw: {shape_text(indices.shape)} vs. "
            f"{shape_text(tensor.shape)}"
        )
    if any(place < 0 for place in places):
        raise InvalidArgumentError(f"Indices in TensorListScatter must all be non-negative: {places}")
    return places


def _scattered(target: TensorList, tensor: Array, places: list[int]) -> TensorList:
    items = list(target.items)
    for place, row in zip(places, _rows(tensor), strict=True):
        items[place] = row
    return TensorList.of(items, target.element_dtype, target.element_shape)


@kernel("TensorListConcatLists")
def concat_lists(input_a: TensorList, input_b: TensorList, *, element_dtype: DType) -> TensorList:
    """The elements of the first list, then those of the second."""
    first, second = _checked(input_a, element_dtype), _checked(input_b, element_dtype)
    return TensorList.of(
        [*first.items, *second.items], element_dtype, first.element_shape.most_general(second.element_shape)
    )
