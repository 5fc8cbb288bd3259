"""Layers that make training harder so that models generalise: noise, and penalties on outputs."""

from __future__ import annotations

from typing import Any

from autograph.keras import random, regularizers
from autograph.keras.backend import standardize_data_format
from autograph.keras.calling import staged
from autograph.keras.layers.input_spec import InputSpec
from autograph.keras.layers.layer import Layer
from runtime.ops.array import shape as shape_of
from runtime.ops.casts import cast
from runtime.tensor import Tensor


class _Random(Layer):
    """A base class of layers that draw random numbers while they train."""

    rate: float
    seed: int | None

    def _set_seed(self, seed: int | None) -> None:
        self._configure(seed=seed)
        self.seed_generator = random.SeedGenerator(seed)
        self.supports_masking = True

    def _set_rate(self, rate: float) -> None:
        if not isinstance(rate, int | float) or not 0 <= rate <= 1:
            raise ValueError(
                f"Invalid value received for argument `rate`. Expected a float value between 0 and 1: rate={rate!r}"
            )
        self._configure(rate=rate)


class Dropout(_Random):
    """Sets elements to 0 at random while it trains, and scales the others up (Srivastava et al. 2014).

    Args:
        rate: the share of elements, in [0, 1].
        noise_shape: the shape of independent choices; None in it stands for the size of the inputs.
        seed: makes the choices repeatable.
        **kwargs: see `Layer`.

    >>> Dropout(0.5)([1.0, 2.0]).numpy().tolist()
    [1.0, 2.0]
    """

    noise_shape: Any

    def __init__(self, rate: float, noise_shape: Any = None, seed: int | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._set_rate(rate)
        self._configure(noise_shape=noise_shape)
        self._set_seed(seed)

    @staged
    def call(self, inputs: Any, training: Any = False) -> Any:
        """[...] → [...]."""
        if training and self.rate > 0:
            return random.dropout(inputs, self.rate, self.noise_shape, self.seed_generator)
        return inputs


class _SpatialDropout(Dropout):
    """A base class: whole channels at once."""

    _rank: int

    def __init__(
        self,
        rate: float,
        data_format: str | None = None,
        seed: int | None = None,
        name: str | None = None,
        dtype: Any = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(rate, seed=seed, name=name, dtype=dtype, **kwargs)
        self._options = tuple(option for option in self._options if option != "noise_shape")
        self.data_format = standardize_data_format(data_format)
        if self._rank > 1:
            self._configure(data_format=self.data_format)
        self.input_spec = InputSpec(ndim=self._rank + 2)

    @staged
    def call(self, inputs: Any, training: Any = False) -> Any:
        """[...] → [...]."""
        if training and self.rate > 0:
            sizes, ones = shape_of(inputs), [1] * self._rank
            shape = (
                (sizes[0], sizes[1], *ones) if self.data_format == "channels_first" else (sizes[0], *ones, sizes[-1])
            )
            return random.dropout(inputs, self.rate, shape, self.seed_generator)
        return inputs

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal layer with."""
        return {name: value for name, value in super().get_config().items() if name != "trainable"}


class SpatialDropout1D(_SpatialDropout):
    """`Dropout` of whole channels of [batch, steps, channels]."""

    _rank = 1

    def __init__(
        self, rate: float, seed: int | None = None, name: str | None = None, dtype: Any = None, **kwargs: Any
    ) -> None:
        super().__init__(rate, None, seed, name, dtype, **kwargs)


class SpatialDropout2D(_SpatialDropout):
    """`Dropout` of whole channels of images."""

    _rank = 2


class SpatialDropout3D(_SpatialDropout):
    """`Dropout` of whole channels of volumes."""

    _rank = 3


class GaussianNoise(_Random):
    """Adds normal noise while it trains.

    Args:
        stddev: the standard deviation of the noise.
        seed: makes it repeatable.
        **kwargs: see `Layer`.
    """

    stddev: float

    def __init__(self, stddev: float, seed: int | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if not 0 <= stddev <= 1:
            raise ValueError(f"`stddev` must be a float between 0 and 1, not {stddev}.")
        self._configure(stddev=stddev)
        self._set_seed(seed)

    @staged
    def call(self, inputs: Any, training: Any = False) -> Any:
        """[...] → [...]."""
        if training and self.stddev > 0:
            noise = random.normal(shape_of(inputs), 0.0, self.stddev, self.compute_dtype, self.seed_generator)
            return inputs + noise
        return inputs


class GaussianDropout(_Random):
    """Multiplies by normal noise around 1 while it trains, as uncertain as `Dropout` of that rate.

    Args:
        rate: as of `Dropout`.
        seed: makes the noise repeatable.
        **kwargs: see `Layer`.
    """

    def __init__(self, rate: float, seed: int | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._set_rate(rate)
        self._set_seed(seed)

    @staged
    def call(self, inputs: Any, training: Any = False) -> Any:
        """[...] → [...]."""
        if training and self.rate > 0:
            spread = (self.rate / (1 - self.rate)) ** 0.5
            return inputs * random.normal(shape_of(inputs), 1.0, spread, self.compute_dtype, self.seed_generator)
        return inputs


class AlphaDropout(_Random):
    """`Dropout` that keeps mean and variance, for `selu` (Klambauer et al. 2017).

    Args:
        rate: as of `Dropout`.
        noise_shape: as of `Dropout`.
        seed: makes the choices repeatable.
        **kwargs: see `Layer`.
    """

    noise_shape: Any

    def __init__(self, rate: float, noise_shape: Any = None, seed: int | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._set_rate(rate)
        self._configure(noise_shape=noise_shape)
        self._set_seed(seed)

    @staged
    def call(self, inputs: Any, training: Any = False) -> Any:
        """[...] → [...]."""
        if training and self.rate > 0:
            return self._dropped(inputs)
        return inputs

    def _dropped(self, inputs: Tensor) -> Tensor:
        low = -1.7580993408473766  # -alpha · scale of selu
        whole = shape_of(inputs)
        given = self.noise_shape
        sizes = whole if given is None else [whole[axis] if size is None else size for axis, size in enumerate(given)]
        kept = cast(random.uniform(sizes, seed=self.seed_generator) >= self.rate, inputs.dtype)
        scale = ((1 - self.rate) * (1 + self.rate * low**2)) ** -0.5
        offset = -scale * low * self.rate
        result: Tensor = scale * (inputs * kept + low * (1.0 - kept)) + offset
        return result


class ActivityRegularization(Layer):
    """Gives its inputs on, and adds a penalty on them to the loss.

    Args:
        l1: the factor of the sum of absolute values.
        l2: the factor of the sum of squares.
        **kwargs: see `Layer`.
    """

    l1: float
    l2: float

    def __init__(self, l1: float = 0.0, l2: float = 0.0, **kwargs: Any) -> None:
        super().__init__(activity_regularizer=regularizers.L1L2(l1=l1, l2=l2), **kwargs)
        self._configure(l1=l1, l2=l2)
        self.supports_masking = True

    def call(self, inputs: Any) -> Any:
        """[...] → [...]."""
        return inputs

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal layer with."""
        return {name: value for name, value in super().get_config().items() if name != "activity_regularizer"}
