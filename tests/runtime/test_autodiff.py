"""gradients(): what users of graphs see."""

import numpy as np
import pytest

import runtime as rt
from runtime.autodiff import gradients
from runtime.registry import op_def, register_op_def
from tests.runtime.helpers import new_graph


def run(graph, fetches, feeds=None):
    return rt.Session(graph=graph).run(fetches, feeds)


def test_the_gradient_of_a_square():
    with new_graph() as g:
        x = rt.placeholder("float32", [])
        (dx,) = gradients(x * x, x)
    assert run(g, dx, {x: 3.0}) == 6.0


def test_several_ys_are_summed():
    with new_graph() as g:
        x = rt.placeholder("float32", [])
        (dx,) = gradients([x * x, 5.0 * x], [x])
    assert run(g, dx, {x: 3.0}) == 11.0


def test_given_gradients_of_ys_are_taken():
    with new_graph() as g:
        x = rt.placeholder("float32", [2])
        (dx,) = gradients(x * x, x, grad_ys=[[1.0, 10.0]])
    np.testing.assert_array_equal(run(g, dx, {x: [1.0, 2.0]}), [2.0, 40.0])


def test_the_gradient_of_an_intermediate_tensor():
    with new_graph() as g:
        x = rt.placeholder("float32", [])
        h = x * x
        dh, dx = gradients(rt.sin(h) * 2.0, [h, x])
    np.testing.assert_allclose(run(g, [dh, dx], {x: 0.5}), [2 * np.cos(0.25), 2 * np.cos(0.25)], rtol=1e-6)


def test_y_itself_is_an_x():
    with new_graph() as g:
        x = rt.placeholder("float32", [3])
        (dx,) = gradients(x, x)
    np.testing.assert_array_equal(run(g, dx, {x: [5.0, 6.0, 7.0]}), [1.0, 1.0, 1.0])


def test_what_does_not_reach_y_has_no_gradient():
    with new_graph():
        x, z = rt.placeholder("float32", []), rt.placeholder("float32", [2])
        assert gradients(x * x, z) == [None]


def test_no_gradient_may_be_zeros():
    with new_graph() as g:
        x, z = rt.placeholder("float32", []), rt.placeholder("float32", [2])
        (dz,) = gradients(x * x, z, unconnected_gradients="zero")
    np.testing.assert_array_equal(run(g, dz), [0.0, 0.0])


def test_unknown_choice_for_no_gradient():
    with new_graph():
        x = rt.placeholder("float32", [])
        with pytest.raises(ValueError, match="foo"):
            gradients(x, x, unconnected_gradients="foo")


def test_nothing_flows_through_a_stopped_tensor():
    with new_graph() as g:
        a = rt.placeholder("float32", [])
        b = 2.0 * a
        da, db = gradients(a + b, [a, b], stop_gradients=[a, b])
    assert run(g, [da, db]) == [1.0, 1.0]


def test_nothing_flows_through_stop_gradient():
    with new_graph() as g:
        x = rt.placeholder("float32", [])
        (dx,) = gradients(x * rt.stop_gradient(x), x)
    assert run(g, dx, {x: 3.0}) == 3.0


def test_integers_have_no_gradient():
    with new_graph():
        x, n = rt.placeholder("float32", []), rt.placeholder("int32", [])
        assert gradients(x * rt.cast(n, "float32"), n) == [None]
        assert gradients(rt.cast(rt.cast(x, "int32"), "float32"), x) == [None]


def test_the_gradient_of_a_variable_collects_from_all_reads():
    with new_graph() as g:
        v = rt.Variable([1.0, 2.0])
        (dv,) = gradients(v * v + v.read_value(), v)
        session = rt.Session(graph=g)
        session.run(v.initializer)
    np.testing.assert_array_equal(session.run(dv), [3.0, 5.0])


def test_gradients_of_gradients():
    with new_graph() as g:
        x = rt.placeholder("float32", [])
        y = x * x * x
        for _ in range(3):
            (y,) = gradients(y, x)
    assert run(g, y, {x: 5.0}) == 6.0


def test_complex_ys_need_their_gradients():
    with new_graph():
        z = rt.placeholder("complex64", [])
        with pytest.raises(TypeError, match="grad_ys"):
            gradients(z * z, z)


def test_as_many_gradients_as_ys():
    with new_graph():
        x = rt.placeholder("float32", [])
        with pytest.raises(ValueError, match="2 ys but 1 grad_ys"):
            gradients([x, x], x, grad_ys=[1.0])


def test_eager_tensors_are_for_tapes():
    x = rt.constant(1.0)
    with pytest.raises(RuntimeError, match="GradientTape"):
        gradients(x * x, x)


def test_an_op_without_a_gradient_is_an_error_that_names_it():
    import dataclasses

    register_op_def(dataclasses.replace(op_def("Tanh"), name="TanhWithoutGradient"))
    with new_graph() as g:
        x = rt.placeholder("float32", [])
        y = g.create_op("TanhWithoutGradient", [x], name="strange").outputs[0]
        with pytest.raises(LookupError, match="No gradient defined for operation 'strange'") as caught:
            gradients(y * 2.0, x)
    assert "test_autodiff.py" in str(caught.value)


