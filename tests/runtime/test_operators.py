"""Python's operators on tensors: the same on both sides, eager and symbolic."""

import operator

import numpy as np
import pytest

from runtime import errors
from runtime.ops.state import constant, placeholder
from tests.runtime.helpers import evaluate, new_graph

ARITHMETIC = ["add", "sub", "mul", "truediv", "floordiv", "mod", "pow"]
COMPARISONS = ["lt", "le", "gt", "ge", "eq", "ne"]
X = np.array([1.0, 2.0, 3.0], np.float32)


def agree(compute, x):
    """The result on an eager and on a symbolic tensor, which must agree."""
    eager = compute(constant(x))
    with new_graph():
        p = placeholder(x.dtype, x.shape)
        symbolic = evaluate(compute(p), {p: x})
    assert np.array_equal(eager.numpy(), symbolic)
    return eager.numpy()


@pytest.mark.parametrize("name", ARITHMETIC + COMPARISONS)
@pytest.mark.parametrize("partner", [2, 2.0, [2.0, 2.0, 4.0], X, constant(2.0)], ids=type)
def test_both_sides_mean_what_numpy_means(name, partner):
    op = getattr(operator, name)
    other = np.asarray(partner, np.float32)
    assert np.allclose(agree(lambda t: op(t, partner), X), op(X, other))
    assert np.allclose(agree(lambda t: op(partner, t), X), op(other, X))


@pytest.mark.parametrize("name", ["neg", "pos", "abs"])
def test_one_operand(name):
    op = getattr(operator, name)
    assert np.array_equal(agree(op, -X), op(-X))


@pytest.mark.parametrize("name", ["and_", "or_", "xor"])
def test_logic_is_logical_on_truth_values_and_bitwise_on_integers(name):
    op = getattr(operator, name)
    for x, y in ((np.array([True, False]), np.array([True, True])), (np.array([5, 6]), np.array([3, 3]))):
        assert np.array_equal(agree(lambda t: op(t, y), x), op(x, y))
        assert np.array_equal(agree(lambda t: op(y, t), x), op(x, y))


def test_inversion():
    assert agree(operator.invert, np.array([True, False])).tolist() == [False, True]
    assert agree(operator.invert, np.array([0, 5])).tolist() == [-1, -6]


def test_shifts():
    assert agree(lambda t: t << 2, np.array([1, 3])).tolist() == [4, 12]
    assert agree(lambda t: 8 >> t, np.array([1, 3])).tolist() == [4, 1]
    assert agree(lambda t: 1 << t, np.array([1, 3])).tolist() == [2, 8]
    assert agree(lambda t: t >> 1, np.array([8, 3])).tolist() == [4, 1]


def test_matrix_product():
    x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
    assert np.array_equal(agree(lambda t: t @ x.T, x), x @ x.T)
    assert np.array_equal(agree(lambda t: x.T @ t, x), x.T @ x)


def test_division_with_remainder_and_rounding():
    assert [part.tolist() for part in divmod(constant([7, -7]), 2)] == [[3, -4], [1, 1]]
    assert [part.tolist() for part in divmod(7, constant([2, -2]))] == [[3, -4], [1, -1]]
    assert round(constant([1.5, 2.5])).tolist() == [2, 2]
    assert round(constant([1.23456, 2.5]), 2).numpy() == pytest.approx([1.23, 2.5])


@pytest.mark.parametrize("name", ["add", "sub", "mul", "floordiv", "mod", "lt"])
def test_tensors_of_two_dtypes_are_refused(name):
    with pytest.raises(errors.DTypeError, match="does not match type"):
        getattr(operator, name)(constant(1), constant(1.0))


def test_a_python_float_makes_an_integer_tensor_a_float():
    assert agree(lambda t: t * 1.5, np.array([1, 2])).tolist() == [1.5, 3]
    assert agree(lambda t: 1.5 - t, np.array([1, 2])).tolist() == [0.5, -0.5]


@pytest.mark.parametrize("other", [None, object(), {}, len])
def test_what_is_no_operand_is_refused_by_python(other):
    for make in (lambda: constant(1) + other, lambda: other - constant(1), lambda: constant(1) < other):
        with pytest.raises(TypeError, match=r"unsupported operand type|not supported between"):
            make()


def test_other_types_may_answer_themselves():
    class Other:
        def __radd__(self, tensor):
            return "mine"

    assert constant(1) + Other() == "mine"


def test_numpy_arrays_give_way_on_the_left():
    result = np.array([1.0, 2.0]) + constant([1.0, 2.0])
    assert result.dtype == "float32"
    assert result.tolist() == [2, 4]
    assert (np.float64(2) * constant(1.5)).numpy() == 3


def test_strings_join():
    assert (constant("a") + "b").numpy() == b"ab"
    assert ("a" + constant(["b", "c"])).tolist() == [b"ab", b"ac"]


def test_comparison_of_shapes_that_do_not_broadcast():
    assert bool(constant([1, 2]) == constant([1, 2, 3])) is False
    assert bool(constant([1, 2]) != constant([1, 2, 3])) is True
