"""`tensor[...]` as numpy has it, made of StridedSlice, GatherV2 and GatherNd.

Integers, slices (negative steps too), `...` and None become one StridedSlice. Integer arrays and boolean masks index
together as in numpy: they are broadcast, and their dimensions stand where the arrays stood, or in front if slices
separate them.
"""

import operator
from collections.abc import Sequence
from typing import Any

import numpy as np

from runtime.constant_value import constant_value
from runtime.current import state
from runtime.dispatch import apply_one, convert_to_tensor, is_symbolic, is_tensor
from runtime.dtypes import DType, int32, int64, string
from runtime.eager import EagerTensor, wrap
from runtime.errors import InvalidArgumentError
from runtime.tensor import Tensor

_FULL = slice(None)


def get_item(tensor: Any, index: Any) -> Tensor:
    """`tensor[index]`.

    Args:
        tensor: a tensor or variable.
        index: an int, slice, `...`, None, integer tensor, array or list, boolean mask, or a tuple of these; the bounds
            of slices may be scalar integer tensors.

    Raises:
        TypeError: an index of another type.
        InvalidArgumentError: an index out of range, or more indices than dimensions.
    """
    tensor = convert_to_tensor(tensor)
    items = [_checked(item) for item in (index if isinstance(index, tuple) else (index,))]
    if state.plain and isinstance(tensor, EagerTensor) and not any(_is_symbolic(item) for item in items):
        return _eager_item(tensor, items)
    if any(_rank(item) for item in items):
        return _advanced(tensor, items)
    return _strided_slice(tensor, items)


def _checked(item: Any) -> Any:
    """An item of an index in one of the forms: int, slice, Ellipsis, None, numpy array, tensor."""
    if item is None or item is Ellipsis or type(item) is int:
        return item
    if isinstance(item, slice):
        return slice(_bound(item.start), _bound(item.stop), _bound(item.step))
    if is_tensor(item):
        item = convert_to_tensor(item)
        kind = item.dtype
        if kind.is_integer or (kind.is_bool and item.shape.rank != 0):
            return item
    elif isinstance(item, list | np.ndarray | np.generic):
        array = np.asarray(item) if np.size(item) else np.zeros(np.shape(item), np.int32)
        if array.dtype.kind in "iu" or (array.dtype.kind == "b" and array.ndim):
            return array if array.ndim else int(array)
    elif not isinstance(item, bool) and hasattr(item, "__index__"):
        return operator.index(item)
    raise TypeError(
        "Only integers, slices (`:`), ellipsis (`...`), newaxis (`None`), integer tensors, arrays and lists, and "
        f"boolean masks of rank 1 or more are valid indices, got {item!r}"
    )


def _bound(value: Any) -> Any:
    if value is None or is_symbolic(value):
        return value
    if is_tensor(value):
        tensor = convert_to_tensor(value)
        return tensor if is_symbolic(tensor) else operator.index(tensor)
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"The bounds of a slice are integers, scalar integer tensors or None, not {value!r}") from None


def _is_symbolic(item: Any) -> bool:
    if isinstance(item, slice):
        return any(is_symbolic(bound) for bound in (item.start, item.stop, item.step))
    return is_symbolic(item)


def _rank(item: Any) -> int:
    """The rank of an array used as an index; 0 for everything else."""
    if not isinstance(item, Tensor):
        return item.ndim if isinstance(item, np.ndarray) else 0
    rank = item.shape.rank
    if rank is None:
        raise InvalidArgumentError(f"The index {item!r} has unknown rank: give it one with set_shape(...).")
    return rank


def _eager_item(tensor: EagerTensor, items: Sequence[Any]) -> Tensor:
    plain = tuple([item._value if isinstance(item, EagerTensor) else item for item in items])
    try:
        value = tensor._value[plain]
    except (IndexError, ValueError) as error:
        raise InvalidArgumentError(f"{error} (indexing a tensor of shape {tensor.shape})") from None
    return wrap(np.asarray(value, object) if tensor.dtype is string else value, tensor.dtype)


# ---------------------------------------------------------------------------------------------- integers and slices


def slice_inputs(index: Any) -> tuple[list[Tensor], dict[str, int]]:
    """The bounds (begin, end, strides) and masks of an index, as the ops on slices take them.

    Args:
        index: as in `get_item`, but without arrays and masks.

    Raises:
        TypeError: there is an array, or something that is no index.
    """
    items = [_checked(item) for item in (index if isinstance(index, tuple) else (index,))]
    if any(_rank(item) for item in items):
        raise TypeError(
            f"Only integers, slices, `...` and None say which slice of a variable to assign, not {index!r}: use "
            f"scatter_update(...) or scatter_nd_update(...) for arrays of indices."
        )
    *bounds, masks = _bounds(items)
    dtype = _index_dtype([value for bound in bounds for value in bound])
    return [_vector(bound, dtype, None) for bound in bounds], masks


