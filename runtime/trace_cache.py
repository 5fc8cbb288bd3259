"""Which trace of a function serves which call, and when shapes are let go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from runtime.call_keys import Key, ObjectKey, fits, relax, without_shapes

if TYPE_CHECKING:
    from runtime.concrete_function import ConcreteFunction

_SHAPE_TRACES = 3
"""Traces for calls that differ in shapes only, before the shapes that differ are taken as unknown."""

_MOST_FAMILIES = 256
_MOST_CALLS = 1024

Keys = tuple[Key, ...]


@dataclass
class _Family:
    """Traces whose calls differ in shapes only.

    Attributes:
        traces: the traces, with the keys that they were made for.
        joined: keys that fit all calls so far.
        rigid: the function does not take unknown sizes.
    """

    joined: Keys
    traces: list[tuple[Keys, ConcreteFunction]] = field(default_factory=list)
    rigid: bool = False


class TraceCache:
    """The traces of a function.

    Args:
        reduce_retracing: whether sizes that differ are taken as unknown at once.
    """

    def __init__(self, reduce_retracing: bool) -> None:
        self._patience = 1 if reduce_retracing else _SHAPE_TRACES
        self._families: dict[Any, _Family] = {}
        self._calls: dict[Any, ConcreteFunction] = {}

    def find(self, skeleton: Any, keys: Keys) -> ConcreteFunction | None:
        """The trace for a call, or None."""
        call = skeleton, keys
        known = self._calls.get(call)
        if known is None:
            family = self._families.get((skeleton, without_shapes(keys)))
            known = next((trace for general, trace in family.traces if fits(keys, general)), None) if family else None
            if known is not None:
                self._remember(call, known)
        return known

    def general(self, skeleton: Any, keys: Keys) -> Keys:
        """The keys to trace with for a call that no trace serves: its own, or with sizes taken as unknown."""
        family = self._families.get((skeleton, without_shapes(keys)))
        if family is None or family.rigid or len(family.traces) < self._patience:
            return keys
        return relax(family.joined, keys)

    def forbid_general(self, skeleton: Any, keys: Keys) -> None:
        """Notes that a trace with unknown sizes failed, so that it is not tried again."""
        self._families[skeleton, without_shapes(keys)].rigid = True

    def add(self, skeleton: Any, keys: Keys, trace: ConcreteFunction) -> None:
        """Adds a trace, made for `keys`."""
        name = skeleton, without_shapes(keys)
        family = self._families.get(name)
        if family is None:
            self._drop_dead()
            while len(self._families) >= _MOST_FAMILIES:
                del self._families[next(iter(self._families))]
            family = self._families[name] = _Family(keys)
        family.joined = relax(family.joined, keys)
        family.traces.append((keys, trace))
        self._remember((skeleton, keys), trace)

    def _remember(self, call: Any, trace: ConcreteFunction) -> None:
        if len(self._calls) >= _MOST_CALLS:
            self._calls.clear()
        self._calls[call] = trace

    def _drop_dead(self) -> None:
        """Forgets traces for objects that are gone."""
        for calls in (self._families, self._calls):
            for call in [call for call in calls if _is_dead(call[1])]:
                del calls[call]

    def __iter__(self) -> Iterator[ConcreteFunction]:
        return iter([trace for family in self._families.values() for _, trace in family.traces])


def _is_dead(keys: Sequence[Key]) -> bool:
    return any(isinstance(key, ObjectKey) and key.is_dead for key in keys)
