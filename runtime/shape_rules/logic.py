"""Shapes of comparisons, logic and bit operations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runtime.registry import shape_rule
from runtime.shape_rules.math import Shapes, broadcast, merged, unchanged
from runtime.shapes import UNKNOWN, broadcast_shape

if TYPE_CHECKING:
    from runtime.graph import Operation

shape_rule("Invert", "IsFinite", "IsInf", "IsNan", "LogicalNot", "PopulationCount")(unchanged)
shape_rule("ApproximateEqual")(merged)
shape_rule(
    "BitwiseAnd", "BitwiseOr", "BitwiseXor", "Greater", "GreaterEqual", "LeftShift", "Less", "LessEqual", "LogicalAnd",
    "LogicalOr", "RightShift",
)(broadcast)  # fmt: skip


@shape_rule("Equal", "NotEqual")
def equality(op: Operation) -> Shapes:
    """What both inputs broadcast to; where a mismatch is no error, a scalar if they cannot."""
    if op.attrs["incompatible_shape_error"]:
        return broadcast(op)
    left, right = op.inputs[0].shape, op.inputs[1].shape
    try:
        shape = broadcast_shape(left, right)
    except ValueError:
        return [UNKNOWN[:0]]
    certain = left.is_fully_defined() and right.is_fully_defined()
    return [shape if certain else UNKNOWN]
