"""What a session is given that it cannot take, and what its errors say."""

import numpy as np
import pytest

import runtime as rt
from runtime.errors import DeadlineExceededError, FailedPreconditionError, InvalidArgumentError
from tests.runtime.helpers import new_graph


def test_feeds_that_are_no_mapping_are_refused():
    with new_graph():
        x = rt.placeholder("float32", [])
        with pytest.raises(TypeError, match="feed_dict maps tensors.*of type list does not"):
            rt.Session().run(x, [x])


def test_a_session_runs_a_graph_and_nothing_else():
    with pytest.raises(TypeError, match="A Session runs a Graph, not 3 of type int"):
        rt.Session(graph=3)


def test_a_missing_feed_tells_where_the_placeholder_was_made():
    with new_graph():
        x = rt.placeholder("float32", [], name="x")
        with pytest.raises(InvalidArgumentError, match=r"'x' .*made at .*test_session_arguments.py:\d+: add it"):
            rt.Session().run(x + 1.0)


@pytest.mark.parametrize(
    "value", [["ü", b"b"], np.array(["ü", "b"]), np.array(["ü", b"b"], object), rt.constant(["ü", "b"])], ids=repr
)
def test_text_is_fed_as_its_bytes(value):
    with new_graph():
        x = rt.placeholder("string", [2])
        fed, lengths = rt.Session().run([x, rt.strings.length(x)], {x: value})
    assert (fed.tolist(), lengths.tolist()) == (["ü".encode(), b"b"], [2, 1])


@pytest.mark.parametrize("value", [np.array([1, None], object), np.array([["a"], 2], object)], ids=repr)
def test_objects_are_not_fed_as_text(value):
    with new_graph():
        x = rt.placeholder("string", [None], name="x")
        with pytest.raises(TypeError, match=r"with other objects than strings for Tensor 'x:0'.*str\(value\)"):
            rt.Session().run(x, {x: value})


def test_a_variable_without_a_value_is_named_and_not_shown_as_none():
    with new_graph():
        v = rt.Variable(1.0, name="v")
        with pytest.raises(FailedPreconditionError, match="'v'") as caught:
            rt.Session().run(v)
    assert "None" not in str(caught.value)


@rt.function
def endless(n):
    return rt.while_loop(lambda i: i >= 0, lambda i: i * 1, [n])


def recursive_body(n, call):
    graph = rt.FuncGraph("deep", outer_graph=None)
    with graph.as_default():
        x = graph.add_input("int32", [])
        graph.outputs = [x]
        deeper = rt.cond(x > 0, lambda: call(graph, x - 1) + call(graph, x - 1), lambda: 1)
        graph.outputs = [deeper]
    return call(graph, n)


def call(graph, x):
    from runtime.functional import call_op

    return call_op(graph, [x])[0]


@pytest.mark.parametrize(
    "program", [lambda n: endless(n), lambda n: recursive_body(n, call)], ids=["loop", "recursion"]
)
def test_a_deadline_ends_what_does_not_end(program):
    with new_graph():
        n = rt.placeholder("int32", [])
        result = program(n)
        session = rt.Session()
        with pytest.raises(DeadlineExceededError, match=r"The time ran out[^$]*test_session_arguments.py"):
            session.run(result, {n: 60}, rt.RunOptions(timeout_in_ms=30))


def test_recursion_without_an_end_tells_the_line():
    with new_graph():
        n = rt.placeholder("int32", [])
        result = recursive_body(n, call)
        with pytest.raises(RecursionError) as caught:
            rt.Session().run(result, {n: 10**6})
    told = "\n".join(getattr(caught.value, "__notes__", [str(caught.value.__cause__)]))
    assert "test_session_arguments.py" in told
    assert "calls more" in told


def test_a_finalized_graph_takes_nothing_into_its_collections():
    with new_graph() as graph:
        graph.finalize()
        with pytest.raises(RuntimeError, match="nothing can be added to the collection 'losses'"):
            rt.add_to_collection("losses", 1)
