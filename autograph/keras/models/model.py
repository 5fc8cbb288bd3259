"""Model: a layer that can be trained, saved and looked at."""

from __future__ import annotations

import inspect
import json
from collections.abc import Mapping, Sequence
from typing import Any

from autograph.keras.layers.call_context import current_call
from autograph.keras.layers.input_spec import InputSpec
from autograph.keras.layers.layer import Layer
from autograph.keras.models import functional_config
from autograph.keras.models.network import Network, input_name
from autograph.keras.models.summary import summary_text
from autograph.keras.models.weights_files import WeightsFiles
from autograph.keras.naming import auto_name
from autograph.keras.serialization import deserialize_keras_object, serialize_keras_object
from autograph.keras.shapes import Shape, is_shape, map_shapes
from autograph.keras.training.trainer import Trainer
from runtime import nest
from runtime.tensor import Tensor
from runtime.tensor_spec import TensorSpec


class Model(Trainer, WeightsFiles):
    """Layers together: a network between `Input`s and outputs, or a subclass with a `call` of its own.

    Args:
        *args: for a network its inputs and outputs: tensors that come from `Input`, or structures of them.
        **kwargs: `inputs`, `outputs`, and what `Layer` takes.

    >>> from autograph.keras.layers import Dense, Input
    >>> x = Input((3,))
    >>> model = Model(x, Dense(2)(x))
    >>> import numpy as np
    >>> model.predict(np.ones((4, 3)), verbose=0).shape
    (4, 2)
    """

    _SKIPPED = Trainer._SKIPPED | {"_network", "_inbound_nodes"}
    _network: Network | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        names = ("inputs", "outputs", "name")
        given = {**dict(zip(names, args, strict=False)), **kwargs}
        inputs, outputs = given.pop("inputs", None), given.pop("outputs", None)
        if outputs is not None and type(self) is Model and given.get("name") is None:
            given["name"] = auto_name("Functional")
        super().__init__(**given)
        self._set_up_training()
        if inputs is not None or outputs is not None:
            self._set_network(Network(inputs, outputs))

    def _set_network(self, network: Network) -> None:
        self._network = network
        self._network_layers = network.layers
        self._network_variables = [
            handle.variable()
            for step in network.steps
            if not hasattr(step, "layer")
            for handle in [getattr(step.outputs[0], "eager_handle", None) if step.outputs else None]
            if handle is not None and handle.variable is not None
        ]
        self.supports_masking = True
        self._autocasts = False
        self.built = True

    # ------------------------------------------------------------------------------------------ what it is

    @property
    def layers(self) -> list[Layer]:
        """The layers directly inside; of a network in order from inputs to outputs."""
        if self._network is not None:
            return list(self._network.layers)
        return [layer for layer in self._inner() if isinstance(layer, Layer)]

    def get_layer(self, name: str | None = None, index: int | None = None) -> Layer:
        """A layer by its name or its place.

        Raises:
            ValueError: there is no such layer.
        """
        if index is not None:
            if index >= len(self.layers):
                raise ValueError(f"Was asked for layer {index}, but the model has only {len(self.layers)} layers.")
            return self.layers[index]
        for layer in self.layers:
            if layer.name == name:
                return layer
        names = [layer.name for layer in self.layers]
        raise ValueError(f"No such layer: {name!r}. Existing layers are: {names}.")

    @property
    def inputs(self) -> list[Tensor] | None:
        """The described tensors of the inputs; None if it is no network."""
        return None if self._network is None else self._network.flat_inputs

    @property
    def outputs(self) -> list[Tensor] | None:
        """The described tensors of the outputs; None if it is no network."""
        return None if self._network is None else self._network.flat_outputs

    @property
    def input(self) -> Any:
        """The inputs of a network, in their structure."""
        return self._known_network().inputs

    @property
    def output(self) -> Any:
        """The outputs of a network, in their structure."""
        return self._known_network().outputs

    @property
    def input_shape(self) -> Any:
        """The shapes of the inputs of a network."""
        return nest.map_structure(lambda tensor: Shape(tensor.shape.as_list()), self._known_network().inputs)

    @property
    def output_shape(self) -> Any:
        """The shapes of the outputs of a network."""
        return nest.map_structure(lambda tensor: Shape(tensor.shape.as_list()), self._known_network().outputs)

    @property
    def output_names(self) -> list[str]:
        """The names of the outputs: those of the layers that make them."""
        return [] if self._network is None else [input_name(tensor) for tensor in self._network.flat_outputs]

    def _known_network(self) -> Network:
        if self._network is None:
            raise AttributeError(
                f"The model {self.name!r} is no network between `Input`s: it has no inputs or outputs."
            )
        return self._network

    @property
    def input_spec(self) -> Any:
        """What a network demands of its inputs."""
        if self._network is None:
            return vars(self).get("_input_spec")
        specs = []
        for tensor in self._network.flat_inputs:
            sizes = tensor.shape.as_list()
            spec = InputSpec(
                shape=(None, *sizes[1:]), allow_last_axis_squeeze=True, name=input_name(tensor)
            ) if sizes else None  # fmt: skip
            specs.append(spec)
        return specs

    @input_spec.setter
    def input_spec(self, value: Any) -> None:
        """Replaces what inputs are checked against."""
        self._input_spec = value

    # ------------------------------------------------------------------------------------------ calling

    def call(self, inputs: Any, training: Any = None, mask: Any = None) -> Any:
        """The outputs of a network; to be defined by subclasses that are none."""
        if self._network is None:
            raise NotImplementedError(
                f"Model {type(self).__name__} does not have a `call()` method implemented, and is no network of "
                f"`inputs` and `outputs`."
            )
        return self._network.run(inputs)

    def compute_mask(self, inputs: Any, previous_mask: Any) -> Any:
        """The masks of outputs of a network come with them."""
        return None if self._network is not None else previous_mask

    def build(self, input_shape: Any = None) -> None:
        """Makes the weights of a subclass, for inputs of that shape.

        Args:
            input_shape: with the batch; for several inputs, a structure of shapes.
        """
        if self.built or input_shape is None or builds_in_call(self):
            self.built = True
            return
        if type(self).call is Model.call:
            self.built = True
            return
        specs = map_shapes(lambda shape: TensorSpec(shape, self.compute_dtype), input_shape)
        self.built = True
        self.compute_output_spec(specs)
        self._built_for = Shape(input_shape) if is_shape(input_shape) else None

    def build_from_config(self, config: Mapping[str, Any]) -> None:
        """Makes the weights again that `get_build_config` told of; a subclass whose `call` refuses that waits."""
        shape = config.get("input_shape")
        if shape is None or self.built or type(self).build is not Model.build:
            super().build_from_config(config)
            return
        try:
            self.build(map_shapes(Shape, shape))
        except Exception:  # `call` may want other dtypes, or several inputs: then the first call makes the weights.
            self.built = False

    def _trackable_children(self) -> dict[str, Any]:
        """The layers of a network by their places: "layer-1", and "layer_with_weights-0" where a layer has some."""
        own = super()._trackable_children()
        if self._network is None:
            return own
        layers = self._network.layers
        by_weights = [layer for layer in layers if layer.weights]
        numbered = {f"layer_with_weights-{number}": layer for number, layer in enumerate(by_weights)}
        numbered |= {f"layer-{number}": layer for number, layer in enumerate(layers)}
        return numbered | {name: item for name, item in own.items() if name not in ("_network_layers", "_stack")}

    # ------------------------------------------------------------------------------------------ looking

    def summary(
        self,
        line_length: int | None = None,
        positions: Sequence[float] | None = None,
        print_fn: Any = None,
        expand_nested: bool = False,
        show_trainable: bool = False,
        layer_range: tuple[str, str] | None = None,
    ) -> None:
        """Prints a table of the layers, the shapes of their outputs and the numbers of their weights.

        Args:
            line_length: of the table.
            positions: accepted and without effect.
            print_fn: what to print with, by default `print`.
            expand_nested: whether the layers of models inside are listed, too.
            show_trainable: whether to say which layers are trained.
            layer_range: the names of the first and last layer to list.
        """
        write = print if print_fn is None else print_fn
        write(summary_text(self, line_length, expand_nested, show_trainable, layer_range))

    # ------------------------------------------------------------------------------------------ configuration

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal model with.

        Raises:
            NotImplementedError: a subclass that does not define it has arguments of its own.
        """
        if self._network is not None and _takes_network(type(self)):
            return functional_config.config_of(self, self._network)
        return super().get_config()

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: dict[str, Any] | None = None) -> Any:
        """The model with these arguments."""
        if "layers" in config and "input_layers" in config and _takes_network(cls):
            return functional_config.model_from(cls, config, custom_objects)
        return super().from_config(config)

    def __reduce__(self) -> tuple[Any, ...]:
        from autograph.keras.models.copies import restored, state_of

        return restored, (state_of(self),)

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        make, state = self.__reduce__()
        memo[id(self)] = copied = make(*state)
        return copied

    def to_json(self, **kwargs: Any) -> str:
        """The architecture as text, for `model_from_json`."""
        return json.dumps(serialize_keras_object(self), **kwargs)


def _takes_network(cls: type) -> bool:
    """Whether the class is made of inputs and outputs, as `Model` itself is."""
    parameters = list(inspect.signature(cls.__init__).parameters.values())[1:]  # type: ignore[misc]
    return (
        cls is Model
        or any(p.kind is p.VAR_POSITIONAL for p in parameters)
        or ([p.name for p in parameters[:2]] == ["inputs", "outputs"])
    )


def builds_in_call(model: Model) -> bool:
    """Whether the weights are being made because the model is called already."""
    call = current_call()
    while call is not None:
        if call.layer is model:
            return True
        call = call.outer
    return False


def model_from_json(json_string: str, custom_objects: dict[str, Any] | None = None) -> Any:
    """The model that `to_json` wrote, with new weights."""
    return deserialize_keras_object(json.loads(json_string), custom_objects)
