"""Inception v3 (Szegedy et al. 2016, "Rethinking the Inception Architecture for Computer Vision")."""

from __future__ import annotations

from typing import Any

from autograph.keras.applications.pictures import network, scaled
from autograph.keras.layers import (
    Activation,
    AveragePooling2D,
    BatchNormalization,
    Concatenate,
    Conv2D,
    GlobalAveragePooling2D,
    MaxPooling2D,
)
from autograph.keras.models import Model

Step = tuple[Any, ...]


def InceptionV3(
    include_top: bool = True,
    weights: Any = "imagenet",
    input_tensor: Any = None,
    input_shape: Any = None,
    pooling: str | None = None,
    classes: int = 1000,
    classifier_activation: Any = "softmax",
    name: str = "inception_v3",
) -> Model:
    """The network (see `pictures.network` for the arguments)."""
    options = dict(locals())
    return network(_body, lambda x: GlobalAveragePooling2D(name="avg_pool")(x), (299, 75), **options)


def preprocess_input(x: Any, data_format: str | None = None) -> Any:
    """Pixels from 0 to 255 as the network wants them: from -1 to 1.

    >>> preprocess_input([[[0.0, 127.5, 255.0]]]).tolist()
    [[[-1.0, 0.0, 1.0]]]
    """
    return scaled(x, data_format, "tf")


def _body(x: Any) -> Any:
    for step in ((32, 3, 3, 2, "valid"), (32, 3, 3, 1, "valid"), (64, 3, 3)):
        x = _convolved(x, *step)
    x = MaxPooling2D(3, strides=2)(x)
    for step in ((80, 1, 1, 1, "valid"), (192, 3, 3, 1, "valid")):
        x = _convolved(x, *step)
    x = MaxPooling2D(3, strides=2)(x)
    for number, pooled in enumerate((32, 64, 64)):
        x = _mixed(x, f"mixed{number}", _narrow(), pooled)
    x = _reduced(x, "mixed3", [[(384, 3, 3, 2, "valid")], [(64, 1, 1), (96, 3, 3), (96, 3, 3, 2, "valid")]])
    for number, size in enumerate((128, 160, 160, 192), start=4):
        x = _mixed(x, f"mixed{number}", _long(size), 192)
    last = (3, 3, 2, "valid")
    x = _reduced(x, "mixed8", [[(192, 1, 1), (320, *last)], [(192, 1, 1), (192, 1, 7), (192, 7, 1), (192, *last)]])
    for number in (0, 1):
        x = _wide(x, number)
    return x


def _narrow() -> list[list[Step]]:
    return [[(64, 1, 1)], [(48, 1, 1), (64, 5, 5)], [(64, 1, 1), (96, 3, 3), (96, 3, 3)]]


def _long(size: int) -> list[list[Step]]:
    twice = [(size, 1, 1), (size, 7, 1), (size, 1, 7), (size, 7, 1), (192, 1, 7)]
    return [[(192, 1, 1)], [(size, 1, 1), (size, 1, 7), (192, 7, 1)], twice]


def _mixed(x: Any, name: str, branches: list[list[Step]], pooled: int) -> Any:
    """Branches side by side, and one of means."""
    made = [_along(x, branch) for branch in branches]
    mean = AveragePooling2D(3, strides=1, padding="same")(x)
    return Concatenate(name=name)([*made, _convolved(mean, pooled, 1, 1)])


def _reduced(x: Any, name: str, branches: list[list[Step]]) -> Any:
    """Branches side by side that halve the sizes, and one of maxima."""
    made = [_along(x, branch) for branch in branches]
    return Concatenate(name=name)([*made, MaxPooling2D(3, strides=2)(x)])


def _wide(x: Any, number: int) -> Any:
    """Branches that part once more at their ends."""
    single = _convolved(x, 320, 1, 1)
    first = _convolved(x, 384, 1, 1)
    first = Concatenate(name=f"mixed9_{number}")([_convolved(first, 384, 1, 3), _convolved(first, 384, 3, 1)])
    second = _along(x, [(448, 1, 1), (384, 3, 3)])
    second = Concatenate()([_convolved(second, 384, 1, 3), _convolved(second, 384, 3, 1)])
    mean = AveragePooling2D(3, strides=1, padding="same")(x)
    return Concatenate(name=f"mixed{9 + number}")([single, first, second, _convolved(mean, 192, 1, 1)])


def _along(x: Any, steps: list[Step]) -> Any:
    for step in steps:
        x = _convolved(x, *step)
    return x


def _convolved(x: Any, filters: int, rows: int, columns: int, strides: int = 1, padding: str = "same") -> Any:
    x = Conv2D(filters, (rows, columns), strides=strides, padding=padding, use_bias=False)(x)
    return Activation("relu")(BatchNormalization(scale=False)(x))
