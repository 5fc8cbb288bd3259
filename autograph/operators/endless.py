"""Loops that run in Python while a function is traced and may have no end: counted, so that every trace ends."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator
from typing import Any

from . import backend
from .place import refusal

_STEP = 1_000
"""How many turns go by between two looks at the graph."""

_MOST_TURNS = 20_000
"""Turns that each record an operation: more than a person unrolls on purpose, and traced within seconds."""

_MOST_OPERATIONS = 300_000
"""Operations of a loop, however few its turns are."""

_MOST_GUARDED_TURNS = 2_000
"""Turns under "the loop has not stopped", each an operation with a graph of its own, of an iterator without an end."""


class Turns:
    """The turns of one loop. Those that record nothing are free: Python's own business."""

    __slots__ = ("_before", "_count", "_guarded")

    def __init__(self) -> None:
        self._count = self._guarded = 0
        self._before = 0

    def add(self) -> None:
        """Counts a turn.

        Raises:
            StagingError: the loop goes on recording operations, more than any graph can be meant to have.
        """
        self._count += 1
        if self._count % _STEP == 0:
            self._look()

    def add_guarded(self) -> None:
        """Counts a turn that runs only if a tensor has not stopped the loop before.

        Raises:
            StagingError: the iterator does not end.
        """
        self._guarded += 1
        if self._guarded > _MOST_GUARDED_TURNS:
            raise _endless(
                self._guarded,
                "whether it stops depends on a tensor, which has no value then; its Python iterator goes on.",
                "loop over `range(n)` with a tensor n, or use `while` with a tensor condition; a list has an end.",
            )

    def _look(self) -> None:
        recorded = backend.active().recorded()
        if self._count == _STEP:
            self._before = recorded
            return
        made, turns = recorded - self._before, self._count - _STEP
        if (turns >= _MOST_TURNS and made >= turns) or made > _MOST_OPERATIONS:
            raise _endless(
                self._count,
                "nothing that it has asked so far was a tensor, so that each turn records its operations anew.",
                "let a tensor decide when it stops: `while` with a tensor condition, or `range(n)` with a tensor n; "
                "a loop that is to run once a step belongs outside of the compiled function.",
            )


class Counted:
    """An iterator that may have no end, with its turns counted."""

    __slots__ = ("_iterator", "_turns")

    def __init__(self, iterator: Iterator[Any]) -> None:
        self._iterator = iterator
        self._turns = Turns()

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        self._turns.add()
        return next(self._iterator)


class Growing:
    """An iterator over a list, with the turns counted in which the list has grown."""

    __slots__ = ("_iterator", "_length", "_list", "_turns")

    def __init__(self, items: list[Any]) -> None:
        self._iterator = iter(items)
        self._list = items
        self._length = list.__len__(items)
        self._turns = Turns()

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        length = list.__len__(self._list)  # Python's: a list that the run changes is the iterator's to refuse
        if length > self._length:
            self._length = length
            self._turns.add()
        return next(self._iterator)


def counted(iterable: Iterable[Any]) -> Iterable[Any]:
    """The iterable, with its turns counted if it may have no end."""
    if isinstance(iterable, list):
        return Growing(iterable)
    return iterable if ends(iterable) else Counted(iter(iterable))


def guarded(iterable: Iterable[Any]) -> Iterator[Any]:
    """The items of something without a known end, where each turn asks a tensor whether there is another one."""
    turns = Turns()
    for item in iterable:
        turns.add_guarded()
        yield item


def ends(iterable: Any) -> bool:
    """Whether a Python iterable is known to have an end: it has a length, or goes over something that has one."""
    if operator.length_hint(iterable, -1) >= 0:
        return True
    return type(iterable) in (zip, map, filter, enumerate) and any(map(ends, iterable.__reduce__()[1]))


def _endless(turns: int, reason: str, fix: str) -> Exception:
    return refusal(
        f"this loop has not ended after {turns} turns of tracing",
        why=f"it runs in Python while the function is traced: {reason}",
        fix=fix,
    )
