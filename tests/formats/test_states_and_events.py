"""The state file, records and events."""

import os

import numpy as np
import pytest

from runtime import errors
from runtime.formats import files
from runtime.formats.checkpoint_state import read_state, write_state
from runtime.formats.events import EventWriter, read_events
from runtime.formats.records import frame, read_records
from tests.formats.fixtures import TENSORFLOW


def test_the_state_of_tensorflow_is_read():
    state = read_state(str(TENSORFLOW / "03_multi_savers/checkpoint_enc"))
    assert state.model_checkpoint_path == str(TENSORFLOW / "03_multi_savers/enc_only-30")
    assert [os.path.basename(path) for path in state.all_model_checkpoint_paths] == ["enc_only-20", "enc_only-30"]


def test_the_state_is_written_as_tensorflow_does(tmp_path):
    path = tmp_path / "checkpoint"
    write_state(str(path), "enc_only-30", ["enc_only-20", "enc_only-30"])
    assert path.read_text() == (TENSORFLOW / "03_multi_savers/checkpoint_enc").read_text()


def test_times_and_odd_names_come_back(tmp_path):
    path = str(tmp_path / "checkpoint")
    write_state(path, '/a"b\\ü\n', ['/a"b\\ü\n'], [1.5], 2.25)
    state = read_state(path)
    assert state.model_checkpoint_path == '/a"b\\ü\n'
    assert state.all_model_checkpoint_timestamps == (1.5,)
    assert state.last_preserved_timestamp == 2.25


@pytest.mark.parametrize("content", [b"\xff", b"model_checkpoint_path: 3", b'model_checkpoint_path: "x'])
def test_a_damaged_state_is_lost_data(content, tmp_path):
    (tmp_path / "checkpoint").write_bytes(content)
    with pytest.raises(errors.DataLossError, match="checkpoint is damaged"):
        read_state(str(tmp_path / "checkpoint"))


def test_records_come_back():
    data = frame(b"one") + frame(b"") + frame(b"x" * 1000)
    assert list(read_records(data, "it")) == [b"one", b"", b"x" * 1000]


def test_every_flipped_bit_of_a_record_is_found():
    data = frame(b"content")
    for place in range(len(data)):
        for bit in range(8):
            flipped = bytearray(data)
            flipped[place] ^= 1 << bit
            with pytest.raises(errors.DataLossError, match="log is damaged"):
                list(read_records(bytes(flipped), "log"))


def test_events_come_back(tmp_path):
    with EventWriter(str(tmp_path / "logs")) as writer:
        writer.scalar("loss", 0.5, step=3)
        writer.histogram("weights", [1.0, 2.0, 4.0], step=4)
        writer.histogram("nothing", [], step=5)
        writer.flush()
    first, scalar, histogram, _ = read_events(writer.path)
    assert first.file_version == "brain.Event:2"
    assert (scalar.step, scalar.summary.value[0].tag, scalar.summary.value[0].simple_value) == (3, "loss", 0.5)
    assert sum(histogram.summary.value[0].histo.bucket) == 3
    assert histogram.summary.value[0].histo.sum == 7


def test_writers_in_one_second_have_files_of_their_own(tmp_path):
    with EventWriter(str(tmp_path)) as first, EventWriter(str(tmp_path)) as second:
        assert first.path != second.path


# ---------------------------------------------------------------------------------------------- files


def test_a_file_is_written_whole_or_not_at_all(tmp_path):
    path = str(tmp_path / "file")
    files.write_file(path, b"old")
    with pytest.raises(ZeroDivisionError), files.replacing(path) as file:
        file.write(b"half of the n" + bytes(1 // 0))
    assert files.read_file(path) == b"old"
    assert os.listdir(tmp_path) == ["file"]


@pytest.mark.parametrize(
    ("make", "kind"),
    [
        (lambda path: None, errors.NotFoundError),
        (lambda path: path.mkdir(), errors.FailedPreconditionError),
    ],
)
def test_what_cannot_be_read_is_an_error_of_tensorflows_with_the_path(make, kind, tmp_path):
    make(tmp_path / "it")
    with pytest.raises(kind, match=r"/it;"):
        files.read_file(str(tmp_path / "it"))


def test_a_file_in_the_way_of_a_directory_is_an_error(tmp_path):
    (tmp_path / "it").write_bytes(b"")
    with pytest.raises(errors.FailedPreconditionError):
        files.write_file(str(tmp_path / "it" / "x"), b"")


def test_a_histogram_takes_arrays_of_any_shape(tmp_path):
    with EventWriter(str(tmp_path)) as writer:
        writer.histogram("w", np.ones([2, 3]), step=1)
    assert list(read_events(writer.path))[1].summary.value[0].histo.num == 6
