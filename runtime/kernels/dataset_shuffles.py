"""Kernels of datasets that shuffle, in TensorFlow's order for the same seeds."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

from runtime.data.streams import INFINITE, Element, Stream
from runtime.errors import InvalidArgumentError
from runtime.philox import Stream as Philox
from runtime.registry import kernel

_BLOCKS = 64


def _words(seed: int, seed2: int) -> Iterator[int]:
    """The 32-bit words of a random stream, one by one."""
    stream = Philox.from_seeds(seed, seed2)
    while True:
        yield from stream.words(4 * _BLOCKS).tolist()
        stream = stream.skip(_BLOCKS)


def _seeds(seed: Any, seed2: Any) -> tuple[int, int]:
    """The seeds; random ones if both are 0."""
    if int(seed) or int(seed2):
        return int(seed), int(seed2)
    return random.getrandbits(63), random.getrandbits(63)


@kernel("DummySeedGenerator")
def dummy_seed_generator() -> None:
    """No value: a shuffle's seeds are its own inputs here, and its generator is not used."""


@kernel("ShuffleDatasetV3")
def shuffle_dataset(
    source: Stream, buffer_size: Any, seed: Any, seed2: Any, seed_generator: Any, *, reshuffle_each_iteration: bool
) -> Stream:
    """The elements in random order, drawn from a buffer of `buffer_size` (-1: of all of them).

    Two seeds of 0 mean random ones. With `reshuffle_each_iteration` each run has an order of its own.
    """
    size = int(buffer_size)
    if size <= 0 and size != INFINITE:
        raise InvalidArgumentError(f"buffer_size must be greater than zero, not {size}.")
    seeds = _seeds(seed, seed2)
    fresh = _words(*seeds)

    def rows() -> Iterator[Element]:
        """One run; with new seeds from the stream of the first ones, if runs are to differ."""
        chosen = (next(fresh), next(fresh)) if reshuffle_each_iteration else seeds
        return _shuffled(iter(source), size, _words(*chosen))

    return Stream(rows, source.cardinality)


def _shuffled(rows: Iterator[Element], size: int, words: Iterator[int]) -> Iterator[Element]:
    """Swaps a random element of a full buffer with its first one, gives it, and fills the buffer up again."""
    buffer: list[Element] = []
    for element in rows:
        buffer.append(element)
        if len(buffer) == size:
            break
    start, count = 0, len(buffer)
    while count:
        index = (start + next(words) % count) % len(buffer)
        first = start % len(buffer)
        yield buffer[index]
        buffer[index] = buffer[first]
        start, count = start + 1, count - 1
        for element in rows:
            buffer[(start + count) % len(buffer)] = element
            count += 1
            break


@kernel("RandomDataset")
def random_dataset(seed: Any, seed2: Any) -> Stream:
    """Random int64 scalars in [0, 2**32), without end; the same in each run."""
    seeds = _seeds(seed, seed2)
    return Stream(lambda: ((np.array(word, np.int64),) for word in _words(*seeds)), INFINITE)
