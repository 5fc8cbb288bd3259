"""Tensor bundles: what is written is read, and is what TensorFlow writes."""

import os
import re
import tracemalloc

import numpy as np
import pytest

from runtime import dtypes, errors
from runtime.formats.bundle_commit import merge_bundles
from runtime.formats.bundle_reader import BundleReader
from runtime.formats.bundle_writer import BundleWriter
from runtime.formats.slices import Slice
from tests.formats.fixtures import BUNDLES, TENSORFLOW, short

SIMPLE = {"a": np.arange(6, dtype=np.float32).reshape(2, 3), "b/c": np.int64(7), "s": np.array([b"", b"xy"], object)}


def write(prefix, tensors):
    with BundleWriter(str(prefix)) as writer:
        for name, value in tensors.items():
            writer.add(name, value)
        writer.finish()
    return str(prefix)


def read(prefix):
    with BundleReader(str(prefix)) as reader:
        return {name: reader.read(name) for name in reader.names()}


def assert_same(found, expected):
    assert list(found) == sorted(expected)
    for name, value in expected.items():
        assert found[name].dtype == np.asarray(value).dtype
        np.testing.assert_array_equal(found[name], value)


@pytest.mark.parametrize("prefix", BUNDLES, ids=short)
def test_bundles_of_tensorflow_are_written_byte_for_byte(prefix, tmp_path):
    with BundleReader(prefix) as reader, BundleWriter(str(tmp_path / "copy")) as writer:
        for name in reader.names():
            for part in reader.entries[name].slices:
                writer.add_slice(name, part, reader.read_slice(name, part))
            if not reader.entries[name].slices:
                writer.add(name, reader.read(name))
        writer.finish()
    for ending in (".index", ".data-00000-of-00001"):
        with open(prefix + ending, "rb") as theirs:
            assert (tmp_path / f"copy{ending}").read_bytes() == theirs.read()


def test_what_is_written_is_read(tmp_path):
    assert_same(read(write(tmp_path / "model", SIMPLE)), SIMPLE)
    assert sorted(os.listdir(tmp_path)) == ["model.data-00000-of-00001", "model.index"]


@pytest.mark.parametrize("dtype", [d for d in dtypes.ALL if d.name not in ("resource", "variant", "string")])
@pytest.mark.parametrize("shape", [(), (3,), (2, 0), (2, 3)])
def test_every_dtype_comes_back(dtype, shape, tmp_path):
    value = (np.arange(np.prod(shape)) % 2).astype(dtype.as_numpy_dtype).reshape(shape)
    (found,) = read(write(tmp_path / "model", {"x": value})).values()
    assert found.dtype == value.dtype
    assert found.shape == shape
    assert found.tobytes() == value.tobytes()


def test_arrays_are_written_in_c_order_whatever_their_own(tmp_path):
    value = np.arange(24, dtype=np.int32).reshape(2, 3, 4).transpose(2, 0, 1)[::-1]
    assert_same(read(write(tmp_path / "model", {"x": value})), {"x": value})


def test_strings_of_all_lengths_come_back(tmp_path):
    value = np.array([b"", b"\0\xff", b"x" * 200, b"y" * 40000], object).reshape(2, 2)
    assert_same(read(write(tmp_path / "model", {"x": value})), {"x": value})


def test_tensors_larger_than_a_chunk_come_back(tmp_path):
    value = np.arange(3_000_001, dtype=np.float32)
    assert_same(read(write(tmp_path / "model", {"x": value})), {"x": value})


def test_directories_are_made(tmp_path):
    assert_same(read(write(tmp_path / "new" / "dir" / "model", SIMPLE)), SIMPLE)


def test_nothing_is_there_without_a_finish(tmp_path):
    with BundleWriter(str(tmp_path / "model")) as writer:
        writer.add("x", np.float32(1))
    assert os.listdir(tmp_path) == []


def test_names_are_taken_once(tmp_path):
    with BundleWriter(str(tmp_path / "model")) as writer:
        writer.add("x", np.float32(1))
        with pytest.raises(errors.InvalidArgumentError, match="duplicate key: 'x'"):
            writer.add("x", np.float32(2))


# ---------------------------------------------------------------------------------------------- replacing


def test_a_bundle_takes_the_place_of_another(tmp_path):
    write(tmp_path / "model", SIMPLE)
    write(tmp_path / "model", {"other": np.int8(1)})
    assert_same(read(tmp_path / "model"), {"other": np.int8(1)})
    assert sorted(os.listdir(tmp_path)) == ["model.data-00000-of-00001", "model.index"]


def test_a_reader_that_is_open_keeps_the_old_bundle(tmp_path):
    write(tmp_path / "model", SIMPLE)
    with BundleReader(str(tmp_path / "model")) as reader:
        first = reader.read("a")
        write(tmp_path / "model", {"a": np.zeros([2, 3], np.float32)})
        np.testing.assert_array_equal(reader.read("a"), first)


