"""What is behind the handle of a summary writer: an event file that is written now and then."""

from __future__ import annotations

import threading
import time
from typing import Any

from runtime.errors import FailedPreconditionError
from runtime.formats.events import EventWriter


class EventFile:
    """An event file that collects events, and writes them when they are many or old.

    Attributes:
        directory: where the file is, once it is open.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.directory: str | None = None
        self._writer: EventWriter | None = None
        self._lock = threading.RLock()
        self._waiting = 0
        self._last = 0.0

    def open(self, directory: str, max_queue: int, flush_seconds: float, suffix: str) -> None:
        """Makes the file, unless it is open.

        Args:
            directory: made if need be.
            max_queue: how many events may wait.
            flush_seconds: how long they may wait.
            suffix: of the file's name.
        """
        with self._lock:
            if self._writer is None:
                self.directory = directory
                self._most, self._longest = max_queue, flush_seconds
                self._writer = EventWriter(directory, suffix)
                self.flush()

    def add(self, step: int, **what: Any) -> None:
        """Writes an event (see `EventWriter.add`).

        Raises:
            FailedPreconditionError: the file is not open.
        """
        with self._lock:
            self._opened().add(int(step), **what)
            self._waiting += 1
            if self._waiting > self._most or time.monotonic() - self._last > self._longest:
                self.flush()

    def _opened(self) -> EventWriter:
        if self._writer is None:
            raise FailedPreconditionError(
                f"Summary writer {self.name!r} is not open: it was closed, or (in a graph) its operation "
                f"`writer.init()` has not run."
            )
        return self._writer

    def flush(self) -> None:
        """Writes what waits."""
        with self._lock:
            if self._writer is not None:
                self._writer.flush()
            self._waiting, self._last = 0, time.monotonic()

    def close(self) -> None:
        """Ends the file; a file that is closed stays so."""
        with self._lock:
            if self._writer is not None:
                self._writer.close()
                self._writer = None

    def __repr__(self) -> str:
        return f"<EventFile {self.name!r} in {self.directory!r}>"
