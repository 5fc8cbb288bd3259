"""GradientTape: what it watches, records and gives; eagerly, in functions and around them."""

import numpy as np
import pytest

import runtime as rt
from tests.runtime.helpers import new_graph


@pytest.fixture
def x():
    return rt.constant(3.0)


def test_a_watched_tensor(x):
    with rt.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    assert float(tape.gradient(y, x)) == 6.0


def test_a_tensor_that_is_not_watched(x):
    with rt.GradientTape() as tape:
        y = x * x
    assert tape.gradient(y, x) is None


def test_what_is_done_before_watching_is_constant(x):
    with rt.GradientTape() as tape:
        square = x * x
        tape.watch(x)
        y = square * x
    assert float(tape.gradient(y, x)) == 9.0


def test_a_constant_beside_a_watched_tensor(x):
    c = rt.constant(2.0)
    with rt.GradientTape() as tape:
        tape.watch(x)
        y = x * c
    assert tape.gradient(y, c) is None


def test_an_intermediate_tensor(x):
    with rt.GradientTape() as tape:
        tape.watch(x)
        h = x * x
        y = h * h
    assert float(tape.gradient(y, h)) == 18.0


def test_variables_are_watched_by_themselves():
    v, fixed = rt.Variable(3.0), rt.Variable(2.0, trainable=False)
    with rt.GradientTape() as tape:
        y = v * v * fixed
    assert [g if g is None else float(g) for g in tape.gradient(y, [v, fixed])] == [12.0, None]
    assert tape.watched_variables() == (v,)


def test_variables_are_not_watched_if_unwanted():
    v = rt.Variable(3.0)
    with rt.GradientTape(watch_accessed_variables=False) as tape:
        y = v * v
    assert tape.gradient(y, v) is None
    with rt.GradientTape(watch_accessed_variables=False) as tape:
        tape.watch(v)
        y = v * v
    assert float(tape.gradient(y, v)) == 6.0


def test_the_structure_of_the_sources_is_kept(x):
    with rt.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    found = tape.gradient(y, {"a": x, "b": [x, rt.constant(1.0)]})
    assert float(found["a"]) == float(found["b"][0]) == 6.0
    assert found["b"][1] is None


def test_targets_are_summed(x):
    with rt.GradientTape() as tape:
        tape.watch(x)
        y = [x * x, {"z": 5.0 * x}]
    assert float(tape.gradient(y, x)) == 11.0


def test_a_variable_as_target():
    v = rt.Variable(3.0)
    with rt.GradientTape() as tape:
        tape.watch(v)
    assert tape.gradient(v, rt.constant(1.0)) is None


def test_output_gradients():
    x = rt.constant([1.0, 2.0])
    with rt.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    assert tape.gradient(y, x, output_gradients=[1.0, 10.0]).numpy().tolist() == [2.0, 40.0]


def test_no_gradient_may_be_zeros(x):
    z, v = rt.constant([1.0, 2.0]), rt.Variable([3.0])
    with rt.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    found = tape.gradient(y, [z, v], unconnected_gradients=rt.UnconnectedGradients.ZERO)
    assert [g.numpy().tolist() for g in found] == [[0.0, 0.0], [0.0]]


def test_integers_have_no_gradient(x):
    with rt.GradientTape() as tape:
        tape.watch(x)
        y = rt.cast(rt.cast(x, "int32"), "float32") * rt.cast(x, "int32").shape.rank
    assert tape.gradient(y, x) is None
    with rt.GradientTape() as tape, pytest.warns(UserWarning, match="got int32"):
        tape.watch(rt.constant(1))


# ---------------------------------------------------------------------------------------------- use and misuse


def test_a_tape_is_used_once(x):
    with rt.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    tape.gradient(y, x)
    with pytest.raises(RuntimeError, match="A non-persistent GradientTape can only be used to compute one set of"):
        tape.gradient(y, x)


def test_a_persistent_tape_is_used_often(x):
    with rt.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = x * x
        z = y * y
    assert [float(tape.gradient(t, x)) for t in (y, z)] == [6.0, 108.0]


