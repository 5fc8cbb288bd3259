"""Initial values of weights. Random ones come from a seed alone and are Keras's number for number."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from autograph.keras import random
from autograph.keras.backend import standardize_dtype
from autograph.keras.catalogue import Catalogue
from autograph.keras.configured import Configured
from autograph.keras.serialization import deserialize_keras_object, serialize_keras_object
from autograph.keras.tensors import as_tensor
from runtime.dtypes import as_dtype
from runtime.ops.array import reshape, transpose
from runtime.ops.casts import cast
from runtime.ops.creation import ones as make_ones
from runtime.ops.creation import zeros as make_zeros
from runtime.ops.diagonals import diag_part, eye
from runtime.ops.linalg import qr
from runtime.ops.math import sign
from runtime.shapes import product
from runtime.tensor import Tensor

_STDDEV_OF_TRUNCATED = 0.87962566103423978
"""The standard deviation of a standard normal distribution cut off at ±2 (scipy.stats.truncnorm(-2, 2).std())."""

_MODES = ("fan_in", "fan_out", "fan_avg")
_DISTRIBUTIONS = ("truncated_normal", "untruncated_normal", "uniform")


class Initializer(Configured):
    """A base class: an object that is called with a shape and a dtype, and gives a tensor."""

    def __call__(self, shape: Sequence[int], dtype: Any = None) -> Tensor:
        """The initial value.

        Args:
            shape: of the weight.
            dtype: of the weight, by default `floatx()`.
        """
        raise NotImplementedError(f"{type(self).__name__} has to define __call__(shape, dtype).")


class Zeros(Initializer):
    """All zeros.

    >>> Zeros()([2]).tolist()
    [0.0, 0.0]
    """

    def __call__(self, shape: Sequence[int], dtype: Any = None) -> Tensor:
        """See `Initializer`."""
        return make_zeros(shape, standardize_dtype(dtype))


class Ones(Initializer):
    """All ones."""

    def __call__(self, shape: Sequence[int], dtype: Any = None) -> Tensor:
        """See `Initializer`."""
        return make_ones(shape, standardize_dtype(dtype))


class Constant(Initializer):
    """One value everywhere.

    Args:
        value: a number, or values that broadcast to the shape.

    >>> Constant(3)([2]).tolist()
    [3.0, 3.0]
    """

    def __init__(self, value: Any = 0.0) -> None:
        self.value = value

    def __call__(self, shape: Sequence[int], dtype: Any = None) -> Tensor:
        """See `Initializer`."""
        kind = standardize_dtype(dtype)
        return as_tensor(self.value, kind) * make_ones(shape, kind)

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal object with."""
        return {"value": serialize_keras_object(self.value)}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Constant:
        """The object with these arguments."""
        return cls(deserialize_keras_object(config["value"]))


class Identity(Initializer):
    """The identity matrix.

    Args:
        gain: a factor.

    >>> Identity(2)([1, 2]).tolist()
    [[2.0, 0.0]]
    """

    def __init__(self, gain: float = 1.0) -> None:
        self.gain = gain

    def __call__(self, shape: Sequence[int], dtype: Any = None) -> Tensor:
        """See `Initializer`.

        Raises:
            ValueError: the shape is not that of a matrix.
        """
        if len(shape) != 2:
            raise ValueError(f"Identity matrix initializer can only be used for 2D matrices, not shape {shape}.")
        return self.gain * eye(shape[0], shape[1], dtype=standardize_dtype(dtype))

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal object with."""
        return {"gain": self.gain}


class RandomInitializer(Initializer):
    """A base class of what draws from a seed: the same values each time it is called.

    Args:
        seed: an integer, a `SeedGenerator` (then values differ from call to call), or None for a random integer.
    """

    def __init__(self, seed: Any = None) -> None:
        self._given_seed = seed
        if isinstance(seed, dict):
            seed = deserialize_keras_object(seed)
        self.seed: random.Seed = random.make_default_seed() if seed is None else seed

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal object with."""
        return {"seed": serialize_keras_object(self._given_seed)}


