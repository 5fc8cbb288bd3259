"""What is behind the handles of datasets, iterators and optional values when they run."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from runtime.errors import FailedPreconditionError, OutOfRangeError

Element = tuple[Any, ...]
"""The components of an element: numpy arrays, or streams inside streams."""

INFINITE = -1
UNKNOWN = -2


@dataclass(frozen=True, eq=False)
class Stream:
    """A dataset that can be run through, any number of times.

    Attributes:
        start: begins a new run through the elements.
        cardinality: how many there are, or `INFINITE` or `UNKNOWN`.
    """

    start: Callable[[], Iterator[Element]]
    cardinality: int = UNKNOWN

    def __iter__(self) -> Iterator[Element]:
        return self.start()


class Cursor:
    """An iterator: one run through a stream, from thread to thread.

    Attributes:
        name: for messages.
    """

    def __init__(self, name: str = "") -> None:
        self.name = name
        self._elements: Iterator[Element] | None = None
        self._lock = threading.Lock()

    def restart(self, stream: Stream) -> None:
        """Begins a run through a stream."""
        self._elements = iter(stream)

    def next(self) -> Element:
        """The next element.

        Raises:
            OutOfRangeError: there is none.
            FailedPreconditionError: no run has begun.
        """
        if self._elements is None:
            raise FailedPreconditionError(
                f"GetNext() failed because the iterator {self.name!r} has not been initialized. Run its initializer "
                f"before getting the next element."
            )
        with self._lock:
            for element in self._elements:
                return element
        raise OutOfRangeError("End of sequence")

    def next_or_none(self) -> Element | None:
        """The next element, or None if there is none."""
        try:
            return self.next()
        except OutOfRangeError:
            return None

    def __repr__(self) -> str:
        return f"<Cursor {self.name!r}>"


def product(cardinality: int, factor: int) -> int:
    """The cardinality of something that is repeated `factor` times; INFINITE for ever."""
    if cardinality == 0 or factor == 0:
        return 0
    if INFINITE in (cardinality, factor):
        return INFINITE
    return UNKNOWN if cardinality == UNKNOWN else cardinality * factor


def total(first: int, second: int) -> int:
    """The cardinality of one thing after another."""
    if INFINITE in (first, second):
        return INFINITE
    return UNKNOWN if UNKNOWN in (first, second) else first + second


def least(*cardinalities: int) -> int:
    """The cardinality of what ends with the first that ends."""
    if UNKNOWN in cardinalities:
        return UNKNOWN
    finite = [count for count in cardinalities if count != INFINITE]
    return min(finite) if finite else INFINITE