def test_a_tape_is_not_entered_twice():
    with rt.GradientTape() as tape:
        with pytest.raises(ValueError, match="Tape is still recording"):
            tape.__enter__()


def test_a_tape_can_go_on_later(x):
    with rt.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    z = x * x
    with tape:
        y = y * x
    assert float(tape.gradient(y, x)) == 27.0
    assert z is not y


def test_pauses_are_not_recorded(x):
    with rt.GradientTape(persistent=True) as tape:
        tape.watch(x)
        with tape.stop_recording():
            y = x * x
        z = x * y
    assert tape.gradient(y, x) is None
    assert float(tape.gradient(z, x)) == 9.0
    with pytest.raises(RuntimeError, match="not recording"):
        tape.stop_recording().__enter__()


def test_a_reset_forgets(x):
    with rt.GradientTape() as tape:
        tape.watch(x)
        y = x * x
        tape.reset()
        tape.watch(x)
        z = x * y
    assert float(tape.gradient(z, x)) == 9.0


def test_wrong_things_are_refused(x):
    with rt.GradientTape(persistent=True) as tape:
        with pytest.raises(ValueError, match="of type 'str'"):
            tape.watch("a")
        tape.watch(x)
        y = x * x
    with pytest.raises(TypeError, match="received None"):
        tape.gradient(None, x)
    with pytest.raises(TypeError, match="not 'a'"):
        tape.gradient(y, "a")
    with pytest.raises(ValueError, match="Unknown value for unconnected_gradients: 'foo'"):
        tape.gradient(y, x, unconnected_gradients="foo")
    with pytest.raises(ValueError, match="2 targets but 1 output_gradients"):
        tape.gradient([y, y], x, output_gradients=[1.0])


def test_a_tape_inside_a_tape(x):
    with rt.GradientTape() as outer:
        outer.watch(x)
        with rt.GradientTape() as inner:
            inner.watch(x)
            y = x * x * x
        g = inner.gradient(y, x)
    assert [float(g), float(outer.gradient(g, x))] == [27.0, 18.0]


def test_a_persistent_tape_sees_its_own_gradients(x):
    with rt.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = x * x * x
        g = tape.gradient(y, x)
    assert float(tape.gradient(g, x)) == 18.0


def test_assignments_do_not_change_what_was_read():
    v = rt.Variable(3.0)
    with rt.GradientTape() as tape:
        y = v * v
        v.assign(10.0)
    assert float(tape.gradient(y, v)) == 6.0


def test_unrelated_operations_are_not_kept(x):
    with rt.GradientTape() as tape:
        tape.watch(x)
        for _ in range(5):
            rt.constant(1.0) * 2.0
        x * 2.0
    assert len(tape._operations) == 1


# ---------------------------------------------------------------------------------------------- functions


def test_a_call_is_one_record(x):
    v = rt.Variable(2.0)

    @rt.function
    def f(x):
        return v * x * x

    with rt.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    assert len(tape._operations) == 1
    assert [float(g) for g in tape.gradient(y, [x, v])] == [12.0, 9.0]
    assert tape.watched_variables() == (v,)


def test_a_call_runs_its_effects_once(x):
    count = rt.Variable(0, trainable=False)

    @rt.function
    def f(x):
        count.assign_add(1)
        return x * x

    with rt.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    assert float(tape.gradient(y, x)) == 6.0
    assert int(count) == 1


@pytest.mark.parametrize("order", [1, 2, 3])
def test_calls_inside_several_tapes(x, order):
    f = rt.function(lambda x: rt.sin(x) * x)

    def derivative(function):
        def of(x):
            with rt.GradientTape() as tape:
                tape.watch(x)
                y = function(x)
            return tape.gradient(y, x)

        return of

    g = f
    for _ in range(order):
        g = derivative(g)
    s, c = np.sin(3.0), np.cos(3.0)
    expected = {1: s + 3 * c, 2: 2 * c - 3 * s, 3: -3 * s - 3 * c}[order]
    np.testing.assert_allclose(g(x), expected, rtol=1e-5)


