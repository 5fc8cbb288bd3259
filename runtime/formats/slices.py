"""Parts of tensors: what partitioned variables are saved as."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from runtime.errors import InvalidArgumentError

Shape = tuple[int, ...]


@dataclass(frozen=True)
class Slice:
    """A part of a tensor of known shape.

    Attributes:
        full_shape: of the whole tensor.
        extents: (start, length) in each dimension; (0, -1) is all of it.
    """

    full_shape: Shape
    extents: tuple[tuple[int, int], ...]

    def __post_init__(self) -> None:
        pairs = zip(self.full_shape, self.extents, strict=False)
        if len(self.full_shape) != len(self.extents) or not all(_fits(size, *extent) for size, extent in pairs):
            raise ValueError(f"{self.extents} is no part of a tensor of shape {self.full_shape}")

    @property
    def shape(self) -> Shape:
        """The shape of the part."""
        pairs = zip(self.full_shape, self.extents, strict=True)
        return tuple([size if length < 0 else length for size, (_, length) in pairs])

    @property
    def index(self) -> tuple[slice, ...]:
        """What numpy takes to index the whole tensor."""
        return tuple([slice(None) if length < 0 else slice(start, start + length) for start, length in self.extents])

    @property
    def is_whole(self) -> bool:
        """Whether it is all of the tensor."""
        return self.shape == self.full_shape

    @classmethod
    def parse(cls, spec: str) -> Slice:
        """The slice that a `shape_and_slices` string of SaveV2 and RestoreV2 says.

        Raises:
            InvalidArgumentError: it is none.

        >>> Slice.parse("5 4 2,3:-").extents
        ((2, 3), (0, -1))
        """
        *sizes, extents = spec.split(" ")
        try:
            pairs = [(0, -1) if part == "-" else _pair(part) for part in extents.split(":")]
            return cls(tuple(map(int, sizes)), tuple(pairs))
        except ValueError as error:
            raise InvalidArgumentError(f"{spec!r} is no shape and slice, such as '5 4 0,3:-' ({error}).") from None

    def __str__(self) -> str:
        parts = ["-" if length < 0 else f"{start},{length}" for start, length in self.extents]
        return " ".join([*map(str, self.full_shape), ":".join(parts)])


def _fits(size: int, start: int, length: int) -> bool:
    return (start == 0 and length == -1) or (start >= 0 and length >= 0 and start + length <= size)


def _pair(part: str) -> tuple[int, int]:
    start, length = part.split(",")
    return int(start), int(length)


def is_partition(slices: Sequence[Slice]) -> bool:
    """Whether the slices make up the whole tensor, each element once."""
    full = slices[0].full_shape
    if sum(prod(part.shape) for part in slices) != prod(full):
        return False
    cut = [i for i in range(len(full)) if any(part.shape[i] != full[i] for part in slices)]
    if len(cut) > 1:
        return _covers(slices, full)
    pieces = sorted((part.extents[i][0], part.shape[i]) for part in slices for i in cut)
    ends = itertools.accumulate((length for _, length in pieces), initial=0)
    return all(start == end for (start, _), end in zip(pieces, ends, strict=False))


def _covers(slices: Sequence[Slice], full: Shape) -> bool:
    covered: Any = np.zeros(full, np.bool_)
    for part in slices:
        covered[part.index] = True
    return bool(covered.all())
