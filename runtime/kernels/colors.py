"""Kernels of colours: hue, saturation and value, and changes of them."""

from __future__ import annotations

import numpy as np

from runtime.errors import InvalidArgumentError
from runtime.kernels.values import Array
from runtime.registry import kernel


def _check(images: Array) -> None:
    if images.ndim < 1 or images.shape[-1] != 3:
        raise InvalidArgumentError(f"input must have 3 channels in its last dimension, got shape {list(images.shape)}.")


@kernel("RGBToHSV")
def rgb_to_hsv(images: Array) -> Array:
    """Hue, saturation and value in [0, 1] of red, green and blue in the last dimension; 16-bit types by float32.

    Grey has hue 0, black saturation 0, too. A. R. Smith, "Color gamut transform pairs", 1978.
    """
    _check(images)
    rgb = images.astype(np.float32) if images.dtype.itemsize < 4 else images
    red, green, blue = (rgb[..., place] for place in range(3))
    value = rgb.max(axis=-1)
    spread = value - rgb.min(axis=-1)
    saturation = np.where(value > 0, spread / np.where(value > 0, value, 1), 0)
    norm = 1 / (6 * np.where(spread > 0, spread, 1))
    is_red, is_green = red == value, green == value
    hue = np.where(
        is_red, norm * (green - blue), np.where(is_green, norm * (blue - red) + 2 / 6, norm * (red - green) + 4 / 6)
    )
    hue = np.where(spread > 0, hue, 0)
    hue = np.where(hue < 0, hue + 1, hue)
    return np.stack([hue, saturation, value], axis=-1).astype(images.dtype)


@kernel("HSVToRGB")
def hsv_to_rgb(images: Array) -> Array:
    """The inverse of `rgb_to_hsv`; a hue outside [0, 1] is no turn of the circle but clipped at red."""
    _check(images)
    hsv = images.astype(np.float32) if images.dtype.itemsize < 4 else images
    hue, saturation, value = (hsv[..., place] for place in range(3))
    six = hue * 6
    red = np.clip(np.abs(six - 3) - 1, 0, 1)
    green = np.clip(2 - np.abs(six - 2), 0, 1)
    blue = np.clip(2 - np.abs(six - 4), 0, 1)
    rest = 1 - saturation
    return np.stack([(rest + saturation * part) * value for part in (red, green, blue)], axis=-1).astype(images.dtype)


@kernel("AdjustContrastv2")
def adjust_contrast(images: Array, factor: Array) -> Array:
    """(x - mean) * factor + mean, where the mean is of each channel over height and width, summed in float32."""
    if images.ndim < 3:
        raise InvalidArgumentError(f"input must be at least 3-D, got shape {list(images.shape)}.")
    mean = images.mean(axis=(-3, -2), keepdims=True, dtype=np.float32)
    return ((images - mean) * factor + mean).astype(images.dtype)


@kernel("AdjustHue")
def adjust_hue(images: Array, delta: Array) -> Array:
    """The hue of [..., 3] moved by `delta` turns of the circle, of which whole ones change nothing."""
    hsv = rgb_to_hsv(images.astype(np.float32))
    hsv[..., 0] = (hsv[..., 0] + delta) % 1
    return hsv_to_rgb(hsv).astype(images.dtype)


@kernel("AdjustSaturation")
def adjust_saturation(images: Array, scale: Array) -> Array:
    """The saturation of [..., 3] times `scale`, clipped to [0, 1]."""
    hsv = rgb_to_hsv(images.astype(np.float32))
    hsv[..., 1] = np.clip(hsv[..., 1] * scale, 0, 1)
    return hsv_to_rgb(hsv).astype(images.dtype)
