"""Shapes of elementwise arithmetic."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from runtime.registry import shape_rule
from runtime.shapes import TensorShape, broadcast_shape

if TYPE_CHECKING:
    from runtime.graph import Operation

Shapes = Sequence[TensorShape]


@shape_rule(
    "Abs", "Acos", "Acosh", "Asin", "Asinh", "Atan", "Atanh", "Ceil", "CheckNumerics", "ComplexAbs", "Cos", "Cosh",
    "Exp", "Expm1", "Floor", "Inv", "Log", "Log1p", "Neg", "Reciprocal", "Rint", "Round", "Rsqrt", "Sigmoid", "Sign",
    "Sin", "Sinh", "Sqrt", "Square", "Tan", "Tanh",
)  # fmt: skip
def unchanged(op: Operation) -> Shapes:
    """The shape of the (first) input."""
    return [op.inputs[0].shape]


@shape_rule(
    "Add", "AddV2", "Atan2", "Div", "DivNoNan", "FloorDiv", "FloorMod", "Maximum", "Minimum", "Mod", "Mul", "MulNoNan",
    "Pow", "RealDiv", "SquaredDifference", "Sub", "TruncateDiv", "TruncateMod", "Xdivy", "Xlog1py", "Xlogy",
)  # fmt: skip
def broadcast(op: Operation) -> Shapes:
    """What both inputs broadcast to."""
    return [broadcast_shape(op.inputs[0].shape, op.inputs[1].shape)]


@shape_rule(
    "AddN", "Cross", "InvGrad", "ReciprocalGrad", "RsqrtGrad", "SigmoidGrad", "SqrtGrad", "TanhGrad"
)  # fmt: skip
def merged(op: Operation) -> Shapes:
    """One shape that all inputs have."""
    shape = op.inputs[0].shape
    for tensor in op.inputs[1:]:
        shape = shape.merge_with(tensor.shape)
    op.outputs[0].handle_data = op.inputs[0].handle_data
    return [shape]


@shape_rule("ClipByValue")
def clip_by_value(op: Operation) -> Shapes:
    """The shape of what is clipped; the bounds are scalars or have that shape."""
    x, low, high = (tensor.shape for tensor in op.inputs)
    return [broadcast_shape(broadcast_shape(x, low), high)]
