"""Kernels that give pictures another size. All are linear and separable: a matrix for rows, and one for columns."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from runtime.dtypes import DType
from runtime.errors import InvalidArgumentError, OutOfRangeError
from runtime.kernels.values import Array
from runtime.registry import kernel

_CUBIC_STEPS = 1 << 10
"""TensorFlow reads cubic weights from a table with this many steps between two pixels."""


def _sizes(images: Array, size: Array) -> tuple[int, int]:
    if images.ndim != 4:
        raise InvalidArgumentError(f"images must be 4-dimensional, got shape {list(images.shape)}.")
    if size.shape != (2,):
        raise InvalidArgumentError(f"shape_t must have two elements, got shape {list(size.shape)}.")
    height, width = (int(n) for n in size)
    if height <= 0 or width <= 0:
        raise InvalidArgumentError(f"output dimensions must be positive, got {height} x {width}.")
    if not images.shape[1] or not images.shape[2]:
        raise InvalidArgumentError("input image must be of non-zero size.")
    return height, width


def _scale(count: int, wanted: int, align_corners: bool) -> Array:
    if align_corners and wanted > 1:
        return np.float32(count - 1) / np.float32(wanted - 1)
    return np.float32(count) / np.float32(wanted)


def _positions(count: int, wanted: int, align_corners: bool, half_pixel_centers: bool) -> Array:
    """Where in the source the centre of each new pixel is."""
    scale, places = _scale(count, wanted, align_corners), np.arange(wanted, dtype=np.float32)
    if half_pixel_centers:
        return (places + np.float32(0.5)) * scale - np.float32(0.5)
    return places * scale


@functools.lru_cache(maxsize=64)
def _linear(count: int, wanted: int, align_corners: bool, half_pixel_centers: bool) -> tuple[Array, Array, Array]:
    """For each new pixel the pixels before and after it, and how far it is from the first."""
    position = _positions(count, wanted, align_corners, half_pixel_centers)
    floor = np.floor(position)
    lower = np.maximum(floor, 0).astype(np.intp)
    upper = np.minimum(np.ceil(position), count - 1).astype(np.intp)
    return lower, upper, (position - floor).astype(np.float32)


@kernel("ResizeBilinear")
def resize_bilinear(images: Array, size: Array, *, align_corners: bool, half_pixel_centers: bool) -> Array:
    """float32 images of another size, each pixel the mean of four, by their distances."""
    height, width = _sizes(images, size)
    top, bottom, down = _linear(images.shape[1], height, align_corners, half_pixel_centers)
    left, right, across = _linear(images.shape[2], width, align_corners, half_pixel_centers)
    pixels = images.astype(np.float32)
    across, down = across[:, np.newaxis], down[:, np.newaxis, np.newaxis]
    upper, lower = pixels[:, top], pixels[:, bottom]
    above = upper[:, :, left] + (upper[:, :, right] - upper[:, :, left]) * across
    below = lower[:, :, left] + (lower[:, :, right] - lower[:, :, left]) * across
    return above + (below - above) * down


@kernel("ResizeBilinearGrad")
def resize_bilinear_grad(grads: Array, original: Array, *, align_corners: bool, half_pixel_centers: bool) -> Array:
    """What flows back to the pixels of `original`, in its shape and dtype."""
    weights = [
        _matrix_of(count, *_linear(count, wanted, align_corners, half_pixel_centers))
        for count, wanted in zip(original.shape[1:3], grads.shape[1:3], strict=True)
    ]
    return _back(grads, *weights).astype(original.dtype)


def _matrix_of(count: int, lower: Array, upper: Array, share: Array) -> Array:
    """[new, old]: how much each old pixel counts for each new one."""
    matrix = np.zeros((len(lower), count), np.float32)
    rows = np.arange(len(lower))
    np.add.at(matrix, (rows, lower), 1 - share)
    np.add.at(matrix, (rows, upper), share)
    return matrix


def _back(grads: Array, rows: Array, columns: Array) -> Array:
    """What flows to the old pixels: [batch, new height, new width, channels] to [batch, height, width, channels]."""
    return np.einsum("byxc,yh,xw->bhwc", grads, rows, columns, optimize=True)


@functools.lru_cache(maxsize=64)
def _nearest(count: int, wanted: int, align_corners: bool, half_pixel_centers: bool) -> Array:
    scale, places = _scale(count, wanted, align_corners), np.arange(wanted, dtype=np.float32)
    position = (places + np.float32(0.5)) * scale if half_pixel_centers else places * scale
    whole = np.floor(position + np.float32(0.5)) if align_corners else np.floor(position)
    return np.clip(whole, 0, count - 1).astype(np.intp)


@kernel("ResizeNearestNeighbor")
def resize_nearest(images: Array, size: Array, *, align_corners: bool, half_pixel_centers: bool) -> Array:
    """Images of another size with the pixels of the old ones; `align_corners` rounds, everything else cuts off."""
    height, width = _sizes(images, size)
    rows = _nearest(images.shape[1], height, align_corners, half_pixel_centers)
    columns = _nearest(images.shape[2], width, align_corners, half_pixel_centers)
    return images[:, rows[:, np.newaxis], columns]


@kernel("ResizeNearestNeighborGrad")
def resize_nearest_grad(grads: Array, size: Array, *, align_corners: bool, half_pixel_centers: bool) -> Array:
    """What flows back to images of size [height, width]: the sums over the pixels that each has become."""
    height, width = _sizes(grads, size)
    rows = _nearest(height, grads.shape[1], align_corners, half_pixel_centers)
    columns = _nearest(width, grads.shape[2], align_corners, half_pixel_centers)
    result = np.zeros((grads.shape[0], height, width, grads.shape[3]), grads.dtype)
    places: Any = (slice(None), rows[:, np.newaxis], columns)
    np.add.at(result, places, grads)
    return result


@functools.lru_cache(maxsize=64)
def _cubic(count: int, wanted: int, align_corners: bool, half_pixel_centers: bool) -> Array:
    """[new, old]: cubic weights (R. G. Keys, 1981), with a = -0.5 for half-pixel centres and -0.75 otherwise."""
    position = _positions(count, wanted, align_corners, half_pixel_centers)
    floor = np.floor(position)
    step = np.rint((position - floor) * _CUBIC_STEPS).astype(int)
    a = np.float32(-0.5 if half_pixel_centers else -0.75)
    x = np.arange(_CUBIC_STEPS + 1, dtype=np.float32) / np.float32(_CUBIC_STEPS)
    near = ((a + 2) * x - (a + 3)) * x * x + 1
    y = x + 1
    far = ((a * y - 5 * a) * y + 8 * a) * y - 4 * a
    weights = np.stack([far[step], near[step], near[_CUBIC_STEPS - step], far[_CUBIC_STEPS - step]], axis=1)
    places = floor.astype(int)[:, np.newaxis] + np.arange(-1, 3)
    if half_pixel_centers:
        weights = np.where((places >= 0) & (places < count), weights, np.float32(0))
        weights = weights / weights.sum(axis=1, keepdims=True)
    matrix = np.zeros((wanted, count), np.float32)
    np.add.at(matrix, (np.arange(wanted)[:, np.newaxis], np.clip(places, 0, count - 1)), weights)
    return matrix


@kernel("ResizeBicubic")
def resize_bicubic(images: Array, size: Array, *, align_corners: bool, half_pixel_centers: bool) -> Array:
    """float32 images of another size, each pixel weighed from sixteen; values may lie beyond the old ones."""
    height, width = _sizes(images, size)
    rows = _cubic(images.shape[1], height, align_corners, half_pixel_centers)
    columns = _cubic(images.shape[2], width, align_corners, half_pixel_centers)
    return _forth(images, rows, columns)


@kernel("ResizeBicubicGrad")
def resize_bicubic_grad(grads: Array, original: Array, *, align_corners: bool, half_pixel_centers: bool) -> Array:
    """What flows back to the pixels of `original`, in its shape and dtype."""
    rows, columns = (
        _cubic(count, wanted, align_corners, half_pixel_centers)
        for count, wanted in zip(original.shape[1:3], grads.shape[1:3], strict=True)
    )
    return _back(grads, rows, columns).astype(original.dtype)


def _forth(images: Array, rows: Array, columns: Array) -> Array:
    return np.einsum("bhwc,yh,xw->byxc", images.astype(np.float32), rows, columns, optimize=True)


@functools.lru_cache(maxsize=64)
def _areas(count: int, wanted: int, align_corners: bool) -> Array:
    """[new, old]: which part of a new pixel each old one covers."""
    scale = _scale(count, wanted, align_corners)
    start = np.arange(wanted, dtype=np.float32)[:, np.newaxis] * scale
    stop = start + scale
    old = np.arange(count, dtype=np.float32)
    covered = np.minimum(old + 1, stop) - np.maximum(old, start)
    beyond = np.maximum(stop - np.maximum(start, np.float32(count)), 0)
    matrix = np.maximum(covered, 0)
    matrix[:, -1:] += beyond  # The last pixel stands for what is behind it.
    return (matrix / scale).astype(np.float32)


@kernel("ResizeArea")
def resize_area(images: Array, size: Array, *, align_corners: bool) -> Array:
    """float32 images of another size, each pixel the mean of the area that it covers in the old one."""
    height, width = _sizes(images, size)
    rows = _areas(images.shape[1], height, align_corners)
    return _forth(images, rows, _areas(images.shape[2], width, align_corners))


@kernel("CropAndResize")
def crop_and_resize(
    image: Array, boxes: Array, box_ind: Array, crop_size: Array, *, method: str, extrapolation_value: float
) -> Array:
    """Boxes cut out of images and brought to one size: float32[boxes, height, width, channels].

    `boxes` are y1, x1, y2, x2 with 1 at the last pixel, and may be turned round; `box_ind` is the image of each.
    Samples outside of the image are `extrapolation_value`. `method` is "bilinear" or "nearest".
    """
    samples = _Crops(image.shape, boxes, box_ind, crop_size)
    pixels = image.astype(np.float32)
    if method == "nearest":
        crops = samples.picked(pixels, np.floor(samples.y + 0.5), np.floor(samples.x + 0.5))
    else:
        corners = samples.corners(pixels)
        top = corners[0] + (corners[1] - corners[0]) * samples.across
        bottom = corners[2] + (corners[3] - corners[2]) * samples.across
        crops = top + (bottom - top) * samples.down
    return np.where(samples.is_inside, crops, np.float32(extrapolation_value)).astype(np.float32)


@kernel("CropAndResizeGradImage")
def crop_and_resize_grad_image(
    grads: Array, boxes: Array, box_ind: Array, image_size: Array, *, T: DType, method: str
) -> Array:
    """What flows back to images of shape `image_size`; samples outside of an image hand back nothing."""
    shape = tuple(int(n) for n in image_size)
    samples = _Crops(shape, boxes, box_ind, np.array(grads.shape[1:3]))
    result = np.zeros(shape, T.as_numpy_dtype)
    flowing = np.where(samples.is_inside, grads, np.float32(0))
    if method == "nearest":
        samples.put(result, np.floor(samples.y + 0.5), np.floor(samples.x + 0.5), flowing)
        return result
    for y, down in ((np.floor(samples.y), 1 - samples.down), (np.ceil(samples.y), samples.down)):
        for x, across in ((np.floor(samples.x), 1 - samples.across), (np.ceil(samples.x), samples.across)):
            samples.put(result, y, x, flowing * down * across)
    return result


@kernel("CropAndResizeGradBoxes")
def crop_and_resize_grad_boxes(grads: Array, image: Array, boxes: Array, box_ind: Array) -> Array:
    """float32[boxes, 4]: how the crops change with the edges of their boxes, for bilinear sampling."""
    samples = _Crops(image.shape, boxes, box_ind, np.array(grads.shape[1:3]))
    top_left, top_right, bottom_left, bottom_right = samples.corners(image.astype(np.float32))
    by_y = (bottom_left - top_left) * (1 - samples.across) + (bottom_right - top_right) * samples.across
    by_x = (top_right - top_left) * (1 - samples.down) + (bottom_right - bottom_left) * samples.down
    flowing = np.where(samples.is_inside, grads, np.float32(0))
    y, x = (flowing * by_y).sum(axis=(2, 3)), (flowing * by_x).sum(axis=(1, 3))
    (y1, y2), (x1, x2) = samples.shares(0), samples.shares(1)
    return np.stack([(y * y1).sum(1), (x * x1).sum(1), (y * y2).sum(1), (x * x2).sum(1)], axis=1).astype(np.float32)


class _Crops:
    """Where in the images the pixels of crops come from.

    Attributes:
        y: the row of each crop's rows, [boxes, height, 1, 1].
        x: the column of each crop's columns, [boxes, 1, width, 1].
        down: how far `y` is below a whole row.
        across: how far `x` is right of a whole column.
        is_inside: whether a pixel comes from inside of the image.
    """

    def __init__(self, shape: tuple[int, ...], boxes: Array, box_ind: Array, crop_size: Array) -> None:
        if len(shape) != 4 or boxes.ndim != 2 or boxes.shape[1] != 4:
            raise InvalidArgumentError(
                f"image must be 4-D and boxes [number, 4], got {list(shape)} and {list(boxes.shape)}."
            )
        if np.any((box_ind < 0) | (box_ind >= shape[0])):
            raise OutOfRangeError(f"box_index has values outside [0, {shape[0]}): {box_ind.tolist()}.")
        self.image_size = shape[1:3]
        self.crop_size = tuple(int(n) for n in crop_size)
        if min(self.crop_size) <= 0:
            raise InvalidArgumentError(f"crop dimensions must be positive, got {self.crop_size}.")
        self.batch = box_ind.astype(np.intp)[:, np.newaxis, np.newaxis]
        self.y = self._along(boxes[:, 0], boxes[:, 2], 0)[:, :, np.newaxis, np.newaxis]
        self.x = self._along(boxes[:, 1], boxes[:, 3], 1)[:, np.newaxis, :, np.newaxis]
        self.down, self.across = self.y - np.floor(self.y), self.x - np.floor(self.x)
        height, width = self.image_size
        self.is_inside = (self.y >= 0) & (self.y <= height - 1) & (self.x >= 0) & (self.x <= width - 1)

    def _along(self, start: Array, stop: Array, axis: int) -> Array:
        size, count = np.float32(self.image_size[axis] - 1), self.crop_size[axis]
        if count == 1:
            return (np.float32(0.5) * (start + stop) * size)[:, np.newaxis]
        step = (stop - start) * size / np.float32(count - 1)
        return start[:, np.newaxis] * size + np.arange(count, dtype=np.float32) * step[:, np.newaxis]

    def shares(self, axis: int) -> tuple[Array, Array]:
        """How much the places along an axis change with a box's start, and with its stop."""
        size, count = np.float32(self.image_size[axis] - 1), self.crop_size[axis]
        if count == 1:
            return np.float32(0.5) * size, np.float32(0.5) * size
        share = np.arange(count, dtype=np.float32) / np.float32(count - 1)
        return (1 - share) * size, share * size

    def _indices(self, y: Array, x: Array) -> tuple[Array, Array, Array]:
        rows = np.clip(y, 0, self.image_size[0] - 1).astype(np.intp)[..., 0]
        columns = np.clip(x, 0, self.image_size[1] - 1).astype(np.intp)[..., 0]
        return self.batch, rows, columns

    def picked(self, image: Array, y: Array, x: Array) -> Array:
        """The pixels at whole rows and columns; [boxes, height, width, channels]."""
        return image[self._indices(y, x)]

    def corners(self, image: Array) -> list[Array]:
        """The four pixels around each place: upper left, upper right, lower left, lower right."""
        rows, columns = (np.floor(self.y), np.ceil(self.y)), (np.floor(self.x), np.ceil(self.x))
        return [self.picked(image, y, x) for y in rows for x in columns]

    def put(self, image: Array, y: Array, x: Array, values: Array) -> None:
        """Adds values to pixels."""
        batch, rows, columns = np.broadcast_arrays(*self._indices(y, x))
        np.add.at(image, (batch, rows, columns), values.astype(image.dtype))


