"""Values made of several tensors, such as TensorArrays: how branches and loops take them apart.

Such a value has `_parts()`, which gives its tensors, and `_from_parts(tensors)`, which gives a value like it made of
others. If it knows more than its tensors, such as a shape, `_joined(others)` gives one that knows what holds for all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from runtime import nest
from runtime.tensor import Tensor


def parts_of(leaf: Any) -> list[Tensor] | None:
    """The tensors of a composite value, or None if it is none."""
    parts = getattr(leaf, "_parts", None)
    return list(parts()) if parts is not None else None


def expand(structure: Any) -> list[Any]:
    """The leaves of a structure, with the tensors of composite values in their place."""
    leaves: list[Any] = []
    for leaf in nest.flatten(structure):
        parts = parts_of(leaf)
        leaves.extend([leaf] if parts is None else parts)
    return leaves


def pack(structure: Any, tensors: Sequence[Any]) -> Any:
    """A structure like `structure`, made of `tensors` (as many as `expand(structure)` gives)."""
    queue = list(tensors)[::-1]

    def rebuilt(leaf: Any) -> Any:
        parts = parts_of(leaf)
        if parts is None:
            return queue.pop()
        make: Callable[[Sequence[Tensor]], Any] = leaf._from_parts
        return make([queue.pop() for _ in parts])

    return nest.pack_sequence_as(structure, [rebuilt(leaf) for leaf in nest.flatten(structure)])


def join(structures: Sequence[Any]) -> Any:
    """A structure like all of the given ones, whose composite values know what holds for every one of them."""
    rows = zip(*(nest.flatten(structure) for structure in structures), strict=True)
    return nest.pack_sequence_as(structures[0], [_joined(row) for row in rows])


def _joined(leaves: Sequence[Any]) -> Any:
    return leaves[0]._joined(leaves[1:]) if hasattr(leaves[0], "_joined") else leaves[0]
