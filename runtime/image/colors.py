"""Colours of pictures: their dtype, brightness, contrast, hue and saturation."""

from __future__ import annotations

from typing import Any

from runtime import dtypes
from runtime.dispatch import apply_one, convert_to_tensor
from runtime.dtypes import DType, as_dtype
from runtime.image.batches import checked
from runtime.ops.array import expand_dims, identity, size
from runtime.ops.casts import cast, saturate_cast
from runtime.ops.joining import tile
from runtime.ops.linalg import tensordot
from runtime.ops.math import floordiv, maximum, rsqrt
from runtime.ops.reduction import reduce_mean, reduce_std
from runtime.scopes import in_name_scope
from runtime.tensor import Tensor

_GREY = (0.2989, 0.5870, 0.1140)
"""How red, green and blue add up to grey (ITU-R recommendation BT.601)."""


@in_name_scope("convert_image")
def convert_image_dtype(image: Any, dtype: Any, saturate: bool = False, name: str | None = None) -> Tensor:
    """A picture in another dtype, in which white is 1 for floats and the largest value for integers.

    Args:
        image: of a real numeric dtype; floats are expected in [0, 1].
        dtype: the dtype to have.
        saturate: whether what does not fit becomes the nearest value that does.
        name: for the operations.

    Source: `tf.image.convert_image_dtype`, with its rounding.

    >>> convert_image_dtype([0.0, 1.0], "uint8").tolist()
    [0, 255]
    """
    tensor, target = convert_to_tensor(image), as_dtype(dtype)
    if not (target.is_floating or target.is_integer):
        raise TypeError(f"dtype must be either floating point or integer, not {target.name}.")
    if tensor.dtype is target:
        return identity(tensor)
    change = saturate_cast if saturate else cast
    if tensor.dtype.is_integer and target.is_integer:
        return _between_integers(tensor, target, saturate)
    if tensor.dtype.is_floating and target.is_floating:
        return cast(tensor, target)
    if tensor.dtype.is_integer:
        bright: Tensor = cast(tensor, target) * (1.0 / tensor.dtype.max)
        return bright
    return change(tensor * (target.max + 0.5), target)


