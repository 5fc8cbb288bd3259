"""The reference engine: loops, branches and calls as Python; failures with the user's lines; silent floating point."""

import random
import re
import sys
import time
import tracemalloc
import warnings

import numpy as np
import pytest

import runtime as rt
from runtime.context import RunContext
from runtime.engines import blocks, reference
from runtime.graph import Graph
from runtime.plan import make_plan
from tests.runtime.helpers import new_graph
from tests.runtime.interpreter import interpret


def run(graph, fetches, feeds=None, **options):
    feeds = feeds or {}
    plan = make_plan(graph, fetches, list(feeds))
    return list(reference.compile(plan, RunContext())(*feeds.values(), **options))


def source(graph, fetches, feeds):
    """The text of a plan without comments."""
    lines = make_plan(graph, fetches, feeds).source().splitlines()
    return "\n".join(line.partition("  #")[0] for line in lines if line and not line.startswith("#"))


# ---------------------------------------------------------------------------------------------- text


def test_a_loop_reads_like_a_loop():
    with new_graph() as g:
        n = rt.placeholder("int32", [], name="n")
        total, _ = rt.while_loop(lambda total, i: i < n, lambda total, i: (total + i, i + 1), (0, 0))
    text = source(g, [total], [n])
    total, i = re.search(r"    (\w+), (\w+) = int32_0, int32_0", text).groups()
    assert text == (
        f"def run(n):\n"
        f"    n = n[()]\n"
        f"    {total}, {i} = int32_0, int32_0\n"
        f"    turn = 0\n"
        f"    while {i} < n:\n"
        f"        {total} = {total} + {i}\n"
        f"        {i} = {i} + int32_1\n"
        f"        turn += 1\n"
        f"    return ({total},)"
    )


def test_a_branch_writes_its_result_where_it_is_wanted():
    with new_graph() as g:
        x = rt.placeholder("float32", [], name="x")
        y = rt.cond(x > 0.0, lambda: x * 2.0, lambda: x)
    assert source(g, [y], [x]) == (
        "def run(x):\n"
        "    x = x[()]\n"
        "    greater = x > float32_0\n"
        "    if greater:\n"
        "        cond = x * float32_2\n"
        "    else:\n"
        "        cond = x\n"
        "    return (cond,)"
    )


def test_an_arm_without_work_is_left_out():
    with new_graph() as g:
        n = rt.placeholder("int32", [], name="n")
        (m,) = rt.while_loop(
            lambda m: m > 1, lambda m: (rt.cond(m > 10, lambda: m - 10, lambda: m),), (n,), maximum_iterations=3
        )
    assert "else" not in source(g, [m], [n])
    assert run(g, [m], {n: np.int32(45)}) == [15]


def test_big_values_are_dropped_after_their_last_use():
    with new_graph() as g:
        x = rt.placeholder("float32", [1000, 1000], name="x")
        y = rt.exp(rt.sin(x))
        z = rt.reduce_sum(y) + 1.0
    lines = source(g, [z], [x]).splitlines()
    assert lines[1].endswith("; del x")
    assert lines[2].endswith("; del sin")
    assert not lines[-2].endswith("del sum")


def test_a_loop_goes_on_in_the_local_of_its_initial_value():
    with new_graph() as g:
        x = rt.placeholder("float32", [1000, 1000], name="x")
        (y,) = rt.while_loop(lambda y: y[0, 0] < 1e9, lambda y: (y * 2.0,), (x + 1.0,))
    lines = source(g, [y], [x]).splitlines()
    assert lines[1] == "    add = x + float32_1; del x"
    assert lines[-3:] == ["        add = add * float32_2", "        turn += 1", "    return (add,)"]


def test_a_loop_inside_a_loop_works_in_the_same_local():
    with new_graph() as g:
        x = rt.placeholder("float32", [1000, 1000], name="x")

        def turns(y):
            return rt.while_loop(lambda y: y[0, 0] < 9.0, lambda y: (y * 3.0,), (rt.exp(y),))

        (y,) = rt.while_loop(lambda y: y[0, 0] < 1e9, turns, (x,))
    lines = source(g, [y], [x]).splitlines()
    assert "        x = Exp(x)" in lines
    assert "            x = x * float32_3" in lines


