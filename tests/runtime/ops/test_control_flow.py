"""Branches, loops and the order of operations: eager, symbolic, and what is refused."""

import pytest

import runtime as rt
from runtime import errors
from runtime.func_graph import FuncGraph
from runtime.ops import control_flow
from runtime.shapes import TensorShape
from tests.runtime.helpers import new_graph


def run(graph, fetches, feeds=None):
    return rt.Session(graph=graph).run(fetches, feeds)


# ---------------------------------------------------------------------------------------------- cond


def test_a_concrete_predicate_calls_one_function_only():
    calls = []
    for pred in (True, rt.constant(True), 1):
        assert rt.cond(pred, lambda: "yes", lambda: calls.append("no")) == "yes"
    assert calls == []


def test_a_symbolic_predicate_chooses_when_it_runs():
    with new_graph() as g:
        p, x = rt.placeholder("bool", []), rt.placeholder("float32", [])
        y = rt.cond(p, lambda: x + 1.0, lambda: x - 1.0)
    assert y.op.type == "StatelessIf"
    assert run(g, y, {p: True, x: 5.0}) == 6.0
    assert run(g, y, {p: False, x: 5.0}) == 4.0


def test_without_an_open_graph_the_predicate_says_where():
    p = rt.placeholder("bool", [])
    y = rt.cond(p, lambda: 1.0, lambda: 2.0)
    assert y.graph is p.graph
    assert rt.Session(graph=p.graph).run(y, {p: False}) == 2.0


def test_branches_give_any_structure():
    with new_graph() as g:
        p = rt.placeholder("bool", [])
        result = rt.cond(p, lambda: {"a": 1, "b": (rt.constant(2.0), None)}, lambda: {"a": 3, "b": (4.0, None)})
    assert result["b"][1] is None
    assert run(g, [result["a"], result["b"][0]], {p: False}) == [3, 4.0]


def test_the_shape_is_what_the_branches_have_in_common():
    with new_graph():
        p = rt.placeholder("bool", [])
        assert rt.cond(p, lambda: rt.zeros([2, 3]), lambda: rt.zeros([2, 4])).shape == [2, None]
        assert rt.cond(p, lambda: rt.zeros([2]), lambda: rt.zeros([])).shape.rank is None


def test_branches_share_their_captures():
    with new_graph():
        p, x, y = rt.placeholder("bool", []), rt.placeholder("float32", []), rt.placeholder("float32", [])
        op = rt.cond(p, lambda: x, lambda: y).op
    assert list(op.inputs) == [p, x, y]
    for body in (op.attrs["then_branch"], op.attrs["else_branch"]):
        assert list(body.captures) == [x, y]


def test_python_numbers_take_the_dtype_of_the_other_branch():
    with new_graph():
        p = rt.placeholder("bool", [])
        assert rt.cond(p, lambda: 1, lambda: rt.constant(2.5)).dtype == "float32"
        assert rt.cond(p, lambda: 1, lambda: 2.5).dtype == "float32"


def test_every_disagreement_of_the_branches_is_told():
    with new_graph():
        p, x = rt.placeholder("bool", []), rt.constant([1.0])
        with pytest.raises(TypeError) as caught:
            rt.cond(p, lambda: (x, rt.constant(1), "a"), lambda: (rt.constant([1]), rt.constant(1), x))
    text = str(caught.value)
    assert "must have the same number, type, and overall structure" in text
    assert "output 0: true_fn gives float32 of shape (1,)" in text
    assert "false_fn gives int32 of shape (1,)" in text
    assert "output 1" not in text
    assert "output 2: true_fn gives string" in text
    assert "test_control_flow.py" in text


@pytest.mark.parametrize("other", [lambda: None, lambda: [1.0], lambda: {"a": 1.0}, lambda: (1.0, 2.0)])
def test_other_structures_are_refused(other):
    with new_graph(), pytest.raises(TypeError, match="overall structure"):
        rt.cond(rt.placeholder("bool", []), lambda: rt.constant(1.0), other)


