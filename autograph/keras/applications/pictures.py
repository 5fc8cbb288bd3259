"""What networks for pictures have in common: their inputs and outputs, and how pixels are scaled for them."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import numpy as np

from autograph.keras.backend import floatx, standardize_data_format
from autograph.keras.layers import Dense, GlobalAveragePooling2D, GlobalMaxPooling2D, Input
from autograph.keras.models import Model
from runtime.dispatch import is_tensor
from runtime.ops.casts import cast
from runtime.ops.layout import reverse

_MEANS = {"caffe": (103.939, 116.779, 123.68), "torch": (0.485, 0.456, 0.406)}
_SPREADS = (0.229, 0.224, 0.225)
_POOLING = {None: None, "avg": GlobalAveragePooling2D, "max": GlobalMaxPooling2D}


def network(
    body: Callable[[Any], Any],
    head: Callable[[Any], Any],
    sizes: tuple[int, int],
    *,
    include_top: bool,
    weights: Any,
    input_tensor: Any,
    input_shape: Any,
    pooling: str | None,
    classes: int,
    classifier_activation: Any,
    name: str,
) -> Model:
    """A network of a body, and of a head and a layer of classes or pooling.

    Args:
        body: what makes features of pictures.
        head: what stands between features and classes.
        sizes: the usual and the least height and width of pictures.
        include_top: whether it tells classes.
        weights: None for random ones, or the path of a checkpoint.
        input_tensor: an `Input` to build upon.
        input_shape: of a picture, with channels.
        pooling: without classes: "avg", "max" or None for features of all places.
        classes: how many there are.
        classifier_activation: of the classes.
        name: of the model.

    Raises:
        ValueError: the weights of others are asked for, pictures are too small, or a word is unknown.
    """
    if weights == "imagenet":
        raise ValueError(
            f"{name}: the weights 'imagenet' are kept in HDF5 files, which are not read here. Pass weights=None for "
            f"random ones, or the path of a checkpoint that `save_weights` wrote."
        )
    if weights is not None and not os.path.exists(f"{os.fspath(weights)}.index"):
        raise ValueError(f"`weights` is None or the path of a checkpoint, and there is none at {weights!r}.")
    if pooling not in _POOLING:
        raise ValueError(f"`pooling` is None, 'avg' or 'max', not {pooling!r}.")
    shape = (
        tuple(input_shape) if input_shape is not None else (sizes[0], sizes[0], 3) if include_top else (None, None, 3)
    )
    if any(size is not None and size < sizes[1] for size in shape[:2]):
        raise ValueError(f"Pictures of {name} must be {sizes[1]} by {sizes[1]} at least, not of shape {shape}.")
    inputs = Input(shape) if input_tensor is None else input_tensor
    outputs, pool = body(inputs), _POOLING[pooling]
    if include_top:
        outputs = Dense(classes, activation=classifier_activation, name="predictions")(head(outputs))
    elif pool is not None:
        outputs = pool()(outputs)
    model = Model(inputs, outputs, name=name)
    if weights is not None:
        model.load_weights(weights)
    return model


def scaled(x: Any, data_format: str | None, mode: str) -> Any:
    """Pixels from 0 to 255 as a network wants them.

    Args:
        x: [..., height, width, channels], an array or a tensor.
        data_format: "channels_last" or "channels_first".
        mode: "tf" for -1 to 1; "torch" for 0 to 1, standardized; "caffe" for blue, green, red around 0.
    """
    axis = -3 if standardize_data_format(data_format) == "channels_first" else -1
    pixels = _floating(x)
    if mode == "tf":
        return pixels / 127.5 - 1.0
    along = (3,) + (1,) * (-1 - axis)
    means = np.reshape(np.asarray(_MEANS[mode], np.float32), along)
    if mode == "torch":
        return (pixels / 255.0 - means) / np.reshape(np.asarray(_SPREADS, np.float32), along)
    turned = reverse(pixels, [axis]) if is_tensor(pixels) else np.flip(pixels, axis)
    return turned - means


def _floating(x: Any) -> Any:
    if is_tensor(x):
        return x if x.dtype.is_floating else cast(x, floatx())
    array = np.asarray(x)
    return array if np.issubdtype(array.dtype, np.floating) else array.astype(floatx())
