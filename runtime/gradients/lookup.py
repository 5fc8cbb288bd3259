"""Lookup tables: no gradient flows through them."""

from __future__ import annotations

from runtime.registry import not_differentiable

not_differentiable(
    "AnonymousHashTable", "AnonymousMutableHashTable", "HashTableV2", "InitializeTableFromTextFileV2",
    "InitializeTableV2", "LookupTableExportV2", "LookupTableFindV2", "LookupTableImportV2", "LookupTableInsertV2",
    "LookupTableRemoveV2", "LookupTableSizeV2", "MutableHashTableV2",
)  # fmt: skip