def test_branches_without_results_give_the_operation():
    with new_graph() as g:
        p, v = rt.placeholder("bool", []), rt.Variable(0)
        op = rt.cond(p, lambda: v.assign_add(1).op, lambda: rt.no_op())
        session = rt.Session(graph=g)
    session.run(v.initializer)
    for pred in (True, False, True):
        session.run(op, {p: pred})
    assert op.type == "If"
    assert session.run(v) == 2


def test_branches_nest():
    with new_graph() as g:
        x = rt.placeholder("int32", [])
        y = rt.cond(x > 0, lambda: rt.cond(x > 10, lambda: x * 100, lambda: x * 10), lambda: -x)
    assert [run(g, y, {x: n}) for n in (20, 5, -3)] == [2000, 50, 3]


def test_numbers_and_single_elements_are_predicates():
    with new_graph() as g:
        n, flags = rt.placeholder("int32", []), rt.placeholder("bool", [1])
        y = [rt.cond(p, lambda: 1, lambda: 2) for p in (n, flags)]
        with pytest.raises(ValueError, match=r"scalar, not of shape \(2,\)"):
            rt.cond(rt.placeholder("bool", [2]), lambda: 1, lambda: 2)
        with pytest.raises(TypeError, match="must be a bool tensor, not string"):
            rt.cond(rt.placeholder("string", []), lambda: 1, lambda: 2)
    assert run(g, y, {n: 7, flags: [False]}) == [1, 2]


def test_branches_must_be_callable():
    with pytest.raises(TypeError, match="`false_fn` of cond must be callable, not 2"):
        rt.cond(True, lambda: 1, 2)


# ---------------------------------------------------------------------------------------------- switch_case, case


@pytest.mark.parametrize("fns", [
    [lambda: 10, lambda: 20], {1: lambda: 20, 0: lambda: 10}, [(1, lambda: 20), (0, lambda: 10)],
])  # fmt: skip
def test_a_number_chooses_among_functions(fns):
    with new_graph() as g:
        n = rt.placeholder("int64", [])
        y = rt.switch_case(n, fns, default=lambda: -1)
        z = rt.switch_case(n, fns)
    assert [run(g, [y, z], {n: k}) for k in (0, 1, 2, -5)] == [[10, 10], [20, 20], [-1, 20], [-1, 20]]
    assert [rt.switch_case(k, fns, default=lambda: -1) for k in (0, 1, 2, -5)] == [10, 20, -1, -1]


def test_numbers_of_branches_have_no_gaps():
    with pytest.raises(ValueError, match=r"contiguous range of \[0 to 2\) but found \[0, 2\]"):
        rt.switch_case(0, {0: lambda: 1, 2: lambda: 2})
    with pytest.raises(ValueError, match="at least one"):
        rt.switch_case(0, [])
    with pytest.raises(TypeError, match="must be callable"):
        rt.switch_case(0, [(0, 5)])


def test_disagreements_name_the_branch():
    with new_graph(), pytest.raises(TypeError, match="branch 0 gives int32.*branch 1 gives string"):
        rt.switch_case(rt.placeholder("int32", []), [lambda: 1, lambda: "a"])


def test_case_takes_the_first_that_holds():
    def choose(x):
        return rt.case([(x < 1, lambda: 1), (x < 10, lambda: 2)], default=lambda: 3)

    with new_graph() as g:
        x = rt.placeholder("int32", [])
        y = choose(x)
    assert [run(g, y, {x: n}) for n in (0, 5, 50)] == [1, 2, 3]
    assert [choose(rt.constant(n)) for n in (0, 5, 50)] == [1, 2, 3]


def test_case_without_default_checks_that_one_holds():
    assert rt.case([(rt.constant(True), lambda: 1)]) == 1
    with pytest.raises(errors.InvalidArgumentError, match="None of conditions evaluated as True"):
        rt.case([(rt.constant(False), lambda: 1)])


