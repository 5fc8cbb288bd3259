"""Slices of tensors. `tensor[…]` calls `strided_slice`."""

from __future__ import annotations

from typing import Any

from runtime.arguments import indices_of
from runtime.dispatch import apply_one, convert_to_tensor
from runtime.tensor import Tensor

_MASKS = ("begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask")


def slice(input_: Any, begin: Any, size: Any, name: str | None = None) -> Tensor:
    """A box out of a tensor.

    Args:
        input_: a tensor of rank r.
        begin: the first place along each axis.
        size: how many along each axis; -1 is all the rest.
        name: for the operation.

    Raises:
        InvalidArgumentError: the box reaches outside.

    >>> slice([[1, 2, 3], [4, 5, 6]], [0, 1], [2, -1]).tolist()
    [[2, 3], [5, 6]]
    """
    return apply_one("Slice", [convert_to_tensor(input_), indices_of(begin), indices_of(size)], None, name)


def strided_slice(
    input_: Any,
    begin: Any,
    end: Any,
    strides: Any = None,
    begin_mask: int = 0,
    end_mask: int = 0,
    ellipsis_mask: int = 0,
    new_axis_mask: int = 0,
    shrink_axis_mask: int = 0,
    var: Any = None,
    name: str | None = None,
) -> Tensor:
    """What Python's `tensor[begin:end:strides, …]` gives. Bit i of a mask is about entry i of the index.

    Args:
        input_: a tensor.
        begin: where each slice begins; negative numbers count from the end.
        end: before where it ends.
        strides: its steps, 1 by default.
        begin_mask: slices that begin at the very start.
        end_mask: slices that go to the very end.
        ellipsis_mask: the entry that is `...`.
        new_axis_mask: entries that are a new axis.
        shrink_axis_mask: entries that are one index, whose axis goes away.
        var: accepted for compatibility.
        name: for the operation.

    Raises:
        InvalidArgumentError: an index is out of bounds, a stride is 0, or there are too many entries.

    >>> strided_slice([1, 2, 3, 4], [1], [4], [2]).tolist()
    [2, 4]
    """
    from runtime.ops.creation import ones_like

    starts = indices_of(begin)
    steps = ones_like(starts) if strides is None else indices_of(strides)
    values = (begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask)
    attrs = {mask: value for mask, value in zip(_MASKS, values, strict=True) if value}
    inputs = [convert_to_tensor(input_), starts, indices_of(end), steps]
    return apply_one("StridedSlice", inputs, attrs or None, name)


def tensor_strided_slice_update(
    input: Any,
    begin: Any,
    end: Any,
    strides: Any,
    value: Any,
    masks: dict[str, int] | None = None,
    name: str | None = None,
) -> Tensor:
    """A copy of a tensor with a slice of it replaced: what `tensor[begin:end:strides] = value` would leave.

    Args:
        input: a tensor.
        begin: see `strided_slice`.
        end: see `strided_slice`.
        strides: see `strided_slice`.
        value: what goes there; it broadcasts to the slice.
        masks: the masks of `strided_slice` that are not 0, by name.
        name: for the operation.

    Raises:
        InvalidArgumentError: an index is out of bounds, or the value does not broadcast to the slice.

    >>> tensor_strided_slice_update([1, 2, 3], [1], [3], [1], 0).tolist()
    [1, 0, 0]
    """
    tensor = convert_to_tensor(input)
    bounds = [indices_of(bound) for bound in (begin, end, strides)]
    filling = convert_to_tensor(value, dtype_hint=tensor.dtype)
    return apply_one("TensorStridedSliceUpdate", [tensor, *bounds, filling], masks or None, name)


def strided_slice_grad(
    shape: Any,
    begin: Any,
    end: Any,
    strides: Any,
    dy: Any,
    masks: dict[str, int] | None = None,
    name: str | None = None,
) -> Tensor:
    """The gradient of `strided_slice`: zeros with `dy` in the place of the slice.

    Args:
        shape: the shape of the tensor that was sliced.
        begin: see `strided_slice`.
        end: see `strided_slice`.
        strides: see `strided_slice`.
        dy: the gradient of the slice.
        masks: the masks of the slice that are not 0, by name.
        name: for the operation.

    >>> strided_slice_grad([4], [1], [4], [2], [5, 6]).tolist()
    [0, 5, 0, 6]
    """
    inputs = [indices_of(item) for item in (shape, begin, end, strides)]
    return apply_one("StridedSliceGrad", [*inputs, convert_to_tensor(dy)], masks or None, name)