def test_a_damaged_bundle_is_replaced(tmp_path):
    write(tmp_path / "model", SIMPLE)
    (tmp_path / "model.index").write_bytes(b"no table")
    assert_same(read(write(tmp_path / "model", SIMPLE)), SIMPLE)


def test_what_a_killed_writer_left_is_cleared_away(tmp_path):
    (tmp_path / "model.data-00000-of-00001.tempstate999999999-00").write_bytes(b"half")
    (tmp_path / f"model.index.tempstate{os.getpid()}-00").write_bytes(b"of one that runs")
    write(tmp_path / "model", SIMPLE)
    assert len(os.listdir(tmp_path)) == 3


def test_bundles_can_be_replaced_without_links_in_the_file_system(tmp_path, monkeypatch):
    def refuse(*paths):
        raise OSError("no links here")

    monkeypatch.setattr(os, "link", refuse)
    write(tmp_path / "model", SIMPLE)
    write(tmp_path / "model", {"x": np.int8(1)})
    assert_same(read(tmp_path / "model"), {"x": np.int8(1)})


@pytest.mark.parametrize("stop", range(12))
def test_at_each_step_of_a_replacement_there_is_a_whole_bundle(tmp_path, monkeypatch, stop):
    write(tmp_path / "model", SIMPLE)
    count = 0

    def rename(source, target, rename=os.replace):
        nonlocal count
        if count == stop:
            raise KeyboardInterrupt
        count += 1
        rename(source, target)

    monkeypatch.setattr(os, "replace", rename)
    try:
        write(tmp_path / "model", {"a": np.int8(1)})
    except KeyboardInterrupt:
        pass
    found = read(tmp_path / "model")
    assert_same(found, SIMPLE if len(found) == 3 else {"a": np.int8(1)})
    monkeypatch.undo()
    write(tmp_path / "model", {"b": np.int8(2)})
    assert_same(read(tmp_path / "model"), {"b": np.int8(2)})
    assert sorted(os.listdir(tmp_path)) == ["model.data-00000-of-00001", "model.index"]


# ---------------------------------------------------------------------------------------------- slices and shards


def test_a_tensor_of_parts_is_read_whole_or_in_parts(tmp_path):
    value = np.arange(20, dtype=np.float32).reshape(5, 4)
    with BundleWriter(str(tmp_path / "model")) as writer:
        for spec in ("5 4 0,3:-", "5 4 3,2:-"):
            part = Slice.parse(spec)
            writer.add_slice("v", part, value[part.index])
        writer.finish()
    with BundleReader(str(tmp_path / "model")) as reader:
        np.testing.assert_array_equal(reader.read("v"), value)
        np.testing.assert_array_equal(reader.read_slice("v", Slice.parse("5 4 3,2:-")), value[3:])
        np.testing.assert_array_equal(reader.read_slice("v", Slice.parse("5 4 1,3:2,2")), value[1:4, 2:])


def test_a_slice_of_another_shape_is_an_error(tmp_path):
    with BundleWriter(str(tmp_path / "model")) as writer:
        with pytest.raises(errors.InvalidArgumentError, match="another shape"):
            writer.add_slice("v", Slice.parse("5 0,3"), np.zeros(2))


def test_parts_that_do_not_make_up_the_whole_are_lost_data(tmp_path):
    with BundleWriter(str(tmp_path / "model")) as writer:
        writer.add_slice("v", Slice.parse("5 0,3"), np.zeros(3))
        writer.finish()
    with BundleReader(str(tmp_path / "model")) as reader, pytest.raises(errors.DataLossError, match="make up"):
        reader.read("v")


def test_bundles_are_merged_into_shards(tmp_path):
    parts = [write(tmp_path / "tmp" / f"part-{i}", {f"x{i}": np.int32(i), f"y{i}": np.ones(i)}) for i in range(3)]
    merge_bundles(parts, str(tmp_path / "model"))
    expected = {f"x{i}": np.int32(i) for i in range(3)} | {f"y{i}": np.ones(i) for i in range(3)}
    assert_same(read(tmp_path / "model"), expected)
    assert sorted(os.listdir(tmp_path)) == [*(f"model.data-0000{i}-of-00003" for i in range(3)), "model.index"]


def test_shards_take_the_place_of_shards(tmp_path):
    for value in range(3):
        parts = [write(tmp_path / "tmp" / f"part-{i}", {f"x{i}": np.int32(value)}) for i in range(2)]
        merge_bundles(parts, str(tmp_path / "model"))
        assert_same(read(tmp_path / "model"), {"x0": np.int32(value), "x1": np.int32(value)})
    write(tmp_path / "model", SIMPLE)
    assert_same(read(tmp_path / "model"), SIMPLE)
    assert sorted(os.listdir(tmp_path)) == ["model.data-00000-of-00001", "model.index"]


