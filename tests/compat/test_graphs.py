import pytest

import runtime as rt
from autograph.compat import tensorflow as tf


def test_tensors_go_by_their_full_names():
    graph = tf.Graph()
    with graph.as_default():
        x = tf.compat.v1.placeholder(tf.float32, [], name="x")
    assert graph.get_tensor_by_name("x:0") is x
    with pytest.raises(ValueError, match="refers to an Operation, not a Tensor.*'x:0'"):
        graph.get_tensor_by_name("x")
    with pytest.raises(KeyError, match="does not exist"):
        graph.get_tensor_by_name("y")
    with tf.compat.v1.Session(graph=graph) as session:
        assert session.run("x:0", {"x:0": 2.0}) == session.run(x, {x: 2.0})


def test_every_graph_is_an_instance():
    concrete = tf.function(lambda x: x + 1).get_concrete_function(tf.TensorSpec([], tf.float32))
    for graph in (rt.Graph(), tf.Graph(), concrete.graph):
        assert isinstance(graph, tf.Graph)
    assert not isinstance("graph", tf.Graph)
