"""When the run of this thread has to end, for what is not written as text (see `engines.structured`)."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator

from runtime.errors import DeadlineExceededError


class _Thread(threading.local):
    deadline: float | None = None


_thread = _Thread()


@contextlib.contextmanager
def until(deadline: float) -> Iterator[None]:
    """Context in which `check` fails after the deadline, in `time.monotonic()` seconds."""
    outer = _thread.deadline
    _thread.deadline = deadline
    try:
        yield
    finally:
        _thread.deadline = outer


def check() -> None:
    """Raises DeadlineExceededError if the time is over."""
    if _thread.deadline is not None and time.monotonic() > _thread.deadline:
        raise DeadlineExceededError("The time ran out: the loop did not end before the deadline of the run.")
