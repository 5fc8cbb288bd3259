"""Random numbers as Keras draws them: each from a seed and a counter, so that the same seed gives the same numbers."""

from __future__ import annotations

import random as python_random
from typing import Any, TypeAlias

import numpy as np

from autograph.keras.backend import floatx
from autograph.keras.naming import auto_name
from autograph.keras.tensors import as_tensor
from runtime import random_seed
from runtime.current import init_scope
from runtime.dispatch import convert_to_tensor
from runtime.ops import random as draws
from runtime.ops.array import shape as shape_of
from runtime.ops.casts import cast
from runtime.ops.creation import zeros_like
from runtime.ops.gathering import gather
from runtime.ops.selection import where
from runtime.ops.sorting import argsort
from runtime.tensor import Tensor
from runtime.variables import Variable

_LARGEST = 1_000_000_000
_MODULUS = 2**31 - 2


class SeedGenerator:
    """A seed and a counter, in a variable: each draw takes the pair and moves the counter on.

    Args:
        seed: an integer; by default one from Python's generator.
        name: of the variable.

    >>> generator = SeedGenerator(seed=3)
    >>> generator.next().tolist(), generator.next().tolist()
    ([3, 0], [3, 1])
    """

    def __init__(self, seed: int | None = None, name: str | None = None) -> None:
        if seed is not None and not isinstance(seed, int):
            raise ValueError(f"Argument `seed` must be an integer, not {seed!r}.")
        self.name = name or auto_name(type(self).__name__)
        self._initial_seed = seed
        start = make_default_seed() if seed is None else seed
        with init_scope():
            self.state = Variable(
                np.array([start, 0], np.int64), trainable=False, name=f"{self.name}/seed_generator_state"
            )

    def next(self, ordered: bool = True) -> Tensor:
        """The seed of the next draw: i64[2].

        Args:
            ordered: whether the counter goes up by one; otherwise both numbers are stirred.
        """
        value = self.state.read_value() * 1
        if ordered:
            self.state.assign(value + np.array([0, 1], np.int64), read_value=False)
        else:
            self.state.assign((value + 1) * 5387 % 933199, read_value=False)
        return value

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal generator with."""
        return {"seed": self._initial_seed, "name": self.name}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> SeedGenerator:
        """The generator with these arguments."""
        return cls(**config)


Seed: TypeAlias = "int | SeedGenerator | None"


class _Global:
    seed: int | None = None
    """What `set_random_seed` was given."""
    generator: SeedGenerator | None = None


def set_random_seed(seed: int) -> None:
    """Seeds Python's, numpy's and this project's random numbers, so that a program repeats.

    Args:
        seed: an integer.

    >>> set_random_seed(7)
    >>> first = uniform([2]).tolist()
    >>> set_random_seed(7)
    >>> uniform([2]).tolist() == first
    True
    """
    python_random.seed(seed)
    np.random.seed(seed)
    random_seed.set_seed(seed)
    _Global.seed = int(seed)
    _Global.generator = None


def make_default_seed() -> int:
    """A seed for who has none: of Python's generator, or of the global seed where only that was set."""
    known = random_seed.global_seed()
    if known is not None and known != _Global.seed:
        return max(1, random_seed.get_seed()[1] % _LARGEST)
    return python_random.randint(1, _LARGEST)


def _pair(seed: Seed) -> Tensor:
    """The two numbers of a stateless draw: i32[2]."""
    if isinstance(seed, SeedGenerator):
        drawn = seed.next()
    elif seed is None:
        if _Global.generator is None:
            _Global.generator = SeedGenerator()
        drawn = _Global.generator.next(ordered=False)
    elif isinstance(seed, int):
        return convert_to_tensor(np.array([seed % _MODULUS, 0], np.int32))
    else:
        raise ValueError(f"Argument `seed` must be an integer or a SeedGenerator, not {seed!r}.")
    return cast(drawn % _MODULUS, "int32")


def normal(shape: Any, mean: float = 0.0, stddev: float = 1.0, dtype: Any = None, seed: Seed = None) -> Tensor:
    """Values from a normal distribution.

    Args:
        shape: of the result.
        mean: of the distribution.
        stddev: its standard deviation.
        dtype: a floating dtype, by default `floatx()`.
        seed: an integer, a `SeedGenerator`, or None for the global one.

    >>> normal([2], seed=1).shape
    TensorShape([2])
    """
    return draws.stateless_random_normal(shape, _pair(seed), mean, stddev, dtype or floatx())


def truncated_normal(
    shape: Any, mean: float = 0.0, stddev: float = 1.0, dtype: Any = None, seed: Seed = None
) -> Tensor:
    """Values from a normal distribution cut off two standard deviations from its mean (see `normal`)."""
    return draws.stateless_truncated_normal(shape, _pair(seed), mean, stddev, dtype or floatx())


def uniform(shape: Any, minval: float = 0.0, maxval: float = 1.0, dtype: Any = None, seed: Seed = None) -> Tensor:
    """Values from the uniform distribution over [minval, maxval) (see `normal`)."""
    return draws.stateless_random_uniform(shape, _pair(seed), minval, maxval, dtype or floatx())


def randint(shape: Any, minval: int, maxval: int, dtype: Any = "int32", seed: Seed = None) -> Tensor:
    """Integers from minval on and below maxval (see `normal`)."""
    return draws.stateless_random_uniform(shape, _pair(seed), minval, maxval, dtype)


def categorical(logits: Any, num_samples: int, dtype: Any = "int32", seed: Seed = None) -> Tensor:
    """Classes drawn by their logits: [batch, num_samples] (see `normal`)."""
    return cast(draws.stateless_categorical(logits, num_samples, _pair(seed)), dtype)


def shuffle(x: Any, axis: int = 0, seed: Seed = None) -> Tensor:
    """`x` with its slices along an axis in random order (see `normal`)."""
    tensor = as_tensor(x)
    order = argsort(draws.stateless_random_uniform([shape_of(tensor)[axis]], _pair(seed)))
    return gather(tensor, order, axis=axis)


def dropout(inputs: Any, rate: float, noise_shape: Any = None, seed: Seed = None) -> Tensor:
    """Sets elements to 0 with probability `rate` and scales the others up so that the expected sum stays.

    Args:
        inputs: a tensor of a floating dtype.
        rate: in [0, 1].
        noise_shape: the shape of independent choices; None in it stands for the size of `inputs`.
        seed: see `normal`.

    >>> dropout([1.0, 2.0], 1.0).tolist()
    [0.0, 0.0]
    """
    x = as_tensor(inputs)
    if rate == 1:
        return zeros_like(x)
    if rate == 0:
        return x
    choices = draws.stateless_random_uniform(_noise_shape(x, noise_shape), _pair(seed), dtype=x.dtype)
    return where(choices >= rate, x * (1 / (1 - convert_to_tensor(rate, x.dtype))), zeros_like(x))


def _noise_shape(x: Tensor, noise_shape: Any) -> Any:
    sizes = shape_of(x)
    if noise_shape is None:
        return sizes
    return [sizes[axis] if size is None else size for axis, size in enumerate(noise_shape)]
