"""Parts of pictures, and pictures with a margin."""

from __future__ import annotations

from typing import Any

from runtime import dtypes
from runtime.constant_value import constant_value
from runtime.dispatch import convert_to_tensor, is_tensor
from runtime.image.batches import checked, on_batch
from runtime.ops.array import shape as shape_of
from runtime.ops.casts import cast
from runtime.ops.io import Assert
from runtime.ops.joining import stack
from runtime.ops.layout import pad
from runtime.ops.math import floordiv, maximum, minimum
from runtime.ops.slicing import slice as slice_of
from runtime.scopes import control_dependencies
from runtime.tensor import Tensor


def crop_to_bounding_box(
    image: Any, offset_height: Any, offset_width: Any, target_height: Any, target_width: Any
) -> Tensor:
    """A rectangle of a picture.

    Args:
        image: [height, width, channels] or [batch, height, width, channels].
        offset_height: the first row.
        offset_width: the first column.
        target_height: how many rows.
        target_width: how many columns.

    Raises:
        ValueError: the rectangle is not inside of the picture.
        InvalidArgumentError: likewise, where sizes are known only when it runs.

    >>> crop_to_bounding_box([[[1], [2], [3]]], 0, 1, 1, 2).tolist()
    [[[2], [3]]]
    """

    def change(batch: Tensor) -> Tensor:
        """The box out of each picture of a batch; sizes that are not known yet are checked by the run."""
        sizes = shape_of(batch)
        known = _sizes(batch)
        checks = [
            _at_least(offset_width, 0, "offset_width must be >= 0."),
            _at_least(offset_height, 0, "offset_height must be >= 0."),
            _at_least(target_width, 1, "target_width must be > 0."),
            _at_least(target_height, 1, "target_height must be > 0."),
            _at_most(offset_width, target_width, known[1], sizes[2], "width must be >= target + offset."),
            _at_most(offset_height, target_height, known[0], sizes[1], "height must be >= target + offset."),
        ]
        with control_dependencies([check for check in checks if check is not None]):
            begin = stack([0, offset_height, offset_width, 0])
            size = stack([sizes[0], target_height, target_width, sizes[3]])
            result = slice_of(batch, begin, size)
        result.set_shape([batch.shape[0], _known(target_height), _known(target_width), batch.shape[3]])
        return result

    return on_batch(image, change)


def _sizes(batch: Tensor) -> tuple[int | None, int | None]:
    return (None, None) if batch.shape.rank is None else (batch.shape[1], batch.shape[2])


def _known(value: Any) -> int | None:
    """The value of an integer, if it is known."""
    if not is_tensor(value):
        return int(value)
    found = constant_value(convert_to_tensor(value))
    return None if found is None else int(found)


def _at_least(value: Any, least: int, message: str) -> Any:
    known = _known(value)
    if known is None:
        return Assert(convert_to_tensor(value) >= least, [message])
    if known < least:
        raise ValueError(f"{message} Got {known}.")
    return None


def _at_most(offset: Any, target: Any, size: int | None, actual: Tensor, message: str) -> Any:
    known = _known(offset), _known(target)
    if size is None or known[0] is None or known[1] is None:
        return Assert(convert_to_tensor(offset) + target <= actual, [message])
    if known[0] + known[1] > size:
        raise ValueError(f"{message} Got {known[1]} + {known[0]} > {size}.")
    return None


