"""Ragged tensors, under TensorFlow's names: `ragged.constant`, `ragged.range`, `ragged.RaggedTensor`, …"""

from runtime.ragged.creation import (
    constant,
    constant_value,
    map_flat_values,
    placeholder,
    range,
    row_splits_to_segment_ids,
    segment_ids_to_row_splits,
    stack,
    stack_dynamic_partitions,
)
from runtime.ragged.gathering import boolean_mask
from runtime.ragged.spec import RaggedTensorSpec
from runtime.ragged.tensor import RaggedTensor

__all__ = [
    "RaggedTensor", "RaggedTensorSpec", "boolean_mask", "constant", "constant_value", "map_flat_values", "placeholder",
    "range", "row_splits_to_segment_ids", "segment_ids_to_row_splits", "stack", "stack_dynamic_partitions",
]  # fmt: skip
