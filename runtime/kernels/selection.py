"""Kernels that choose between two tensors, and that find what is true."""

from __future__ import annotations

import numpy as np

from runtime.errors import InvalidArgumentError
from runtime.kernels.values import Array, shape_text
from runtime.registry import kernel


@kernel("SelectV2")
def select_v2(condition: Array, t: Array, e: Array) -> Array:
    """t where the condition holds, e elsewhere; all three broadcast."""
    if condition.ndim == 0 and t.shape == e.shape:
        return t if condition else e
    try:
        return np.where(condition, t, e)
    except ValueError:
        raise InvalidArgumentError(
            f"condition {shape_text(condition.shape)}, then {shape_text(t.shape)}, and else {shape_text(e.shape)} "
            "must be broadcastable"
        ) from None


@kernel("Select")
def select(condition: Array, t: Array, e: Array) -> Array:
    """Chooses whole rows by a vector condition, single elements by one of the full shape."""
    if t.shape != e.shape or condition.shape not in ((), t.shape, t.shape[:1]):
        raise InvalidArgumentError(
            f"Inputs to operation Select must have the same size and shape.  Input 0: {shape_text(condition.shape)} "
            f"!= input 1: {shape_text(t.shape)}, input 2: {shape_text(e.shape)}"
        )
    if condition.ndim == 1:
        condition = condition.reshape((-1,) + (1,) * (t.ndim - 1))
    return select_v2(condition, t, e)


@kernel("Where")
def where(condition: Array) -> Array:
    """int64[count, rank]: the indices of what is not zero (or False or empty), in row-major order; NaN counts."""
    return np.argwhere(condition)
