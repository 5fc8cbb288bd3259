"""An op that fails raises the same class of error eagerly, in a session and in a function."""

import numpy as np
import pytest

import runtime as rt
from tests.runtime.helpers import new_graph


class OwnError(Exception):
    """Of the user's own code."""


def raises_own(x):
    raise OwnError("mine")


CASES = {
    "a value": (lambda x: rt.gather([1, 2], x), np.int32(7), rt.errors.InvalidArgumentError),
    "a shape": (lambda x: rt.reshape(rt.fill([x], 1.0), [2, -1]), np.int32(3), rt.errors.InvalidArgumentError),
    "memory": (lambda x: rt.fill([x, x], 1.0), np.int64(2**30), rt.errors.ResourceExhaustedError),
    "a division": (lambda x: 7 // x, np.int32(0), rt.errors.InvalidArgumentError),
    "the user's code": (lambda x: rt.py_function(raises_own, [x], "float32"), np.float32(1), OwnError),
    "a ValueError of the user's": (lambda x: rt.py_function(int, ["ten"], "int32") + x, np.int32(1), ValueError),
}


def eagerly(call, value):
    return call(rt.constant(value))


def in_a_function(call, value):
    return rt.function(call, input_signature=[rt.TensorSpec([], value.dtype)])(value)


def in_a_session(call, value):
    with new_graph():
        x = rt.placeholder(value.dtype, [])
        return rt.Session().run(call(x), {x: value})


@pytest.mark.parametrize("way", [eagerly, in_a_function, in_a_session])
@pytest.mark.parametrize(("call", "value", "kind"), CASES.values(), ids=CASES)
def test_the_class_of_an_error_does_not_depend_on_how_the_op_runs(call, value, kind, way):
    with pytest.raises(kind) as caught:
        way(call, value)
    assert type(caught.value) is kind


def test_an_eager_error_names_the_op_and_its_inputs():
    with pytest.raises(rt.errors.ResourceExhaustedError, match=r"\[Op:Fill\] inputs: int32\[2\], float32\[\]"):
        rt.fill(rt.constant([2**30, 2**30]), 1.0)
