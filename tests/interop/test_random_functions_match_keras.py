"""Losses, metrics and optimizers of random kinds and options against Keras."""

import numpy as np
import pytest

import runtime as rt
from autograph import keras as mine
from tests.keras import random_functions

tf = pytest.importorskip("tensorflow", reason="TensorFlow is not installed: pip install tensorflow-cpu")
theirs = pytest.importorskip("keras", reason="Keras is not installed: pip install keras")
pytestmark = pytest.mark.interop


def compared(said, do, *pairs):
    """What both packages give; a sample that Keras refuses says nothing."""
    try:
        expected = do(*pairs[0])
    except Exception as error:
        pytest.skip(f"Keras refuses {said}: {error}"[:300])
    found = do(*pairs[1])
    assert len(found) == len(expected), said
    for number, (one, other) in enumerate(zip(found, expected, strict=True)):
        assert one.shape == other.shape, f"{said}: {number}"
        np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-5, err_msg=f"{said}: {number}")


@pytest.mark.parametrize("seed", range(150))
def test_a_random_loss(seed):
    name, options, labels, predicted, weights = random_functions.loss(seed)

    def do(keras, module):
        x = module.constant(predicted)
        with module.GradientTape() as tape:
            tape.watch(x)
            value = getattr(keras.losses, name)(**options)(labels, x, sample_weight=weights)
        return [np.asarray(value), np.asarray(tape.gradient(value, x))]

    compared(f"{name}({options}) of {labels.shape}, {np.shape(weights)}", do, (theirs, tf), (mine, rt))


@pytest.mark.parametrize("seed", range(150))
def test_a_random_metric(seed):
    name, options, batches = random_functions.metric(seed)

    def do(keras):
        metric, found = getattr(keras.metrics, name)(**options), []
        for labels, predicted, weights in batches:
            metric.update_state(labels, predicted, sample_weight=weights)
            found.append(np.asarray(metric.result()))
        return found

    compared(f"{name}({options})", do, (theirs,), (mine,))


@pytest.mark.parametrize("seed", range(120))
def test_a_random_optimizer(seed):
    name, options, values, many = random_functions.optimizer(seed)

    def do(keras, variable, tensor):
        optimizer = getattr(keras.optimizers, name)(**options)
        variables = [variable(value) for value in values]
        for gradients in many:
            optimizer.apply_gradients(zip(map(tensor, gradients), variables, strict=True))
        return [np.asarray(one) for one in [*variables, *optimizer.variables]]

    compared(f"{name}({options})", do, (theirs, theirs.Variable, tf.constant), (mine, rt.Variable, rt.constant))
