"""One picture as a batch of one, and back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.dispatch import convert_to_tensor
from runtime.ops.array import expand_dims, squeeze
from runtime.ops.control_flow import cond
from runtime.tensor import Tensor


def checked(image: Any, what: str = "image") -> Tensor:
    """A picture or a batch of them as a tensor.

    Raises:
        ValueError: it has another rank.
    """
    tensor = convert_to_tensor(image)
    if tensor.shape.rank not in (None, 3, 4):
        raise ValueError(
            f"`{what}` (shape {tensor.shape}) must have either 3 or 4 dimensions: [height, width, channels], or "
            f"[batch, height, width, channels]."
        )
    return tensor


def on_batch(image: Any, change: Callable[[Tensor], Tensor]) -> Tensor:
    """Changes a batch of pictures; a single one becomes a batch of one for that.

    Raises:
        ValueError: the picture has another rank.
    """
    tensor = checked(image)
    if tensor.shape.rank == 4:
        return change(tensor)
    if tensor.shape.rank == 3:
        return squeeze(change(expand_dims(tensor, 0)), [0])
    from runtime.ops.array import rank

    result: Tensor = cond(
        rank(tensor) == 4, lambda: change(tensor), lambda: squeeze(change(expand_dims(tensor, 0)), [0])
    )
    return result
