"""Python values and numpy arrays as tensors."""

import enum

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime import dtypes, errors
from runtime.constants import eager_constant
from runtime.ops.state import constant


class Level(enum.IntEnum):
    LOW = 1


VALUES = [
    (1, "int32"),
    (2**31, "int64"),
    (-(2**63), "int64"),
    (2**63, "uint64"),
    (1.5, "float32"),
    (True, "bool"),
    (1j, "complex128"),
    ("text", "string"),
    (b"\xff", "string"),
    (Level.LOW, "int32"),
    ([1, 2], "int32"),
    ([2**31], "int64"),
    ([1, 2.5], "float32"),
    ([True, False], "bool"),
    (["a", b"b"], "string"),
    ([], "float32"),
    ([[], []], "float32"),
    (range(3), "int32"),
    (np.float64(1.5), "float64"),
    (np.int8(1), "int8"),
    (np.array([1, 2]), "int64"),
    (np.array([], np.int8), "int8"),
    (np.array(["a", "bc"]), "string"),
    (np.array(5.0), "float64"),
    ([np.float16(1)], "float16"),
]


@pytest.mark.parametrize(("value", "dtype"), VALUES, ids=repr)
def test_a_value_has_the_dtype_of_its_kind(value, dtype):
    tensor = constant(value)
    assert tensor.dtype == dtype
    assert tensor.shape == np.shape(value)
    if tensor.dtype is not dtypes.string:
        assert np.array_equal(tensor.numpy(), np.array(value))


REFUSED = [
    (2**64, None, "is not in 0"),
    ([2**64], None, "fits no dtype"),
    ([-1, 2**63], None, "No integer dtype holds all of"),
    (300, "uint8", "300 is not in 0 ... 255"),
    (-1, "uint8", "-1 is not in 0"),
    ([1, 300], "int8", "300 is not in -128 ... 127"),
    (1.5, "int32", "Cannot convert 1.5 to a tensor of dtype int32"),
    (1.0, "int32", "Cannot convert 1.0"),
    (np.array([1.0]), "int32", "of type float64 to a tensor of dtype int32"),
    (1, "bool", "Cannot convert 1 to a tensor of dtype bool"),
    ("a", "int32", "Cannot convert 'a'"),
    (1, "string", "Cannot convert 1"),
    ([1, [2]], None, "not rectangular"),
    (["a", 1], None, "cannot mix strings"),
    (None, None, "None of type NoneType has no form"),
    ([None], None, "None of type NoneType"),
    pytest.param(object(), None, "of type object has no form", id="object"),
    ({}, None, "of type dict has no form"),
]


@pytest.mark.parametrize(("value", "dtype", "text"), REFUSED, ids=repr)
def test_what_would_lose_or_has_no_form_is_refused(value, dtype, text):
    with pytest.raises(errors.InvalidArgumentError, match=text):
        constant(value, dtype)


def test_a_dtype_that_holds_the_value_is_taken():
    assert constant(1, "float16").dtype is dtypes.float16
    assert constant(True, "int32").numpy() == 1
    assert constant([], "int32").dtype is dtypes.int32
    assert constant(np.array([1.5]), "float32").dtype is dtypes.float32
    assert constant(255, "uint8").numpy() == 255


def test_a_bfloat16():
    pytest.importorskip("ml_dtypes")
    assert constant(1.5, "bfloat16").dtype is dtypes.bfloat16
    assert float(constant([1.5, 2.0], "bfloat16")[1]) == 2


def test_what_overflows_a_float_is_infinite_without_a_warning():
    assert constant(1e39).numpy() == np.inf
    assert constant(np.array([1e39]), "float32").numpy() == np.inf


def test_zeros_keep_their_sign():
    assert [np.signbit(constant(z).numpy()) for z in (0.0, -0.0, 0.0)] == [False, True, False]


def test_one_true_and_one_point_zero_are_told_apart():
    assert [constant(one).dtype.name for one in (1, True, 1.0)] == ["int32", "bool", "float32"]


def test_a_numpy_array_is_copied():
    array = np.array([1, 2])
    tensor = constant(array)
    array[0] = 5
    assert tensor.numpy()[0] == 1


@pytest.mark.parametrize(
    ("value", "hint", "dtype"),
    [
        (1, "float64", "float64"),
        (1.5, "int32", "float32"),
        (1.5, "float16", "float16"),
        (True, "int32", "int32"),
        (1, "bool", "int32"),
        ([1, 2], "float32", "float32"),
        (np.array([1.5]), "float32", "float32"),
        (np.array([1.5]), "int32", "float64"),
        ([], "int8", "int8"),
        (1.5, "complex64", "complex64"),
        ("a", "int32", "string"),
    ],
)
def test_a_hint_is_taken_if_the_kind_goes_with_it(value, hint, dtype):
    assert eager_constant(value, None, dtypes.as_dtype(hint)).dtype == dtype


@given(st.integers(-(2**63), 2**64 - 1))
def test_every_integer_of_64_bits_is_exact(value):
    assert int(constant(value)) == value


@given(st.floats(width=32))
def test_every_float_of_32_bits_is_exact(value):
    assert constant(value).numpy().tobytes() == np.float32(value).tobytes()
