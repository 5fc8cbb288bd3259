"""Shapes of slices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from runtime.constant_value import constant_value_as_shape
from runtime.registry import shape_rule
from runtime.shape_rules.dims import Dim, static_list, vector_length
from runtime.shapes import UNKNOWN, TensorShape, unknown_shape

if TYPE_CHECKING:
    from runtime.graph import Operation

Shapes = Sequence[TensorShape]


@shape_rule("StridedSlice")
def strided_slice(op: Operation) -> Shapes:
    """The length of each slice, as far as bounds and sizes are known; ValueError for an index outside."""
    dims = op.inputs[0].shape.dims
    begin, end, strides = (static_list(tensor) for tensor in op.inputs[1:4])
    count = vector_length(op.inputs[1])
    if dims is None or count is None:
        return [UNKNOWN]
    unknown: list[Any] = [None] * count
    result: list[Dim] = []
    axis = 0
    for place, kind in enumerate(_kinds(op, count)):
        if kind == "new":
            result.append(1)
        elif kind == "rest":
            width = len(dims) - axis - _consumed(op, range(place + 1, count))
            result += dims[axis : axis + width]
            axis += width
        else:
            if axis >= len(dims):
                raise ValueError(f"Index out of range using input dim {axis}; input has only {len(dims)} dims")
            first, last, step = ((values or unknown)[place] for values in (begin, end, strides))
            if kind == "one":
                _check_index(first, dims[axis], axis)
            else:
                result.append(_slice_length(op, place, dims[axis], first, last, step))
            axis += 1
    return [TensorShape([*result, *dims[axis:]])]


def _kinds(op: Operation, count: int) -> list[str]:
    """What each entry of the slice is: all the rest (an ellipsis), a new axis, one element, or a slice."""
    masks = (("rest", "ellipsis_mask"), ("new", "new_axis_mask"), ("one", "shrink_axis_mask"))
    return [next((kind for kind, mask in masks if op.attrs[mask] >> place & 1), "slice") for place in range(count)]


def _consumed(op: Operation, places: range) -> int:
    return sum(not op.attrs["new_axis_mask"] >> place & 1 for place in places)


def _check_index(index: int | None, length: Dim, axis: int) -> None:
    if index is not None and length is not None and not -length <= index < length:
        raise ValueError(f"slice index {index} of dimension {axis} out of bounds.")


def _slice_length(op: Operation, place: int, length: Dim, first: Any, last: Any, step: Any) -> Dim:
    open_start = op.attrs["begin_mask"] >> place & 1
    open_end = op.attrs["end_mask"] >> place & 1
    if step == 0:
        raise ValueError(f"strides[{place}] must be non-zero")
    if (first is None and not open_start) or (last is None and not open_end) or step is None:
        return None
    start, stop = None if open_start else first, None if open_end else last
    if length is None:
        return _length_of_unknown(start, stop, step)
    return len(range(*slice(start, stop, step).indices(length)))


def _length_of_unknown(start: int | None, stop: int | None, step: int) -> Dim:
    """A slice of an axis of unknown size has a known size only if it is certainly empty."""
    if start is not None and stop is not None and start * stop > 0 and (stop - start) * step <= 0:
        return 0
    return None


@shape_rule("StridedSliceGrad")
def strided_slice_grad(op: Operation) -> Shapes:
    """The shape of what was sliced, as far as it is constant."""
    return [constant_value_as_shape(op.inputs[0])]


@shape_rule("TensorStridedSliceUpdate")
def tensor_strided_slice_update(op: Operation) -> Shapes:
    """The shape of the tensor."""
    return [op.inputs[0].shape]


@shape_rule("ResourceStridedSliceAssign")
def resource_strided_slice_assign(op: Operation) -> Shapes:
    """No outputs."""
    return []


@shape_rule("Slice")
def slice_(op: Operation) -> Shapes:
    """The sizes asked for, where -1 is what is left behind `begin`; ValueError for a part that lies outside."""
    dims = op.inputs[0].shape.dims
    begin, size = static_list(op.inputs[1]), static_list(op.inputs[2])
    if dims is None:
        dims = unknown_shape(vector_length(op.inputs[1]) or vector_length(op.inputs[2])).dims
    if dims is None:
        return [UNKNOWN]
    for what, values in (("begin", begin), ("size", size)):
        if values is not None and len(values) != len(dims):
            raise ValueError(f"Expected {what} to have {len(dims)} entries for an input of rank {len(dims)}: {values}")
    if size is None:
        partial = constant_value_as_shape(op.inputs[2]).dims or (None,) * len(dims)
        return [TensorShape([None if length == -1 else length for length in partial])]
    starts = begin or [None] * len(dims)
    return [TensorShape([_sliced(*entry) for entry in enumerate(zip(dims, starts, size, strict=True))])]


def _sliced(axis: int, entry: tuple[Dim, int | None, int]) -> Dim:
    length, start, size = entry
    if length is not None and start is not None:
        if not 0 <= start <= length:
            raise ValueError(f"Expected begin[{axis}] in [0, {length}], but got {start}")
        if size > length - start:
            raise ValueError(f"Expected size[{axis}] in [0, {length - start}], but got {size}")
        return length - start if size == -1 else size
    return None if size == -1 else size
