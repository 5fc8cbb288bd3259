"""Pictures mirrored and turned."""

from __future__ import annotations

from typing import Any

from runtime.image.batches import on_batch
from runtime.ops.array import transpose as transpose_of
from runtime.ops.control_flow import case
from runtime.ops.layout import reverse
from runtime.scopes import in_name_scope
from runtime.tensor import Tensor


def flip_left_right(image: Any) -> Tensor:
    """A picture mirrored: its first column becomes the last.

    Args:
        image: [height, width, channels] or [batch, height, width, channels].

    >>> flip_left_right([[[1], [2]]]).tolist()
    [[[2], [1]]]
    """
    return on_batch(image, lambda batch: reverse(batch, [2]))


def flip_up_down(image: Any) -> Tensor:
    """A picture upside down: its first row becomes the last.

    Args:
        image: [height, width, channels] or [batch, height, width, channels].

    >>> flip_up_down([[[1]], [[2]]]).tolist()
    [[[2]], [[1]]]
    """
    return on_batch(image, lambda batch: reverse(batch, [1]))


@in_name_scope("transpose")
def transpose(image: Any, name: str | None = None) -> Tensor:
    """A picture with rows for columns.

    Args:
        image: [height, width, channels] or [batch, height, width, channels].
        name: for the operations.

    >>> transpose([[[1], [2]]]).tolist()
    [[[1]], [[2]]]
    """
    return on_batch(image, lambda batch: transpose_of(batch, [0, 2, 1, 3]))


@in_name_scope("rot90")
def rot90(image: Any, k: Any = 1, name: str | None = None) -> Tensor:
    """A picture turned to the left.

    Args:
        image: [height, width, channels] or [batch, height, width, channels].
        k: by how many quarters: an integer, or an integer tensor.
        name: for the operations.

    >>> rot90([[[1], [2]]]).tolist()
    [[[2]], [[1]]]
    """
    return on_batch(image, lambda batch: _turned(batch, k))


def _turned(batch: Tensor, k: Any) -> Tensor:
    turns = [
        lambda: batch,
        lambda: transpose_of(reverse(batch, [2]), [0, 2, 1, 3]),
        lambda: reverse(batch, [1, 2]),
        lambda: reverse(transpose_of(batch, [0, 2, 1, 3]), [2]),
    ]
    if isinstance(k, int):
        return turns[k % 4]()
    rest = k % 4
    result: Tensor = case([(rest == quarter, turns[quarter]) for quarter in (1, 2, 3)], default=turns[0])
    return result
