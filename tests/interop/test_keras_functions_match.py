"""Losses, metrics, activations and initial values against Keras itself, where it is installed: on random inputs."""

import numpy as np
import pytest

import runtime as rt
from autograph.keras import activations, initializers, losses, metrics, regularizers
from autograph.keras import random as keras_random
from tests.keras.expected import ACTIVATIONS, INITIALIZERS, LOSSES, METRICS

tf = pytest.importorskip("tensorflow", reason="TensorFlow is not installed: pip install tensorflow-cpu")
keras = pytest.importorskip("keras", reason="Keras is not installed: pip install keras")
pytestmark = pytest.mark.interop

RANDOM = np.random.RandomState(3)
CLASSES = RANDOM.randint(0, 4, 24)
LOGITS = RANDOM.randn(24, 4).astype(np.float32)
DATA = {
    "logits": LOGITS,
    "prob": np.exp(LOGITS) / np.exp(LOGITS).sum(-1, keepdims=True),
    "soft": RANDOM.rand(24, 4).astype(np.float32),
    "classes": CLASSES,
    "guesses": RANDOM.randint(0, 4, 24),
    "one_hot": np.eye(4, dtype=np.float32)[CLASSES],
    "binary": (RANDOM.rand(24) > 0.5).astype(np.float32),
    "scores": RANDOM.rand(24).round(2).astype(np.float32),
    "weights": RANDOM.rand(24).astype(np.float32),
}
REDUCTIONS = ["sum_over_batch_size", "sum", "none", "mean", "mean_with_sample_weight"]


def close(mine, theirs, tolerance=2e-5):
    return np.allclose(np.asarray(mine), np.asarray(theirs), rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("reduction", REDUCTIONS)
@pytest.mark.parametrize("case", LOSSES, ids=repr)
def test_losses(case, reduction):
    mine = getattr(losses, case.name)(**case.arguments, reduction=reduction)
    theirs = getattr(keras.losses, case.name)(**case.arguments, reduction=reduction)
    inputs = DATA[case.y_true], DATA[case.y_pred], *([] if case.weighted is None else [DATA["weights"]])
    assert close(mine(*inputs), theirs(*inputs))


@pytest.mark.parametrize("case", LOSSES, ids=repr)
def test_gradients_of_losses(case):
    true, predicted = DATA[case.y_true], DATA[case.y_pred]
    x = rt.constant(predicted)
    with rt.GradientTape() as tape:
        tape.watch(x)
        loss = getattr(losses, case.name)(**case.arguments)(true, x)
    y = tf.constant(predicted)
    with tf.GradientTape() as their_tape:
        their_tape.watch(y)
        their_loss = getattr(keras.losses, case.name)(**case.arguments)(true, y)
    assert close(tape.gradient(loss, x), their_tape.gradient(their_loss, y))


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("case", METRICS, ids=repr)
def test_metrics(case, weighted):
    mine = getattr(metrics, case.name)(**case.arguments)
    theirs = getattr(keras.metrics, case.name)(**case.arguments)
    for part in (slice(0, 10), slice(10, 24)):
        weights = {"sample_weight": DATA["weights"][part]} if weighted else {}
        for metric in (mine, theirs):
            metric.update_state(DATA[case.y_true][part], DATA[case.y_pred][part], **weights)
    assert close(mine.result(), theirs.result())


@pytest.mark.parametrize("name", sorted(ACTIVATIONS))
def test_activations_and_their_gradients(name):
    x, y = rt.constant(LOGITS * 3), tf.constant(LOGITS * 3)
    with rt.GradientTape() as tape, tf.GradientTape() as their_tape:
        tape.watch(x)
        their_tape.watch(y)
        mine, theirs = activations.get(name)(x), keras.activations.get(name)(y)
    assert close(mine, theirs)
    assert close(tape.gradient(mine, x), their_tape.gradient(theirs, y))


@pytest.mark.parametrize(("name", "arguments", "shape", "value"), INITIALIZERS)
def test_initializers(name, arguments, shape, value):
    if name != "Identity":
        shape = (3, 3, 4, 5)
    mine, theirs = (getattr(module, name)(**arguments) for module in (initializers, keras.initializers))
    assert close(mine(shape), theirs(shape))


def test_a_seeded_program_draws_the_same_weights():
    keras.utils.set_random_seed(5)
    theirs = [keras.initializers.GlorotUniform()((3, 4)), keras.random.uniform((3,))]
    keras_random.set_random_seed(5)
    mine = [initializers.GlorotUniform()((3, 4)), keras_random.uniform((3,))]
    assert all(map(close, mine, theirs))


def test_dropout():
    mine, theirs = keras_random.SeedGenerator(3), keras.random.SeedGenerator(3)
    for _ in range(3):
        assert close(keras_random.dropout(LOGITS, 0.4, seed=mine), keras.random.dropout(LOGITS, 0.4, seed=theirs))


@pytest.mark.parametrize("name", ["L1", "L2", "L1L2", "OrthogonalRegularizer"])
def test_regularizers(name):
    mine, theirs = (getattr(module, name)() for module in (regularizers, keras.regularizers))
    assert close(mine(LOGITS), theirs(tf.constant(LOGITS)))


@pytest.mark.parametrize("case", METRICS, ids=repr)
def test_configurations_of_metrics_are_read_by_keras(case):
    mine = getattr(metrics, case.name)(**case.arguments)
    theirs = keras.metrics.deserialize(metrics.serialize(mine))
    assert theirs.name == mine.name
    for metric in (mine, theirs):
        metric.update_state(DATA[case.y_true], DATA[case.y_pred])
    assert close(mine.result(), theirs.result())


READ_BY_KERAS = [case for case in LOSSES if case.name != "CategoricalGeneralizedCrossEntropy"]  # not even its own


@pytest.mark.parametrize("case", READ_BY_KERAS, ids=repr)
def test_configurations_of_losses_are_read_by_keras(case):
    mine = getattr(losses, case.name)(**case.arguments)
    theirs = keras.losses.deserialize(losses.serialize(mine))
    assert close(mine(DATA[case.y_true], DATA[case.y_pred]), theirs(DATA[case.y_true], DATA[case.y_pred]))
