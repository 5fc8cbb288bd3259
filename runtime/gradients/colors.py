"""Gradients of colours; TensorFlow has those of `RGBToHSV` alone, as a formula of many parts."""

from __future__ import annotations

from typing import Any

from runtime.gradients.table import by_input, op, refused
from runtime.tensor import Tensor

refused("RGBToHSV HSVToRGB AdjustHue AdjustSaturation", "there is no op here for it.")


def _contrast(operation: Any, g: Tensor) -> Tensor:
    factor = op("Cast", operation.inputs[1], DstT=g.dtype)
    mean = op("Mean", g, [-3, -2], keep_dims=True)
    return (g - mean) * factor + mean


def _factor(operation: Any, g: Tensor) -> Tensor:
    x = operation.inputs[0]
    away = x - op("Mean", x, [-3, -2], keep_dims=True)
    return op("Cast", op("Sum", op("Reshape", g * away, [-1]), [0]), DstT=operation.inputs[1].dtype)


by_input("AdjustContrastv2", _contrast, _factor)
