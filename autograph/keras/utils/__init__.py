"""What does not belong anywhere else: labels, sequences, plots, registration of the user's classes."""

from typing import Any

from autograph.keras.preprocessing.image import array_to_img, img_to_array, load_img, save_img
from autograph.keras.random import set_random_seed
from autograph.keras.registration import (
    custom_object_scope,
    get_custom_objects,
    get_registered_name,
    get_registered_object,
    register_keras_serializable,
)
from autograph.keras.serialization import deserialize_keras_object, serialize_keras_object
from autograph.keras.training.batches import pack as _pack
from autograph.keras.training.batches import unpack as unpack_x_y_sample_weight
from autograph.keras.utils.arrays import normalize, pad_sequences, to_categorical
from autograph.keras.utils.downloads import get_file
from autograph.keras.utils.plotting import model_to_svg, plot_model
from autograph.keras.utils.progress import Progbar
from autograph.keras.utils.sequences import PyDataset, Sequence

CustomObjectScope = custom_object_scope


def pack_x_y_sample_weight(x: Any, y: Any = None, sample_weight: Any = None) -> Any:
    """The parts of a batch as `train_step` takes them: x alone, (x, y) or (x, y, sample_weight).

    >>> pack_x_y_sample_weight(1, 2)
    (1, 2)
    """
    if y is None and sample_weight is None and not isinstance(x, tuple | list):
        return x
    return _pack((x, y, sample_weight))


__all__ = [
    "CustomObjectScope",
    "Progbar",
    "PyDataset",
    "Sequence",
    "array_to_img",
    "custom_object_scope",
    "deserialize_keras_object",
    "get_custom_objects",
    "get_file",
    "get_registered_name",
    "get_registered_object",
    "img_to_array",
    "load_img",
    "model_to_svg",
    "normalize",
    "pack_x_y_sample_weight",
    "pad_sequences",
    "plot_model",
    "register_keras_serializable",
    "save_img",
    "serialize_keras_object",
    "set_random_seed",
    "to_categorical",
    "unpack_x_y_sample_weight",
]
