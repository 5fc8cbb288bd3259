"""Plans: what is pruned, ordered, folded, merged and dropped."""

import numpy as np
import pytest

import runtime as rt
from runtime.dispatch import apply_one
from runtime.plan import body_plan, make_plan
from tests.runtime.helpers import new_graph


def types(plan):
    return [step.op.type for step in plan.steps]


def test_only_what_the_fetches_need_is_kept():
    with new_graph() as g:
        x = rt.placeholder("float32", [2], name="x")
        y = x + 1.0
        x * 2.0
    assert types(make_plan(g, [y], [x])) == ["AddV2"]


def test_a_fed_tensor_is_not_computed():
    with new_graph() as g:
        x = rt.placeholder("float32", [2], name="x")
        y = rt.exp(x)
        z = -y
    plan = make_plan(g, [z], [y])
    assert types(plan) == ["Neg"]


def test_control_inputs_are_kept_and_run_first():
    with new_graph() as g:
        v = rt.Variable(1.0)
        with g.control_dependencies([v.assign_add(1.0)]):
            y = v.read_value()
    kinds = types(make_plan(g, [y]))
    assert kinds.index("AssignAddVariableOp") < kinds.index("ReadVariableOp")


def test_a_session_graph_runs_no_effect_that_nothing_asks_for():
    with new_graph() as g:
        v = rt.Variable(1.0)
        v.assign_add(1.0)
        y = v.read_value()
    assert "AssignAddVariableOp" not in types(make_plan(g, [y]))


def test_a_function_keeps_all_its_effects_in_program_order():
    v = rt.Variable(1.0)

    @rt.function
    def f(x):
        v.assign(x)
        y = v * 2.0
        v.assign(y)
        rt.exp(x)
        return x

    kinds = types(body_plan(f.get_concrete_function(rt.constant(1.0)).graph))
    assert kinds == ["AssignVariableOp", "ReadVariableOp", "Mul", "AssignVariableOp"]


def test_control_inputs_that_were_added_late_still_run_first():
    with new_graph() as g:
        x = rt.placeholder("float32", [])
        early = rt.exp(x)
        late = rt.sin(x)
        early.op.add_control_inputs([late.op])
    assert types(make_plan(g, [early], [x])) == ["Sin", "Exp"]


def test_a_cycle_is_an_error():
    with new_graph() as g:
        x = rt.placeholder("float32", [])
        a = rt.exp(x)
        b = rt.sin(a)
        a.op.add_control_inputs([b.op])
    with pytest.raises(rt.errors.InvalidArgumentError, match="cycle"):
        make_plan(g, [b], [x])


def test_pure_ops_on_constants_are_folded():
    with new_graph() as g:
        x = rt.placeholder("float32", [], name="x")
        y = x * rt.exp(rt.constant(0.0))
    plan = make_plan(g, [y], [x])
    assert types(plan) == ["Mul"]
    assert list(plan.constants.values()) == [1.0]


def test_big_results_are_not_folded():
    with new_graph() as g:
        y = rt.fill([1000, 1000], 2.0)
    plan = make_plan(g, [y])
    assert types(plan) == ["Fill"]


def test_an_op_that_fails_on_constants_fails_when_it_runs():
    with new_graph() as g:
        y = rt.constant([1, 2]) // rt.constant([0, 1])
    assert types(make_plan(g, [y])) == ["FloorDiv"]
    with pytest.raises(rt.errors.InvalidArgumentError):
        rt.Session(graph=g).run(y)


def test_random_ops_are_neither_folded_nor_merged():
    with new_graph() as g:
        x, y = rt.random.uniform([2]), rt.random.uniform([2])
    assert types(make_plan(g, [x, y])).count("RandomUniform") == 2


def test_equal_ops_are_merged():
    with new_graph() as g:
        x = rt.placeholder("float32", [3], name="x")
        y = rt.exp(x) + rt.exp(x)
    assert types(make_plan(g, [y], [x])) == ["Exp", "AddV2"]


def test_operands_of_commutative_ops_may_be_swapped():
    with new_graph() as g:
        x, y = rt.placeholder("float32", []), rt.placeholder("float32", [])
        z = (x + y) * (y + x)
    assert types(make_plan(g, [z], [x, y])) == ["AddV2", "Mul"]


def test_ops_with_other_attributes_are_not_merged():
    with new_graph() as g:
        x = rt.placeholder("float32", [2, 2])
        y = rt.matmul(x, x) + rt.matmul(x, x, transpose_a=True)
    assert types(make_plan(g, [y], [x])) == ["MatMul", "MatMul", "AddV2"]


def test_constants_that_differ_in_the_sign_of_zero_are_not_merged():
    with new_graph() as g:
        x = rt.placeholder("float32", [])
        y, z = x / rt.constant(0.0), x / rt.constant(-0.0)
    assert rt.Session(graph=g).run([y, z], {x: 1.0}) == [np.inf, -np.inf]


def test_reads_of_a_variable_are_not_merged_across_a_write():
    with new_graph() as g:
        v = rt.Variable(1.0)
        before = v.read_value()
        with g.control_dependencies([before]), g.control_dependencies([v.assign(5.0)]):
            after = v.read_value()
    session = rt.Session(graph=g)
    session.run(v.initializer)
    assert session.run([before, after]) == [1.0, 5.0]


