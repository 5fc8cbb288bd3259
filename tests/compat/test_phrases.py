"""Phrases that people search for stand in our errors where TensorFlow has the error, too."""

import re

import pytest

from autograph.compat import tensorflow as tf

v1 = tf.compat.v1
ONE = tf.constant(1)


def only_then(x):
    if x > 0:
        y = 1
    return y


def only_else(x):
    if x > 0:
        pass
    else:
        y = 1
    return y


def maybe_none(x):
    y = None
    if x > 0:
        y = x
    return y + 1


def no_turn(x):
    for i in tf.range(x):
        last = i
    return last


def not_before_the_loop(x):
    while x > 0:
        x -= 1
        y = x
    return y


def other_dtype(x):
    y = tf.constant(1)
    while x > 0:
        y = tf.cast(y, tf.float32)
        x -= 1
    return y


def other_shape(x):
    return tf.while_loop(lambda y: tf.size(y) < 5, lambda y: tf.concat([y, y], 0), [tf.constant([1])])


def other_structure(x):
    y = (x, x)
    while x > 0:
        y = (x, x, x)
        x -= 1
    return y


def other_shape_than_allowed(x):
    y = tf.constant([1])
    while x > 0:
        tf.autograph.experimental.set_loop_options(shape_invariants=[(y, tf.TensorShape([7]))])
        y = tf.concat([y, y], 0)
        x -= 1
    return y


def none_on_one_path(x):
    if x > 0:
        return x
    return None


def late_variable(x):
    return tf.Variable(1.0) + tf.cast(x, tf.float32)


def leaked():
    kept = []

    @tf.function(autograph=False)
    def leak(x):
        kept.append(x + 1)
        return x

    leak(ONE)
    return kept[0] + 1


def session_of(build, *steps):
    with tf.Graph().as_default() as graph, v1.Session() as session:
        return session.run(build(graph))


def finalized(graph):
    graph.finalize()
    return tf.constant(1)


def not_in_the_checkpoint(tmp_path):
    path = tf.train.Checkpoint(a=tf.Variable(1.0)).write(str(tmp_path / "c"))
    with tf.Graph().as_default(), v1.Session() as session:
        v1.get_variable("b", [])
        v1.train.Saver().restore(session, path)


STAGED = {
    "must also be initialized in the else branch": only_then,
    "must also be initialized in the main branch": only_else,
    "is None at the end of the": maybe_none,
    "used before assignment": no_turn,
    "must iterate at least once to initialize": no_turn,
    "must be defined before the loop": not_before_the_loop,
    "has dtype int32 before the loop, but dtype float32 after": other_dtype,
    "has shape (1,) before the loop, but shape (2,) after": other_shape,
    "does not have the same nested structure": other_structure,
    "does not conform": other_shape_than_allowed,
    "tried to create variables on non-first call": late_variable,
}
RUN = {
    "must also have a return": lambda: session_of(
        lambda g: tf.autograph.to_graph(none_on_one_path)(tf.constant(0) * 1)
    ),
    "is out of scope": leaked,
    "You must feed a value for placeholder tensor": lambda: session_of(lambda g: v1.placeholder(tf.int32, []) + 1),
    "Attempting to use uninitialized value": lambda: session_of(lambda g: v1.get_variable("v", [1]) + 1.0),
    "refers to a Tensor which does not exist": lambda: session_of(lambda g: "x:0"),
    "Graph is finalized and cannot be modified": lambda: session_of(finalized),
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("phrase", STAGED)
def test_a_phrase_of_staging(phrase):
    with pytest.raises(Exception, match=re.escape(phrase)):
        float(tf.function(STAGED[phrase])(tf.constant(0)))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("phrase", RUN)
def test_a_phrase_of_running(phrase):
    with pytest.raises(Exception, match=re.escape(phrase)):
        RUN[phrase]()


def test_a_phrase_of_checkpoints(tmp_path):
    with pytest.raises(tf.errors.NotFoundError, match="not found in checkpoint"):
        not_in_the_checkpoint(tmp_path)
