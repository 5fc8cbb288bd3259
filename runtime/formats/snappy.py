"""Decompresses snappy blocks, which tables of old checkpoints may hold.

Source: https://github.com/google/snappy/blob/main/format_description.txt
"""

from __future__ import annotations

from runtime.formats import varint

_BEST_RATIO = 22
"""No element makes more bytes out of one: a copy of 64 takes 3."""


def decompress(data: bytes) -> bytes:
    """The content of a block.

    Raises:
        ValueError: the block is damaged.
    """
    size, position = varint.decode(data, 0, len(data))
    if size > _BEST_RATIO * len(data):
        raise ValueError(f"a snappy block of {len(data)} bytes cannot hold {size}")
    out = bytearray()
    while position < len(data):
        if data[position] & 3:
            length, offset, position = _copy(data, position)
            _repeat(out, length, offset)
        else:
            start, position = _literal(data, position)
            out += data[start:position]
        if len(out) > size:
            break
    if len(out) != size:
        raise ValueError(f"a snappy block holds {len(out)} bytes and not {size}")
    return bytes(out)


def _literal(data: bytes, position: int) -> tuple[int, int]:
    """Where a literal starts and ends."""
    length = data[position] >> 2
    position += 1
    if length >= 60:
        count = length - 59
        length = int.from_bytes(data[position : position + count], "little")
        position += count
    end = position + length + 1
    if end > len(data):
        raise ValueError("a snappy literal ends too late")
    return position, end


def _copy(data: bytes, position: int) -> tuple[int, int, int]:
    """The length and offset of a copy, and the position after it."""
    tag = data[position]
    width = (0, 1, 2, 4)[tag & 3]
    if position + width >= len(data):
        raise ValueError("a snappy copy ends too late")
    offset = int.from_bytes(data[position + 1 : position + 1 + width], "little")
    if width == 1:
        return (tag >> 2 & 7) + 4, (tag >> 5) << 8 | offset, position + 2
    return (tag >> 2) + 1, offset, position + 1 + width


def _repeat(out: bytearray, length: int, offset: int) -> None:
    if not 0 < offset <= len(out):
        raise ValueError("a snappy copy starts before the block")
    piece = out[len(out) - offset :][:length]
    while len(piece) < length:
        piece += piece[: length - len(piece)]
    out += piece