def _between_integers(tensor: Tensor, target: DType, saturate: bool) -> Tensor:
    change = saturate_cast if saturate else cast
    if tensor.dtype.max > target.max:
        return change(floordiv(tensor, (tensor.dtype.max + 1) // (target.max + 1)), target)
    scale = (target.max + 1) // (tensor.dtype.max + 1)
    result: Tensor = change(tensor, target) * scale
    return result


def _as_floats(image: Any) -> tuple[Tensor, DType]:
    """A picture in floats, and the dtype it had."""
    tensor = convert_to_tensor(image)
    if tensor.dtype in (dtypes.float16, dtypes.float32):
        return tensor, tensor.dtype
    return convert_image_dtype(tensor, dtypes.float32), tensor.dtype


def adjust_brightness(image: Any, delta: Any) -> Tensor:
    """A picture with something added to all pixels.

    Args:
        image: of any dtype; integers are seen as parts of the largest one.
        delta: what to add, where 1 is white.

    >>> adjust_brightness([[[0.25]]], 0.5).tolist()
    [[[0.75]]]
    """
    floats, dtype = _as_floats(image)
    return convert_image_dtype(floats + cast(delta, floats.dtype), dtype, saturate=True)


def adjust_contrast(images: Any, contrast_factor: Any) -> Tensor:
    """Pictures whose pixels are farther from the mean of their channel, or nearer to it.

    Args:
        images: [..., height, width, channels].
        contrast_factor: how many times as far.

    >>> adjust_contrast([[[1.0], [3.0]]], 2.0).tolist()
    [[[0.0], [4.0]]]
    """
    floats, dtype = _as_floats(images)
    factor = convert_to_tensor(contrast_factor, dtypes.float32)
    return convert_image_dtype(apply_one("AdjustContrastv2", [floats, factor]), dtype, saturate=True)


@in_name_scope("adjust_hue")
def adjust_hue(image: Any, delta: Any, name: str | None = None) -> Tensor:
    """A picture in other colours: the hue of each pixel moves around the circle.

    Args:
        image: [..., 3] in red, green and blue.
        delta: how far, where 1 is once around.
        name: for the operations.

    Raises:
        ValueError: a Python number outside of [-1, 1].

    >>> adjust_hue([[[1.0, 0.0, 0.0]]], 0.5).tolist()
    [[[0.0, 1.0, 1.0]]]
    """
    if isinstance(delta, int | float) and not -1 <= delta <= 1:
        raise ValueError(f"delta must be in the interval [-1, 1], got {delta}.")
    floats, dtype = _as_floats(image)
    return convert_image_dtype(apply_one("AdjustHue", [floats, convert_to_tensor(delta, dtypes.float32)]), dtype)


@in_name_scope("adjust_saturation")
def adjust_saturation(image: Any, saturation_factor: Any, name: str | None = None) -> Tensor:
    """A picture in stronger or weaker colours.

    Args:
        image: [..., 3] in red, green and blue.
        saturation_factor: how many times as strong; 0 gives grey.
        name: for the operations.

    >>> adjust_saturation([[[1.0, 0.5, 0.5]]], 0.0).tolist()
    [[[1.0, 1.0, 1.0]]]
    """
    floats, dtype = _as_floats(image)
    factor = convert_to_tensor(saturation_factor, dtypes.float32)
    return convert_image_dtype(apply_one("AdjustSaturation", [floats, factor]), dtype)


@in_name_scope("rgb_to_grayscale")
def rgb_to_grayscale(images: Any, name: str | None = None) -> Tensor:
    """Pictures in grey, [..., 1], from red, green and blue, [..., 3].

    Args:
        images: of any dtype; the result has it, too.
        name: for the operations.

    >>> rgb_to_grayscale(convert_to_tensor([[[255, 255, 255]]], "uint8")).tolist()
    [[[255]]]
    """
    tensor = convert_to_tensor(images)
    floats = convert_image_dtype(tensor, dtypes.float32)
    grey = tensordot(floats, list(_GREY), [[-1], [-1]])
    return convert_image_dtype(expand_dims(grey, -1), tensor.dtype)


@in_name_scope("grayscale_to_rgb")
def grayscale_to_rgb(images: Any, name: str | None = None) -> Tensor:
    """Pictures in grey, [..., 1], as ones in red, green and blue, [..., 3].

    >>> grayscale_to_rgb([[[7]]]).tolist()
    [[[7, 7, 7]]]
    """
    tensor = convert_to_tensor(images)
    if tensor.shape.rank is not None:
        return tile(tensor, [1] * (tensor.shape.rank - 1) + [3])
    from runtime.ops.array import rank
    from runtime.ops.creation import ones
    from runtime.ops.joining import concat

    return tile(tensor, concat([ones([rank(tensor) - 1], dtypes.int32), [3]], 0))


def rgb_to_hsv(images: Any, name: str | None = None) -> Tensor:
    """Hue, saturation and value of pictures in red, green and blue; both [..., 3], in [0, 1].

    >>> rgb_to_hsv([0.0, 1.0, 0.0]).tolist()
    [0.3333333432674408, 1.0, 1.0]
    """
    return apply_one("RGBToHSV", [convert_to_tensor(images)], None, name)


def hsv_to_rgb(images: Any, name: str | None = None) -> Tensor:
    """Pictures in red, green and blue from hue, saturation and value; both [..., 3], in [0, 1].

    >>> hsv_to_rgb([0.5, 1.0, 1.0]).tolist()
    [0.0, 1.0, 1.0]
    """
    return apply_one("HSVToRGB", [convert_to_tensor(images)], None, name)


def per_image_standardization(image: Any) -> Tensor:
    """Pictures of mean 0 and variance 1 each; a picture of one colour becomes all zeros.

    Args:
        image: [..., height, width, channels].

    Returns:
        float32, or the floating dtype of the picture.
    """
    tensor = checked(image)
    floats = tensor if tensor.dtype.is_floating and tensor.dtype is not dtypes.float64 else cast(tensor, dtypes.float32)
    count = size(floats[0]) if floats.shape.rank == 4 else size(floats)
    axes = [-1, -2, -3]
    least = rsqrt(cast(count, floats.dtype))
    spread = maximum(reduce_std(floats, axes, True), least)
    return (floats - reduce_mean(floats, axes, True)) / spread
