"""Activations: their values are Keras's."""

import numpy as np
import pytest

import runtime as rt
from autograph.keras import activations
from tests.keras.data import DATA
from tests.keras.expected import ACTIVATIONS

X = DATA["logits"][:2] * 3


@pytest.mark.parametrize("name", sorted(ACTIVATIONS))
def test_values_are_keras_s(name):
    assert np.allclose(activations.get(name)(X), ACTIVATIONS[name], rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("name", sorted(ACTIVATIONS))
def test_names_are_configurations(name):
    function = activations.get(name)
    assert activations.get(activations.serialize(function)) is function


def test_no_activation_is_linear():
    assert activations.get(None) is activations.linear


@pytest.mark.parametrize(
    ("arguments", "value"),
    [
        ({"negative_slope": 0.5}, [-1.0, 0.5, 8.0]),
        ({"max_value": 6.0}, [0.0, 0.5, 6.0]),
        ({"threshold": 1.0}, [0.0, 0.0, 8.0]),
        ({"negative_slope": 0.5, "max_value": 4.0, "threshold": 1.0}, [-1.5, -0.25, 4.0]),
    ],
)
def test_relu_takes_a_slope_a_limit_and_a_threshold(arguments, value):
    assert activations.relu([-2.0, 0.5, 8.0], **arguments).tolist() == value


def test_softmax_may_go_over_everything():
    assert float(rt.reduce_sum(activations.softmax(X, axis=None))) == pytest.approx(1.0)


def test_sparsemax_is_a_distribution_with_zeros():
    probabilities = activations.sparsemax(np.array([[1.0, 0.9, -2.0], [0.0, 0.0, 0.0]], np.float32)).numpy()
    assert np.allclose(probabilities, [[0.55, 0.45, 0.0], [1 / 3, 1 / 3, 1 / 3]])


def test_sparsemax_along_the_first_axis_is_the_transpose():
    assert np.allclose(activations.sparsemax(X, 0), activations.sparsemax(X.T).numpy().T)


def test_gelu_may_be_approximated():
    exact, near = activations.gelu(X), activations.gelu(X, approximate=True)
    assert 0 < np.abs(exact.numpy() - near.numpy()).max() < 1e-2


def test_an_unknown_name_is_refused():
    with pytest.raises(ValueError, match="Unknown activation function: 'rellu'. Did you mean 'relu'"):
        activations.get("rellu")
