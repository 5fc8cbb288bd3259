"""Arithmetic as functions and operators: dtypes, partners, names, casts and clipping."""

import numpy as np
import pytest

import runtime as rt
from runtime.errors import DTypeError, InvalidArgumentError
from tests.runtime.helpers import new_graph
from tests.runtime.ops.samples import HALVES, compare, needs_bfloat16


def test_a_python_number_takes_the_dtype_of_the_tensor():
    assert rt.add(rt.constant([1.5], "float16"), 1).dtype == "float16"
    assert (2 * rt.constant([1, 2], "int8")).dtype == "int8"


def test_a_python_float_makes_floats_of_integers():
    result = rt.constant([1]) + 1.5
    assert (result.dtype, result.tolist()) == ("float32", [2.5])


def test_tensors_of_two_dtypes_are_refused():
    with pytest.raises(InvalidArgumentError, match="int32"):
        rt.add(rt.constant([1]), rt.constant([1.0]))


def test_shapes_that_do_not_broadcast_are_named():
    with pytest.raises(InvalidArgumentError, match=r"\[2\].*\[3\]"):
        rt.multiply([1.0, 2.0], [1.0, 2.0, 3.0])


def test_shapes_that_do_not_broadcast_are_refused_in_a_graph():
    with new_graph(), pytest.raises(InvalidArgumentError, match=r"\(2,\) and \(3,\)"):
        rt.placeholder("float32", [2]) + rt.placeholder("float32", [3])


@pytest.mark.parametrize(
    ("dtype", "quotient"),
    [("int8", "float32"), ("uint16", "float32"), ("int32", "float64"), ("int64", "float64"), ("float16", "float16")],
)
def test_true_division_makes_floats_of_integers(dtype, quotient):
    result = rt.constant([1, 3], dtype) / rt.constant([2, 2], dtype)
    assert result.dtype == quotient
    assert result.tolist() == [0.5, 1.5]


def test_true_division_of_truth_values_is_refused():
    with pytest.raises(DTypeError, match="bool"):
        rt.constant([True]) / rt.constant([True])


def test_overflow_of_integers_wraps_in_silence():
    assert (rt.constant(2147483647) + 1).numpy() == -2147483648
    assert (rt.constant([200], "uint8") * rt.constant([2], "uint8")).tolist() == [144]


def test_division_of_floats_by_zero_is_silent():
    compare(rt.constant([1.0, -1.0, 0.0]) / 0.0, [np.inf, -np.inf, np.nan])


def test_strings_are_joined():
    assert rt.add("a", ["b", "c"]).tolist() == [b"ab", b"ac"]
    assert (rt.constant(["a"]) + "b").tolist() == [b"ab"]


def test_the_floor_is_that_of_the_rounded_quotient():
    assert rt.math.floordiv(1.0, 0.1).numpy() == 10.0  # Python: 1.0 // 0.1 == 9.0


def test_an_even_power_of_a_negative_number():
    compare(rt.constant([-3.0, 2.0]) ** 2, [9.0, 4.0])
    compare(rt.pow([-3.0, 2.0], [2.0, 2.0]), [9.0, 4.0])