def pad_to_bounding_box(
    image: Any, offset_height: Any, offset_width: Any, target_height: Any, target_width: Any
) -> Tensor:
    """A picture with a margin of zeros.

    Args:
        image: [height, width, channels] or [batch, height, width, channels].
        offset_height: how many rows of zeros go before.
        offset_width: how many columns of zeros go before.
        target_height: how many rows the result has.
        target_width: how many columns the result has.

    Raises:
        ValueError: the picture does not fit into the target.
        InvalidArgumentError: likewise, where sizes are known only when it runs.

    >>> pad_to_bounding_box([[[7]]], 0, 1, 1, 3).tolist()
    [[[0], [7], [0]]]
    """

    def change(batch: Tensor) -> Tensor:
        """Each picture of a batch with zeros around it; sizes that are not known yet are checked by the run."""
        sizes = shape_of(batch)
        after_height = target_height - sizes[1] - offset_height
        after_width = target_width - sizes[2] - offset_width
        checks = [
            _at_least(offset_height, 0, "offset_height must be >= 0."),
            _at_least(offset_width, 0, "offset_width must be >= 0."),
            _at_least(after_width, 0, "width must be <= target - offset."),
            _at_least(after_height, 0, "height must be <= target - offset."),
        ]
        with control_dependencies([check for check in checks if check is not None]):
            rows, columns = [stack([offset_height, after_height]), stack([offset_width, after_width])]
            result = pad(batch, stack([[0, 0], rows, columns, [0, 0]]))
        result.set_shape([batch.shape[0], _known(target_height), _known(target_width), batch.shape[3]])
        return result

    return on_batch(image, change)


def central_crop(image: Any, central_fraction: float) -> Tensor:
    """The middle of a picture.

    Args:
        image: [height, width, channels] or [batch, height, width, channels].
        central_fraction: which part of each side stays, in (0, 1].

    Raises:
        ValueError: the fraction is out of bounds.

    >>> central_crop([[[1], [2], [3], [4]]] * 4, 0.5).tolist()
    [[[2], [3]], [[2], [3]]]
    """
    if not 0 < central_fraction <= 1:
        raise ValueError(f"central_fraction must be within (0, 1], got {central_fraction}.")
    tensor = checked(image)
    if central_fraction == 1:
        return tensor

    def change(batch: Tensor) -> Tensor:
        """The middle of each picture of a batch."""
        sizes = shape_of(batch)
        known = _sizes(batch)
        sides = [known[axis] if known[axis] is not None else sizes[axis + 1] for axis in range(2)]
        starts = [_margin(side, central_fraction) for side in sides]
        rest = [side - 2 * start for side, start in zip(sides, starts, strict=True)]
        return crop_to_bounding_box(batch, *starts, *rest)

    return on_batch(tensor, change)


def _margin(side: Any, fraction: float) -> Any:
    if isinstance(side, int):
        return int((side - side * fraction) / 2)
    wide = cast(side, dtypes.float64)
    return cast((wide - wide * fraction) / 2, dtypes.int32)


def resize_with_crop_or_pad(image: Any, target_height: Any, target_width: Any) -> Tensor:
    """A picture of another size: its middle, or with a margin of zeros; no pixel changes.

    Args:
        image: [height, width, channels] or [batch, height, width, channels].
        target_height: of the result, at least 1.
        target_width: of the result, at least 1.

    >>> resize_with_crop_or_pad([[[1], [2], [3]]], 2, 1).tolist()
    [[[2]], [[0]]]
    """

    def change(batch: Tensor) -> Tensor:
        """Each picture of a batch, cut where it is too large and filled with zeros where it is too small."""
        sizes, known = shape_of(batch), _sizes(batch)
        height, width = (known[axis] if known[axis] is not None else sizes[axis + 1] for axis in range(2))
        top, left = _half(height, target_height), _half(width, target_width)
        cut = crop_to_bounding_box(batch, top, left, _least(target_height, height), _least(target_width, width))
        above, before = _half(target_height, height), _half(target_width, width)
        return pad_to_bounding_box(cut, above, before, target_height, target_width)

    return on_batch(image, change)


def _half(larger: Any, smaller: Any) -> Any:
    """Half of what one size is above the other, at least 0."""
    if isinstance(larger, int) and isinstance(smaller, int):
        return max(0, larger - smaller) // 2
    return maximum(floordiv(convert_to_tensor(larger) - smaller, 2), 0)


def _least(first: Any, second: Any) -> Any:
    return min(first, second) if isinstance(first, int) and isinstance(second, int) else minimum(first, second)
