"""Layers around recurrent and other layers: both directions, and each step alone."""

from __future__ import annotations

from typing import Any

from autograph.keras.layers.layer import Layer, deserialized
from autograph.keras.layers.wrapping import Wrapper
from autograph.keras.serialization import deserialize_keras_object, serialize_keras_object
from autograph.keras.shapes import Shape
from runtime import nest
from runtime.ops.array import reshape
from runtime.ops.array import shape as shape_tensor
from runtime.ops.joining import concat
from runtime.ops.layout import reverse
from runtime.tensor import Tensor

_MERGES = ("sum", "mul", "ave", "concat", None)


class Bidirectional(Layer):
    """Two copies of a recurrent layer, one of which takes the steps backwards.

    Args:
        layer: the recurrent layer.
        merge_mode: what becomes of the two outputs: "concat", "sum", "mul", "ave", or None for a list.
        weights: accepted for older programs and without effect.
        backward_layer: what takes the steps backwards, by default a copy of `layer`.
        **kwargs: see `Layer`.

    Raises:
        ValueError: the layers do not go together, or the merge mode is unknown.

    >>> import numpy as np
    >>> from autograph.keras.layers.rnn.kinds import GRU
    >>> Bidirectional(GRU(3))(np.ones((2, 5, 4), np.float32)).shape
    TensorShape([2, 6])
    """

    merge_mode: str | None

    def __init__(
        self,
        layer: Any,
        merge_mode: str | None = "concat",
        weights: Any = None,
        backward_layer: Any = None,
        **kwargs: Any,
    ) -> None:
        if not (isinstance(layer, Layer) and hasattr(layer, "return_sequences")):
            raise ValueError(f"Please initialize `Bidirectional` with a recurrent layer, not with {layer!r}.")
        if merge_mode not in _MERGES:
            raise ValueError(f"Invalid merge mode: {merge_mode!r}. It is one of {_MERGES}.")
        super().__init__(**kwargs)
        self._configure(merge_mode=merge_mode)
        recurrent: Any = layer
        self.forward_layer: Any = _copy(layer, "forward")
        self.backward_layer: Any = backward_layer or _copy(layer, "backward", go_backwards=not recurrent.go_backwards)
        self._check_layers()
        for inner in (self.forward_layer, self.backward_layer):
            inner.zero_output_for_mask = inner.return_sequences
        self.return_sequences: bool = recurrent.return_sequences
        self.return_state: bool = recurrent.return_state
        self.supports_masking = True

    def _check_layers(self) -> None:
        forward, backward = self.forward_layer, self.backward_layer
        if forward.go_backwards == backward.go_backwards:
            raise ValueError("Forward layer and backward layer should have different `go_backwards` value.")
        for name in ("stateful", "return_sequences", "return_state"):
            if getattr(forward, name) != getattr(backward, name):
                raise ValueError(
                    f"Forward layer and backward layer are expected to have the same value for attribute {name!r}, got "
                    f"{getattr(forward, name)!r} and {getattr(backward, name)!r}."
                )

    def build(self, sequences_shape: Shape, initial_state_shape: Any = None) -> None:
        """Makes the weights of both layers."""
        for layer in (self.forward_layer, self.backward_layer):
            if not layer.built:
                layer._build_with(sequences_shape, {"sequences": sequences_shape})
        self.built = True

    def call(self, sequences: Any, initial_state: Any = None, mask: Any = None, training: Any = None) -> Any:
        """[batch, steps, features] → what the two layers give, merged."""
        halves: Any = (None, None)
        if initial_state is not None:
            middle = len(initial_state) // 2
            halves = (initial_state[:middle], initial_state[middle:])
        results = [
            layer(sequences, initial_state=state, mask=mask, training=training)
            for layer, state in zip((self.forward_layer, self.backward_layer), halves, strict=True)
        ]
        forward, backward = [result[0] if self.return_state else result for result in results]
        if self.return_sequences:
            backward = reverse(backward, [1])
        merged = self._merged(forward, backward)
        if not self.return_state:
            return merged
        states = [*results[0][1:], *results[1][1:]]
        return [*(merged if self.merge_mode is None else [merged]), *states]

    def _merged(self, forward: Tensor, backward: Tensor) -> Any:
        if self.merge_mode == "concat":
            return concat([forward, backward], -1)
        if self.merge_mode == "mul":
            return forward * backward
        if self.merge_mode is None:
            return [forward, backward]
        return forward + backward if self.merge_mode == "sum" else (forward + backward) / 2.0

    def compute_mask(self, inputs: Any, previous_mask: Any) -> Any:
        """The mask of the inputs if all outputs are given, None otherwise."""
        mask = nest.flatten(previous_mask)[0] if self.return_sequences else None
        outputs = 2 if self.merge_mode is None else 1
        states = len(nest.flatten(self.forward_layer.state_size)) * 2 if self.return_state else 0
        masks = [mask] * outputs + [None] * states
        return masks if len(masks) > 1 else mask

    def reset_state(self) -> None:
        """Sets the states of stateful layers to zeros."""
        self.forward_layer.reset_state()
        self.backward_layer.reset_state()

    reset_states = reset_state

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal layer with."""
        layers = {"layer": self.forward_layer, "backward_layer": self.backward_layer}
        return {**super().get_config(), **{name: serialize_keras_object(layer) for name, layer in layers.items()}}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Any:
        """The layer with these arguments."""
        layers = {name: deserialized(config.get(name)) for name in ("layer", "backward_layer")}
        return super().from_config({**config, **layers})


def _copy(layer: Any, direction: str, **changes: Any) -> Any:
    """An equal layer, named after its direction."""
    form = serialize_keras_object(layer)
    name = layer.name.removeprefix(f"{direction}_")
    form["config"] = {**form["config"], "name": f"{direction}_{name}", **changes}
    return deserialize_keras_object(form, {type(layer).__name__: type(layer)})


class TimeDistributed(Wrapper):
    """Applies a layer to each step: [batch, steps, ...] → [batch, steps, ...].

    Args:
        layer: the layer.
        **kwargs: see `Layer`.
    """

    def __init__(self, layer: Any, **kwargs: Any) -> None:
        super().__init__(layer, **kwargs)
        self.supports_masking = True

    def build(self, input_shape: Shape) -> None:
        """Makes the weights of the layer."""
        super().build(Shape((input_shape[0], *input_shape[2:])))

    def call(self, inputs: Any, training: Any = None, mask: Any = None) -> Any:
        """All steps of all examples at once, as one batch."""
        sizes, known = shape_tensor(inputs), inputs.shape
        rest = [sizes[axis] if size is None else size for axis, size in enumerate(known[2:], start=2)]
        flat = reshape(inputs, [-1, *rest])
        flat.set_shape([None, *known[2:]])
        outputs = self.layer(flat, training=training)
        return nest.map_structure(lambda output: _unfolded(output, sizes, known), outputs)

    def compute_output_shape(self, input_shape: Any) -> Shape:
        """The shape of outputs."""
        inner = self.layer.compute_output_shape(Shape((input_shape[0], *input_shape[2:])))
        return Shape((input_shape[0], input_shape[1], *inner[1:]))


def _unfolded(output: Tensor, sizes: Tensor, known: Any) -> Tensor:
    """Outputs of all steps of all examples, with both axes again."""
    inner = shape_tensor(output)
    rest = [inner[axis] if size is None else size for axis, size in enumerate(output.shape[1:], start=1)]
    result = reshape(output, [sizes[0], sizes[1], *rest])
    result.set_shape([known[0], known[1], *output.shape[1:]])
    return result
