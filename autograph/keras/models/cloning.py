"""Copies of models with weights of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autograph.keras.models import functional_config
from autograph.keras.models.model import Model
from autograph.keras.models.sequential import Sequential


def clone_model(
    model: Any, input_tensors: Any = None, clone_function: Callable[[Any], Any] | None = None, **kwargs: Any
) -> Any:
    """A model of the same layers with new weights.

    Args:
        model: the model.
        input_tensors: accepted and without effect.
        clone_function: gives the layer to take for a layer, by default an equal one with new weights.
        **kwargs: accepted and without effect.

    Raises:
        ValueError: it is a subclass with a `call` of its own, and a function was given.

    >>> from autograph.keras.layers import Dense, Input
    >>> model = Sequential([Input((3,)), Dense(2)])
    >>> clone_model(model).output_shape
    (None, 2)
    """
    if clone_function is None:
        return type(model).from_config(model.get_config())
    if isinstance(model, Sequential):
        return Sequential([clone_function(layer) for layer in model._stack], name=model.name)
    if not isinstance(model, Model) or model._network is None:
        raise ValueError("`clone_function` is only for Sequential and functional models.")
    return functional_config.rebuilt(model, clone_function)
