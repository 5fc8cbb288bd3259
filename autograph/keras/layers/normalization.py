"""Layers that bring activations to mean 0 and variance 1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from autograph.keras.backend import epsilon as small
from autograph.keras.calling import staged
from autograph.keras.layers.constructors import options_of
from autograph.keras.layers.input_spec import InputSpec
from autograph.keras.layers.layer import Layer
from autograph.keras.shapes import Shape
from runtime.ops.array import expand_dims, reshape
from runtime.ops.array import shape as shape_of
from runtime.ops.casts import cast
from runtime.ops.math import rsqrt, square
from runtime.ops.normalization import moments
from runtime.ops.norms import l2_normalize
from runtime.ops.reduction import reduce_mean, reduce_sum
from runtime.tensor import Tensor
from runtime.variables import Variable


class _Scaling(Layer):
    """A base class of layers with a scale gamma and an offset beta."""

    epsilon: float
    center: bool
    scale: bool
    gamma: Variable | None = None
    beta: Variable | None = None

    def _configure_scaling(self, options: dict[str, Any]) -> None:
        self._configure_from(options, "epsilon", "center", "scale", *options_of("beta", "gamma"))
        self.supports_masking = True

    def _wide(self, inputs: Tensor) -> Tensor:
        """Inputs of 16 bits as float32: means and squares would be too coarse."""
        return cast(inputs, "float32") if inputs.dtype.size == 2 else inputs

    def _build_scaling(self, shape: tuple[Any, ...]) -> None:
        self.gamma = self._weight("gamma", shape, autocast=False) if self.scale else None
        self.beta = self._weight("beta", shape, autocast=False) if self.center else None

    def _normalized(self, x: Tensor, mean: Any, variance: Any, shape: list[int] | None = None) -> Tensor:
        """(x - mean) / sqrt(variance + epsilon) · gamma + beta.

        Args:
            x: a tensor.
            mean: what broadcasts to it.
            variance: likewise.
            shape: of gamma and beta, where their own does not broadcast.
        """
        factor = rsqrt(variance + self.epsilon)
        if self.gamma is not None:
            gamma = cast(self.gamma, x.dtype)
            factor = factor * (gamma if shape is None else reshape(gamma, shape))
        offset = -mean * factor
        if self.beta is not None:
            beta = cast(self.beta, x.dtype)
            offset = offset + (beta if shape is None else reshape(beta, shape))
        return cast(x * factor + offset, self.compute_dtype)


class BatchNormalization(_Scaling):
    """Normalizes each channel over the batch while it trains, by moving averages otherwise (Ioffe and Szegedy 2015).

    Args:
        axis: of the channels.
        momentum: how much of the moving averages stays in a step.
        epsilon: keeps divisions finite.
        center: whether to add a learned offset.
        scale: whether to multiply by a learned scale.
        beta_initializer: of the offset.
        gamma_initializer: of the scale.
        moving_mean_initializer: of the average mean.
        moving_variance_initializer: of the average variance.
        beta_regularizer: a penalty on the offset.
        gamma_regularizer: a penalty on the scale.
        beta_constraint: what the offset is held to.
        gamma_constraint: what the scale is held to.
        synchronized: accepted and without effect: there is one device.
        **kwargs: see `Layer`.

    >>> layer = BatchNormalization(epsilon=0.0)
    >>> layer([[1.0], [3.0]], training=True).numpy().tolist()
    [[-1.0], [1.0]]
    """

    axis: int
    momentum: float
    moving_mean: Variable
    moving_variance: Variable
    moving_mean_initializer: Any
    moving_variance_initializer: Any

    def __init__(
        self,
        axis: Any = -1,
        momentum: float = 0.99,
        epsilon: float = 1e-3,
        center: bool = True,
        scale: bool = True,
        beta_initializer: Any = "zeros",
        gamma_initializer: Any = "ones",
        moving_mean_initializer: Any = "zeros",
        moving_variance_initializer: Any = "ones",
        beta_regularizer: Any = None,
        gamma_regularizer: Any = None,
        beta_constraint: Any = None,
        gamma_constraint: Any = None,
        synchronized: bool = False,
        **kwargs: Any,
    ) -> None:
        options = dict(locals())
        super().__init__(**kwargs)
        self._configure_scaling(options)
        axis = axis[0] if isinstance(axis, list | tuple) else axis
        self._configure(axis=axis, momentum=momentum, synchronized=synchronized)
        self._configure(
            moving_mean_initializer=moving_mean_initializer, moving_variance_initializer=moving_variance_initializer
        )

    def build(self, input_shape: Shape) -> None:
        """Makes scale, offset and averages, of the size of the axis."""
        size = input_shape[self.axis]
        self._build_scaling((size,))
        averages = {
            name: self.add_weight(
                name=name,
                shape=(size,),
                initializer=getattr(self, f"{name}_initializer"),
                trainable=False,
                autocast=False,
            )
            for name in ("moving_mean", "moving_variance")
        }
        self.moving_mean, self.moving_variance = averages["moving_mean"], averages["moving_variance"]
        self.input_spec = InputSpec(ndim=len(input_shape), axes={self.axis: size})
        self.built = True

    @staged
    def call(self, inputs: Any, training: Any = None, mask: Any = None) -> Tensor:
        """[...] → [...]."""
        inputs = self._wide(inputs)
        if training and self.trainable:
            mean, variance = self._moments(inputs, mask)
            self._move(self.moving_mean, mean)
            self._move(self.moving_variance, variance)
        else:
            mean, variance = (cast(average, inputs.dtype) for average in (self.moving_mean, self.moving_variance))
        shape = self._broadcast_shape(inputs)
        if shape is not None:
            mean, variance = reshape(mean, shape), reshape(variance, shape)
        return self._normalized(inputs, mean, variance, shape)

    def _broadcast_shape(self, inputs: Tensor) -> list[int] | None:
        """The shape in which channels broadcast, unless they are last."""
        rank = inputs.shape.rank or 0
        if self.axis in (-1, rank - 1):
            return None
        sizes = [1] * rank
        sizes[self.axis] = -1
        return sizes

    def _move(self, average: Variable, value: Any) -> None:
        average.assign(average * self.momentum + cast(value, average.dtype) * (1.0 - self.momentum), read_value=False)

    def _moments(self, inputs: Tensor, mask: Any) -> tuple[Tensor, Tensor]:
        axes = [axis for axis in range(inputs.shape.rank or 0) if axis != self.axis % (inputs.shape.rank or 1)]
        if mask is None:
            return moments(inputs, axes)
        weights = cast(expand_dims(cast(mask, "bool"), -1), inputs.dtype) + inputs * 0.0
        total = reduce_sum(weights, axes) + small()
        mean = reduce_sum(inputs * weights, axes) / total
        return mean, reduce_sum(square(inputs - mean) * weights, axes) / total


class LayerNormalization(_Scaling):
    """Normalizes each example over some axes (Ba et al. 2016).

    Args:
        axis: an axis, or several.
        epsilon: keeps divisions finite.
        center: whether to add a learned offset.
        scale: whether to multiply by a learned scale.
        beta_initializer: of the offset.
        gamma_initializer: of the scale.
        beta_regularizer: a penalty on the offset.
        gamma_regularizer: a penalty on the scale.
        beta_constraint: what the offset is held to.
        gamma_constraint: what the scale is held to.
        **kwargs: see `Layer`.

    >>> LayerNormalization(epsilon=0.0)([[1.0, 3.0]]).numpy().tolist()
    [[-1.0, 1.0]]
    """

    axis: Any

    def __init__(
        self,
        axis: int | Sequence[int] = -1,
        epsilon: float = 1e-3,
        center: bool = True,
        scale: bool = True,
        beta_initializer: Any = "zeros",
        gamma_initializer: Any = "ones",
        beta_regularizer: Any = None,
        gamma_regularizer: Any = None,
        beta_constraint: Any = None,
        gamma_constraint: Any = None,
        **kwargs: Any,
    ) -> None:
        options = dict(locals())
        super().__init__(**kwargs)
        self._configure_scaling(options)
        self._configure(axis=axis if isinstance(axis, int) else list(axis))

    def build(self, input_shape: Shape) -> None:
        """Makes scale and offset, of the sizes of the axes."""
        rank = len(input_shape)
        given = [self.axis] if isinstance(self.axis, int) else sorted(self.axis)
        self._axes = sorted(axis % rank for axis in given)
        self._build_scaling(tuple(input_shape[axis] for axis in given))  # In Keras negative axes come first, too.
        self._sizes_of_weights = [size if axis in self._axes else 1 for axis, size in enumerate(input_shape)]
        self.built = True

    def call(self, inputs: Any) -> Tensor:
        """[...] → [...]."""
        inputs = self._wide(inputs)
        mean, variance = moments(inputs, self._axes, keepdims=True)
        is_last = self._axes == [len(self._sizes_of_weights) - 1]
        return self._normalized(inputs, mean, variance, None if is_last else self._sizes_of_weights)


class GroupNormalization(_Scaling):
    """Normalizes groups of channels of each example (Wu and He 2018).

    Args:
        groups: how many; -1 for as many as there are channels.
        axis: of the channels.
        epsilon: keeps divisions finite.
        center: whether to add a learned offset.
        scale: whether to multiply by a learned scale.
        beta_initializer: of the offset.
        gamma_initializer: of the scale.
        beta_regularizer: a penalty on the offset.
        gamma_regularizer: a penalty on the scale.
        beta_constraint: what the offset is held to.
        gamma_constraint: what the scale is held to.
        **kwargs: see `Layer`.
    """

    groups: int
    axis: int

    def __init__(
        self,
        groups: int = 32,
        axis: int = -1,
        epsilon: float = 1e-3,
        center: bool = True,
        scale: bool = True,
        beta_initializer: Any = "zeros",
        gamma_initializer: Any = "ones",
        beta_regularizer: Any = None,
        gamma_regularizer: Any = None,
        beta_constraint: Any = None,
        gamma_constraint: Any = None,
        **kwargs: Any,
    ) -> None:
        options = dict(locals())
        super().__init__(**kwargs)
        self._configure_scaling(options)
        self._configure(groups=groups, axis=axis)

    def build(self, input_shape: Shape) -> None:
        """Makes scale and offset, of the size of the axis.

        Raises:
            ValueError: the channels do not divide into the groups.
        """
        size = input_shape[self.axis]
        if size is None:
            raise ValueError(f"Axis {self.axis} of the inputs must have a known size, not shape {input_shape}.")
        self.groups = size if self.groups == -1 else self.groups
        if size % self.groups:
            raise ValueError(f"The number of channels ({size}) must be a multiple of the groups ({self.groups}).")
        self._build_scaling((size,))
        self.input_spec = InputSpec(ndim=len(input_shape), axes={self.axis: size})
        self.built = True

    def call(self, inputs: Any) -> Tensor:
        """[...] → [...]."""
        inputs, rank = self._wide(inputs), inputs.shape.rank
        place, sizes = self.axis % rank, shape_of(inputs)
        parts = [sizes[axis] for axis in range(rank)]
        width = inputs.shape[place] // self.groups
        grouped = reshape(inputs, [*parts[:place], self.groups, width, *parts[place + 1 :]])
        mean, variance = moments(grouped, [a for a in range(1, rank + 1) if a != place], keepdims=True)
        scale_shape = [1] * (rank + 1)
        scale_shape[place], scale_shape[place + 1] = self.groups, width
        result = reshape(self._normalized(grouped, mean, variance, scale_shape), sizes)
        result.set_shape(inputs.shape)
        return result


class UnitNormalization(Layer):
    """Scales each example to norm 1 along some axes.

    Args:
        axis: an axis, or several.
        **kwargs: see `Layer`.
    """

    axis: Any

    def __init__(self, axis: int | Sequence[int] = -1, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._configure(axis=axis if isinstance(axis, int) else list(axis))
        self.supports_masking = True

    def call(self, inputs: Any) -> Tensor:
        """[...] → [...]."""
        return l2_normalize(inputs, self.axis)


class RMSNormalization(Layer):
    """Divides by the root of the mean of squares along an axis, times a learned scale (Zhang and Sennrich 2019).

    Args:
        axis: the axis.
        epsilon: keeps divisions finite.
        **kwargs: see `Layer`.
    """

    axis: int
    epsilon: float
    scale: Variable

    def __init__(self, axis: int = -1, epsilon: float = 1e-6, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._configure(axis=axis, epsilon=epsilon)
        self.supports_masking = True

    def build(self, input_shape: Shape) -> None:
        """Makes the scale, of the size of the axis."""
        self.scale = self.add_weight(name="scale", shape=(input_shape[self.axis],), initializer="ones")
        sizes = [1] * len(input_shape)
        sizes[self.axis] = -1
        self._sizes_of_scale = sizes
        self.built = True

    def call(self, inputs: Any) -> Tensor:
        """[...] → [...]."""
        factor = rsqrt(reduce_mean(square(inputs), self.axis, keepdims=True) + self.epsilon)
        result: Tensor = inputs * factor * reshape(self.scale, self._sizes_of_scale)
        return result
