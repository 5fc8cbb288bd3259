"""Learning rates that follow the step."""

import numpy as np
import pytest

import runtime as rt
from runtime.train import optimizers_schedules as schedules
from runtime.train.optimizers_descent import GradientDescentOptimizer

STEPS = (0, 3, 10, 25)
CASES = [
    (lambda step: schedules.exponential_decay(0.1, step, 10, 0.5), [0.1, 0.0812252, 0.05, 0.0176777]),
    (lambda step: schedules.exponential_decay(0.1, step, 10, 0.5, staircase=True), [0.1, 0.1, 0.05, 0.025]),
    (lambda step: schedules.natural_exp_decay(0.1, step, 10, 0.5), [0.1, 0.0860708, 0.0606531, 0.0286505]),
    (lambda step: schedules.inverse_time_decay(0.1, step, 10, 0.5), [0.1, 0.0869565, 0.0666667, 0.0444444]),
    (lambda step: schedules.polynomial_decay(0.1, step, 10, 0.01, 2.0), [0.1, 0.0541, 0.01, 0.01]),
    (lambda step: schedules.polynomial_decay(0.1, step, 10, 0.01, cycle=True), [0.1, 0.073, 0.01, 0.025]),
    (lambda step: schedules.cosine_decay(0.1, step, 10, 0.1), [0.1, 0.0814503, 0.01, 0.01]),
    (lambda step: schedules.piecewise_constant(step, [3, 10], [1.0, 0.5, 0.1]), [1.0, 1.0, 0.5, 0.1]),
]


@pytest.mark.parametrize(("schedule", "rates"), CASES)
def test_rates_in_a_graph(schedule, rates):
    with rt.Graph().as_default(), rt.Session() as session:
        step = rt.placeholder("int64", [])
        rate = schedule(step)
        assert np.allclose([session.run(rate, {step: number}) for number in STEPS], rates, rtol=1e-5)


@pytest.mark.parametrize(("schedule", "rates"), CASES)
def test_outside_of_graphs_the_rate_is_a_function_of_the_step(schedule, rates):
    step = rt.Variable(np.int64(0))
    rate, found = schedule(step), []
    for number in STEPS:
        step.assign(number)
        found.append(float(rate()))
    assert np.allclose(found, rates, rtol=1e-5)


def test_an_optimizer_follows_its_schedule():
    step, w = rt.Variable(np.int64(0)), rt.Variable(0.0)
    optimizer = GradientDescentOptimizer(schedules.piecewise_constant(step, [0], [1.0, 10.0]))
    for _ in range(2):
        optimizer.minimize(lambda: w * 1.0, global_step=step, var_list=[w])
    assert float(w) == -11.0


def test_boundaries_and_values_go_together():
    with pytest.raises(ValueError, match="one more value than boundaries, not 1 and 3"):
        schedules.piecewise_constant(0, [1], [1.0, 2.0, 3.0])


def test_schedules_and_optimizers_have_tensorflow_s_names():
    from autograph.compat.tensorflow import compat

    names = ("exponential_decay", "cosine_decay", "piecewise_constant_decay", "AdadeltaOptimizer", "FtrlOptimizer")
    assert all(callable(getattr(compat.v1.train, name)) for name in names)
    assert rt.train.exponential_decay is schedules.exponential_decay
