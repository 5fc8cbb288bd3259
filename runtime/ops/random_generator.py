"""Generator: random numbers whose state is a variable."""

from __future__ import annotations

import secrets
from typing import Any

from runtime import dtypes
from runtime.arguments import shape_tensor
from runtime.dispatch import apply_one, convert_to_tensor
from runtime.dtypes import as_dtype
from runtime.ops.casts import bitcast, cast
from runtime.ops.random import keyed, uniform_by
from runtime.ops.reduction import reduce_prod
from runtime.tensor import Tensor
from runtime.variables import Variable

_STATE_SIZE = 3  # counter of 128 bits, key of 64
_WORD = 1 << 64


class Generator:
    """A stream of random numbers that can be saved, restored and split.

    Args:
        state: three integers: the two halves of the counter, and the key.
        alg: "philox", the only algorithm.

    Attributes:
        state: the variable (int64[3]) that holds the state; each call moves it on.

    >>> g = Generator.from_seed(1234)
    >>> g.uniform([2], maxval=100, dtype="int32").tolist()
    [59, 26]
    >>> g.state.numpy().tolist()
    [1746, 0, 0]
    """

    def __init__(self, state: Any, alg: Any = "philox") -> None:
        if getattr(alg, "value", alg) not in ("philox", "auto_select", 1, 3):
            raise ValueError(f"Only the algorithm 'philox' is there, not {alg!r}.")
        self.state = Variable(_state_tensor(state), trainable=False, dtype=dtypes.int64, name="StateVar")

    @classmethod
    def from_seed(cls, seed: int, alg: Any = "philox") -> Generator:
        """A generator whose numbers follow from a seed."""
        return cls(create_rng_state(seed, alg), alg)

    @classmethod
    def from_state(cls, state: Any, alg: Any = "philox") -> Generator:
        """A generator that goes on where another one stood, given its state."""
        return cls(state.read_value() if isinstance(state, Variable) else state, alg)

    @classmethod
    def from_key_counter(cls, key: int, counter: Any, alg: Any = "philox") -> Generator:
        """A generator from a key, and a counter in two halves of 64 bits."""
        return cls([*counter, key], alg)

    @classmethod
    def from_non_deterministic_state(cls, alg: Any = "philox") -> Generator:
        """A generator that nobody can repeat: the operating system gives the seed."""
        return cls([secrets.randbits(64) for _ in range(_STATE_SIZE)], alg)

    @property
    def algorithm(self) -> int:
        """TensorFlow's number for Philox."""
        return 1

    @property
    def key(self) -> Tensor:
        """The key."""
        return self.state[2]

    def reset(self, state: Any) -> None:
        """Sets the state."""
        self.state.assign(_state_tensor(state))

    def reset_from_seed(self, seed: int) -> None:
        """Sets the state to that of `from_seed`."""
        self.reset(create_rng_state(seed))

    def skip(self, delta: Any) -> Tensor:
        """Moves on as if `delta` values had been drawn, and returns the state before."""
        amount = cast(delta, dtypes.uint64)
        return apply_one("RngReadAndSkip", (self.state.handle, convert_to_tensor(1, dtypes.int32), amount))

    def normal(
        self, shape: Any, mean: Any = 0.0, stddev: Any = 1.0, dtype: Any = dtypes.float32, name: str | None = None
    ) -> Tensor:
        """Values from a normal distribution (see `random.normal`)."""
        values = self._draw("StatelessRandomNormalV2", shape, (), {"dtype": as_dtype(dtype)})
        return apply_one("AddV2", (values * stddev, convert_to_tensor(mean, values.dtype)), None, name)

    def truncated_normal(
        self, shape: Any, mean: Any = 0.0, stddev: Any = 1.0, dtype: Any = dtypes.float32, name: str | None = None
    ) -> Tensor:
        """Values from a truncated normal distribution (see `random.truncated_normal`)."""
        values = self._draw("StatelessTruncatedNormalV2", shape, (), {"dtype": as_dtype(dtype)})
        return apply_one("AddV2", (values * stddev, convert_to_tensor(mean, values.dtype)), None, name)

    def uniform(
        self, shape: Any, minval: Any = 0, maxval: Any = None, dtype: Any = dtypes.float32, name: str | None = None
    ) -> Tensor:
        """Values from a uniform distribution (see `random.uniform`); both bounds None: all integers of the dtype."""
        return uniform_by(self._draw, shape, minval, maxval, as_dtype(dtype), name)

    def uniform_full_int(self, shape: Any, dtype: Any = dtypes.uint64, name: str | None = None) -> Tensor:
        """Integers over the whole range of the dtype."""
        return uniform_by(self._draw, shape, None, None, as_dtype(dtype), name)

    def make_seeds(self, count: int = 1) -> Tensor:
        """Seeds of stateless ops, one a column: int64[2, count]."""
        keys = self.uniform_full_int([count], dtypes.int64)
        return apply_one("Pack", [[keys, apply_one("ZerosLike", (keys,))]])

    def split(self, count: int = 1) -> list[Generator]:
        """New generators, independent of each other and of this one."""
        keys = self.uniform_full_int([count], dtypes.int64)
        return [Generator([0, 0, keys[number]]) for number in range(count)]

    def _draw(self, op_type: str, shape: Any, bounds: Any, attrs: Any, name: str | None = None) -> Tensor:
        sizes = shape_tensor(shape)
        before = self.skip(reduce_prod(sizes))
        counter, key = bitcast(before[:2], dtypes.uint64), bitcast(before[2:], dtypes.uint64)
        return keyed(op_type, sizes, key, counter, bounds, attrs, name)


def _state_tensor(state: Any) -> Tensor:
    if isinstance(state, Tensor | Variable):
        return convert_to_tensor(state)
    words = [_signed(word) if isinstance(word, int) else word for word in state]
    if len(words) != _STATE_SIZE:
        raise ValueError(f"The state of a Philox generator has {_STATE_SIZE} integers, not {len(words)}.")
    return convert_to_tensor(words, dtypes.int64)


def _signed(word: int) -> int:
    """64 bits as the int64 of the same bits."""
    word %= _WORD
    return word - _WORD if word >= _WORD >> 1 else word


def create_rng_state(seed: int, alg: Any = "philox") -> Tensor:
    """The state of a generator that a seed stands for.

    Args:
        seed: an integer of up to 192 bits.
        alg: "philox", the only algorithm.

    >>> create_rng_state(1234).tolist()
    [1234, 0, 0]
    """
    return _state_tensor([seed >> 64 * word for word in range(_STATE_SIZE)])


_global: list[Generator] = []


def get_global_generator() -> Generator:
    """The generator of the process, made when first asked for.

    >>> get_global_generator() is get_global_generator()
    True
    """
    if not _global:
        from runtime.current import init_scope

        with init_scope():
            _global.append(Generator.from_non_deterministic_state())
    return _global[0]


def set_global_generator(generator: Generator) -> None:
    """Replaces the generator of the process."""
    _global[:] = [generator]
