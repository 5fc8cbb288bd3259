"""Kernels of summaries: writers of event files, and TensorFlow 1's summaries as strings."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime import dtypes
from runtime.context import RunContext
from runtime.dtypes import DType
from runtime.errors import InvalidArgumentError
from runtime.formats import messages
from runtime.registry import kernel
from runtime.summary import contents
from runtime.summary.event_file import EventFile
from runtime.summary.surroundings import DefaultWriter, default_step, defaults, truth

Array = Any


def _text(value: Any) -> str:
    raw = value if isinstance(value, (bytes, str)) else value.item()
    return raw.decode() if isinstance(raw, bytes) else raw


@kernel("SummaryWriter")
def summary_writer(*, shared_name: str, container: str, context: RunContext) -> EventFile:
    """The event file of a name in the session, not open yet."""
    name = _text(shared_name)
    found: EventFile = context.resources.lookup_or_create(_text(container), f"summary/{name}", lambda: EventFile(name))
    return found


@kernel("CreateSummaryFileWriter")
def create_summary_file_writer(file: EventFile, logdir: Any, most: Array, milliseconds: Array, suffix: Any) -> None:
    """Opens an event file in a directory, which is made; one that is open stays.

    At most `most` events wait, and none longer than so many milliseconds.
    """
    file.open(_text(logdir), int(most), int(milliseconds) / 1000, _text(suffix))


@kernel("FlushSummaryWriter")
def flush_summary_writer(file: EventFile) -> None:
    """Puts all events on the disk."""
    file.flush()


@kernel("CloseSummaryWriter")
def close_summary_writer(file: EventFile) -> None:
    """Puts all events on the disk, and closes the file."""
    file.close()


def _wanted(writer: Any, asks: bool) -> EventFile | None:
    """The file to write to, if a summary is wanted where the trace runs."""
    file: EventFile | None = writer.current() if isinstance(writer, DefaultWriter) else writer
    return file if file is not None and (not asks or truth(defaults.condition.value)) else None


def _at(step: Array, asks: bool) -> int:
    return default_step() if asks else int(step)


@kernel("WriteScalarSummary")
def write_scalar(
    writer: Any,
    step: Array,
    tag: Any,
    value: Array,
    *,
    _asks: bool = False,
    _asks_step: bool = False,
    _description: Any = "",
) -> None:
    """Writes a number as a float32 tensor for TensorBoard's scalars; of anything but a scalar is an error.

    `_asks` writes only while recording is on (`record_if`), `_asks_step` takes the default step; so do all others here.
    """
    file = _wanted(writer, _asks)
    if np.ndim(value):
        raise InvalidArgumentError(f"Summary {_text(tag)!r} is of a scalar, got shape {list(np.shape(value))}.")
    if file is not None:
        about = contents.metadata("scalars", contents.SCALAR_CLASS, _text(_description))
        number = contents.tensor(_text(tag), np.asarray(value, np.float32), dtypes.float32, about)
        file.add(_at(step, _asks_step), summary=number)


@kernel("WriteHistogramSummary")
def write_histogram(
    writer: Any, step: Array, tag: Any, values: Array,
    *, _asks: bool = False, _asks_step: bool = False, _description: Any = "", _buckets: int | None = None,
) -> None:  # fmt: skip
    """Writes left ends, right ends and counts of buckets, float64[buckets, 3], for TensorBoard's histograms."""
    file = _wanted(writer, _asks)
    if file is not None:
        about = contents.metadata("histograms", contents.TENSOR_CLASS, _text(_description))
        found = contents.tensor(_text(tag), contents.buckets(values, _buckets), dtypes.float64, about)
        file.add(_at(step, _asks_step), summary=found)


@kernel("WriteImageSummary")
def write_image(
    writer: Any, step: Array, tag: Any, images: Array, bad_colour: Array,
    *, max_images: int, _asks: bool = False, _asks_step: bool = False, _description: Any = "",
) -> None:  # fmt: skip
    """Writes the first `max_images` of [count, height, width, channels] as PNG files for TensorBoard's images."""
    file = _wanted(writer, _asks)
    if images.ndim != 4:
        raise InvalidArgumentError(
            f"Summary {_text(tag)!r} is of images [count, height, width, channels], got shape {list(images.shape)}."
        )
    if file is not None:
        about = contents.metadata("images", contents.BLOB_CLASS, _text(_description))
        shown = contents.tensor(_text(tag), contents.pictures(images, max_images), dtypes.string, about)
        file.add(_at(step, _asks_step), summary=shown)


