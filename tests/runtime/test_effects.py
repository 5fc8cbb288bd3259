"""Which ops act, and which may be merged and folded."""

import pytest

import runtime as rt
from runtime.effects import has_effect, is_pure
from tests.runtime.helpers import new_graph


@pytest.fixture
def x():
    with new_graph():
        yield rt.placeholder("float32", [])


def last(graph):
    return graph.get_operations()[-1]


def test_arithmetic_is_pure(x):
    op = (x + 1.0).op
    assert is_pure(op)
    assert not has_effect(op)


def test_reading_a_variable_is_no_effect_but_not_pure_either(x):
    op = rt.Variable(1.0).read_value().op
    assert not is_pure(op)
    assert not has_effect(op)


@pytest.mark.parametrize(
    "make", [lambda x: rt.Variable(1.0).assign(x, read_value=False), lambda x: rt.Assert(x > 0.0, [x])]
)
def test_assignments_and_checks_are_effects(x, make):
    make(x)
    assert any(has_effect(op) for op in x.graph.get_operations())


def test_a_branch_acts_if_an_op_in_it_does(x):
    v = rt.Variable(1.0)
    rt.cond(x > 0.0, lambda: x, lambda: x + 1.0)
    assert not has_effect(last(x.graph))
    rt.cond(x > 0.0, lambda: v.assign(x), lambda: x)
    ops = [op for op in x.graph.get_operations() if op.type == "If"]
    assert [has_effect(op) for op in ops] == [True]


def test_a_call_acts_if_an_op_far_inside_does(x):
    v = rt.Variable(1.0)
    inner = rt.function(lambda y: v.assign_add(y))
    outer = rt.function(lambda y: rt.while_loop(lambda z: z < 3.0, lambda z: (inner(z),), (y,))[0])
    assert has_effect(outer(x).op)
    assert not has_effect(rt.function(lambda y: y * v)(x).op)
