"""A pause of the garbage collector while a function is converted.

A conversion makes many nodes that all stay until it is done. Collections meanwhile find nothing, and each of them goes
through the nodes again: a quarter of the time for a function of 2,000 lines, and more in a process with a large heap.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class _Pauses:
    """The pauses that are going on, in all threads."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.count = 0
        self.was_enabled = False


_pauses = _Pauses()


@contextmanager
def collection_paused() -> Iterator[None]:
    """Context without collections by the number of new objects; the last one to leave restores what was before."""
    with _pauses.lock:
        if not _pauses.count:
            _pauses.was_enabled = gc.isenabled()
            gc.disable()
        _pauses.count += 1
    try:
        yield
    finally:
        with _pauses.lock:
            _pauses.count -= 1
            if not _pauses.count and _pauses.was_enabled:
                gc.enable()
