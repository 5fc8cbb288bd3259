"""Pictures of another size."""

from __future__ import annotations

from typing import Any

from runtime import dtypes
from runtime.constant_value import constant_value
from runtime.dispatch import apply_one, convert_to_tensor
from runtime.errors import UnimplementedError
from runtime.image.batches import checked, on_batch
from runtime.image.cropping import pad_to_bounding_box
from runtime.ops.array import shape as shape_of
from runtime.ops.casts import cast
from runtime.ops.joining import stack
from runtime.ops.math import floor, maximum, minimum, round
from runtime.scopes import in_name_scope
from runtime.tensor import Tensor


class ResizeMethod:
    """How the pixels of a picture of another size are made."""

    BILINEAR = "bilinear"
    NEAREST_NEIGHBOR = "nearest"
    BICUBIC = "bicubic"
    AREA = "area"
    LANCZOS3 = "lanczos3"
    LANCZOS5 = "lanczos5"
    GAUSSIAN = "gaussian"
    MITCHELLCUBIC = "mitchellcubic"


_OPS = {
    "bilinear": "ResizeBilinear",
    "nearest": "ResizeNearestNeighbor",
    "bicubic": "ResizeBicubic",
    "area": "ResizeArea",
}
_KNOWN = {value for name, value in vars(ResizeMethod).items() if not name.startswith("_")}


@in_name_scope("resize")
def resize(
    images: Any,
    size: Any,
    method: str = ResizeMethod.BILINEAR,
    preserve_aspect_ratio: bool = False,
    antialias: bool = False,
    name: str | None = None,
) -> Tensor:
    """A picture or a batch of them in another size.

    Args:
        images: [height, width, channels] or [batch, height, width, channels], of a real numeric dtype.
        size: the new height and width: int32[2].
        method: one of "bilinear", "nearest", "bicubic" and "area" (see `ResizeMethod`).
        preserve_aspect_ratio: whether the result may be smaller than `size`, so that its proportions stay.
        antialias: must be False.
        name: for the operations.

    Returns:
        The pictures: float32, but of the dtype of `images` if the method is "nearest" or the size stays.

    Raises:
        ValueError: the rank, the size or the method is wrong.
        UnimplementedError: the method is one of TensorFlow's others, or antialias is True.

    Source: `tf.image.resize` of TensorFlow 2, whose pixels have their centres at halves.

    >>> resize([[[0.0], [4.0]]], [1, 4]).tolist()
    [[[0.0], [1.0], [3.0], [4.0]]]
    """
    kind = getattr(method, "value", method)
    if kind not in _KNOWN:
        raise ValueError(f"Resize method {method!r} is not implemented. Use one of {', '.join(sorted(_OPS))}.")
    if kind not in _OPS or antialias:
        what = "antialias=True" if kind in _OPS else f"the method {kind!r}"
        raise UnimplementedError(f"resize has no {what} here: use {', '.join(sorted(_OPS))}, without antialias.")
    target = convert_to_tensor(size, dtypes.int32)
    if target.shape.rank not in (None, 1) or (target.shape.rank == 1 and target.shape[0] not in (None, 2)):
        raise ValueError(f"'size' must be a 1-D Tensor of 2 elements: new_height, new_width. Got shape {target.shape}.")
    attrs = {} if kind == "area" else {"half_pixel_centers": True}

    def change(batch: Tensor) -> Tensor:
        """The pictures of a batch in another size; the batch itself if it has that size."""
        wanted = _kept_in_proportion(batch, target) if preserve_aspect_ratio else target
        sizes = constant_value(wanted)
        if sizes is not None and batch.shape[1:3].as_list() == sizes.tolist():
            return batch
        return apply_one(_OPS[kind], [batch, wanted], attrs)

    return on_batch(images, change)


def _kept_in_proportion(batch: Tensor, target: Tensor) -> Tensor:
    """The largest size within the target that has the proportions of the pictures."""
    old = cast(shape_of(batch)[1:3], dtypes.float32)
    factors = cast(target, dtypes.float32) / old
    factor = minimum(factors[0], factors[1])
    sides = [cast(round(factor * old[axis]), dtypes.int32) for axis in range(2)]
    return stack(sides)


def resize_with_pad(
    image: Any, target_height: Any, target_width: Any, method: str = ResizeMethod.BILINEAR, antialias: bool = False
) -> Tensor:
    """A picture in another size, whose proportions stay; the rest is filled with zeros.

    Args:
        image: [height, width, channels] or [batch, height, width, channels].
        target_height: of the result.
        target_width: of the result.
        method: how pixels are made (see `resize`).
        antialias: must be False.

    Returns:
        [target_height, target_width, channels], or a batch of such; the dtype is as with `resize`.

    >>> resize_with_pad([[[1.0], [1.0]]], 2, 2).shape
    TensorShape([2, 2, 1])
    """
    tensor = checked(image)
    height, width = (convert_to_tensor(side, dtypes.int32) for side in (target_height, target_width))
    first = tensor.shape.rank == 4
    sides = shape_of(tensor)[1:3] if first else shape_of(tensor)[:2]
    old_height, old_width = (cast(sides[axis], dtypes.float64) for axis in range(2))
    ratio = maximum(old_width / cast(width, dtypes.float64), old_height / cast(height, dtypes.float64))
    exact = [side / ratio for side in (old_height, old_width)]
    resized = resize(tensor, stack([cast(floor(side), dtypes.int32) for side in exact]), method, antialias=antialias)
    margins = [(cast(side, dtypes.float64) - kept) / 2 for side, kept in zip((height, width), exact, strict=True)]
    top, left = (maximum(0, cast(floor(margin), dtypes.int32)) for margin in margins)
    return pad_to_bounding_box(resized, top, left, target_height, target_width)
