"""`if` without an `else`, on tensors: what opens the arm stands in the test, and what closes it in its block.

    if x > 0:                               if then := ag.when(x > 0):
        y = x                                   y = x
                                                ag.end_if(then, ('y',))

    if not x > 0:                           if then := ag.unless(x > 0):
        y = x                                   y = x
                                                ag.end_if(then, ('y',))

Where CPython allows no more nested loops, an `else` is spelled so, too:

    if x > 0:                               if then := ag.when(x > 0):
        y = x                                   y = x
    else:                                       then = ag.otherwise(then, ('y',))
        y = -x                              if not then:
                                                y = -x
                                                ag.end_if(then, ('y',))
"""

from __future__ import annotations

import sys
from typing import Any

from . import backend
from .conditions import whole
from .opened import Opened
from .trace import anywhere
from .truth import PLAIN, decided


def when(test: Any) -> bool | Opened:
    """Opens an arm where a test is true.

    Args:
        test: the condition; its truth is asked for once.

    Returns:
        The truth, if Python can tell; else the opened `if`.
    """
    if anywhere:
        test = whole(test, sys._getframe(1))
    if not backend.activity or type(test) in PLAIN or not backend.can_stage():
        return bool(test)
    test = decided(test)
    if test is True or test is False:
        return bool(test)
    return Opened(test, sys._getframe(1))


def unless(test: Any) -> bool | Opened:
    """Opens an arm where a test is false; as `when`."""
    if anywhere:
        test = whole(test, sys._getframe(1))
    if not backend.activity or type(test) in PLAIN or not backend.can_stage():
        return not test
    test = decided(test)
    if test is True or test is False:
        return not test
    return Opened(test, sys._getframe(1), "else")


def otherwise(then: bool | Opened, names: tuple[str, ...] = ()) -> bool | Opened:
    """Goes on to the second arm, if both are traced: what it gives is true where the second is not to run.

    Args:
        then: what `when` gave.
        names: the variables that an arm writes and somebody reads later.
    """
    if type(then) is Opened:
        then.otherwise(names)
    return then


def end_if(then: bool | Opened, names: tuple[str, ...] = ()) -> bool:
    """Closes the arm and merges, if it was opened.

    Args:
        then: what `when` or `unless` gave.
        names: the variables that an arm writes and somebody reads later.

    Returns:
        True.
    """
    if type(then) is Opened:
        then.end(names)
    return True
