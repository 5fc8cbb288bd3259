"""What the structural kernels share: the array type, TensorFlow's way of writing a shape, axis checks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

import numpy as np

from runtime.errors import InvalidArgumentError

Array: TypeAlias = Any
"""A numpy array or numpy scalar (numpy has no type for either); strings are object arrays of bytes."""


def shape_text(shape: Iterable[int]) -> str:
    """The text of a shape in TensorFlow's messages: `[2,3]`."""
    return "[" + ",".join(str(int(size)) for size in shape) + "]"


def normal_axis(axis: Any, rank: int, op_type: str) -> int:
    """`axis` counted from the front, or an error that names the valid range."""
    position = int(axis)
    if not -rank <= position < rank:
        raise InvalidArgumentError(
            f"{op_type}: axis {position} is not in the range [{-rank}, {rank}) of a rank {rank} tensor."
        )
    return position + rank if position < 0 else position


def listed(shape: Array) -> list[int]:
    """The sizes in a shape tensor; a scalar is one size, as old graphs write it."""
    sizes = shape.tolist()
    return sizes if isinstance(sizes, list) else [sizes]


def boxed(value: Any) -> Array:
    """`value` as an array: a lone element of an object array (a byte string) becomes a rank 0 array again."""
    if isinstance(value, np.ndarray):
        return value
    array = np.empty((), dtype=object)
    array[()] = value
    return array
