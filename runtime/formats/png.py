"""PNG pictures as arrays, of every kind that there is.

Pillow cannot do it: it reads 16-bit pictures in colours or with alpha as 8-bit ones and does not write them.

Source: the PNG specification, https://www.w3.org/TR/png-3/.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from runtime.errors import InvalidArgumentError

Array = Any
SIGNATURE = b"\x89PNG\r\n\x1a\n"
_COLOUR_TYPES = {1: 0, 2: 4, 3: 2, 4: 6}
_CHANNELS = {colour_type: channels for channels, colour_type in _COLOUR_TYPES.items()} | {3: 1}
_GREY = 0
_PALETTE = 3
_PASSES = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
"""Of an interlaced picture: the left and upper end of the samples in each pass, and their steps."""


def encode(image: Array, compression: int = -1) -> bytes:
    """A picture as the bytes of a PNG file.

    Args:
        image: uint8 or uint16[height, width, channels] with 1 (grey), 2 (grey, alpha), 3 (red, green, blue) or 4
            channels.
        compression: from 0 (none) to 9, or -1 for the usual one.

    Raises:
        InvalidArgumentError: the array is no such picture.
    """
    if image.ndim != 3 or image.shape[2] not in _COLOUR_TYPES or 0 in image.shape:
        raise InvalidArgumentError(
            f"image must be 3-dimensional with 1, 2, 3 or 4 channels, and not empty, got shape {list(image.shape)}"
        )
    height, width, channels = image.shape
    depth = 8 * image.dtype.itemsize
    header = struct.pack(">IIBBBBB", width, height, depth, _COLOUR_TYPES[channels], 0, 0, 0)
    rows = image.astype(image.dtype.newbyteorder(">")).reshape(height, -1).view(np.uint8)
    lines = np.concatenate([np.zeros([height, 1], np.uint8), rows], axis=1).tobytes()
    parts = (b"IHDR", header), (b"IDAT", zlib.compress(lines, compression)), (b"IEND", b"")
    return SIGNATURE + b"".join(_chunk(kind, data) for kind, data in parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


class _Header(NamedTuple):
    width: int
    height: int
    depth: int
    colour_type: int
    is_interlaced: bool

    @property
    def channels(self) -> int:
        """How many samples a pixel has in the file: one for a palette."""
        return _CHANNELS[self.colour_type]

    @property
    def row_size(self) -> int:
        """Bytes, without the one that names the filter."""
        return (self.width * self.channels * self.depth + 7) // 8

    @property
    def size(self) -> int:
        """Bytes of all rows."""
        return self.height * (self.row_size + 1)

    def parts(self) -> Iterator[tuple[tuple[slice, slice], _Header]]:
        """Places in the picture in the order of the file, with the header that a picture of those alone would have."""
        if not self.is_interlaced:
            yield (slice(None), slice(None)), self
            return
        for left, top, across, down in _PASSES:
            width, height = -((left - self.width) // across), -((top - self.height) // down)
            if width > 0 and height > 0:
                yield (slice(top, None, down), slice(left, None, across)), self._replace(width=width, height=height)


def decode(content: bytes, clear_colour: bool = True) -> Array:
    """The picture in a PNG file.

    Args:
        content: of the file.
        clear_colour: whether a grey or coloured picture whose file names one colour that is transparent gets an alpha
            channel. Palettes with alpha give it in any case.

    Returns:
        uint8 or uint16[height, width, channels].

    Raises:
        InvalidArgumentError: it is none, or damaged.
    """
    chunks: dict[bytes, bytes] = {}
    for kind, data in _chunks(content):
        chunks[kind] = chunks.get(kind, b"") + data
    try:
        header = _header(chunks[b"IHDR"])
        image = _image(np.frombuffer(zlib.decompress(chunks[b"IDAT"]), np.uint8), header)
    except (KeyError, ValueError, zlib.error, struct.error) as error:
        raise InvalidArgumentError(f"Invalid PNG data, size {len(content)} ({error}).") from None
    if header.colour_type == _PALETTE:
        return _with_palette(image, chunks)
    return _with_transparency(image, header, chunks) if clear_colour else image


def _chunks(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Names and contents; of damaged chunks those that readers may leave out, whose names begin small, are missing."""
    if not content.startswith(SIGNATURE):
        raise InvalidArgumentError(f"Invalid PNG data, size {len(content)}: it does not begin as PNG files do.")
    place = len(SIGNATURE)
    while place + 12 <= len(content):
        (size,) = struct.unpack_from(">I", content, place)
        end = place + 8 + size
        kind, data = content[place + 4 : place + 8], content[place + 8 : end]
        if content[end : end + 4] == struct.pack(">I", zlib.crc32(kind + data)):
            yield kind, data
        elif kind[:1].isupper():
            raise InvalidArgumentError(f"Invalid PNG data, size {len(content)}: its part {kind!r} is damaged.")
        place = end + 4


