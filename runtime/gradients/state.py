"""Gradients of reading variables: what flows to a value collects at the variable's handle."""

from __future__ import annotations

from runtime.gradients.table import unary
from runtime.registry import not_differentiable

unary("ReadVariableOp", lambda g, x, y: g)
not_differentiable(
    "AssignAddVariableOp", "AssignSubVariableOp", "AssignVariableOp", "DestroyResourceOp", "Placeholder",
    "PlaceholderV2", "VarHandleOp", "VarIsInitializedOp", "VariableShape",
)  # fmt: skip
