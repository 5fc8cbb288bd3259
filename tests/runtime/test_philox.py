"""Philox 4x32-10 against its authors' test vectors, and the arithmetic of its counter."""

import numpy as np
import pytest

from runtime.philox import Stream, normal, truncated_normal, uniform, uniform_full_int

# Counter, key and block from the known answer tests of the authors' library (Random123, kat_vectors).
KNOWN = [
    ((0,) * 4, (0,) * 2, (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    ((0xFFFFFFFF,) * 4, (0xFFFFFFFF,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]


def joined(words):
    return sum(word << 32 * place for place, word in enumerate(words))


@pytest.mark.parametrize(("counter", "key", "block"), KNOWN)
def test_blocks_are_those_of_the_authors(counter, key, block):
    stream = Stream(joined(key), joined(counter))
    assert stream.blocks(1).tolist() == [list(block)]
    assert stream.blocks(5)[0].tolist() == list(block)


@pytest.mark.parametrize("start", [0, 2**64 - 3, 2**128 - 3])
def test_the_counter_carries_over(start):
    stream = Stream(key=123, counter=start)
    one_by_one = [stream.skip(n).blocks(1)[0].tolist() for n in range(6)]
    assert stream.blocks(6).tolist() == one_by_one


def test_long_streams_are_computed_in_chunks():
    stream = Stream(key=1)
    blocks = stream.blocks(10000)
    assert blocks[9999].tolist() == stream.skip(9999).blocks(1)[0].tolist()


@pytest.mark.parametrize("distribution", [uniform, normal, truncated_normal])
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_fewer_values_are_the_first_of_more(distribution, dtype):
    stream = Stream.from_seeds(1, 2)
    assert distribution(stream, 7, dtype).tolist() == distribution(stream, 100, dtype)[:7].tolist()
    assert distribution(stream, 7, dtype).dtype == dtype
    assert distribution(stream, 0, dtype).shape == (0,)


def test_truncated_values_are_drawn_again_as_often_as_needed():
    values = truncated_normal(Stream.from_seeds(3, 4), 50000, np.float32)
    assert np.abs(values).max() < 2


def test_wide_integers_take_two_words():
    stream = Stream.from_seeds(1, 2)
    low, high = uniform_full_int(stream, 2, np.uint32).tolist()
    assert uniform_full_int(stream, 1, np.uint64).tolist() == [low | high << 32]
