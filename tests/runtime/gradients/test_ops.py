"""The gradient of every op that has one: against differences, with shapes known, partly known and unknown."""

import pytest

from tests.runtime.gradients.cases import CASES
from tests.runtime.gradients.numeric import Check


def check(case):
    return Check(case.function, case.flat_inputs(), case.fixed)


@pytest.mark.parametrize("case", CASES, ids=repr)
def test_the_gradient_is_the_slope(case):
    check(case).first_order()


@pytest.mark.parametrize("case", [case for case in CASES if case.orders > 1], ids=repr)
def test_the_gradient_of_the_gradient_is_the_slope_of_the_slope(case):
    check(case).second_order()


@pytest.mark.parametrize("case", CASES, ids=repr)
def test_a_graph_with_known_shapes_agrees_with_the_tape(case):
    check(case).in_a_graph()


@pytest.mark.parametrize("case", [case for case in CASES if case.needs != "shape"], ids=repr)
def test_a_graph_with_known_ranks_agrees_with_the_tape(case):
    check(case).in_a_graph(lambda array: [None] * array.ndim)


@pytest.mark.parametrize("case", [case for case in CASES if not case.needs], ids=repr)
def test_a_graph_without_shapes_agrees_with_the_tape(case):
    check(case).in_a_graph(lambda array: None)


@pytest.mark.parametrize("case", [case for case in CASES if case.needs], ids=repr)
def test_a_gradient_that_needs_shapes_says_so(case):
    with pytest.raises(LookupError, match="needs known"):
        check(case).in_a_graph(lambda array: None)