# ---------------------------------------------------------------------------------------------- control flow


def test_loop_variables_may_swap():
    with new_graph() as g:
        n = rt.placeholder("int32", [])
        _, a, b = rt.while_loop(lambda i, a, b: i < n, lambda i, a, b: (i + 1, b, a + b), (0, 0, 1))
    assert run(g, [a, b], {n: np.int32(10)}) == [55, 89]


def test_a_loop_that_never_turns_gives_its_initial_values():
    with new_graph() as g:
        x = rt.placeholder("float32", [2])
        (y,) = rt.while_loop(lambda y: rt.reduce_sum(y) < 0.0, lambda y: (y * 2.0,), (x,))
    np.testing.assert_array_equal(run(g, [y], {x: np.float32([1, 2])})[0], [1, 2])


def test_the_initial_value_of_a_loop_stays_as_it_was():
    with new_graph() as g:
        x = rt.placeholder("float32", [])
        a = x * 1.5
        (y,) = rt.while_loop(lambda y: y < 100.0, lambda y: (y * 2.0,), (a,))
        (z,) = rt.while_loop(lambda z: z < 10.0, lambda z: (z + a,), (a,))
    assert run(g, [a, y, z], {x: np.float32(2)}) == [3, 192, 12]


def test_a_condition_may_take_several_ops():
    with new_graph() as g:
        x = rt.placeholder("float32", [])
        (y,) = rt.while_loop(lambda y: rt.logical_and(y * y < 50.0, y < 6.0), lambda y: (y + 1.0,), (x,))
    assert run(g, [y], {x: np.float32(0)}) == [6]


@pytest.mark.parametrize(("index", "value"), [(0, 10.0), (1, 20.0), (2, 30.0), (-1, 30.0), (7, 30.0)])
def test_case_takes_the_last_branch_for_numbers_out_of_range(index, value):
    with new_graph() as g:
        i, x = rt.placeholder("int32", []), rt.placeholder("float32", [])
        y = rt.switch_case(i, [lambda: x, lambda: x * 2.0, lambda: x * 3.0])
    assert run(g, [y], {i: np.int32(index), x: np.float32(10)}) == [value]


def test_loops_nest_deeper_than_python_allows():
    with new_graph() as g:
        x = rt.placeholder("float32", [])

        def nest(depth, y):
            if not depth:
                return y + 1.0
            loop = rt.while_loop(lambda i, y: i < 1, lambda i, y: (i + 1, nest(depth - 1, y)), (0, y))
            return loop[1]

        y = nest(30, x)
    assert run(g, [y], {x: np.float32(1)}) == [2]


def test_branches_nest_deeper_than_python_allows():
    with new_graph() as g:
        x = rt.placeholder("float32", [])

        def nest(depth):
            return rt.cond(x > float(depth), lambda: x * float(depth), lambda: nest(depth - 1)) if depth else x

        y = nest(120)
    assert run(g, [y], {x: np.float32(50.5)}) == [50.5 * 50]


def test_a_function_may_call_itself():
    from runtime.func_graph import FuncGraph
    from runtime.functional import call_op

    factorial = FuncGraph("factorial", None)
    with factorial.as_default():
        n = factorial.add_input("int32", [], "n")

        def again():
            return n * call_op(factorial, [n - 1], [rt.int32])[0]

        factorial.outputs = [rt.cond(n <= 1, lambda: rt.constant(1), again)]
    with new_graph() as g:
        x = rt.placeholder("int32", [])
        (y,) = call_op(factorial, [x])
    assert run(g, [y], {x: np.int32(10)}) == [3628800]


def test_recursion_without_an_end_names_the_call():
    from runtime.func_graph import FuncGraph
    from runtime.functional import call_op

    endless = FuncGraph("endless", None)
    with endless.as_default():
        n = endless.add_input("int32", [], "n")
        endless.outputs = call_op(endless, [n + 1], [rt.int32])
    with new_graph() as g:
        (y,) = call_op(endless, [rt.constant(1)])
    with pytest.raises(RecursionError):
        run(g, [y])