def test_more_derivatives_than_tapes_run_the_function_again(x):
    f = rt.function(lambda x: x * x * x)
    with rt.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = f(x)
        g = tape.gradient(y, x)
        h = tape.gradient(g, x)
    assert [float(g), float(h), float(tape.gradient(h, x))] == [27.0, 18.0, 6.0]


def test_more_derivatives_than_tapes_are_refused_where_that_would_repeat_effects(x):
    count = rt.Variable(0, trainable=False)

    @rt.function
    def f(x):
        count.assign_add(1)
        return rt.exp(rt.sin(x)) * x

    with rt.GradientTape(persistent=True) as tape:
        tape.watch(x)
        g = tape.gradient(f(x), x)
    with pytest.raises(rt.errors.FailedPreconditionError, match="as many tapes"):
        tape.gradient(g, x)


def test_several_outputs_of_which_one_is_used(x):
    f = rt.function(lambda x: (x * x, rt.exp(x), rt.cast(x, "int32")))
    with rt.GradientTape() as tape:
        tape.watch(x)
        y, _, _ = f(x)
    assert float(tape.gradient(y, x)) == 6.0


def test_a_function_called_in_a_function(x):
    inner = rt.function(lambda x: x * x)
    outer = rt.function(lambda x: inner(x) * inner(2.0 * x))
    with rt.GradientTape() as tape:
        tape.watch(x)
        y = outer(x)
    assert float(tape.gradient(y, x)) == 16 * 27.0


def test_nothing_watched_means_nothing_recorded(x):
    f = rt.function(lambda x: x * x)
    with rt.GradientTape() as tape:
        f(x)
    assert tape._operations == []


# ---------------------------------------------------------------------------------------------- inside functions


def test_a_tape_in_a_function(x):
    v = rt.Variable(2.0)

    @rt.function
    def f(x):
        with rt.GradientTape() as tape:
            tape.watch(x)
            y = v * x * x
        return tape.gradient(y, [x, v])

    assert [float(g) for g in f(x)] == [12.0, 9.0]


def test_in_a_function_too_what_is_done_before_watching_is_constant(x):
    @rt.function
    def f(x):
        square = x * x
        with rt.GradientTape() as tape:
            tape.watch(x)
            y = square * x
        return tape.gradient(y, x)

    assert float(f(x)) == 9.0


def test_a_tape_in_a_function_watches_what_loops_read(x):
    v, outside = rt.Variable(2.0), rt.constant(5.0)

    @rt.function
    def f(x):
        with rt.GradientTape() as tape:
            tape.watch([x, outside])
            y = rt.while_loop(lambda i, y: i < 2, lambda i, y: (i + 1, y * x * v * outside), [0, rt.constant(1.0)])[1]
        return tape.gradient(y, [x, v, outside])

    assert [float(g) for g in f(x)] == [600.0, 900.0, 360.0]


def test_a_tape_in_the_body_of_a_loop(x):
    """Gradient descent on z^2 x + v z, and the gradient of its result."""
    v = rt.Variable(3.0)

    @rt.function
    def descend(x):
        def step(i, z):
            with rt.GradientTape() as tape:
                tape.watch(z)
                y = z * z * x + v * z
            return i + 1, z - 0.1 * tape.gradient(y, z)

        return rt.while_loop(lambda i, z: i < 3, step, [0, rt.constant(1.0)])[1]

    def by_hand(x, v):
        z = 1.0
        for _ in range(3):
            z -= 0.1 * (2 * z * x + v)
        return z

    with rt.GradientTape() as tape:
        tape.watch(x)
        y = descend(x)
    gx, gv = tape.gradient(y, [x, v])
    np.testing.assert_allclose(y, by_hand(3.0, 3.0), rtol=1e-5)
    h = 1e-5
    np.testing.assert_allclose(gx, (by_hand(3 + h, 3) - by_hand(3 - h, 3)) / (2 * h), rtol=1e-4)
    np.testing.assert_allclose(gv, (by_hand(3, 3 + h) - by_hand(3, 3 - h)) / (2 * h), rtol=1e-4)


