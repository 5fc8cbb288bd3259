"""The whole product in a second."""

import autograph as ag
import runtime as rt


def countdown(n):
    total = 0
    while n > 0:
        total += n
        n -= 1
    return total


def test_a_decorated_function_runs_as_a_graph():
    compiled = ag.function(countdown)
    assert compiled(rt.constant(4)).numpy() == countdown(4)


def test_a_graph_runs_in_a_session():
    with rt.Graph().as_default():
        n = rt.placeholder(rt.int32, [])
        total = ag.to_graph(countdown)(n)
        assert rt.Session().run(total, {n: 4}) == countdown(4)


def test_converted_source_is_readable_and_runs():
    namespace = {}
    exec(ag.to_code(countdown), namespace)
    assert namespace["countdown"](4) == countdown(4)
