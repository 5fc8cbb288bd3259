"""Sizes of windows that move over inputs, and of what they give."""

from __future__ import annotations

from typing import Any


def per_dimension(value: Any, rank: int, name: str) -> tuple[int, ...]:
    """One number, or one for each dimension, as a tuple.

    Args:
        value: the number or numbers.
        rank: how many dimensions there are.
        name: of the argument, for errors.

    Raises:
        ValueError: there are others, or they are not positive.

    >>> per_dimension(3, 2, "kernel_size")
    (3, 3)
    """
    sizes = (value,) * rank if isinstance(value, int) else tuple(value)
    if len(sizes) != rank or not all(isinstance(size, int) and size > 0 for size in sizes):
        raise ValueError(
            f"The `{name}` argument must be a positive integer or a tuple of {rank} positive integers, not {value!r}."
        )
    return sizes


def output_size(size: int | None, window: int, padding: str, stride: int, dilation: int = 1) -> int | None:
    """How many steps a window takes.

    Args:
        size: of the inputs.
        window: its size.
        padding: "valid", "same" or "causal".
        stride: how far it moves.
        dilation: the distance between its taps.

    Raises:
        ValueError: the window is larger than the inputs.
    """
    if size is None:
        return None
    if padding in ("same", "causal"):
        return -(-size // stride)
    left = size - dilation * (window - 1)
    if left <= 0:
        raise ValueError(f"A window of size {dilation * (window - 1) + 1} does not fit into inputs of size {size}.")
    return -(-left // stride)


def transposed_size(
    size: int | None, window: int, padding: str, extra: int | None, stride: int, dilation: int = 1
) -> int | None:
    """How large the outputs of a transposed convolution are.

    Args:
        size: of the inputs.
        window: of the convolution.
        padding: "valid" or "same".
        extra: the output padding, or None.
        stride: of the convolution.
        dilation: the distance between the taps of the window.
    """
    if size is None:
        return None
    reach = window + (window - 1) * (dilation - 1)
    if extra is None:
        return size * stride + (max(reach - stride, 0) if padding == "valid" else 0)
    return (size - 1) * stride + reach - 2 * (reach // 2 if padding == "same" else 0) + extra
