"""Live objects as rules know them: the text says what may be, they say what is."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any

from autograph.checker.flow.outer import live_value
from autograph.checker.model.values import UNKNOWN, Kind, Origin, Value, join, tensor, value
from autograph.operators import backend

from .call import Call

CONTAINERS = (list, dict, set, deque, bytearray)
_MOST_ITEMS = 64
_MOST_LEVELS = 3


class LiveNames(Mapping[str, Value]):
    """The globals of a function as abstract values, each made when it is asked for."""

    def __init__(self, scope: Mapping[str, object]) -> None:
        self._scope = scope

    def __getitem__(self, name: str) -> Value:
        return live_value(self._scope[name])

    def __contains__(self, name: object) -> bool:
        return name in self._scope

    def __iter__(self) -> Iterator[str]:
        return iter(self._scope)

    def __len__(self) -> int:
        return len(self._scope)


def is_tensor(thing: Any) -> bool:
    """Whether an argument is a symbolic tensor inside of the function."""
    return backend.active().is_tensor(thing) or type(thing).__name__ == "TensorSpec" or is_array(thing)


def is_array(thing: Any) -> bool:
    """Whether something is an array or a scalar of numpy."""
    return type(thing).__module__ == "numpy" and hasattr(thing, "__array__")


def argument_value(thing: Any, levels: int = _MOST_LEVELS) -> Value:
    """What an argument is inside of the function, as rules know it."""
    if is_tensor(thing):
        return tensor()
    if backend.active().held_type(thing) is not None:
        return value(Kind.VARIABLE)
    if thing is None:
        return value(Kind.NONE)
    kinds: dict[type, Kind] = {list: Kind.LIST, tuple: Kind.TUPLE, dict: Kind.DICT}
    if type(thing) in kinds and levels:
        parts = list(thing.values() if isinstance(thing, dict) else thing)[:_MOST_ITEMS]
        found = [argument_value(part, levels - 1) for part in parts]
        element: Value | None = None
        for one in found:
            element = one if element is None else join(element, one)
        return value(kinds[type(thing)], element=element)
    known = live_value(thing)
    return UNKNOWN if known.only(frozenset({Kind.FUNCTION, Kind.MODULE})) else known


def parameter_values(call: Call) -> dict[str, Value]:
    """What each parameter is in a call, as rules know it."""
    return {name: argument_value(thing).of(Origin.PARAM) for name, thing in call.arguments.items()}
