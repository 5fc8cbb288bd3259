"""Frozen graphs: constants for variables, whatever reads them."""

import numpy as np
import pytest

import autograph
import runtime as rt
from runtime import errors, graph_util
from runtime.formats import messages
from tests.train.tensorflow_cases import CHECKPOINTS, Case, decoded

X = np.array([[1.0, 2.0]], np.float32)
VARIABLES = {"VarHandleOp", "VariableV2", "Variable", "ReadVariableOp", "AssignVariableOp", "ResourceGather"}


@pytest.fixture(autouse=True)
def graph():
    with rt.Graph().as_default() as graph:
        yield graph


def frozen(outputs, **options):
    """The current graph, frozen with initial values."""
    graph = rt.get_default_graph()
    with rt.Session() as session:
        session.run([variable.initializer for variable in graph.get_collection("variables")])
        return graph_util.convert_variables_to_constants(session, graph.as_graph_def(), outputs, **options)


def run(message, fetch, feeds):
    with rt.Graph().as_default(), rt.Session() as session:
        rt.import_graph_def(message, name="")
        return session.run(fetch, feeds)


def op_types(message):
    bodies = [node for function in message.library.function for node in function.node_def]
    return {node.op for node in [*message.node, *bodies]}


def test_variables_become_constants_and_the_rest_is_left_out():
    x = rt.placeholder("float32", [None, 2], name="x")
    w = rt.Variable([[1.0], [2.0]], name="w")
    rt.matmul(x, w, name="y")
    rt.negative(x, name="unused")
    message = frozen(["y"])
    assert not op_types(message) & VARIABLES
    assert {node.name for node in message.node} >= {"x", "w", "y"}
    assert "unused" not in {node.name for node in message.node}
    assert run(message, "y:0", {"x:0": X}).tolist() == [[5.0]]
    assert next(node for node in message.node if node.name == "w").op == "Const"


def test_the_values_are_those_of_the_session(graph):
    w = rt.Variable([1.0, 2.0], name="w")
    rt.multiply(w, 2.0, name="y")
    with rt.Session() as session:
        session.run(w.initializer)
        session.run(w.assign([5.0, 6.0]))
        message = graph_util.convert_variables_to_constants(session, graph.as_graph_def(), ["y"])
    assert run(message, "y:0", {}).tolist() == [10.0, 12.0]


def test_all_ways_to_read_a_variable_are_frozen():
    w = rt.Variable([[1.0, 2.0], [3.0, 4.0]], name="w")
    rows = rt.gather(w, [1, 0])
    rt.add_n(
        [rt.reduce_sum(rows), rt.cast(rt.shape(w)[0], "float32"), rt.reduce_sum(rt.gather_nd(w, [[0, 1]]))], name="y"
    )
    message = frozen(["y"])
    assert not op_types(message) & VARIABLES
    assert run(message, "y:0", {}) == 14.0


def looped(x, w):
    i = 0
    while rt.reduce_sum(x) < 100.0 and i < 10:
        if rt.reduce_max(x) > 5.0:
            x = x + w
        else:
            x = x * w
        i += 1
    return x


def test_variables_in_functions_become_values():
    x = rt.placeholder("float32", [2], name="x")
    w = rt.Variable([2.0, 3.0], name="w")
    inner = autograph.function(lambda a: a * w)
    rt.identity(inner(autograph.to_graph(looped)(x, w)), name="y")
    message = frozen(["y"])
    assert not op_types(message) & VARIABLES
    with rt.Session() as session:
        session.run(w.initializer)
        expected = session.run("y:0", {"x:0": [1.0, 1.0]})
    np.testing.assert_array_equal(run(message, "y:0", {"x:0": [1.0, 1.0]}), expected)


def test_some_variables_may_stay():
    a, b = rt.Variable(1.0, name="a"), rt.Variable(2.0, name="b")
    rt.add(a, b, name="y")
    for options in ({"variable_names_whitelist": ["a"]}, {"variable_names_blacklist": ["b"]}):
        types = {node.name: node.op for node in frozen(["y"], **options).node}
        assert (types["a"], types["b"]) == ("Const", "VarHandleOp")


def test_what_changes_variables_cannot_be_frozen_and_is_named():
    w = rt.Variable(1.0, name="w")
    w.assign_add(1.0, name="count")
    with pytest.raises(
        errors.InvalidArgumentError, match="cannot be frozen: 'count' .AssignAddVariableOp. would change"
    ):
        frozen(["count"])


def test_what_changes_variables_in_functions_is_named_too():
    w = rt.Variable(1.0, name="w")
    rt.while_loop(lambda i: i < 3, lambda i: [i + rt.cast(w.assign_add(1.0), "int32")], [0], name="loop")
    with pytest.raises(errors.InvalidArgumentError, match="cannot be frozen: .*AssignAddVariableOp"):
        frozen(["loop"])


def test_outputs_must_be_there_and_variables_must_have_values(graph):
    rt.add(rt.Variable(1.0, name="w"), 1.0, name="y")
    with pytest.raises(errors.InvalidArgumentError, match="'z'.*It is among output_node_names"):
        frozen(["z"])
    with rt.Session() as session, pytest.raises(errors.FailedPreconditionError, match="'w' is not initialized"):
        graph_util.convert_variables_to_constants(session, graph.as_graph_def(), ["y"])


def test_parts_of_graphs_are_extracted(graph):
    x = rt.placeholder("float32", [], name="x")
    rt.add(rt.negative(x, name="y"), 1.0, name="z")
    message = graph_util.extract_sub_graph(graph.as_graph_def(), ["y"])
    assert [node.name for node in message.node] == ["x", "y"]
    with pytest.raises(errors.InvalidArgumentError, match="'nothing'"):
        graph_util.extract_sub_graph(messages.serialize(graph.as_graph_def()), ["nothing"])


CHANGING = {"12_functional", "23_branches_in_loops"}


@pytest.mark.parametrize("name", CHECKPOINTS)
def test_graphs_of_tensorflow_are_frozen_and_give_the_same(name):
    case = Case(name)
    session = case.load()
    call = case.content["calls"][0]
    fetches = [fetch for fetch, value in zip(call["fetches"], call["outputs"], strict=True) if value is not None]
    feeds = {key: decoded(value) for key, value in call["feeds"].items()}
    arguments = session, session.graph.as_graph_def(), [fetch.partition(":")[0] for fetch in fetches]
    if name in CHANGING:
        with pytest.raises(errors.InvalidArgumentError, match="would change variables"):
            graph_util.convert_variables_to_constants(*arguments)
        return
    message = graph_util.convert_variables_to_constants(*arguments)
    assert not op_types(message) & VARIABLES
    for one, other in zip(run(message, fetches, feeds), session.run(fetches, feeds), strict=True):
        assert np.asarray(one).tolist() == np.asarray(other).tolist()
