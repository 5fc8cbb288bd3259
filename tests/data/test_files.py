"""Datasets of the lines and records of files."""

import gzip
import zlib

import pytest

import runtime as rt
from runtime.data import Dataset, FixedLengthRecordDataset, TextLineDataset, TFRecordDataset
from runtime.formats.records import frame


@pytest.fixture
def text(tmp_path):
    path = tmp_path / "lines.txt"
    path.write_bytes(b"one\r\ntwo\n\nthree")
    return str(path)


def values(dataset):
    return [element.numpy() for element in dataset]


def test_lines_come_without_their_ends(text):
    assert values(TextLineDataset(text)) == [b"one", b"two", b"", b"three"]


def test_several_files_follow_each_other(text):
    assert len(values(TextLineDataset([text, text]))) == 8
    assert len(values(TextLineDataset(Dataset.from_tensor_slices([text, text])))) == 8


@pytest.mark.parametrize(("kind", "pack"), [("GZIP", gzip.compress), ("ZLIB", zlib.compress)])
def test_files_may_be_compressed(tmp_path, kind, pack):
    path = tmp_path / "packed"
    path.write_bytes(pack(b"a\nb\n"))
    assert values(TextLineDataset(str(path), compression_type=kind)) == [b"a", b"b"]


def test_an_unknown_compression_is_refused(text):
    with pytest.raises(rt.errors.InvalidArgumentError, match="Unsupported compression_type 'LZ4'"):
        values(TextLineDataset(text, "LZ4"))


def test_a_missing_file_is_named():
    with pytest.raises(rt.errors.NotFoundError, match="nowhere.txt"):
        values(TextLineDataset("nowhere.txt"))


def test_records_are_read(tmp_path):
    path = tmp_path / "data.tfrecord"
    path.write_bytes(frame(b"first") + frame(b""))
    assert values(TFRecordDataset(str(path))) == [b"first", b""]


def test_a_damaged_record_is_an_error(tmp_path):
    path = tmp_path / "data.tfrecord"
    path.write_bytes(frame(b"first")[:-1] + b"x")
    with pytest.raises(rt.errors.DataLossError, match="corrupted record at 0"):
        values(TFRecordDataset(str(path)))


def test_records_of_one_length_are_read(tmp_path):
    path = tmp_path / "data.bin"
    path.write_bytes(b"hhaabbf")
    assert values(FixedLengthRecordDataset(str(path), 2, header_bytes=2, footer_bytes=1)) == [b"aa", b"bb"]
    with pytest.raises(rt.errors.InvalidArgumentError, match="Excess bytes of 1"):
        values(FixedLengthRecordDataset(str(path), 2, header_bytes=2))


def test_files_are_listed(tmp_path):
    for name in ("b.txt", "a.txt", "c.bin"):
        (tmp_path / name).touch()
    pattern = str(tmp_path / "*.txt")
    names = [name.decode().rpartition("/")[2] for name in values(Dataset.list_files(pattern, shuffle=False))]
    assert names == ["a.txt", "b.txt"]
    assert len(values(Dataset.list_files(pattern, seed=1))) == 2
    with pytest.raises(rt.errors.InvalidArgumentError, match="No files matched"):
        Dataset.list_files(str(tmp_path / "*.csv"))