@kernel("NonMaxSuppressionV3")
def non_max_suppression(
    boxes: Any, scores: Any, max_output_size: Any, iou_threshold: Any, score_threshold: Any
) -> Array:
    """Numbers of the best boxes, best first, none of which overlaps a better one by more than a threshold.

    Overlap is the shared area over the joint one; boxes are two opposite corners y, x; those that score
    `score_threshold` or less are left out. Of equal scores the first box comes first.
    """
    if boxes.ndim != 2 or boxes.shape[1] != 4 or scores.shape != boxes.shape[:1]:
        raise InvalidArgumentError(
            f"boxes must be [number, 4] and scores [number], got {list(boxes.shape)} and {list(scores.shape)}."
        )
    if max_output_size < 0:
        raise InvalidArgumentError(f"output size must be non-negative, got {int(max_output_size)}.")
    if not 0 <= iou_threshold <= 1:
        raise InvalidArgumentError(f"iou_threshold must be in [0, 1], got {float(iou_threshold)}.")
    low = np.minimum(boxes[:, :2], boxes[:, 2:]).astype(np.float32)
    high = np.maximum(boxes[:, :2], boxes[:, 2:]).astype(np.float32)
    areas = np.prod(high - low, axis=1)
    candidates = np.argsort(-scores.astype(np.float32), kind="stable")
    candidates = candidates[scores[candidates] > score_threshold]
    kept: list[int] = []
    while len(candidates) and len(kept) < max_output_size:
        best, candidates = int(candidates[0]), candidates[1:]
        kept.append(best)
        sides = np.minimum(high[candidates], high[best]) - np.maximum(low[candidates], low[best])
        shared = np.prod(np.maximum(sides, 0), axis=1)
        union = areas[candidates] + areas[best] - shared
        iou = np.where((areas[candidates] > 0) & (areas[best] > 0), shared / np.where(union > 0, union, 1), 0)
        candidates = candidates[iou <= iou_threshold]
    return np.array(kept, np.int32)
