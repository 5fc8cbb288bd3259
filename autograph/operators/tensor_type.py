"""What is known of a tensor before the graph runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Shape = tuple[int | None, ...] | None
"""Sizes, None where unknown; None as a whole if even the rank is unknown."""


@dataclass(frozen=True)
class TensorType:
    """The static type of a tensor.

    Attributes:
        dtype: the backend's own object; equal and hashable, with a `name`.
        shape: sizes as a tuple, None for an unknown size; None if the rank is unknown.
        weak: made of Python numbers only, so the dtype still yields to a partner's.
    """

    dtype: Any
    shape: Shape
    weak: bool = False

    def __str__(self) -> str:
        shape = "unknown shape" if self.shape is None else f"shape {shape_text(self.shape)}"
        article = "an" if self.dtype.name[0] in "aeio" else "a"
        return f"{article} {self.dtype.name} tensor of {shape}"


def shape_text(shape: Shape) -> str:
    """A shape as people write it.

    >>> shape_text((2, None)), shape_text(None)
    ('(2, ?)', '<unknown>')
    """
    if shape is None:
        return "<unknown>"
    sizes = ["?" if size is None else str(size) for size in shape]
    return f"({sizes[0]},)" if len(sizes) == 1 else f"({', '.join(sizes)})"


def join_shapes(a: Shape, b: Shape) -> Shape:
    """The most specific shape that fits both: what differs becomes unknown.

    >>> join_shapes((2, 3), (2, 4)), join_shapes((2,), (2, 2))
    ((2, None), None)
    """
    if a is None or b is None or len(a) != len(b):
        return None
    return tuple(x if x == y else None for x, y in zip(a, b, strict=True))


def fits(shape: Shape, general: Shape) -> bool:
    """Whether every tensor of the first shape is one of the second.

    >>> fits((2, 3), (None, 3)), fits((None,), (2,)), fits((1,), None)
    (True, False, True)
    """
    if shape is None or general is None:
        return general is None
    return len(shape) == len(general) and all(g in (None, s) for s, g in zip(shape, general, strict=True))
