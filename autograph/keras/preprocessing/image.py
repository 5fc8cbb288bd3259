"""Pictures as arrays, and back, by Pillow (which has to be installed)."""

from __future__ import annotations

import io
import os
from typing import Any

import numpy as np

from autograph.keras.backend import floatx, standardize_data_format

_MODES = {"grayscale": "L", "rgb": "RGB", "rgba": "RGBA"}
_RESAMPLING = ("nearest", "bilinear", "bicubic", "hamming", "box", "lanczos")
_OF_CHANNELS = {1: "L", 3: "RGB", 4: "RGBA"}


def img_to_array(img: Any, data_format: str | None = None, dtype: Any = None) -> Any:
    """A picture as an array.

    Args:
        img: a picture of Pillow's, or an array of two or three axes.
        data_format: "channels_last" or "channels_first".
        dtype: of the array, by default `floatx()`.

    Returns:
        [height, width, channels].

    Raises:
        ValueError: the picture has another number of axes.

    >>> img_to_array(np.zeros((2, 3), np.uint8)).shape
    (2, 3, 1)
    """
    array = np.asarray(img, dtype or floatx())
    if array.ndim not in (2, 3):
        raise ValueError(f"A picture has two or three axes, not the shape {array.shape}.")
    array = array if array.ndim == 3 else array[..., None]
    return array.transpose(2, 0, 1) if standardize_data_format(data_format) == "channels_first" else array


def array_to_img(x: Any, data_format: str | None = None, scale: bool = True, dtype: Any = None) -> Any:
    """An array as a picture of Pillow's.

    Args:
        x: [height, width, channels], with 1, 3 or 4 channels.
        data_format: "channels_last" or "channels_first".
        scale: whether its least number becomes 0 and its greatest 255.
        dtype: to compute in, by default `floatx()`.

    Raises:
        ImportError: Pillow is not installed.
        ValueError: the shape is another.
    """
    array = np.asarray(x, dtype or floatx())
    if array.ndim != 3:
        raise ValueError(f"A picture has three axes, not the shape {array.shape}.")
    if standardize_data_format(data_format) == "channels_first":
        array = array.transpose(1, 2, 0)
    mode = _OF_CHANNELS.get(array.shape[2])
    if mode is None:
        raise ValueError(f"A picture has 1, 3 or 4 channels, not {array.shape[2]}.")
    if scale:
        array = array - array.min()
        array = array / (array.max() or 1.0) * 255
    array = array[..., 0] if mode == "L" else array
    return _pillow().fromarray(array.astype(np.int32 if array.max(initial=0) > 255 and mode == "L" else np.uint8))


def load_img(
    path: Any,
    color_mode: str = "rgb",
    target_size: tuple[int, int] | None = None,
    interpolation: str = "nearest",
    keep_aspect_ratio: bool = False,
) -> Any:
    """A picture of Pillow's from a file.

    Args:
        path: of the file, or an open one.
        color_mode: "rgb", "rgba" or "grayscale".
        target_size: the height and width to have, by default those of the file.
        interpolation: "nearest", "bilinear", "bicubic", "hamming", "box" or "lanczos".
        keep_aspect_ratio: whether to cut what is too much at the borders rather than to stretch.

    Raises:
        ImportError: Pillow is not installed.
        ValueError: a word is unknown.
        OSError: the file cannot be read as a picture.
    """
    if color_mode not in _MODES or interpolation not in _RESAMPLING:
        raise ValueError(
            f"`color_mode` is one of {', '.join(_MODES)} and `interpolation` one of {', '.join(_RESAMPLING)}, not "
            f"{color_mode!r} and {interpolation!r}."
        )
    source = path if isinstance(path, io.BytesIO) else os.fspath(path)
    with _pillow().open(source) as image:
        image.load()
        is_gray = color_mode == "grayscale" and image.mode in ("L", "I;16", "I")
        image = image if is_gray or image.mode == _MODES[color_mode] else image.convert(_MODES[color_mode])
    if target_size is None:
        return image
    height, width = target_size
    box = _middle(image.size, width, height) if keep_aspect_ratio else None
    return image.resize((width, height), getattr(_pillow().Resampling, interpolation.upper()), box=box)


def _middle(size: tuple[int, int], width: int, height: int) -> tuple[int, int, int, int]:
    """The middle of a picture, in the proportions of a width and a height: left, top, right, bottom."""
    across, down = min(size[0], size[1] * width // height), min(size[1], size[0] * height // width)
    left, top = (size[0] - across) // 2, (size[1] - down) // 2
    return left, top, left + across, top + down


def save_img(
    path: Any, x: Any, data_format: str | None = None, file_format: str | None = None, scale: bool = True, **kwargs: Any
) -> None:
    """Writes an array as a picture (see `array_to_img`).

    Args:
        path: of the file.
        x: the array.
        data_format: see `array_to_img`.
        file_format: by default the one that the path's ending means.
        scale: see `array_to_img`.
        **kwargs: for Pillow's `save`.
    """
    array_to_img(x, data_format, scale).save(path, format=file_format, **kwargs)


def _pillow() -> Any:
    try:
        from PIL import Image
    except ImportError as error:
        raise ImportError("Pictures of this kind need Pillow: pip install pillow.") from error
    return Image
