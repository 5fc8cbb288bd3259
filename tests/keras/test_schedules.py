"""Learning rates that follow the step are Keras's."""

import numpy as np
import pytest

import autograph as ag
import runtime as rt
from autograph.keras.optimizers import schedules
from tests.keras.expected_optimizers import SCHEDULES, STEPS


def made(name, options):
    return getattr(schedules, name)(**options)


@pytest.mark.parametrize(("name", "options", "rates"), SCHEDULES)
def test_rates_are_keras_s(name, options, rates):
    schedule = made(name, options)
    assert np.allclose([float(schedule(step)) for step in STEPS], rates, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize(("name", "options", "rates"), SCHEDULES)
def test_rates_in_a_compiled_function(name, options, rates):
    rate = ag.function(made(name, options).__call__)
    assert np.allclose([float(rate(rt.constant(step))) for step in STEPS], rates, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize(("name", "options", "rates"), SCHEDULES)
def test_a_schedule_is_made_again_from_its_configuration(name, options, rates):
    schedule = made(name, options)
    assert schedules.deserialize(schedules.serialize(schedule)).get_config() == schedule.get_config()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: schedules.ExponentialDecay(0.1, 0, 0.5), "`decay_steps` must be > 0, not 0"),
        (lambda: schedules.CosineDecayRestarts(0.1, -1), "`first_decay_steps` must be > 0, not -1"),
        (lambda: schedules.PiecewiseConstantDecay([1, 2], [0.1]), "should be 1 less than the length of values"),
    ],
)
def test_bad_arguments_are_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()


def test_a_schedule_of_the_user_s_may_branch_on_the_step():
    class Warm(schedules.LearningRateSchedule):
        def __call__(self, step):
            if step < 2:
                return 0.1
            return 1.0

    from autograph.keras.optimizers import SGD

    optimizer, v = SGD(Warm()), rt.Variable(0.0)
    step = ag.function(lambda: optimizer.apply_gradients([(1.0, v)]))
    for _ in range(3):
        step()
    assert float(v) == pytest.approx(-1.2)
