"""Indexes that are whole, and lie: nothing is allocated before it is known that there are bytes to fill it."""

import tracemalloc

import numpy as np
import pytest

from runtime import errors
from runtime.formats import bundle, messages
from runtime.formats.bundle_reader import BundleReader
from runtime.formats.ordered_code import slice_key
from runtime.formats.table import write_table

FLOAT, STRING, RESOURCE, VARIANT = 1, 7, 20, 21


def entry(shape=(), dtype=FLOAT, slices=(), **fields):
    message = messages.new("BundleEntryProto", dtype=dtype, **fields)
    message.shape.SetInParent()
    for size in shape:
        message.shape.dim.add(size=size)
    for extents in slices:
        part = message.slices.add()
        for start, length in extents:
            part.extent.add(start=start, length=length)
    return messages.serialize(message)


def size_of(item):
    """Where the bytes of an entry end."""
    try:
        message = messages.parse("BundleEntryProto", item, "entry")
    except errors.DataLossError:
        return 0
    return message.offset + message.size


def make(path, items, data=None, shards=1, **head):
    """A bundle whose data file is as long as its entries need, unless that is much."""
    if data is None:
        data = b"\0" * min(64, max([0, *map(size_of, items.values())]))
    header = messages.new("BundleHeaderProto", num_shards=shards, **head)
    table = write_table(sorted({b"": messages.serialize(header), **items}.items()))
    (path / "model.index").write_bytes(table)
    (path / "model.data-00000-of-00001").write_bytes(data)
    return str(path / "model")


BOMBS = {
    "a shape of many bytes": {b"x": entry([1 << 40], size=1 << 42)},
    "a shape of more bytes than there are numbers": {b"x": entry([1 << 62, 1 << 62], size=64)},
    "many strings": {b"x": entry([1 << 40], STRING, size=64)},
    "an offset outside": {b"x": entry([4], offset=1 << 40, size=16)},
    "an offset and a size that overflow": {b"x": entry([4], offset=(1 << 63) - 1, size=16)},
    "a negative offset": {b"x": entry([4], offset=-8, size=16)},
    "a negative size": {b"x": entry([4], size=-16)},
    "a negative dimension": {b"x": entry([-4], size=16)},
    "a shard that is not there": {b"x": entry([4], shard_id=3, size=16)},
    "a negative shard": {b"x": entry([4], shard_id=-1, size=16)},
    "bytes of another shape": {b"x": entry([4], size=12)},
    "an unknown dtype": {b"x": entry([4], 99, size=16)},
    "a resource": {b"x": entry([], RESOURCE, size=8)},
    "a variant": {b"x": entry([], VARIANT, size=8)},
    "slices without entries": {b"x": entry([1 << 40], slices=[[(0, 1 << 40)]])},
    "slices outside": {b"x": entry([4], slices=[[(2, 4)]])},
    "slices of another rank": {b"x": entry([4], slices=[[(0, 2), (0, 2)]])},
    "slices that overlap": {b"x": entry([4], slices=[[(0, 2)], [(1, 2)]])},
    "a slice that is no entry": {b"x": entry([4], slices=[[(0, 4)]]), slice_key("x", [(0, 4)]): b"\xff"},
    "a slice of another shape": {b"x": entry([4], slices=[[(0, 4)]]), slice_key("x", [(0, 4)]): entry([5], size=20)},
    "big slices of nothing": {
        b"x": entry([1 << 40], slices=[[(0, 1 << 39)], [(1 << 39, 1 << 39)]]),
        slice_key("x", [(0, 1 << 39)]): entry([1 << 39], size=1 << 41),
        slice_key("x", [(1 << 39, 1 << 39)]): entry([1 << 39], size=1 << 41),
    },
    "tensors that share bytes": {b"x": entry([4], size=16), b"y": entry([4], offset=8, size=16)},
    "a value that is no entry": {b"x": b"\xff\xff"},
    "a name that is no text": {b"\xff": entry([4], size=16)},
    "no checksum": {b"x": entry([4], size=16)},
}


@pytest.mark.parametrize("items", BOMBS.values(), ids=BOMBS)
def test_lies_are_errors_that_cost_nothing(items, tmp_path):
    prefix = make(tmp_path, items)
    tracemalloc.start()
    try:
        with pytest.raises((errors.DataLossError, errors.UnimplementedError)) as caught:
            with BundleReader(prefix) as reader:
                reader.read("x")
        assert tracemalloc.get_traced_memory()[1] < 10_000_000
        assert "of another checkpoint" not in str(caught.value)
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "head", [{"version": messages.new("VersionDef", min_consumer=9)}, {"shards": -1}], ids=["future", "negative"]
)
def test_headers_that_cannot_be_are_errors(head, tmp_path):
    with pytest.raises(errors.DataLossError, match="needs a reader"):
        BundleReader(make(tmp_path, {}, **head))


def test_a_table_without_a_header_is_lost_data(tmp_path):
    (tmp_path / "model.index").write_bytes(write_table([(b"x", entry())]))
    with pytest.raises(errors.DataLossError, match="no header"):
        BundleReader(str(tmp_path / "model"))


def test_bundles_of_the_other_byte_order_are_read(tmp_path):
    from runtime.formats.checksums import masked_crc32c

    data = np.arange(4, dtype=">f4").tobytes()
    item = entry([4], size=16, crc32c=masked_crc32c(data))
    with BundleReader(make(tmp_path, {b"x": item}, data, endianness=1)) as reader:
        np.testing.assert_array_equal(reader.read("x"), [0, 1, 2, 3])


def test_the_names_of_files_are_tensorflows():
    assert bundle.data_name("model", 1, 12) == "model.data-00001-of-00012"
