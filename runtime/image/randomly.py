"""Pictures changed at random, to learn from. The numbers are TensorFlow's for the same seeds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime import dtypes
from runtime.dispatch import convert_to_tensor
from runtime.image.batches import checked
from runtime.image.colors import adjust_brightness, adjust_contrast, adjust_hue, adjust_saturation
from runtime.image.flipping import flip_left_right, flip_up_down
from runtime.ops.array import reshape
from runtime.ops.array import shape as shape_of
from runtime.ops.casts import cast
from runtime.ops.control_flow import cond
from runtime.ops.io import Assert
from runtime.ops.layout import reverse
from runtime.ops.math import round
from runtime.ops.random import random_uniform
from runtime.ops.reduction import reduce_all
from runtime.ops.slicing import slice as slice_of
from runtime.scopes import control_dependencies, in_name_scope
from runtime.tensor import Tensor


def random_flip_left_right(image: Any, seed: int | None = None) -> Tensor:
    """A picture that is mirrored in half of the cases; each one of a batch for itself.

    Args:
        image: [height, width, channels] or [batch, height, width, channels].
        seed: makes the choice repeatable (see `random.set_seed`).
    """
    return _flipped(image, 1, flip_left_right, seed)


def random_flip_up_down(image: Any, seed: int | None = None) -> Tensor:
    """A picture that is put upside down in half of the cases (see `random_flip_left_right`)."""
    return _flipped(image, 0, flip_up_down, seed)


def _flipped(image: Any, axis: int, flip: Callable[[Any], Tensor], seed: int | None) -> Tensor:
    tensor = checked(image)
    if tensor.shape.rank == 4:
        count = shape_of(tensor)[:1]
        chosen = round(reshape(random_uniform(count, seed=seed), [-1, 1, 1, 1]))
        flips = cast(chosen, tensor.dtype)
        return flips * reverse(tensor, [axis + 1]) + (1 - flips) * tensor
    result: Tensor = cond(random_uniform([], 0, 1.0, seed=seed) < 0.5, lambda: flip(tensor), lambda: tensor)
    return result


def random_brightness(image: Any, max_delta: float, seed: int | None = None) -> Tensor:
    """A picture made brighter or darker (see `adjust_brightness`) by a value in [-max_delta, max_delta).

    Args:
        image: the picture.
        max_delta: at least 0.
        seed: makes the value repeatable (see `random.set_seed`).

    Raises:
        ValueError: `max_delta` is negative.
    """
    if max_delta < 0:
        raise ValueError(f"max_delta must be non-negative, got {max_delta}.")
    return adjust_brightness(image, random_uniform([], -max_delta, max_delta, seed=seed))


def random_contrast(image: Any, lower: float, upper: float, seed: int | None = None) -> Tensor:
    """A picture of other contrast (see `adjust_contrast`), by a factor in [lower, upper).

    Raises:
        ValueError: the bounds are in the wrong order, or negative.
    """
    _check_bounds(lower, upper)
    return adjust_contrast(image, random_uniform([], lower, upper, seed=seed))


def random_saturation(image: Any, lower: float, upper: float, seed: int | None = None) -> Tensor:
    """A picture of other saturation (see `adjust_saturation`), by a factor in [lower, upper).

    Raises:
        ValueError: the bounds are in the wrong order, or negative.
    """
    _check_bounds(lower, upper)
    return adjust_saturation(image, random_uniform([], lower, upper, seed=seed))


def _check_bounds(lower: float, upper: float) -> None:
    if upper <= lower:
        raise ValueError(f"upper must be > lower, got {upper} and {lower}.")
    if lower < 0:
        raise ValueError(f"lower must be non-negative, got {lower}.")


def random_hue(image: Any, max_delta: float, seed: int | None = None) -> Tensor:
    """A picture of other hue (see `adjust_hue`), by a value in [-max_delta, max_delta).

    Args:
        image: the picture.
        max_delta: in [0, 0.5].
        seed: makes the value repeatable.

    Raises:
        ValueError: `max_delta` is out of bounds.
    """
    if not 0 <= max_delta <= 0.5:
        raise ValueError(f"max_delta must be in [0, 0.5], got {max_delta}.")
    return adjust_hue(image, random_uniform([], -max_delta, max_delta, seed=seed))


@in_name_scope("random_crop")
def random_crop(value: Any, size: Any, seed: int | None = None, name: str | None = None) -> Tensor:
    """A part of a tensor, at a random place.

    Args:
        value: a tensor.
        size: of the part, one number for each dimension.
        seed: makes the place repeatable (see `random.set_seed`).
        name: for the operations.

    Raises:
        InvalidArgumentError: the part is larger than the whole.

    >>> random_crop([[1, 2, 3], [1, 2, 3]], [2, 1]).shape
    TensorShape([2, 1])
    """
    tensor, sizes = convert_to_tensor(value), convert_to_tensor(size, dtypes.int32)
    shape = shape_of(tensor)
    check = Assert(reduce_all(shape >= sizes), ["Need value.shape >= size, got ", shape, sizes], summarize=1000)
    with control_dependencies([] if check is None else [check]):
        limit = shape - sizes + 1
    largest = dtypes.int32.max
    offset = random_uniform(shape_of(shape), maxval=largest, dtype=dtypes.int32, seed=seed) % limit
    return slice_of(tensor, offset, sizes)