@kernel("WriteSummary")
def write_summary(
    writer: Any, step: Array, value: Array, tag: Any, metadata: Any,
    *, T: DType, _asks: bool = False, _asks_step: bool = False,
) -> None:  # fmt: skip
    """Writes a tensor with the metadata of a plugin, the bytes of a SummaryMetadata."""
    file = _wanted(writer, _asks)
    if file is not None:
        about = messages.parse("SummaryMetadata", _bytes(metadata), "the metadata of a summary")
        file.add(_at(step, _asks_step), summary=contents.tensor(_text(tag), value, T, about))


def _bytes(value: Any) -> bytes:
    raw = value if isinstance(value, (bytes, str)) else value.item()
    return raw if isinstance(raw, bytes) else raw.encode()


@kernel("WriteRawProtoSummary")
def write_raw_proto(
    writer: Any, step: Array, summaries: Array, *, _asks: bool = False, _asks_step: bool = False
) -> None:  # fmt: skip
    """Writes every Summary message in a tensor of bytes as an event."""
    file = _wanted(writer, _asks)
    if file is not None:
        for data in np.asarray(summaries, object).reshape(-1):
            file.add(_at(step, _asks_step), summary=messages.parse("Summary", _bytes(data), "a summary"))


@kernel("WriteGraphSummary")
def write_graph(writer: Any, step: Array, graph: Any, *, _asks: bool = False, _asks_step: bool = False) -> None:
    """Writes a graph, the bytes of a GraphDef, as an event."""
    file = _wanted(writer, _asks)
    if file is not None:
        file.add(_at(step, _asks_step), graph_def=_bytes(graph))


# ---------------------------------------------------------------------------------------------- TensorFlow 1


@kernel("ScalarSummary")
def scalar_summary(tags: Any, values: Array) -> bytes:
    """The Summary of as many tags as values, both of one shape, as bytes: TensorFlow 1's form."""
    names, numbers = np.asarray(tags, object).reshape(-1), np.asarray(values).reshape(-1)
    if np.shape(tags) != np.shape(values):
        raise InvalidArgumentError(
            f"tags and values are not the same shape: {list(np.shape(tags))} != {list(np.shape(values))} "
            f"(tag {_text(names[0]) if len(names) else ''!r})"
        )
    pairs = zip(names, numbers, strict=True)
    values = [messages.new("SummaryValue", tag=_text(tag), simple_value=float(number)) for tag, number in pairs]
    return messages.serialize(messages.new("Summary", value=values))


@kernel("HistogramSummary")
def histogram_summary(tag: Any, values: Array) -> bytes:
    """The Summary of a histogram as bytes, TensorFlow 1's form; infinities and NaN are InvalidArgumentError."""
    if not np.isfinite(np.asarray(values, np.float64)).all():
        raise InvalidArgumentError(f"Nan in summary histogram for: {_text(tag)}")
    return messages.serialize(contents.summary(tag=_text(tag), histo=contents.histogram(values)))


@kernel("TensorSummaryV2")
def tensor_summary(tag: Any, value: Array, metadata: Any, *, T: DType) -> bytes:
    """The Summary of a tensor with the metadata of a plugin, as bytes."""
    about = messages.parse("SummaryMetadata", _bytes(metadata), "the metadata of a summary")
    return messages.serialize(contents.tensor(_text(tag), value, T, about))


@kernel("MergeSummary")
def merge_summary(*inputs: Any) -> bytes:
    """The Summary of all values in the inputs, as bytes; a tag that comes twice is InvalidArgumentError."""
    merged, known = messages.new("Summary"), set()
    for data in (data for value in inputs for data in np.asarray(value, object).reshape(-1)):
        for value in messages.parse("Summary", _bytes(data), "a summary").value:
            if value.tag in known:
                raise InvalidArgumentError(f"Duplicate tag {value.tag} found in summary inputs")
            known.add(value.tag)
            merged.value.append(value)
    return messages.serialize(merged)
