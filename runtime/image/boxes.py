"""Boxes in pictures: cut out, and chosen from."""

from __future__ import annotations

from typing import Any

from runtime import dtypes
from runtime.dispatch import apply_one, convert_to_tensor
from runtime.tensor import Tensor


def crop_and_resize(
    image: Any,
    boxes: Any,
    box_indices: Any,
    crop_size: Any,
    method: str = "bilinear",
    extrapolation_value: float = 0.0,
    name: str | None = None,
) -> Tensor:
    """Rectangles cut out of a batch of pictures, all in one size.

    Args:
        image: [batch, height, width, channels].
        boxes: float32[count, 4]: upper and left edge, lower and right edge, where 0 is the first pixel and 1 the last.
            A box with its edges the other way round is mirrored.
        box_indices: int32[count]: which picture each box is of.
        crop_size: int32[2]: height and width of the results.
        method: "bilinear" or "nearest".
        extrapolation_value: stands where a box goes beyond its picture.
        name: for the operation.

    Returns:
        float32[count, *crop_size, channels].

    Raises:
        OutOfRangeError: there is no picture of an index.
        InvalidArgumentError: a shape is wrong.

    >>> crop_and_resize([[[[0.0], [1.0], [2.0]]]], [[0.0, 0.5, 0.0, 1.0]], [0], [1, 2]).tolist()
    [[[[1.0], [2.0]]]]
    """
    inputs = [
        convert_to_tensor(image),
        convert_to_tensor(boxes, dtypes.float32),
        convert_to_tensor(box_indices, dtypes.int32),
        convert_to_tensor(crop_size, dtypes.int32),
    ]
    attrs = {"method": method, "extrapolation_value": float(extrapolation_value)}
    return apply_one("CropAndResize", inputs, attrs, name)


def non_max_suppression(
    boxes: Any,
    scores: Any,
    max_output_size: Any,
    iou_threshold: Any = 0.5,
    score_threshold: Any = float("-inf"),
    name: str | None = None,
) -> Tensor:
    """The best boxes that do not overlap too much.

    Args:
        boxes: [count, 4]: two opposite corners, as y, x, y, x.
        scores: [count]: how good each box is.
        max_output_size: how many to take at most.
        iou_threshold: boxes whose intersection is more than this part of their union overlap too much.
        score_threshold: boxes of no higher score are left out.
        name: for the operation.

    Returns:
        int32: the numbers of the boxes, the best one first.

    >>> boxes = [[0.0, 0.0, 1.0, 1.0], [0.0, 0.1, 1.0, 1.1], [5.0, 5.0, 6.0, 6.0]]
    >>> non_max_suppression(boxes, [0.9, 0.8, 0.7], 3).tolist()
    [0, 2]
    """
    inputs = [
        convert_to_tensor(boxes), convert_to_tensor(scores), convert_to_tensor(max_output_size, dtypes.int32),
        convert_to_tensor(iou_threshold, dtypes.float32), convert_to_tensor(score_threshold, dtypes.float32),
    ]  # fmt: skip
    return apply_one("NonMaxSuppressionV3", inputs, None, name)
