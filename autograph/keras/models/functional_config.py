"""Networks as dictionaries, and back: the form is Keras's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from autograph.keras.layers.input_layer import InputLayer
from autograph.keras.models.network import Network
from autograph.keras.serialization import deserialize_keras_object, serialize_keras_object
from autograph.keras.symbolic import Node, history, is_described
from runtime import nest
from runtime.tensor import Tensor


def config_of(model: Any, network: Network) -> dict[str, Any]:
    """The configuration of a network.

    Raises:
        ValueError: there are operations on tensors outside of layers.
    """
    stray = [step for step in network.steps if not isinstance(step, Node)]
    if stray:
        raise ValueError(
            f"The model {model.name!r} cannot be saved: it holds the operation {stray[0].type} on tensors outside of a "
            f"layer. Put it into a Lambda layer, or a layer of your own."
        )
    numbers = _call_numbers(network)

    def place(tensor: Tensor) -> list[Any]:
        """Where a tensor comes from: the name of its layer, the number of the call, and of the output."""
        origin = history(tensor)
        if origin is None:
            raise ValueError(f"{tensor!r} does not come from a layer.")
        return [origin.node.layer.name, numbers[id(origin.node)], origin.index]

    return {
        "name": model.name,
        "trainable": model.trainable,
        "layers": [_layer_config(layer, network, place) for layer in network.layers],
        "input_layers": nest.map_structure(place, network.inputs),
        "output_layers": nest.map_structure(place, network.outputs),
    }


def _call_numbers(network: Network) -> dict[int, int]:
    """For each call in the network, its number among those of its layer; a network inside counts from 1."""
    numbers: dict[int, int] = {}
    nodes = {id(node) for node in network.nodes}
    nodes |= {id(origin.node) for tensor in network.flat_inputs if (origin := history(tensor)) is not None}
    for layer in network.layers:
        known = [node for node in layer._inbound_nodes if id(node) in nodes]
        for number, node in enumerate(known, start=_first_number(layer)):
            numbers[id(node)] = number
    return numbers


def _first_number(layer: Any) -> int:
    return int(getattr(layer, "_network", None) is not None)


def _layer_config(layer: Any, network: Network, place: Callable[[Tensor], list[Any]]) -> dict[str, Any]:
    config: dict[str, Any] = serialize_keras_object(layer)
    config["name"] = layer.name
    inside = {id(node) for node in network.nodes}
    config["inbound_nodes"] = [
        {"args": _written(node.args, place), "kwargs": _written(node.kwargs, place)}
        for node in layer._inbound_nodes
        if id(node) in inside
    ]
    return config


def _written(arguments: Any, place: Callable[[Tensor], list[Any]]) -> Any:
    """The arguments of a call, with places for described tensors."""

    def leaf(value: Any) -> Any:
        """A value as JSON; a tensor as the place that it comes from."""
        if not is_described(value):
            return serialize_keras_object(value)
        known = {"shape": value.shape.as_list(), "dtype": value.dtype.name, "keras_history": place(value)}
        return {"class_name": "__keras_tensor__", "config": known}

    return nest.map_structure(leaf, arguments)


class _Layers(dict[str, Any]):
    """Layers by name.

    Attributes:
        results: node of a call → what stands for its outputs, where that is something else.
    """

    def __init__(self, items: Mapping[str, Any]) -> None:
        super().__init__(items)
        self.results: dict[Node, list[Any]] = {}


def model_from(cls: Any, config: Mapping[str, Any], custom_objects: dict[str, Any] | None = None) -> Any:
    """A model of the class with the network of a configuration."""
    layers = _Layers({})
    for item in config["layers"]:
        form = {name: value for name, value in item.items() if name not in ("inbound_nodes", "name")}
        layer = deserialize_keras_object(form, custom_objects)
        layers[item.get("name", layer.name)] = layer
    return _connected(cls, config, layers)


def rebuilt(model: Any, make: Callable[[Any], Any], inputs: Any = None, call: Callable[..., Any] | None = None) -> Any:
    """A model with the same network of other layers.

    Args:
        model: the model.
        make: gives the layer to take for a layer; those of inputs are made anew.
        inputs: `Input`s in the structure of the model's, to take instead of new ones.
        call: calls a layer: takes it and the arguments.

    Raises:
        ValueError: the inputs are others in number, or no `Input`s.
    """
    config = config_of(model, model._network)
    made = {layer.name: _like(layer) if isinstance(layer, InputLayer) else make(layer) for layer in model.layers}
    layers = _Layers(made)
    if inputs is not None:
        layers.update(_given_inputs(model, nest.flatten(inputs)))
    return _connected(type(model), config, layers, call or _called)


def _like(layer: Any) -> Any:
    return type(layer).from_config(layer.get_config())


def _called(layer: Any, *args: Any, **kwargs: Any) -> Any:
    return layer(*args, **kwargs)


def _given_inputs(model: Any, tensors: list[Any]) -> dict[str, Any]:
    """The layers of `Input`s that are given, by the names of the layers in whose places they are."""
    places = model._network.flat_inputs
    origins = [history(tensor) for tensor in tensors]
    if len(tensors) != len(places) or not all(o is not None and isinstance(o.node.layer, InputLayer) for o in origins):
        raise ValueError(f"`input_tensors` must be {len(places)} Inputs, for those of {model.name!r}, not {tensors}.")
    old = [history(place) for place in places]
    return {then.node.layer.name: now.node.layer for then, now in zip(old, origins, strict=True) if then and now}


def _connected(cls: Any, config: Mapping[str, Any], layers: _Layers, call: Callable[..., Any] = _called) -> Any:
    """A model of these layers, by name, called as the configuration says."""
    calls = [(layers[item["name"]], node) for item in config["layers"] for node in item["inbound_nodes"]]
    _make_calls(layers, calls, call)
    inputs = _read_places(config["input_layers"], layers)
    outputs = _read_places(config["output_layers"], layers)
    return cls(inputs=inputs, outputs=outputs, name=config.get("name"), trainable=config.get("trainable", True))


def _make_calls(layers: _Layers, calls: list[tuple[Any, Any]], call: Callable[..., Any]) -> None:
    """Calls the layers as the configuration says, those whose inputs are there first."""
    while calls:
        waiting = []
        for layer, node in calls:
            if all(_is_made(place, layers) for place in _places_in(node)):
                args, kwargs = _read((node["args"], node["kwargs"]), layers)
                result = nest.flatten(call(layer, *args, **kwargs))
                layers.results[layer._inbound_nodes[-1]] = result
            else:
                waiting.append((layer, node))
        if len(waiting) == len(calls):
            raise ValueError(f"The layers {sorted({layer.name for layer, _ in waiting})} wait for each other.")
        calls = waiting


def _places_in(value: Any) -> list[Any]:
    if isinstance(value, Mapping):
        if value.get("class_name") == "__keras_tensor__":
            return [value["config"]["keras_history"]]
        return [place for item in value.values() for place in _places_in(item)]
    return [place for item in value for place in _places_in(item)] if isinstance(value, list | tuple) else []


def _is_made(place: Any, layers: _Layers) -> bool:
    layer = layers[place[0]]
    return int(place[1]) - _first_number(layer) < len(layer._inbound_nodes)


def _tensor_at(place: Any, layers: _Layers) -> Tensor:
    layer = layers[place[0]]
    node: Node = layer._inbound_nodes[int(place[1]) - _first_number(layer)]
    return layers.results.get(node, node.flat_outputs)[int(place[2])]  # type: ignore[no-any-return]


def _read(value: Any, layers: _Layers) -> Any:
    """Arguments of a call, with the tensors that places name."""
    if isinstance(value, Mapping):
        if value.get("class_name") == "__keras_tensor__":
            return _tensor_at(value["config"]["keras_history"], layers)
        if "class_name" in value:
            return deserialize_keras_object(value)
        return {name: _read(item, layers) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_read(item, layers) for item in value]
    return value


def _read_places(value: Any, layers: _Layers) -> Any:
    if isinstance(value, list | tuple) and len(value) == 3 and isinstance(value[0], str):
        return _tensor_at(value, layers)
    if isinstance(value, Mapping):
        return {name: _read_places(item, layers) for name, item in value.items()}
    return [_read_places(item, layers) for item in value]
