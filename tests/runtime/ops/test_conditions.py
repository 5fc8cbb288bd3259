"""What may be the condition of a branch or loop: tensors, variables and all that has a truth, eagerly and in graphs."""

import numpy as np
import pytest

import runtime as rt
from tests.runtime.helpers import new_graph

KNOWN = {
    "bool": True, "int": 2, "zero": 0, "float": 0.5, "bool_": np.bool_(False), "int32": np.int32(3),
    "array": np.array(False), "one element": [True], "eager": rt.constant(False),
}  # fmt: skip


def chosen(pred):
    return rt.cond(pred, lambda: rt.constant(1), lambda: rt.constant(2))


@pytest.mark.parametrize("pred", KNOWN.values(), ids=KNOWN)
def test_a_known_condition_chooses_at_once(pred):
    expected = 1 if np.all(pred) else 2
    assert int(chosen(pred)) == expected
    with new_graph():
        result = chosen(pred)
        assert result.op.type == "Const"
        assert rt.Session().run(result) == expected


@pytest.mark.parametrize("value", [True, False, 1, 0])
def test_a_variable_of_a_graph_is_read_when_it_runs(value):
    with new_graph():
        variable = rt.Variable(value)
        results = [chosen(variable), rt.case([(variable, lambda: 1)], lambda: 2)]
        with rt.Session() as session:
            session.run(rt.global_variables_initializer())
            assert session.run(results) == [1 if value else 2] * 2


def test_a_variable_is_read_at_each_call_of_a_function():
    variable = rt.Variable(True)
    compiled = rt.function(lambda: chosen(variable))
    assert int(compiled()) == 1
    variable.assign(False)
    assert int(compiled()) == 2


@pytest.mark.parametrize("is_graph", [False, True])
@pytest.mark.parametrize("pred", [[True, False], [], "text", np.ones([2, 2])], ids=repr)
def test_what_has_no_truth_is_refused(pred, is_graph):
    def call():
        with pytest.raises((TypeError, ValueError), match="pred must be a (scalar|bool tensor), not"):
            chosen(pred)

    if not is_graph:
        return call()
    with new_graph():
        call()


@pytest.mark.parametrize("start", [0, rt.constant(0)], ids=["eager", "tensor"])
@pytest.mark.parametrize("is_graph", [False, True])
def test_a_body_that_returns_nothing_is_refused(start, is_graph):
    def call():
        with pytest.raises(TypeError, match="body of a loop returned None"):
            rt.while_loop(lambda i: i < 3, lambda i: None, [start])

    if not is_graph:
        return call()
    with new_graph():
        call()


def test_the_limit_of_a_loop_is_an_integer():
    with pytest.raises(TypeError, match="'maximum_iterations' must be an integer, not 2.5"):
        rt.while_loop(lambda i: i < 3, lambda i: i + 1, [0], maximum_iterations=2.5)
