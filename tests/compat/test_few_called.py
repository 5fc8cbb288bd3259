"""TensorFlow's names that no program beside TensorFlow uses."""

import logging

import pytest

from autograph.compat import tensorflow as tf

v1 = tf.compat.v1


def test_datasets_with_older_names():
    experimental = tf.data.experimental
    numbers = tf.data.Dataset.range(3)
    assert len(list(numbers.apply(experimental.shuffle_and_repeat(2, 2, seed=1)))) == 6
    assert [int(n) for n in numbers.apply(experimental.prefetch_to_device("/cpu:0"))] == [0, 1, 2]
    assert int(next(iter(experimental.RandomDataset(seed=1)))) >= 0
    options = tf.data.Options()
    options.threading = tf.data.ThreadingOptions()
    assert tf.data.ThreadingOptions is experimental.ThreadingOptions
    assert experimental.DistributeOptions() is not experimental.OptimizationOptions()


def test_an_iterator_is_an_argument():
    iterator = iter(tf.data.Dataset.range(3))
    spec = tf.data.IteratorSpec(iterator.element_spec)

    @tf.function(input_signature=[spec])
    def f(it):
        return next(it)

    assert [int(f(iterator)), int(f(iterator))] == [0, 1]
    assert spec.value_type is type(iterator)


def test_records_are_compressed(tmp_path):
    path = str(tmp_path / "records")
    options = tf.io.TFRecordOptions(compression_type="GZIP")
    with v1.python_io.TFRecordWriter(path, options) as writer:
        writer.write(b"one")
    assert [r.numpy() for r in tf.data.TFRecordDataset(path, compression_type="GZIP")] == [b"one"]
    assert v1.python_io.TFRecordOptions is tf.io.TFRecordOptions


def test_messages():
    histogram = v1.HistogramProto(min=1.0, max=2.0, num=3)
    assert v1.HistogramProto.FromString(histogram.SerializeToString()).num == 3
    assert v1.summary.TaggedRunMetadata(tag="run").tag == "run"


def test_a_summary_of_a_tensor():
    with tf.Graph().as_default(), v1.Session() as session:
        data = session.run(v1.summary.tensor_summary("t", tf.constant([1, 2])))
    assert v1.Summary.FromString(bytes(data)).value[0].tag == "t"


def test_a_part_of_a_graph():
    with tf.Graph().as_default() as graph:
        tf.multiply(v1.placeholder(tf.float32, [], name="x"), 2.0, name="y")
        tf.constant(1.0, name="alone")
    part = v1.graph_util.extract_sub_graph(graph.as_graph_def(), ["y"])
    assert "alone" not in [node.name for node in part.node]
    assert "y" in [node.name for node in part.node]


def test_the_loudest_message(caplog):
    with caplog.at_level(logging.CRITICAL):
        v1.logging.fatal("over %d", 3)
    assert caplog.messages == ["over 3"]


def test_a_horizon_changes_nothing():
    with tf.compat.forward_compatibility_horizon(2000, 1, 1):
        assert tf.compat.forward_compatible(2100, 1, 1)


def test_the_value_of_a_sparse_tensor():
    with tf.Graph().as_default(), v1.Session() as session:
        value = session.run(tf.SparseTensor([[1]], [2.0], [3]))
    assert type(value).__name__ == tf.sparse.SparseTensorValue.__name__
    assert value.dense_shape.tolist() == [3]


def test_classes_of_functions():
    concrete = tf.function(lambda x: x).get_concrete_function(tf.constant(1))
    assert isinstance(concrete, tf.types.experimental.ConcreteFunction)
    with pytest.raises(tf.errors.NoValueError), tf.Graph().as_default():
        v1.placeholder(tf.float32, []).numpy()


def test_close_values():
    assert tf.math.approximate_equal([1.0], [1.0]).numpy().tolist() == [True]
