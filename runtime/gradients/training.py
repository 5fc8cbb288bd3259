"""The updates that optimizers make have no gradient."""

from __future__ import annotations

from runtime.registry import all_op_types, not_differentiable

not_differentiable(*[name for name in all_op_types() if name.startswith(("ResourceApply", "ResourceSparseApply"))])
