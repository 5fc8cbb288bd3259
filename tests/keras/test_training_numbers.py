"""Losses and metrics of whole trainings are those that Keras was recorded to give, to 1e-5."""

import numpy as np
import pytest

from autograph import keras
from tests.keras.training_programs import CASES, history, recorded

RECORDED = recorded()


@pytest.mark.parametrize("name", CASES)
def test_epochs_give_what_keras_gave(name):
    found = history(name, keras)
    assert sorted(found) == sorted(RECORDED[name])
    for metric, values in RECORDED[name].items():
        assert np.allclose(found[metric], values, rtol=1e-5, atol=1e-6), (metric, found[metric], values)


def test_nothing_else_is_recorded():
    assert sorted(RECORDED) == sorted(CASES)
