"""FuncGraph: parameters, captures and what is out of scope."""

import pytest

from runtime import dtypes, errors
from runtime.current import reset_default_graph
from runtime.dispatch import apply_one, current_graph, init_scope
from runtime.func_graph import FuncGraph
from runtime.ops.state import constant, placeholder
from runtime.tensor import HandleData
from runtime.variables import Variable
from tests.runtime.helpers import new_graph


def test_arguments_come_before_captures():
    with new_graph():
        x = placeholder("float32", [2], "x")
        f = FuncGraph("f")
        with f.as_default():
            a = f.add_input("int32", [3], "a")
            y = apply_one("Neg", [x])
            b = f.add_input("int32", [], "b")
    (inner,) = f.captures.values()
    assert f.inputs == [a, b, inner]
    assert list(f.captures) == [x]
    assert y.op.inputs == (inner,)
    assert (inner.dtype, inner.shape, inner.op.name) == (dtypes.float32, [2], "x")
    assert f.outer_of(inner) is x
    assert f.outer_of(a) is None


def test_a_tensor_is_captured_once():
    with new_graph():
        x = placeholder("float32")
        with FuncGraph("f").as_default() as f:
            assert f.capture(x) is f.capture(x)
            assert f.capture(f.capture(x)) is f.capture(x)


def test_captures_chain_through_the_functions_around():
    with new_graph() as g:
        x = placeholder("float32", name="x")
        with FuncGraph("outer").as_default() as outer:
            y = apply_one("Neg", [x])
            with FuncGraph("inner").as_default() as inner:
                apply_one("AddV2", [x, y])
    assert inner.outer_graph is outer
    assert outer.outer_graph is g
    assert list(inner.captures) == [outer.captures[x], y]


def test_a_capture_in_the_inner_one_alone_passes_the_outer_one():
    with new_graph():
        x = placeholder("float32")
        with FuncGraph("outer").as_default() as outer, FuncGraph("inner").as_default() as inner:
            apply_one("Neg", [x])
    assert list(inner.captures) == [outer.captures[x]]


def test_eager_tensors_become_constants_and_eager_handles_parameters():
    c, v = constant(2.0), Variable(3.0, name="v")
    with FuncGraph("f").as_default() as f:
        apply_one("AddV2", [c, c])
        v.read_value()
        v.read_value()
    assert list(f.captures) == [v.handle]
    types = [op.type for op in f.get_operations()]
    assert types == ["Const", "AddV2", "Placeholder", "ReadVariableOp", "ReadVariableOp"]
    assert f.captures[v.handle].handle_data == HandleData(dtypes.float32, v.shape)


def test_an_eager_handle_chains_too():
    v = Variable(3.0)
    with FuncGraph("outer").as_default() as outer, FuncGraph("inner").as_default() as inner:
        v.read_value()
    assert list(outer.captures) == [v.handle]
    assert list(inner.captures) == [outer.captures[v.handle]]


def test_weakness_and_static_shape_are_captured():
    with new_graph():
        x = placeholder("int32", [1, None])
        x.weak = True
        with FuncGraph("f").as_default() as f:
            inner = f.capture(x)
    assert inner.weak
    assert inner.shape == [1, None]


def test_a_tensor_of_a_sibling_is_out_of_scope():
    with FuncGraph("left").as_default():
        x = apply_one("Neg", [constant(1.0)], name="x")
    text = r"'x:0'.*out of scope.*test_func_graph.py:\d+.*'left'.*used in 'right'"
    with FuncGraph("right").as_default(), pytest.raises(errors.InaccessibleTensorError, match=text):
        apply_one("Neg", [x])


def test_a_tensor_of_an_inner_function_is_out_of_scope():
    with FuncGraph("outer").as_default():
        with FuncGraph("inner").as_default():
            x = apply_one("Neg", [constant(1.0)])
        with pytest.raises(errors.InaccessibleTensorError, match="'inner', and is used in 'outer'"):
            apply_one("Neg", [x])


def test_a_tensor_of_an_unrelated_graph_is_out_of_scope():
    with new_graph():
        x = placeholder("float32")
    with new_graph(), FuncGraph("f").as_default(), pytest.raises(errors.InaccessibleTensorError):
        apply_one("Neg", [x])


def test_a_function_outside_of_graphs_captures_placeholders_of_the_implicit_graph():
    reset_default_graph()
    x = placeholder("float32")
    with FuncGraph("f").as_default() as f:
        apply_one("Neg", [x])
    assert list(f.captures) == [x]


def test_parameters_are_made_outside_of_scopes_and_control_blocks():
    with new_graph():
        x = placeholder("float32", name="scope/x")
        f = FuncGraph("f")
        with f.as_default(), f.name_scope("s"), f.control_dependencies([apply_one("Neg", [constant(1.0)])]):
            inner = f.capture(x)
    assert inner.op.name == "x"
    assert inner.op.control_inputs == ()


def test_init_scope_steps_out_of_functions_only():
    with FuncGraph("f").as_default(), init_scope():
        assert current_graph() is None
        assert constant(1).numpy() == 1
    with new_graph() as g, FuncGraph("f").as_default(), FuncGraph("h").as_default() as h:
        with init_scope():
            assert current_graph() is g
        assert current_graph() is h


def test_a_capture_can_be_replaced():
    with new_graph():
        x = placeholder("float32")
        f = FuncGraph("f")
        with f.as_default():
            a = f.add_input("float32", None, "a")
        f.replace_capture(x, a)
    assert f.inputs == [a]
    assert f.capture(x) is a


def test_any_name_of_a_python_function_will_do():
    assert FuncGraph("<lambda>").name == "lambda_"


def test_a_function_is_stateful_if_an_operation_is():
    v = Variable(1.0)
    with FuncGraph("f").as_default() as f:
        constant(1)
        assert not f.is_stateful
        v.assign_add(1.0)
    assert f.is_stateful


def test_a_finalized_function_captures_nothing_more():
    with new_graph():
        x = placeholder("float32")
        f = FuncGraph("f")
        f.finalize()
        with pytest.raises(RuntimeError, match="finalized"):
            f.capture(x)
