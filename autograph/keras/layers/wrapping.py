"""Layers around functions and other layers, and those that only mark steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from autograph.keras.calling import as_called
from autograph.keras.layers.layer import Layer, deserialized
from autograph.keras.serialization import serialize_keras_object
from autograph.keras.shapes import Shape
from autograph.keras.tensors import set_mask
from runtime.ops.array import expand_dims, identity
from runtime.ops.casts import cast
from runtime.ops.logic import not_equal
from runtime.ops.reduction import reduce_any


class Identity(Layer):
    """Gives its inputs on."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.supports_masking = True

    def call(self, inputs: Any) -> Any:
        """[...] → [...]."""
        return inputs


class Lambda(Layer):
    """A function as a layer. It may branch and loop on tensors; its own variables are not tracked.

    Args:
        function: takes the inputs, and `mask` and `training` if it has such arguments.
        output_shape: without the batch, or a function of the shape of inputs; found by a trace if None.
        mask: a function of inputs and their mask that gives the mask of outputs, or that mask.
        arguments: further keyword arguments of the function.
        **kwargs: see `Layer`.

    >>> Lambda(lambda x: x * 2)([1.0, 2.0]).numpy().tolist()
    [2.0, 4.0]
    """

    arguments: dict[str, Any]

    def __init__(
        self,
        function: Callable[..., Any],
        output_shape: Any = None,
        mask: Any = None,
        arguments: Mapping[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.function = function
        self._output_shape = output_shape
        self.mask = mask
        self._configure(arguments=dict(arguments or {}))
        self.supports_masking = mask is not None
        self._makes_masks = callable(mask)

    def call(self, inputs: Any, mask: Any = None, training: Any = None) -> Any:
        """What the function gives."""
        import inspect

        parameters = inspect.signature(self.function).parameters
        extra = {"mask": mask, "training": training}
        given = {name: value for name, value in extra.items() if name in parameters}
        return as_called(self.function)(inputs, **self.arguments, **given)

    def compute_mask(self, inputs: Any, previous_mask: Any) -> Any:
        """What `mask` says."""
        return self.mask(inputs, previous_mask) if callable(self.mask) else self.mask

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal layer with.

        Raises:
            TypeError: the function is a Python lambda, which has no name to be found by.
        """
        return {**super().get_config(), "function": serialize_keras_object(self.function)}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Any:
        """The layer with these arguments."""
        return super().from_config({**config, "function": deserialized(config["function"])})


class Masking(Layer):
    """Marks steps of which all features have a value as not counting.

    Args:
        mask_value: the value.
        **kwargs: see `Layer`.
    """

    mask_value: float
    _makes_masks = True

    def __init__(self, mask_value: float = 0.0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._configure(mask_value=mask_value)
        self.supports_masking = True

    def compute_mask(self, inputs: Any, previous_mask: Any = None) -> Any:
        """True where some feature has another value."""
        return reduce_any(not_equal(inputs, cast(self.mask_value, inputs.dtype)), -1)

    def call(self, inputs: Any) -> Any:
        """[batch, steps, features] → [batch, steps, features], with zeros where steps do not count."""
        mask = self.compute_mask(inputs)
        outputs = identity(inputs * cast(expand_dims(mask, -1), inputs.dtype))
        set_mask(outputs, mask)
        return outputs


class Wrapper(Layer):
    """A base class of layers around another one.

    Args:
        layer: the layer inside.
        **kwargs: see `Layer`.
    """

    def __init__(self, layer: Any, **kwargs: Any) -> None:
        if not isinstance(layer, Layer):
            raise TypeError(f"Layer {layer!r} supplied to {type(self).__name__} isn't a supported layer type.")
        super().__init__(**kwargs)
        self.layer = layer

    def build(self, input_shape: Any) -> None:
        """Makes the weights of the layer inside."""
        if not self.layer.built:
            self.layer._build_with(input_shape, {})
        self.built = True

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal layer with."""
        return {**super().get_config(), "layer": serialize_keras_object(self.layer)}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Any:
        """The layer with these arguments."""
        return super().from_config({**config, "layer": deserialized(config["layer"])})


class Rescaling(Layer):
    """inputs · scale + offset.

    Args:
        scale: a number, or one for each channel.
        offset: likewise.
        **kwargs: see `Layer`.
    """

    scale: Any
    offset: Any

    def __init__(self, scale: Any, offset: Any = 0.0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._configure(scale=scale, offset=offset)
        self.supports_masking = True

    def call(self, inputs: Any) -> Any:
        """[...] → [...], of a floating dtype."""
        x = cast(inputs, self.compute_dtype)
        return x * cast(self.scale, self.compute_dtype) + cast(self.offset, self.compute_dtype)

    def compute_output_shape(self, input_shape: Any) -> Shape:
        """The shape of outputs."""
        return Shape(input_shape)
