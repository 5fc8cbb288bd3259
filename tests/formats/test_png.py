"""PNG files, written and read here."""

import numpy as np
import pytest

from runtime.errors import InvalidArgumentError
from runtime.formats import png
from tests.formats.pngs import KINDS, chunk, file_of, header, named, png_of

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
    return file_of(header(width, height, 8, {1: 0, 3: 2}[channels]), lines)


@pytest.mark.parametrize("channels", [1, 3])
@pytest.mark.parametrize("filter_type", [0, 1, 2, 3, 4])
def test_rows_may_be_differences(filter_type, channels):
    image = RANDOM.integers(0, 255, [6, 5, channels]).astype(np.uint8)
    np.testing.assert_array_equal(png.decode(filtered(image, lambda y: filter_type)), image)


def test_filters_may_change_from_row_to_row():
    image = RANDOM.integers(0, 255, [9, 4, 3]).astype(np.uint8)
    np.testing.assert_array_equal(png.decode(filtered(image, lambda y: y % 5)), image)


def test_few_bits_are_spread_over_the_range():
    assert png.decode(file_of(header(3, 1, 2, 0), bytes([0, 0b00_01_11_00]))).ravel().tolist() == [0, 85, 255]


def test_palettes_give_colours_and_alpha():
    first = header(2, 1, 8, 3)
    palette, alpha = (b"PLTE", bytes([1, 2, 3, 4, 5, 6])), (b"tRNS", bytes([9]))
    assert png.decode(file_of(first, bytes([0, 1, 0]), palette)).tolist() == [[[4, 5, 6], [1, 2, 3]]]
    assert png.decode(file_of(first, bytes([0, 1, 0]), palette, alpha)).tolist() == [[[4, 5, 6, 255], [1, 2, 3, 9]]]


def test_a_transparent_colour_gives_alpha_if_it_is_asked_for():
    data = file_of(header(2, 1, 8, 0), bytes([0, 7, 8]), (b"tRNS", bytes([0, 8])))
    assert png.decode(data).tolist() == [[[7, 255], [8, 0]]]
    assert png.decode(data, clear_colour=False).tolist() == [[[7], [8]]]


@pytest.mark.parametrize("kind", KINDS, ids=named)
def test_every_kind_is_read(kind):
    colour_type, depth, _, is_clear = kind
    data, samples = png_of(kind)
    image = png.decode(data)
    assert image.dtype == (np.uint16 if depth == 16 else np.uint8)
    if colour_type == 3:
        palette = np.frombuffer(data[data.index(b"PLTE") + 4 :][: 3 * 2**depth], np.uint8).reshape(-1, 3)
        np.testing.assert_array_equal(image[..., :3], palette[samples[..., 0]])
        assert image.shape[2] == 3 + is_clear
    else:
        colours = samples * (255 // (2**depth - 1)) if depth < 8 else samples
        np.testing.assert_array_equal(image[..., : samples.shape[2]], colours)
        assert image.shape[2] == samples.shape[2] + is_clear


@pytest.mark.parametrize(("height", "width"), [(1, 1), (1, 9), (3, 2), (8, 8), (17, 5)])
def test_interlaced_pictures_of_any_size_are_read(height, width):
    data, samples = png_of((2, 8, True, False), height, width)
    np.testing.assert_array_equal(png.decode(data), samples)


@pytest.mark.parametrize("data", [b"", b"GIF89a", png.SIGNATURE, png.encode(np.zeros([2, 2, 1], np.uint8))[:50]])
def test_what_is_no_picture_is_refused(data):
    with pytest.raises(InvalidArgumentError, match="Invalid PNG data"):
        png.decode(data)


@pytest.mark.parametrize(
    ("first", "words"),
    [
        (header(0, 1, 8, 0), "0 by 1"),
        (header(1, 1, 3, 0), "depth 3"),
        (header(1, 1, 8, 5), "colour type 5"),
        (header(1, 1, 8, 0, 2), "interlacing 2"),
        (header(2**31 - 1, 2**31 - 1, 8, 0, 1), "2 bytes of"),
        (header(3, 1, 8, 0), "2 bytes of 4"),
    ],
    ids=["empty", "depth", "colour", "passes", "huge", "short"],
)
def test_headers_that_mean_nothing_are_refused(first, words):
    with pytest.raises(InvalidArgumentError, match=words):
        png.decode(file_of(first, bytes([0, 1])))


def test_a_damaged_part_is_noticed_and_left_out_if_it_may_be():
    first, lines, palette = header(1, 1, 8, 3), bytes([0, 0]), (b"PLTE", bytes([1, 2, 3]))
    whole = file_of(first, lines, palette, (b"tRNS", b"\7"))
    assert png.decode(whole).tolist() == [[[1, 2, 3, 7]]]
    assert png.decode(whole.replace(b"tRNS\7", b"tRNS\6")).tolist() == [[[1, 2, 3]]]
    with pytest.raises(InvalidArgumentError, match="PLTE"):
        png.decode(whole.replace(chunk(*palette)[:9], chunk(*palette)[:8] + b"\4"))


def test_an_array_needs_three_axes_and_at_most_four_channels():
    with pytest.raises(InvalidArgumentError, match="3-dimensional"):
        png.encode(np.zeros([2, 2], np.uint8))