def test_parts_of_a_tensor_in_several_bundles_are_merged(tmp_path):
    for i, spec in enumerate(["5 0,3", "5 3,2"]):
        with BundleWriter(str(tmp_path / f"part-{i}")) as writer:
            writer.add_slice("v", Slice.parse(spec), np.arange(5)[Slice.parse(spec).index])
            writer.finish()
    merge_bundles([str(tmp_path / f"part-{i}") for i in range(2)], str(tmp_path / "model"))
    assert_same(read(tmp_path / "model"), {"v": np.arange(5)})


def test_bundles_with_a_tensor_of_the_same_name_are_not_merged(tmp_path):
    parts = [write(tmp_path / f"part-{i}", {"x": np.int32(i)}) for i in range(2)]
    with pytest.raises(errors.InvalidArgumentError, match="Cannot merge .*b'x' is in another"):
        merge_bundles(parts, str(tmp_path / "model"))


# ---------------------------------------------------------------------------------------------- damage


def test_every_flipped_bit_of_the_data_is_found_and_named(tmp_path):
    prefix = write(tmp_path / "model", SIMPLE)
    path = tmp_path / "model.data-00000-of-00001"
    data = path.read_bytes()
    for place in range(len(data)):
        for bit in range(8):
            flipped = bytearray(data)
            flipped[place] ^= 1 << bit
            path.write_bytes(flipped)
            with pytest.raises(errors.DataLossError, match=r"(?s)model.data-00000-of-00001.*'(a|b/c|s)'|'s'.*damaged"):
                read(prefix)


def test_data_that_are_cut_off_are_named(tmp_path):
    prefix = write(tmp_path / "model", SIMPLE)
    path = tmp_path / "model.data-00000-of-00001"
    data = path.read_bytes()
    for size in range(len(data)):
        path.write_bytes(data[:size])
        with pytest.raises(errors.DataLossError, match="model.data-00000-of-00001 is cut off: Tensor"):
            read(prefix)


@pytest.mark.parametrize("tensors", [SIMPLE, {"empty": np.zeros([0, 3])}], ids=["some", "without bytes"])
def test_data_that_are_too_long_are_named(tensors, tmp_path):
    prefix = write(tmp_path / "model", tensors)
    with open(f"{prefix}.data-00000-of-00001", "ab") as file:
        size = file.tell() + file.write(b"x")
    for method in (BundleReader.read, BundleReader.verify):
        with BundleReader(prefix) as reader, pytest.raises(errors.DataLossError) as caught:
            method(reader, min(tensors))
        assert re.search(
            rf"model.data-00000-of-00001 is damaged.*{size} bytes.*index take {size - 1}", str(caught.value)
        )


def test_missing_files_are_named(tmp_path):
    with pytest.raises(errors.NotFoundError, match="model.index"):
        BundleReader(str(tmp_path / "model"))
    prefix = write(tmp_path / "model", SIMPLE)
    os.remove(tmp_path / "model.data-00000-of-00001")
    with pytest.raises(errors.NotFoundError, match="model.data-00000-of-00001.*Tensor 'a'"):
        read(prefix)


def test_a_missing_tensor_is_named():
    with BundleReader(str(TENSORFLOW / "01_mlp/model")) as reader:
        with pytest.raises(errors.NotFoundError, match="Key nothing not found in checkpoint .*01_mlp/model"):
            reader.read("nothing")


def test_bytes_are_verified_without_room_for_them(tmp_path):
    prefix = write(tmp_path / "model", {**SIMPLE, "large": np.zeros(3_000_000, np.float32)})
    path = tmp_path / "model.data-00000-of-00001"
    with BundleReader(prefix) as reader:
        tracemalloc.start()
        for name in reader.names():
            reader.verify(name)
        assert tracemalloc.get_traced_memory()[1] < 6_000_000
        tracemalloc.stop()
    data = bytearray(path.read_bytes())
    for place in (3, len(data) // 2, len(data) - 1):
        data[place] ^= 1
        path.write_bytes(data)
        with BundleReader(prefix) as reader, pytest.raises(errors.DataLossError, match="damaged"):
            list(map(reader.verify, reader.names()))
        data[place] ^= 1


def test_parts_are_verified(tmp_path):
    with BundleWriter(str(tmp_path / "model")) as writer:
        for spec in ("5 4 0,3:-", "5 4 3,2:-"):
            writer.add_slice("v", Slice.parse(spec), np.ones([20])[: np.prod(Slice.parse(spec).shape)].reshape(-1, 4))
        writer.finish()
    with BundleReader(str(tmp_path / "model")) as reader:
        reader.verify("v")
    path = tmp_path / "model.data-00000-of-00001"
    path.write_bytes(path.read_bytes()[:-1] + b"x")
    with BundleReader(str(tmp_path / "model")) as reader, pytest.raises(errors.DataLossError, match="tensor 'v'"):
        reader.verify("v")
