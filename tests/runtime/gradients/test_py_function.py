"""The gradient of a Python function that runs as an op."""

import numpy as np
import pytest

import runtime as rt
from tests.runtime.helpers import new_graph


def test_a_python_function_in_a_graph():
    with new_graph() as graph:
        x, n = rt.placeholder("float32", []), rt.placeholder("int32", [])
        y, count = rt.py_function(lambda x, n: (x**3 * float(int(n)), n + 1), [x, n], ["float32", "int32"])
        (g,) = rt.gradients(y * y, x)
    assert rt.Session(graph=graph).run(g, {x: 2.0, n: 3}) == 2 * (3 * 8) * (3 * 3 * 4)


def test_a_python_function_in_a_loop():
    @rt.function
    def f(x):
        def turn(i, y):
            return i + 1, rt.ensure_shape(rt.py_function(lambda y, x: y * x, [y, x], "float32"), [])

        return rt.while_loop(lambda i, y: i < 3, turn, [0, x])[1]

    x = rt.constant(2.0)
    with rt.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    assert float(tape.gradient(y, x)) == 4 * 2.0**3


def test_a_python_function_eagerly():
    x = rt.constant(2.0)
    with rt.GradientTape() as tape:
        tape.watch(x)
        y = rt.py_function(lambda x: rt.sin(x) * x, [x], "float32")
    np.testing.assert_allclose(tape.gradient(y, x), np.sin(2.0) + 2 * np.cos(2.0), rtol=1e-6)


def test_a_numpy_function_has_no_gradient():
    with new_graph():
        x = rt.placeholder("float32", [])
        y = rt.numpy_function(lambda x: x * x, [x], "float32")
        assert rt.gradients(y, x) == [None]


def test_a_function_that_is_gone():
    with new_graph() as graph:
        x = rt.placeholder("float32", [])
        y = graph.create_op("EagerPyFunc", [x], {"token": "gone", "Tin": ["float32"], "Tout": ["float32"]}).outputs[0]
        with pytest.raises(LookupError, match="Python function is not known"):
            rt.gradients(y, x)
