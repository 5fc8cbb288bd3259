"""Keys that sort as what they encode does: the keys of the slices of a variable.

Source: TensorFlow's tensorflow/core/lib/strings/ordered_code.h, whose encoding this is.
"""

from __future__ import annotations

from collections.abc import Sequence

Extents = Sequence[tuple[int, int]]
"""(start, length) in each dimension; (0, -1) is all of it."""


def slice_key(name: str, extents: Extents) -> bytes:
    """The key of a slice of a tensor in the table of a bundle.

    Raises:
        ValueError: a number is too large.

    >>> slice_key("v", [(0, 3), (0, -1)])
    b'\\x00v\\x00\\x01\\x01\\x02\\x80\\x83\\x80\\x7f'
    """
    parts = [_number(0), _string(name), _number(len(extents))]
    parts += [_signed(value) for extent in extents for value in extent]
    return b"".join(parts)


def is_slice_key(key: bytes) -> bool:
    """Whether a key of a bundle's table is that of a slice."""
    return key.startswith(b"\0")


def _number(value: int) -> bytes:
    size = (value.bit_length() + 7) // 8
    return bytes([size]) + value.to_bytes(size, "big")


def _string(text: str) -> bytes:
    return text.encode().replace(b"\0", b"\0\xff") + b"\0\1"  # UTF-8 has no byte 255, which would be escaped, too.


def _signed(value: int) -> bytes:
    """A byte holds the numbers of 6 bits and a sign; each byte more adds 7 bits, and a 1 to the header."""
    for size in range(1, 9):
        limit = 1 << (7 * size - 1)
        if -limit <= value < limit:
            header = ((1 << size) - 1) << (7 * size)
            return ((value & ((1 << 8 * size) - 1)) ^ header).to_bytes(size, "big")
    raise ValueError(f"{value} is no size of a slice")