def test_a_tape_in_an_open_graph():
    with new_graph() as graph:
        v, p = rt.Variable([1.0, 2.0]), rt.placeholder("float32", [])
        with rt.GradientTape() as tape:
            tape.watch(p)
            y = rt.reduce_sum(v * v) * p
        found = tape.gradient(y, [v, p])
    with rt.Session(graph=graph) as session:
        session.run(v.initializer)
        gv, gp = session.run(found, {p: 3.0})
    assert (gv.tolist(), gp) == ([6.0, 12.0], 5.0)
    assert found[0].op.name.startswith("gradient_tape/")


def test_symbolic_tensors_without_an_open_graph():
    p = rt.placeholder("float32", [])
    with rt.GradientTape() as tape:
        tape.watch(p)
        y = rt.sin(p) * p
    g = tape.gradient(y, p)
    np.testing.assert_allclose(rt.Session(graph=p.graph).run(g, {p: 2.0}), np.sin(2.0) + 2 * np.cos(2.0), rtol=1e-6)


# ---------------------------------------------------------------------------------------------- Jacobians


def modes():
    return pytest.mark.parametrize("wrap", [lambda f: f, rt.function], ids=["eager", "function"])


@modes()
def test_a_jacobian(wrap):
    w = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], np.float32)

    @wrap
    def f(x):
        with rt.GradientTape() as tape:
            tape.watch(x)
            y = rt.reduce_sum(rt.square(x)[:, None] * w, 0)
        return tape.jacobian(y, [x, rt.constant(1.0)])

    found, nothing = f(rt.constant([1.0, 2.0, 3.0]))
    np.testing.assert_allclose(found, [[2.0, 12.0, 30.0], [4.0, 16.0, 36.0]])
    assert nothing is None


@modes()
def test_a_jacobian_of_matrices(wrap):
    @wrap
    def f(x):
        with rt.GradientTape() as tape:
            tape.watch(x)
            y = rt.transpose(x) * 2.0
        return tape.jacobian(y, x)

    found = f(rt.constant([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]))
    np.testing.assert_array_equal(found, 2 * np.einsum("il,jk->ijkl", np.eye(3), np.eye(2)))


@modes()
def test_a_batch_jacobian(wrap):
    w = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], np.float32)

    @wrap
    def f(x):
        with rt.GradientTape() as tape:
            tape.watch(x)
            y = rt.square(rt.matmul(x, w))
        return tape.batch_jacobian(y, x)

    x = np.array([[1.0, 2.0, 3.0], [0.5, -1.0, 2.0]], np.float32)
    np.testing.assert_allclose(f(rt.constant(x)), np.einsum("bm,nm->bmn", 2 * (x @ w), w), rtol=1e-6)


def test_batches_of_different_sizes():
    x = rt.constant([[1.0, 2.0]])
    with rt.GradientTape() as tape:
        tape.watch(x)
        y = rt.transpose(x)
    with pytest.raises(ValueError, match="Need first dimension"):
        tape.batch_jacobian(y, x)


def test_a_hessian_through_a_loop():
    @rt.function
    def hessian(x):
        with rt.GradientTape() as outer:
            outer.watch(x)
            with rt.GradientTape() as inner:
                inner.watch(x)
                y = rt.while_loop(lambda i, y: i < 2, lambda i, y: (i + 1, y * x), [0, x])[1]
                loss = rt.reduce_sum(y * x[0])
            g = inner.gradient(loss, x)
        return outer.jacobian(g, x)

    a, b = 2.0, 3.0  # The loss is a * (a^3 + b^3).
    np.testing.assert_allclose(hessian(rt.constant([a, b])), [[12 * a**2, 3 * b**2], [3 * b**2, 6 * a * b]], rtol=1e-5)
