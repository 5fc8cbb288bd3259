"""Summaries as TensorFlow 1 has them."""

import numpy as np
import pytest

import runtime as rt
from runtime.formats import messages
from runtime.formats.events import read_directory
from runtime.summary import version1 as summary


def parsed(data):
    return messages.parse("Summary", data, "it")


def test_a_writer_takes_what_a_session_gives(tmp_path):
    with rt.Graph().as_default() as graph, rt.Session() as session:
        x = rt.placeholder(rt.float32, [])
        summary.scalar("x", x)
        with rt.name_scope("inner"):
            summary.scalar("twice", 2 * x, family="some")
        merged = summary.merge_all()
        with summary.FileWriter(str(tmp_path), graph) as writer:
            writer.add_summary(session.run(merged, {x: 3.0}), global_step=5)
    first, graph_event, event = read_directory(str(tmp_path))
    assert first.file_version
    assert graph_event.graph_def
    assert (event.step, [(value.tag, value.simple_value) for value in event.summary.value]) == (
        5,
        [("x", 3.0), ("some/inner/some/twice", 6.0)],
    )


def test_histograms_leave_out_empty_buckets():
    histogram = parsed(summary.histogram("h", rt.constant([0.0, 2.0, 2.0])).numpy()).value[0].histo
    assert list(histogram.bucket) == [0, 1, 0, 2, 0]
    assert (histogram.min, histogram.max, histogram.num, histogram.sum, histogram.sum_squares) == (0, 2, 3, 4, 8)


def test_histograms_of_what_is_no_number_fail():
    with pytest.raises(rt.errors.InvalidArgumentError, match="Nan in summary histogram for: h"):
        summary.histogram("h", rt.constant([float("nan")]))


def test_tags_are_unique_in_a_merged_summary():
    one = summary.scalar("x", rt.constant(1.0))
    with pytest.raises(rt.errors.InvalidArgumentError, match="Duplicate tag x"):
        summary.merge([one, one])


def test_there_may_be_nothing_to_merge():
    with rt.Graph().as_default():
        assert summary.merge_all() is None


def test_images_are_spread_from_black_to_white():
    from runtime.formats import png, tensor_proto

    images = np.array([[[[0.0], [2.0]]], [[[-1.0], [1.0]]]], np.float32)
    value = parsed(summary.image("i", images).numpy()).value[0]
    width, height, first, second = tensor_proto.decode(value.tensor, "it")
    assert (width, height) == (b"2", b"1")
    assert png.decode(first).ravel().tolist() == [0, 255]
    assert png.decode(second).ravel().tolist() == [1, 255]


def test_texts_are_tensors():
    value = parsed(summary.text("t", rt.constant(["a"])).numpy()).value[0]
    assert (value.tag, value.metadata.plugin_data.plugin_name) == ("t", "text")


def test_the_cache_keeps_one_writer_for_a_directory(tmp_path):
    first = summary.FileWriterCache.get(str(tmp_path))
    assert summary.FileWriterCache.get(str(tmp_path)) is first
    assert first.get_logdir() == str(tmp_path)
    summary.FileWriterCache.clear()
    assert summary.FileWriterCache.get(str(tmp_path)) is not first
    summary.FileWriterCache.clear()


def test_a_closed_writer_starts_another_file(tmp_path):
    writer = summary.FileWriter(str(tmp_path))
    writer.close()
    writer.add_event(messages.new("Event", step=3))
    writer.add_run_metadata(messages.new("RunMetadata"), "run", 4)
    writer.add_session_log(messages.new("SessionLog", status=1), 5)
    writer.add_meta_graph(messages.new("MetaGraphDef"), 6)
    writer.close()
    assert len(list(tmp_path.iterdir())) == 2
    assert [event.step for event in read_directory(str(tmp_path)) if not event.file_version] == [3, 4, 5, 6]
    paths = sorted(tmp_path.iterdir())
    assert len([event for path in paths for event in summary.summary_iterator(str(path))]) == 6