def test_prevented_gradients_say_why():
    with new_graph() as g:
        x = rt.placeholder("float32", [])
        y = g.create_op("PreventGradient", [x], {"message": "not this way"}).outputs[0]
        with pytest.raises(LookupError, match="not this way"):
            gradients(y, x)


# ---------------------------------------------------------------------------------------------- what is recorded


def names(graph, scope="gradients/"):
    return [op.name.removeprefix(scope) for op in graph.get_operations() if op.name.startswith(scope)]


def test_operations_are_named_after_those_they_belong_to():
    with new_graph() as g:
        x = rt.placeholder("float32", [2])
        with g.name_scope("layer"):
            y = rt.tanh(x, name="act")
        gradients(y, x)
        gradients(y, x)
    assert "layer/act_grad/TanhGrad" in names(g)
    assert "layer/act_grad/TanhGrad" in names(g, "gradients_1/")


def test_only_the_gradients_asked_for_are_recorded():
    with new_graph() as g:
        x, w = rt.placeholder("float32", [2, 3]), rt.placeholder("float32", [3, 4])
        gradients(rt.matmul(x, w), w)
    assert [op.type for op in g.get_operations() if op.name.startswith("gradients/MatMul_grad")] == ["MatMul"]


def test_equal_shapes_need_no_sum():
    with new_graph() as g:
        x, y = rt.placeholder("float32", [2, 3]), rt.placeholder("float32", [2, 3])
        gradients(x * y, [x, y])
    assert sorted(set(op.type for op in g.get_operations())) == ["Const", "Fill", "Mul", "Placeholder"]


def test_known_shapes_are_summed_without_asking_for_them():
    with new_graph() as g:
        x, b = rt.placeholder("float32", [2, 3]), rt.placeholder("float32", [3])
        gradients(x + b, b)
    types = [op.type for op in g.get_operations()]
    assert "Sum" in types
    assert not {"Shape", "BroadcastGradientArgs", "Reshape"} & set(types)


def test_unknown_shapes_are_asked_for():
    with new_graph() as g:
        x, y = rt.placeholder("float32", [None]), rt.placeholder("float32", [None])
        dx, dy = gradients(x * y, [x, y])
    assert "BroadcastGradientArgs" in [op.type for op in g.get_operations()]
    found = run(g, [dx, dy], {x: [2.0], y: [1.0, 3.0]})
    np.testing.assert_array_equal(found[0], [4.0])
    np.testing.assert_array_equal(found[1], [2.0, 2.0])


def test_recording_is_the_same_each_time():
    def build():
        with new_graph() as g:
            x = rt.placeholder("float32", [None, 3])
            y = rt.reduce_sum(rt.softmax(x) * x + rt.cond(rt.reduce_sum(x) > 0.0, lambda: x * x, lambda: rt.sin(x)))
            gradients(gradients(y, x)[0], x)
        return [(op.name, op.type, [t.name for t in op.inputs]) for op in g.get_operations()]

    assert build() == build()


def test_the_number_of_operations_grows_linearly():
    def count(depth):
        with new_graph() as g:
            x = y = rt.placeholder("float32", [])
            for _ in range(depth):
                y = rt.sin(y) * y + x
            gradients(y, x)
        return len(g.get_operations())

    assert count(40) - count(20) == count(60) - count(40)


def test_tensors_outside_of_a_function_body():
    with new_graph() as g:
        x = rt.placeholder("float32", [])
        y = rt.while_loop(
            lambda i, y: i < 2, lambda i, y: (i + 1, y + gradients(x * x * y, x)[0]), [0, rt.constant(1.0)]
        )[1]
    assert run(g, y, {x: 3.0}) == (1.0 + 6.0) * 7.0


def test_a_function_outside_of_any_graph():
    x = rt.placeholder("float32", [])
    (dx,) = rt.gradients(rt.sin(x), x)
    np.testing.assert_allclose(rt.Session(graph=x.graph).run(dx, {x: 0.0}), 1.0)


def test_gradients_that_are_not_known_are_not_left_out_silently():
    with new_graph():
        x, q = rt.placeholder("float32", []), rt.placeholder("float32", [])
        y = rt.math.zeta(x, q)
        assert rt.gradients(y, q) != [None]
        with pytest.raises(LookupError, match="with respect to its exponent"):
            gradients(y, x)


def test_hessians():
    with new_graph() as g:
        x = rt.placeholder("float32", [2])
        (h,) = rt.hessians(x[0] ** 3.0 * x[1] + rt.reduce_sum(rt.sin(x)), x)
    a, b = 2.0, 3.0
    expected = [[6 * a * b - np.sin(a), 3 * a**2], [3 * a**2, -np.sin(b)]]
    np.testing.assert_allclose(run(g, h, {x: [a, b]}), expected, rtol=1e-5)


def test_what_has_no_second_derivative():
    with new_graph() as g:
        x, z = rt.placeholder("float32", [2]), rt.placeholder("float32", [])
        found = rt.hessians(3.0 * x, [x, z])
    assert found == [None, None]


def test_arguments_of_tensorflow_are_taken():
    with new_graph() as g:
        x = rt.placeholder("float32", [])
        (dx,) = rt.gradients(x * x, x, None, "gradients", False, None, None, colocate_gradients_with_ops=True)
    assert run(g, dx, {x: 3.0}) == 6.0
