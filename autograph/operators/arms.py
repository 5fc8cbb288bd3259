"""`if … elif … else` on tensors: each test opens the `if` that is nested in the `else` of the one before.

    if x > 9:                               for arm, test in ag.once or ag.arms(('y',)):
        y = 2                                   if arm <= 1 and test(x > 9):
    elif x > 0:                                     y = 2
        y = 1                                   elif arm <= 2 and test(x > 0):
    else:                                           y = 1
        y = 0                                   else:
                                                    y = 0

In Python mode there is one turn, `ag.once`, whose `test` gives back what it gets. In a trace each turn goes into one
more arm, past the tests that were evaluated in the turns before.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from types import FrameType
from typing import Any, Final

from . import backend
from .conditions import whole
from .idle import same
from .opened import Opened
from .trace import anywhere
from .truth import PLAIN, decided

Turn = tuple[int, Callable[[Any], Any]]
"""The number of the first test that is to be evaluated in a turn, and what asks for the truth of a test."""

ONCE: Final[tuple[Turn, ...]] = ((1, same),)

once: tuple[Turn, ...] = ()
"""The turns of every chain while nothing can be staged: what stands here then spares a call. Empty otherwise."""


def arms(names: tuple[str, ...] = ()) -> Iterable[Turn]:
    """Has the semantics of `if … elif`: `for arm, test in ag.once or ag.arms(names): if arm <= 1 and test(a): …`.

    Args:
        names: the variables that an arm or a later test writes and somebody reads later.

    Returns:
        The turns. In Python mode it is one. Otherwise there is one more for each symbolic test; after the last the
        arms are merged, from the innermost out.
    """
    if not backend.activity or not backend.can_stage():
        return ONCE
    return _Chain(names, sys._getframe(1))


class _Chain:
    """The turns of a chain that may be staged."""

    __slots__ = ("_frame", "_names", "_next", "_opened", "_turns")

    def __init__(self, names: tuple[str, ...], frame: FrameType) -> None:
        self._names = names
        self._frame = frame
        self._next = 1
        self._turns = 0
        self._opened: list[Opened] = []

    def __iter__(self) -> Iterator[Turn]:
        return self

    def __next__(self) -> Turn:
        if self._turns:
            if not self._opened or not self._opened[-1]:
                self._end()
                raise StopIteration
            self._opened[-1].otherwise(self._names)
        self._turns += 1
        return self._next, self._test

    def _test(self, test: Any) -> bool:
        """Asks for the truth of the next test; opens an arm if only the run knows it."""
        self._next += 1
        if anywhere:
            test = whole(test, self._frame)
        if type(test) in PLAIN:
            return bool(test)
        test = decided(test)
        if test is True or test is False:
            return bool(test)
        self._opened.append(Opened(test, self._frame))
        return True

    def _end(self) -> None:
        while self._opened:
            self._opened.pop().end(self._names)
