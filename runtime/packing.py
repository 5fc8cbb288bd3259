"""Puts results into a structure, without looking at the structure again each time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from runtime import nest

Read = Callable[[Sequence[Any]], Any]
"""Makes a value out of the results of a run."""


def packer(structure: Any, read: Callable[[Any], Read]) -> Read:
    """What makes a structure like `structure` out of results.

    Args:
        structure: lists, tuples, dicts and so on.
        read: for a leaf of the structure, what gives its value.

    >>> packer({"a": 0, "b": [1, 1]}, lambda place: lambda results: results[place])("xy")
    {'a': 'x', 'b': ['y', 'y']}
    """
    if not nest.is_nested(structure):
        return read(structure)
    if type(structure) is dict:
        named = [(name, packer(part, read)) for name, part in structure.items()]
        return lambda results: {name: pack(results) for name, pack in named}
    if type(structure) in (list, tuple):
        kind, parts = type(structure), [packer(part, read) for part in structure]
        return lambda results: kind([pack(results) for pack in parts])
    readers = [read(leaf) for leaf in nest.flatten(structure)]
    return lambda results: nest.pack_sequence_as(structure, [reader(results) for reader in readers])
