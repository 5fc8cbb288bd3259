"""Summaries and pictures beside TensorFlow's, and event files read by TensorBoard."""

import numpy as np
import pytest

import runtime as rt
from runtime.dispatch import apply_one
from runtime.formats import png
from runtime.summary import version1

tf = pytest.importorskip("tensorflow", reason="TensorFlow is not installed: pip install tensorflow-cpu")
pytestmark = pytest.mark.interop

RANDOM = np.random.default_rng(0)


def test_histogram_summaries_are_the_same_bytes():
    for values in ([0.0], [], [1e-13, -1e30, 5, 5.1, 5.0, 7.5], RANDOM.normal(size=500) * 10):
        ours = version1.histogram("h", rt.constant(np.array(values))).numpy()
        theirs = tf.raw_ops.HistogramSummary(tag="h", values=np.array(values)).numpy()
        assert tf.compat.v1.Summary.FromString(ours) == tf.compat.v1.Summary.FromString(theirs)


@pytest.mark.parametrize("kind", [np.uint8, np.uint16])
@pytest.mark.parametrize("channels", [1, 2, 3, 4])
def test_pictures_go_both_ways(channels, kind):
    image = RANDOM.integers(0, np.iinfo(kind).max, [9, 11, channels]).astype(kind)
    np.testing.assert_array_equal(tf.io.decode_png(png.encode(image), dtype=kind).numpy(), image)
    np.testing.assert_array_equal(png.decode(tf.io.encode_png(image).numpy()), image)


@pytest.mark.parametrize("asked", [1, 2, 3, 4])
@pytest.mark.parametrize("channels", [1, 2, 3, 4])
def test_pictures_change_their_channels_alike(channels, asked):
    data = png.encode(RANDOM.integers(0, 255, [5, 6, channels]).astype(np.uint8))
    attrs = {"channels": asked, "dtype": rt.uint8}
    try:
        theirs = tf.io.decode_png(data, channels=asked).numpy()
    except tf.errors.InvalidArgumentError:
        pytest.skip("TensorFlow does not change the channels so")
    np.testing.assert_array_equal(apply_one("DecodePng", [rt.constant(data)], attrs).numpy(), theirs)


def test_tensorboard_reads_what_is_written(tmp_path):
    module = pytest.importorskip("tensorboard.backend.event_processing.event_accumulator", reason="no TensorBoard")
    with rt.summary.create_file_writer(str(tmp_path)).as_default():
        for step in range(3):
            rt.summary.scalar("loss", 1.0 / (step + 1), step=step)
            rt.summary.histogram("weights", np.arange(5.0), step=step)
        rt.summary.image("picture", np.zeros([1, 2, 2, 3]), step=0)
        rt.summary.graph(rt.function(lambda x: x + 1.0).get_concrete_function(1.0).graph)
    log = module.EventAccumulator(str(tmp_path)).Reload()
    assert log.Tags()["graph"]
    assert log.Tags()["tensors"] == ["loss", "weights", "picture"]
    assert [event.step for event in log.Tensors("loss")] == [0, 1, 2]
    assert log.SummaryMetadata("picture").plugin_data.plugin_name == "images"