def test_effects_in_loops_run_in_each_turn_in_order(capsys):
    @rt.function
    def f(n):
        def body(i):
            rt.print(i, output_stream=sys.stdout)
            rt.print("-", output_stream=sys.stdout)
            return (i + 1,)

        return rt.while_loop(lambda i: i < n, body, (0,))

    f(rt.constant(3))
    assert capsys.readouterr().out.split() == ["0", "-", "1", "-", "2", "-"]


# ---------------------------------------------------------------------------------------------- against the slow way


class Programs:
    """Random programs over three int32 and one float32 variables, with loops and branches that read and write them."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def block(self, values, depth):
        for _ in range(self.random.randint(1, 4)):
            values = self.statement(list(values), depth)
        return values

    def statement(self, values, depth):
        kinds = ["assign", "assign", "swap", "constant", "if", "while"] if depth else ["assign", "swap"]
        kind = self.random.choice(kinds)
        i, j, k = self.random.choices(range(len(values)), k=3)
        if kind == "assign":
            op = self.random.choice([rt.add, rt.subtract, rt.maximum, rt.minimum])
            values[i] = op(values[j], values[k])
        elif kind == "constant":
            values[i] = rt.constant(self.random.randint(-2, 2)) + values[i] * 0
        elif kind == "swap":
            values[i], values[j] = values[j], values[i]
        elif kind == "if":
            return self.branch(values, values[i] < values[j], depth)
        else:
            return self.loop(values, depth)
        return values

    def branch(self, values, test, depth):
        kept = [i for i in range(len(values)) if self.random.random() < 0.7] or [0]
        arms = [
            lambda: [self.block(values, depth - 1)[i] for i in kept],
            lambda: (
                [self.block(values, self.random.choice([0, depth - 1]))[i] for i in kept]
                if self.random.random() < 0.6
                else [values[i] for i in kept]
            ),
        ]
        for i, value in zip(kept, rt.cond(test, *arms)):
            values[i] = value
        return values

    def loop(self, values, depth):
        carried = self.random.sample(range(len(values)), self.random.randint(1, len(values)))
        turns = self.random.randint(0, 3)

        def body(turn, *inner):
            mine = list(values)
            for i, value in zip(carried, inner):
                mine[i] = value
            mine = self.block(mine, depth - 1)
            return [turn + 1, *[mine[i] for i in carried]]

        results = rt.while_loop(lambda turn, *_: turn < turns, body, [0, *[values[i] for i in carried]])
        for i, value in zip(carried, results[1:]):
            values[i] = value
        return values


@pytest.mark.parametrize("seed", range(120))
@pytest.mark.parametrize(("big", "deepest"), [(blocks._BIG, blocks._DEEPEST), (0, 1)])
def test_random_programs_agree_with_the_slow_way(seed, big, deepest, monkeypatch):
    monkeypatch.setattr(blocks, "_BIG", big)  # 0: all values are dropped early.
    monkeypatch.setattr(blocks, "_DEEPEST", deepest)  # 1: inner blocks become functions.
    programs = Programs(seed)
    with new_graph() as g:
        inputs = [rt.placeholder("int32", [], name=name) for name in "abcd"]
        outputs = programs.block(list(inputs), depth=3)
    fetches = programs.random.sample(outputs, programs.random.randint(1, len(outputs)))
    feeds = {tensor: np.int32(programs.random.randint(-5, 5)) for tensor in inputs}
    assert run(g, fetches, feeds) == interpret(g, fetches, feeds)
    assert run(g, fetches, feeds, deadline=time.monotonic() + 100) == interpret(g, fetches, feeds)


# ---------------------------------------------------------------------------------------------- failures


def test_a_failure_names_op_inputs_and_the_line_of_the_user():
    with new_graph() as g:
        x, y = rt.placeholder("float32", None, name="x"), rt.placeholder("float32", None, name="y")
        z = rt.add(x, y, name="total")
    with pytest.raises(rt.errors.InvalidArgumentError) as caught:
        run(g, [z], {x: np.ones(2, "f4"), y: np.ones(3, "f4")})
    text = str(caught.value)
    assert "in op 'total' of type AddV2 on float32[2], float32[3]" in text
    assert f"made at {__file__}:" in text
    assert "in test_a_failure_names_op_inputs_and_the_line_of_the_user" in text
    assert caught.value.op is z.op


def test_a_failure_in_a_loop_tells_the_turn():
    with new_graph() as g:
        x = rt.placeholder("int32", [])
        (y,) = rt.while_loop(lambda y: y > -5, lambda y: ((10 // y) * 0 + y - 1,), (x,))
    with pytest.raises(rt.errors.InvalidArgumentError, match=r"in turn 4 of the loop 'while'"):
        run(g, [y], {x: np.int32(3)})


def test_a_failure_in_a_called_function_tells_the_call():
    @rt.function
    def inverse(x):
        return 1 // x

    @rt.function
    def outer(x):
        return inverse(x) + 1

    with pytest.raises(rt.errors.InvalidArgumentError) as caught:
        outer(rt.constant(0))
    assert "called by op" in str(caught.value)
    assert "in outer" in str(caught.value)


def test_exceptions_of_python_functions_stay_as_they_are():
    class Mine(Exception):
        pass

    def fail(x):
        raise Mine("no")

    with new_graph() as g:
        x = rt.placeholder("float32", [])
        y = rt.py_function(fail, [x], rt.float32)
    with pytest.raises(Mine, match="no"):
        run(g, [y], {x: np.float32(1)})


def test_an_interrupt_stops_a_loop():
    def stop(i):
        if i == 3:
            raise KeyboardInterrupt
        return i

    def body(i):
        return (rt.reshape(rt.py_function(stop, [i], rt.int32), []) + 1,)

    with new_graph() as g:
        (y,) = rt.while_loop(lambda i: i >= 0, body, (0,))
    with pytest.raises(KeyboardInterrupt):
        run(g, [y])


def test_a_deadline_ends_a_loop():
    with new_graph() as g:
        (y,) = rt.while_loop(lambda i: i >= 0, lambda i: (rt.maximum(i, 1),), (0,))
    with pytest.raises(rt.errors.DeadlineExceededError, match="loop 'while'"):
        run(g, [y], deadline=time.monotonic() + 0.05)


def test_an_op_without_kernel_fails_when_it_is_needed_only():
    with new_graph() as g:
        x = rt.placeholder("float32", [])
        picture = g.create_op("_Arg", (), {"T": rt.float32, "index": 0}, "picture").outputs[0]
        y = x + 1.0
    assert run(g, [y], {x: np.float32(1)}) == [2]
    with pytest.raises(
        rt.errors.UnimplementedError, match=r"_Arg has no kernel.* needed for 'picture', made at .*\.py:"
    ):
        run(g, [picture + y], {x: np.float32(1)})


# ---------------------------------------------------------------------------------------------- floating point


@pytest.mark.parametrize("state", ["warn", "raise", "ignore"])
def test_overflow_and_division_by_zero_are_silent(state):
    with new_graph() as g:
        x = rt.placeholder("float32", [])
        y, z = x / 0.0, x * 1e38 * 1e38
    with np.errstate(all=state), warnings.catch_warnings():
        warnings.simplefilter("error")
        assert run(g, [y, z], {x: np.float32(1)}) == [np.inf, np.inf]


def test_the_error_state_of_numpy_is_put_back():
    with new_graph() as g:
        x = rt.placeholder("int32", [])
        y = 1 // x
    with np.errstate(all="raise"):
        with pytest.raises(rt.errors.InvalidArgumentError):
            run(g, [y], {x: np.int32(0)})
        with pytest.raises(FloatingPointError):
            np.float32(1) / np.float32(0)


def test_programs_of_many_ops_compile():
    with Graph().as_default() as g:
        x = rt.placeholder("float32", [])
        y = x
        for _ in range(5000):
            y = y + x
    assert run(g, [y], {x: np.float32(1)}) == [5001]


def test_a_large_constant_is_not_spelled_out():
    with new_graph() as g:
        y = rt.constant(np.ones(10**6, np.float32)) + rt.placeholder_with_default(1.0, [])
    tracemalloc.start()
    text = make_plan(g, [y]).source()
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert "float32[1000000]" in text
    assert most < 12e6
