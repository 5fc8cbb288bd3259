"""Shape rules of lookup tables."""

from __future__ import annotations

from runtime.graph import Operation
from runtime.registry import shape_rule
from runtime.shapes import SCALAR, TensorShape


@shape_rule(
    "HashTableV2", "MutableHashTableV2", "AnonymousHashTable", "AnonymousMutableHashTable", "LookupTableSizeV2"
)  # fmt: skip
def scalar(op: Operation) -> list[TensorShape]:
    """A scalar: the handles of tables, and their sizes."""
    return [SCALAR]


@shape_rule(
    "LookupTableImportV2", "LookupTableInsertV2", "LookupTableRemoveV2", "InitializeTableV2",
    "InitializeTableFromTextFileV2",
)  # fmt: skip
def nothing(op: Operation) -> list[TensorShape]:
    """No outputs."""
    return []


@shape_rule("LookupTableFindV2")
def find(op: Operation) -> list[TensorShape]:
    """The shape of the keys."""
    return [op.inputs[1].shape]


@shape_rule("LookupTableExportV2")
def export(op: Operation) -> list[TensorShape]:
    """Two vectors of unknown length."""
    return [TensorShape([None]), TensorShape([None])]
