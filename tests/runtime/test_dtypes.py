"""DType: names, numbers, numpy types and promotion."""

import copy
import pickle

import numpy as np
import pytest

from runtime import dtypes


def test_every_spelling_gives_the_one_instance():
    spellings = ["float32", "float32_ref", 1, 101, np.float32, np.dtype("f4"), float, dtypes.float32, np.zeros(1, "f4")]
    assert all(dtypes.as_dtype(each) is dtypes.float32 for each in spellings)


def test_names_and_numbers_are_those_of_tensorflow():
    numbers = {"float32": 1, "int32": 3, "string": 7, "int64": 9, "bool": 10, "bfloat16": 14, "half": 19, "variant": 21}
    assert {name: dtypes.as_dtype(name).enum for name in numbers} == numbers


@pytest.mark.parametrize("dtype", dtypes.ALL, ids=repr)
def test_a_dtype_survives_numpy_pickle_and_copy(dtype):
    if dtype is dtypes.bfloat16:
        pytest.importorskip("ml_dtypes")
    if dtype.is_numeric or dtype.is_bool:
        assert dtypes.as_dtype(np.dtype(dtype.as_numpy_dtype)) is dtype
    assert pickle.loads(pickle.dumps(dtype)) is dtype
    assert copy.deepcopy(dtype) is dtype


def test_equality_takes_names_and_numpy_types():
    assert dtypes.int8 == "int8" == dtypes.int8
    assert dtypes.int8 == np.int8
    assert dtypes.int8 != dtypes.int16
    assert dtypes.int8 != "nonsense"
    assert dtypes.int8 != None  # noqa: E711


@pytest.mark.parametrize("nonsense", ["floaty", None, object(), np.dtype("M8[s]"), 1000])
def test_what_is_no_dtype_is_refused(nonsense):
    with pytest.raises(TypeError, match="is not a dtype"):
        dtypes.as_dtype(nonsense)


def test_kinds_are_disjoint():
    for dtype in dtypes.ALL:
        assert dtype.is_floating + dtype.is_integer + dtype.is_complex + dtype.is_bool + dtype.is_quantized <= 1
        assert dtype.is_numeric == (dtype.is_floating or dtype.is_integer or dtype.is_complex)


def test_limits_and_sizes():
    assert (dtypes.int8.min, dtypes.uint64.max) == (-128, 2**64 - 1)
    assert dtypes.float32.max == np.finfo(np.float32).max
    assert (dtypes.bool.min, dtypes.bool.max) == (False, True)
    assert (dtypes.complex128.size, dtypes.bool.size, dtypes.float16.size) == (16, 1, 2)
    with pytest.raises(TypeError, match="no smallest"):
        _ = dtypes.string.min


def test_bfloat16_comes_from_ml_dtypes():
    ml_dtypes = pytest.importorskip("ml_dtypes")
    assert dtypes.as_dtype(ml_dtypes.bfloat16) is dtypes.bfloat16
    assert (dtypes.bfloat16.size, dtypes.bfloat16.max) == (2, ml_dtypes.finfo(ml_dtypes.bfloat16).max)


def test_python_integers_are_as_wide_as_they_need():
    assert dtypes.of_python(2**31 - 1) is dtypes.int32
    assert dtypes.of_python(-(2**31)) is dtypes.int32
    assert dtypes.of_python(2**31) is dtypes.int64
    assert dtypes.of_python(2**63) is dtypes.uint64
    assert dtypes.of_python(np.int8(1)) is None


def test_promotion_is_that_of_numpy():
    assert dtypes.promote(dtypes.uint8, dtypes.int8) is dtypes.int16
    assert dtypes.promote(dtypes.bool, dtypes.float16) is dtypes.float16
    with pytest.raises(TypeError, match="No dtype holds both"):
        dtypes.promote(dtypes.string, dtypes.float32)


@pytest.mark.parametrize(
    ("weak", "other", "joined"),
    [
        ("int32", "uint8", "uint8"),
        ("int32", "float16", "float16"),
        ("float32", "float16", "float16"),
        ("float32", "complex64", "complex64"),
        ("float32", "int64", "float32"),
        ("bool", "int8", "int8"),
        ("int32", "bool", "int32"),
    ],
)
def test_a_weak_number_promotes_in_kind_but_not_in_width(weak, other, joined):
    assert dtypes.promote_weak(dtypes.as_dtype(weak), dtypes.as_dtype(other)) is dtypes.as_dtype(joined)


def test_real_dtype_of_complex():
    assert dtypes.complex64.real_dtype is dtypes.float32
    assert dtypes.int8.real_dtype is dtypes.int8


def test_the_number_has_two_names():
    assert dtypes.float32.as_datatype_enum == 1
