"""How two checkpoints differ, tensor by tensor."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from runtime.errors import UnimplementedError
from runtime.formats.checkpoints import Reader, open_checkpoint
from runtime.train.reports import type_text


@dataclass(frozen=True)
class Difference:
    """How one tensor differs between two checkpoints.

    Attributes:
        name: of the tensor.
        mark: "-" only in the first, "+" only in the second, "!" in both, "=" equal.
        text: what there is to say.
    """

    name: str
    mark: str
    text: str = ""


def differences(first: str, second: str, rtol: float = 0.0, atol: float = 0.0) -> Iterator[Difference]:
    """Compares two checkpoints, tensor by tensor.

    Args:
        first: the prefix of a checkpoint.
        second: that of another.
        rtol: numbers that differ by less than this part of the second are equal.
        atol: numbers that differ by less than this are equal.

    Raises:
        NotFoundError: one of them is missing.
        DataLossError: one of them is damaged.
    """
    with open_checkpoint(first) as one, open_checkpoint(second) as other:
        for name in sorted({*one.entries, *other.entries}):
            if name not in other.entries:
                yield Difference(name, "-", _type_in(one, name))
            elif name not in one.entries:
                yield Difference(name, "+", _type_in(other, name))
            else:
                yield _compared(name, one, other, rtol, atol)


def _type_in(reader: Reader, name: str) -> str:
    return type_text(reader.dtype(name), reader.entries[name].shape)


def _compared(name: str, one: Reader, other: Reader, rtol: float, atol: float) -> Difference:
    types = _type_in(one, name), _type_in(other, name)
    if types[0] != types[1]:
        return Difference(name, "!", f"{types[0]} became {types[1]}")
    try:
        a, b = one.read(name), other.read(name)
    except UnimplementedError as error:
        return Difference(name, "!", f"{types[0]} cannot be compared: {error.message}")
    same = (a == b) | ((a != a) & (b != b))  # Numbers that are none are equal here.
    if rtol or atol:
        same |= _is_near(a, b, rtol, atol)
    count = int(np.size(same) - np.count_nonzero(same))
    if not count:
        return Difference(name, "=", types[0])
    most = "" if a.dtype == object or a.dtype.kind == "b" else f", at most by {_largest(a, b):.6g}"
    return Difference(name, "!", f"{types[0]}: {count} of {np.size(same)} differ{most}")


def _is_near(a: Any, b: Any, rtol: float, atol: float) -> Any:
    if a.dtype == object or a.dtype.kind == "b":
        return False
    kind = np.complex128 if a.dtype.kind == "c" else np.float64
    return np.isclose(a.astype(kind), b.astype(kind), rtol, atol)


def _largest(a: Any, b: Any) -> float:
    """The largest difference between two arrays of numbers."""
    kind = np.complex128 if a.dtype.kind == "c" else np.float64
    with np.errstate(invalid="ignore"):
        return float(np.nanmax(np.abs(a.astype(kind) - b.astype(kind)), initial=0.0))
