"""Losses: their values are Keras's, and bad arguments are refused."""

import numpy as np
import pytest

import autograph as ag
import runtime as rt
from autograph.keras import losses
from tests.keras.data import DATA
from tests.keras.expected import LOSSES


def made(case, **options):
    return getattr(losses, case.name)(**case.arguments, **options)


@pytest.mark.parametrize("case", LOSSES, ids=repr)
def test_the_mean_over_the_batch_is_keras_s(case):
    assert float(made(case)(DATA[case.y_true], DATA[case.y_pred])) == pytest.approx(case.value, rel=2e-5, abs=1e-6)


@pytest.mark.parametrize("case", [case for case in LOSSES if case.weighted is not None], ids=repr)
def test_sample_weights_scale_the_losses_of_examples(case):
    loss = made(case)(DATA[case.y_true], DATA[case.y_pred], DATA["weights"])
    assert float(loss) == pytest.approx(case.weighted, rel=2e-5, abs=1e-6)


@pytest.mark.parametrize("case", LOSSES, ids=repr)
def test_a_compiled_loss_is_the_same(case):
    compiled = ag.function(made(case).__call__)
    loss = compiled(DATA[case.y_true], DATA[case.y_pred])
    assert float(loss) == pytest.approx(case.value, rel=2e-5, abs=1e-6)


@pytest.mark.parametrize("case", LOSSES, ids=repr)
def test_a_loss_is_made_again_from_its_configuration(case):
    again = losses.deserialize(losses.serialize(made(case)))
    assert float(again(DATA[case.y_true], DATA[case.y_pred])) == pytest.approx(case.value, rel=2e-5, abs=1e-6)


@pytest.mark.parametrize(
    ("reduction", "value"),
    [("sum", 10.0), ("sum_over_batch_size", 5.0), ("mean", 5.0), ("mean_with_sample_weight", 2.5)],
)
def test_reductions(reduction, value):
    loss = losses.MeanSquaredError(reduction=reduction)([[0.0], [0.0]], [[1.0], [1.0]], [4.0, 6.0])
    assert float(loss) == pytest.approx(value if reduction != "mean_with_sample_weight" else 1.0)


def test_without_reduction_each_example_has_its_loss():
    loss = losses.MeanAbsoluteError(reduction=None)([[0.0, 2.0], [1.0, 1.0]], [[1.0, 1.0], [1.0, 1.0]])
    assert loss.tolist() == [1.0, 0.0]


def test_a_mask_leaves_examples_out_of_the_mean():
    predicted = rt.constant([[1.0], [3.0], [9.0]])
    predicted._keras_mask = rt.constant([True, True, False])
    assert float(losses.MeanAbsoluteError()([[0.0], [0.0], [0.0]], predicted)) == 2.0


def test_probabilities_of_a_softmax_are_traced_back_to_its_logits():
    from autograph.keras.activations import softmax

    extreme = rt.constant([[200.0, 0.0]])
    loss = losses.CategoricalCrossentropy()([[0.0, 1.0]], softmax(extreme))
    assert float(loss) == 200.0


def test_from_logits_beside_a_softmax_warns():
    from autograph.keras.activations import softmax

    with pytest.warns(UserWarning, match="so are no logits"):
        losses.CategoricalCrossentropy(from_logits=True)([[0.0, 1.0]], softmax(rt.constant([[1.0, 0.0]])))


def test_a_column_of_predictions_meets_a_vector_of_labels():
    assert float(losses.MeanSquaredError()(np.array([1.0, 2.0]), np.array([[1.0], [4.0]]))) == 2.0


def test_a_loss_of_the_user_s_may_branch_on_tensors():
    class Asymmetric(losses.Loss):
        def call(self, y_true, y_pred):
            total = rt.reduce_sum(y_pred - y_true)
            if total > 0:
                total = total * 10.0
            return total

    compiled = ag.function(Asymmetric().__call__)
    assert (float(compiled(0.0, 2.0)), float(compiled(0.0, -2.0))) == (20.0, -2.0)


@pytest.mark.parametrize("name", ["mse", "MeanSquaredError", "mean_squared_error", "MSE"])
def test_losses_are_found_by_name(name):
    assert np.allclose(losses.get(name)([[1.0]], [[3.0]]), 4.0)


def test_an_unknown_name_is_refused_with_the_nearest_ones():
    with pytest.raises(ValueError, match="Did you mean 'mean_squared_error'"):
        losses.get("mean_squred_error")


def test_an_unknown_reduction_is_refused():
    with pytest.raises(ValueError, match="Invalid value for argument `reduction`: 'average'"):
        losses.MeanSquaredError(reduction="average")


def test_shapes_that_differ_are_refused():
    with pytest.raises(ValueError, match=r"y_true has \(2, 3\) and y_pred \(2, 4\)"):
        losses.CategoricalCrossentropy()(np.ones((2, 3)), np.ones((2, 4)))


def test_one_hot_labels_beside_sparse_ones_are_explained():
    with pytest.raises(ValueError, match="use categorical_crossentropy"):
        losses.SparseCategoricalCrossentropy()(np.ones((2, 3)), np.ones((2, 3)))


def test_a_loss_of_the_whole_batch_counts_once_for_each_weight():
    labels, predicted = np.eye(3, dtype=np.float32), np.full((3, 3), 0.25, np.float32)
    plain = float(losses.Dice()(labels, predicted))
    weighted = losses.Dice(reduction="none")(labels, predicted, sample_weight=np.array([1.0, 2.0, 0.0], np.float32))
    np.testing.assert_allclose(weighted.numpy(), [plain, 2 * plain, 0.0], rtol=1e-6)
