"""How long the operations of a run took: recorded line by line, shown as a Chrome trace.

A plan runs as Python text in which each line is one operation. While a run is recorded, Python tells when a line
begins; the time until the next one is that of its operation.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import FrameType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from runtime.engines.source import Place

_DEVICE = "/device:CPU:0"


@dataclass(frozen=True)
class NodeExecStats:
    """One operation that ran.

    Attributes:
        node_name: the operation's name.
        op_type: its type.
        source: the user's line, such as "model.py:12", or "".
        all_start_micros: when it began, in microseconds since 1970.
        all_end_rel_micros: how long it took, in microseconds.
        thread_id: the thread that it ran on.
    """

    node_name: str
    op_type: str
    source: str
    all_start_micros: int
    all_end_rel_micros: int
    thread_id: int

    @property
    def timeline_label(self) -> str:
        """The name and type, as TensorFlow's timeline shows them."""
        return f"{self.node_name} = {self.op_type}()"


@dataclass
class DeviceStepStats:
    """The operations that ran on a device."""

    device: str = _DEVICE
    node_stats: list[NodeExecStats] = field(default_factory=list)


@dataclass
class StepStats:
    """The operations of a run, by device.

    Attributes:
        dev_stats: one entry for each device; there is one.
    """

    dev_stats: list[DeviceStepStats] = field(default_factory=list)

    def generate_chrome_trace_format(self) -> str:
        """The run as JSON that chrome://tracing and Perfetto show."""
        events: list[dict[str, Any]] = []
        for number, device in enumerate(self.dev_stats):
            events.append({"name": "process_name", "ph": "M", "pid": number, "args": {"name": device.device}})
            events += [_event(number, node) for node in device.node_stats]
        return json.dumps({"traceEvents": events}, indent=1)


def _event(process: int, node: NodeExecStats) -> dict[str, Any]:
    return {
        "name": node.op_type,
        "cat": "Op",
        "ph": "X",
        "pid": process,
        "tid": node.thread_id,
        "ts": node.all_start_micros,
        "dur": node.all_end_rel_micros,
        "args": {"name": node.node_name, "op": node.op_type, "line": node.source},
    }


def recorded(run: Callable[[], Any], filename: str, places: Mapping[int, Place]) -> tuple[Any, StepStats]:
    """Runs a plan and records its operations.

    Args:
        run: runs it.
        filename: the name of the file that its text is said to be in.
        places: line of the text → what the line does.

    Returns:
        What it gives, and what was recorded.
    """
    recorder = _Recorder(filename, places)
    before = sys.gettrace()
    sys.settrace(recorder.enter)
    try:
        result = run()
    finally:
        sys.settrace(before)
    return result, StepStats([DeviceStepStats(node_stats=recorder.nodes)])


class _Recorder:
    """Takes the time whenever a line of the text begins or a function of it ends."""

    def __init__(self, filename: str, places: Mapping[int, Place]) -> None:
        self.nodes: list[NodeExecStats] = []
        self._filename = filename
        self._places = places
        self._offset_ns = time.time_ns() - time.perf_counter_ns()
        self._open: dict[int, tuple[Place | None, int]] = {}

    def enter(self, frame: FrameType, event: str, arg: Any) -> Any:
        """Watches the lines of a plan's generated code, and of nothing else."""
        return self._step if frame.f_code.co_filename == self._filename else None

    def _step(self, frame: FrameType, event: str, arg: Any) -> Any:
        now = time.perf_counter_ns()
        place, start = self._open.pop(id(frame), (None, 0))
        if place is not None:
            self._note(place, start, now)
        if event == "line":
            self._open[id(frame)] = self._places.get(frame.f_lineno), time.perf_counter_ns()
        return self._step

    def _note(self, place: Place, start: int, end: int) -> None:
        op = place.op
        begin = (start + self._offset_ns) // 1000
        took = max((end - start) // 1000, 1)
        self.nodes.append(NodeExecStats(op.name, op.type, str(op.source or ""), begin, took, threading.get_ident()))
