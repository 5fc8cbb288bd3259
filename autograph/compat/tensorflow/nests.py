"""`tf.nest`: structures, where composite values (sparse, ragged) may be taken apart."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime import composites, nest


def flatten(structure: Any, expand_composites: bool = False) -> list[Any]:
    """The leaves of a structure in order (see `runtime.nest.flatten`).

    Args:
        structure: a structure.
        expand_composites: whether the tensors of composite values stand in their place.
    """
    return composites.expand(structure) if expand_composites else nest.flatten(structure)


def pack_sequence_as(structure: Any, flat_sequence: Any, expand_composites: bool = False) -> Any:
    """A structure like `structure` with the leaves of `flat_sequence` (see `runtime.nest.pack_sequence_as`)."""
    if expand_composites:
        return composites.pack(structure, list(flat_sequence))
    return nest.pack_sequence_as(structure, flat_sequence)


def map_structure(func: Callable[..., Any], *structure: Any, **options: Any) -> Any:
    """The first structure with `func(leaf of the first, leaf of the second, …)` for leaves.

    Args:
        func: takes one leaf of each structure.
        *structure: of the same structure.
        **options: `check_types` (True) and `expand_composites` (False).
    """
    if not options.pop("expand_composites", False):
        return nest.map_structure(func, *structure, **options)
    columns = zip(*map(composites.expand, structure), strict=True)
    return composites.pack(structure[0], [func(*leaves) for leaves in columns])


def assert_same_structure(nest1: Any, nest2: Any, check_types: bool = True, expand_composites: bool = False) -> None:
    """Raises unless the two differ in their leaves only (see `runtime.nest.assert_same_structure`)."""
    nest.assert_same_structure(nest1, nest2, check_types)
