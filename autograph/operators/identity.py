"""A map from objects to what is known of them, by identity and only as long as they live.

Code objects compare by value: two equal functions in two files must not share what is known of one.
"""

from __future__ import annotations

import weakref
from typing import Generic, TypeVar

Value = TypeVar("Value")


class ByIdentity(Generic[Value]):
    """A weak map whose keys are compared by identity."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[int, tuple[weakref.ref[object], Value]] = {}

    def __contains__(self, key: object) -> bool:
        return id(key) in self._known

    def __setitem__(self, key: object, value: Value) -> None:
        number, known = id(key), self._known
        known[number] = (weakref.ref(key, lambda _: known.pop(number, None)), value)

    def get(self, key: object) -> Value | None:
        """What is known of the key, or None."""
        found = self._known.get(id(key))
        return None if found is None else found[1]
