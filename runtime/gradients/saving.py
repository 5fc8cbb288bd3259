"""Checkpoints have no gradients."""

from __future__ import annotations

from runtime.registry import not_differentiable

not_differentiable(
    "MergeV2Checkpoints", "Restore", "RestoreSlice", "RestoreV2", "Save", "SaveSlices", "SaveV2", "ShardedFilename",
)  # fmt: skip
