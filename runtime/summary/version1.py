"""Summaries as TensorFlow 1 has them: operations that give strings, which a FileWriter writes."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import Any, ClassVar

from runtime import dtypes
from runtime.current import get_default_graph
from runtime.dispatch import apply_one, convert_to_tensor
from runtime.formats import messages
from runtime.formats.events import EventWriter, read_events
from runtime.graph import Graph
from runtime.graph_keys import GraphKeys
from runtime.scopes import name_scope
from runtime.summary import contents
from runtime.tensor import Tensor

__all__ = [
    "FileWriter", "FileWriterCache", "histogram", "image", "merge", "merge_all", "scalar", "summary_iterator",
    "tensor_summary", "text",
]  # fmt: skip


@contextlib.contextmanager
def _named(name: str, family: str | None) -> Iterator[str]:
    """The tag: the name in its scope, after that of its family."""
    with name_scope(f"{family}/{name}" if family else name) as scope:
        yield f"{family}/{scope.rstrip('/')}" if family else scope.rstrip("/")


def _collected(summary: Tensor, collections: Iterable[str] | None) -> Tensor:
    for key in [GraphKeys.SUMMARIES] if collections is None else collections:
        get_default_graph().add_to_collection(key, summary)
    return summary


def scalar(name: str, tensor: Any, collections: Iterable[str] | None = None, family: str | None = None) -> Tensor:
    """A summary of a number.

    Args:
        name: its tag; open name scopes stand before it.
        tensor: the number.
        collections: where `merge_all` finds it; `GraphKeys.SUMMARIES` by default.
        family: a name before the tag.

    Returns:
        string[]: a Summary message.
    """
    with _named(name, family) as tag:
        inputs = [convert_to_tensor(tag, dtypes.string), convert_to_tensor(tensor)]
        return _collected(apply_one("ScalarSummary", inputs, None, "ScalarSummary"), collections)


def histogram(name: str, values: Any, collections: Iterable[str] | None = None, family: str | None = None) -> Tensor:
    """A summary of how numbers are distributed (see `scalar`)."""
    with _named(name, family) as tag:
        inputs = [convert_to_tensor(tag, dtypes.string), convert_to_tensor(values)]
        return _collected(apply_one("HistogramSummary", inputs, None, "HistogramSummary"), collections)


def text(name: str, tensor: Any, collections: Iterable[str] | None = None) -> Tensor:
    """A summary of texts (see `scalar`)."""
    return tensor_summary(name, tensor, contents.metadata("text", contents.TENSOR_CLASS), collections)


def image(
    name: str, tensor: Any, max_outputs: int = 3, collections: Iterable[str] | None = None, family: str | None = None
) -> Tensor:
    """A summary of images (see `scalar`).

    Args:
        name: its tag.
        tensor: [count, height, width, channels]; uint8, or floats, which are spread over the range from black to white.
        max_outputs: how many of the images.
        collections: where `merge_all` finds it.
        family: a name before the tag.
    """
    images = convert_to_tensor(tensor)[:max_outputs]
    pixels = images if images.dtype is dtypes.uint8 else _pixels(images)
    sizes = apply_one("AsString", [apply_one("ReverseV2", [apply_one("Shape", [images])[1:3], convert_to_tensor([0])])])
    files = apply_one("ConcatV2", [[sizes, apply_one("EncodePng", [pixels])], convert_to_tensor(0)])
    return tensor_summary(name, files, contents.metadata("images", contents.BLOB_CLASS), collections, family)


def _pixels(images: Tensor) -> Tensor:
    """Floats as bytes: the greatest is white; zero is black, or grey if an image has negative ones."""
    axes = convert_to_tensor([1, 2, 3])
    highest = apply_one("Max", [apply_one("Abs", [images]), axes], {"keep_dims": True})
    is_signed = apply_one("Min", [images, axes], {"keep_dims": True}) < 0
    spread = apply_one("DivNoNan", [images, highest])
    shown = apply_one("SelectV2", [is_signed, spread * 127 + 128, spread * 255])
    return apply_one("Cast", [shown], {"DstT": dtypes.uint8})


def tensor_summary(
    name: str,
    tensor: Any,
    summary_metadata: Any = None,
    collections: Iterable[str] | None = None,
    family: str | None = None,
) -> Tensor:
    """A summary of any tensor.

    Args:
        name: its tag.
        tensor: the value.
        summary_metadata: a SummaryMetadata message.
        collections: where `merge_all` finds it.
        family: a name before the tag.
    """
    data = b"" if summary_metadata is None else messages.serialize(summary_metadata)
    with _named(name, family) as tag:
        strings = [convert_to_tensor(value, dtypes.string) for value in (tag, data)]
        inputs = [strings[0], convert_to_tensor(tensor), strings[1]]
        return _collected(apply_one("TensorSummaryV2", inputs, None, "TensorSummary"), collections)


def merge(inputs: Iterable[Any], collections: Iterable[str] | None = None, name: str | None = None) -> Tensor:
    """Several summaries as one.

    Raises:
        InvalidArgumentError: when it runs, if a tag occurs twice.
    """
    strings = [convert_to_tensor(summary, dtypes.string) for summary in inputs]
    return _collected(apply_one("MergeSummary", [strings], None, name), collections or [])


def merge_all(key: str = GraphKeys.SUMMARIES, scope: str | None = None, name: str | None = None) -> Tensor | None:
    """All summaries of the graph as one, or None if there are none.

    Args:
        key: the collection that they are in.
        scope: a regular expression of their names.
        name: for the operation.
    """
    summaries = get_default_graph().get_collection(key, scope)
    return merge(summaries, name=name) if summaries else None


class FileWriter:
    """Writes summaries and graphs to an event file.

    Args:
        logdir: the directory; made if need be.
        graph: written at once, if given.
        max_queue: accepted for compatibility.
        flush_secs: accepted for compatibility.
        graph_def: likewise written at once.
        filename_suffix: of the file's name.
        session: accepted for compatibility.

    >>> import tempfile
    >>> from runtime import Graph, Session, constant
    >>> with Graph().as_default(), Session() as session, FileWriter(tempfile.mkdtemp(), session.graph) as writer:
    ...     writer.add_summary(session.run(scalar("loss", constant(0.5))), global_step=1)
    """

    def __init__(
        self,
        logdir: str,
        graph: Graph | None = None,
        max_queue: int = 10,
        flush_secs: int = 120,
        graph_def: Any = None,
        filename_suffix: str | None = None,
        session: Any = None,
    ) -> None:
        self._logdir = logdir
        self._suffix = filename_suffix or ""
        self._writer: EventWriter | None = EventWriter(logdir, self._suffix)
        if graph is not None or graph_def is not None:
            self.add_graph(graph, graph_def=graph_def)
        self.flush()

    def __enter__(self) -> FileWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def get_logdir(self) -> str:
        """The directory."""
        return self._logdir

    def add_summary(self, summary: Any, global_step: Any = None) -> None:
        """Writes a summary: a Summary message, or its bytes as a session gives them."""
        message = summary if hasattr(summary, "value") else messages.parse("Summary", bytes(summary), "a summary")
        if type(message) is not messages.message_class("Summary"):
            message = messages.parse("Summary", message.SerializeToString(), "a summary")
        self._add(global_step, summary=message)

    def add_graph(self, graph: Graph | None, global_step: Any = None, graph_def: Any = None) -> None:
        """Writes a graph."""
        from runtime.train.graph_def import graph_def_of

        message = graph_def_of(graph, add_shapes=True) if graph is not None else graph_def
        self._add(global_step, graph_def=message.SerializeToString())

    def add_meta_graph(self, meta_graph_def: Any, global_step: Any = None) -> None:
        """Writes a meta graph."""
        self._add(global_step, meta_graph_def=meta_graph_def.SerializeToString())

    def add_run_metadata(self, run_metadata: Any, tag: str, global_step: Any = None) -> None:
        """Writes what a run recorded of itself."""
        tagged = messages.new("TaggedRunMetadata", tag=tag, run_metadata=run_metadata.SerializeToString())
        self._add(global_step, tagged_run_metadata=tagged)

    def add_session_log(self, session_log: Any, global_step: Any = None) -> None:
        """Writes that a session started or ended."""
        self._add(global_step, session_log=session_log)

    def add_event(self, event: Any) -> None:
        """Writes an Event message as it is."""
        self._opened().add_event(event)

    def _add(self, step: Any, **what: Any) -> None:
        self._opened().add(0 if step is None else int(step), **what)

    def _opened(self) -> EventWriter:
        if self._writer is None:
            self.reopen()
        assert self._writer is not None
        return self._writer

    def flush(self) -> None:
        """Lets others see what was written."""
        if self._writer is not None:
            self._writer.flush()

    def close(self) -> None:
        """Ends the file."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None

    def reopen(self) -> None:
        """Starts another file, if this one was closed."""
        if self._writer is None:
            self._writer = EventWriter(self._logdir, self._suffix)


class FileWriterCache:
    """One FileWriter for each directory."""

    _writers: ClassVar[dict[str, FileWriter]] = {}

    @classmethod
    def get(cls, logdir: str) -> FileWriter:
        """The writer of a directory."""
        if logdir not in cls._writers:
            cls._writers[logdir] = FileWriter(logdir, get_default_graph())
        return cls._writers[logdir]

    @classmethod
    def clear(cls) -> None:
        """Closes all writers."""
        for writer in cls._writers.values():
            writer.close()
        cls._writers.clear()


def summary_iterator(path: str) -> Iterator[Any]:
    """The Event messages of an event file."""
    return read_events(path)
