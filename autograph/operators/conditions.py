"""`and` and `or` in the test of an `if` or `while`, where only the truth matters.

    if a and b and c:                       if then := ag.when(ag.both(a) and ag.both(b) and c):
    elif a or b:                            elif arm <= 2 and test(ag.either(a) or b):

As for `ag.and_` and `ag.or_`, Python's own operators decide where no tensor does, and where the truth of `a` is
symbolic an arm is open from `ag.both(a)` on. What gets the test ends all that are open: no statement can begin inside
of an expression, so that they are its own.
"""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

from . import backend
from .operands import begin, open_operand
from .truth import decided, truth


def both(a: Any) -> bool:
    """Stands before `and` in a test: gives the truth of the operand, or true with the next operand open."""
    if not backend.activity or not backend.can_stage():
        return bool(a)
    return _ask(a, "then", sys._getframe(1))


def either(a: Any) -> bool:
    """Stands before `or` in a test: gives the truth of the operand, or false with the next operand open."""
    if not backend.activity or not backend.can_stage():
        return bool(a)
    return _ask(a, "else", sys._getframe(1))


def whole(value: Any, frame: FrameType) -> Any:
    """Ends what `both` and `either` have opened.

    Args:
        value: what Python's own operators give.
        frame: the user's frame.

    Returns:
        The test.
    """
    while (operand := open_operand(frame)) is not None:
        value = operand.close(truth(value))
    return value


def _ask(a: Any, lazy: str, frame: FrameType) -> bool:
    test = decided(a)
    if test is True or test is False:
        return bool(test)
    begin(test, test, lazy, frame)
    return lazy == "then"
