"""Initializers with the defaults of TensorFlow 1, where a seed gives a stream of numbers that goes on."""

from __future__ import annotations

from typing import Any

from runtime import initializers
from runtime.dtypes import DType
from runtime.ops import random
from runtime.tensor import Tensor

__all__ = ["random_normal_initializer", "random_uniform_initializer", "truncated_normal_initializer"]


class random_normal_initializer(initializers.random_normal_initializer):
    """Normally distributed numbers; of standard deviation 1 unless told otherwise."""

    def __init__(self, mean: Any = 0.0, stddev: Any = 1.0, seed: int | None = None, dtype: Any = None) -> None:
        super().__init__(mean, stddev, seed, dtype)

    def _make(self, shape: list[Any], dtype: DType) -> Tensor:
        return random.random_normal(shape, self.mean, self.stddev, dtype, self.seed)


class truncated_normal_initializer(initializers.truncated_normal_initializer):
    """Normally distributed numbers, cut off at two standard deviations; those are 1 unless told otherwise."""

    def __init__(self, mean: Any = 0.0, stddev: Any = 1.0, seed: int | None = None, dtype: Any = None) -> None:
        super().__init__(mean, stddev, seed, dtype)


class random_uniform_initializer(initializers.random_uniform_initializer):
    """Uniformly distributed numbers; in [0, 1) unless told otherwise."""

    def __init__(self, minval: Any = 0.0, maxval: Any = None, seed: int | None = None, dtype: Any = None) -> None:
        super().__init__(minval, maxval, seed, dtype)

    def _make(self, shape: list[Any], dtype: DType) -> Tensor:
        return random.random_uniform(shape, self.minval, self.maxval, dtype, self.seed)
