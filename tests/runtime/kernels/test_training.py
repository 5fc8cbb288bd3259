"""The ops that optimizers run change variables as TensorFlow's do."""

import numpy as np
import pytest

import runtime as rt
from runtime.errors import InvalidArgumentError
from runtime.ops.training import apply_update
from tests.runtime.kernels.training_samples import CALLS, EXPECTED, OPS, arguments


def inputs_of(op):
    """The sample inputs, with variables for the arrays that the op changes."""
    given = ("grad", "delta", "indices")
    return {
        name: rt.Variable(value) if np.ndim(value) and name not in given else value
        for name, value in arguments(op).items()
    }


def variables_of(inputs):
    return [value for value in inputs.values() if isinstance(value, rt.Variable)]


@pytest.mark.parametrize(("op", "attrs"), CALLS)
def test_values_are_tensorflow_s(op, attrs):
    inputs = inputs_of(op)
    assert apply_update(op, inputs, attrs) is None
    for variable, value in zip(variables_of(inputs), EXPECTED[op, tuple(attrs.items())], strict=True):
        assert np.allclose(variable.numpy(), value, rtol=2e-5, atol=2e-6)


@pytest.mark.parametrize("op", OPS)
def test_steps_run_in_compiled_functions(op):
    inputs = inputs_of(op)
    rt.function(lambda: apply_update(op, inputs))()
    assert np.allclose(variables_of(inputs)[0].numpy(), EXPECTED[op, ()][0], rtol=2e-5, atol=2e-6)


def test_values_that_were_read_before_stay():
    v = rt.Variable([1.0, 2.0])
    before = v.read_value()
    apply_update("ResourceApplyGradientDescent", {"var": v, "alpha": 1.0, "delta": [1.0, 1.0]})
    assert (before.tolist(), v.numpy().tolist()) == ([1.0, 2.0], [0.0, 1.0])


def test_a_row_that_comes_twice_is_updated_twice():
    v, accum = rt.Variable([[1.0], [1.0]]), rt.Variable([[0.0], [0.0]])
    momentum = {"lr": 1.0, "momentum": 0.5, "grad": [[1.0], [1.0]], "indices": [1, 1]}
    apply_update("ResourceSparseApplyMomentum", {"var": v, "accum": accum, **momentum})
    assert (v.numpy().tolist(), accum.numpy().tolist()) == ([[1.0], [-1.5]], [[0.0], [1.5]])


def test_double_precision_stays():
    v = rt.Variable(np.array([1.0]))
    apply_update("ResourceApplyGradientDescent", {"var": v, "alpha": 0.1, "delta": np.array([1.0])})
    assert v.numpy().tolist() == [0.9]


def test_gradients_of_another_shape_are_refused():
    with pytest.raises(InvalidArgumentError, match=r"delta must have the shape of the variable, \(2,\), not \(3,\)"):
        rt.function(
            lambda v=rt.Variable([1.0, 2.0]): apply_update(
                "ResourceApplyGradientDescent", {"var": v, "alpha": 1.0, "delta": [1.0, 1.0, 1.0]}
            )
        )()


def test_gradients_are_not_broadcast():
    inputs = {"var": rt.Variable([[1.0, 2.0]], name="v"), "alpha": 1.0, "delta": [1.0, 1.0]}
    with pytest.raises(InvalidArgumentError, match="shape of variable 'v', \\[1,2\\], not \\[2\\]"):
        apply_update("ResourceApplyGradientDescent", inputs)


def test_a_row_out_of_range_is_refused():
    v = rt.Variable([[1.0]], name="table")
    inputs = {"var": v, "accum": rt.Variable([[1.0]]), "lr": 1.0, "grad": [[1.0]], "indices": [7]}
    with pytest.raises(InvalidArgumentError, match="Index 7 is out of range for variable 'table' of 1 rows"):
        apply_update("ResourceSparseApplyAdagrad", inputs)


def test_missing_inputs_are_named():
    with pytest.raises(InvalidArgumentError, match="takes the inputs var, alpha, delta, not var, lr"):
        apply_update("ResourceApplyGradientDescent", {"var": rt.Variable(1.0), "lr": 1.0})
