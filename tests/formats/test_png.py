"""PNG files, written and read here."""

import struct
import zlib

import numpy as np
import pytest

from runtime.errors import InvalidArgumentError, UnimplementedError
from runtime.formats import png

RANDOM = np.random.default_rng(0)


@pytest.mark.parametrize("kind", [np.uint8, np.uint16])
@pytest.mark.parametrize("channels", [1, 2, 3, 4])
def test_a_picture_comes_back(channels, kind):
    image = RANDOM.integers(0, np.iinfo(kind).max, [5, 7, channels]).astype(kind)
    again = png.decode(png.encode(image))
    assert again.dtype == image.dtype
    np.testing.assert_array_equal(again, image)


def filtered(image, choose):
    """A PNG file of an image whose rows are written as differences: filter `choose(y)`, straight from the standard."""
    height, width, channels = image.shape
    padded = np.zeros([height + 1, (width + 1) * channels], np.int64)
    padded[1:, channels:] = image.reshape(height, -1)
    lines = b""
    for y in range(1, height + 1):
        x, a = padded[y, channels:], padded[y, :-channels]
        b, c = padded[y - 1, channels:], padded[y - 1, :-channels]
        p = a + b - c
        pa, pb, pc = abs(p - a), abs(p - b), abs(p - c)
        paeth = np.where((pa <= pb) & (pa <= pc), a, np.where(pb <= pc, b, c))
        guess = [0 * x, a, b, (a + b) // 2, paeth][choose(y - 1)]
        lines += bytes([choose(y - 1)]) + ((x - guess) % 256).astype(np.uint8).tobytes()
    return chunks((b"IHDR", struct.pack(">IIBBBBB", width, height, 8, {1: 0, 3: 2}[channels], 0, 0, 0)), lines)


def chunks(header, lines, *others):
    parts = [header, *others, (b"IDAT", zlib.compress(lines)), (b"IEND", b"")]
    return png.SIGNATURE + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts
    )


@pytest.mark.parametrize("channels", [1, 3])
@pytest.mark.parametrize("filter_type", [0, 1, 2, 3, 4])
def test_rows_may_be_differences(filter_type, channels):
    image = RANDOM.integers(0, 255, [6, 5, channels]).astype(np.uint8)
    np.testing.assert_array_equal(png.decode(filtered(image, lambda y: filter_type)), image)


def test_filters_may_change_from_row_to_row():
    image = RANDOM.integers(0, 255, [9, 4, 3]).astype(np.uint8)
    np.testing.assert_array_equal(png.decode(filtered(image, lambda y: y % 5)), image)


def test_few_bits_are_spread_over_the_range():
    header = b"IHDR", struct.pack(">IIBBBBB", 3, 1, 2, 0, 0, 0, 0)
    assert png.decode(chunks(header, bytes([0, 0b00_01_11_00]))).ravel().tolist() == [0, 85, 255]


def test_palettes_give_colours_and_alpha():
    header = b"IHDR", struct.pack(">IIBBBBB", 2, 1, 8, 3, 0, 0, 0)
    palette, alpha = (b"PLTE", bytes([1, 2, 3, 4, 5, 6])), (b"tRNS", bytes([9]))
    assert png.decode(chunks(header, bytes([0, 1, 0]), palette)).tolist() == [[[4, 5, 6], [1, 2, 3]]]
    assert png.decode(chunks(header, bytes([0, 1, 0]), palette, alpha)).tolist() == [[[4, 5, 6, 255], [1, 2, 3, 9]]]


def test_a_transparent_colour_gives_alpha():
    header = b"IHDR", struct.pack(">IIBBBBB", 2, 1, 8, 0, 0, 0, 0)
    assert png.decode(chunks(header, bytes([0, 7, 8]), (b"tRNS", bytes([0, 8])))).tolist() == [[[7, 255], [8, 0]]]


@pytest.mark.parametrize("data", [b"", b"GIF89a", png.SIGNATURE, png.encode(np.zeros([2, 2, 1], np.uint8))[:50]])
def test_what_is_no_picture_is_refused(data):
    with pytest.raises(InvalidArgumentError, match="Invalid PNG data"):
        png.decode(data)


def test_interlaced_pictures_are_refused():
    header = b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 1)
    with pytest.raises(UnimplementedError, match="Interlaced"):
        png.decode(chunks(header, bytes([0, 1])))


def test_an_array_needs_three_axes_and_at_most_four_channels():
    with pytest.raises(InvalidArgumentError, match="3-dimensional"):
        png.encode(np.zeros([2, 2], np.uint8))
