"""Graphs hold TensorFlow's own operations, under its names."""

import pytest

import autograph.compat.tensorflow as tf
from tests.compat.operation_names import NAMES, operations_of


@pytest.mark.parametrize("call", NAMES)
def test_a_call_makes_tensorflows_operations(call):
    assert operations_of(call, tf) == NAMES[call]


def test_constants_of_users_are_named_at_once():
    with tf.Graph().as_default():
        x = tf.compat.v1.placeholder(tf.float32, [], name="x")
        one, two = tf.constant(1.0), tf.convert_to_tensor(2.0)
        total = x + one + two
        assert [tensor.name for tensor in total.op.inputs] == ["add:0", "Const_1:0"]
        assert one.name == "Const:0"


def test_a_constant_that_nothing_takes_gets_a_name_when_it_is_asked_for():
    with tf.Graph().as_default() as graph:
        with tf.name_scope("outer"):
            three = tf.cast(3, tf.int32)
            assert three.op in graph.get_operations()
        assert three.name == "outer/Cast/x:0"
        with tf.compat.v1.Session() as session:
            assert session.run(three) == 3


def test_a_constant_stands_before_the_operation_that_takes_it_first():
    with tf.Graph().as_default() as graph:
        x = tf.compat.v1.placeholder(tf.float32, [], name="x")
        halves = tf.nn.moments(tf.stack([x, 2.0]), [0])
        assert halves[0].op in graph.get_operations()
        order = {op: place for place, op in enumerate(graph.get_operations())}
        assert all(order[tensor.op] < order[op] for op in order for tensor in op.inputs)


def test_names_of_eager_values_in_a_graph_follow_the_operation_too():
    three = tf.constant(3.0)
    with tf.Graph().as_default():
        x = tf.compat.v1.placeholder(tf.float32, [], name="x")
        assert (x * three).op.inputs[1].name == "mul/y:0"
        assert (x * three).op.inputs[1].name == "mul/y:0"
