"""Metrics: their values are Keras's, over several batches."""

import numpy as np
import pytest

import autograph as ag
import runtime as rt
from autograph.keras import metrics
from tests.keras.data import DATA
from tests.keras.expected import METRICS

HALVES = (slice(0, 5), slice(5, 8))


def made(case):
    return getattr(metrics, case.name)(**case.arguments)


def updated(metric, case, update, **arguments):
    for half in HALVES:
        update(DATA[case.y_true][half], DATA[case.y_pred][half], **{k: v[half] for k, v in arguments.items()})
    return metric.result()


@pytest.mark.parametrize("case", METRICS, ids=repr)
def test_values_are_keras_s(case):
    metric = made(case)
    assert np.allclose(updated(metric, case, metric.update_state), case.value, rtol=2e-5, atol=1e-6)


@pytest.mark.parametrize("case", METRICS, ids=repr)
def test_sample_weights_count(case):
    metric = made(case)
    weighted = updated(metric, case, metric.update_state, sample_weight=DATA["weights"])
    assert np.allclose(weighted, case.weighted, rtol=2e-5, atol=1e-6)


@pytest.mark.parametrize("case", METRICS, ids=repr)
def test_compiled_updates_are_the_same_after_a_reset(case):
    metric = made(case)
    updated(metric, case, metric.update_state)
    metric.reset_state()
    assert np.allclose(updated(metric, case, ag.function(metric.update_state)), case.value, rtol=2e-5, atol=1e-6)


@pytest.mark.parametrize("case", METRICS, ids=repr)
def test_a_metric_is_made_again_from_its_configuration(case):
    metric = made(case)
    again = metrics.deserialize(metrics.serialize(metric))
    assert again.get_config() == metric.get_config()


def test_the_mean_counts_all_values():
    mean = metrics.Mean()
    mean.update_state([1.0, 3.0])
    mean(5.0)
    assert float(mean.result()) == 3.0
    assert [v.name for v in mean.variables] == ["mean/count:0", "mean/total:0"]


def test_the_sum_takes_weights():
    assert float(metrics.Sum()([[1.0, 3.0], [5.0, 7.0]], sample_weight=[1.0, 0.5])) == 10.0


def test_the_mean_of_nothing_is_zero():
    assert float(metrics.Mean().result()) == 0.0


def test_a_call_in_a_session_updates_before_it_reads():
    with rt.Graph().as_default():
        mean = metrics.Mean()
        x = rt.placeholder("float32", [])
        value = mean(x)
        with rt.Session() as session:
            session.run(rt.variables_initializer(mean.variables))
            assert [float(session.run(value, {x: v})) for v in (2.0, 4.0)] == [2.0, 3.0]


def test_a_metric_of_the_user_s():
    class Longest(metrics.Metric):
        def __init__(self, name="longest"):
            super().__init__(name=name)
            self.length = self.add_weight(name="length", initializer="zeros")

        def update_state(self, values, sample_weight=None):
            for value in values:
                if value > self.length:
                    self.length.assign(value)

        def result(self):
            return self.length

    longest = Longest()
    ag.function(longest.update_state)(rt.constant([1.0, 7.0, 3.0]))
    assert float(longest.result()) == 7.0
    longest.reset_state()
    assert float(longest.result()) == 0.0


def test_a_metric_that_was_not_initialised_says_so():
    class Careless(metrics.Metric):
        def __init__(self):
            self.total = self.add_weight(name="total")

    with pytest.raises(RuntimeError, match=r"forgot to call `super\(\).__init__\(\)` in Careless"):
        Careless()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: metrics.Precision(thresholds=1.5), r"must be in \[0, 1\]"),
        (lambda: metrics.AUC(curve="roc2"), "Invalid `curve` argument: 'roc2'"),
        (lambda: metrics.AUC(num_thresholds=1), "integer > 1"),
        (lambda: metrics.IoU(2, [2]), "out of range"),
        (lambda: metrics.FBetaScore(beta=1), "Invalid `beta` argument: 1"),
        (lambda: metrics.PrecisionAtRecall(2.0), r"`recall` must be in the range \[0, 1\]"),
        (lambda: metrics.R2Score(num_regressors=-1), "Invalid `num_regressors`: -1"),
    ],
)
def test_bad_arguments_are_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()


def test_integer_counts_with_float_weights_warn():
    with pytest.warns(UserWarning, match="counts of 'iou' are integers"):
        metrics.IoU(2, [0], name="iou").update_state([0, 1], [0, 1], sample_weight=np.array([0.5, 0.5]))


@pytest.mark.parametrize("name", ["mse", "accuracy", "AUC", "kld", "SparseCategoricalAccuracy", "cosine_similarity"])
def test_metrics_are_found_by_name(name):
    assert isinstance(metrics.get(name), metrics.Metric)
