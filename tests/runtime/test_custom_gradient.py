"""custom_gradient and recompute_grad: eagerly, in graphs, in loops, and differentiated again."""

import numpy as np
import pytest

import runtime as rt
from tests.runtime.helpers import new_graph


@rt.custom_gradient
def scaled(x):
    """x, with 100 times its gradient."""
    return x * 1.0, lambda g: g * 100.0


@rt.custom_gradient
def log1pexp(x):
    """TensorFlow's own example: log(1 + e^x) with a gradient that does not overflow."""
    e = rt.exp(x)
    return rt.log(1 + e), lambda g: g * (1 - 1 / (1 + e))


def gradient(function, *arguments):
    with rt.GradientTape() as tape:
        tape.watch(arguments)
        y = function(*arguments)
    return tape.gradient(y, list(arguments))


wraps = pytest.mark.parametrize("wrap", [lambda f: f, rt.function], ids=["eager", "function"])


@wraps
def test_the_own_gradient_is_used(wrap):
    (g,) = gradient(wrap(lambda x: scaled(x) * 3.0), rt.constant(2.0))
    assert float(g) == 300.0


@wraps
def test_large_values_do_not_overflow(wrap):
    (g,) = gradient(wrap(log1pexp), rt.constant(100.0))
    assert float(g) == 1.0


@wraps
def test_the_own_gradient_is_differentiated(wrap):
    x = rt.constant(2.0)
    (second,) = gradient(lambda x: gradient(wrap(lambda x: log1pexp(x) * x), x)[0], x)
    s = 1 / (1 + np.exp(-2.0))
    np.testing.assert_allclose(second, 2 * s + 2 * s * (1 - s), rtol=1e-6)


@wraps
def test_several_arguments_and_results(wrap):
    @rt.custom_gradient
    def f(x, y):
        return (x * y, x + y), lambda a, b: (a * 10.0, b * 20.0)

    found = gradient(wrap(lambda x, y: sum(f(x, y))), rt.constant(2.0), rt.constant(3.0))
    assert [float(g) for g in found] == [10.0, 20.0]


@wraps
def test_an_argument_without_a_gradient(wrap):
    @rt.custom_gradient
    def f(x, y):
        return x * y, lambda g: (g * 10.0, None)

    found = gradient(wrap(f), rt.constant(2.0), rt.constant(3.0))
    assert [g if g is None else float(g) for g in found] in ([10.0, None], [10.0, 0.0])


@wraps
def test_an_argument_that_is_returned(wrap):
    @rt.custom_gradient
    def f(x):
        return x, lambda g: g * 7.0

    assert float(gradient(wrap(f), rt.constant(2.0))[0]) == 7.0


@wraps
def test_variables_get_their_own_gradients(wrap):
    v = rt.Variable(3.0)

    @rt.custom_gradient
    def f(x):
        def grad(g, variables=None):
            return g * 10.0, [g * 20.0 for _ in variables]

        return x * v, grad

    x, f = rt.constant(2.0), wrap(f)
    with rt.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    assert [float(g) for g in tape.gradient(y, [x, v])] == [10.0, 20.0]


@wraps
def test_variables_that_the_gradient_does_not_take(wrap):
    v = rt.Variable(3.0)

    @rt.custom_gradient
    def f(x):
        return x * v, lambda g: g

    with pytest.raises(TypeError, match="must accept a 'variables' keyword argument"):
        wrap(f)(rt.constant(1.0))


@wraps
def test_the_wrong_number_of_gradients(wrap):
    @rt.custom_gradient
    def f(x, y):
        return x * y, lambda g: g

    with pytest.raises(TypeError, match="expected to return 2 gradients"):
        gradient(wrap(f), rt.constant(1.0), rt.constant(1.0))


def test_keyword_arguments_are_for_eager_execution():
    @rt.custom_gradient
    def f(x, factor=2.0):
        return x * factor, lambda g: g * 10.0

    assert float(f(rt.constant(3.0), factor=4.0)) == 12.0
    with new_graph(), pytest.raises(ValueError, match="keyword arguments only in eager execution"):
        f(rt.constant(3.0), factor=4.0)


def test_in_a_graph():
    with new_graph() as graph:
        x = rt.placeholder("float32", [])
        (g,) = rt.gradients(log1pexp(x) * 2.0, x)
    assert rt.Session(graph=graph).run(g, {x: 100.0}) == 2.0


def test_in_a_loop():
    @rt.function
    def power(x, n):
        return rt.while_loop(lambda i, y: i < n, lambda i, y: (i + 1, scaled(y * x)), [0, rt.constant(1.0)])[1]

    (g,) = gradient(lambda x: power(x, rt.constant(3)), rt.constant(2.0))
    assert float(g) == 4 * (100 + 100**2 + 100**3)


def test_in_a_branch():
    @rt.function
    def f(p, x):
        return rt.cond(p, lambda: log1pexp(x * 50.0), lambda: x)

    found = [float(gradient(lambda x: f(rt.constant(p), x), rt.constant(2.0))[0]) for p in (True, False)]
    assert found == [50.0, 1.0]


def test_a_gradient_with_a_branch():
    @rt.custom_gradient
    def clipped(x):
        return x * x, lambda g: rt.cond(g * x > 5.0, lambda: rt.constant(5.0), lambda: g * x)

    @rt.function
    def f(x):
        return clipped(x) * 2.0

    assert [float(gradient(f, rt.constant(x))[0]) for x in (1.0, 30.0)] == [2.0, 5.0]


def test_on_a_method():
    class Layer:
        factor = 2.0

        @rt.custom_gradient
        def __call__(self, x):
            return x * self.factor, lambda g: g * 10.0

    assert float(gradient(lambda x: Layer()(x), rt.constant(1.0))[0]) == 10.0


@wraps
def test_recomputing_gives_the_same_gradients(wrap):
    v = rt.Variable(3.0)

    @rt.recompute_grad
    def f(x):
        return rt.sin(x * v) * x

    x = rt.constant(2.0)
    f = wrap(f)
    with rt.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    gx, gv = tape.gradient(y, [x, v])
    np.testing.assert_allclose([gx, gv], [np.sin(6) + 6 * np.cos(6), 4 * np.cos(6)], rtol=1e-5)


def test_recomputing_holds_no_intermediate_values():
    calls = []

    @rt.recompute_grad
    def f(x):
        calls.append(1)
        return rt.exp(rt.sin(x))

    x = rt.constant(2.0)
    with rt.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    assert len(tape._operations) == 1
    tape.gradient(y, x)
    assert len(calls) == 2
