"""Random numbers from Philox 4x32-10, with the layout and the distributions that TensorFlow draws from it.

Philox is counter-based: block number `n` of a stream is a pure function of (key, counter + n), so that any part of a
stream can be computed alone. Source: Salmon, Moraes, Dror, Shaw, "Parallel Random Numbers: As Easy as 1, 2, 3" (2011).
One block holds four 32-bit words. A distribution says how words become values; which words belong to which value is
TensorFlow's choice, so that equal seeds give equal numbers (normal ones to the last bit or the one before it).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Words = npt.NDArray[np.uint32]
Array = npt.NDArray[Any]

_MASK32 = (1 << 32) - 1
_MASK64 = (1 << 64) - 1
_MASK128 = (1 << 128) - 1
_MULTIPLIERS = (0xD2511F53, 0xCD9E8D57)
_WEYL = (0x9E3779B9, 0xBB67AE85)
_ROUNDS = 10

# Blocks computed at a time: the four uint64 lanes of a round and its scratch stay in the first levels of the cache.
_CHUNK = 4096

# TensorFlow reserves this many blocks for each value asked from a stateful op, whatever the distribution needs.
BLOCKS_PER_VALUE = 256

# Key that TensorFlow mixes the two seeds of a stateless op with, so that close seeds give unrelated streams.
_SCRAMBLE_KEY = 0x3EC8F720 | 0x02461E29 << 32

# A smaller uniform value would send log() of the Box-Muller transform off; the bound is TensorFlow's.
_SMALLEST_UNIFORM = 1e-7

_TRUNCATED_AT = 2.0


@dataclass(frozen=True)
class Stream:
    """The blocks of one key, from `counter` on.

    Attributes:
        key: 64 bits.
        counter: 128 bits; block `n` of the stream is that of `counter + n`, modulo 2**128.

    Example:
        >>> Stream.from_seeds(1, 2).blocks(1).tolist()
        [[3878945999, 2364392915, 1057429302, 168492509]]
    """

    key: int
    counter: int = 0

    @classmethod
    def from_seeds(cls, seed: int, seed2: int) -> Stream:
        """The stream of a stateful op: the first seed is the key, the second one the upper half of the counter."""
        return cls(seed & _MASK64, (seed2 & _MASK64) << 64)

    @classmethod
    def from_stateless_seed(cls, seed: int, seed2: int) -> Stream:
        """The stream of a stateless op with `seed=[seed, seed2]`; both halves are scrambled first."""
        words = _block(_SCRAMBLE_KEY, (seed & _MASK64) | (seed2 & _MASK64) << 64)
        return cls(words[0] | words[1] << 32, words[2] << 64 | words[3] << 96)

    def skip(self, blocks: int) -> Stream:
        """The same stream from `blocks` later on."""
        return Stream(self.key, (self.counter + blocks) & _MASK128)

    def blocks(self, count: int) -> Words:
        """The first `count` blocks, as uint32[count, 4]."""
        if count <= 2:
            return np.array([_block(self.key, self.counter + i) for i in range(count)], np.uint32).reshape(count, 4)
        return self.blocks_at(np.arange(count, dtype=np.uint64))

    def blocks_at(self, offsets: npt.NDArray[np.uint64]) -> Words:
        """The blocks at these offsets, as uint32[len(offsets), 4]."""
        words = np.empty((len(offsets), 4), np.uint32)
        for first in range(0, len(offsets), _CHUNK):
            chunk = slice(first, first + _CHUNK)
            _fill_blocks(words[chunk], self.key, self.counter, offsets[chunk])
        return words

    def words(self, count: int) -> Words:
        """The first `count` 32-bit words, as uint32[count]."""
        return self.blocks(-(-count // 4)).ravel()[:count]


def _block(key: int, counter: int) -> tuple[int, int, int, int]:
    """One block in Python integers: for so few, numpy's call overhead would dominate."""
    c0, c1, c2, c3 = (counter >> shift & _MASK32 for shift in (0, 32, 64, 96))
    k0, k1 = key & _MASK32, key >> 32
    for _ in range(_ROUNDS):
        product0, product1 = c0 * _MULTIPLIERS[0], c2 * _MULTIPLIERS[1]
        c0, c1, c2, c3 = product1 >> 32 ^ c1 ^ k0, product1 & _MASK32, product0 >> 32 ^ c3 ^ k1, product0 & _MASK32
        k0, k1 = k0 + _WEYL[0] & _MASK32, k1 + _WEYL[1] & _MASK32
    return c0, c1, c2, c3


