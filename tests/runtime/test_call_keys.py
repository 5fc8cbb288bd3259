"""Keys of arguments: what may share a trace."""

import enum

import numpy as np
import pytest

import runtime as rt
from runtime.call_keys import ObjectKey, TensorKey, fits, leaf_key, relax, without_shapes


def key(value):
    return leaf_key(value)[0]


class Color(enum.Enum):
    RED = 1


@pytest.mark.parametrize(
    "value",
    [3, 2.5, 1j, True, "a", b"a", None, ..., range(2), slice(1, 2), Color.RED, np.dtype("i4"), rt.TensorShape([1])],
)
def test_values_are_compared_by_value_and_type(value):
    assert key(value) == key(value)
    assert hash(key(value)) == hash(key(value))


@pytest.mark.parametrize(("one", "other"), [(1, 1.0), (1, True), (0.0, -0.0), (1, np.int32(1)), (Color.RED, 1)])
def test_values_of_other_types_differ(one, other):
    assert key(one) != key(other)


def test_nan_is_equal_to_itself():
    assert key(float("nan")) == key(float("nan"))


def test_tensors_arrays_and_specs_have_the_same_keys():
    expected = TensorKey(rt.float32, (2,))
    for value in (rt.constant([1.0, 2.0]), np.float32([1, 2]), rt.TensorSpec([2], "float32")):
        assert key(value) == expected


def test_a_python_number_is_no_tensor_but_a_numpy_number_is():
    assert leaf_key(1.5)[1] is None
    assert leaf_key(np.float32(1.5))[1].dtype is rt.float32


def test_arrays_of_strings_are_tensors():
    assert key(np.array(["a"], dtype=object)) == key(np.array(["b"])) == TensorKey(rt.string, (1,))


def test_objects_are_compared_by_identity():
    one, two = object(), object()
    assert ObjectKey(one) == ObjectKey(one) != ObjectKey(two)


def test_the_key_of_an_object_that_is_gone_equals_no_other():
    class Thing:
        pass

    thing = Thing()
    first, second = ObjectKey(thing), ObjectKey(thing)
    del thing
    assert first.is_dead
    assert first != second
    assert first == first


def test_relaxed_shapes_fit_both():
    one, other = (key(np.ones((2, 3))), key(1)), (key(np.ones((2, 4))), key(1))
    general = relax(one, other)
    assert general[0].dims == (2, None)
    assert fits(one, general)
    assert fits(other, general)
    assert not fits((key(np.ones((5, 4))), key(1)), general)


def test_shapes_of_other_rank_relax_to_unknown_rank():
    assert relax([key(np.ones(2))], [key(np.ones((2, 2)))])[0].dims is None


def test_keys_without_shapes_keep_the_rest():
    assert without_shapes([key(np.ones(2)), key(3)]) == (TensorKey(rt.float64, None), key(3))


def test_keys_read_well():
    assert [str(key(value)) for value in (np.ones((2, 3), "f4"), 3, "a")] == ["float32[2,3]", "3", "'a'"]
    assert str(TensorKey(rt.int32, (None,))) == "int32[?]"
