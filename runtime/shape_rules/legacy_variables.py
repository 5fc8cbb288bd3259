"""Shapes of TensorFlow 1's reference variables."""

from __future__ import annotations

from runtime.graph import Operation
from runtime.registry import shape_rule
from runtime.shapes import SCALAR, TensorShape


@shape_rule("VariableV2", "Variable")
def variable(op: Operation) -> list[TensorShape]:
    """The shape in the attribute: that of the value, since a reference stands for it."""
    return [op.attrs["shape"]]


@shape_rule("Assign")
def assign(op: Operation) -> list[TensorShape]:
    """What variable and value know together, or the value's shape if it is not to be checked."""
    ref, value = op.inputs
    return [ref.shape.merge_with(value.shape) if op.attrs["validate_shape"] else value.shape]


@shape_rule("AssignAdd", "AssignSub")
def assign_by(op: Operation) -> list[TensorShape]:
    """What variable and value know together; ValueError if they contradict."""
    return [op.inputs[0].shape.merge_with(op.inputs[1].shape)]


@shape_rule(
    "RefIdentity", "ScatterUpdate", "ScatterAdd", "ScatterSub", "ScatterNdUpdate", "ApplyAdagrad", "ApplyAdam",
    "ApplyGradientDescent", "ApplyMomentum", "ApplyRMSProp", "SparseApplyAdagrad",
)  # fmt: skip
def same(op: Operation) -> list[TensorShape]:
    """The shape of the variable."""
    return [op.inputs[0].shape]


@shape_rule("IsVariableInitialized")
def is_initialized(op: Operation) -> list[TensorShape]:
    """A scalar."""
    return [SCALAR]
