"""Choosing between two tensors, and finding what is true."""

from __future__ import annotations

from typing import Any

from runtime.dispatch import apply_one, binary_operands, convert_to_tensor
from runtime.tensor import Tensor


def where(condition: Any, x: Any = None, y: Any = None, name: str | None = None) -> Tensor:
    """Elements of `x` where the condition holds and of `y` elsewhere; or the places where it holds.

    Args:
        condition: bool[…] (with `x` and `y` left out, numbers too: what is not 0 counts).
        x: broadcasts with the others.
        y: broadcasts with the others.
        name: for the operation.

    Returns:
        A tensor of the common shape; without `x` and `y`, i64[count, rank] with the indices of what is true, in order.

    Raises:
        ValueError: only one of `x` and `y` is given.
        InvalidArgumentError: the shapes do not broadcast.

    >>> where([True, False], [1, 2], [10, 20]).tolist(), where([False, True, True]).tolist()
    ([1, 20], [[1], [2]])
    """
    if x is None and y is None:
        return apply_one("Where", [convert_to_tensor(condition)], None, name)
    if x is None or y is None:
        raise ValueError("x and y must both be non-None or both be None.")
    then, other = binary_operands(x, y)
    return apply_one("SelectV2", [convert_to_tensor(condition), then, other], None, name)


where_v2 = where
