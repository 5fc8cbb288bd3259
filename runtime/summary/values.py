"""What can be written: numbers, distributions, images, texts, any tensor."""

from __future__ import annotations

from typing import Any

from runtime import dtypes
from runtime.current import current_graph, state
from runtime.dispatch import apply_one, convert_to_tensor
from runtime.formats import messages
from runtime.summary import contents
from runtime.summary.writers import record
from runtime.tensor import Tensor


def _tag(name: Any) -> Tensor:
    """The name with the open name scopes before it."""
    graph = current_graph()
    scope = state.name_scope if graph is None else graph.get_name_scope()
    return convert_to_tensor(f"{scope.rstrip('/')}/{name}" if scope else name, dtypes.string)


def _described(description: str | None) -> dict[str, Any]:
    return {"_description": description} if description else {}


def scalar(name: str, data: Any, step: Any = None, description: str | None = None) -> Tensor:
    """Writes a number.

    Args:
        name: under which TensorBoard shows it; open name scopes stand before it.
        data: a number; shown as float32.
        step: when; the default one otherwise (see `experimental.set_step`).
        description: shown beside it, in Markdown.

    Returns:
        bool[]: whether it was written. Without a default writer, nothing is.

    Raises:
        ValueError: there is no step.
        InvalidArgumentError: `data` is no scalar.
    """
    value = apply_one("Cast", [convert_to_tensor(data)], {"DstT": dtypes.float32})
    return record("WriteScalarSummary", step, [_tag(name), value], _described(description))


def histogram(
    name: str, data: Any, step: Any = None, buckets: int | None = None, description: str | None = None
) -> Tensor:
    """Writes how numbers are distributed.

    Args:
        name: under which TensorBoard shows it.
        data: numbers, in any shape.
        step: when.
        buckets: how many; 30 by default.
        description: shown beside it.

    Returns:
        bool[]: whether it was written.
    """
    attrs = {**_described(description), **({} if buckets is None else {"_buckets": int(buckets)})}
    value = apply_one("Cast", [convert_to_tensor(data)], {"DstT": dtypes.float64})
    return record("WriteHistogramSummary", step, [_tag(name), value], attrs)


def image(name: str, data: Any, step: Any = None, max_outputs: int = 3, description: str | None = None) -> Tensor:
    """Writes images.

    Args:
        name: under which TensorBoard shows them.
        data: [count, height, width, channels] with 1 to 4 channels; uint8, or floats from 0 to 1.
        step: when.
        max_outputs: how many of them.
        description: shown beside them.

    Returns:
        bool[]: whether they were written.
    """
    value = convert_to_tensor(data)
    if value.dtype not in (dtypes.uint8, dtypes.float16, dtypes.float32):
        value = apply_one("Cast", [value], {"DstT": dtypes.float32}) * (1 / _highest(value.dtype))
    colour = convert_to_tensor([255, 0, 0, 255], dtypes.uint8)
    attrs = {**_described(description), "max_images": int(max_outputs)}
    return record("WriteImageSummary", step, [_tag(name), value, colour], attrs)


def _highest(dtype: dtypes.DType) -> float:
    """What white is."""
    return float(dtype.max) if dtype.is_integer else 1.0


def text(name: str, data: Any, step: Any = None, description: str | None = None) -> Tensor:
    """Writes a text, or a tensor of texts; TensorBoard shows Markdown.

    Args:
        name: under which TensorBoard shows it.
        data: strings.
        step: when.
        description: shown beside it.

    Returns:
        bool[]: whether it was written.
    """
    about = contents.metadata("text", contents.TENSOR_CLASS, description or "")
    return _write(_tag(name), convert_to_tensor(data, dtypes.string), step, about)


def write(tag: Any, tensor: Any, step: Any = None, metadata: Any = None, name: str | None = None) -> Tensor:
    """Writes any tensor.

    Args:
        tag: under which it is found; name scopes do not count.
        tensor: the value, or a function that gives it.
        step: when.
        metadata: a SummaryMetadata message, or its bytes.
        name: accepted for compatibility.

    Returns:
        bool[]: whether it was written.
    """
    value = convert_to_tensor(tensor() if callable(tensor) else tensor)
    return _write(convert_to_tensor(tag, dtypes.string), value, step, metadata)


def _write(tag: Tensor, value: Tensor, step: Any, metadata: Any) -> Tensor:
    data = b"" if metadata is None else metadata if isinstance(metadata, bytes) else messages.serialize(metadata)
    return record("WriteSummary", step, [value, tag, convert_to_tensor(data, dtypes.string)])


def write_raw_pb(tensor: Any, step: Any = None, name: str | None = None) -> Tensor:
    """Writes Summary messages that are there as bytes.

    Args:
        tensor: string; the messages.
        step: when.
        name: accepted for compatibility.

    Returns:
        bool[]: whether they were written.
    """
    return record("WriteRawProtoSummary", step, [convert_to_tensor(tensor, dtypes.string)])
