"""Tensors that are used where they are not known."""

import pytest

import runtime as rt
from runtime.errors import InaccessibleTensorError
from tests.runtime.helpers import new_graph


def leaked_from_a_function():
    leaked = []

    @rt.function
    def f(x):
        leaked.append(x * 2.0)
        return x

    f(rt.constant(1.0))
    return leaked[0]


def leaked_from_a_branch(pred):
    leaked = []
    rt.cond(pred, lambda: leaked.append(rt.constant(1.0) * 2.0) or leaked[0], lambda: 0.0)
    return leaked[0]


USES = {
    "an operator": lambda x: x + 1.0,
    "a list": lambda x: rt.stack([1.0, x]),
    "a branch": lambda x: rt.cond(x > 1.0, lambda: 1, lambda: 2),
    "a condition": lambda x: rt.cond(x, lambda: 1, lambda: 2),
    "a loop": lambda x: rt.while_loop(lambda i: i < 3.0, lambda i: i + 1.0, [x]),
}


@pytest.mark.parametrize("use", USES.values(), ids=USES)
def test_a_tensor_that_left_its_function_is_out_of_scope(use):
    leaked = leaked_from_a_function()
    with pytest.raises(
        InaccessibleTensorError, match=r"made at .*test_access.py:\d+ inside .* 'f', and is used outside"
    ):
        use(leaked)


@pytest.mark.parametrize("use", USES.values(), ids=USES)
def test_a_tensor_that_left_its_branch_is_out_of_scope(use):
    with new_graph():
        leaked = leaked_from_a_branch(rt.placeholder("bool", []))
        with pytest.raises(InaccessibleTensorError, match="inside .* 'cond_true', and is used in"):
            use(leaked)


def test_nothing_is_added_to_a_branch_from_outside():
    try:
        leaked = leaked_from_a_branch(rt.placeholder("bool", []))
        count = len(leaked.graph.get_operations())
        with pytest.raises(InaccessibleTensorError, match="out of scope"):
            leaked * 2.0
        assert len(leaked.graph.get_operations()) == count
    finally:
        rt.reset_default_graph()


def test_a_tensor_of_another_graph_is_no_tensor_of_a_branch():
    with new_graph():
        foreign = rt.placeholder("float32", [])
    with new_graph(), pytest.raises(InaccessibleTensorError, match="same graph as the operation .* 'cond_true'"):
        rt.cond(rt.placeholder("bool", []), lambda: foreign, lambda: 0.0)
