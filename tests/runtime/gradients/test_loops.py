"""Gradients of loops: by hand where that is short, against differences everywhere, twice."""

import numpy as np
import pytest

import runtime as rt
from runtime.ops.lists import (
    empty_tensor_list,
    tensor_list_from_tensor,
    tensor_list_get_item,
    tensor_list_pop_back,
    tensor_list_push_back,
    tensor_list_reserve,
    tensor_list_set_item,
    tensor_list_stack,
)
from runtime.plan import make_plan
from tests.runtime.gradients.graphs import Program
from tests.runtime.helpers import new_graph

f, i = np.float64, np.int32
ROW = np.array([0.7, 0.3, 0.2, 0.9])


def loop(condition, body, *variables, **options):
    return rt.while_loop(condition, body, list(variables), **options)


def repeat(n, body, *variables):
    """The variables after n turns of `body(turn, *variables)`."""
    return loop(lambda k, *_: k < n, lambda k, *xs: (k + 1, *body(k, *xs)), 0, *variables)[1:]


def test_a_power_has_the_gradient_of_a_power():
    program = Program(lambda x, n: repeat(n, lambda k, y: [y * x], rt.constant(f(1)))[0], x=f(1.5), n=i(5))
    assert program.check() == pytest.approx([5 * 1.5**4])


def test_the_logistic_map_has_the_gradient_of_a_handwritten_reverse_loop():
    def by_hand(r, n):
        xs = [0.3]
        for _ in range(n):
            xs.append(r * xs[-1] * (1 - xs[-1]))
        gx, gr = 1.0, 0.0
        for x in reversed(xs[:-1]):
            gr += gx * x * (1 - x)
            gx *= r * (1 - 2 * x)
        return gr

    def build(r, n):
        return repeat(n, lambda k, x: [r * x * (1.0 - x)], rt.constant(f(0.3)))[0]

    program = Program(build, r=f(3.5), n=i(9))
    assert program.check() == pytest.approx([by_hand(3.5, 9)])


def test_no_turns_give_the_gradient_of_the_start():
    program = Program(lambda x, y, n: repeat(n, lambda k, z: [z * x], y * y)[0], x=f(1.5), y=f(2.0), n=i(0))
    assert program.check() == pytest.approx([0.0, 4.0])


def test_a_loop_that_ends_by_its_values():
    program = Program(lambda x: loop(lambda y: y < 10.0, lambda y: [y * x + x], rt.constant(f(1)))[0], x=f(1.3))
    program.check()


def test_a_loop_that_is_cut_off():
    def build(x, n):
        return loop(lambda k, y: k < n, lambda k, y: (k + 1, y * x + x), 0, x, maximum_iterations=3)[1]

    assert Program(build, x=f(1.3), n=i(10)).check() == pytest.approx([4 * 1.3**3 + 3 * 1.3**2 + 2 * 1.3 + 1])


def test_variables_that_feed_each_other():
    def build(x, y, n):
        a, b, unused = repeat(n, lambda k, a, b, u: (b * x, rt.sin(a) + y, u + 1.0), x, y, rt.constant(f(0)))
        return a * b + unused

    Program(build, x=f(1.3), y=f(0.4), n=i(4)).check()


def test_matrices():
    def build(w, n):
        return rt.reduce_sum(repeat(n, lambda k, y: [rt.tanh(rt.matmul(w, y))], rt.constant(np.ones((3, 2))))[0])

    Program(build, w=np.random.default_rng(0).normal(size=(3, 3)), n=i(4)).check()


def test_shapes_that_grow():
    def build(x, n):
        def turn(k, row):
            return k + 1, rt.concat([row, [rt.sin(x * row[-1])]], 0)

        row = loop(lambda k, _: k < n, turn, 0, rt.reshape(x, [1]), shape_invariants=([], [None]))[1]
        return rt.reduce_sum(row * row)

    Program(build, x=f(0.7), n=i(4)).check()


def test_loops_in_loops():
    def build(x, n):
        def outer(k, y):
            return repeat(k + 1, lambda _, z: [rt.sin(z) * x + y], y)

        return repeat(n, outer, rt.constant(f(1)))[0]

    Program(build, x=f(0.7), n=i(4)).check()
    assert Program(build, x=f(0.7), n=i(0)).check() == [0.0]


def test_branches_in_loops():
    def build(x, n):
        return repeat(n, lambda k, y: [rt.cond(k % 2 < 1, lambda: y * x, lambda: rt.sin(y) + x)], rt.constant(f(1)))[0]

    Program(build, x=f(1.5), n=i(5)).check()


@pytest.mark.parametrize("p", [True, False])
def test_loops_in_branches(p):
    def build(x, n, p):
        return rt.cond(p, lambda: repeat(n, lambda k, y: [y * x], rt.constant(f(1)))[0], lambda: rt.sin(x))

    expected = 4 * 1.5**3 if p else np.cos(1.5)
    assert Program(build, x=f(1.5), n=i(4), p=np.bool_(p)).check() == pytest.approx([expected])


def test_a_turn_that_reads_a_row():
    by_index = Program(lambda x, n: repeat(n, lambda k, y: [y * y + x[k]], rt.constant(f(0.1)))[0], x=ROW, n=i(4))
    by_gather = Program(
        lambda x, n: repeat(n, lambda k, y: [y * y + rt.gather(x, k)], rt.constant(f(0.1)))[0], x=ROW, n=i(4)
    )
    np.testing.assert_allclose(by_index.check(), by_gather.check())


# ---------------------------------------------------------------------------------------------- lists


def score(handle):
    row = tensor_list_stack(handle, "float64")
    return rt.reduce_sum(row * row)


