"""Penalties and constraints of weights."""

import numpy as np
import pytest

from autograph.keras import constraints, regularizers

X = np.array([[3.0, -1.0], [4.0, 2.0]], np.float32)


@pytest.mark.parametrize(
    ("regularizer", "penalty"),
    [
        (regularizers.L1(0.1), 1.0),
        (regularizers.L2(0.1), 3.0),
        (regularizers.L1L2(0.1, 0.1), 4.0),
        (regularizers.L1L2(), 0.0),
        (regularizers.OrthogonalRegularizer(1.0), 0.7071068),
        (regularizers.OrthogonalRegularizer(1.0, "columns"), 0.4472136),
    ],
)
def test_penalties(regularizer, penalty):
    assert float(regularizer(X)) == pytest.approx(penalty, rel=1e-5)


@pytest.mark.parametrize("name", ["l1", "L2", "l1_l2"])
def test_regularizers_are_found_by_name(name):
    assert isinstance(regularizers.get(name), regularizers.Regularizer)


@pytest.mark.parametrize("regularizer", [regularizers.L1(0.5), regularizers.L1L2(0.1, 0.2)])
def test_configurations_make_equal_regularizers(regularizer):
    again = regularizers.deserialize(regularizers.serialize(regularizer))
    assert again.get_config() == regularizer.get_config()


def test_a_factor_that_is_no_number_is_refused():
    with pytest.raises(ValueError, match="Argument `l2` must be a finite number, not nan"):
        regularizers.L2(float("nan"))


@pytest.mark.parametrize(
    ("constraint", "value"),
    [
        (constraints.NonNeg(), [[3.0, 0.0], [4.0, 2.0]]),
        (constraints.MaxNorm(2.5), [[1.5, -1.0], [2.0, 2.0]]),
        (constraints.UnitNorm(1), [[0.9486833, -0.3162278], [0.8944272, 0.4472136]]),
        (constraints.MinMaxNorm(3.0, 4.0, 0.5), [[2.7, -1.1708204], [3.6, 2.3416407]]),
    ],
)
def test_constraints(constraint, value):
    assert np.allclose(constraint(X), value, rtol=1e-5)


@pytest.mark.parametrize("name", ["max_norm", "NonNeg", "unit_norm"])
def test_constraints_are_found_by_name(name):
    assert isinstance(constraints.get(name), constraints.Constraint)
