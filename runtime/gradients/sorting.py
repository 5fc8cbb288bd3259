"""Order and search have no gradients."""

from __future__ import annotations

from runtime.registry import not_differentiable

not_differentiable(
    "ListDiff", "LowerBound", "Unique", "UniqueV2", "UniqueWithCounts", "UniqueWithCountsV2", "UnravelIndex",
    "UpperBound",
)  # fmt: skip
