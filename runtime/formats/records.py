"""Records, one after the other, each with checksums of its length and content (TFRecord files and event files)."""

from __future__ import annotations

import struct
from collections.abc import Iterator

from runtime.errors import DataLossError
from runtime.formats.checksums import masked_crc32c

_HEAD, _TAIL = 12, 4


def frame(content: bytes) -> bytes:
    """A record with this content."""
    length = struct.pack("<Q", len(content))
    return b"".join(
        [length, struct.pack("<I", masked_crc32c(length)), content, struct.pack("<I", masked_crc32c(content))]
    )


def read_records(data: bytes, file: str) -> Iterator[bytes]:
    """The contents of records.

    Raises:
        DataLossError: a record is damaged or cut off.
    """
    position = 0
    while position < len(data):
        head = data[position : position + _HEAD]
        if len(head) < _HEAD or masked_crc32c(head[:8]) != struct.unpack("<I", head[8:])[0]:
            raise DataLossError(f"{file} is damaged: corrupted record at {position}.")
        start, end = position + _HEAD, position + _HEAD + struct.unpack("<Q", head[:8])[0]
        position = end + _TAIL
        if position > len(data):
            raise DataLossError(f"{file} is damaged: truncated record at {start - _HEAD}.")
        content = data[start:end]
        if masked_crc32c(content) != struct.unpack("<I", data[end:position])[0]:
            raise DataLossError(f"{file} is damaged: corrupted record at {start - _HEAD}.")
        yield content