def _fill_blocks(out: Words, key: int, counter: int, offsets: npt.NDArray[np.uint64]) -> None:
    """Writes the blocks of `counter + offsets` into `out`, all of them in each step of a round.

    The words of a block stand in two pairs, (0, 2) and (1, 3), each an array [2, blocks] of 32 bits held in uint64.
    """
    even, odd = _counters(counter, offsets)
    half, mask = np.uint64(32), np.uint64(_MASK32)
    multipliers = np.array(_MULTIPLIERS, np.uint64)[:, None]
    for round_key in _round_keys(key):
        products = even * multipliers
        even = (products >> half)[::-1] ^ odd
        even ^= round_key
        products &= mask
        odd = products[::-1]
    out[:, 0::2], out[:, 1::2] = even.T, odd.T


def _round_keys(key: int) -> Array:
    """The two words of the key in each round: [rounds, 2, 1]."""
    rounds = np.arange(_ROUNDS, dtype=np.uint64)[:, None]
    first = np.array([key & _MASK32, key >> 32], np.uint64)
    keys: Array = first + rounds * np.array(_WEYL, np.uint64) & np.uint64(_MASK32)
    return keys[:, :, None]


def _counters(first: int, offsets: npt.NDArray[np.uint64]) -> tuple[Array, Array]:
    """The words of the 128-bit counters `first + offsets`: the even ones and the odd ones."""
    words = np.empty((2, len(offsets)), np.uint64)
    low = np.add(offsets, np.uint64(first & _MASK64), out=words[0])  # wraps like the counter's lower half
    words[1] = np.uint64(first >> 64 & _MASK64)
    words[1] += low < offsets
    return words & np.uint64(_MASK32), words >> np.uint64(32)


# --- Distributions -------------------------------------------------------------------------------------------------


def uniform(stream: Stream, count: int, dtype: npt.DTypeLike) -> Array:
    """Values in [0, 1): the random bits become the mantissa of a number in [1, 2), then 1 is subtracted.

    Args:
        stream: Where the words come from.
        count: How many values.
        dtype: float16, bfloat16, float32 or float64.

    Returns:
        dtype[count].

    Example:
        >>> uniform(Stream.from_seeds(1, 2), 2, np.float32).tolist()
        [0.406396746635437, 0.8575996160507202]
    """
    dtype = np.dtype(dtype)
    if dtype == np.float64:
        return _to_double(stream.words(2 * count).reshape(-1, 2))
    words = stream.words(count)
    if dtype == np.float32:
        return _to_float(words)
    mantissa_bits, exponent = (10, 15) if dtype == np.float16 else (7, 127)
    bits = (words & np.uint32((1 << mantissa_bits) - 1)) | np.uint32(exponent << mantissa_bits)
    return np.asarray(bits.astype(np.uint16).view(dtype) - dtype.type(1), dtype)


def _to_float(words: Words) -> npt.NDArray[np.float32]:
    bits = words & np.uint32(0x7FFFFF)
    bits |= np.uint32(127 << 23)
    values: npt.NDArray[np.float32] = bits.view(np.float32)
    values -= np.float32(1)
    return values


def _to_double(pairs: Words) -> npt.NDArray[np.float64]:
    """Each pair holds the upper 20 and the lower 32 bits of one mantissa."""
    bits = (pairs[:, 0] & np.uint32(0xFFFFF)).astype(np.uint64) << np.uint64(32)
    bits |= pairs[:, 1]
    bits |= np.uint64(1023 << 52)
    values: npt.NDArray[np.float64] = bits.view(np.float64)
    values -= 1.0
    return values


def uniform_doubles(blocks: Words) -> npt.NDArray[np.float64]:
    """Two values in [0, 1) of each block, f64[count, 2]."""
    return _to_double(blocks.reshape(-1, 2)).reshape(-1, 2)


def normal_doubles(blocks: Words) -> npt.NDArray[np.float64]:
    """Two standard normal values of each block, f64[count, 2]."""
    values: npt.NDArray[np.float64] = _box_muller(blocks.ravel(), np.dtype(np.float64)).reshape(-1, 2)
    return values


def normal(stream: Stream, count: int, dtype: npt.DTypeLike) -> Array:
    """Standard normal values by the Box-Muller transform, two from each pair of uniform ones.

    Args:
        stream: Where the words come from.
        count: How many values.
        dtype: float16, bfloat16, float32 or float64.

    Returns:
        dtype[count].

    Example:
        >>> normal(Stream.from_seeds(1, 2), 2, np.float64).shape
        (2,)
    """
    dtype = np.dtype(dtype)
    words_per_value = 2 if dtype == np.float64 else 1
    even = count + (count & 1)
    values: Array = _box_muller(stream.words(even * words_per_value), dtype)
    return values[:count]


