"""Layers of several inputs."""

import numpy as np
import pytest

from autograph.keras import layers

A, B = np.array([[1.0, 4.0]], np.float32), np.array([[3.0, 2.0]], np.float32)


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (layers.Add, [[4.0, 6.0]]),
        (layers.Subtract, [[-2.0, 2.0]]),
        (layers.Multiply, [[3.0, 8.0]]),
        (layers.Average, [[2.0, 3.0]]),
        (layers.Maximum, [[3.0, 4.0]]),
        (layers.Minimum, [[1.0, 2.0]]),
        (layers.Concatenate, [[1.0, 4.0, 3.0, 2.0]]),
        (lambda: layers.Dot(axes=1), [[11.0]]),
    ],
)
def test_values(kind, value):
    assert kind()([A, B]).numpy().tolist() == value


@pytest.mark.parametrize(
    ("function", "value"),
    [
        (layers.add, [[4.0, 6.0]]),
        (layers.multiply, [[3.0, 8.0]]),
        (layers.concatenate, [[1.0, 4.0, 3.0, 2.0]]),
        (layers.maximum, [[3.0, 4.0]]),
    ],
)
def test_functions_make_and_call_a_layer(function, value):
    assert function([A, B]).numpy().tolist() == value


def test_fewer_axes_are_put_behind_the_batch():
    assert layers.Add()([np.ones((2, 3, 4)), np.ones((2, 4))]).shape.as_list() == [2, 3, 4]


def test_cosines():
    assert np.allclose(layers.Dot(axes=-1, normalize=True)([A, A]), [[1.0]])


def test_dot_of_matrices():
    x, y = np.random.RandomState(0).rand(2, 3, 4), np.random.RandomState(1).rand(2, 4, 5)
    assert np.allclose(layers.Dot(axes=(2, 1), dtype="float64")([x, y]), x @ y)


def test_a_difference_is_one_of_two():
    with pytest.raises(ValueError, match="exactly 2 inputs, not 3"):
        layers.Subtract()([A, B, A])
