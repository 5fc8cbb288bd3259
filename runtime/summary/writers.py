"""Writers of event files, and how a summary gets into one."""

from __future__ import annotations

import contextlib
import functools
import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from runtime import dtypes
from runtime.current import current_graph, init_scope
from runtime.dispatch import apply_one, apply_op, convert_to_tensor, is_symbolic
from runtime.eager import EagerTensor
from runtime.summary.event_file import EventFile
from runtime.summary.surroundings import DefaultWriter, Setting, change, changed, default_step, defaults, truth
from runtime.tensor import Tensor

_numbers = itertools.count()
_FLUSH_MILLISECONDS = 120_000
_MOST_WAITING = 10


class SummaryWriter:
    """Writes the summaries that are made while it is the default (see `as_default`) to an event file."""

    def __init__(self, handle: Tensor | None, initializer: Any = None) -> None:
        self._handle = handle
        self._initializer = initializer

    @contextlib.contextmanager
    def as_default(self, step: Any = None) -> Iterator[SummaryWriter]:
        """Context in which summaries go to this writer.

        Args:
            step: the default step in there.
        """
        try:
            with changed(writer=self, **({} if step is None else {"step": step})):
                yield self
        finally:
            if current_graph() is None:
                self.flush()

    def set_as_default(self, step: Any = None) -> None:
        """Makes summaries go to this writer from now on."""
        change(writer=self, **({} if step is None else {"step": step}))

    def init(self) -> Any:
        """In a graph, the operation that opens the file; elsewhere it is open."""
        return self._initializer

    def flush(self) -> Any:
        """Writes what waits; in a graph, the operation that does."""
        return None if self._handle is None else apply_op("FlushSummaryWriter", [self._handle])

    def close(self) -> Any:
        """Ends the file; in a graph, the operation that does."""
        return None if self._handle is None else apply_op("CloseSummaryWriter", [self._handle])

    def event_file(self) -> EventFile | None:
        """What is behind the writer, if it is known here."""
        file: EventFile | None = getattr(self._handle, "_value", None)
        return file


def create_file_writer(
    logdir: Any,
    max_queue: int | None = None,
    flush_millis: int | None = None,
    filename_suffix: str | None = None,
    name: str | None = None,
    experimental_trackable: bool = False,
    experimental_mesh: Any = None,
) -> SummaryWriter:
    """Makes a writer of an event file, which TensorBoard shows.

    Args:
        logdir: the directory; made if need be.
        max_queue: how many summaries may wait before they are written; 10 by default.
        flush_millis: how long they may wait; two minutes by default.
        filename_suffix: of the file's name.
        name: of the writer in a graph.
        experimental_trackable: accepted for compatibility.
        experimental_mesh: accepted for compatibility.

    Raises:
        ValueError: there is no directory.

    >>> import tempfile, runtime as rt
    >>> from runtime.formats.events import read_directory
    >>> directory = tempfile.mkdtemp()
    >>> with create_file_writer(directory).as_default(step=3):
    ...     _ = rt.summary.scalar("loss", 0.5)
    >>> [(event.step, value.tag) for event in read_directory(directory) for value in event.summary.value]
    [(3, 'loss')]
    """
    if logdir is None:
        raise ValueError("Argument `logdir` cannot be None")
    with contextlib.nullcontext() if is_symbolic(logdir) else init_scope():
        shared = {"shared_name": f"writer_{next(_numbers)}"}
        handle = apply_one("SummaryWriter", [], shared, name or "create_file_writer")
        arguments = [
            handle,
            convert_to_tensor(logdir, dtypes.string),
            convert_to_tensor(_MOST_WAITING if max_queue is None else max_queue, dtypes.int32),
            convert_to_tensor(_FLUSH_MILLISECONDS if flush_millis is None else flush_millis, dtypes.int32),
            convert_to_tensor(".v2" if filename_suffix is None else filename_suffix, dtypes.string),
        ]
        return SummaryWriter(handle, apply_op("CreateSummaryFileWriter", arguments))


def create_noop_writer() -> SummaryWriter:
    """A writer that writes nothing: for turning summaries off."""
    return SummaryWriter(None)


def flush(writer: SummaryWriter | None = None, name: str | None = None) -> Any:
    """Writes what waits in a writer: this one, or the default one."""
    chosen = defaults.writer.value if writer is None else writer
    return None if chosen is None else chosen.flush()


@contextlib.contextmanager
def record_if(condition: Any) -> Iterator[None]:
    """Context in which summaries are only written if `condition` holds: a bool, or a function that gives one."""
    with changed(condition=condition):
        yield


def should_record_summaries() -> Any:
    """Whether summaries are written here: there is a default writer, and `record_if` allows it."""
    if defaults.writer.value is None:
        return False
    condition = defaults.condition.value
    return condition() if callable(condition) else condition


# ---------------------------------------------------------------------------------------------- writing


def record(op_type: str, step: Any, inputs: Sequence[Any], attrs: dict[str, Any] | None = None) -> Tensor:
    """Writes a summary by an operation of a type whose first inputs are the writer and the step.

    Args:
        op_type: such as "WriteScalarSummary".
        step: the step, or None for the default one.
        inputs: those after the step.
        attrs: of the operation.

    Returns:
        bool[]: whether something was written.

    Raises:
        ValueError: there is no step.
    """
    graph = current_graph()
    tracing = graph is not None and graph.building_function
    writer = _handle_of(defaults.writer, tracing)
    if writer is None:
        return convert_to_tensor(False)
    asks = tracing and not defaults.condition.is_of_trace
    asks_step = tracing and step is None and not defaults.step.is_of_trace
    marks = {"_asks": True} if asks else {}
    marks |= {"_asks_step": True} if asks_step else {}

    def write() -> Tensor:
        """The op that writes, and a true scalar."""
        apply_op(op_type, [writer, _step(step, asks_step), *inputs], {**(attrs or {}), **marks})
        return convert_to_tensor(True)

    return write() if asks else _if_wanted(write)


def _handle_of(setting: Setting, tracing: bool) -> Tensor | None:
    """The handle of the writer to write to; in traces, one that stands for whatever is the default then."""
    if tracing and not setting.is_of_trace:
        return _default_handle()
    handle: Tensor | None = None if setting.value is None else setting.value._handle
    return handle


@functools.cache
def _default_handle() -> Tensor:
    return EagerTensor(DefaultWriter(), dtypes.resource)


def _step(step: Any, asks: bool) -> Tensor:
    if asks:
        return convert_to_tensor(0, dtypes.int64)
    given = defaults.step.value if step is None else step
    if given is None:
        default_step()
    return apply_one("Cast", [convert_to_tensor(given)], {"DstT": dtypes.int64})


def _if_wanted(write: Callable[[], Tensor]) -> Tensor:
    condition = defaults.condition.value
    wanted = condition() if callable(condition) else condition
    if is_symbolic(wanted):
        from runtime.ops.control_flow import cond

        result: Tensor = cond(wanted, write, lambda: convert_to_tensor(False))
        return result
    return write() if truth(wanted) else convert_to_tensor(False)
