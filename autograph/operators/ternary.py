"""The ternary on tensors: each side is traced as an arm, in the user's own frame.

Python's own `and` and `or` stand in the text and decide where no tensor does, so that no side needs a function. A list
of one holds the value of a side, since its own truth is nobody's business:

    x if t else y                           ag.if_exp(ag.given(t) and ag.then([x]) or [y])
    … if t else y if u else z               ag.if_exp(… or ag.else_given(u) and ag.then([y]) or [z])

Where the truth of `t` is symbolic, `ag.given(t)` opens the first arm and lets Python go on to `x`; `ag.then` closes it,
opens the second and gives something false, so that Python goes on to `y`; `ag.if_exp` closes and merges.
"""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

from . import backend
from .arm import Arm
from .merge import Merge
from .missing import Missing
from .naming import unnamed
from .operands import finish, locations_of, open_operand, skip, staged_truth
from .optional import Maybe
from .place import Place
from .trace import anywhere, ensure_function, release_function, site
from .variables import Variables, fill


def given(test: Any) -> bool:
    """Begins a ternary: gives the truth of its condition, or true with the first side open."""
    if not backend.activity or not backend.can_stage():
        return bool(test)
    return _begin(test, sys._getframe(1), goes_on=False)


def else_given(test: Any) -> bool:
    """Begins a ternary that is the second side of the one before."""
    if not backend.activity or not backend.can_stage():
        return bool(test)
    return _begin(test, sys._getframe(1), goes_on=True)


def then(side: list[Any]) -> list[Any]:
    """Stands around the first side: gives it, or something false with the second side open."""
    if not anywhere:
        return side
    operand = open_operand(sys._getframe(1))
    if not isinstance(operand, Sides) or operand.inner or operand.is_second:
        return side
    operand.turn(side[0])
    return []


def if_exp(side: list[Any]) -> Any:
    """Ends a ternary: gives the value of the side that Python has chosen, or both merged."""
    return finish(side[0], sys._getframe(1)) if anywhere else side[0]


class Sides:
    """The two sides of a ternary while they are traced.

    Attributes:
        inner: how many expressions are open inside that Python decides.
        goes_on: whether this is the second side of another ternary, which ends with it.
        is_second: whether the second side is open, and not the first.
    """

    def __init__(self, test: Any, names: tuple[str, ...], frame: FrameType, *, goes_on: bool) -> None:
        ensure_function(frame)
        fill(frame)
        self.inner = 0
        self.goes_on = goes_on
        self.is_second = False
        self._test = test
        self._frame = frame
        self._place = Place.of(frame)
        self._hints = site(self._place)
        self._variables = Variables(frame, names) if names else None
        self._entry = {} if self._variables is None else dict(self._variables.values)
        self._arms: list[Arm] = []
        self._open("then")

    def turn(self, value: Any) -> None:
        """Ends the first side, with its value, and opens the second."""
        self._close(value)
        if self._variables is not None:
            self._variables.put()
        self.is_second = True
        self._open("else")

    def close(self, value: Any) -> Any:
        """Ends the second side; gives the value of the expression."""
        self._close(value)
        merged = Merge(self._test, (self._arms[0], self._arms[1]), self._variables, self._place).run()
        if self._variables is not None:
            for assigned in self._variables.values.values():
                if isinstance(assigned, Maybe):
                    assigned.unassigned = None  # checked where it is used, in the run
            self._variables.put()
        release_function()
        return merged

    def _open(self, kind: str) -> None:
        arm = Arm(kind, self._place, self._hints.block(kind), self._variables, near=self._test)
        arm.trace.frame = self._frame
        arm.trace.operand = self
        self._arms.append(arm)

    def _close(self, value: Any) -> None:
        value = value.checked() if type(value) is Missing else value
        if self._variables is not None:
            self._variables.read()
        self._arms[-1].close(locations_of(self._variables), value)
        if self._variables is not None:
            self._variables.values.update(self._entry)


def _begin(test: Any, frame: FrameType, *, goes_on: bool) -> bool:
    """What Python's `and` gets for the condition.

    Args:
        test: the condition.
        frame: the user's frame.
        goes_on: whether this is the second side of another ternary, which ends with it.
    """
    test, names = unnamed(test)
    truth = staged_truth(test)
    if truth is None or truth is True or truth is False:
        if not goes_on:
            skip(frame)
        return bool(test) if truth is None else truth
    Sides(truth, names, frame, goes_on=goes_on)
    return True