def _strided_slice(tensor: Tensor, items: Sequence[Any]) -> Tensor:
    return _sliced(tensor, *_bounds(items))


def _bounds(items: Sequence[Any]) -> tuple[list[Any], list[Any], list[Any], dict[str, int]]:
    begin: list[Any] = []
    end: list[Any] = []
    strides: list[Any] = []
    masks = dict.fromkeys(("begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask"), 0)
    if sum(item is Ellipsis for item in items) > 1:
        raise InvalidArgumentError("An index can only have a single ellipsis ('...')")
    for position, item in enumerate(items):
        first, last, step, flags = _slice_of(item)
        begin.append(first)
        end.append(last)
        strides.append(step)
        for flag in flags:
            masks[flag] |= 1 << position
    return begin, end, strides, masks


def _slice_of(item: Any) -> tuple[Any, Any, Any, tuple[str, ...]]:
    if item is None:
        return 0, 0, 1, ("new_axis_mask",)
    if item is Ellipsis:
        return 0, 0, 1, ("ellipsis_mask",)
    if isinstance(item, slice):
        if isinstance(item.step, int) and item.step == 0:
            raise InvalidArgumentError("slice step cannot be zero")
        open_ends = ("begin_mask",) * (item.start is None) + ("end_mask",) * (item.stop is None)
        zero = (0 if item.start is None else item.start), (0 if item.stop is None else item.stop)
        return *zero, (1 if item.step is None else item.step), open_ends
    if isinstance(item, int):
        return item, item + 1, 1, ("shrink_axis_mask",)
    return item, apply_one("AddV2", [item, _constant(1, item.dtype)], None, "add"), 1, ("shrink_axis_mask",)


def _sliced(tensor: Tensor, begin: list[Any], end: list[Any], strides: list[Any], masks: dict[str, int]) -> Tensor:
    dtype = _index_dtype([*begin, *end, *strides])
    graph = state.graph or next((t.graph for t in (tensor, *begin, *end, *strides) if is_symbolic(t)), None)
    if graph is None:
        return apply_one("StridedSlice", [tensor, *(_vector(v, dtype, None) for v in (begin, end, strides))], masks)
    with graph.as_default(), graph.name_scope("strided_slice") as scope:
        bounds = [_vector(begin, dtype, "stack"), _vector(end, dtype, "stack_1"), _vector(strides, dtype, "stack_2")]
        return apply_one("StridedSlice", [tensor, *bounds], masks, scope)


def _index_dtype(values: Sequence[Any]) -> DType:
    wide = any(
        value.dtype.size > 4 or value.dtype.is_unsigned if isinstance(value, Tensor) else not -(2**31) <= value < 2**31
        for value in values
    )
    return int64 if wide else int32


def _vector(values: Sequence[Any], dtype: DType, name: str | None) -> Tensor:
    if not any(isinstance(value, Tensor) for value in values):
        return convert_to_tensor(np.array(values, dtype.as_numpy_dtype), name=name)
    return apply_one("Pack", [[_as_dtype(value, dtype) for value in values]], {"axis": 0}, name)


def _as_dtype(value: Any, dtype: DType) -> Tensor:
    if not isinstance(value, Tensor):
        return _constant(value, dtype)
    return value if value.dtype is dtype else apply_one("Cast", [value], {"DstT": dtype})


def _constant(value: Any, dtype: DType) -> Tensor:
    return convert_to_tensor(np.array(value, dtype.as_numpy_dtype))


# ---------------------------------------------------------------------------------------------- arrays and masks


def _advanced(tensor: Tensor, items: Sequence[Any]) -> Tensor:
    items = _without_ellipsis(tensor, items)
    arrays: list[Tensor] = []  # In the order of the axes they index.
    count = 0  # The rank of the arrays together.
    axes: list[int] = []  # The axes of the tensor after its basic items were applied.
    basic: list[Any] = []
    blocks = 0  # Runs of neighbouring arrays.
    source = 0
    for position, item in enumerate(items):
        if item is None or isinstance(item, slice):
            basic.append(item)
            source += item is not None
            continue
        blocks += position == 0 or items[position - 1] is None or isinstance(items[position - 1], slice)
        for array in _as_integers(tensor, item, source):
            count = max(count, _rank(array))
            arrays.append(array if _is_mask(item) and isinstance(array, Tensor) else _wrapped(tensor, array, source))
            axes.append(len(basic))
            basic.append(_FULL)
            source += 1
    if any(item is not _FULL and item != _FULL for item in basic):
        tensor = _strided_slice(tensor, basic)
    if len(arrays) == 1:
        return apply_one("GatherV2", [tensor, arrays[0], _constant(axes[0], int32)])
    return _gather_many(tensor, arrays, axes, count, in_place=blocks == 1)


