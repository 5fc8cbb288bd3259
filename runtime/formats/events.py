"""Event files, which TensorBoard shows: scalars, histograms, graphs over the steps of a training.

with EventWriter("logs") as writer:
    writer.scalar("loss", 0.5, step=10)
"""

from __future__ import annotations

import itertools
import os
import socket
import time
from collections.abc import Iterator
from types import TracebackType
from typing import Any

import numpy as np

from runtime.formats import files, messages
from runtime.formats.records import frame, read_records

_VERSION = "brain.Event:2"
_numbers = itertools.count()


class EventWriter:
    """Appends events to a file of its own in a directory.

    Args:
        directory: made if need be.
        suffix: of the file's name.

    Attributes:
        path: of the file.
    """

    def __init__(self, directory: str, suffix: str = "") -> None:
        with files.os_errors(directory):
            os.makedirs(directory, exist_ok=True)
            name = f"events.out.tfevents.{int(time.time()):010d}.{socket.gethostname()}.{os.getpid()}.{next(_numbers)}"
            self.path = os.path.join(directory, name + suffix)
            self._file = open(self.path, "xb")  # noqa: SIM115
        self.add(file_version=_VERSION)

    def __enter__(self) -> EventWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def add(self, step: int = 0, **what: Any) -> None:
        """Writes an event with one of its fields: summary, graph_def (bytes) …"""
        self.add_event(messages.new("Event", wall_time=time.time(), step=step, **what))

    def add_event(self, event: messages.Message) -> None:
        """Writes an event as it is."""
        self._file.write(frame(messages.serialize(event)))

    def scalar(self, tag: str, value: float, step: int) -> None:
        """Writes a number."""
        self._summary(step, tag=tag, simple_value=float(value))

    def histogram(self, tag: str, values: Any, step: int, buckets: int = 30) -> None:
        """Writes how values are distributed."""
        array = np.asarray(values, np.float64).reshape(-1)
        counts, edges = np.histogram(array, buckets)
        histogram = messages.new(
            "HistogramProto", min=array.min(initial=np.inf), max=array.max(initial=-np.inf), num=array.size,
            sum=array.sum(), sum_squares=(array * array).sum(), bucket_limit=edges[1:].tolist(),
            bucket=counts.tolist(),
        )  # fmt: skip
        self._summary(step, tag=tag, histo=histogram)

    def _summary(self, step: int, **value: Any) -> None:
        self.add(step, summary=messages.new("Summary", value=[messages.new("SummaryValue", **value)]))

    def flush(self) -> None:
        """Lets others see what was written."""
        self._file.flush()

    def close(self) -> None:
        """Ends the file."""
        self._file.close()


def read_directory(directory: str) -> Iterator[messages.Message]:
    """The events of all event files in a directory, in the order of the files' names."""
    with files.os_errors(directory):
        names = sorted(name for name in os.listdir(directory) if ".tfevents." in name)
    for name in names:
        yield from read_events(os.path.join(directory, name))


def read_events(path: str) -> Iterator[messages.Message]:
    """The events of a file.

    Raises:
        NotFoundError: there is none.
        DataLossError: it is damaged.
    """
    for content in read_records(files.read_file(path, "events"), path):
        yield messages.parse("Event", content, path)
