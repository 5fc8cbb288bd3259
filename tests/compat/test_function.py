"""`tf.function` and `tf.autograph` with TensorFlow's arguments."""

import pytest

from autograph.compat import tensorflow as tf


@pytest.fixture
def eager_functions():
    tf.config.run_functions_eagerly(True)
    yield
    tf.config.run_functions_eagerly(False)


def absolute(x):
    if x > 0:
        return x
    return -x


@pytest.mark.parametrize(
    "options",
    [
        {"jit_compile": True},
        {"experimental_compile": True},
        {"experimental_relax_shapes": True},
        {"experimental_autograph_options": tf.autograph.experimental.Feature.ALL},
        {"experimental_implements": "embedded_matmul"},
        {"reduce_retracing": True},
    ],
)
def test_all_arguments_of_tensorflow_are_taken(options):
    assert int(tf.function(absolute, **options)(tf.constant(-3))) == 3
    assert int(tf.function(**options)(absolute)(tf.constant(-3))) == 3


def test_without_autograph_a_tensor_condition_is_an_error():
    with pytest.raises(TypeError, match="truth value"):
        tf.function(absolute, autograph=False)(tf.constant(-3))


def test_an_input_signature_gives_one_trace():
    f = tf.function(absolute, input_signature=[tf.TensorSpec([], tf.float32)])
    f(1.0), f(tf.constant(-2.0))
    assert f.experimental_get_tracing_count() == 1


def test_functions_may_run_eagerly(eager_functions):
    seen = []

    @tf.function
    def f(x):
        seen.append(int(x))
        return x + 1

    assert [int(f(tf.constant(1))), int(f(tf.constant(2)))] == [2, 3]
    assert seen == [1, 2]
    assert tf.config.functions_run_eagerly()


def test_methods_may_run_eagerly(eager_functions):
    class Net:
        @tf.function
        def call(self, x):
            self.last = int(x)
            return x

    net = Net()
    net.call(tf.constant(5))
    assert net.last == 5


def test_to_graph_and_to_code_take_tensorflows_arguments():
    assert tf.autograph.to_graph(absolute, recursive=False)(-2) == 2
    assert "ag.if_(x > 0" in tf.autograph.to_code(absolute, experimental_optional_features=None)


def test_features_have_names():
    Feature = tf.autograph.experimental.Feature
    assert Feature.LISTS not in Feature.all_but(Feature.LISTS)
    assert Feature.ALL in Feature.all()


def test_loop_options_reach_the_loop():
    @tf.function
    def f(n):
        i = 0
        while i < n:
            tf.autograph.experimental.set_loop_options(maximum_iterations=3, parallel_iterations=1)
            i += 1
        return i

    assert int(f(tf.constant(10))) == 3
