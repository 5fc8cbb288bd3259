"""Sorted tables: the `.index` files."""

import struct

import pytest

from runtime.errors import DataLossError
from runtime.formats.checksums import masked_crc32c
from runtime.formats.table import MAGIC, first_value, read_table, write_table
from tests.formats.fixtures import BUNDLES, short

ITEMS = {b"": b"head", b"a": b"1", b"ab": b"2", b"abc": b"", b"\xff": b"last"}


@pytest.mark.parametrize("prefix", BUNDLES, ids=short)
def test_tables_of_tensorflow_are_written_byte_for_byte(prefix):
    with open(f"{prefix}.index", "rb") as file:
        data = file.read()
    assert write_table(read_table(data, "it").items()) == data


def test_tables_of_many_blocks_come_back():
    items = {f"layer_{i:05d}/kernel".encode(): bytes([i % 256]) * 300 for i in range(3000)}
    data = write_table(items.items())
    assert len(data) > 1 << 19
    assert read_table(data, "it") == items
    assert first_value(data, "it") == bytes([0]) * 300


def test_every_flipped_bit_is_found():
    data = write_table(ITEMS.items())
    for place in range(len(data)):
        for bit in range(8):
            flipped = bytearray(data)
            flipped[place] ^= 1 << bit
            with pytest.raises(DataLossError, match="model.index is damaged"):
                read_table(bytes(flipped), "model.index")


def test_every_cut_is_found():
    data = write_table(ITEMS.items())
    for size in range(len(data)):
        with pytest.raises(DataLossError):
            read_table(data[:size], "model.index")


def test_bytes_that_belong_to_nothing_are_found():
    data = write_table(ITEMS.items())
    with pytest.raises(DataLossError, match="of no use"):
        read_table(b"x" + _shifted(data), "model.index")


def _shifted(data):
    """A table whose handles are right when a byte is put before it."""
    index = _block([(b"\xff", _handle(1, _first_block_size()))], 1)
    start = _first_block_size() + 5
    out = data[:start] + _closed(_block([], 1)) + _closed(index)
    handles = _handle(1 + start, 8) + _handle(1 + start + 13, len(index))
    return out + handles.ljust(40, b"\0") + struct.pack("<Q", MAGIC)


def _first_block_size():
    return len(_block(ITEMS.items(), 16))


def _block(items, interval):
    out, last = b"", b""
    for key, value in items:
        shared = 0
        while interval > 1 and shared < min(len(last), len(key)) and last[shared] == key[shared]:
            shared += 1
        out += bytes([shared, len(key) - shared, len(value)]) + key[shared:] + value
        last = key
    return out + struct.pack("<II", 0, 1)


def _closed(block):
    return block + b"\0" + struct.pack("<I", masked_crc32c(block + b"\0"))


def _handle(start, size):
    return bytes([start, size]) if start < 128 else bytes([start & 127 | 128, start >> 7, size])


def _table(block, compression=0):
    """A table of one block, with right checksums."""
    content = block + bytes([compression])
    out = content + struct.pack("<I", masked_crc32c(content))
    start = len(out)
    out += _closed(_block([], 1))
    index = _block([(b"z", _handle(0, len(block)))], 1)
    handles = _handle(start, 8) + _handle(len(out), len(index))
    return out + _closed(index) + handles.ljust(40, b"\0") + struct.pack("<Q", MAGIC)


def test_the_helper_of_these_tests_makes_tables():
    assert read_table(_table(_block(ITEMS.items(), 16)), "it") == ITEMS


@pytest.mark.parametrize(
    ("block", "message"),
    [
        (_block([(b"b", b""), (b"a", b"")], 1), "out of order"),
        (_block([(b"a", b""), (b"a", b"")], 1), "out of order"),
        (bytes([5, 1, 0]) + b"a" + struct.pack("<II", 0, 1), "does not fit"),
        (bytes([0, 1, 9]) + b"a" + struct.pack("<II", 0, 1), "does not fit"),
        (b"", "unpack"),
        (struct.pack("<I", 1000), "more restarts than bytes"),
    ],
)
def test_blocks_with_right_checksums_but_wrong_content_are_found(block, message):
    with pytest.raises(DataLossError, match=message):
        read_table(_table(block), "model.index")


def test_blocks_that_are_compressed_by_snappy_are_read():
    block = _block(ITEMS.items(), 16)
    assert read_table(_table(bytes([len(block), (len(block) - 1) << 2]) + block, compression=1), "it") == ITEMS


def test_blocks_that_are_compressed_otherwise_are_errors():
    with pytest.raises(DataLossError, match="compressed in an unknown way, 7"):
        read_table(_table(_block(ITEMS.items(), 16), compression=7), "it")
