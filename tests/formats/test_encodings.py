"""Numbers, keys, checksums and compression, byte by byte."""

import random

import pytest

from runtime.formats import checksums, snappy, varint
from runtime.formats.ordered_code import is_slice_key, slice_key


@pytest.mark.parametrize(
    ("data", "crc"),
    [(b"", 0), (b"123456789", 0xE3069283), (bytes(32), 0x8A9136AA), (b"\xff" * 32, 0x62A8AB43)],
)
def test_checksums_are_those_of_rfc_3720(data, crc):
    assert checksums.crc32c(data) == crc


def test_a_checksum_goes_on_where_another_ended():
    assert checksums.extend(checksums.crc32c(b"1234"), b"56789") == checksums.crc32c(b"123456789")


def test_masks_are_leveldbs():
    assert checksums.masked_crc32c(b"foo") == checksums.mask(checksums.crc32c(b"foo")) != checksums.crc32c(b"foo")
    assert checksums.mask(0) == 0xA282EAD8


@pytest.mark.parametrize("value", [0, 1, 127, 128, 300, 1 << 32, (1 << 64) - 1])
def test_numbers_come_back(value):
    data = b"x" + varint.encode(value) + b"y"
    assert varint.decode(data, 1, len(data)) == (value, len(data) - 1)


@pytest.mark.parametrize("data", [b"", b"\x80", b"\xff" * 10, b"\xff" * 9 + b"\x02", b"\x80" * 11])
def test_numbers_without_an_end_are_errors(data):
    with pytest.raises(ValueError, match="too late"):
        varint.decode(data, 0, len(data))


@pytest.mark.parametrize(
    ("extents", "tail"),
    [
        ([(0, 1)], "0101 80 81"),
        ([(63, 64)], "0101 bf c040"),
        ([(-64, -65)], "0101 40 3fbf"),
        ([(8191, 8192)], "0101 dfff e02000"),
        ([], "00"),
    ],
)
def test_keys_of_slices_are_tensorflows(extents, tail):
    assert slice_key("v", extents) == bytes.fromhex("00 76 0001" + tail)
    assert is_slice_key(slice_key("v", extents))


def test_keys_of_slices_sort_as_their_numbers():
    numbers = sorted(random.Random(0).randrange(-(1 << 50), 1 << 50) >> shift for shift in range(50))
    keys = [slice_key("v", [(number, 0)]) for number in numbers]
    assert keys == sorted(keys)


def test_a_zero_in_a_name_is_escaped():
    assert slice_key("a\0b", []) == b"\0a\0\xffb\0\1\0"


def test_snappy_blocks_are_decompressed():
    literal = bytes([10]) + bytes([(4 - 1) << 2]) + b"abcd"
    assert snappy.decompress(literal + bytes([(6 - 1) << 2 | 2, 4, 0])) == b"abcdabcdab"
    assert snappy.decompress(bytes([5]) + bytes([0]) + b"a" + bytes([0 << 2 | 1, 1])) == b"aaaaa"
    long = bytes(i % 251 for i in range(300))
    assert snappy.decompress(varint.encode(300) + bytes([61 << 2]) + (299).to_bytes(2, "little") + long) == long


@pytest.mark.parametrize(
    "block",
    [b"\x05\x10ab", b"\x04\x01\x01", b"\x05\x00a\x01\x02", b"\x05\x00a\x01", b"\x02\x00a", b"\x00\x00a",
     b"\xff\xff\xff\xff\x0f\x00a"],
)  # fmt: skip
def test_damaged_snappy_blocks_are_errors(block):
    with pytest.raises((ValueError, IndexError)):
        snappy.decompress(block)
