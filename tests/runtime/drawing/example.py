"""A graph to draw: an input, a variable, a loop with a condition in it."""

import runtime as rt
from runtime.ops.control_flow import cond, while_loop
from tests.runtime.helpers import new_graph


def example_graph():
    with new_graph() as graph:
        x = rt.placeholder(rt.float32, [None, 2], name="x")
        w = rt.get_variable("w", initializer=rt.constant([[1.0, 2.0], [3.0, 4.0]]))
        y = rt.matmul(x, w, name="product")

        def body(count, value):
            return count + 1, cond(rt.reduce_sum(value) > 10.0, lambda: value - 1.0, lambda: value * 2.0)

        _, z = while_loop(lambda count, value: count < 5, body, [rt.constant(0), y], name="loop")
        rt.identity(z, name='the "end"'.replace('"', "").replace(" ", "_"))
    return graph
