"""Copies of models with weights of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autograph.keras import by_reference
from autograph.keras.layers.input_layer import InputLayer
from autograph.keras.models import functional_config
from autograph.keras.models.model import Model
from autograph.keras.models.sequential import Sequential
from runtime import nest


def clone_model(
    model: Any,
    input_tensors: Any = None,
    clone_function: Callable[[Any], Any] | None = None,
    call_function: Callable[..., Any] | None = None,
    recursive: bool = False,
    **kwargs: Any,
) -> Any:
    """A model of the same layers with new weights; compiled anew if the model is.

    Args:
        model: the model.
        input_tensors: `Input`s to build the network upon, by default new ones like those of the model.
        clone_function: gives the layer to take for a layer, by default an equal one with new weights.
        call_function: calls a layer of a functional model: takes the layer and the arguments of its call.
        recursive: whether models inside are cloned by the same functions.
        **kwargs: accepted and without effect.

    Raises:
        ValueError: it is a subclass with a `call` of its own, and a function or inputs were given; or a function to
            call layers for a Sequential.

    >>> from autograph.keras.layers import Dense, Input
    >>> model = Sequential([Input((3,)), Dense(2)])
    >>> clone_model(model).output_shape
    (None, 2)
    """
    is_network = isinstance(model, Model) and model._network is not None
    if isinstance(model, Sequential) and call_function is not None:
        raise ValueError("`call_function` is only for functional models, not for a Sequential.")

    def make(layer: Any) -> Any:
        """The twin of a layer; of a model inside, its clone, if asked for."""
        if recursive and isinstance(layer, Model) and layer._network is not None:
            inner_call = None if isinstance(layer, Sequential) else call_function
            return clone_model(layer, None, clone_function, inner_call, recursive)
        return (clone_function or _equal)(layer)

    with by_reference.holding([]):
        if isinstance(model, Sequential):
            made = _sequential(model, input_tensors, make)
        elif is_network and type(model).from_config.__func__ is Model.from_config.__func__:  # type: ignore[attr-defined]
            made = functional_config.rebuilt(model, make, input_tensors, call_function)
        elif clone_function is not None or call_function is not None or input_tensors is not None:
            raise ValueError(
                "`clone_function`, `call_function` and `input_tensors` are only for Sequential and functional models."
            )
        else:
            made = _equal(model)
        config = model.get_compile_config()
        if config is not None:
            made.compile_from_config(config)
    return made


def _equal(layer: Any) -> Any:
    return type(layer).from_config(layer.get_config())


def _sequential(model: Sequential, input_tensors: Any, make: Callable[[Any], Any]) -> Sequential:
    layers = [layer if isinstance(layer, InputLayer) else make(layer) for layer in model._stack]
    if input_tensors is not None:
        tensors = nest.flatten(input_tensors)
        if len(tensors) != 1:
            raise ValueError(f"A Sequential has one input, but `input_tensors` are {len(tensors)}.")
        layers = [tensors[0], *[layer for layer in layers if not isinstance(layer, InputLayer)]]
    return Sequential(layers, name=model.name)