def test_operators_have_the_names_of_tensorflow():
    with new_graph():
        x, y = rt.placeholder("float32"), rt.placeholder("float32")
        names = [t.op.name for t in (x + y, x - y, x * y, x / y, x // y, x % y, x**y, x @ y)]
    assert names == ["add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul"]


def test_functions_have_the_name_of_the_op_or_the_one_given():
    with new_graph():
        x = rt.placeholder("float32")
        assert [rt.exp(x).op.name, rt.exp(x).op.name, rt.exp(x, "e").op.name] == ["Exp", "Exp_1", "e"]


def test_the_absolute_value_of_complex_numbers_is_real():
    result = rt.abs(rt.constant([3 + 4j], "complex64"))
    assert (result.dtype, result.tolist()) == ("float32", [5.0])


def test_rounding_leaves_integers_alone():
    assert rt.round(rt.constant([3])).dtype == "int32"
    assert rt.round([0.5, 1.5]).tolist() == [0.0, 2.0]


def test_the_sum_of_nothing_is_refused():
    with pytest.raises(ValueError, match="one tensor"):
        rt.add_n([])


@pytest.mark.parametrize("dtype", HALVES)
@pytest.mark.parametrize(
    "function", [rt.exp, rt.tanh, rt.sigmoid, rt.sqrt, rt.square, rt.erf, rt.nn.softmax, rt.nn.relu]
)
def test_half_precision_stays_half(function, dtype):
    x = rt.constant([0.5, 2.0], dtype)
    assert function(x).numpy().dtype == x.dtype.as_numpy_dtype


# --- Casts ---------------------------------------------------------------------------------------------------------


def test_a_cast_to_the_same_dtype_is_the_tensor_itself():
    x = rt.constant([1.0])
    assert rt.cast(x, "float32") is x


@pytest.mark.parametrize(
    ("values", "source", "target", "expected"),
    [
        ([-5, 100, 300], "int32", "uint8", [0, 100, 255]),
        ([3e9, -3e9, 7.0], "float32", "int32", [2147483520, -2147483648, 7]),
        ([1e300, -1.0], "float64", "float32", [3.4028235e38, -1.0]),
        ([200, 255], "uint8", "int8", [127, 127]),
        ([-5, 5], "int64", "uint64", [0, 5]),
        ([True, False], "bool", "int32", [1, 0]),
    ],
)
def test_a_saturating_cast_gives_the_nearest_value(values, source, target, expected):
    compare(rt.saturate_cast(rt.constant(values, source), target), expected)


@needs_bfloat16
def test_a_narrowing_cast_may_round_towards_zero():
    from runtime.dispatch import apply_one

    x = rt.constant([1.01171875, -1.01171875])
    compare(apply_one("Cast", [x], {"DstT": rt.bfloat16, "Truncate": True}), [1.0078125, -1.0078125])
    compare(rt.cast(x, rt.bfloat16), [1.015625, -1.015625])


def test_a_bitcast_knows_its_shape():
    with new_graph():
        x = rt.placeholder("uint8", [None, 4])
        assert rt.bitcast(x, "int32").shape == [None]
        assert rt.bitcast(rt.placeholder("int32", [None]), "int16").shape == [None, 2]
        with pytest.raises(InvalidArgumentError, match="last dimension must be 4"):
            rt.bitcast(rt.placeholder("uint8", [3]), "int32")


def test_complex_numbers_have_parts():
    z = rt.complex([1.0, 2.0], [3.0, float("inf")])
    assert (rt.math.real(z).tolist(), rt.math.imag(z).tolist()) == ([1.0, 2.0], [3.0, float("inf")])
    assert rt.math.conj(rt.constant([1.0])).dtype == "float32"


# --- Clipping ------------------------------------------------------------------------------------------------------


def test_clipping_keeps_nan():
    compare(rt.clip_by_value([float("nan"), -5.0, 5.0], 0.0, 1.0), [np.nan, 0.0, 1.0])


def test_bounds_must_not_make_the_result_larger():
    with pytest.raises(ValueError, match="broadcast to the shape"):
        rt.clip_by_value([[1.0]], [0.0, 0.0], 1.0)


def test_a_zero_vector_has_norm_zero_and_stays():
    assert rt.clip_by_norm([0.0, 0.0], 1.0).tolist() == [0.0, 0.0]


def test_an_infinite_global_norm_makes_everything_nan():
    clipped, norm = rt.clip_by_global_norm([[float("inf")], [1.0], None], 1.0)
    assert norm.numpy() == np.inf
    assert np.isnan(clipped[1].numpy()).all()
    assert clipped[2] is None