def test_a_list_that_is_pushed_to():
    def build(x, n):
        start = empty_tensor_list([], "float64")
        return score(repeat(n, lambda k, xs: [tensor_list_push_back(xs, rt.sin(x * rt.cast(k, "float64")))], start)[0])

    Program(build, x=f(0.7), n=i(4)).check()


def test_a_list_that_is_written_to():
    def build(x, n):
        start = tensor_list_reserve([], n, "float64")
        return score(repeat(n, lambda k, xs: [tensor_list_set_item(xs, k, x * x * rt.cast(k, "float64"))], start)[0])

    assert Program(build, x=f(0.7), n=i(4)).check() == pytest.approx([4 * 0.7**3 * (1 + 4 + 9)])


def test_a_list_that_is_read():
    def build(x, n):
        rows = tensor_list_from_tensor(x * x)
        return repeat(n, lambda k, y: [y * y + tensor_list_get_item(rows, k, "float64")], rt.constant(f(0.1)))[0]

    Program(build, x=ROW, n=i(4)).check()


def test_a_list_that_is_popped():
    def build(x, n):
        def turn(k, rows, y):
            rows, last = tensor_list_pop_back(rows, "float64")
            return rows, y * last + last

        return repeat(n, turn, tensor_list_from_tensor(x * x), rt.constant(f(0.5)))[1]

    assert Program(build, x=ROW, n=i(3)).check()[0][0] == 0.0


def test_a_list_in_an_inner_loop():
    def build(x, n):
        def outer(k, total):
            start = empty_tensor_list([], "float64")
            (rows,) = repeat(k + 1, lambda j, xs: [tensor_list_push_back(xs, x * rt.cast(j + k, "float64"))], start)
            return [total * x + score(rows)]

        return repeat(n, outer, rt.constant(f(0)))[0]

    Program(build, x=f(0.8), n=i(3)).check()


def test_a_tensor_array():
    def build(x, n):
        array = rt.TensorArray("float64", size=0, dynamic_size=True)
        (array,) = repeat(n, lambda k, a: [a.write(k, x * rt.cast(k, "float64") * x)], array)
        row = array.stack()
        return rt.reduce_sum(row * row)

    assert Program(build, x=f(0.7), n=i(4)).check() == pytest.approx([4 * 0.7**3 * (1 + 4 + 9)])


# ---------------------------------------------------------------------------------------------- the graph


def graph_of_a_loop(body):
    with new_graph() as graph:
        x, n = rt.placeholder("float64", [], "x"), rt.placeholder("int32", [], "n")
        y = repeat(n, lambda k, y: [body(k, x, y)], rt.constant(f(1)))[0]
        return graph, x, n, y


def loops(graph, fetches, feeds):
    return [step for step in make_plan(graph, fetches, feeds).steps if step.op.type == "StatelessWhile"]


def test_the_forward_pass_runs_once():
    graph, x, n, y = graph_of_a_loop(lambda k, x, y: rt.sin(y) * x)
    (g,) = rt.gradients(y, x)
    assert len(loops(graph, [y, g], [x, n])) == 2


def test_the_old_output_stays_valid():
    graph, x, n, y = graph_of_a_loop(lambda k, x, y: y * x)
    session = rt.Session(graph=graph)
    assert session.run(y, {x: 2.0, n: 3}) == 8.0
    (g,) = rt.gradients(y, x)
    assert session.run([y, g], {x: 2.0, n: 3}) == [8.0, 12.0]


def accumulators(y):
    return [tensor for tensor in y.op.inputs if tensor.op.type == "EmptyTensorList"]


def test_a_linear_loop_remembers_nothing():
    graph, x, n, y = graph_of_a_loop(lambda k, x, y: 2.0 * y + x)
    rt.gradients(y, x)
    assert accumulators(y) == []


def test_what_is_cheap_is_computed_again():
    graph, x, n, y = graph_of_a_loop(lambda k, x, y: x * y * (1.0 - y))
    rt.gradients(y, x)
    assert len(accumulators(y)) == 1


def test_counters_are_computed_back():
    graph, x, n, y = graph_of_a_loop(lambda k, x, y: y + x * rt.cast(k, "float64"))
    rt.gradients(y, x)
    assert accumulators(y) == []


def test_a_second_gradient_shares_what_the_first_remembers():
    graph, x, n, y = graph_of_a_loop(lambda k, x, y: rt.sin(y) * x)
    rt.gradients(y, x)
    before = len(accumulators(y))
    rt.gradients(y, x)
    assert len(accumulators(y)) == before


def test_a_loop_without_a_counter_gets_one():
    graph, x, n, y = graph_of_a_loop(lambda k, x, y: y * x)
    op = y.op
    for body in (op.attrs["cond"], op.attrs["body"]):
        body.arguments = body.arguments[1:]
    op.attrs["body"].outputs = op.attrs["body"].outputs[1:]
    with graph.as_default():
        values = list(op.inputs[1:])
        attrs = {"cond": op.attrs["cond"], "body": op.attrs["body"]}
        start = rt.constant(1)  # The user's counter starts at another number.
        values[1] = start
        bare = graph.create_op("StatelessWhile", values, attrs).outputs[2]
        (g,) = rt.gradients(bare, x)
    assert rt.Session(graph=graph).run([bare, g], {x: 2.0, n: 4}) == [8.0, 12.0]


def test_a_plan_with_the_gradient_in_order():
    graph, x, n, y = graph_of_a_loop(lambda k, x, y: rt.sin(y) * x)
    rt.gradients(y, x)
    seen = set()
    for op in graph.get_operations():
        assert all(tensor.op in seen for tensor in op.inputs)
        seen.add(op)
