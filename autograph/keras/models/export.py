"""Models as SavedModels, which run without this package."""

from __future__ import annotations

import os
from typing import Any

from autograph.api import function
from autograph.keras.calling import as_called
from autograph.keras.models.network import input_name
from autograph.keras.shapes import map_shapes
from runtime import nest
from runtime.module import Module
from runtime.tensor_spec import TensorSpec


class Exported(Module):
    """What is in a SavedModel of a model: its variables, and a function `serve` of its inputs.

    Args:
        model: the model.
        specs: of its inputs, in their structure.
    """

    def __init__(self, model: Any, specs: Any) -> None:
        super().__init__("exported")
        self.trainable_weights = list(model.trainable_variables)
        self.other_weights = list(model.non_trainable_variables)

        def serve(inputs: Any) -> Any:
            """The model's call, for inference."""
            return as_called(model)(inputs, training=False)

        self.serve = function(input_signature=[specs])(serve)


def export_model(model: Any, filepath: Any, input_signature: Any = None) -> None:
    """Writes a model as a SavedModel, with the signatures "serve" and "serving_default".

    Args:
        model: the model.
        filepath: the directory.
        input_signature: a `TensorSpec` for the inputs, or a structure of such; by default as the model was built.

    Raises:
        ValueError: it is not known what the inputs are.
    """
    from runtime import saved_model

    exported = Exported(model, input_specs(model) if input_signature is None else input_signature)
    saved_model.save(exported, os.fspath(filepath), {"serve": exported.serve, "serving_default": exported.serve})


def input_specs(model: Any) -> Any:
    """What the model takes, in its structure, with batches of any size."""
    if model._network is not None:
        return nest.map_structure(lambda x: TensorSpec(x.shape, x.dtype, input_name(x)), model._network.inputs)
    shape = getattr(model, "_built_for", None)
    if shape is None:
        raise ValueError(
            f"It is not known what inputs model {model.name!r} takes: call it on some, or pass `input_signature`, such "
            f"as TensorSpec([None, 4], 'float32')."
        )
    return map_shapes(lambda sizes: TensorSpec([None, *sizes[1:]], model.compute_dtype, "inputs"), shape)
