"""What is the default in a thread: the writer, the step, and whether summaries are written at all.

What is set while a function is traced belongs to the trace. What was set outside is looked up each time the function
runs, so a trace never writes to the writer of an earlier call.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from runtime.current import current_graph, init_scope

if TYPE_CHECKING:
    from runtime.graph import Graph
    from runtime.summary.event_file import EventFile


class Setting(NamedTuple):
    """A value, and the graph that was open when it was set."""

    value: Any
    graph: Graph | None = None

    @property
    def is_of_trace(self) -> bool:
        """Whether it was set while a function was traced."""
        return self.graph is not None and self.graph.building_function


class _Defaults(threading.local):
    writer = Setting(None)
    step = Setting(None)
    condition = Setting(True)


defaults = _Defaults()


@contextlib.contextmanager
def changed(**values: Any) -> Iterator[None]:
    """Context in which some of the defaults are others."""
    graph = current_graph()
    before = {name: getattr(defaults, name) for name in values}
    for name, value in values.items():
        setattr(defaults, name, Setting(value, graph))
    try:
        yield
    finally:
        for name, setting in before.items():
            setattr(defaults, name, setting)


def change(**values: Any) -> None:
    """Sets some of the defaults."""
    for name, value in values.items():
        setattr(defaults, name, Setting(value, current_graph()))


def truth(condition: Any) -> bool:
    """What a condition says now: a bool, an eager tensor, or a function that gives one."""
    with init_scope():
        return bool(condition() if callable(condition) else condition)


def default_step() -> int:
    """The default step as a number.

    Raises:
        ValueError: there is none.
    """
    step = defaults.step.value
    if step is None:
        raise ValueError(
            "No step set. Please specify one either through the `step` argument or through "
            "summary.experimental.set_step()"
        )
    with init_scope():
        return int(step)


class DefaultWriter:
    """What is behind the handle that stands, in traces, for the default writer of whoever runs them."""

    @staticmethod
    def current() -> EventFile | None:
        """The event file of this thread's default writer."""
        writer = defaults.writer.value
        file: EventFile | None = None if writer is None else writer.event_file()
        return file

    def __repr__(self) -> str:
        return "<DefaultWriter>"