def _without_ellipsis(tensor: Tensor, items: Sequence[Any]) -> list[Any]:
    if not any(item is Ellipsis for item in items):
        return list(items)
    rank = tensor.shape.rank
    if rank is None:
        raise InvalidArgumentError(f"`...` beside arrays needs a known rank: {tensor!r} has none.")
    used = sum(_consumed(item) for item in items)
    position = next(i for i, item in enumerate(items) if item is Ellipsis)
    return [*items[:position], *[_FULL] * (rank - used), *items[position + 1 :]]


def _consumed(item: Any) -> int:
    if item is None or item is Ellipsis:
        return 0
    return _rank(item) if _is_mask(item) else 1


def _is_mask(item: Any) -> bool:
    return isinstance(item, np.ndarray | Tensor) and item.dtype == bool


def _as_integers(tensor: Tensor, item: Any, axis: int) -> list[Any]:
    """The integer arrays that an item stands for: itself, or the coordinates of a mask's true elements."""
    if not _is_mask(item):
        return [item if isinstance(item, int | np.ndarray) else _static(item)]
    mask, rank = _static(item), _rank(item)
    wanted = tensor.shape[axis : axis + rank]
    if not wanted.is_compatible_with(mask.shape):
        raise InvalidArgumentError(f"A mask of shape {mask.shape} does not fit the dimensions {wanted} of {tensor!r}")
    if isinstance(mask, np.ndarray) and wanted.is_fully_defined():
        return list(np.nonzero(mask))
    mask = convert_to_tensor(mask)
    if not (wanted.is_fully_defined() and mask.shape.is_fully_defined()):
        sizes = get_item(apply_one("Shape", [tensor]), slice(axis, axis + rank))
        mask = apply_one("Reshape", [mask, sizes])  # Fails when it runs if the sizes differ.
    places = apply_one("Where", [mask])
    return [get_item(places, (_FULL, i)) for i in range(rank)]


def _static(tensor: Any) -> Any:
    """An array if the value is known, else the tensor."""
    value = tensor if isinstance(tensor, np.ndarray) else constant_value(tensor)
    return tensor if value is None else np.asarray(value)


def _wrapped(tensor: Tensor, index: Any, axis: int) -> Tensor:
    """`index` with its negative elements counted from the end of the axis."""
    if isinstance(index, int | np.ndarray):
        array = np.asarray(index, np.int64)
        small = not array.size or np.abs(array).max() < 2**31
        tensor_index = convert_to_tensor(array.astype(np.int32) if small else array)
        if not (array < 0).any():
            return tensor_index
        index = tensor_index
    size = _as_dtype(get_item(apply_one("Shape", [tensor], {"out_type": int64}), axis), index.dtype)
    negative = apply_one("Less", [index, _constant(0, index.dtype)])
    return apply_one("SelectV2", [negative, apply_one("AddV2", [index, size]), index])


def _gather_many(tensor: Tensor, arrays: Sequence[Tensor], axes: Sequence[int], count: int, in_place: bool) -> Tensor:
    rank = tensor.shape.rank
    wide = _index_dtype(arrays)
    arrays = _broadcast([_as_dtype(array, wide) for array in arrays])
    front = list(axes) == list(range(len(axes)))
    if not front and rank is None:
        raise InvalidArgumentError(f"Several arrays as indices need a known rank: {tensor!r} has none.")
    if not front and rank is not None:
        rest = [axis for axis in range(rank) if axis not in axes]
        tensor = apply_one("Transpose", [tensor, _constant([*axes, *rest], int32)])
    result = apply_one("GatherNd", [tensor, apply_one("Pack", [arrays], {"axis": -1})])
    if front or not in_place or rank is None:
        return result
    return _moved(result, count, axes[0], rank - len(axes))


def _broadcast(arrays: Sequence[Tensor]) -> list[Tensor]:
    if all(array.shape.is_fully_defined() and array.shape == arrays[0].shape for array in arrays):
        return list(arrays)
    zero = arrays[0]
    for array in arrays[1:]:
        zero = apply_one("AddV2", [zero, array])
    shape = apply_one("Shape", [zero])
    return [apply_one("BroadcastTo", [array, shape]) for array in arrays]


def _moved(tensor: Tensor, count: int, position: int, rest: int) -> Tensor:
    """The first `count` dimensions moved behind the `position` dimensions after them."""
    order = [*range(count, count + position), *range(count), *range(count + position, count + rest)]
    return apply_one("Transpose", [tensor, _constant(order, int32)])
