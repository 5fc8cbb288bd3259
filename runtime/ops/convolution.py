"""Convolutions over one, two and three spatial dimensions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runtime.arguments import shape_tensor
from runtime.dispatch import apply_one, convert_to_tensor
from runtime.ops.array import expand_dims, squeeze
from runtime.tensor import Tensor

_FORMATS = {1: ("NWC", "NCW"), 2: ("NHWC", "NCHW"), 3: ("NDHWC", "NCDHW")}


def data_format_of(data_format: str | None, rank: int) -> str:
    """The data format, by default channels last.

    Raises:
        ValueError: it is not one for so many spatial dimensions.
    """
    known = _FORMATS[rank]
    chosen = known[0] if data_format is None else data_format
    if chosen not in known:
        raise ValueError(f"`data_format` must be {known[0]!r} or {known[1]!r}, not {data_format!r}.")
    return chosen


def per_dimension(value: Any, rank: int, data_format: str, what: str) -> list[int]:
    """Strides or sizes, one for each dimension: from one number, one for each spatial dimension, or all.

    Raises:
        ValueError: there are others.
    """
    value = 1 if value is None else value
    values = [int(step) for step in ([value] if isinstance(value, int) else value)]
    if len(values) == 1:
        values *= rank
    if len(values) == rank:
        return [1, 1, *values] if data_format[1] == "C" else [1, *values, 1]
    if len(values) != rank + 2:
        raise ValueError(f"`{what}` must hold 1, {rank} or {rank + 2} numbers, not {value!r}.")
    return values


def paddings_of(padding: Any) -> tuple[str, list[int]]:
    """The padding's name, and the list of explicit ones where it is a list of pairs."""
    if isinstance(padding, str):
        return padding, []
    return "EXPLICIT", [int(size) for pair in padding for size in pair]


def _attrs(strides: Any, padding: Any, data_format: str, dilations: Any, rank: int) -> dict[str, Any]:
    name, explicit = paddings_of(padding)
    attrs = {
        "strides": per_dimension(strides, rank, data_format, "strides"), "padding": name, "data_format": data_format,
        "dilations": per_dimension(dilations, rank, data_format, "dilations"),
    }  # fmt: skip
    return attrs if rank == 3 else {**attrs, "explicit_paddings": explicit}


def conv2d(
    input: Any,
    filters: Any,
    strides: Any,
    padding: str | Sequence[Sequence[int]],
    data_format: str | None = "NHWC",
    dilations: Any = None,
    name: str | None = None,
) -> Tensor:
    """Convolution over two dimensions (without flipping the filter, as networks have it).

    Args:
        input: a tensor of a floating dtype: [batch, height, width, channels], or as `data_format` says.
        filters: a tensor of the same dtype: [height, width, channels, out]; with fewer channels, the convolution is
            grouped.
        strides: steps of the window: one number, one for each spatial dimension, or one for each dimension.
        padding: "SAME" (as many positions as steps fit in), "VALID" (only whole windows), or a pair of numbers for each
            dimension.
        data_format: "NHWC" or "NCHW".
        dilations: steps between the taps of the window, given like `strides`.
        name: for the operation.

    Raises:
        InvalidArgumentError: the channels differ, or the window is larger than the image.

    >>> conv2d([[[[1.0], [2.0], [3.0]]]], [[[[1.0]], [[10.0]]]], 1, "VALID").tolist()
    [[[[21.0], [32.0]]]]
    """
    x = convert_to_tensor(input)
    attrs = _attrs(strides, padding, data_format_of(data_format, 2), dilations, 2)
    return apply_one("Conv2D", (x, convert_to_tensor(filters, dtype_hint=x.dtype)), attrs, name)


