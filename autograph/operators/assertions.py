"""`assert`: checked now, or by the run.

    assert x > 0, f(x)                      ag.assert_(x > 0) or ag.fail(f(x))

So the message is made only where the assertion fails, and in the user's own frame. Where the condition is symbolic, the
message is made while the function is traced, and checked by the run.
"""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

from . import backend
from .exceptions import raise_at_run_time, refuse_handlers
from .handlers import is_caught_inside
from .naming import unnamed
from .trace import ensure_function, release_function, runs_later, top, traces
from .truth import truth
from .variables import Variables


def assert_(test: Any) -> bool:
    """Has the semantics of the condition of an `assert`; false where `ag.fail` has something to do."""
    if not backend.activity or not backend.can_stage():
        return bool(test)
    test, names = unnamed(test)
    condition = truth(test)
    frame = sys._getframe(1)
    if condition is True or condition is False:
        trace = top()
        if trace is not None:
            trace.asserted.pop(frame, None)  # of an assertion whose message has raised
        return condition
    ensure_function(frame)
    traces()[-1].asserted[frame] = condition, Variables(frame, names) if names else None
    return False


def fail(*message: Any) -> None:
    """Has the semantics of a failing `assert`; where the condition is symbolic, the run checks it.

    Args:
        message: what the exception says, if anything.

    Raises:
        AssertionError: the condition is false.
    """
    frame = sys._getframe(1)
    trace = top()
    asserted = None if trace is None else trace.asserted.pop(frame, None)
    if asserted is None:
        _fail(AssertionError(*message), frame)
        return
    from .text import parts_of

    condition, variables = asserted
    refuse_handlers(AssertionError(), frame)
    text = parts_of(message) if message else ["assertion failed"]
    backend.active().check(condition, AssertionError, text)
    if variables is not None:
        variables.put()  # what the message has assigned counts only where the run fails
    release_function()


def _fail(error: AssertionError, frame: FrameType) -> None:
    """Raised now, unless the assertion stands in a staged block, whose run it belongs to."""
    trace = top()
    if trace is None or not runs_later() or trace.frame is not frame or is_caught_inside(trace, frame, error):
        raise error
    raise_at_run_time(error)
