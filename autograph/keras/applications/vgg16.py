"""VGG16 (Simonyan and Zisserman 2015)."""

from __future__ import annotations

from typing import Any

from autograph.keras.applications.pictures import scaled
from autograph.keras.applications.vgg import vgg
from autograph.keras.models import Model


def VGG16(
    include_top: bool = True,
    weights: Any = "imagenet",
    input_tensor: Any = None,
    input_shape: Any = None,
    pooling: str | None = None,
    classes: int = 1000,
    classifier_activation: Any = "softmax",
    name: str = "vgg16",
) -> Model:
    """The network of 16 layers (see `pictures.network` for the arguments)."""
    return vgg(BLOCKS, **locals())


BLOCKS = (2, 2, 3, 3, 3)


def preprocess_input(x: Any, data_format: str | None = None) -> Any:
    """Pixels from 0 to 255 as the network wants them: blue, green, red, around 0.

    >>> preprocess_input([[[0, 0, 255]]]).astype(int).tolist()
    [[[151, -116, -123]]]
    """
    return scaled(x, data_format, "caffe")
