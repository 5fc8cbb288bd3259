"""Constants, placeholders and functions on variables."""

import numpy as np
import pytest

from runtime import errors
from runtime.context import RunContext
from runtime.dispatch import apply_one
from runtime.ops import state
from runtime.registry import bind_kernel
from runtime.resources import Resource
from runtime.shapes import TensorShape
from runtime.variables import Variable
from tests.runtime.helpers import evaluate, new_graph


def test_a_constant_takes_a_shape():
    assert state.constant([1, 2, 3, 4], shape=[2, 2]).tolist() == [[1, 2], [3, 4]]
    assert state.constant(7, shape=[2]).tolist() == [7, 7]
    assert state.constant([7], shape=[]).tolist() == 7
    assert state.constant(7, shape=[0]).tolist() == []


def test_a_constant_of_another_size_is_refused():
    with pytest.raises(errors.InvalidArgumentError, match=r"\(2,\) \(2 elements\) from 3 values"):
        state.constant([1, 2, 3], shape=[2])
    with pytest.raises(errors.InvalidArgumentError, match="fully defined"):
        state.constant(1, shape=[None])


def test_a_constant_in_a_graph_has_a_name():
    with new_graph():
        assert state.constant(1, name="one").name == "one:0"
        assert state.constant([1, 2], shape=[2, 1], name="two").shape == [2, 1]


def test_a_placeholder_must_be_fed():
    with new_graph():
        x = state.placeholder("float32", [None], "x")
    with pytest.raises(errors.InvalidArgumentError, match=r"feed a value for placeholder 'x' with dtype float32"):
        evaluate(x)


def test_a_placeholder_with_default():
    with new_graph():
        x = state.placeholder_with_default([1.0, 2.0], [None])
        assert x.shape == [None]
        assert evaluate(x).tolist() == [1, 2]
        with pytest.raises(errors.InvalidArgumentError):
            state.placeholder_with_default([1.0, 2.0], [3])


def test_functions_assign():
    v = Variable(1.0)
    state.assign(v, 5.0)
    state.assign_add(v, 2.0)
    assert state.assign_sub(v, 1.0).numpy() == 6
    assert state.is_variable_initialized(v).numpy()


def test_one_operation_initialises_all_variables():
    with new_graph() as g:
        v, w = Variable(1.0), Variable(2.0)
        init = state.global_variables_initializer()
        assert state.global_variables() == [v, w]
        assert state.trainable_variables() == [v, w]
        assert state.local_variables() == []
        assert state.local_variables_initializer().control_inputs == ()
    assert (init.type, init.name, init.graph) == ("NoOp", "init", g)
    assert init.control_inputs == (v.initializer, w.initializer)


def test_handles_of_one_name_share_a_resource():
    context = RunContext()
    attrs = {"shared_name": "v", "dtype": "float32", "shape": None}
    first, second = (bind_kernel("VarHandleOp", attrs, context)() for _ in range(2))
    anonymous = bind_kernel("VarHandleOp", {**attrs, "shared_name": ""}, context)()
    assert first is second
    assert isinstance(anonymous, Resource)
    assert anonymous is not first


def test_a_resource_can_be_destroyed():
    context = RunContext()
    attrs = {"shared_name": "v", "dtype": "float32", "shape": TensorShape([])}
    resource = bind_kernel("VarHandleOp", attrs, context)()
    resource.assign(np.float32(1))
    destroy = bind_kernel("DestroyResourceOp", {"ignore_lookup_error": False}, context)
    destroy(resource)
    assert not resource.is_initialized
    with pytest.raises(errors.NotFoundError, match="does not exist"):
        destroy(resource)


def test_an_update_of_another_shape_is_refused():
    v = Variable([1.0, 2.0], shape=[None])
    with pytest.raises(errors.InvalidArgumentError, match="shapes must be equal"):
        v.assign_add([1.0])
    assert v.numpy().tolist() == [1, 2]


def test_the_shape_of_a_variable():
    handle = Variable([[1.0, 2.0]]).handle
    assert apply_one("VariableShape", [handle], {"out_type": "int64"}).tolist() == [1, 2]