def conv1d(
    input: Any,
    filters: Any,
    stride: Any,
    padding: str,
    data_format: str | None = "NWC",
    dilations: Any = None,
    name: str | None = None,
) -> Tensor:
    """Convolution over one dimension: `conv2d` with a height of 1.

    Args:
        input: a tensor of a floating dtype: [batch, width, channels], or as `data_format` says.
        filters: a tensor of the same dtype: [width, channels, out].
        stride: steps of the window.
        padding: "SAME" or "VALID".
        data_format: "NWC" or "NCW".
        dilations: steps between the taps of the window.
        name: for the operation.

    >>> conv1d([[[1.0], [2.0], [3.0]]], [[[1.0]], [[10.0]]], 1, "VALID").tolist()
    [[[21.0], [32.0]]]
    """
    layout = data_format_of(data_format, 1)
    axis = 2 if layout == "NCW" else 1
    flat = {"NWC": "NHWC", "NCW": "NCHW"}[layout]
    steps, gaps = (per_dimension(value, 1, layout, "stride") for value in (stride, dilations))
    for values in (steps, gaps):
        values.insert(axis, 1)
    image = expand_dims(convert_to_tensor(input), axis)
    return squeeze(conv2d(image, expand_dims(filters, 0), steps, padding, flat, gaps), [axis], name)


def conv3d(
    input: Any,
    filters: Any,
    strides: Any,
    padding: str,
    data_format: str = "NDHWC",
    dilations: Any = None,
    name: str | None = None,
) -> Tensor:
    """Convolution over three dimensions.

    Args:
        input: a tensor of a floating dtype: [batch, depth, height, width, channels], or as `data_format` says.
        filters: a tensor of the same dtype: [depth, height, width, channels, out].
        strides: steps of the window (see `conv2d`).
        padding: "SAME" or "VALID".
        data_format: "NDHWC" or "NCDHW".
        dilations: steps between the taps of the window.
        name: for the operation.

    >>> conv3d([[[[[2.0]]]]], [[[[[3.0]]]]], 1, "VALID").tolist()
    [[[[[6.0]]]]]
    """
    x = convert_to_tensor(input)
    attrs = _attrs(strides, padding, data_format_of(data_format, 3), dilations, 3)
    return apply_one("Conv3D", (x, convert_to_tensor(filters, dtype_hint=x.dtype)), attrs, name)


def convolution(
    input: Any,
    filters: Any,
    strides: Any = None,
    padding: str = "VALID",
    data_format: str | None = None,
    dilations: Any = None,
    name: str | None = None,
) -> Tensor:
    """Convolution over as many dimensions (1 to 3) as the input has besides batch and channels (see `conv2d`).

    >>> convolution([[[1.0], [2.0]]], [[[3.0]]]).tolist()
    [[[3.0], [6.0]]]
    """
    x = convert_to_tensor(input)
    rank = (x.ndim or 0) - 2
    if rank not in _FORMATS:
        raise ValueError(f"convolution needs an input of known rank 3, 4 or 5, not shape {x.shape}.")
    run: Any = {1: conv1d, 2: conv2d, 3: conv3d}[rank]
    return run(x, filters, strides, padding, data_format_of(data_format, rank), dilations, name)  # type: ignore[no-any-return]


# --- Transposed convolution ----------------------------------------------------------------------------------------


def conv2d_transpose(
    input: Any,
    filters: Any,
    output_shape: Any,
    strides: Any,
    padding: str | Sequence[Sequence[int]] = "SAME",
    data_format: str = "NHWC",
    dilations: Any = None,
    name: str | None = None,
) -> Tensor:
    """The transpose (the gradient) of `conv2d`: spreads each element over a window.

    Args:
        input: a tensor of a floating dtype: [batch, height, width, channels], or as `data_format` says.
        filters: a tensor of the same dtype: [height, width, out, channels].
        output_shape: the shape of the result, one of those that `conv2d` would make the input's of.
        strides: steps of the window (see `conv2d`).
        padding: "SAME", "VALID" or a pair of numbers for each dimension.
        data_format: "NHWC" or "NCHW".
        dilations: steps between the taps of the window.
        name: for the operation.

    >>> conv2d_transpose([[[[1.0], [2.0]]]], [[[[1.0]], [[10.0]]]], [1, 1, 3, 1], 1, "VALID").tolist()
    [[[[1.0], [12.0], [20.0]]]]
    """
    x = convert_to_tensor(input)
    inputs = (shape_tensor(output_shape), convert_to_tensor(filters, dtype_hint=x.dtype), x)
    attrs = _attrs(strides, padding, data_format_of(data_format, 2), dilations, 2)
    return apply_one("Conv2DBackpropInput", inputs, attrs, name or "conv2d_transpose")