def test_identities_vanish():
    with new_graph() as g:
        x = rt.placeholder("float32", [])
        y = rt.identity(rt.stop_gradient(rt.identity(x)))
    plan = make_plan(g, [y], [x])
    assert plan.steps == ()
    assert plan.results == plan.parameters


def test_the_shape_of_a_placeholder_is_known_when_it_is_static():
    with new_graph() as g:
        x = rt.placeholder("float32", [2, 3])
        y = apply_one("Shape", [x])
    plan = make_plan(g, [y], [x])
    assert plan.steps == ()
    assert [value.tolist() for value in plan.constants.values()] == [[2, 3]]


def test_static_shapes_are_not_trusted_when_an_intermediate_tensor_is_fed():
    with new_graph() as g:
        sizes = rt.constant([2, 3])
        y = apply_one("Shape", [rt.reshape(rt.range(6), sizes)])
    assert rt.Session(graph=g).run(y, {sizes: [3, 2]}).tolist() == [3, 2]


def test_dead_outputs_are_marked():
    with new_graph() as g:
        x = rt.placeholder("float32", [4])
        first, _ = rt.split(x, 2)
    (step,) = make_plan(g, [first], [x]).steps
    assert [value is None for value in step.outputs] == [False, True]


def test_each_value_dies_at_its_last_reader():
    with new_graph() as g:
        x = rt.placeholder("float32", [])
        a = rt.exp(x)
        b = rt.sin(a)
        c = a * b
    exp, sin, mul = make_plan(g, [c], [x]).steps
    assert exp.dying == exp.inputs
    assert sin.dying == ()
    assert set(mul.dying) == {exp.outputs[0], sin.outputs[0]}


def test_a_placeholder_that_is_needed_must_be_fed():
    with new_graph() as g:
        x = rt.placeholder("float32", [2], name="x")
    with pytest.raises(
        rt.errors.InvalidArgumentError,
        match=r"You must feed a value for placeholder tensor 'x' with dtype float and shape \[2\]",
    ):
        make_plan(g, [x + 1.0])


def test_plans_are_kept_until_the_graph_changes():
    with new_graph() as g:
        x = rt.placeholder("float32", [])
        y = x + 1.0
        plan = make_plan(g, [y], [x])
        assert make_plan(g, [y], [x]) is plan
        y * 2.0
        assert make_plan(g, [y], [x]) is not plan
    assert len(g.plans) == 1


def loop(maximum_iterations=None):
    """A loop over (i, x, unused, kept): i counts to n, x doubles, kept never changes."""
    n = rt.placeholder("int32", [], name="n")
    kept = rt.placeholder("float32", [], name="kept")
    results = rt.while_loop(
        lambda i, x, unused, kept: i < n,
        lambda i, x, unused, kept: (i + 1, x * kept, unused + 1.0, kept),
        (0, 1.0, 0.0, kept),
        maximum_iterations=maximum_iterations,
    )
    return n, kept, results


def test_a_loop_carries_only_what_matters():
    with new_graph() as g:
        n, kept, (_, x, _, _) = loop()
    (step,) = make_plan(g, [x], [n, kept]).steps
    assert step.carried == (2, 3)  # After the turn counter and the limit: i and x.


def test_a_limit_of_turns_keeps_the_turn_counter():
    with new_graph() as g:
        n, kept, (_, x, _, _) = loop(maximum_iterations=3)
        assert rt.Session(graph=g).run(x, {n: 10, kept: 2.0}) == 8.0


def test_variables_that_never_change_are_read_from_outside():
    with new_graph() as g:
        n, kept, (_, _, _, same) = loop()
    assert make_plan(g, [same], [n, kept]).steps == ()


def test_branches_compute_only_wanted_outputs():
    with new_graph() as g:
        p, x = rt.placeholder("bool", []), rt.placeholder("float32", [])
        first, _ = rt.cond(p, lambda: (x + 1.0, rt.exp(x)), lambda: (x, rt.sin(x)))
    (step,) = make_plan(g, [first], [p, x]).steps
    assert [types(body) for body in step.bodies] == [["AddV2"], []]


def test_a_branch_with_an_effect_is_kept_in_a_function():
    v = rt.Variable(0.0)

    @rt.function
    def f(p):
        rt.cond(p, lambda: v.assign_add(1.0), lambda: v.read_value())
        return p

    f(rt.constant(True))
    f(rt.constant(False))
    assert float(v) == 1.0


def test_planning_takes_linear_time_in_deep_nests():
    with new_graph() as g:
        p, x = rt.placeholder("bool", []), rt.placeholder("float32", [])

        def nest(depth):
            return rt.cond(p, lambda: nest(depth - 1), lambda: x) if depth else x + 1.0

        y = nest(40)
    assert rt.Session(graph=g).run([y, p], {p: True, x: 1.0})[0] == 2.0


def test_the_source_shows_one_op_a_line_with_the_line_of_the_user():
    with new_graph() as g:
        x = rt.placeholder("float32", [2, 2], name="x")
        y = rt.matmul(x, x, transpose_b=True, name="product")
        z = rt.add(y, 0.5, name="shifted")
    text = make_plan(g, [z], [x]).source()
    lines = text.splitlines()
    assert lines[0] == "# float32_0_5 = 0.5  (float32)"
    assert lines[1] == "def run(x):"
    assert lines[2].startswith("    product = MatMul(x, x)  # transpose_b=True  test_plan.py:")
    assert lines[3].startswith("    shifted = product + float32_0_5  # test_plan.py:")
    assert lines[4] == "    return (shifted,)"
