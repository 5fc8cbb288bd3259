"""Pooling: one value for each window of an image."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from runtime.dispatch import apply_one, convert_to_tensor
from runtime.ops.array import expand_dims, squeeze
from runtime.ops.convolution import data_format_of, paddings_of, per_dimension
from runtime.tensor import Tensor

Padding = str | Sequence[Sequence[int]]


def max_pool2d(
    input: Any, ksize: Any, strides: Any, padding: Padding, data_format: str = "NHWC", name: str | None = None
) -> Tensor:
    """The largest element of each window.

    Args:
        input: a tensor of a real numeric dtype: [batch, height, width, channels], or as `data_format` says.
        ksize: sizes of the window: one number, one for each spatial dimension, or one for each dimension.
        strides: its steps, given likewise.
        padding: "SAME", "VALID", or a pair of numbers for each dimension.
        data_format: "NHWC" or "NCHW".
        name: for the operation.

    Raises:
        InvalidArgumentError: the window is larger than the image.

    >>> max_pool2d([[[[1.0], [5.0], [3.0]]]], [1, 2], 1, "VALID").tolist()
    [[[[5.0], [5.0]]]]
    """
    name_of_padding, explicit = paddings_of(padding)
    attrs = {**_attrs(ksize, strides, name_of_padding, data_format), "explicit_paddings": explicit}
    return apply_one("MaxPool", (convert_to_tensor(input),), attrs, name or "MaxPool2d")


def avg_pool2d(
    input: Any, ksize: Any, strides: Any, padding: str, data_format: str = "NHWC", name: str | None = None
) -> Tensor:
    """The mean of each window; padding does not count.

    Args:
        input: a tensor of a floating dtype: [batch, height, width, channels], or as `data_format` says.
        ksize: sizes of the window (see `max_pool2d`).
        strides: its steps.
        padding: "SAME" or "VALID".
        data_format: "NHWC" or "NCHW".
        name: for the operation.

    >>> avg_pool2d([[[[1.0], [5.0], [3.0]]]], [1, 2], 1, "VALID").tolist()
    [[[[3.0], [4.0]]]]
    """
    attrs = _attrs(ksize, strides, padding, data_format)
    return apply_one("AvgPool", (convert_to_tensor(input),), attrs, name or "AvgPool2D")


def _attrs(ksize: Any, strides: Any, padding: str, data_format: str) -> dict[str, Any]:
    layout = data_format_of(data_format, 2)
    return {
        "ksize": per_dimension(ksize, 2, layout, "ksize"), "strides": per_dimension(strides, 2, layout, "strides"),
        "padding": padding, "data_format": layout,
    }  # fmt: skip


def max_pool1d(
    input: Any, ksize: Any, strides: Any, padding: str, data_format: str = "NWC", name: str | None = None
) -> Tensor:
    """`max_pool2d` over one dimension: input [batch, width, channels].

    >>> max_pool1d([[[1.0], [5.0], [3.0]]], 2, 1, "VALID").tolist()
    [[[5.0], [5.0]]]
    """
    return _flat(max_pool2d, input, ksize, strides, padding, data_format, name)


def avg_pool1d(
    input: Any, ksize: Any, strides: Any, padding: str, data_format: str = "NWC", name: str | None = None
) -> Tensor:
    """`avg_pool2d` over one dimension: input [batch, width, channels].

    >>> avg_pool1d([[[1.0], [5.0], [3.0]]], 2, 1, "VALID").tolist()
    [[[3.0], [4.0]]]
    """
    return _flat(avg_pool2d, input, ksize, strides, padding, data_format, name)


def _flat(
    pool: Callable[..., Tensor], input: Any, ksize: Any, strides: Any, padding: str, data_format: str, name: str | None
) -> Tensor:
    layout = data_format_of(data_format, 1)
    axis = 2 if layout == "NCW" else 1
    size, steps = per_dimension(ksize, 1, layout, "ksize"), per_dimension(strides, 1, layout, "strides")
    for values in (size, steps):
        values.insert(axis, 1)
    image = expand_dims(convert_to_tensor(input), axis)
    return squeeze(pool(image, size, steps, padding, {"NWC": "NHWC", "NCW": "NCHW"}[layout]), [axis], name)


def max_pool(
    input: Any, ksize: Any, strides: Any, padding: Padding, data_format: str | None = None, name: str | None = None
) -> Tensor:
    """`max_pool1d` or `max_pool2d`, by the rank of the input.

    >>> max_pool([[[1.0], [5.0], [3.0]]], 2, 1, "VALID").tolist()
    [[[5.0], [5.0]]]
    """
    return _by_rank(max_pool1d, max_pool2d, input, ksize, strides, padding, data_format, name)


def avg_pool(
    input: Any, ksize: Any, strides: Any, padding: str, data_format: str | None = None, name: str | None = None
) -> Tensor:
    """`avg_pool1d` or `avg_pool2d`, by the rank of the input.

    >>> avg_pool([[[1.0], [5.0], [3.0]]], 2, 1, "VALID").tolist()
    [[[3.0], [4.0]]]
    """
    return _by_rank(avg_pool1d, avg_pool2d, input, ksize, strides, padding, data_format, name or "AvgPool")


def _by_rank(
    flat: Callable[..., Tensor], full: Callable[..., Tensor], input: Any, ksize: Any, strides: Any, padding: Padding,
    data_format: str | None, name: str | None,
) -> Tensor:  # fmt: skip
    x = convert_to_tensor(input)
    is_flat = x.ndim == 3
    layout = data_format_of(data_format, 1 if is_flat else 2)
    return (flat if is_flat else full)(x, ksize, strides, padding, layout, name)


def extract_patches(
    images: Any,
    sizes: Sequence[int],
    strides: Sequence[int],
    rates: Sequence[int],
    padding: str,
    name: str | None = None,
) -> Tensor:
    """The elements of each window, side by side as channels.

    Args:
        images: a tensor of a numeric dtype: [batch, height, width, channels].
        sizes: of the window: [1, height, width, 1].
        strides: its steps: [1, down, right, 1].
        rates: steps between its taps: [1, down, right, 1].
        padding: "SAME" or "VALID".
        name: for the operation.

    >>> extract_patches([[[[1], [2], [3]]]], [1, 1, 2, 1], [1, 1, 1, 1], [1, 1, 1, 1], "VALID").tolist()
    [[[[1, 2], [2, 3]]]]
    """
    attrs = {"ksizes": list(sizes), "strides": list(strides), "rates": list(rates), "padding": padding}
    return apply_one("ExtractImagePatches", (convert_to_tensor(images),), attrs, name)


def dilation2d(
    input: Any,
    filters: Any,
    strides: Sequence[int],
    padding: str,
    data_format: str = "NHWC",
    dilations: Sequence[int] = (1, 1, 1, 1),
    name: str | None = None,
) -> Tensor:
    """The largest sum of each window and the filter: grayscale dilation, channel by channel.

    Args:
        input: a tensor of a real numeric dtype: [batch, height, width, channels].
        filters: a tensor of the same dtype: [height, width, channels].
        strides: steps of the window: [1, down, right, 1].
        padding: "SAME" or "VALID".
        data_format: "NHWC".
        dilations: steps between its taps: [1, down, right, 1].
        name: for the operation.

    >>> dilation2d([[[[1.0], [2.0]]]], [[[0.5], [0.0]]], [1, 1, 1, 1], "VALID").tolist()
    [[[[2.0]]]]
    """
    if data_format != "NHWC":
        raise ValueError(f"dilation2d takes data_format 'NHWC' only, not {data_format!r}.")
    x = convert_to_tensor(input)
    attrs = {"strides": list(strides), "rates": list(dilations), "padding": padding}
    return apply_one("Dilation2D", (x, convert_to_tensor(filters, dtype_hint=x.dtype)), attrs, name)
