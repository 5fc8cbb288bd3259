"""How values look in event files, so that TensorBoard's dashboards find them."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime import dtypes
from runtime.formats import messages, png, tensor_proto

Array = Any
Message = messages.Message
SCALAR_CLASS, TENSOR_CLASS, BLOB_CLASS = 1, 2, 3
_DEFAULT_BUCKETS = 30
_TINY, _HUGE, _GROWTH = 1e-12, 1e20, 1.1


def metadata(plugin: str, data_class: int, description: str = "", content: bytes = b"", title: str = "") -> Message:
    """What tells TensorBoard which dashboard shows a value."""
    return messages.new(
        "SummaryMetadata",
        plugin_data=messages.new("PluginData", plugin_name=plugin, content=content),
        summary_description=description,
        display_name=title,
        data_class=data_class,
    )


def tensor(tag: str, value: Array, dtype: dtypes.DType, about: Message) -> Message:
    """A summary of one tensor."""
    content = tensor_proto.encode(value, dtype)
    return summary(tag=tag, tensor=content, metadata=about)


def summary(**value: Any) -> Message:
    """A summary of one value with these fields."""
    return messages.new("Summary", value=[messages.new("SummaryValue", **value)])


def buckets(values: Array, count: int | None = None) -> Array:
    """How values are distributed.

    Args:
        values: numbers.
        count: of the buckets; 30 by default.

    Returns:
        f64[count, 3]: the left and right edge of each bucket, and how many values are in it.
    """
    count = _DEFAULT_BUCKETS if count is None else max(0, int(count))
    flat = np.asarray(values, np.float64).reshape(-1)
    if not flat.size or not count:
        return np.zeros([count, 3])
    low, high = flat.min(), flat.max()
    if low == high:
        inside: Array = np.zeros(count)
        inside[-1] = flat.size
        edges = np.full(count + 1, high)
    else:
        places = np.floor((flat - low) / ((high - low) / count))
        inside = np.bincount(np.minimum(places, count - 1).astype(np.int64), minlength=count)
        edges = np.linspace(low, high, count + 1)
    return np.stack([edges[:-1], edges[1:], inside], axis=1)


def histogram(values: Array) -> Message:
    """A HistogramProto with buckets that grow by a tenth each, as TensorFlow 1 has them."""
    flat = np.asarray(values, np.float64).reshape(-1)
    limits = _limits()
    counts = np.bincount(np.searchsorted(limits, flat, side="right"), minlength=len(limits))[: len(limits)]
    most = np.finfo(np.float64).max
    # A run of empty buckets is one bucket that ends where the run ends.
    kept = np.flatnonzero((counts > 0) | np.append(counts[1:] > 0, True))
    return messages.new(
        "HistogramProto", min=flat.min(initial=most), max=flat.max(initial=-most), num=flat.size, sum=_sum(flat),
        sum_squares=_sum(flat * flat), bucket_limit=limits[kept].tolist(), bucket=counts[kept].tolist(),
    )  # fmt: skip


def _sum(values: Array) -> float:
    """One after the other, as TensorFlow adds them."""
    return float(np.cumsum(values)[-1]) if len(values) else 0.0


def _limits() -> Array:
    positive = [_TINY]
    while positive[-1] * _GROWTH < _HUGE:
        positive.append(positive[-1] * _GROWTH)
    upper = np.array([*positive, np.finfo(np.float64).max])
    return np.concatenate([-upper[::-1], [0.0], upper])


def pictures(images: Array, most: int) -> Array:
    """Images as TensorBoard wants them: width, height, and the PNG files of the first ones.

    Args:
        images: uint8, or floats from 0 to 1; [count, height, width, channels].
        most: how many.
    """
    chosen = images[: max(0, most)]
    if chosen.dtype != np.uint8:
        chosen = np.clip(np.floor(chosen.astype(np.float64) * 255.5), 0, 255).astype(np.uint8)
    sizes = [str(images.shape[2]).encode(), str(images.shape[1]).encode()]
    result = np.empty(2 + len(chosen), object)
    result[:] = [*sizes, *(png.encode(image) for image in chosen)]
    return result