class RandomNormal(RandomInitializer):
    """Values from a normal distribution.

    Args:
        mean: of the distribution.
        stddev: its standard deviation.
        seed: see `RandomInitializer`.
    """

    def __init__(self, mean: float = 0.0, stddev: float = 0.05, seed: Any = None) -> None:
        self.mean = mean
        self.stddev = stddev
        super().__init__(seed)

    def __call__(self, shape: Sequence[int], dtype: Any = None) -> Tensor:
        """See `Initializer`."""
        return random.normal(shape, self.mean, self.stddev, dtype, self.seed)

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal object with."""
        return {**super().get_config(), "mean": self.mean, "stddev": self.stddev}


class TruncatedNormal(RandomNormal):
    """Values from a normal distribution cut off two standard deviations from its mean (see `RandomNormal`)."""

    def __call__(self, shape: Sequence[int], dtype: Any = None) -> Tensor:
        """See `Initializer`."""
        return random.truncated_normal(shape, self.mean, self.stddev, dtype, self.seed)


class RandomUniform(RandomInitializer):
    """Values from a uniform distribution.

    Args:
        minval: the least value.
        maxval: what all values are below.
        seed: see `RandomInitializer`.
    """

    def __init__(self, minval: float = -0.05, maxval: float = 0.05, seed: Any = None) -> None:
        self.minval = minval
        self.maxval = maxval
        super().__init__(seed)

    def __call__(self, shape: Sequence[int], dtype: Any = None) -> Tensor:
        """See `Initializer`."""
        return random.uniform(shape, self.minval, self.maxval, dtype, self.seed)

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal object with."""
        return {**super().get_config(), "minval": self.minval, "maxval": self.maxval}


class VarianceScaling(RandomInitializer):
    """Random values whose spread depends on the number of connections.

    The variance is `scale / n`, where n is the number of inputs of a unit, of its outputs, or the mean of both.

    Args:
        scale: a positive number.
        mode: what n is: "fan_in", "fan_out" or "fan_avg".
        distribution: "truncated_normal", "untruncated_normal" or "uniform".
        seed: see `RandomInitializer`.
        input_axes: the axes of the inputs, where they are not the last but one.
        output_axes: the axes of the outputs, where they are not the last.

    Raises:
        ValueError: an argument is none of those.
    """

    def __init__(
        self,
        scale: float = 1.0,
        mode: str = "fan_in",
        distribution: str = "truncated_normal",
        seed: Any = None,
        input_axes: Sequence[int] | None = None,
        output_axes: Sequence[int] | None = None,
    ) -> None:
        if scale <= 0:
            raise ValueError(f"Argument `scale` must be positive, not {scale}.")
        if mode not in _MODES:
            raise ValueError(f"Invalid `mode` argument: {mode!r}. It is one of {', '.join(_MODES)}.")
        chosen = "truncated_normal" if distribution.lower() == "normal" else distribution.lower()
        if chosen not in _DISTRIBUTIONS:
            raise ValueError(f"Invalid `distribution`: {distribution!r}. It is one of {', '.join(_DISTRIBUTIONS)}.")
        self.scale = scale
        self.mode = mode
        self.distribution = chosen
        self.input_axes = input_axes
        self.output_axes = output_axes
        super().__init__(seed)

    def __call__(self, shape: Sequence[int], dtype: Any = None) -> Tensor:
        """See `Initializer`."""
        fan_in, fan_out = compute_fans(shape, self.input_axes, self.output_axes)
        count = {"fan_in": fan_in, "fan_out": fan_out, "fan_avg": (fan_in + fan_out) / 2}[self.mode]
        variance = self.scale / max(1.0, count)
        if self.distribution == "truncated_normal":
            return random.truncated_normal(shape, 0.0, math.sqrt(variance) / _STDDEV_OF_TRUNCATED, dtype, self.seed)
        if self.distribution == "untruncated_normal":
            return random.normal(shape, 0.0, math.sqrt(variance), dtype, self.seed)
        limit = math.sqrt(3 * variance)
        return random.uniform(shape, -limit, limit, dtype, self.seed)

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal object with."""
        return {
            **super().get_config(),
            "scale": self.scale,
            "mode": self.mode,
            "distribution": self.distribution,
            "input_axes": self.input_axes,
            "output_axes": self.output_axes,
        }


class _Named(VarianceScaling):
    """A choice of `VarianceScaling` that has a name of its own."""

    _scale: float
    _mode: str
    _distribution: str

    def __init__(
        self, seed: Any = None, input_axes: Sequence[int] | None = None, output_axes: Sequence[int] | None = None
    ) -> None:
        super().__init__(self._scale, self._mode, self._distribution, seed, input_axes, output_axes)

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal object with."""
        config = super().get_config()
        return {name: config[name] for name in ("seed", "input_axes", "output_axes")}


