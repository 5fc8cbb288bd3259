"""Layers' computations: activations, losses, normalization, dropout, embeddings."""

import numpy as np
import pytest

import runtime as rt
from runtime.errors import InvalidArgumentError
from tests.runtime.helpers import new_graph
from tests.runtime.ops.samples import compare

RNG = np.random.default_rng(0)
LOGITS = RNG.normal(size=(2, 3, 4)).astype(np.float32)


def softmax(x, axis):
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


@pytest.mark.parametrize("axis", [0, 1, -1, 2])
def test_softmax_along_any_axis(axis):
    np.testing.assert_allclose(rt.nn.softmax(LOGITS, axis), softmax(LOGITS, axis), rtol=1e-5)
    np.testing.assert_allclose(rt.nn.log_softmax(LOGITS, axis), np.log(softmax(LOGITS, axis)), rtol=1e-4, atol=1e-6)


def test_softmax_refuses_an_axis_out_of_range():
    with pytest.raises(ValueError, match=r"axis=3 is not in the range \[-3, 3\)"):
        rt.nn.softmax(LOGITS, 3)


def test_softmax_does_not_overflow():
    compare(rt.nn.softmax([1000.0, 1000.0]), [0.5, 0.5])
    compare(rt.nn.softmax([-np.inf, 0.0]), [0.0, 1.0])


def test_softplus_and_its_gradient_do_not_overflow():
    compare(rt.nn.softplus([-1000.0, 1000.0]), [0.0, 1000.0])


# --- Cross entropies -----------------------------------------------------------------------------------------------


def test_cross_entropy_of_distributions_and_of_classes_agree():
    classes = np.array([[0, 1, 2], [3, 2, 1]])
    one_hot = np.eye(4, dtype=np.float32)[classes]
    expected = -np.log((softmax(LOGITS, -1) * one_hot).sum(axis=-1))
    np.testing.assert_allclose(rt.nn.softmax_cross_entropy_with_logits(one_hot, LOGITS), expected, rtol=1e-5)
    np.testing.assert_allclose(rt.nn.sparse_softmax_cross_entropy_with_logits(classes, LOGITS), expected, rtol=1e-5)


def test_cross_entropy_along_another_axis():
    labels = softmax(LOGITS, 1)
    expected = -(labels * np.log(softmax(LOGITS, 1))).sum(axis=1)
    np.testing.assert_allclose(rt.nn.softmax_cross_entropy_with_logits(labels, LOGITS, axis=1), expected, rtol=1e-5)


def test_classes_need_one_dimension_less_than_logits():
    with pytest.raises(ValueError, match="one dimension more"):
        rt.nn.sparse_softmax_cross_entropy_with_logits(LOGITS, LOGITS)


def test_an_infinite_logit_of_a_class_with_weight_zero_does_not_matter():
    compare(rt.nn.softmax_cross_entropy_with_logits([[1.0, 0.0]], [[0.0, -np.inf]]), [0.0])


def test_sigmoid_cross_entropy_is_stable_and_checks_shapes():
    compare(rt.nn.sigmoid_cross_entropy_with_logits(labels=[1.0, 0.0], logits=[-1000.0, 1000.0]), [1000.0, 1000.0])
    with pytest.raises(ValueError, match="same shape"):
        rt.nn.sigmoid_cross_entropy_with_logits(labels=[1.0], logits=[1.0, 2.0])


def test_losses_know_their_shape():
    with new_graph():
        logits, classes = rt.placeholder("float32", [None, 5]), rt.placeholder("int32", [7])
        assert rt.nn.sparse_softmax_cross_entropy_with_logits(classes, logits).shape == [7]
        assert rt.nn.l2_loss(logits).shape == []


# --- Bias, moments and batch normalization -------------------------------------------------------------------------


def test_bias_follows_the_channels():
    x = RNG.normal(size=(1, 2, 3, 2)).astype(np.float32)
    np.testing.assert_allclose(rt.nn.bias_add(x, [1.0, 2.0]), x + np.float32([1, 2]))
    np.testing.assert_allclose(rt.nn.bias_add(x, [1.0, 2.0], data_format="NCHW"), x + np.float32([1, 2])[:, None, None])
    with pytest.raises(ValueError, match="data_format"):
        rt.nn.bias_add(x, [1.0, 2.0], data_format="CHWN")


def test_moments_of_half_precision_are_taken_in_single():
    x = np.full((4096, 1), 1000.0, np.float16)
    mean, variance = rt.nn.moments(x, [0])
    assert (mean.dtype, mean.tolist(), variance.tolist()) == ("float16", [1000.0], [0.0])


