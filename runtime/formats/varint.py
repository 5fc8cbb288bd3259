"""Integers in groups of seven bits, least significant first (protocol buffers' and LevelDB's varints)."""

from __future__ import annotations

from typing import Any

_LONGEST = 10


def encode(value: int) -> bytes:
    """The bytes of a number that is not negative.

    >>> encode(300)
    b'\\xac\\x02'
    """
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def decode(data: Any, start: int, end: int) -> tuple[int, int]:
    """The number at `start`, and the position after it.

    Raises:
        ValueError: it does not end before `end`, or has more than 64 bits.
    """
    value = shift = 0
    for position in range(start, min(end, start + _LONGEST)):
        byte = data[position]
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            if value >> 64:
                break
            return value, position + 1
        shift += 7
    raise ValueError("a number ends too late")