class GlorotUniform(_Named):
    """Uniform in ±sqrt(6 / (fan_in + fan_out)) (Glorot and Bengio 2010)."""

    _scale, _mode, _distribution = 1.0, "fan_avg", "uniform"


class GlorotNormal(_Named):
    """Normal with variance 2 / (fan_in + fan_out) (Glorot and Bengio 2010)."""

    _scale, _mode, _distribution = 1.0, "fan_avg", "truncated_normal"


class LecunNormal(_Named):
    """Normal with variance 1 / fan_in (LeCun et al. 1998)."""

    _scale, _mode, _distribution = 1.0, "fan_in", "truncated_normal"


class LecunUniform(_Named):
    """Uniform in ±sqrt(3 / fan_in) (LeCun et al. 1998)."""

    _scale, _mode, _distribution = 1.0, "fan_in", "uniform"


class HeNormal(_Named):
    """Normal with variance 2 / fan_in (He et al. 2015)."""

    _scale, _mode, _distribution = 2.0, "fan_in", "truncated_normal"


class HeUniform(_Named):
    """Uniform in ±sqrt(6 / fan_in) (He et al. 2015)."""

    _scale, _mode, _distribution = 2.0, "fan_in", "uniform"


class Orthogonal(RandomInitializer):
    """A matrix with orthonormal rows or columns (Saxe et al. 2013); more axes are taken as rows.

    Args:
        gain: a factor.
        seed: see `RandomInitializer`.
    """

    def __init__(self, gain: float = 1.0, seed: Any = None) -> None:
        self.gain = gain
        super().__init__(seed)

    def __call__(self, shape: Sequence[int], dtype: Any = None) -> Tensor:
        """See `Initializer`.

        Raises:
            ValueError: the shape has fewer than two axes.
        """
        if len(shape) < 2:
            raise ValueError(f"The tensor to initialize must be at least two-dimensional, not of shape {shape}.")
        rows, columns = product(shape[:-1]), shape[-1]
        kind = as_dtype(standardize_dtype(dtype))
        wide = "float32" if kind.size == 2 else kind.name  # There is no decomposition in 16 bits.
        square, triangle = qr(random.normal((max(rows, columns), min(rows, columns)), dtype=wide, seed=self.seed))
        square = square * sign(diag_part(triangle))
        if rows < columns:
            square = transpose(square)
        return cast(self.gain * reshape(square, shape), kind)

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal object with."""
        return {**super().get_config(), "gain": self.gain}


def compute_fans(
    shape: Sequence[int], input_axes: Sequence[int] | None = None, output_axes: Sequence[int] | None = None
) -> tuple[int, int]:
    """How many inputs and outputs a unit has that a weight of this shape connects.

    >>> compute_fans([3, 3, 16, 32])
    (144, 288)
    """
    if input_axes is not None and output_axes is not None:
        return product([shape[axis] for axis in input_axes]), product([shape[axis] for axis in output_axes])
    if len(shape) < 2:
        only = int(shape[0]) if shape else 1
        return only, only
    window = product(shape[:-2])
    return int(shape[-2] * window), int(shape[-1] * window)


zeros, ones, constant, identity = Zeros, Ones, Constant, Identity
random_normal, random_uniform, truncated_normal = RandomNormal, RandomUniform, TruncatedNormal
variance_scaling, orthogonal = VarianceScaling, Orthogonal
glorot_uniform, glorot_normal, lecun_normal, lecun_uniform = GlorotUniform, GlorotNormal, LecunNormal, LecunUniform
he_normal, he_uniform = HeNormal, HeUniform
IdentityInitializer, OrthogonalInitializer = Identity, Orthogonal

_catalogue = Catalogue("keras.initializers", "initializer")
_catalogue.add(
    [
        Zeros, Ones, Constant, Identity, RandomNormal, TruncatedNormal, RandomUniform, VarianceScaling, GlorotUniform,
        GlorotNormal, LecunNormal, LecunUniform, HeNormal, HeUniform, Orthogonal, Initializer,
    ],
    uniform=RandomUniform, normal=RandomNormal, zero=Zeros, one=Ones,
)  # fmt: skip

get = _catalogue.get
serialize = serialize_keras_object
deserialize = deserialize_keras_object
