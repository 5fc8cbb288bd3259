"""IndexedSlices: where gradients are slices, how slices add up, and what can be done with them."""

import numpy as np
import pytest

import runtime as rt
from runtime.indexed_slices import IndexedSlices, IndexedSlicesValue, added, dense, summed

TABLE = np.arange(8, dtype=np.float32).reshape(4, 2)


def slices():
    return IndexedSlices(rt.constant([[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]]), rt.constant([0, 0, 2]), [4, 2])


def gradient(function, persistent=False):
    v = rt.Variable(TABLE)
    with rt.GradientTape(persistent) as tape:
        y = function(v)
    return tape.gradient(y, v)


@pytest.mark.parametrize(
    ("function", "indices"),
    [
        (lambda v: rt.gather(v, [[0, 2], [2, 1]]), [0, 2, 2, 1]),
        (lambda v: rt.gather(-v.read_value(), [3, 3]), [3, 3]),
        (lambda v: rt.gather(v, 1), [1]),
        (lambda v: rt.gather_nd(v, [[0], [0]]), [0, 0]),
        (lambda v: v.sparse_read([0, 2]), [0, 2]),
        (lambda v: rt.function(lambda: rt.gather(v, [2, 2]))(), [2, 2]),
        (lambda v: rt.function(lambda: rt.function(lambda: rt.gather(v, [2, 2]))())(), [2, 2]),
        (lambda v: rt.reduce_sum(rt.gather(v, [1])) + rt.reduce_sum(rt.gather(v, [3, 0])), [3, 0, 1]),
    ],
    ids=["gather", "of a negative", "one row", "gather_nd", "sparse_read", "function", "nested", "twice"],
)
def test_gradients_of_lookups_are_slices(function, indices):
    g = gradient(function)
    assert isinstance(g, IndexedSlices)
    assert sorted(g.indices.tolist()) == sorted(indices)
    assert g.dense_shape.tolist() == [4, 2]
    assert g.values.shape == [len(indices), 2]


@pytest.mark.parametrize(
    "function",
    [
        lambda v: rt.gather(v * 2.0, [1]),
        lambda v: rt.gather(v, [1], axis=1),
        lambda v: rt.reduce_sum(rt.gather(v, [1])) + rt.reduce_sum(v),
        lambda v: rt.gather_nd(v, [[0, 1]]),
        lambda v: v[1],
    ],
    ids=["product", "axis", "and dense", "elements", "index"],
)
def test_other_gradients_are_tensors(function):
    assert gradient(function).shape == [4, 2]


def test_branches_agree_on_slices():
    def branching(v):
        return rt.cond(v[0, 0] < 1.0, lambda: rt.gather(v, [1, 1]), lambda: rt.gather(v, rt.constant([2], "int64")))

    g = gradient(lambda v: rt.function(lambda: branching(v))())
    assert (g.indices.dtype, g.indices.tolist()) == (rt.int64, [1, 1])
    assert np.asarray(g).tolist() == [[0, 0], [2, 2], [0, 0], [0, 0]]


def test_a_branch_without_a_lookup_gives_all_rows():
    def branching(v):
        return rt.cond(v[0, 0] > 1.0, lambda: rt.gather(v, [1, 1]), lambda: v[:2] * 3.0)

    g = gradient(lambda v: rt.function(lambda: branching(v))())
    assert g.indices.tolist() == [0, 1, 2, 3]
    assert np.asarray(g).tolist() == [[3, 3], [3, 3], [0, 0], [0, 0]]


def test_loops_give_tensors():
    def looping(v):
        return rt.while_loop(lambda i, s: i < 3, lambda i, s: (i + 1, s + rt.reduce_sum(rt.gather(v, [i]))), [0, 0.0])

    assert gradient(lambda v: rt.function(lambda: looping(v)[1])()).tolist() == [[1, 1], [1, 1], [1, 1], [0, 0]]


def test_shapes_that_are_known_at_run_time_only():
    @rt.function(input_signature=[rt.TensorSpec(None, "float32"), rt.TensorSpec(None, "int32")])
    def rows(x, ids):
        with rt.GradientTape() as tape:
            tape.watch(x)
            y = rt.gather(x, ids)
        return tape.gradient(y, x)

    g = rows(TABLE, [[1, 1], [0, 2]])
    assert (g.values.shape, g.indices.tolist(), g.dense_shape.tolist()) == ([4, 2], [1, 1, 0, 2], [4, 2])


