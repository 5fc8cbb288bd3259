"""Sequential: layers one after another."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from autograph.keras.layers.call_context import enter_call
from autograph.keras.layers.input_layer import InputLayer
from autograph.keras.layers.layer import Layer
from autograph.keras.models.model import Model, builds_in_call
from autograph.keras.models.network import Network
from autograph.keras.serialization import deserialize_keras_object, serialize_keras_object
from autograph.keras.shapes import Shape, is_shape
from autograph.keras.symbolic import history, is_described
from runtime import nest


class Sequential(Model):
    """A model of layers of which each takes what the one before gives.

    It has weights as soon as the shape of inputs is known: from an `Input` at the beginning, or the first call.

    Args:
        layers: the layers.
        trainable: whether optimizers change the weights.
        name: of the model.

    Raises:
        ValueError: something is no layer, or two have the same name.

    >>> from autograph.keras.layers import Dense, Input
    >>> model = Sequential([Input((3,)), Dense(4, activation="relu"), Dense(2)])
    >>> model.output_shape, model.count_params()
    ((None, 2), 26)
    """

    _SKIPPED = Model._SKIPPED | {"_tensors"}

    def __init__(self, layers: Iterable[Any] | None = None, trainable: bool = True, name: str | None = None) -> None:
        super().__init__(trainable=trainable, name=name)
        self._stack: list[Any] = []
        self._tensors: list[Any] = []
        self._input_dtype: Any = None
        for layer in layers or ():
            self.add(layer)

    def add(self, layer: Any, rebuild: bool = True) -> None:
        """Adds a layer at the end.

        Args:
            layer: the layer, or what `Input` gives.
            rebuild: accepted and without effect.

        Raises:
            ValueError: it is no layer, its name is taken, or there is an input already.
        """
        if is_described(layer) and (origin := history(layer)) is not None:
            layer = origin.node.layer
        self._check(layer)
        if not self._stack:
            shape = layer._input_shape_given or _shape_of_model(layer)
            if shape is not None:
                self.add(InputLayer(batch_shape=shape, dtype=layer.compute_dtype))
        self._stack.append(layer)
        if isinstance(self._stack[0], InputLayer):
            self._call_layers()
        else:
            self.built = False

    def _check(self, layer: Any) -> None:
        if not isinstance(layer, Layer):
            raise ValueError(  # noqa: TRY004 as in Keras
                f"Only instances of `Layer` can be added to a Sequential model. Received: {layer!r} (of type "
                f"{type(layer).__name__})."
            )
        if any(other.name == layer.name for other in self._stack):
            raise ValueError(
                f"All layers added to a Sequential model should have unique names. Name {layer.name!r} is already the "
                f"name of a layer in this model. Update the `name` argument to pass a unique name."
            )
        if isinstance(layer, InputLayer) and self._stack:
            raise ValueError(f"Sequential model {self.name!r} has layers already: an `Input` can only be the first.")

    def pop(self, rebuild: bool = True) -> Any:
        """Takes the last layer away, and gives it back."""
        layer = self._stack.pop()
        del self._tensors[len(self._stack) :]
        self._network = None
        self.built = False
        if self._stack and isinstance(self._stack[0], InputLayer):
            self._call_layers()
        return layer

    def _call_layers(self) -> None:
        """Calls those layers with tensors that describe the model that were not called with them yet."""
        with enter_call(self, None):
            for layer in self._stack[len(self._tensors) :]:
                self._tensors.append(layer(self._tensors[-1]) if self._tensors else layer.tensor)
        if len(self._tensors) > 1:
            self._network = Network(self._tensors[0], self._tensors[-1])
            self.supports_masking = True
            self._autocasts = False
            self.built = True

    # ------------------------------------------------------------------------------------------ what it is

    @property
    def layers(self) -> list[Any]:
        """The layers in order."""
        return [layer for layer in self._stack if not isinstance(layer, InputLayer)]

    # ------------------------------------------------------------------------------------------ calling

    def _build_for(self, signature: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        first = args[0] if args else next(iter(kwargs.values()), None)
        self._input_dtype = getattr(first, "dtype", None)
        super()._build_for(signature, args, kwargs)

    def build(self, input_shape: Any = None) -> None:
        """Makes the weights for inputs of that shape, with the batch.

        Raises:
            ValueError: there are no layers, or the model has an input of another shape.
        """
        if not self._stack:
            raise ValueError(f"Sequential model {self.name!r} cannot be built because it has no layers: use `add`.")
        if not is_shape(input_shape):
            self.built = True  # The first layer takes several inputs, or none of known rank.
            return
        first = self._stack[0]
        if isinstance(first, InputLayer):
            if len(first.batch_shape) != len(input_shape):
                raise ValueError(
                    f"Sequential model {self.name!r} has already been configured to use input shape "
                    f"{first.batch_shape}. You cannot build it with input_shape {tuple(input_shape)}."
                )
        else:
            sizes = (None, *input_shape[1:]) if builds_in_call(self) else tuple(input_shape)
            dtype = first.compute_dtype if self._input_dtype is None else self._input_dtype.name
            self._stack.insert(0, InputLayer(batch_shape=sizes, dtype=dtype))
        self._call_layers()
        self._built_for = Shape(self._stack[0].batch_shape)

    def call(self, inputs: Any, training: Any = None, mask: Any = None) -> Any:
        """The outputs of the last layer."""
        if self._network is not None:
            return self._network.run(inputs)
        for layer in self.layers:
            inputs = layer(inputs)
        return inputs

    # ------------------------------------------------------------------------------------------ configuration

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal model with."""
        config = {
            "name": self.name,
            "trainable": self.trainable,
            "dtype": self._dtype_config(),
            "layers": [serialize_keras_object(layer) for layer in self._stack],
        }
        if self._network is not None:
            config["build_input_shape"] = tuple(self._stack[0].batch_shape)
        return config

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: dict[str, Any] | None = None) -> Any:
        """The model with these arguments, with new weights."""
        model = cls(name=config.get("name"))
        for layer in config["layers"]:
            model.add(deserialize_keras_object(layer, custom_objects))
        shape = config.get("build_input_shape")
        if model._network is None and model._stack and shape is not None and is_shape(shape):
            model.build(tuple(shape))
        if not config.get("trainable", True):
            model._trainable = False
        return model


def _shape_of_model(layer: Any) -> Any:
    """The shape of the only input of a model; None for others."""
    network = getattr(layer, "_network", None)
    if network is None or len(nest.flatten(network.inputs)) != 1:
        return None
    return tuple(network.flat_inputs[0].shape.as_list())
