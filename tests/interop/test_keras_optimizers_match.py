"""Optimizers and schedules against Keras itself, where it is installed: random gradients, several steps, all state."""

import numpy as np
import pytest

import runtime as rt
from autograph.keras import optimizers
from tests.keras.expected_optimizers import OPTIMIZERS, SCHEDULES

tf = pytest.importorskip("tensorflow", reason="TensorFlow is not installed: pip install tensorflow-cpu")
keras = pytest.importorskip("keras", reason="Keras is not installed: pip install keras")
pytestmark = pytest.mark.interop

RANDOM = np.random.RandomState(1)
SHAPES = [(3, 2), (2,)]
VALUES = [RANDOM.randn(*shape).astype(np.float32) for shape in SHAPES]
GRADIENTS = [[RANDOM.randn(*shape).astype(np.float32) for shape in SHAPES] for _ in range(7)]


def schedule(module):
    return module.optimizers.schedules.ExponentialDecay(0.1, 3, 0.5)


class Mine:
    optimizers = optimizers


@pytest.mark.parametrize("scheduled", [False, True])
@pytest.mark.parametrize(("name", "options", "expected"), OPTIMIZERS)
def test_variables_and_state(name, options, expected, scheduled):
    mine, theirs = (
        getattr(module.optimizers, name)(schedule(module) if scheduled else 0.05, **options) for module in (Mine, keras)
    )
    my_variables = [rt.Variable(value) for value in VALUES]
    their_variables = [keras.Variable(value) for value in VALUES]
    for gradients in GRADIENTS:
        mine.apply_gradients(zip(gradients, my_variables, strict=True))
        theirs.apply_gradients(zip(map(tf.constant, gradients), their_variables, strict=True))
    for one, other in zip([*my_variables, *mine.variables], [*their_variables, *theirs.variables], strict=True):
        assert np.allclose(one.numpy(), other.numpy(), rtol=2e-5, atol=5e-6), other.path


@pytest.mark.parametrize(("name", "options", "expected"), [case for case in OPTIMIZERS if case[0] != "Lamb"])
def test_configurations_are_read_by_keras(name, options, expected):
    mine = getattr(optimizers, name)(0.05, **options)
    theirs = keras.optimizers.deserialize(optimizers.serialize(mine))
    assert {**theirs.get_config(), "learning_rate": 0} == {**mine.get_config(), "learning_rate": 0}


@pytest.mark.parametrize(("name", "options", "rates"), SCHEDULES)
def test_schedules(name, options, rates):
    mine, theirs = (getattr(module.optimizers.schedules, name)(**options) for module in (Mine, keras))
    for step in range(0, 40, 3):
        assert np.allclose(mine(step), theirs(step), rtol=1e-5, atol=1e-6)
    assert mine.get_config() == theirs.get_config()