@pytest.mark.parametrize("is_training", [True, False])
def test_batch_normalization_is_the_same_in_both_layouts(is_training):
    x = RNG.normal(size=(2, 3, 4, 5)).astype(np.float32)
    scale, offset, mean, variance = np.abs(RNG.normal(size=(4, 5))).astype(np.float32)
    arguments = {"mean": mean, "variance": variance, "is_training": is_training}
    last = rt.nn.fused_batch_norm(x, scale, offset, **arguments)
    first = rt.nn.fused_batch_norm(x.transpose(0, 3, 1, 2), scale, offset, data_format="NCHW", **arguments)
    np.testing.assert_allclose(first[0], last[0].numpy().transpose(0, 3, 1, 2), rtol=1e-5, atol=1e-6)
    if is_training:
        mean, variance = x.mean(axis=(0, 1, 2)), x.var(axis=(0, 1, 2))
    expected = rt.nn.batch_normalization(x, mean, variance, offset, scale, 0.001)
    np.testing.assert_allclose(last[0], expected, rtol=1e-4, atol=1e-5)


def test_the_running_variance_is_unbiased():
    x = np.array([1, 3], np.float32).reshape(1, 2, 1, 1)
    _, mean, variance = rt.nn.fused_batch_norm(x, [1.0], [0.0])
    assert (mean.tolist(), variance.tolist()) == ([2.0], [2.0])


def test_local_response_normalization_matches_a_loop():
    x = RNG.normal(size=(1, 1, 2, 7)).astype(np.float32)
    sums = np.stack([(x[..., max(c - 2, 0) : c + 3] ** 2).sum(axis=-1) for c in range(7)], -1)
    np.testing.assert_allclose(rt.nn.lrn(x, 2, 1.0, 0.5, 0.75), x * (1 + 0.5 * sums) ** -0.75, rtol=1e-5)


# --- Dropout, embeddings, the best k -------------------------------------------------------------------------------


def test_dropout_scales_what_it_keeps():
    rt.random.set_seed(1)
    result = rt.nn.dropout(rt.ones([1000]), rate=0.25).numpy()
    assert set(result.tolist()) == {0.0, np.float32(1 / 0.75).item()}
    assert 0.2 < (result == 0).mean() < 0.3


def test_dropout_may_drop_whole_rows():
    result = rt.nn.dropout(rt.ones([50, 4]), rate=0.5, noise_shape=[None, 1], seed=3).numpy()
    assert (result == result[:, :1]).all()
    assert 0 < (result == 0).mean() < 1


def test_dropout_refuses_a_rate_out_of_range():
    with pytest.raises(ValueError, match=r"range \[0, 1\), got 1.5"):
        rt.nn.dropout([1.0], rate=1.5)


def test_an_embedding_may_be_split_into_parts():
    table = np.arange(10, dtype=np.float32).reshape(5, 2)
    parts = [rt.constant(table[0::2]), rt.constant(table[1::2])]
    np.testing.assert_array_equal(rt.nn.embedding_lookup(parts, [[0, 1], [4, 3]]), table[[[0, 1], [4, 3]]])


def test_embeddings_may_have_a_largest_norm():
    compare(rt.nn.embedding_lookup([[3.0, 4.0], [0.3, 0.4]], [0, 1], max_norm=1.0), [[0.6, 0.8], [0.3, 0.4]])


def test_the_best_k_of_equal_values_are_the_first_ones():
    values, indices = rt.math.top_k([1, 3, 3, 3, 2], 3)
    assert (values.tolist(), indices.tolist()) == ([3, 3, 3], [1, 2, 3])


def test_the_best_k_know_their_shape():
    with new_graph():
        values, indices = rt.math.top_k(rt.placeholder("float32", [None, 9]), 4)
        assert (values.shape, indices.shape) == ([None, 4], [None, 4])
        with pytest.raises(InvalidArgumentError, match="at least k=4"):
            rt.math.top_k(rt.placeholder("float32", [3]), 4)


def test_the_gradient_of_the_sigmoid_cross_entropy_is_right_at_zero_too():
    logits, labels = rt.constant([0.0, 0.0, 2.0, -2.0]), [1.0, 0.0, 0.25, 0.25]
    with rt.GradientTape() as tape:
        tape.watch(logits)
        loss = rt.nn.sigmoid_cross_entropy_with_logits(labels=labels, logits=logits)
    np.testing.assert_allclose(tape.gradient(loss, logits), 1 / (1 + np.exp(-logits.numpy())) - labels, rtol=1e-6)
