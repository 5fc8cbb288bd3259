"""Shapes of choosing between tensors and of finding what is true."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from runtime.registry import shape_rule
from runtime.shapes import TensorShape, broadcast_shape

if TYPE_CHECKING:
    from runtime.graph import Operation

Shapes = Sequence[TensorShape]


@shape_rule("SelectV2")
def select_v2(op: Operation) -> Shapes:
    """The shape that condition and both values broadcast to."""
    condition, then, other = (tensor.shape for tensor in op.inputs)
    return [broadcast_shape(condition, broadcast_shape(then, other))]


@shape_rule("Select")
def select(op: Operation) -> Shapes:
    """The shape of both values, which must be equal; a condition that is a vector goes with their rows."""
    condition, then, other = (tensor.shape for tensor in op.inputs)
    both = then.merge_with(other)
    if condition.rank not in (None, 0, 1):
        return [both.merge_with(condition)]
    if condition.rank == 1 and both.rank is not None:
        both[:1].assert_is_compatible_with(condition)
    return [both]


@shape_rule("Where")
def where(op: Operation) -> Shapes:
    """An unknown number of index vectors, as long as the condition's rank."""
    return [TensorShape([None, op.inputs[0].shape.rank])]
