"""First values of variables: objects that are called with a shape and a dtype, under TensorFlow's names."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from runtime import dtypes, shapes
from runtime.ops import creation, diagonals, linalg, random, state
from runtime.ops.array import reshape
from runtime.ops.math import sign
from runtime.tensor import Tensor

__all__ = [
    "constant_initializer", "glorot_normal_initializer", "glorot_uniform_initializer", "identity_initializer",
    "ones_initializer", "orthogonal_initializer", "random_normal_initializer", "random_uniform_initializer",
    "truncated_normal_initializer", "variance_scaling_initializer", "zeros_initializer",
]  # fmt: skip

_CUT = 0.87962566103423978
"""The standard deviation of a standard normal distribution cut off at two of its standard deviations."""


@dataclass(frozen=True)
class _Initializer:
    """What makes a tensor of a shape and dtype."""

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None, **options: Any) -> Tensor:
        """The first value.

        Args:
            shape: the variable's shape, fully known.
            dtype: its dtype (by default the initializer's own, else float32).
            partition_info: accepted for compatibility.
            **options: accepted for compatibility.
        """
        wanted = dtypes.as_dtype(dtype or getattr(self, "dtype", None) or dtypes.float32)
        return self._make(shapes.as_shape(shape).as_list(), wanted)

    def _make(self, shape: list[Any], dtype: dtypes.DType) -> Tensor:
        raise NotImplementedError

    def get_config(self) -> dict[str, Any]:
        """The settings, from which `from_config` makes an equal one."""
        return dict(vars(self))

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Any:
        """An initializer of these settings."""
        return cls(**config)


@dataclass(frozen=True)
class zeros_initializer(_Initializer):
    """Zeros.

    >>> zeros_initializer()([2]).tolist()
    [0.0, 0.0]
    """

    dtype: Any = None

    def _make(self, shape: list[Any], dtype: dtypes.DType) -> Tensor:
        return creation.zeros(shape, dtype)


@dataclass(frozen=True)
class ones_initializer(_Initializer):
    """Ones."""

    dtype: Any = None

    def _make(self, shape: list[Any], dtype: dtypes.DType) -> Tensor:
        return creation.ones(shape, dtype)


@dataclass(frozen=True)
class constant_initializer(_Initializer):
    """A number, or numbers in the shape of the variable.

    >>> constant_initializer([1, 2, 3, 4])([2, 2], "int32").tolist()
    [[1, 2], [3, 4]]
    """

    value: Any = 0
    dtype: Any = None
    verify_shape: bool = False

    def _make(self, shape: list[Any], dtype: dtypes.DType) -> Tensor:
        return state.constant(self.value, dtype, shape)


@dataclass(frozen=True)
class random_normal_initializer(_Initializer):
    """Normally distributed numbers.

    Args:
        mean: their mean.
        stddev: their standard deviation.
        seed: makes them the same in each call.
    """

    mean: Any = 0.0
    stddev: Any = 0.05
    seed: int | None = None
    dtype: Any = None

    def _make(self, shape: list[Any], dtype: dtypes.DType) -> Tensor:
        if self.seed is None:
            return random.random_normal(shape, self.mean, self.stddev, dtype)
        return random.stateless_random_normal(shape, [self.seed, 0], self.mean, self.stddev, dtype)


@dataclass(frozen=True)
class truncated_normal_initializer(_Initializer):
    """Normally distributed numbers, drawn again where they are more than two standard deviations off.

    Args:
        mean: their mean, were they not cut off.
        stddev: their standard deviation, were they not cut off.
        seed: makes them repeatable.
    """

    mean: Any = 0.0
    stddev: Any = 0.05
    seed: int | None = None
    dtype: Any = None

    def _make(self, shape: list[Any], dtype: dtypes.DType) -> Tensor:
        return random.truncated_normal(shape, self.mean, self.stddev, dtype, self.seed)


@dataclass(frozen=True)
class random_uniform_initializer(_Initializer):
    """Uniformly distributed numbers in [minval, maxval).

    Args:
        minval: the least.
        maxval: the bound that is not reached (None: 1, for floats).
        seed: makes them the same in each call.
    """

    minval: Any = -0.05
    maxval: Any = 0.05
    seed: int | None = None
    dtype: Any = None

    def _make(self, shape: list[Any], dtype: dtypes.DType) -> Tensor:
        if self.seed is None:
            return random.random_uniform(shape, self.minval, self.maxval, dtype)
        return random.stateless_random_uniform(shape, [self.seed, 0], self.minval, self.maxval, dtype)


@dataclass(frozen=True)
class variance_scaling_initializer(_Initializer):
    """Random numbers whose variance is `scale` divided by the number of inputs, outputs, or the mean of both.

    Args:
        scale: a positive number.
        mode: "fan_in", "fan_out" or "fan_avg".
        distribution: "truncated_normal", "untruncated_normal" or "uniform".
        seed: makes them repeatable.
    """

    scale: float = 1.0
    mode: str = "fan_in"
    distribution: str = "truncated_normal"
    seed: int | None = None
    dtype: Any = None

    def _make(self, shape: list[Any], dtype: dtypes.DType) -> Tensor:
        fan_in, fan_out = fans(shape)
        fan = {"fan_in": fan_in, "fan_out": fan_out, "fan_avg": (fan_in + fan_out) / 2}[self.mode]
        variance = self.scale / max(1.0, fan)
        if self.distribution == "uniform":
            limit = math.sqrt(3.0 * variance)
            return random.random_uniform(shape, -limit, limit, dtype, self.seed)
        if self.distribution == "untruncated_normal":
            return random.random_normal(shape, 0.0, math.sqrt(variance), dtype, self.seed)
        return random.truncated_normal(shape, 0.0, math.sqrt(variance) / _CUT, dtype, self.seed)


def fans(shape: Sequence[int]) -> tuple[int, int]:
    """How many inputs and outputs a weight of this shape connects.

    Args:
        shape: [..., inputs, outputs]; the sizes before are those of a convolution's window.

    >>> fans([3, 3, 16, 32])
    (144, 288)
    """
    if len(shape) < 2:
        size = shape[0] if shape else 1
        return size, size
    window = shapes.product(shape[:-2])
    return window * shape[-2], window * shape[-1]


class _Glorot(variance_scaling_initializer):
    """Variance scaling by the mean of the numbers of inputs and outputs (Glorot and Bengio 2010, equation 16)."""

    _distribution = ""

    def __init__(self, seed: int | None = None, dtype: Any = None) -> None:
        super().__init__(1.0, "fan_avg", self._distribution, seed, dtype)

    def get_config(self) -> dict[str, Any]:
        """The settings, from which `from_config` makes an equal one."""
        return {"seed": self.seed, "dtype": self.dtype}


class glorot_uniform_initializer(_Glorot):
    """Uniformly distributed numbers in ±sqrt(6 / (inputs + outputs))."""

    _distribution = "uniform"


class glorot_normal_initializer(_Glorot):
    """Normally distributed numbers, cut off, of variance 2 / (inputs + outputs)."""

    _distribution = "truncated_normal"


@dataclass(frozen=True)
class orthogonal_initializer(_Initializer):
    """An orthogonal matrix (rows or columns, whichever are fewer), times `gain`.

    Args:
        gain: a factor.
        seed: makes it repeatable.

    Source: Saxe, McClelland, Ganguli 2014.
    """

    gain: float = 1.0
    seed: int | None = None
    dtype: Any = None

    def _make(self, shape: list[Any], dtype: dtypes.DType) -> Tensor:
        if len(shape) < 2:
            raise ValueError(f"The tensor to initialize must be at least two-dimensional, not of shape {shape}.")
        rows, columns = shapes.product(shape[:-1]), shape[-1]
        normal = random.random_normal([max(rows, columns), min(rows, columns)], 0.0, 1.0, dtype, self.seed)
        q, r = linalg.qr(normal)
        q = q * sign(diagonals.diag_part(r))
        return reshape(q if rows >= columns else linalg.matrix_transpose(q), shape) * self.gain


@dataclass(frozen=True)
class identity_initializer(_Initializer):
    """An identity matrix, times `gain`."""

    gain: float = 1.0
    dtype: Any = None

    def _make(self, shape: list[Any], dtype: dtypes.DType) -> Tensor:
        rows, columns = shape
        return diagonals.eye(rows, columns, dtype=dtype) * self.gain
