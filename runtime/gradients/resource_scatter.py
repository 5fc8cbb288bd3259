"""Writing into variables has no gradient: what is read later does not depend on it, as far as gradients go."""

from __future__ import annotations

from runtime.registry import not_differentiable

not_differentiable(
    "ResourceScatterAdd", "ResourceScatterDiv", "ResourceScatterMax", "ResourceScatterMin", "ResourceScatterMul",
    "ResourceScatterNdAdd", "ResourceScatterNdSub", "ResourceScatterNdUpdate", "ResourceScatterSub",
    "ResourceScatterUpdate", "ResourceStridedSliceAssign",
)  # fmt: skip
