"""Initial values: from the same seed they are Keras's."""

import numpy as np
import pytest

import runtime as rt
from autograph.keras import initializers, random
from tests.keras.expected import INITIALIZERS


@pytest.mark.parametrize(("name", "arguments", "shape", "value"), INITIALIZERS)
def test_values_are_keras_s(name, arguments, shape, value):
    made = getattr(initializers, name)(**arguments)(shape)
    assert np.allclose(made, value, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize(("name", "arguments", "shape", "value"), INITIALIZERS)
def test_configurations_make_equal_initializers(name, arguments, shape, value):
    again = initializers.deserialize(initializers.serialize(getattr(initializers, name)(**arguments)))
    assert np.allclose(again(shape), value, rtol=1e-5, atol=1e-6)


def test_an_initializer_without_seed_repeats_itself_but_not_others():
    first, second = initializers.GlorotUniform(), initializers.GlorotUniform()
    assert first([4]).tolist() == first([4]).tolist() != second([4]).tolist()


def test_a_seed_generator_moves_on():
    initializer = initializers.RandomNormal(seed=random.SeedGenerator(1))
    assert initializer([2]).tolist() != initializer([2]).tolist()


def test_orthogonal_columns_are_orthonormal():
    q = initializers.Orthogonal(seed=1)([6, 3]).numpy()
    assert np.allclose(q.T @ q, np.eye(3), atol=1e-5)


def test_fans_count_the_window():
    assert initializers.compute_fans((3, 5, 2, 7)) == (30, 105)
    assert initializers.compute_fans((4,)) == (4, 4)
    assert initializers.compute_fans((2, 3, 5), input_axes=[0], output_axes=[1, 2]) == (2, 15)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: initializers.VarianceScaling(scale=0), "must be positive"),
        (lambda: initializers.VarianceScaling(mode="fan"), "Invalid `mode` argument: 'fan'"),
        (lambda: initializers.VarianceScaling(distribution="cauchy"), "Invalid `distribution`: 'cauchy'"),
        (lambda: initializers.Identity()([2, 2, 2]), "2D matrices"),
        (lambda: initializers.Orthogonal()([2]), "at least two-dimensional"),
        (lambda: initializers.get("glorot"), "Unknown initializer: 'glorot'"),
        (lambda: initializers.get(3), "Could not interpret initializer: 3"),
    ],
)
def test_bad_arguments_are_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()


def test_the_global_seed_makes_new_initializers_repeatable():
    drawn = []
    for _ in range(2):
        random.set_random_seed(3)
        drawn.append(initializers.HeNormal()([3]).tolist())
    assert drawn[0] == drawn[1]


def test_the_seed_of_eager_execution_is_enough():
    drawn = []
    for _ in range(2):
        rt.random.set_seed(11)
        drawn.append(initializers.HeNormal()([3]).tolist())
    assert drawn[0] == drawn[1]


def test_an_initializer_serves_get_variable():
    with rt.Graph().as_default(), rt.Session() as session:
        v = rt.get_variable("v", [2], initializer=initializers.Constant(3.0))
        session.run(v.initializer)
        assert session.run(v).tolist() == [3.0, 3.0]
