"""The traces of a function, kept apart by the Python values that they took from outside (see `guards`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from runtime.guards import Guards
from runtime.trace_cache import TraceCache

_MOST = 16


class Surrounding:
    """The traces that were made while the values outside were the same.

    Attributes:
        traces: the traces.
        inner: a function graph and the traces that captured from it.
        fast: what runs a trace, by a key that is quickly made.
        guards: the values outside, or None if there are none.
    """

    __slots__ = ("fast", "guards", "inner", "traces")

    def __init__(self, reduce_retracing: bool) -> None:
        self.traces = TraceCache(reduce_retracing)
        self.inner: tuple[Any, TraceCache] = (None, self.traces)
        self.fast: dict[Any, Callable[[Sequence[Any]], Any]] = {}
        self.guards: Guards | None = None

    def holds(self) -> bool:
        """Whether the values outside are as they were."""
        return self.guards is None or self.guards.holds()

    def note(self, guards: Guards) -> None:
        """Takes the guards found before a trace, without those that the trace changed."""
        guards.drop_changed()
        self.guards = guards if len(guards) else None


class Surroundings:
    """All surroundings of a function that are remembered, the latest last."""

    def __init__(self, reduce_retracing: bool) -> None:
        self._reduce_retracing = reduce_retracing
        self._known = [Surrounding(reduce_retracing)]

    @property
    def current(self) -> Surrounding:
        """The one that was in use last."""
        return self._known[-1]

    def move(self) -> Surrounding:
        """The one that is right now, a new one if need be."""
        fitting = [known for known in self._known if known.holds()]
        chosen = fitting[-1] if fitting else Surrounding(self._reduce_retracing)
        self._known = [known for known in self._known if known is not chosen][1 - _MOST :]
        self._known.append(chosen)
        return chosen

    def __iter__(self) -> Any:
        return iter([trace for known in self._known for trace in known.traces])
