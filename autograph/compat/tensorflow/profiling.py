"""`tf.profiler.experimental`: what runs between `start` and `stop`, as a trace for chrome://tracing and Perfetto."""

from __future__ import annotations

import datetime
import gzip
import json
import os
import threading
import time
from types import TracebackType
from typing import Any, NamedTuple

from runtime import recorded_call
from runtime.current import add_recorder, remove_recorder
from runtime.errors import AlreadyExistsError, UnavailableError

__all__ = ["Profile", "ProfilerOptions", "Trace", "start", "stop"]


class ProfilerOptions(NamedTuple):
    """Settings of the profiler; accepted and without effect."""

    host_tracer_level: int = 2
    python_tracer_level: int = 0
    device_tracer_level: int = 1
    delay_ms: int | None = None


class _Recording:
    """The operations that ran since the profiler was started."""

    def __init__(self, logdir: str) -> None:
        self.logdir = logdir
        self.events: list[dict[str, Any]] = []
        self._thread = threading.get_ident()
        self._last = time.perf_counter()
        add_recorder(self)
        recorded_call.observers.append(self._note_call)

    def __call__(self, operation: Any) -> None:
        now = time.perf_counter()
        self.add(operation.type, self._last, now)
        self._last = now

    def add(self, name: str, begin: float, end: float, **details: Any) -> None:
        """Notes what took from `begin` to `end` (seconds), as an event of the trace format of Chrome."""
        event = {"name": name, "ph": "X", "ts": begin * 1e6, "dur": (end - begin) * 1e6, "pid": 0, "tid": self._thread}
        self.events.append({**event, "args": details} if details else event)

    def _note_call(self, body: Any) -> None:
        now = time.perf_counter() * 1e6
        self.events.append(
            {"name": f"call of {body.name}", "ph": "i", "ts": now, "pid": 0, "tid": self._thread, "s": "t"}
        )

    def close(self) -> None:
        """Stops recording."""
        remove_recorder(self)
        recorded_call.observers.remove(self._note_call)


_running: list[_Recording] = []
_lock = threading.Lock()


def start(logdir: str, options: ProfilerOptions | None = None) -> None:
    """Begins to record the operations that run eagerly in this thread, calls of functions, and the `Trace`s.

    Args:
        logdir: where `stop` writes the trace.
        options: without effect.

    Raises:
        AlreadyExistsError: the profiler runs already.
    """
    with _lock:
        if _running:
            raise AlreadyExistsError("Another profiler is running.")
        _running.append(_Recording(os.fspath(logdir)))


def stop(save: bool = True) -> None:
    """Ends what `start` began, and writes `plugins/profile/TIME/host.trace.json.gz` into its directory.

    Args:
        save: whether to write the file.

    Raises:
        UnavailableError: no profiler is running.
    """
    with _lock:
        if not _running:
            raise UnavailableError("Cannot export profiling results. No profiler is running.")
        recording = _running.pop()
    recording.close()
    if save:
        folder = os.path.join(
            recording.logdir, "plugins", "profile", datetime.datetime.now().strftime("%Y_%m_%d_%H_%M_%S")
        )
        os.makedirs(folder, exist_ok=True)
        with gzip.open(os.path.join(folder, "host.trace.json.gz"), "wt", encoding="utf-8") as file:
            json.dump({"traceEvents": recording.events}, file)


class Profile:
    """Context that is profiled (see `start`).

    Args:
        logdir: where the trace is written.
        options: without effect.
    """

    def __init__(self, logdir: str, options: ProfilerOptions | None = None) -> None:
        self._logdir = logdir

    def __enter__(self) -> Profile:
        start(self._logdir)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        stop()


class Trace:
    """Context that stands in the trace under a name, such as a training step.

    Args:
        name: the name.
        **kwargs: shown beside it, such as `step_num=3`.
    """

    def __init__(self, name: str, **kwargs: Any) -> None:
        self._name = name
        self._details = kwargs
        self._begin = 0.0

    def set_metadata(self, **kwargs: Any) -> None:
        """Shows more beside the name."""
        self._details.update(kwargs)

    def __enter__(self) -> Trace:
        self._begin = time.perf_counter()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        for recording in _running:
            recording.add(self._name, self._begin, time.perf_counter(), **self._details)
