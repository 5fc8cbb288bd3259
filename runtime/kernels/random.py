"""Random numbers. What they are follows from seeds alone, as in TensorFlow (see `runtime.philox`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any

import numpy as np

from runtime import philox
from runtime.context import RunContext
from runtime.dtypes import DType
from runtime.errors import InvalidArgumentError
from runtime.kernels.values import Array, shape_text
from runtime.philox import Distribution, Stream
from runtime.random_streams import streams_of
from runtime.registry import kernel, kernel_maker
from runtime.resources import Resource

Maker = Callable[..., Callable[..., Any]]
Draw = Callable[[int], Stream]


def _drawer(op_type: str, seed: int, seed2: int, context: RunContext, owner: Any, variant: Any = None) -> Draw:
    """Hands out the stream of an op and moves it on: an op in a graph owns one, eager ops of one kind share one."""
    key = owner if owner is not None else (op_type, seed, seed2, variant)
    return lambda values: streams_of(context).draw(key, seed, seed2, values * philox.BLOCKS_PER_VALUE)


def _filled(distribution: Distribution, stream: Stream, shape: Sequence[int], dtype: DType) -> Array:
    return distribution(stream, prod(shape), dtype.as_numpy_dtype).reshape(shape)


# --- Ops with a stream of their own --------------------------------------------------------------------------------


def _stateful(op_type: str, distribution: Distribution) -> Maker:
    def make(*, seed: int, seed2: int, dtype: DType, context: RunContext, owner: Any) -> Callable[[Array], Any]:
        """The kernel of one operation, which goes on in its stream from run to run."""
        draw = _drawer(op_type, seed, seed2, context, owner, dtype)

        def run(shape: Array) -> Any:
            """The next random numbers, in a given shape."""
            sizes = _sizes(shape)
            return _filled(distribution, draw(prod(sizes)), sizes, dtype)

        return run

    return make


def _sizes(shape: Array) -> list[int]:
    sizes: list[int] = shape.tolist()
    if not isinstance(sizes, list) or any(size < 0 for size in sizes):
        raise InvalidArgumentError(f"The shape of random values must be a vector of sizes of 0 or more, not {sizes}.")
    return sizes


for _op_type, _distribution in (
    ("RandomUniform", philox.uniform),
    ("RandomStandardNormal", philox.normal),
    ("TruncatedNormal", philox.truncated_normal),
):
    kernel_maker(_op_type)(_stateful(_op_type, _distribution))


@kernel_maker("RandomUniformInt")
def random_uniform_int(
    *, seed: int, seed2: int, Tout: DType, context: RunContext, owner: Any
) -> Callable[[Array, Array, Array], Any]:
    """Integers in [minval, maxval)."""
    draw = _drawer("RandomUniformInt", seed, seed2, context, owner, Tout)

    def run(shape: Array, minval: Array, maxval: Array) -> Any:
        """The next integers in [minval, maxval), in a given shape."""
        sizes = _sizes(shape)
        return _integers(draw(prod(sizes)), sizes, minval, maxval, Tout)

    return run


def _integers(stream: Stream, shape: Sequence[int], minval: Array, maxval: Array, dtype: DType) -> Array:
    low, high, count = int(minval), int(maxval), prod(shape)
    if not count:
        return np.empty(shape, dtype.as_numpy_dtype)
    if low >= high:
        raise InvalidArgumentError(f"Need minval < maxval, got {low} >= {high}.")
    return philox.uniform_int(stream, count, low, high, dtype.as_numpy_dtype).reshape(shape)


@kernel_maker("RandomShuffle")
def random_shuffle(*, seed: int, seed2: int, T: DType, context: RunContext, owner: Any) -> Callable[[Array], Any]:
    """The rows in random order, by the shuffle of Fisher and Yates."""
    key = owner if owner is not None else ("RandomShuffle", seed, seed2, T)

    def run(value: Array) -> Any:
        """The rows in the next random order; fewer than two, and scalars, take nothing from the stream."""
        if value.ndim == 0 or len(value) < 2:
            return value
        steps = len(value) - 1
        words = streams_of(context).draw(key, seed, seed2, -(-steps // 4)).words(steps)
        return value[_permutation(words)]

    return run


def _permutation(words: Array) -> list[int]:
    """Each position is swapped with a random one at or behind it."""
    size = len(words) + 1
    choices = (words % np.arange(size, 1, -1, dtype=np.uint32)).tolist()
    order = list(range(size))
    for position, choice in enumerate(choices):
        other = position + choice
        order[position], order[other] = order[other], order[position]
    return order


@kernel_maker("Multinomial")
def multinomial(
    *, seed: int, seed2: int, T: DType, output_dtype: DType, context: RunContext, owner: Any
) -> Callable[[Array, Array], Any]:
    """Classes drawn with the probabilities of softmax(logits)."""
    draw = _drawer("Multinomial", seed, seed2, context, owner, (T, output_dtype))

    def run(logits: Array, num_samples: Array) -> Any:
        """[batch, num_samples] classes, for logits [batch, classes]; those that are not finite are never drawn."""
        count = int(num_samples)
        stream = draw(len(logits) * (-(-count // 4) * 4) * 2)  # Each number is a double, of two words.
        return _classes(stream, logits, count).astype(output_dtype.as_numpy_dtype)

    return run


@kernel("StatelessMultinomial")
def stateless_multinomial(logits: Array, num_samples: Array, seed: Array, *, output_dtype: DType) -> Any:
    """`multinomial` of a seed alone."""
    return _classes(_seeded(seed), logits, int(num_samples)).astype(output_dtype.as_numpy_dtype)


def _classes(stream: Stream, logits: Array, count: int) -> Array:
    """By the inverse of the distribution function: how many of its steps lie at or below a uniform number."""
    if logits.ndim != 2 or (logits.shape[1] == 0 and count and len(logits)):
        raise InvalidArgumentError(f"logits should be a matrix with classes, not of shape {shape_text(logits.shape)}.")
    finite = np.isfinite(logits)
    wide = np.where(finite, logits, -np.inf).astype(np.float64)
    top = np.max(wide, axis=1, keepdims=True, initial=np.finfo(np.float64).min)
    steps = np.cumsum(np.exp(wide - top), axis=1)
    sought = philox.uniform(stream, len(logits) * count, np.float64).reshape(-1, count)
    out = np.empty(sought.shape, np.int64)
    for row, (edges, values) in enumerate(zip(steps, sought, strict=True)):
        out[row] = np.searchsorted(edges, values * edges[-1], side="right")
    return out


# --- Ops of a seed alone -------------------------------------------------------------------------------------------


def _seeded(seed: Array) -> Stream:
    if seed.shape != (2,):
        raise InvalidArgumentError(f"seed must have shape [2], not {shape_text(seed.shape)}.")
    return Stream.from_stateless_seed(int(seed[0]), int(seed[1]))


def _keyed(key: Array, counter: Array, algorithm: Array) -> Stream:
    """The stream that the inputs of the V2 ops name. Algorithm 1 is Philox, 3 leaves the choice."""
    _check_algorithm(algorithm)
    low, high = counter.tolist()[:2]
    return Stream(int(key.ravel()[0]), low | high << 64)


def _stateless(distribution: Distribution) -> Maker:
    def make(*, dtype: DType) -> Callable[[Array, Array], Any]:
        """The kernel for one dtype: of a shape and a seed of two integers."""
        return lambda shape, seed: _filled(distribution, _seeded(seed), _sizes(shape), dtype)

    return make


def _stateless_v2(distribution: Distribution) -> Maker:
    def make(*, dtype: DType) -> Callable[[Array, Array, Array, Array], Any]:
        """The kernel for one dtype: of a shape, a key, a counter and the number of the algorithm."""
        return lambda shape, key, counter, algorithm: _filled(
            distribution, _keyed(key, counter, algorithm), _sizes(shape), dtype
        )

    return make


for _name, _distribution in (
    ("StatelessRandomUniform", philox.uniform),
    ("StatelessRandomNormal", philox.normal),
    ("StatelessTruncatedNormal", philox.truncated_normal),
    ("StatelessRandomUniformFullInt", philox.uniform_full_int),
):
    kernel_maker(_name)(_stateless(_distribution))
    kernel_maker(f"{_name}V2")(_stateless_v2(_distribution))


@kernel("StatelessRandomUniformInt")
def stateless_random_uniform_int(shape: Array, seed: Array, minval: Array, maxval: Array, *, dtype: DType) -> Any:
    """Integers in [minval, maxval)."""
    return _integers(_seeded(seed), _sizes(shape), minval, maxval, dtype)


@kernel("StatelessRandomUniformIntV2")
def stateless_random_uniform_int_v2(
    shape: Array, key: Array, counter: Array, algorithm: Array, minval: Array, maxval: Array, *, dtype: DType
) -> Any:
    """Integers in [minval, maxval)."""
    return _integers(_keyed(key, counter, algorithm), _sizes(shape), minval, maxval, dtype)


@kernel("StatelessRandomGetKeyCounter")
def key_counter(seed: Array) -> tuple[Array, Array]:
    """The key and the counter that a seed is scrambled to."""
    stream = _seeded(seed)
    halves = [stream.counter & (1 << 64) - 1, stream.counter >> 64]
    return np.array([stream.key], np.uint64), np.array(halves, np.uint64)


@kernel("StatelessRandomGetAlg")
def algorithm() -> Any:
    """Philox."""
    return np.int32(1)


# --- Ops with their stream in a variable -----------------------------------------------------------------------------


@kernel("RngReadAndSkip")
def read_and_skip(resource: Resource, algorithm: Array, delta: Array) -> Any:
    """The state of a generator before it is moved on by as many values."""
    return _advanced(resource, algorithm, int(delta))


def _check_algorithm(algorithm: Array) -> None:
    if int(algorithm) not in (1, 3):
        raise InvalidArgumentError(f"Unsupported algorithm id {int(algorithm)}: only Philox (1) is there.")


def _advanced(resource: Resource, algorithm: Array, values: int) -> Any:
    """The old state: int64[3], the two halves of the counter and the key."""
    _check_algorithm(algorithm)
    before: list[Any] = []

    def move(state: Array) -> Array:
        """The state as many values on, 256 bits of the stream for each, as TensorFlow reserves them."""
        before.append(state)
        counter = _stream_of(state).skip(values * philox.BLOCKS_PER_VALUE).counter
        halves = np.array([counter & (1 << 64) - 1, counter >> 64], np.uint64)
        return np.concatenate([halves.view(np.int64), state[2:]])

    resource.update(move)
    return before[0]


def _stream_of(state: Array) -> Stream:
    low, high, key = state[:3].astype(np.int64).view(np.uint64).tolist()
    return Stream(key, low | high << 64)


def _from_variable(distribution: Distribution) -> Maker:
    def make(*, dtype: DType) -> Callable[[Resource, Array, Array], Any]:
        """The kernel for one dtype."""

        def run(resource: Resource, algorithm: Array, shape: Array) -> Any:
            """Random numbers in a given shape from the state in a variable, which moves on behind them."""
            sizes = _sizes(shape)
            return _filled(distribution, _stream_of(_advanced(resource, algorithm, prod(sizes))), sizes, dtype)

        return run

    return make


for _name, _distribution in (
    ("StatefulStandardNormalV2", philox.normal),
    ("StatefulTruncatedNormal", philox.truncated_normal),
    ("StatefulUniform", philox.uniform),
    ("StatefulUniformFullInt", philox.uniform_full_int),
):
    kernel_maker(_name)(_from_variable(_distribution))


@kernel("StatefulUniformInt")
def stateful_uniform_int(
    resource: Resource, algorithm: Array, shape: Array, minval: Array, maxval: Array, *, dtype: DType
) -> Any:
    """Integers in [minval, maxval)."""
    sizes = _sizes(shape)
    return _integers(_stream_of(_advanced(resource, algorithm, prod(sizes))), sizes, minval, maxval, dtype)