def test_case_may_be_exclusive():
    pairs = {rt.constant(True): lambda: 1, rt.constant(True): lambda: 2}
    with pytest.raises(errors.InvalidArgumentError, match="More than one condition evaluated as True"):
        rt.case(pairs, default=lambda: 0, exclusive=True)


def test_case_refuses_what_is_no_pair():
    with pytest.raises(TypeError, match="pair of a predicate and a callable"):
        rt.case([(rt.constant(True), 5)])
    with pytest.raises(ValueError, match="at least one pair"):
        rt.case([])


# ---------------------------------------------------------------------------------------------- while_loop


def test_concrete_variables_loop_in_python():
    turns = []
    i, x = rt.while_loop(lambda i, x: i < 3, lambda i, x: (turns.append(1) or i + 1, x * 2.0), (0, 1.0))
    assert (int(i), float(x), len(turns)) == (3, 8.0, 3)
    assert rt.is_tensor(i)


def test_symbolic_variables_loop_when_it_runs():
    with new_graph() as g:
        n = rt.placeholder("int32", [])
        i, total = rt.while_loop(lambda i, total: i < n, lambda i, total: [i + 1, total + i], [0, 0])
    assert i.op.type == "StatelessWhile"
    assert run(g, [i, total], {n: 5}) == [5, 10]
    assert run(g, [i, total], {n: -1}) == [0, 0]


def test_a_loop_is_laid_out_as_in_tensorflow():
    with new_graph():
        n = rt.placeholder("int32", [])
        i = rt.while_loop(lambda i: i < n, lambda i: i + 1, [0])[0]
    op = i.op
    assert [tensor.op.type for tensor in op.inputs] == ["Const", "Const", "Const", "Placeholder"]
    assert [int(tensor.op.attrs["value"]) for tensor in op.inputs[:3]] == [0, -1, 0]
    assert i.value_index == 2
    assert (op.attrs["_num_captures"], op.attrs["_num_original_outputs"]) == (1, 4)
    body, condition = op.attrs["body"], op.attrs["cond"]
    assert body.outputs[3] is body.inputs[3]
    assert list(body.captures) == list(condition.captures) == [n]


def test_a_loop_ends_after_its_last_turn_allowed():
    with new_graph() as g:
        limit = rt.placeholder("int32", [])
        i = rt.while_loop(lambda i: True, lambda i: i + 1, [0], maximum_iterations=limit)[0]
    assert run(g, i, {limit: 7}) == 7
    assert int(rt.while_loop(lambda i: True, lambda i: i + 1, [0], maximum_iterations=4)[0]) == 4


def test_a_loop_that_becomes_symbolic_goes_on_symbolically():
    x = rt.placeholder("float32", [])
    seen = []

    def body(i, total):
        seen.append(i)
        return i + 1, total + rt.where(rt.equal(i, 1), x, 1.0)

    i, total = rt.while_loop(lambda i, total: total < 20.0, body, (0, 0.0), maximum_iterations=50)
    assert rt.Session(graph=x.graph).run([i, total], {x: 5.0}) == [16, 20.0]
    assert seen[0] == 0
    assert rt.is_symbolic(seen[-1])


def test_a_condition_or_a_limit_says_in_which_graph_a_loop_is():
    with new_graph() as g:
        x, limit = rt.placeholder("int32", []), rt.placeholder("int32", [])
    by_condition = rt.while_loop(lambda i: i < x, lambda i: i + 1, [0])[0]
    by_limit = rt.while_loop(lambda i: True, lambda i: i + 1, [0], maximum_iterations=limit)[0]
    assert by_condition.graph is by_limit.graph is g
    assert run(g, [by_condition, by_limit], {x: 5, limit: 3}) == [5, 3]


def test_variables_keep_any_structure():
    with new_graph() as g:
        n = rt.placeholder("int32", [])
        result = rt.while_loop(
            lambda state, _: state["i"] < n,
            lambda state, pair: ({"i": state["i"] + 1}, (pair[1], pair[0] + pair[1])),
            ({"i": 0}, (0, 1)),
        )
    assert run(g, [result[0]["i"], result[1][0]], {n: 10}) == [10, 55]