def test_sessions_give_values_of_slices():
    with rt.Graph().as_default(), rt.Session() as session:
        v = rt.Variable(TABLE)
        (g,) = rt.gradients(rt.gather(v, [1, 1]), v)
        session.run(rt.global_variables_initializer())
        found = session.run(g)
    assert isinstance(found, IndexedSlicesValue)
    assert (found.indices.tolist(), found.dense_shape.tolist()) == ([1, 1], [4, 2])


def test_the_gradient_of_slices():
    v = rt.Variable(TABLE)
    with rt.GradientTape() as outer:
        with rt.GradientTape() as inner:
            y = rt.reduce_sum(rt.gather(v, [1, 1, 2]) ** 3.0)
        g = inner.gradient(y, v)
    assert np.asarray(outer.gradient(g, v)).tolist() == [[0, 0], [24, 36], [24, 30], [0, 0]]


def test_jacobians_and_hessians_are_tensors():
    v = rt.Variable(TABLE)
    with rt.GradientTape() as tape:
        y = rt.gather(v, [1, 1])[:, 0]
    assert tape.jacobian(y, v).shape == [2, 4, 2]
    with rt.Graph().as_default(), rt.Session() as session:
        x = rt.constant(TABLE)
        (h,) = rt.hessians(rt.reduce_sum(rt.gather(x, [1, 1]) ** 2.0), x)
        assert np.argwhere(session.run(h)).tolist() == [[1, 0, 1, 0], [1, 1, 1, 1]]


def test_slices_of_one_index_are_summed():
    found = summed(slices())
    assert (found.indices.tolist(), found.values.tolist()) == ([0, 2], [[3.0, 3.0], [3.0, 3.0]])


def test_slices_are_joined_and_added_to_tensors():
    other = IndexedSlices([[5.0, 5.0]], rt.constant([1], "int64"), [4, 2])
    joined = added([slices(), other])
    assert (joined.indices.dtype, joined.indices.tolist()) == (rt.int64, [0, 0, 2, 1])
    whole = added([slices(), rt.constant(TABLE), other])
    assert whole.tolist() == (TABLE + [[3, 3], [5, 5], [3, 3], [0, 0]]).tolist()
    assert dense(None) is None


@pytest.mark.parametrize(
    ("function", "values"),
    [
        (lambda g: -g, [-1.0, -2.0, -3.0]),
        (lambda g: g * 2.0, [2.0, 4.0, 6.0]),
        (lambda g: 2.0 * g, [2.0, 4.0, 6.0]),
        (lambda g: np.float32(2) * g, [2.0, 4.0, 6.0]),
        (lambda g: g / 2.0, [0.5, 1.0, 1.5]),
        (lambda g: rt.cast(g, "float64"), [1.0, 2.0, 3.0]),
        (rt.identity, [1.0, 2.0, 3.0]),
        (rt.stop_gradient, [1.0, 2.0, 3.0]),
        (lambda g: rt.math.scalar_mul(3.0, g), [3.0, 6.0, 9.0]),
        (lambda g: rt.clip_by_value(g, 1.5, 2.5), [1.5, 2.0, 2.5]),
        (lambda g: rt.clip_by_norm(g, np.sqrt(np.float32(7.0))), [0.5, 1.0, 1.5]),
        (lambda g: rt.clip_by_global_norm([g], np.sqrt(np.float32(7.0)))[0][0], [0.5, 1.0, 1.5]),
    ],
    ids="neg mul rmul numpy div cast identity stop scalar value norm global".split(),
)
def test_slices_stay_slices(function, values):
    found = function(slices())
    assert isinstance(found, IndexedSlices)
    np.testing.assert_allclose(found.values.numpy()[:, 0], values, rtol=1e-6)


def test_sums_are_tensors():
    ones = np.ones((4, 2), np.float32)
    assert (slices() + ones)[:, 0].tolist() == (ones + slices())[:, 0].tolist() == [4.0, 1.0, 4.0, 1.0]
    assert (slices() - ones)[:, 0].tolist() == [2.0, -1.0, 2.0, -1.0]
    assert (ones - slices())[:, 0].tolist() == [-2.0, 1.0, -2.0, 1.0]
    assert rt.square(slices())[:, 0].tolist() == [9.0, 0.0, 9.0, 0.0]
