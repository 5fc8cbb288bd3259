"""Functions applied along the first axis, eager and in graphs."""

import numpy as np
import pytest

import runtime as rt
from tests.runtime.helpers import new_graph


def both(build, *arrays, shapes=None):
    """What `build` gives eagerly and in a session, which must be equal."""
    eager = build(*[rt.constant(a) for a in arrays])
    with new_graph() as g:
        inputs = [rt.placeholder(a.dtype, [None, *a.shape[1:]]) for a in arrays]
        result = build(*inputs)
    flat = rt.Session(graph=g).run(rt.nest.flatten(result), dict(zip(inputs, arrays)))
    for a, b in zip(rt.nest.flatten(eager), flat, strict=True):
        np.testing.assert_array_equal(a.numpy(), b)
    return rt.nest.pack_sequence_as(result, [a.tolist() for a in flat])


X = np.array([1, 2, 3], np.int32)
M = np.array([[1.0, 2.0], [3.0, 4.0]], np.float32)


def test_a_function_is_mapped_over_slices():
    assert both(lambda x: rt.map_fn(lambda v: v * v, x), X) == [1, 4, 9]
    assert both(lambda m: rt.map_fn(lambda row: rt.reduce_sum(row), m), M) == [3.0, 7.0]


def test_structures_are_mapped_together():
    def build(x, m):
        kinds = {"s": "int32", "r": "float32"}
        return rt.map_fn(lambda pair: {"s": pair[0], "r": pair[1] * 2.0}, (x, m), fn_output_signature=kinds)

    assert both(build, X[:2], M) == {"s": [1, 2], "r": [[2.0, 4.0], [6.0, 8.0]]}


def test_the_signature_may_be_a_spec():
    spec = rt.TensorSpec([], "float64")
    assert both(lambda x: rt.map_fn(lambda v: v / 2, x, fn_output_signature=spec), X) == [0.5, 1.0, 1.5]


def test_the_static_size_is_kept():
    with new_graph():
        x = rt.placeholder("float32", [3, None])
        assert rt.map_fn(lambda row: row * 2.0, x).shape == [3, None]


def test_nothing_is_mapped_to_nothing():
    spec = rt.TensorSpec([2], "float32")
    assert rt.map_fn(lambda v: v, rt.zeros([0, 2]), fn_output_signature=spec).shape == [0, 2]


def test_another_dtype_or_structure_is_told():
    with pytest.raises(TypeError, match="cannot hold.*float64"):
        rt.map_fn(lambda v: v / 2, rt.constant(X))
    with pytest.raises((TypeError, ValueError), match="another structure than was declared"):
        rt.map_fn(lambda v: (v, v), rt.constant(X))
    with pytest.raises(ValueError, match=r"one size along the first axis, not of \[2, 3\]"):
        rt.map_fn(lambda v: v[0], (rt.constant(X), rt.constant(M)))
    with pytest.raises(ValueError, match="is a scalar"):
        rt.map_fn(lambda v: v, rt.constant(1))
    with pytest.raises(ValueError, match="at least one tensor"):
        rt.map_fn(lambda v: v, [])


def test_a_vectorized_map_sees_by_itself_what_comes_out():
    assert both(lambda x: rt.vectorized_map(lambda v: (v / 2, v), x), X) == ([0.5, 1.0, 1.5], [1, 2, 3])


def test_folds_go_forward_or_backward():
    def digits(total, x):
        return total * 10 + x

    assert both(lambda x: rt.foldl(digits, x), X) == 123
    assert both(lambda x: rt.foldr(digits, x), X) == 321
    assert both(lambda x: rt.foldl(digits, x, initializer=9), X) == 9123
    assert both(lambda x: rt.foldl(lambda t, v: (t[1], t[0] + v), x, initializer=(0, 1)), X) == (3, 4)


def test_a_scan_keeps_every_value():
    def add(total, x):
        return total + x

    assert both(lambda x: rt.scan(add, x), X) == [1, 3, 6]
    assert both(lambda x: rt.scan(add, x, initializer=10), X) == [11, 13, 16]
    assert both(lambda x: rt.scan(add, x, reverse=True), X) == [6, 5, 3]
    assert both(lambda x: rt.scan(lambda t, v: (t[1], t[0] + v), x, initializer=(0, 1)), X) == ([1, 1, 3], [1, 3, 4])


def test_gradients_flow_through_maps_and_scans():
    x = rt.constant([1.0, 2.0, 3.0])
    for build in (lambda v: rt.map_fn(lambda e: e * e, v), lambda v: rt.scan(lambda t, e: t + e, v)):
        with rt.GradientTape() as tape:
            tape.watch(x)
            y = rt.reduce_sum(build(x))
        eager = tape.gradient(y, x).tolist()
        with new_graph() as g:
            z = rt.placeholder("float32", [None])
            gradient = rt.gradients(rt.reduce_sum(build(z)), [z])[0]
        assert rt.Session(graph=g).run(gradient, {z: [1.0, 2.0, 3.0]}).tolist() == eager


def test_mapping_over_nothing_gives_the_shapes_of_what_there_would_be():
    assert rt.map_fn(lambda x: x, rt.zeros([0])).shape == [0]
    rows, sums = rt.map_fn(
        lambda x: (x, rt.reduce_sum(x)), rt.zeros([0, 3]), fn_output_signature=("float32", "float32")
    )
    assert (rows.shape, sums.shape) == ([0, 3], [0])
    assert rt.vectorized_map(lambda x: x / 2, rt.zeros([0, 2], "int32")).shape == [0, 2]


def test_mapping_over_nothing_still_checks_the_structure():
    with pytest.raises((TypeError, ValueError), match="another structure than was declared"):
        rt.map_fn(lambda x: (x, x), rt.zeros([0]))
