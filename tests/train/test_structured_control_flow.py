"""Branches and loops of TensorFlow 1, written by hand: what is dead, what runs, what is refused."""

import numpy as np
import pytest

import runtime as rt
from runtime import errors
from runtime.dispatch import apply_op
from runtime.formats import messages, tensor_proto


@pytest.fixture(autouse=True)
def graph():
    with rt.Graph().as_default() as graph:
        yield graph


def switch(data, pred, name=None):
    return apply_op("Switch", [rt.convert_to_tensor(data), pred], None, name)


def merge(*tensors):
    return apply_op("Merge", [list(tensors)])


def branch():
    p = rt.placeholder("bool", [], name="p")
    false, true = switch(3.0, p)
    return p, false, true


def test_the_branch_that_is_chosen_gives_the_value():
    p, false, true = branch()
    value, index = merge(false + 1.0, true * 2.0)
    assert rt.Session().run([value, index], {p: True}) == [6.0, 1]
    assert rt.Session().run([value, index], {p: False}) == [4.0, 0]


def test_a_dead_value_cannot_be_fetched():
    p, false, true = branch()
    with pytest.raises(errors.InvalidArgumentError, match="Neg:0 is in a branch that was not chosen. Fetch what"):
        rt.Session().run(-true, {p: False})


def test_effects_of_the_other_branch_do_not_happen(graph):
    p, false, true = branch()
    v = rt.Variable(0.0)
    with graph.control_dependencies([rt.identity(true)]):
        add = v.assign_add(1.0, read_value=False)
    with rt.Session() as session:
        session.run(v.initializer)
        for value, total in ((False, 0.0), (True, 1.0), (False, 1.0)):
            session.run(add, {p: value})
            assert session.run(v) == total


def test_a_constant_behind_a_pivot_is_dead_with_it(graph):
    p, false, true = branch()
    with graph.control_dependencies([rt.identity(false)]):
        one = rt.constant(1.0)
    with graph.control_dependencies([rt.identity(true)]):
        two = rt.constant(2.0)
    value = merge(one, two)[0]
    assert [rt.Session().run(value, {p: choice}) for choice in (False, True)] == [1.0, 2.0]


def test_an_error_in_a_branch_names_the_op_and_its_inputs():
    p, false, true = branch()
    bad = rt.reshape(true, rt.placeholder_with_default([2], [1]), name="bad")
    value = merge(rt.reshape(false, [1]), bad)[0]
    assert rt.Session().run(value, {p: False}).tolist() == [3.0]
    with pytest.raises(errors.InvalidArgumentError, match="(?s)in op 'bad' of type Reshape on float32.*int32.1."):
        rt.Session().run(value, {p: True})


def test_what_is_fed_needs_no_branch():
    p, false, true = branch()
    value = merge(false, true)[0] * 2.0
    assert rt.Session().run(value, {value.op.inputs[0]: 5.0}) == 10.0
    assert rt.Session().run(-true, {true: 5.0}) == -5.0


def test_fetches_beside_control_flow_run_as_plans():
    p, false, true = branch()
    plain = rt.constant(2.0) * 3.0
    metadata = rt.RunMetadata()
    assert rt.Session().run(plain, run_metadata=metadata) == 6.0
    assert "program" not in metadata.plan.source()


# ---------------------------------------------------------------------------------------------- loops


def loop(nodes):
    """Loads nodes, given as (name, op, inputs, attrs)."""
    graph_def = messages.new("GraphDef")
    for name, op, inputs, attrs in nodes:
        node = graph_def.node.add(name=name, op=op, input=inputs)
        for key, value in attrs.items():
            field = "s" if isinstance(value, bytes) else "i" if key == "N" else "type"
            if key == "value":
                node.attr[key].tensor.CopyFrom(tensor_proto.encode(value, rt.as_dtype(value.dtype)))
            else:
                setattr(node.attr[key], field, value)
    rt.import_graph_def(graph_def, name="")


INT, BOOL = 3, 10