def test_a_single_variable_may_come_without_its_list():
    assert rt.while_loop(lambda i: i < 3, lambda i: i + 1, [0], return_same_structure=False).tolist() == 3
    assert int(rt.while_loop(lambda i: i < 3, lambda i: i + 1, 0)[0]) == 3


def test_every_variable_that_changes_its_type_is_told():
    with new_graph():
        n = rt.placeholder("int32", [])
        with pytest.raises(TypeError) as caught:
            rt.while_loop(lambda i, x: i < n, lambda i, x: (rt.cast(i, "float32"), rt.zeros([2])), (0, rt.zeros([1])))
    assert "'i' has dtype int32 before the loop, but dtype float32 after" in str(caught.value)
    assert "'x' has shape (1,) before the loop, but shape (2,) after" in str(caught.value)
    assert "test_control_flow.py" in str(caught.value)


def test_a_shape_may_change_within_its_invariant():
    for invariant in (TensorShape([None]), [None], rt.TensorSpec([None], "float32")):
        with new_graph() as g:
            n = rt.placeholder("int32", [])
            _, x = rt.while_loop(
                lambda i, x: i < n,
                lambda i, x: (i + 1, rt.concat([x, x], 0)),
                (0, rt.ones([1])),
                shape_invariants=(TensorShape([]), invariant),
            )
        assert x.shape == [None]
        assert run(g, x, {n: 3}).shape == (8,)


def test_an_invariant_must_fit_what_the_loop_starts_with():
    x = rt.placeholder("float32", [1])
    with pytest.raises(ValueError, match=r"shape \(1,\), but the specified shape invariant is \(2,\)"):
        rt.while_loop(lambda x: True, lambda x: x, [x], shape_invariants=[TensorShape([2])])


def test_the_structure_of_the_variables_stays():
    with new_graph():
        x = rt.placeholder("int32", [])
        with pytest.raises(ValueError, match="as many values"):
            rt.while_loop(lambda i, j: i < 3, lambda i, j: i + 1, (x, x))
        with pytest.raises((ValueError, TypeError), match="structure"):
            rt.while_loop(lambda i: i < 3, lambda i: [[i, i]], (x,))


def test_what_is_no_loop_is_refused():
    with pytest.raises(TypeError, match="'cond' must be callable"):
        rt.while_loop(1, lambda i: i, [0])
    with pytest.raises(ValueError, match="at least one variable"):
        rt.while_loop(lambda: True, lambda: (), [])
    with pytest.raises(TypeError, match="positive integer"):
        rt.while_loop(lambda i: i < 3, lambda i: i + 1, [0], parallel_iterations=0)
    with new_graph():
        x = rt.placeholder("int32", [])
        with pytest.raises(TypeError, match="gives a bool, not int32"):
            rt.while_loop(lambda i: i, lambda i: i, [x])
        with pytest.raises(ValueError, match=r"scalar, not of shape \(2,\)"):
            rt.while_loop(lambda i: rt.constant([True, False]), lambda i: i, [x])


def test_loops_and_branches_nest():
    with new_graph() as g:
        n = rt.placeholder("int32", [])

        def row(i, total):
            def step(j, t):
                return j + 1, rt.cond(rt.equal(i, j), lambda: t, lambda: t + i * j)

            return i + 1, rt.while_loop(lambda j, t: j < n, step, (0, total))[1]

        total = rt.while_loop(lambda i, t: i < n, row, (0, 0))[1]
    assert run(g, total, {n: 4}) == sum(i * j for i in range(4) for j in range(4) if i != j)


def test_a_variable_in_a_loop_makes_it_stateful():
    with new_graph() as g:
        v = rt.Variable(0)
        i = rt.while_loop(lambda i: i < 5, lambda i: i + v.assign_add(2) * 0 + 1, [0])[0]
        session = rt.Session(graph=g)
    session.run(v.initializer)
    assert i.op.type == "While"
    assert session.run([i, v])[0] == 5
    assert session.run(v) == 10


