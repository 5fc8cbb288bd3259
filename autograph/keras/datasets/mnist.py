"""Handwritten digits (LeCun et al. 1998)."""

from __future__ import annotations

from typing import Any

import numpy as np

from autograph.keras.utils.downloads import get_file

_ORIGIN = "https://storage.googleapis.com/tensorflow/tf-keras-datasets/mnist.npz"
_SUM = "731c5ac602752760c8e48fbffcf8c3b850d9dc2a2aedcf2cc48468fc17b673d1"


def load_data(path: str = "mnist.npz") -> Any:
    """The digits: ((x_train, y_train), (x_test, y_test)), u8[60000, 28, 28] and u8[60000]; 10000 for tests.

    Args:
        path: the name of the file in the cache (see `utils.get_file`).

    Raises:
        OSError: the file is not there, and cannot be fetched.
    """
    with np.load(get_file(path, _ORIGIN, file_hash=_SUM), allow_pickle=False) as file:
        return (file["x_train"], file["y_train"]), (file["x_test"], file["y_test"])
