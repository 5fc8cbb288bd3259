"""Activations as layers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from autograph.keras import activations
from autograph.keras.layers.input_spec import InputSpec
from autograph.keras.layers.layer import Layer
from autograph.keras.shapes import Shape
from runtime.ops.casts import cast
from runtime.ops.logic import logical_not
from runtime.ops.math import exp
from runtime.ops.nn import relu
from runtime.ops.reduction import reduce_logsumexp
from runtime.tensor import Tensor
from runtime.variables import Variable


class Activation(Layer):
    """Applies a function to its inputs.

    Args:
        activation: a name or function.
        **kwargs: see `Layer`.

    >>> Activation("relu")([-1.0, 2.0]).numpy().tolist()
    [0.0, 2.0]
    """

    activation: Any

    def __init__(self, activation: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._configure(activation=activation)
        self.supports_masking = True

    def call(self, inputs: Any) -> Any:
        """[...] → [...]."""
        return self.activation(inputs)


class ReLU(Layer):
    """max(x, 0), or what the arguments make of it (see `activations.relu`).

    Args:
        max_value: the largest result, not negative; None for no limit.
        negative_slope: the slope below the threshold, not negative.
        threshold: what counts as 0, not negative.
        **kwargs: see `Layer`.

    Raises:
        ValueError: an argument is negative.
    """

    max_value: float | None
    negative_slope: float
    threshold: float

    def __init__(
        self,
        max_value: float | None = None,
        negative_slope: float = 0.0,
        threshold: float = 0.0,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        for name, value in {"max_value": max_value, "negative_slope": negative_slope, "threshold": threshold}.items():
            if value is None and name == "max_value":
                continue
            if value is None or value < 0:
                raise ValueError(f"{name} of a ReLU layer cannot be a negative value, not {value}.")
        self._configure(max_value=max_value, negative_slope=negative_slope, threshold=threshold)
        self.supports_masking = True

    def call(self, inputs: Any) -> Tensor:
        """[...] → [...]."""
        return activations.relu(inputs, self.negative_slope, self.max_value, self.threshold)


class LeakyReLU(Layer):
    """x, and negative_slope · x where x is negative.

    Args:
        negative_slope: the slope below 0 (older programs call it `alpha`).
        **kwargs: see `Layer`.
    """

    negative_slope: float

    def __init__(self, negative_slope: float = 0.3, **kwargs: Any) -> None:
        slope = kwargs.pop("alpha", negative_slope)
        super().__init__(**kwargs)
        if slope is None or slope < 0:
            raise ValueError(f"The negative_slope value of a LeakyReLU layer cannot be None or negative, not {slope}.")
        self._configure(negative_slope=slope)
        self.supports_masking = True

    def call(self, inputs: Any) -> Tensor:
        """[...] → [...]."""
        return activations.leaky_relu(inputs, self.negative_slope)


class ELU(Layer):
    """x, and alpha · (exp(x) - 1) where x is negative.

    Args:
        alpha: the limit below 0.
        **kwargs: see `Layer`.
    """

    alpha: float

    def __init__(self, alpha: float = 1.0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._configure(alpha=alpha)
        self.supports_masking = True

    def call(self, inputs: Any) -> Tensor:
        """[...] → [...]."""
        return activations.elu(inputs, self.alpha)


class PReLU(Layer):
    """x, and alpha · x where x is negative, with a learned alpha for each place (He et al. 2015).

    Args:
        alpha_initializer: of the slopes.
        alpha_regularizer: a penalty on the slopes.
        alpha_constraint: what the slopes are held to.
        shared_axes: axes, counted from the batch on, along which the slope is the same.
        **kwargs: see `Layer`.
    """

    shared_axes: list[int] | None
    alpha: Variable

    def __init__(
        self,
        alpha_initializer: Any = "Zeros",
        alpha_regularizer: Any = None,
        alpha_constraint: Any = None,
        shared_axes: int | Sequence[int] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        axes = [shared_axes] if isinstance(shared_axes, int) else shared_axes
        self._configure(
            alpha_initializer=alpha_initializer,
            alpha_regularizer=alpha_regularizer,
            alpha_constraint=alpha_constraint,
            shared_axes=None if axes is None else list(axes),
        )
        self.supports_masking = True

    def build(self, input_shape: Shape) -> None:
        """Makes the slopes."""
        sizes = list(input_shape[1:])
        for axis in self.shared_axes or ():
            sizes[axis - 1] = 1
        self.alpha = self._weight("alpha", tuple(sizes))
        axes = {axis: size for axis, size in enumerate(input_shape) if axis and axis not in (self.shared_axes or ())}
        self.input_spec = InputSpec(ndim=len(input_shape), axes=axes)
        self.built = True

    def call(self, inputs: Any) -> Tensor:
        """[...] → [...]."""
        positive: Tensor = relu(inputs) - self.alpha * relu(-inputs)
        return positive


class Softmax(Layer):
    """exp(x), scaled to sum up to 1.

    Args:
        axis: along which, or several.
        **kwargs: see `Layer`.
    """

    axis: Any

    def __init__(self, axis: Any = -1, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._configure(axis=axis)
        self.supports_masking = True

    def call(self, inputs: Any, mask: Any = None) -> Tensor:
        """[...] → [...]; what the mask leaves out gets no share."""
        if mask is not None:
            inputs = inputs + cast(logical_not(cast(mask, "bool")), inputs.dtype) * -1e9
        if isinstance(self.axis, list | tuple):
            if len(self.axis) > 1:
                return exp(inputs - reduce_logsumexp(inputs, list(self.axis), keepdims=True))
            return activations.softmax(inputs, self.axis[0])
        return activations.softmax(inputs, self.axis)
