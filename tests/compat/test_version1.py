"""`tf.compat.v1`: graphs, sessions and the older names of arguments."""

import numpy as np
import pytest

from autograph.compat import tensorflow as tf

v1 = tf.compat.v1


@pytest.fixture
def graph_mode():
    v1.reset_default_graph()
    v1.disable_eager_execution()
    yield
    v1.enable_eager_execution()
    v1.reset_default_graph()


def test_a_program_of_version_1_runs(graph_mode):
    x = v1.placeholder(tf.float32, [None, 2], name="x")
    w = v1.get_variable("w", [2, 1], initializer=v1.ones_initializer())
    y = tf.matmul(x, w)
    with v1.Session(config=v1.ConfigProto(allow_soft_placement=True)) as session:
        session.run(v1.global_variables_initializer())
        assert session.run(y, {x: [[1, 2]]}).tolist() == [[3.0]]


def test_without_eager_execution_everything_is_recorded(graph_mode):
    c = tf.constant(2.0, name="c") * 3.0
    assert not tf.executing_eagerly()
    assert c.graph is v1.get_default_graph()
    assert v1.Session().run("c:0") == 2.0


def test_the_default_graph_can_be_reset_without_eager_execution(graph_mode):
    tf.constant(1.0, name="c")
    v1.reset_default_graph()
    assert tf.constant(1.0, name="c").name == "c:0"


def test_other_threads_record_too(graph_mode):
    import threading

    made = []
    thread = threading.Thread(target=lambda: made.append(tf.constant(1.0, name="there")))
    thread.start()
    thread.join()
    assert made[0].graph is v1.get_default_graph()


def test_eager_execution_comes_back():
    v1.disable_eager_execution()
    v1.enable_eager_execution()
    assert tf.executing_eagerly()
    assert int(tf.constant(1) + 1) == 2


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (lambda: v1.reduce_sum([[1, 2]], reduction_indices=1, keep_dims=True), [[3]]),
        (lambda: v1.argmax([[1, 2]], dimension=1), [1]),
        (lambda: v1.squeeze([[1]], squeeze_dims=[0]), [1]),
        (lambda: v1.expand_dims([1], dim=0), [[1]]),
        (lambda: v1.count_nonzero(input_tensor=[[0, 2]], keep_dims=True), [[1]]),
        (lambda: v1.nn.softmax([[0.0, 0.0]], dim=-1), [[0.5, 0.5]]),
        (lambda: v1.nn.dropout([1.0], keep_prob=1.0), [1.0]),
        (lambda: v1.where([True, False], [[1, 1], [2, 2]], [[3, 3], [4, 4]]), [[1, 1], [4, 4]]),
        (lambda: v1.div([7], 2), [3]),
        (lambda: v1.matrix_determinant([[2.0, 0.0], [0.0, 3.0]]), 6.0),
    ],
)
def test_older_names_of_arguments_and_functions(call, expected):
    np.testing.assert_allclose(call().numpy(), expected)


def test_dropout_needs_one_of_its_rates():
    with pytest.raises(ValueError, match="one of keep_prob and rate"):
        v1.nn.dropout([1.0], 0.5, rate=0.5)


def test_assertions_take_data():
    with pytest.raises(tf.errors.InvalidArgumentError, match="must be less"):
        v1.assert_less(2, 1, data=[2], message="must be less")


def test_the_global_step_is_one_variable():
    with tf.Graph().as_default() as graph:
        assert v1.train.get_global_step() is None
        step = v1.train.get_or_create_global_step()
        assert v1.train.get_or_create_global_step() is step
        with v1.Session(graph=graph) as session:
            session.run(v1.global_variables_initializer())
            session.run(v1.assign_add(step, 5))
            assert v1.train.global_step(session, step) == 5


def test_uninitialized_variables_are_reported():
    with tf.Graph().as_default(), v1.Session() as session:
        a = v1.get_variable("a", initializer=1.0)
        v1.get_variable("b", initializer=1.0)
        session.run(a.initializer)
        assert session.run(v1.report_uninitialized_variables()).tolist() == [b"b"]


def test_a_template_shares_its_variables():
    with tf.Graph().as_default():
        template = v1.make_template("layer", lambda x: x * v1.get_variable("w", initializer=2.0))
        template(1.0), template(2.0)
        assert [v.name for v in v1.global_variables()] == ["layer/w:0"]


def test_settings_nest():
    config = v1.ConfigProto(log_device_placement=False)
    config.gpu_options.allow_growth = True
    assert config.gpu_options.allow_growth is True