def _box_muller(words: Words, dtype: np.dtype[Any]) -> Array:
    """One normal value per word (per two words in double precision).

    The 16-bit types are rounded from float32. Functions of float32 are computed in double precision and rounded once:
    so they agree with the C library, whose functions of single precision are all but correctly rounded.
    """
    narrow = np.dtype(np.float64 if dtype == np.float64 else np.float32)
    radius, angle = _uniform_pairs(words, narrow)
    np.maximum(radius, narrow.type(_SMALLEST_UNIFORM), out=radius)
    theta = (2 * np.pi * angle.astype(np.float64)).astype(narrow).astype(np.float64)
    minus_two_log = narrow.type(-2) * np.log(radius.astype(np.float64)).astype(narrow)
    scale = np.sqrt(minus_two_log)
    values = np.empty((len(scale), 2), narrow)
    np.multiply(np.sin(theta).astype(narrow), scale, out=values[:, 0])
    np.multiply(np.cos(theta).astype(narrow), scale, out=values[:, 1])
    return values.ravel().astype(dtype, copy=False)


def _uniform_pairs(words: Words, dtype: np.dtype[Any]) -> tuple[Array, Array]:
    if dtype == np.float64:
        quads = words.reshape(-1, 4)
        return _to_double(quads[:, :2]), _to_double(quads[:, 2:])
    pairs = words.reshape(-1, 2)
    return _to_float(pairs[:, 0]), _to_float(pairs[:, 1])


def truncated_normal(stream: Stream, count: int, dtype: npt.DTypeLike) -> Array:
    """Standard normal values, those of magnitude 2 and more being drawn again.

    Values come in groups of four (two in double precision). Each group owns a region of the stream and takes the first
    acceptable values in it.

    Args:
        stream: Where the words come from.
        count: How many values.
        dtype: float16, bfloat16, float32 or float64.

    Returns:
        dtype[count].

    Example:
        >>> bool((abs(truncated_normal(Stream.from_seeds(3, 4), 1000, np.float32)) < 2).all())
        True
    """
    dtype = np.dtype(dtype)
    wide = dtype if dtype == np.float64 else np.dtype(np.float32)  # the 16-bit types are rounded after the choice
    group_size = 16 // wide.itemsize
    groups = np.empty((-(-count // group_size), group_size), dtype)
    pending = np.arange(len(groups), dtype=np.uint64)
    blocks = 2
    while len(pending):
        words = stream.blocks_at(_region_offsets(pending, group_size * BLOCKS_PER_VALUE // 4, blocks))
        candidates = _box_muller(words.ravel(), wide).reshape(len(pending), -1)
        accepted = np.abs(candidates) < _TRUNCATED_AT
        rank = np.cumsum(accepted, axis=1)
        full = rank[:, -1] >= group_size
        taken = candidates[full][accepted[full] & (rank[full] <= group_size)]
        groups[pending[full]] = taken.reshape(-1, group_size)
        pending = pending[~full]
        blocks *= 2
    return groups.ravel()[:count]


def _region_offsets(regions: npt.NDArray[np.uint64], size: int, blocks: int) -> Any:
    """Offsets of the first `blocks` blocks of each region of `size` blocks, region after region."""
    return (regions[:, None] * np.uint64(size) + np.arange(blocks, dtype=np.uint64)).ravel()


def uniform_int(stream: Stream, count: int, low: int, high: int, dtype: npt.DTypeLike) -> Array:
    """Integers in [low, high): the remainder of random bits, so slightly biased unless the range is a power of two.

    Args:
        stream: Where the words come from.
        count: How many values.
        low: The smallest value.
        high: One more than the largest value.
        dtype: int32, int64, uint32 or uint64.

    Returns:
        dtype[count].

    Example:
        >>> uniform_int(Stream.from_seeds(1, 2), 4, 0, 10, np.int32).tolist()
        [9, 5, 2, 9]
    """
    bits = uniform_full_int(stream, count, f"u{np.dtype(dtype).itemsize}")
    bits %= bits.dtype.type(high - low)
    bits += bits.dtype.type(low % (1 << 8 * bits.itemsize))  # wraps, as the sum in the signed type would
    return bits.view(dtype)


def uniform_full_int(stream: Stream, count: int, dtype: npt.DTypeLike) -> Array:
    """Integers over the whole range of `dtype`.

    Args:
        stream: Where the words come from.
        count: How many values.
        dtype: int32, int64, uint32 or uint64.

    Returns:
        dtype[count].

    Example:
        >>> uniform_full_int(Stream.from_seeds(1, 2), 2, np.uint32).tolist()
        [3878945999, 2364392915]
    """
    dtype = np.dtype(dtype)
    if dtype.itemsize == 4:
        return stream.words(count).view(dtype)
    pairs = stream.words(2 * count).reshape(-1, 2)
    values: Array = pairs[:, 0] | pairs[:, 1].astype(np.uint64) << np.uint64(32)
    return values.view(dtype)


Distribution = Callable[[Stream, int, npt.DTypeLike], Array]
