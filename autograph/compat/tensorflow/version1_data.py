"""`tf.compat.v1.data`: iterators that are operations of a graph."""

from __future__ import annotations

from typing import Any

from runtime import nest
from runtime.data.graph_iterators import GraphIterator as Iterator
from runtime.data.graph_iterators import make_initializable_iterator, make_one_shot_iterator

__all__ = [
    "Iterator", "get_output_classes", "get_output_shapes", "get_output_types", "make_initializable_iterator",
    "make_one_shot_iterator",
]  # fmt: skip


def get_output_types(dataset_or_iterator: Any) -> Any:
    """The structure of dtypes of an element."""
    return nest.map_structure(lambda spec: spec.dtype, dataset_or_iterator.element_spec)


def get_output_shapes(dataset_or_iterator: Any) -> Any:
    """The structure of shapes of an element."""
    return nest.map_structure(lambda spec: spec.shape, dataset_or_iterator.element_spec)


def get_output_classes(dataset_or_iterator: Any) -> Any:
    """The structure of classes of an element."""
    from runtime.tensor import Tensor

    return nest.map_structure(lambda spec: getattr(spec, "value_type", Tensor), dataset_or_iterator.element_spec)
