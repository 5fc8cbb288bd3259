"""Slices of variables: read as tensors, and assigned to in place."""

import numpy as np
import pytest

import runtime as rt
from runtime.errors import DTypeError, InvalidArgumentError
from tests.runtime.helpers import new_graph

INDICES = {
    "item": (0, 7.0),
    "last": (-1, [7.0, 8.0, 9.0]),
    "slice": (slice(1, 3), 7.0),
    "step": (slice(None, None, 2), [[1.0], [2.0]]),
    "column": ((slice(None), 1), [7.0, 8.0, 9.0]),
    "ellipsis": ((..., 0), 5.0),
    "element": ((1, 2), 5.0),
    "tensor": (rt.constant(1), 5.0),
}
START = np.arange(9.0, dtype=np.float32).reshape(3, 3)


def expected(index, value):
    array = START.copy()
    array[index if not isinstance(index, rt.Tensor) else int(index)] = value
    return array


@pytest.mark.parametrize(("index", "value"), INDICES.values(), ids=INDICES)
def test_a_slice_is_assigned_eagerly_in_a_function_and_in_a_session(index, value):
    variable = rt.Variable(START)
    assert variable[index].assign(value) is variable
    np.testing.assert_array_equal(variable, expected(index, value))
    other = rt.Variable(START)
    rt.function(lambda: other[index].assign(value, read_value=False) and None)()
    np.testing.assert_array_equal(other, expected(index, value))
    with new_graph(), rt.Session() as session:
        inner = rt.Variable(START)
        changed = inner[index].assign(value)
        session.run(rt.global_variables_initializer())
        np.testing.assert_array_equal(session.run(changed), expected(index, value))


def test_a_slice_is_read_as_a_tensor():
    variable = rt.Variable(START)
    assert variable[1:, 0].numpy().tolist() == [3.0, 6.0]


@pytest.mark.parametrize(
    ("index", "value", "kind"),
    [(0, [1.0, 2.0], InvalidArgumentError), (0, rt.constant(1), DTypeError), ([0, 1], 1.0, TypeError)],
    ids=["shape", "dtype", "array"],
)
def test_what_cannot_be_assigned_leaves_the_variable_as_it_is(index, value, kind):
    variable = rt.Variable(START)
    with pytest.raises(kind):
        variable[index].assign(value)
    np.testing.assert_array_equal(variable, START)


def test_slices_of_tensors_cannot_be_assigned():
    with pytest.raises(AttributeError, match="assign"):
        rt.constant([1.0])[0].assign(2.0)
