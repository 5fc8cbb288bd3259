"""Copies of whole models, with the weights and the state of the optimizer: what `copy` and `pickle` make."""

from __future__ import annotations

import os
import tempfile
from typing import Any

from autograph.keras import by_reference
from autograph.keras.models.files import load_weights_from, weights_of
from autograph.keras.serialization import deserialize_keras_object, serialize_keras_object


def state_of(model: Any) -> dict[str, Any]:
    """All that makes an equal model: its configuration, the user's objects in it, and a checkpoint.

    Raises:
        NotImplementedError: a subclass that has arguments of its own does not define `get_config`.
    """
    with by_reference.holding([]) as objects:
        config = serialize_keras_object(model)
    with tempfile.TemporaryDirectory() as directory:
        files = {}
        for name in weights_of(model, directory):
            with open(os.path.join(directory, name), "rb") as file:
                files[name] = file.read()
    return {"config": config, "objects": objects, "files": files}


def restored(state: dict[str, Any]) -> Any:
    """The model that a state is of."""
    with by_reference.holding(list(state["objects"])):
        model = deserialize_keras_object(state["config"])

    def write(directory: str) -> None:
        """Writes the files of the model to a directory."""
        for name, content in state["files"].items():
            with open(os.path.join(directory, name), "wb") as file:
                file.write(content)

    load_weights_from(model, write)
    return model
