"""Gradients of branches and calls, against differences, twice."""

import numpy as np
import pytest

import runtime as rt
from runtime import dtypes
from runtime.func_graph import FuncGraph
from runtime.functional import call_op
from runtime.ops.lists import tensor_list_from_tensor, tensor_list_push_back, tensor_list_set_item, tensor_list_stack
from runtime.plan import make_plan
from tests.runtime.gradients.graphs import Program
from tests.runtime.helpers import new_graph

f, i, b = np.float64, np.int32, np.bool_


@pytest.mark.parametrize(("p", "expected"), [(True, 3 * 1.5**2), (False, np.cos(1.5))])
def test_a_branch_gives_the_gradient_of_what_ran(p, expected):
    program = Program(lambda x, p: rt.cond(p, lambda: x * x * x, lambda: rt.sin(x)), x=f(1.5), p=b(p))
    assert program.check() == pytest.approx([expected])


@pytest.mark.parametrize(("p", "expected"), [(True, [3.0, 2.0]), (False, [4.0, 0.0])])
def test_what_one_branch_does_not_use_gets_zeros_from_it(p, expected):
    program = Program(lambda x, y, p: rt.cond(p, lambda: x * y, lambda: x * x), x=f(2), y=f(3), p=b(p))
    assert program.check() == pytest.approx(expected)


@pytest.mark.parametrize("p", [True, False])
def test_branches_in_branches(p):
    def build(x, y, p):
        return rt.cond(p, lambda: rt.cond(x > 1.0, lambda: x * y * x, lambda: rt.exp(y)), lambda: rt.sin(x) * y)

    Program(build, x=f(1.5), y=f(0.3), p=b(p)).check()


@pytest.mark.parametrize("p", [True, False])
def test_several_outputs_of_which_one_is_used(p):
    def build(x, y, p):
        first, second = rt.cond(p, lambda: (x * y, rt.exp(x)), lambda: (rt.sin(y), x))
        return second * second

    Program(build, x=f(1.5), y=f(0.3), p=b(p)).check()


@pytest.mark.parametrize("p", [True, False])
def test_arrays_with_shapes_that_differ(p):
    def build(x, p):
        return rt.reduce_sum(rt.square(rt.cond(p, lambda: rt.concat([x, rt.sin(x)], 0), lambda: x[:1] * x[1:2])))

    Program(build, x=np.array([0.3, 0.5, 0.7]), p=b(p)).check()


@pytest.mark.parametrize(("k", "expected"), [(0, 2.6), (1, np.cos(1.3)), (2, 0.0), (7, 0.0), (-1, 0.0)])
def test_one_of_many(k, expected):
    def build(x, k):
        return rt.switch_case(k, [lambda: x * x, lambda: rt.sin(x), lambda: rt.constant(f(3.0))])

    assert Program(build, x=f(1.3), k=i(k)).check() == pytest.approx([expected])


@pytest.mark.parametrize("p", [True, False])
def test_lists(p):
    def build(x, p):
        rows = tensor_list_from_tensor(rt.stack([x, x * x]))
        rows = rt.cond(
            p, lambda: tensor_list_push_back(rows, x * 3.0), lambda: tensor_list_set_item(rows, 0, x * x * x)
        )
        row = tensor_list_stack(rows, "float64")
        return rt.reduce_sum(row * row)

    Program(build, x=f(1.3), p=b(p)).check()


def test_the_branch_runs_once():
    with new_graph() as graph:
        x, p = rt.placeholder("float64", []), rt.placeholder("bool", [])
        y = rt.cond(p, lambda: rt.exp(rt.sin(x)), lambda: x)
        (g,) = rt.gradients(y, x)
    steps = make_plan(graph, [y, g], [x, p]).steps
    assert [step.op.type for step in steps].count("StatelessIf") == 2
    assert [op.type for op in g.op.attrs["then_branch"].get_operations()].count("Exp") == 0


def test_a_variable_read_in_a_branch():
    with new_graph() as graph:
        v, p = rt.Variable(3.0), rt.placeholder("bool", [])
        y = rt.cond(p, lambda: v * v, lambda: rt.constant(1.0))
        (g,) = rt.gradients(y, v)
    with rt.Session(graph=graph) as session:
        session.run(v.initializer)
        assert [session.run(g, {p: flag}) for flag in (True, False)] == [6.0, 0.0]


# ---------------------------------------------------------------------------------------------- calls


def function(body, *types):
    """A function graph of scalars."""
    graph = FuncGraph("f", None)
    parameters = [graph.add_input(dtype, [], "x") for dtype in types]
    with graph.as_default():
        graph.outputs = [body(graph, *parameters)]
    return graph


def test_a_call():
    graph = function(lambda g, x: rt.sin(x) * x, "float64")
    Program(lambda x: call_op(graph, [x * 2.0])[0], x=f(0.7)).check()


def test_calls_of_one_function_share_its_derivative():
    graph = function(lambda g, x: rt.sin(x) * x, "float64")
    with new_graph():
        x = rt.placeholder("float64", [])
        y = call_op(graph, [call_op(graph, [x])[0]])[0]
        rt.gradients(y, x)
    assert y.op.attrs["f"] is y.op.inputs[0].op.attrs["f"]
    assert y.op.attrs["f"] is not graph


def recursive(deep):
    def body(graph, x, n):
        def recur():
            (y,) = call_op(graph, [x * 1.1, n - 1], [dtypes.float64])
            y.set_shape([])
            if not deep:
                return y * x
            (z,) = call_op(graph, [rt.sin(x), n - 2], [dtypes.float64])
            z.set_shape([])
            return y * x + z * z

        return rt.cond(n <= 0, lambda: x * x * 0.5, recur)

    return function(body, "float64", "int32")


@pytest.mark.parametrize("deep", [False, True])
@pytest.mark.parametrize("n", [0, 1, 4])
def test_recursion(deep, n):
    graph = recursive(deep)
    Program(lambda x, n: call_op(graph, [x, n])[0], x=f(0.7), n=i(n)).check()


def test_recursion_eagerly():
    from runtime.recorded_call import call

    graph, x = recursive(deep=True), rt.constant(f(0.7))
    with rt.GradientTape() as outer:
        outer.watch(x)
        with rt.GradientTape() as inner:
            inner.watch(x)
            (y,) = call(graph, [x, rt.constant(4)])
        g = inner.gradient(y, x)
    expected = Program(lambda x, n: call_op(graph, [x, n])[0], x=f(0.7), n=i(4))
    assert float(g) == pytest.approx(expected.run(expected.first)[0])
    assert float(outer.gradient(g, x)) * np.cos(1.0) == pytest.approx(expected.run(expected.second)[0])
