"""Reductions: axes, dtypes, precision, static shapes."""

import numpy as np
import pytest

import runtime as rt
from runtime.errors import DTypeError, InvalidArgumentError
from tests.runtime.helpers import new_graph
from tests.runtime.ops.samples import HALVES, compare

X = np.arange(24, dtype=np.float32).reshape(2, 3, 4)


@pytest.mark.parametrize("axis", [None, 0, -1, [0, 2], (), [1], np.array([0, 1], np.int32)])
@pytest.mark.parametrize("keepdims", [False, True])
def test_axes_are_those_of_numpy(axis, keepdims):
    along = tuple(axis) if isinstance(axis, (list, np.ndarray)) else axis
    compare(rt.reduce_sum(X, axis, keepdims), X.sum(axis=along, keepdims=keepdims))


def test_an_axis_may_be_a_tensor():
    compare(rt.reduce_max(X, rt.constant([0, 1])), X.max(axis=(0, 1)))


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int16", "int32", "float64", *HALVES])
@pytest.mark.parametrize("function", [rt.reduce_sum, rt.reduce_prod, rt.reduce_max, rt.reduce_mean, rt.cumsum])
def test_the_dtype_stays(function, dtype):
    assert function(rt.constant([1, 2, 3], dtype)).numpy().dtype == rt.as_dtype(dtype).as_numpy_dtype


def test_half_precision_is_summed_in_single():
    ones = rt.ones([3000, 2], "float16")
    assert rt.reduce_sum(ones, 0).tolist() == [3000.0, 3000.0]  # 2048 + 1 is 2048 in half precision
    assert rt.reduce_mean(rt.ones([70000], "float16")).numpy() == 1.0


def test_the_mean_of_integers_is_cut_off_and_does_not_overflow():
    assert rt.reduce_mean([-1, -2, -4]).numpy() == -2
    assert rt.reduce_mean(rt.constant([100, 100, 100], "int8")).numpy() == 100


def test_reductions_of_nothing_have_values():
    empty = rt.zeros([0, 2])
    assert rt.reduce_max(empty, 0).tolist() == [-np.inf, -np.inf]
    assert rt.reduce_min(rt.zeros([0], "int32")).numpy() == 2147483647
    assert np.isnan(rt.reduce_mean(empty)).all()
    assert rt.reduce_all(rt.zeros([0], "bool")).numpy()


def test_static_shapes_follow_the_axes():
    with new_graph():
        x = rt.placeholder("float32", [None, 3, 4])
        assert rt.reduce_sum(x, 1).shape == [None, 4]
        assert rt.reduce_sum(x, [0, -1], keepdims=True).shape == [1, 3, 1]
        assert rt.reduce_sum(x).shape == []
        assert rt.reduce_sum(x, rt.placeholder("int32", []), keepdims=True).shape == [None, None, None]
        assert rt.reduce_sum(rt.placeholder("float32")).shape == []
        assert rt.reduce_sum(rt.placeholder("float32"), 0).shape.rank is None
        assert rt.argmax(x, 1).shape == [None, 4]


def test_a_bad_axis_is_refused_when_the_graph_is_made():
    with new_graph():
        x = rt.placeholder("float32", [2, 3])
        with pytest.raises(InvalidArgumentError, match="axis 2 is not in the range"):
            rt.reduce_sum(x, 2)
        with pytest.raises(InvalidArgumentError, match="duplicate"):
            rt.reduce_sum(x, [0, -2])


def test_a_tensor_of_unknown_rank_is_reduced_over_all_axes():
    with new_graph() as g:
        x = rt.placeholder("float32")
        total = rt.reduce_sum(x)
    assert rt.Session(graph=g).run(total, {x: X}) == X.sum()


def test_log_sum_exp_does_not_overflow():
    compare(rt.reduce_logsumexp([1000.0, 1000.0]), 1000.6931)
    compare(rt.reduce_logsumexp([-np.inf, -np.inf]), -np.inf)
    compare(rt.reduce_logsumexp(X, 1, keepdims=True), np.log(np.exp(X).sum(axis=1, keepdims=True)))


def test_variance_and_deviation():
    compare(rt.math.reduce_variance(X, 0), X.var(axis=0))
    compare(rt.math.reduce_std(X, [1, 2]), X.std(axis=(1, 2)))
    with pytest.raises(DTypeError, match="int32"):
        rt.math.reduce_variance([1, 2])


def test_nonzero_elements_are_counted():
    assert rt.math.count_nonzero([[1, 0], [2, 3]], 1, dtype="int32").tolist() == [1, 2]
    assert rt.math.count_nonzero(["", "a"]).numpy() == 1
    assert rt.math.count_nonzero([True, False, True]).dtype == "int64"


def test_running_sums_go_both_ways():
    assert rt.cumsum([1, 2, 3], reverse=True).tolist() == [6, 5, 3]
    assert rt.cumsum([1, 2, 3], exclusive=True, reverse=True).tolist() == [5, 3, 0]
    compare(rt.math.cumulative_logsumexp([0.0, 1.0], exclusive=True), [-np.inf, 0.0])


def test_positions_skip_nan():
    assert rt.argmax([1.0, np.nan, 2.0]).numpy() == 2
    assert rt.argmin([np.nan, np.nan]).numpy() == 0
    assert rt.argmax([False, True]).numpy() == 1


# --- Segments ------------------------------------------------------------------------------------------------------


def test_groups_of_rows_match_a_loop():
    data = np.random.default_rng(0).normal(size=(40, 3)).astype(np.float32)
    ids = np.random.default_rng(1).integers(-1, 6, size=40)
    expected = [data[ids == group].sum(axis=0) for group in range(7)]
    np.testing.assert_allclose(rt.math.unsorted_segment_sum(data, ids, 7), expected, atol=1e-5)


def test_ids_may_have_several_dimensions():
    data, ids = np.ones((2, 2, 3), np.float32), [[0, 1], [1, 1]]
    assert rt.math.unsorted_segment_sum(data, ids, 2).tolist() == [[1.0] * 3, [3.0] * 3]
    assert rt.math.unsorted_segment_mean(data, ids, 3).tolist() == [[1.0] * 3, [1.0] * 3, [0.0] * 3]


def test_segments_know_their_shape():
    with new_graph():
        data = rt.placeholder("float32", [None, 3])
        assert rt.math.segment_sum(data, rt.placeholder("int32", [None])).shape == [None, 3]
        assert rt.math.unsorted_segment_sum(data, rt.placeholder("int32", [None]), 7).shape == [7, 3]


def test_counts_have_bounds():
    assert rt.math.bincount([1, 2, 2], minlength=5).tolist() == [0, 1, 2, 0, 0]
    assert rt.math.bincount([1, 2, 7], maxlength=3).tolist() == [0, 1, 1]
    assert rt.math.bincount([1, 1], weights=[0.5, 1.0]).tolist() == [0.0, 1.5]
    assert rt.math.bincount([[1, 1], [0, 2]], axis=-1).tolist() == [[0, 2, 0], [1, 0, 1]]
