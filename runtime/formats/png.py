"""PNG pictures as arrays: what is needed to show images, and to read most files.

Source: the PNG specification, https://www.w3.org/TR/png-3/.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from runtime.errors import InvalidArgumentError, UnimplementedError

Array = Any
SIGNATURE = b"\x89PNG\r\n\x1a\n"
_COLOUR_TYPES = {1: 0, 2: 4, 3: 2, 4: 6}
_CHANNELS = {colour_type: channels for channels, colour_type in _COLOUR_TYPES.items()} | {3: 1}
_GREY = 0
_PALETTE = 3


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

    @property
    def channels(self) -> int:
        return _CHANNELS[self.colour_type]

    @property
    def row_size(self) -> int:
        """Bytes."""
        return (self.width * self.channels * self.depth + 7) // 8


def decode(content: bytes) -> Array:
    """The picture in a PNG file.

    Args:
        content: of the file.

    Returns:
        uint8 or uint16[height, width, channels].

    Raises:
        InvalidArgumentError: it is none, or damaged.
        UnimplementedError: it is interlaced.
    """
    chunks: dict[bytes, bytes] = {}
    for kind, data in _chunks(content):
        chunks[kind] = chunks.get(kind, b"") + data
    try:
        header = _header(chunks[b"IHDR"])
        lines = np.frombuffer(zlib.decompress(chunks[b"IDAT"]), np.uint8).reshape(header.height, header.row_size + 1)
    except (KeyError, ValueError, zlib.error, struct.error) as error:
        raise InvalidArgumentError(f"Invalid PNG data, size {len(content)} ({error}).") from None
    image = _samples(_unfiltered(lines, header), header)
    return _with_palette(image, chunks) if header.colour_type == _PALETTE else _with_transparency(image, header, chunks)


def _chunks(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    if not content.startswith(SIGNATURE):
        raise InvalidArgumentError(f"Invalid PNG data, size {len(content)}: it does not begin as PNG files do.")
    place = len(SIGNATURE)
    while place + 8 <= len(content):
        (size,) = struct.unpack_from(">I", content, place)
        yield content[place + 4 : place + 8], content[place + 8 : place + 8 + size]
        place += size + 12


def _header(data: bytes) -> _Header:
    width, height, depth, colour_type, _, _, interlaced = struct.unpack(">IIBBBBB", data)
    if colour_type not in _CHANNELS or depth not in (1, 2, 4, 8, 16):
        raise ValueError(f"colour type {colour_type}, depth {depth}")
    if interlaced:
        raise UnimplementedError("Interlaced PNG pictures cannot be read here: save the picture without interlacing.")
    return _Header(width, height, depth, colour_type)


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