# ---------------------------------------------------------------------------------------------- graphs as bodies


def body_of(name, function, *types):
    graph = FuncGraph(name)
    with graph.as_default():
        result = function(*[graph.add_input(kind, [], f"x{i}") for i, kind in enumerate(types)])
    graph.outputs = [rt.convert_to_tensor(r) for r in (result if isinstance(result, tuple) else (result,))]
    return graph


def test_a_call_runs_a_graph_with_what_it_captures():
    with new_graph() as g:
        x = rt.placeholder("float32", [])
        square = body_of("square", lambda a: a * a + x, "float32")
        y = control_flow.call_op(square, [x + 1.0])[0]
    assert y.op.type == "PartitionedCall"
    assert run(g, y, {x: 2.0}) == 11.0


def test_a_call_of_a_graph_that_is_being_built_tells_its_types():
    with new_graph():
        graph = FuncGraph("recursive")
        with graph.as_default():
            n = graph.add_input("int32", [], "n")
            result = control_flow.call_op(graph, [n], output_types=[n.dtype])[0]
    assert result.op.type == "StatefulPartitionedCall"
    assert result.shape.rank is None


def test_graphs_that_do_not_fit_are_refused():
    with new_graph():
        x = rt.placeholder("int32", [])
        one = body_of("one", lambda: rt.constant(1))
        half = body_of("half", lambda: rt.constant(0.5))
        takes = body_of("takes", lambda a: a, "int32")
        flag = body_of("flag", lambda a: a > 0, "int32")
        with pytest.raises(errors.InvalidArgumentError, match=r"'one' gives \[int32\], but .*'half' gives \[float32\]"):
            control_flow.if_op(x > 0, one, half)
        with pytest.raises(errors.InvalidArgumentError, match="'takes' has arguments"):
            control_flow.case_op(x, [takes, one])
        with pytest.raises(errors.InvalidArgumentError, match=r"gives one bool, not \[int32\]"):
            control_flow.while_op(takes, body_of("body", lambda a: a, "int32"), [x])
        with pytest.raises(errors.InvalidArgumentError, match=r"of a loop are \[int32\], but the body 'body'"):
            control_flow.while_op(flag, body_of("body", lambda a: a, "float32"), [x])
        with pytest.raises(errors.InvalidArgumentError, match=r"takes \[int32\], but is called with \[\]"):
            control_flow.call_op(takes, [])


def test_weak_variables_stay_weak_through_a_loop():
    with new_graph():
        start = rt.constant(0)
        start.weak = True
        condition = body_of("condition", lambda a: a < 3, "int32")
        body = body_of("body", lambda a: a, "int32")
        for graph in (condition, body):
            graph.arguments[0].weak = True
        result = control_flow.while_op(condition, body, [start], counted=True)[0]
    assert result.weak
    assert result.op.attrs["_counted"] is True


# ---------------------------------------------------------------------------------------------- order


def test_a_group_runs_all_of_its_parts():
    with new_graph() as g:
        v, w = rt.Variable(1), rt.Variable(2)
        both = rt.group(v.initializer, [w.initializer, None])
        session = rt.Session(graph=g)
    assert session.run(both) is None
    assert session.run([v, w]) == [1, 2]


def test_groups_of_eager_values_are_nothing():
    assert rt.group(rt.constant(1)) is None
    assert rt.no_op() is None
    assert control_flow.with_dependencies([rt.constant(1)], rt.constant(2)).tolist() == 2


def test_a_tuple_waits_for_all():
    with new_graph() as g:
        v = rt.Variable(1)
        change = v.assign(5, read_value=False)
        first, none = rt.tuple([rt.constant(3), None], control_inputs=[change])
        session = rt.Session(graph=g)
    session.run(v.initializer)
    assert none is None
    assert session.run(first) == 3
    assert session.run(v) == 5
    with pytest.raises(ValueError, match="at least one"):
        rt.tuple([None])
