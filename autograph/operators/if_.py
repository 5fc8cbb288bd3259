"""`if` with an `else`, on tensors: both arms are traced one after the other, in the user's own frame."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from types import FrameType
from typing import Any, Final

from . import backend
from .conditions import whole
from .opened import Opened
from .trace import anywhere
from .truth import PLAIN, decided

THEN: Final = (True,)
ELSE: Final = (False,)


def if_(test: Any, names: tuple[str, ...] = ()) -> Iterable[bool]:
    """Has the semantics of Python's `if`: `for then in ag.if_(test, names): if then: … else: …`.

    Args:
        test: the condition; its truth is asked for once.
        names: the variables that an arm writes and somebody reads later.

    Returns:
        In Python mode `(True,)` or `(False,)`. For a symbolic condition an iterator over True and False that traces
        an arm each turn, puts the state back between and merges it at the end.
    """
    if anywhere:
        test = whole(test, sys._getframe(1))
    if test is True:
        return THEN
    if test is False:
        return ELSE
    if not backend.activity:
        return THEN if test else ELSE
    return choose(test, names, sys._getframe(1))


def choose(test: Any, names: tuple[str, ...], frame: FrameType) -> Iterable[bool]:
    """As `if_`, for the variables of a given frame."""
    if type(test) in PLAIN or not backend.can_stage():
        return THEN if test else ELSE
    test = decided(test)
    if test is True or test is False:
        return THEN if test else ELSE
    return _Turns(Opened(test, frame), names)


class _Turns:
    """The turns of a staged `if`: one an arm. (In a generator's frame CPython 3.12 loses where the `for` stands.)"""

    __slots__ = ("_names", "_opened", "_turns")

    def __init__(self, opened: Opened, names: tuple[str, ...]) -> None:
        self._opened = opened
        self._names = names
        self._turns = 0

    def __iter__(self) -> Iterator[bool]:
        return self

    def __next__(self) -> bool:
        self._turns += 1
        if self._turns == 2:
            self._opened.otherwise(self._names)
        elif self._turns > 2:
            self._opened.end(self._names)
            raise StopIteration
        return self._turns == 1
