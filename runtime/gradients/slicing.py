"""Gradients of taking parts of tensors."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.autodiff import Gradient, Update
from runtime.constant_value import constant_value
from runtime.gradients.broadcast import dims_of, shape_of, unbroadcast, zeros_like
from runtime.gradients.table import by_input, in_part, op
from runtime.tensor import Tensor

_MASKS = ("begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask")

by_input("Slice", lambda o, g: _padded_back(g, *o.inputs[:2]), None, None)
by_input("StridedSlice", lambda o, g: _put_back(o, g), None, None, None)
by_input("StridedSliceGrad", None, None, None, None, lambda o, g: _sliced(g, o, 1))
by_input(
    "TensorStridedSliceUpdate",
    lambda o, g: op("TensorStridedSliceUpdate", g, *o.inputs[1:4], zeros_like(o.inputs[4]), **_masks(o)),
    None, None, None,
    lambda o, g: _cut_to(_sliced(g, o, 1), o.inputs[4]),
)  # fmt: skip


def _masks(operation: Any) -> dict[str, int]:
    return {name: operation.attrs[name] for name in _MASKS}


def _sliced(g: Tensor, operation: Any, first: int) -> Tensor:
    return op("StridedSlice", g, *operation.inputs[first : first + 3], **_masks(operation))


def _put_back(operation: Any, g: Tensor) -> Gradient | Update:
    x, *bounds = operation.inputs

    def alone() -> Tensor:
        """Zeros with the gradient where the slice came from."""
        return op("StridedSliceGrad", shape_of(x, bounds[0].dtype), *bounds, g, **_masks(operation))

    def onto(whole: Tensor) -> Tensor:
        """Another gradient with this one added where the slice came from."""
        part = _sliced(whole, operation, 1) + g
        return op("TensorStridedSliceUpdate", whole, *bounds, part, **_masks(operation))

    return alone() if operation.attrs["new_axis_mask"] else in_part(alone, onto)


def _cut_to(g: Tensor, value: Tensor) -> Tensor:
    return unbroadcast(g, value, g)


def _padded_back(g: Tensor, x: Tensor, begin: Tensor) -> Tensor:
    """Zeros around `g`, so that it stands where the slice was taken."""
    start, whole, part = constant_value(begin), dims_of(x), dims_of(g)
    if start is not None and whole is not None and part is not None and None not in whole + part:
        after = [size - first - length for size, first, length in zip(whole, start, part, strict=True)]
        return op("Pad", g, np.stack([start, after], 1).astype(np.int32))
    behind = shape_of(x, begin.dtype) - shape_of(g, begin.dtype) - begin
    return op("Pad", g, op("Pack", [begin, behind], axis=1))
