"""Values made of several tensors, such as TensorArrays: how branches and loops take them apart.

Such a value has `_parts()`, which gives its tensors, and `_from_parts(tensors)`, which gives a value like it made of
others. If it knows more than its tensors, such as a shape, `_joined(others)` gives one that knows what holds for all,
`_general()` one that knows nothing of itself, and `_key()` what it knows in a form that has a hash. A spec of such a
value has the same methods, with TensorSpecs for tensors; `_spec()` of the value gives it.
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


def skeleton(structure: Any, leaves: list[Any], known: list[Any]) -> Any:
    """What structures have in common that differ in their leaves only (see `nest.skeleton`).

    Args:
        structure: a structure, perhaps of composite values.
        leaves: the leaves are appended here, in order; the tensors of composite values in their place.
        known: for each leaf, a TensorSpec is appended for a tensor of a composite value that says what counts of it,
            else None.
    """
    flat: list[Any] = []
    shape = nest.skeleton(structure, flat)
    marks = []
    for leaf in flat:
        parts = parts_of(leaf)
        if parts is None:
            leaves.append(leaf)
            known.append(None)
        else:
            marks.append((len(leaves), len(parts), _kind(leaf)))
            leaves.extend(parts)
            known.extend(leaf._spec()._parts() if hasattr(leaf, "_spec") else [None] * len(parts))
    return (shape, tuple(marks)) if marks else shape


def _kind(leaf: Any) -> Any:
    """What counts of a composite value besides its tensors; a spec is of the kind of its values."""
    key = leaf._key() if hasattr(leaf, "_key") else getattr(leaf, "dtype", None)
    return getattr(leaf, "value_type", type(leaf)), key


def specs(structure: Any, parts: Sequence[Any]) -> Any:
    """A structure like `structure` with `parts` for leaves, and specs of them for composite values."""
    queue = list(parts)[::-1]

    def taken(leaf: Any) -> Any:
        """What stands for a leaf: the next tensor, or for a composite the spec of all its tensors."""
        tensors = parts_of(leaf)
        if tensors is None:
            return queue.pop()
        own = [queue.pop() for _ in tensors]
        if hasattr(leaf, "_spec"):
            return leaf._spec()
        return leaf if hasattr(leaf, "value_type") else Parts(type(leaf), own)

    return nest.pack_sequence_as(structure, [taken(leaf) for leaf in nest.flatten(structure)])


class Parts:
    """Stands in signatures for a composite value that has no spec of its own."""

    def __init__(self, kind: type, specs: Sequence[Any]) -> None:
        self._kind = kind
        self._specs = list(specs)

    def _parts(self) -> list[Any]:
        return self._specs

    def __repr__(self) -> str:
        return f"{self._kind.__name__}({', '.join(map(repr, self._specs))})"


def pack(structure: Any, tensors: Sequence[Any]) -> Any:
    """A structure like `structure`, made of `tensors` (as many as `expand(structure)` gives)."""
    queue = list(tensors)[::-1]

    def rebuilt(leaf: Any) -> Any:
        """The next tensor, or a composite like the leaf of as many as it has."""
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
