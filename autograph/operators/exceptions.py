"""Exceptions in traces: what is raised in a staged block belongs to the run of that block, not to its trace."""

from __future__ import annotations

import sys
from types import FrameType, TracebackType
from typing import Any

from autograph.errors import AutographError

from . import backend
from .handlers import before_with, caught_outside, is_caught_inside
from .missing import Missing
from .optional import Maybe
from .place import Place, here, is_framework, note, refusal
from .trace import anywhere, die, is_interrupted, runs_later, top, traces


class Passing(BaseException):
    """What travels past the user's handlers while tracing."""


class Escaped(Passing):
    """Carries an exception out of a trace to the function's boundary, past the user's own handlers.

    The block that was being traced may not run at all, so that no handler outside of it may see the exception.
    """

    def __init__(self, error: BaseException) -> None:
        super().__init__(error)
        self.error = error
        trace = top()
        if trace is not None and not isinstance(error, AutographError):
            note(error, f"raised while the block of {trace.place} was traced; no handler outside of it can catch this")


def explained(error: Exception) -> Exception:
    """The error to show for what Python says when a tensor is used as a dict key."""
    if isinstance(error, KeyError) and error.args and backend.active().is_symbolic(error.args[0]):
        better = TypeError(
            "a tensor is unhashable by its value, which only the run knows, and cannot be a dict key: "
            "use `match`, `if`, or a lookup table"
        )
        better.__cause__ = error
        return better
    return error


def depth() -> int:
    """How many traces are open: converted code asks before a `try`, and gives it to `caught`."""
    return len(traces()) if anywhere else 0


def caught(outside: int) -> None:
    """Stands at the head of a handler: lets pass what the handler must not see.

    Args:
        outside: how many traces were open before the `try`.
    """
    error = sys.exc_info()[1]
    if error is None:
        return
    if isinstance(error, Passing):
        raise error
    if len(traces()) > outside or is_interrupted(sys._getframe(1)) or (traces() and isinstance(error, AutographError)):
        raise Escaped(error)


class _Raising:
    """Context around a `raise` statement under a condition that may be staged: `with ag.raising: raise E`.

    In Python mode the exception passes. In a staged block the run raises it, and the rest of the block is dead.
    """

    __slots__ = ()

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> bool:
        trace = top()
        if trace is None or not runs_later():
            return False
        if not isinstance(error, Exception) or isinstance(error, AutographError):
            return False
        frame = sys._getframe(1)
        outside = before_with(frame.f_code, frame.f_lasti)
        if trace.frame is not frame or is_caught_inside(trace, frame, error, outside):
            return False
        raise_at_run_time(error)
        return True


raising = _Raising()


def raise_(error: Any) -> Any:
    """Has the semantics of `raise error`, in `raise ag.raise_(error)`: in the function's straight line."""
    return error


def raise_at_run_time(error: BaseException) -> None:
    """Lets the run raise the exception, and gives up the rest of the block.

    Raises:
        StagingError: a handler around the block would catch it in Python.
    """
    trace = top()
    refuse_handlers(error, None if trace is None else trace.frame)
    backend.active().raise_(error, raised_at(error))
    die()


def raised_at(error: BaseException) -> Place | None:
    """The place of the user's that an exception comes from, if it is in another function than what runs now."""
    place, traceback = None, error.__traceback__
    while traceback is not None:
        if not is_framework(traceback.tb_frame.f_code.co_filename):
            place = Place(traceback.tb_frame.f_code, traceback.tb_lasti)
        traceback = traceback.tb_next
    now = here()
    return place if place is not None and now is not None and place.code is not now.code else None


def refuse_handlers(error: BaseException, frame: FrameType | None) -> None:
    """Refuses a run-time exception that a handler around the innermost block would catch in Python.

    Args:
        error: the exception, or one of its class.
        frame: the frame that runs the block.
    """
    trace = top()
    place = None if trace is None else caught_outside(frame, trace, error)
    if place is not None:
        raise refusal(
            f"the exception {type(error).__name__} of this block would be caught by an `except` around it",
            at=place,
            why="whether it is raised depends on a tensor, and no handler can catch what the run of a graph raises.",
            fix="put the `try` inside the block, or do what the handler does under the same condition.",
        )


def use(value: Any, name: str = "") -> Any:
    """Stands before `del name`: deleting an unbound variable must fail where the line runs."""
    if isinstance(value, Maybe):
        value.refuse_unguarded()
        value.assert_bound()
    elif isinstance(value, Missing):
        value.checked()
    return value
