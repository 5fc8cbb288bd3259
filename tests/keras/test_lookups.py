"""Optimizers where an index comes twice in a batch, and never: steps are Keras's and TensorFlow's."""

import numpy as np
import pytest

import runtime as rt
from autograph import keras
from runtime.indexed_slices import IndexedSlices
from tests.keras import expected_lookups
from tests.keras.lookups import LEGACY, OPTIMIZERS, TABLE, train, train_legacy, train_legacy_session


def cases(options, expected):
    names = [f"{name}-{number}" for number, (name, _) in enumerate(options)]
    rows = zip(options, expected, strict=True)
    return [pytest.param(*option, table, id=name) for name, (option, table) in zip(names, rows, strict=True)]


def check(found, expected):
    np.testing.assert_allclose(np.ravel(found[0]), expected, rtol=3e-5, atol=3e-6)


@pytest.mark.parametrize("way", ["apply", "fit", "train_on_batch"])
@pytest.mark.parametrize(("name", "options", "expected"), cases(OPTIMIZERS, expected_lookups.KERAS))
def test_keras_optimizers(name, options, expected, way):
    if "use_ema" in options:
        way = "apply"  # `fit` ends with the averages in the place of the weights
    check(train(keras, rt, name, options, way), expected)


@pytest.mark.parametrize(("name", "options", "expected"), cases(LEGACY, expected_lookups.LEGACY))
def test_optimizers_of_version_1(name, options, expected):
    check(train_legacy(rt, rt.train, name, options), expected)
    check(train_legacy_session(rt, rt, name, options), expected)


def test_optimizers_of_ones_own_are_given_slices():
    class Halving(keras.optimizers.Optimizer):
        def update_step(self, gradient, variable, learning_rate):
            assert isinstance(gradient, IndexedSlices)
            self.assign_sub(variable, rt.convert_to_tensor(gradient) * 0.5)

    v = rt.Variable(TABLE)
    Halving(1.0).minimize(lambda: rt.gather(v, [1, 1, 3]), [v])
    assert (TABLE - v.numpy()).tolist() == [[0.0, 0.0], [1.0, 1.0], [0.0, 0.0], [0.5, 0.5]]


def test_the_scale_of_a_loss_divides_slices():
    v, w = rt.Variable(TABLE), rt.Variable(TABLE)
    scaled, plain = keras.optimizers.Adagrad(0.1, loss_scale_factor=4.0), keras.optimizers.Adagrad(0.1)
    scaled.minimize(lambda: rt.gather(v, [1, 1, 3]) * 4.0, [v])
    plain.minimize(lambda: rt.gather(w, [1, 1, 3]), [w])
    np.testing.assert_allclose(v.numpy(), w.numpy(), rtol=1e-6)
