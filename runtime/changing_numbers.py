"""Python numbers among the arguments of a function that keep changing: after a few traces they become tensors.

A number is a part of the trace: each new one needs a new trace. When three calls differ in nothing but numbers, those
numbers are passed as weak scalars from then on (see `Tensor.weak`), and one trace serves all calls to come.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runtime import dtypes
from runtime.call_keys import Key, TensorKey, ValueKey, without_shapes
from runtime.constants import eager_constant
from runtime.eager import EagerTensor

_PATIENCE = 3
"""Traces for calls that differ in numbers only, before those are passed as tensors."""

_MOST = 256

Keys = tuple[Key, ...]


def _is_number(key: Key) -> bool:
    return isinstance(key, ValueKey) and key.kind in (int, float)


def _without_numbers(keys: Keys) -> Keys:
    return tuple([ValueKey(key.kind, None) if _is_number(key) else key for key in without_shapes(keys)])  # type: ignore[union-attr]


class ChangingNumbers:
    """Which numbers of which calls are passed as tensors."""

    def __init__(self) -> None:
        self._seen: dict[Any, list[Keys]] = {}
        self._places: dict[Any, frozenset[int]] = {}
        self._rigid: set[Any] = set()

    def places(self, skeleton: Any, keys: Keys) -> frozenset[int]:
        """The positions of the arguments that are passed as tensors although they are numbers.

        Args:
            skeleton: the structure of the arguments.
            keys: their keys.
        """
        if not self._places or not any(map(_is_number, keys)):
            return frozenset()
        return self._places.get((skeleton, _without_numbers(keys)), frozenset())

    def note(self, skeleton: Any, keys: Keys) -> frozenset[int]:
        """Notes that a call needs a new trace; gives the positions of numbers to pass as tensors instead."""
        if not any(map(_is_number, keys)):
            return frozenset()
        family = skeleton, _without_numbers(keys)
        if family in self._rigid:
            return frozenset()
        if len(self._seen) >= _MOST:
            self._seen.clear()
        seen = self._seen.setdefault(family, [])
        seen.append(keys)
        if len(seen) <= _PATIENCE:
            return frozenset()
        changing = frozenset(i for i, column in enumerate(zip(*seen, strict=True)) if _changes(column))
        self._places[family] = changing
        return changing

    def forbid(self, skeleton: Any, keys: Keys) -> None:
        """Notes that the function wants these numbers as numbers."""
        family = skeleton, _without_numbers(keys)
        self._places.pop(family, None)
        self._rigid.add(family)


def _changes(column: Sequence[Key]) -> bool:
    return _is_number(column[0]) and any(key != column[0] for key in column)


def as_tensor(value: float) -> tuple[TensorKey, EagerTensor]:
    """A number as a weak scalar, and its key."""
    tensor = eager_constant(value)
    weak = EagerTensor(tensor._value, tensor.dtype)
    weak.weak = True
    return TensorKey(dtypes.as_dtype(tensor.dtype), (), True), weak
