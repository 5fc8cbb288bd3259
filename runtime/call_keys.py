"""When two calls of a compiled function may share a graph: keys made of their arguments.

Tensors and arrays count by dtype and shape, Python values by type and value (`1`, `1.0` and `True` differ), other
objects by identity, for as long as they live.
"""

from __future__ import annotations

import enum
import weakref
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from runtime import dtypes, shapes
from runtime.constants import eager_constant
from runtime.eager import EagerTensor
from runtime.tensor import Tensor
from runtime.tensor_spec import TensorSpec

Dims = tuple[int | None, ...] | None


class TensorKey(NamedTuple):
    """What counts of a tensor."""

    dtype: dtypes.DType
    dims: Dims
    weak: bool = False

    @property
    def spec(self) -> TensorSpec:
        """The dtype and shape."""
        return TensorSpec(self.dims, self.dtype)

    def relaxed(self, other: TensorKey) -> TensorKey:
        """The key that fits what either fits."""
        shape = shapes.TensorShape(self.dims).most_general(other.dims)
        return TensorKey(self.dtype, shape.dims, self.weak)

    def fits(self, general: TensorKey) -> bool:
        """Whether a graph made for `general` takes what this is the key of."""
        return self[::2] == general[::2] and shapes.TensorShape(self.dims).is_subtype_of(general.dims)

    def __str__(self) -> str:
        sizes = "unknown rank" if self.dims is None else ",".join("?" if d is None else str(d) for d in self.dims)
        return f"{self.dtype.name}[{sizes}]"


class ValueKey(NamedTuple):
    """A Python value and its type."""

    kind: type
    value: Any

    def __str__(self) -> str:
        return repr(self.value)


class ObjectKey:
    """An object, compared by identity, that is not kept alive."""

    __slots__ = ("_hash", "_reference", "_text")

    def __init__(self, value: Any) -> None:
        self._hash = id(value)
        self._text = f"<{type(value).__name__} object at {id(value):#x}>"
        try:
            self._reference: Any = weakref.ref(value)
        except TypeError:  # It cannot be referred to weakly.
            self._reference = lambda: value

    @property
    def is_dead(self) -> bool:
        """Whether the object is gone, so that no call can have this key any more."""
        return self._reference() is None

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, ObjectKey) or self._hash != other._hash:
            return False
        mine = self._reference()
        return mine is not None and mine is other._reference()

    def __str__(self) -> str:
        return self._text


Key = TensorKey | ValueKey | ObjectKey

_BY_VALUE = (bool, int, str, bytes, type(None), range, type(Ellipsis), np.dtype, shapes.TensorShape, enum.Enum)


def leaf_key(leaf: Any) -> tuple[Key, Tensor | TensorSpec | None]:
    """The key of an argument, and the tensor (or spec of one) that it is, if it is one.

    numpy arrays and scalars become tensors; Python numbers do not.
    """
    kind = type(leaf)
    if isinstance(leaf, Tensor | TensorSpec):
        return TensorKey(leaf.dtype, leaf.shape.dims, getattr(leaf, "weak", False)), leaf
    if isinstance(leaf, np.ndarray | np.generic) and leaf.dtype.kind != "O":
        tensor = eager_constant(leaf)
        return TensorKey(tensor.dtype, tensor.shape.dims), tensor
    if kind is float or kind is complex:  # NaN is not equal to itself, and 0.0 is to -0.0.
        return ValueKey(kind, leaf if leaf and leaf == leaf else str(leaf)), None
    if isinstance(leaf, _BY_VALUE):
        return ValueKey(kind, leaf), None
    if isinstance(leaf, slice):
        return ValueKey(kind, _slice_parts(leaf)), None
    if isinstance(leaf, np.ndarray):
        tensor = eager_constant(leaf, dtypes.string)
        return TensorKey(tensor.dtype, tensor.shape.dims), tensor
    return ObjectKey(leaf), None


def _slice_parts(value: slice) -> tuple[Any, ...]:
    """A slice has no hash before Python 3.12."""
    return tuple([leaf_key(part)[0] for part in (value.start, value.stop, value.step)])


_PLAIN = frozenset({bool, int, float, str, bytes, type(None)})


def flat_key(args: Sequence[Any], with_values: bool) -> Any:
    """A key that is quickly made, for arguments that are tensors, arrays and simple values; None for others.

    For eager tensors alone it is `tuple([(a.dtype, a._value.shape, a.weak) for a in args])`.

    Args:
        args: positional arguments.
        with_values: whether arrays and simple values are taken, too.
    """
    parts: list[Any] = []
    for arg in args:
        kind = type(arg)
        if kind is EagerTensor and hasattr(arg._value, "shape"):
            parts.append((arg.dtype, arg._value.shape, arg.weak))
        elif with_values and kind in _PLAIN and (kind is not float or arg > 0 or arg < 0):
            parts.append((kind, arg))
        elif with_values and kind is np.ndarray and arg.dtype != object:
            parts.append((arg.dtype, arg.shape))
        else:
            return None
    return tuple(parts)


def eager_arguments(args: Sequence[Any]) -> list[EagerTensor]:
    """The tensors among arguments that have a flat key, arrays converted."""
    return [arg if type(arg) is EagerTensor else eager_constant(arg) for arg in args if type(arg) not in _PLAIN]


def relax(keys: Sequence[Key], others: Sequence[Key]) -> tuple[Key, ...]:
    """Keys that fit the tensors of both calls; they must agree in all but shapes."""
    return tuple(
        [
            mine.relaxed(theirs) if isinstance(mine, TensorKey) and isinstance(theirs, TensorKey) else mine
            for mine, theirs in zip(keys, others, strict=True)
        ]
    )


def without_shapes(keys: Sequence[Key]) -> tuple[Key, ...]:
    """The keys with all shapes left out."""
    return tuple([TensorKey(key.dtype, None, key.weak) if isinstance(key, TensorKey) else key for key in keys])


def fits(keys: Sequence[Key], general: Sequence[Key]) -> bool:
    """Whether a graph made for the keys `general` takes the arguments of `keys`, which agree in all but shapes."""
    pairs = zip(keys, general, strict=True)
    return all(mine.fits(g) for mine, g in pairs if isinstance(mine, TensorKey) and isinstance(g, TensorKey))
