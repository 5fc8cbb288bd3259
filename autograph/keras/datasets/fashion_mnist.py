"""Pictures of clothes (Xiao et al. 2017), in the form of `mnist`."""

from __future__ import annotations

import gzip
import os
from typing import Any

import numpy as np

from autograph.keras.utils.downloads import get_file

_ORIGIN = "https://storage.googleapis.com/tensorflow/tf-keras-datasets/"
_HEADERS = {"labels-idx1": 8, "images-idx3": 16}  # bytes before the numbers


def load_data() -> Any:
    """The pictures: ((x_train, y_train), (x_test, y_test)), u8[60000, 28, 28] and u8[60000]; 10000 for tests.

    Raises:
        OSError: a file is not there, and cannot be fetched.
    """
    return _part("train"), _part("t10k")


def _part(name: str) -> tuple[Any, Any]:
    labels, images = (_read(f"{name}-{kind}-ubyte.gz", start) for kind, start in _HEADERS.items())
    return images.reshape(len(labels), 28, 28), labels


def _read(name: str, start: int) -> Any:
    path = get_file(name, _ORIGIN + name, cache_subdir=os.path.join("datasets", "fashion-mnist"))
    with gzip.open(path) as file:
        return np.frombuffer(file.read(), np.uint8, offset=start)