def _header(data: bytes) -> _Header:
    width, height, depth, colour_type, _, _, interlaced = struct.unpack(">IIBBBBB", data)
    if colour_type not in _CHANNELS or depth not in (1, 2, 4, 8, 16) or interlaced > 1 or 0 in (width, height):
        raise ValueError(f"{width} by {height}, colour type {colour_type}, depth {depth}, interlacing {interlaced}")
    return _Header(width, height, depth, colour_type, bool(interlaced))


def _image(data: Array, header: _Header) -> Array:
    """The samples in the rows of all passes."""
    parts = list(header.parts())
    wanted = sum(part.size for _, part in parts)
    if len(data) < wanted:
        raise ValueError(f"{len(data)} bytes of {wanted}")
    image = np.empty([header.height, header.width, header.channels], np.uint16 if header.depth == 16 else np.uint8)
    start = 0
    for place, part in parts:
        lines = data[start : start + part.size].reshape(part.height, part.row_size + 1)
        image[place] = _samples(_unfiltered(lines, part), part)
        start += part.size
    return image


def _unfiltered(lines: Array, header: _Header) -> Array:
    """The bytes of the rows; each row says how it was written as differences to its surroundings."""
    step = max(1, header.channels * header.depth // 8)
    above = np.zeros(header.row_size, np.uint8)
    rows = np.empty([header.height, header.row_size], np.uint8)
    for y, line in enumerate(lines):
        above = rows[y] = _row(int(line[0]), line[1:], above, step)
    return rows


def _row(filter_type: int, line: Array, above: Array, step: int) -> Array:
    if filter_type == 0:
        return line
    if filter_type == 1:
        return _summed(line, step)
    if filter_type == 2:
        return line + above
    if filter_type not in (3, 4):
        raise InvalidArgumentError(f"Invalid PNG data: there is no filter {filter_type}.")
    return _by_neighbours(line, above, step, _average if filter_type == 3 else _paeth)


def _summed(line: Array, step: int) -> Array:
    """Running sums over every `step`-th byte."""
    padded = np.zeros(-(-len(line) // step) * step, np.uint8)
    padded[: len(line)] = line
    return np.cumsum(padded.reshape(-1, step), axis=0, dtype=np.uint8).reshape(-1)[: len(line)]


def _by_neighbours(line: Array, above: Array, step: int, predict: Any) -> Array:
    row, upper = bytearray(step) + line.tobytes(), bytes(step) + above.tobytes()
    for x in range(step, len(row)):
        row[x] = (row[x] + predict(row[x - step], upper[x], upper[x - step])) & 255
    return np.frombuffer(bytes(row[step:]), np.uint8)


def _average(left: int, above: int, corner: int) -> int:
    return (left + above) // 2


def _paeth(left: int, above: int, corner: int) -> int:
    """The neighbour that is nearest to left + above - corner."""
    estimate = left + above - corner
    distances = abs(estimate - left), abs(estimate - above), abs(estimate - corner)
    return (left, above, corner)[distances.index(min(distances))]


def _samples(rows: Array, header: _Header) -> Array:
    """The numbers in the rows: uint16 if they have 16 bits; fewer than 8 bits are spread over the range of 8."""
    shape = header.height, header.width, header.channels
    if header.depth == 16:
        return rows.view(">u2").astype(np.uint16).reshape(shape)
    if header.depth == 8:
        return rows.reshape(shape)
    bits = np.unpackbits(rows, axis=1).reshape(header.height, -1, header.depth)
    values = bits.dot(1 << np.arange(header.depth)[::-1]).astype(np.uint8)[:, : header.width]
    scale = 255 // ((1 << header.depth) - 1) if header.colour_type == _GREY else 1
    return (values * np.uint8(scale)).reshape(shape)


def _with_palette(image: Array, chunks: dict[bytes, bytes]) -> Array:
    palette = np.zeros([256, 3], np.uint8)
    colours = np.frombuffer(chunks.get(b"PLTE", b""), np.uint8).reshape(-1, 3)
    palette[: len(colours)] = colours
    if b"tRNS" in chunks:
        alpha = np.full([256, 1], 255, np.uint8)
        given = np.frombuffer(chunks[b"tRNS"], np.uint8)
        alpha[: len(given), 0] = given
        palette = np.concatenate([palette, alpha], axis=1)
    return palette[image[..., 0]]


def _with_transparency(image: Array, header: _Header, chunks: dict[bytes, bytes]) -> Array:
    """With an alpha channel, if the file names a colour that is transparent."""
    if b"tRNS" not in chunks or header.channels in (2, 4):
        return image
    colour = np.frombuffer(chunks[b"tRNS"], ">u2").astype(np.int64)
    highest = np.iinfo(image.dtype).max
    if header.depth < 8:
        colour = colour * (255 // ((1 << header.depth) - 1))
    is_clear = (image == colour).all(axis=2, keepdims=True)
    return np.concatenate([image, np.where(is_clear, 0, highest).astype(image.dtype)], axis=2)
