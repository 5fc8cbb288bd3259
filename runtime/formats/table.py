"""Sorted tables: the `.index` file of a checkpoint, laid out as LevelDB's tables are.

    data block, ..., metaindex block, index block, footer

A block is entries (length shared with the key before, length of the rest, length of the value, rest of the key,
value), the places where keys start anew, and five bytes: how it is compressed, and a checksum. The index block says
where the others are; the footer says where the index block is.

Source: https://github.com/google/leveldb/blob/main/doc/table_format.md; TensorFlow writes blocks of 256 KiB.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from typing import Any

from runtime.errors import DataLossError
from runtime.formats import snappy, varint
from runtime.formats.checksums import masked_crc32c

MAGIC = 0xDB4775248B80FB57
_FOOTER = 48
_HANDLES = 40
_TRAILER = 5
_BLOCK_SIZE = 1 << 18
_RESTART_INTERVAL = 16
_UNCOMPRESSED, _SNAPPY = 0, 1

Handle = tuple[int, int]
"""Where a block starts, and its size without the trailer."""


def read_table(data: Any, file: str) -> dict[bytes, bytes]:
    """The entries of a table.

    Args:
        data: the content of the file.
        file: its name, for errors.

    Raises:
        DataLossError: a byte of it is not as it was written.
    """
    try:
        return dict(_Reader(data).entries())
    except (ValueError, IndexError, struct.error) as error:
        raise DataLossError(f"{file} is damaged: {error}.") from None


def first_value(data: Any, file: str) -> bytes:
    """The value of the first key of a table, found without reading all of it.

    Raises:
        DataLossError: the table is damaged, or empty.
    """
    try:
        return next(_Reader(data).entries())[1]
    except (ValueError, IndexError, struct.error, StopIteration) as error:
        raise DataLossError(f"{file} is damaged: {error}.") from None


class _Reader:
    def __init__(self, data: Any) -> None:
        if len(data) < _FOOTER:
            raise ValueError(f"not an sstable: {len(data)} bytes are too few")
        footer = bytes(data[-_FOOTER:])
        if struct.unpack("<Q", footer[_HANDLES:])[0] != MAGIC:
            raise ValueError("not an sstable (bad magic number), or cut off")
        self._data = data
        self._read = _FOOTER
        self._metaindex, position = _handle(footer, 0, _HANDLES)
        self._index, _ = _handle(footer, position, _HANDLES)
        if footer[:_HANDLES] != _footer_handles(self._metaindex, self._index):
            raise ValueError("its footer holds something unknown")

    def entries(self) -> Iterator[tuple[bytes, bytes]]:
        """All keys and values, in order."""
        last: bytes | None = None
        for _, value in self._block(self._index):
            handle, _ = _handle(value, 0, len(value))
            for key, content in self._block(handle):
                if last is not None and key <= last:
                    raise ValueError(f"key {key!r} is out of order")
                last = key
                yield key, content
        if not list(self._block(self._metaindex)) and self._read != len(self._data):
            raise ValueError(f"{len(self._data) - self._read} bytes are of no use")

    def _block(self, handle: Handle) -> Iterator[tuple[bytes, bytes]]:
        start, size = handle
        end = start + size
        self._read += size + _TRAILER
        if end + _TRAILER > len(self._data) - _FOOTER or self._read > len(self._data):
            raise ValueError(f"a block at {start} of {size} bytes does not fit in")
        compression, checksum = struct.unpack("<BI", self._data[end : end + _TRAILER])
        if masked_crc32c(bytes(self._data[start : end + 1])) != checksum:
            raise ValueError(f"the checksum of the block at {start} does not match")
        block = bytes(self._data[start:end])
        if compression == _SNAPPY:
            block = snappy.decompress(block)
        elif compression != _UNCOMPRESSED:
            raise ValueError(f"the block at {start} is compressed in an unknown way, {compression}")
        return _block_entries(block)


def _handle(data: bytes, start: int, end: int) -> tuple[Handle, int]:
    offset, start = varint.decode(data, start, end)
    size, start = varint.decode(data, start, end)
    return (offset, size), start


def _encoded(handle: Handle) -> bytes:
    return varint.encode(handle[0]) + varint.encode(handle[1])


def _footer_handles(metaindex: Handle, index: Handle) -> bytes:
    return (_encoded(metaindex) + _encoded(index)).ljust(_HANDLES, b"\0")


def _block_entries(block: bytes) -> Iterator[tuple[bytes, bytes]]:
    (restarts,) = struct.unpack("<I", block[-4:])
    end = len(block) - 4 - 4 * restarts
    if end < 0:
        raise ValueError("a block has more restarts than bytes")
    position, key = 0, b""
    while position < end:
        shared, position = varint.decode(block, position, end)
        rest, position = varint.decode(block, position, end)
        size, position = varint.decode(block, position, end)
        if shared > len(key) or position + rest + size > end:
            raise ValueError("an entry does not fit into its block")
        key = key[:shared] + block[position : position + rest]
        position += rest + size
        yield key, block[position - size : position]


# ---------------------------------------------------------------------------------------------- writing


def write_table(items: Iterable[tuple[bytes, bytes]]) -> bytes:
    """The bytes of a table.

    Args:
        items: keys and values, sorted by key.
    """
    out = bytearray()
    index = _Block(restart_interval=1)
    block, before = _Block(), b""
    pending: Handle | None = None
    for key, value in items:
        if pending is not None:
            index.add(_separator(before, key), _encoded(pending))
            pending = None
        block.add(key, value)
        before = key
        if block.size >= _BLOCK_SIZE:
            pending = _append(out, block)
            block = _Block()
    if not block.is_empty:
        pending = _append(out, block)
    metaindex = _append(out, _Block())
    if pending is not None:
        index.add(_successor(before), _encoded(pending))
    handles = _footer_handles(metaindex, _append(out, index))
    return bytes(out) + handles + struct.pack("<Q", MAGIC)


class _Block:
    """A block that grows."""

    def __init__(self, restart_interval: int = _RESTART_INTERVAL) -> None:
        self._interval = restart_interval
        self._bytes = bytearray()
        self._restarts = [0]
        self._count = 0
        self._last = b""

    @property
    def is_empty(self) -> bool:
        """Whether nothing has been added."""
        return not self._bytes

    @property
    def size(self) -> int:
        """How long it is when finished."""
        return len(self._bytes) + 4 * len(self._restarts) + 4

    def add(self, key: bytes, value: bytes) -> None:
        """Adds an entry behind all others, of whose key only the end is written that the last one did not have."""
        if self._count == self._interval:
            self._restarts.append(len(self._bytes))
            self._count, shared = 0, 0
        else:
            shared = _common(self._last, key)
        self._bytes += varint.encode(shared) + varint.encode(len(key) - shared) + varint.encode(len(value))
        self._bytes += key[shared:]
        self._bytes += value
        self._last = key
        self._count += 1

    def finished(self) -> bytes:
        """The bytes of the block: all entries, where full keys stand, and how many."""
        count = len(self._restarts)
        return bytes(self._bytes) + struct.pack(f"<{count + 1}I", *self._restarts, count)


def _common(first: bytes, second: bytes) -> int:
    """How many bytes both start with."""
    for i, (a, b) in enumerate(zip(first, second, strict=False)):
        if a != b:
            return i
    return min(len(first), len(second))


def _append(out: bytearray, block: _Block) -> Handle:
    """Appends a block, and returns its handle."""
    start, content = len(out), block.finished()
    out += content + bytes([_UNCOMPRESSED])
    out += struct.pack("<I", masked_crc32c(content + bytes([_UNCOMPRESSED])))
    return start, len(content)


def _separator(before: bytes, after: bytes) -> bytes:
    """A short key that is not before `before`, and before `after`."""
    i = _common(before, after)
    if i < min(len(before), len(after)) and before[i] < 0xFF and before[i] + 1 < after[i]:
        return before[:i] + bytes([before[i] + 1])
    return before


def _successor(key: bytes) -> bytes:
    """A short key that is not before `key`."""
    for i, byte in enumerate(key):
        if byte != 0xFF:
            return key[:i] + bytes([byte + 1])
    return key
