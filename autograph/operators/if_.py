"""`if` on tensors: both arms are traced one after the other, in the user's own frame."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from types import FrameType
from typing import Any, Final

from . import backend
from .arm import Arm
from .merge import Merge
from .place import Place
from .trace import ensure_function, release_function, site
from .truth import PLAIN, decided
from .variables import Variables

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
    ensure_function(frame)
    return _Arms(test, names, frame)


class _Arms:
    """The turns of a staged `if`."""

    __slots__ = ("_arms", "_entry", "_hints", "_place", "_test", "_variables")

    def __init__(self, test: Any, names: tuple[str, ...], frame: FrameType) -> None:
        self._test = test
        self._place = Place.of(frame)
        self._variables = Variables(frame, names)
        self._entry = dict(self._variables.values)
        self._hints = site(self._place)
        self._arms: list[Arm] = []

    def __iter__(self) -> Iterator[bool]:
        return self

    def __next__(self) -> bool:
        if self._arms:
            self._close()
            if len(self._arms) == 2:
                Merge(self._test, (self._arms[0], self._arms[1]), self._variables, self._place).run()
            self._variables.put()
            if len(self._arms) == 2:
                release_function()
                raise StopIteration
        kind = "else" if self._arms else "then"
        self._arms.append(Arm(kind, self._place, self._hints.block(kind), self._variables, near=self._test))
        return kind == "then"

    def _close(self) -> None:
        self._variables.read()
        self._arms[-1].close(self._variables.locations.values())
        self._variables.values.update(self._entry)
