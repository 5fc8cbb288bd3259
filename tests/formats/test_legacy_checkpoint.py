"""Checkpoints of TensorFlow before 2017."""

import numpy as np
import pytest

from runtime import dtypes, errors
from runtime.formats import messages, tensor_proto
from runtime.formats.legacy_checkpoint import LegacyReader, is_legacy
from runtime.formats.ordered_code import slice_key
from runtime.formats.slices import Slice
from runtime.formats.table import write_table

WHOLE = np.arange(6, dtype=np.float32).reshape(2, 3)
PARTS = np.arange(5, dtype=np.int64)


def saved(name, extents, value):
    message = messages.new("SavedTensorSlices")
    message.data.name = name
    message.data.data.CopyFrom(tensor_proto.encode(value, dtypes.as_dtype(value.dtype)))
    return slice_key(name, extents), messages.serialize(message)


def described(head, name, value, slices):
    tensor = head.meta.tensor.add(name=name, type=dtypes.as_dtype(value.dtype).enum)
    for size in value.shape:
        tensor.shape.dim.add(size=size)
    for extents in slices:
        part = tensor.slice.add()
        for start, length in extents:
            part.extent.add(**({} if length < 0 else {"start": start, "length": length}))


@pytest.fixture
def path(tmp_path):
    head = messages.new("SavedTensorSlices")
    described(head, "w", WHOLE, [[(0, -1), (0, -1)]])
    described(head, "p", PARTS, [[(0, 3)], [(3, 2)]])
    items = dict(
        [saved("w", [(0, -1), (0, -1)], WHOLE), saved("p", [(0, 3)], PARTS[:3]), saved("p", [(3, 2)], PARTS[3:])]
    )
    file = tmp_path / "model.ckpt-3"
    file.write_bytes(write_table(sorted({b"": messages.serialize(head), **items}.items())))
    return str(file)


def test_tensors_are_read_whole_or_in_parts(path):
    with LegacyReader(path) as reader:
        assert reader.names() == ["p", "w"]
        assert reader.dtype("p") is dtypes.int64
        np.testing.assert_array_equal(reader.read("w"), WHOLE)
        np.testing.assert_array_equal(reader.read("p"), PARTS)
        np.testing.assert_array_equal(reader.read_slice("p", Slice.parse("5 3,2")), PARTS[3:])
        np.testing.assert_array_equal(reader.read_slice("p", Slice.parse("5 1,3")), PARTS[1:4])


def test_such_files_are_known_by_their_content(path, tmp_path):
    assert is_legacy(path)
    for content in (b"", b"x" * 100):
        (tmp_path / "other").write_bytes(content)
        assert not is_legacy(str(tmp_path / "other"))
    assert not is_legacy(str(tmp_path / "missing"))


def test_a_missing_tensor_is_named(path):
    with pytest.raises(errors.NotFoundError, match="Key v not found in checkpoint .*model.ckpt-3"):
        LegacyReader(path).read("v")


def test_a_flipped_bit_is_lost_data(path):
    with open(path, "r+b") as file:
        file.seek(20)
        byte = file.read(1)
        file.seek(20)
        file.write(bytes([byte[0] ^ 4]))
    with pytest.raises(errors.DataLossError, match="model.ckpt-3 is damaged"):
        LegacyReader(path)