def counting(frame=b"loop", condition="less"):
    """i = 0; while i < n: i = i + 1"""
    return [
        ("n", "Placeholder", [], {"dtype": INT}),
        ("zero", "Const", [], {"dtype": INT, "value": np.int32(0)}),
        ("enter", "Enter", ["zero"], {"T": INT, "frame_name": frame}),
        ("limit", "Enter", ["n"], {"T": INT, "frame_name": frame}),
        ("merge", "Merge", ["enter", "next"], {"T": INT, "N": 2}),
        ("less", "Less", ["merge", "limit"], {"T": INT}),
        ("cond", "LoopCond", [condition], {}),
        ("switch", "Switch", ["merge", "cond"], {"T": INT}),
        ("exit", "Exit", ["switch"], {"T": INT}),
        ("body", "Identity", ["switch:1"], {"T": INT}),
        ("one", "Const", ["^body"], {"dtype": INT, "value": np.int32(1)}),
        ("add", "AddV2", ["body", "one"], {"T": INT}),
        ("next", "NextIteration", ["add"], {"T": INT}),
    ]


@pytest.mark.parametrize("turns", [0, 1, 1000])
def test_loops_turn_as_often_as_they_should(turns):
    loop(counting())
    assert rt.Session().run("exit:0", {"n:0": turns}) == turns


def test_a_loop_ends_at_the_deadline():
    loop(counting())
    options = rt.RunOptions(timeout_in_ms=50)
    with pytest.raises(errors.DeadlineExceededError):
        rt.Session().run("exit:0", {"n:0": 2**31 - 1}, options=options)


def second(text):
    """The name of a node, or an input, in a second copy of nodes."""
    name, colon, index = text.partition(":")
    return f"{name}_2{colon}{index}"


def test_two_loops_of_the_same_name_are_two():
    loop(counting())
    loop([(second(name), op, list(map(second, inputs)), attrs) for name, op, inputs, attrs in counting()])
    assert rt.Session().run(["exit:0", "exit_2:0"], {"n:0": 5, "n_2:0": 3}) == [5, 3]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda nodes: nodes + [("x", "Exit", ["zero"], {"T": INT})], "leaves a loop, but is in none"),
        (
            lambda nodes: nodes[:3] + [("limit", "Enter", ["n"], {"T": INT, "frame_name": b"other"})] + nodes[4:],
            "takes values from two loops",
        ),
    ],
)
def test_loops_without_structure_are_refused_when_they_run(change, message):
    nodes = change(counting())
    loop(nodes)
    fetch = "x:0" if nodes[-1][0] == "x" else "exit:0"
    with pytest.raises(errors.InvalidArgumentError, match=message):
        rt.Session().run(fetch, {"n:0": 3})


def test_a_cycle_outside_of_loops_is_refused_with_the_way():
    nodes = [("a", "Neg", ["c"], {"T": INT}), ("b", "Neg", ["a"], {"T": INT}), ("c", "Neg", ["b"], {"T": INT})]
    with pytest.raises(errors.InvalidArgumentError, match="needs itself: the graph has the cycle . -> . -> . -> ."):
        loop(nodes)


def test_a_head_that_only_gets_what_comes_back_is_refused():
    merge = ("merge", "Merge", ["next", "next"], {"T": INT, "N": 2})
    nodes = [merge if node[0] == "merge" else node for node in counting()]
    with pytest.raises(errors.InvalidArgumentError, match="all that it takes comes from itself"):
        loop(nodes)


def test_control_flow_inside_of_functions_runs():
    from runtime.func_graph import FuncGraph
    from runtime.functional import call_op

    body = FuncGraph("choose", None)
    with body.as_default():
        p, x = body.add_input("bool", [], "p"), body.add_input("float32", [], "x")
        false, true = switch(x, p)
        body.outputs = [merge(-false, true * 2.0)[0]]
    p = rt.placeholder("bool", [])
    (y,) = call_op(body, [p, rt.constant(3.0)])
    assert [rt.Session().run(y, {p: value}) for value in (True, False)] == [6.0, -3.0]


def test_functions_inside_of_branches_run():
    p, false, true = branch()
    inner = rt.cond(true > 1.0, lambda: true * 10.0, lambda: true)
    value = merge(false, inner)[0]
    assert [rt.Session().run(value, {p: choice}) for choice in (True, False)] == [30.0, 3.0]
