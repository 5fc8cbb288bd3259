"""Comparisons, logic and bits."""

import numpy as np
import pytest

import runtime as rt
from runtime.errors import DTypeError, InvalidArgumentError
from tests.runtime.helpers import new_graph


def test_the_equality_operator_forgives_shapes_that_do_not_broadcast():
    x, y = rt.constant([1, 2]), rt.constant([1, 2, 3])
    assert not (x == y).numpy()
    assert (x != y).numpy()


def test_the_equality_function_does_not():
    with pytest.raises(InvalidArgumentError, match=r"\[2\].*\[3\]"):
        rt.equal([1, 2], [1, 2, 3])


def test_equality_of_unknown_shapes_has_an_unknown_shape():
    with new_graph():
        x, y = rt.placeholder("float32", [None]), rt.placeholder("float32", [3])
        assert (x == y).shape.rank is None
        assert rt.equal(x, y).shape == [3]
        assert (rt.placeholder("float32", [2]) == y).shape == []


def test_strings_and_truth_values_can_be_equal():
    assert rt.equal(["a", "b"], "a").tolist() == [True, False]
    assert rt.not_equal([True, False], True).tolist() == [False, True]


def test_truth_values_have_no_order():
    with pytest.raises(InvalidArgumentError, match="bool"):
        rt.less([True], [False])


def test_logic_takes_truth_values_only():
    with pytest.raises(InvalidArgumentError, match="int32"):
        rt.logical_and([1], [1])
    with pytest.raises(DTypeError, match="int32"):
        rt.math.logical_xor([1], [1])


def test_the_operators_of_bits_are_logic_on_truth_values():
    t, f = rt.constant([True, True]), rt.constant([True, False])
    assert ((t & f).tolist(), (t | f).tolist(), (t ^ f).tolist(), (~f).tolist()) == (
        [True, False], [True, True], [False, True], [False, True]
    )  # fmt: skip


def test_the_operators_of_bits_work_on_integers():
    x = rt.constant([6, -1])
    assert ((x & 3).tolist(), (x | 1).tolist(), (x ^ 2).tolist(), (~x).tolist()) == ([2, 3], [7, -1], [4, -3], [-7, 0])
    assert ((x << 1).tolist(), (x >> 1).tolist()) == ([12, -2], [3, -1])


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int64"])
def test_shifts_beyond_the_width_act_like_the_widest(dtype):
    width = 8 * np.dtype(dtype).itemsize
    x = rt.constant([1], dtype)
    assert rt.bitwise.right_shift(x, rt.constant([100], dtype)).tolist() == [0]
    assert rt.bitwise.left_shift(x, rt.constant([100], dtype)).numpy() == np.array([1]).astype(dtype) << (width - 1)


def test_chained_comparison_of_scalars():
    x = rt.constant(2.0)
    assert bool((x > 1.0) & (x <= 2.0))


def test_nan_is_not_equal_to_itself():
    x = rt.constant([float("nan")])
    assert (x == x).tolist() == [False]
    assert (x != x).tolist() == [True]