def conv1d_transpose(
    input: Any,
    filters: Any,
    output_shape: Any,
    strides: int,
    padding: str = "SAME",
    data_format: str = "NWC",
    dilations: Any = None,
    name: str | None = None,
) -> Tensor:
    """The transpose of `conv1d`, with filters [width, out, channels] (see `conv2d_transpose`).

    >>> conv1d_transpose([[[1.0], [2.0]]], [[[1.0]], [[10.0]]], [1, 3, 1], 1, "VALID").tolist()
    [[[1.0], [12.0], [20.0]]]
    """
    from runtime.ops.joining import concat

    layout = data_format_of(data_format, 1)
    axis = 2 if layout == "NCW" else 1
    steps, gaps = (per_dimension(value, 1, layout, "strides") for value in (strides, dilations))
    for values in (steps, gaps):
        values.insert(axis, 1)
    sizes = shape_tensor(output_shape)
    flat_shape = concat([sizes[:axis], shape_tensor([1]), sizes[axis:]], 0)
    flat = {"NWC": "NHWC", "NCW": "NCHW"}[layout]
    image = expand_dims(convert_to_tensor(input), axis)
    spread = conv2d_transpose(image, expand_dims(filters, 0), flat_shape, steps, padding, flat, gaps)
    return squeeze(spread, [axis], name)


# --- Depthwise convolution -----------------------------------------------------------------------------------------


def depthwise_conv2d(
    input: Any,
    filter: Any,
    strides: Any,
    padding: str | Sequence[Sequence[int]],
    data_format: str | None = None,
    dilations: Any = None,
    name: str | None = None,
) -> Tensor:
    """Convolution of each channel with filters of its own.

    Args:
        input: a tensor of a floating dtype: [batch, height, width, channels], or as `data_format` says.
        filter: a tensor of the same dtype: [height, width, channels, multiplier].
        strides: steps of the window (see `conv2d`).
        padding: "SAME", "VALID" or a pair of numbers for each dimension.
        data_format: "NHWC" or "NCHW".
        dilations: steps between the taps of the window.
        name: for the operation.

    Returns:
        A tensor with channels * multiplier channels.

    >>> depthwise_conv2d([[[[1.0, 2.0]]]], [[[[3.0], [4.0]]]], 1, "VALID").tolist()
    [[[[3.0, 8.0]]]]
    """
    x = convert_to_tensor(input)
    attrs = _attrs(strides, padding, data_format_of(data_format, 2), dilations, 2)
    weights = convert_to_tensor(filter, dtype_hint=x.dtype)
    return apply_one("DepthwiseConv2dNative", (x, weights), attrs, name or "depthwise")


def separable_conv2d(
    input: Any,
    depthwise_filter: Any,
    pointwise_filter: Any,
    strides: Any,
    padding: str,
    data_format: str | None = None,
    dilations: Any = None,
    name: str | None = None,
) -> Tensor:
    """`depthwise_conv2d`, whose channels a convolution of size 1 then mixes.

    Args:
        input: a tensor of a floating dtype and rank 4.
        depthwise_filter: [height, width, channels, multiplier].
        pointwise_filter: [1, 1, channels * multiplier, out].
        strides: steps of the window (see `conv2d`).
        padding: "SAME" or "VALID".
        data_format: "NHWC" or "NCHW".
        dilations: steps between the taps of the window.
        name: for the operation.

    >>> separable_conv2d([[[[1.0, 2.0]]]], [[[[3.0], [4.0]]]], [[[[1.0], [1.0]]]], 1, "VALID").tolist()
    [[[[11.0]]]]
    """
    separate = depthwise_conv2d(input, depthwise_filter, strides, padding, data_format, dilations)
    return conv2d(separate, pointwise_filter, 1, "VALID", data_format, None, name)


def atrous_conv2d(value: Any, filters: Any, rate: int, padding: str, name: str | None = None) -> Tensor:
    """`conv2d` with holes: `rate` steps between the taps of the window.

    >>> atrous_conv2d([[[[1.0], [2.0], [3.0]]]], [[[[1.0]], [[10.0]]]], 2, "VALID").tolist()
    [[[[31.0]]]]
    """
    return conv2d(value, filters, 1, padding, "NHWC", rate, name)
