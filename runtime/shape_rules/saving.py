"""Shapes of what checkpoints give."""

from __future__ import annotations

from runtime.graph import Operation
from runtime.registry import shape_rule
from runtime.shapes import SCALAR, UNKNOWN, TensorShape


@shape_rule("SaveV2", "Save", "SaveSlices", "MergeV2Checkpoints")
def nothing(op: Operation) -> list[TensorShape]:
    """No outputs."""
    return []


@shape_rule("RestoreV2", "Restore", "RestoreSlice")
def restored(op: Operation) -> list[TensorShape]:
    """Only the file tells."""
    return [UNKNOWN] * len(op.outputs)


@shape_rule("ShardedFilename")
def scalar(op: Operation) -> list[TensorShape]:
    """A scalar."""
    return [SCALAR]
