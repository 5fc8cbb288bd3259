"""Changes of TensorFlow 1's reference variables have no gradient; reading them is in `array`."""

from __future__ import annotations

from runtime.registry import not_differentiable

not_differentiable(
    "ApplyAdagrad", "ApplyAdam", "ApplyGradientDescent", "ApplyMomentum", "ApplyRMSProp", "Assign", "AssignAdd",
    "AssignSub", "IsVariableInitialized", "ScatterAdd", "ScatterNdUpdate", "ScatterSub", "ScatterUpdate",
    "SparseApplyAdagrad", "Variable", "VariableV2",
)  # fmt: skip
