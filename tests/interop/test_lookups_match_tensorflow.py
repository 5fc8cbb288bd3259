"""Gradients of lookups, and what optimizers make of an index that comes twice, against TensorFlow and its Keras."""

import numpy as np
import pytest

import runtime as rt
from autograph import keras
from runtime.indexed_slices import IndexedSlices
from tests.keras.lookups import BATCHES, LEGACY, OPTIMIZERS, TABLE, train, train_legacy, train_legacy_session

tf = pytest.importorskip("tensorflow", reason="TensorFlow is not installed: pip install tensorflow-cpu")
pytestmark = pytest.mark.interop

IDS = np.array([[0, 2], [2, 1]], np.int32)

LOOKUPS = {
    "of a variable": lambda m, v: m.gather(v, IDS),
    "by int64": lambda m, v: m.gather(v, m.constant(IDS, "int64")),
    "of its value": lambda m, v: m.gather(v.read_value(), IDS),
    "of one row": lambda m, v: m.gather(v, 1),
    "along another axis": lambda m, v: m.gather(v, [0, 0, 1], axis=1),
    "along a negative axis": lambda m, v: m.gather(v, [0, 0, 1], axis=-2),
    "with a batch": lambda m, v: m.gather(v, [[0], [1], [1], [0]], batch_dims=1),
    "twice": lambda m, v: m.reduce_sum(m.gather(v, IDS)) + m.reduce_sum(m.gather(v, [3]) ** 2.0),
    "and dense": lambda m, v: m.reduce_sum(m.gather(v, IDS)) + m.reduce_sum(v * v),
    "of a product": lambda m, v: m.gather(v * 2.0, IDS),
    "of a negative": lambda m, v: m.gather(-v.read_value(), IDS),
    "of a cast": lambda m, v: m.gather(m.cast(v, "float64"), IDS),
    "of an identity": lambda m, v: m.gather(m.identity(v), IDS),
    "embedding": lambda m, v: m.nn.embedding_lookup(v, IDS),
    "embedding with a norm": lambda m, v: m.nn.embedding_lookup(v, IDS, max_norm=1.0),
    "gather_nd of rows": lambda m, v: m.gather_nd(v, [[0], [0]]),
    "gather_nd of elements": lambda m, v: m.gather_nd(v, [[0, 1], [0, 1]]),
    "sparse_read": lambda m, v: v.sparse_read([0, 0]),
    "in a function": lambda m, v: m.function(lambda: m.gather(v, IDS))(),
    "in a function and outside": lambda m, v: (
        m.reduce_sum(m.function(lambda: m.gather(v, IDS))()) + m.reduce_sum(m.gather(v, [1]))
    ),
    "in both branches": lambda m, v: m.function(
        lambda: m.cond(m.reduce_sum(v) > 0.0, lambda: m.gather(v, IDS), lambda: m.gather(v, IDS) * 2.0),
    )(),
    "in one branch": lambda m, v: m.function(
        lambda: m.cond(m.reduce_sum(v) > 0.0, lambda: m.gather(v, [0, 0]), lambda: v[:2] * 2.0)
    )(),
    "by index": lambda m, v: v[1],
    "of rows summed by segments": lambda m, v: m.math.segment_sum(v, [0, 0, 1, 1]),
}


def summary(g):
    """Whether a gradient is slices, and the numbers in it."""
    if hasattr(g, "indices"):
        order = np.lexsort([*np.asarray(g.values).T, np.asarray(g.indices)])
        parts = np.asarray(g.indices)[order], np.asarray(g.values)[order], np.asarray(g.dense_shape)
        return "slices", *parts
    return "tensor", np.asarray(g)


def agree(mine, theirs):
    assert mine[0] == theirs[0]
    for one, other in zip(mine[1:], theirs[1:], strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-6)
        assert one.dtype == other.dtype


@pytest.mark.parametrize("name", LOOKUPS)
def test_gradients_are_slices_where_tensorflow_gives_slices(name):
    found = []
    for module in (rt, tf):
        v = module.Variable(TABLE)
        with module.GradientTape() as tape:
            y = LOOKUPS[name](module, v)
        found.append(summary(tape.gradient(y, v)))
    agree(*found)


@pytest.mark.parametrize("name", [name for name in LOOKUPS if "branch" not in name and "function" not in name])
def test_gradients_in_graphs_are_slices_where_tensorflow_gives_slices(name):
    found = []
    for module, v1 in ((rt, rt), (tf, tf.compat.v1)):
        with module.Graph().as_default():
            v = v1.get_variable("v", initializer=TABLE)
            (g,) = v1.gradients(LOOKUPS[name](module, v), v)
            with v1.Session() as session:
                session.run(v1.global_variables_initializer())
                found.append(summary(session.run(g)))
    agree(*found)


USES = {
    "negative": lambda m, g, x: -g,
    "sum": lambda m, g, x: g + x,
    "sum on the right": lambda m, g, x: x + g,
    "difference": lambda m, g, x: g - x,
    "square": lambda m, g, x: m.square(g),
    "reduce_sum": lambda m, g, x: m.reduce_sum(g),
    "clip_by_norm": lambda m, g, x: m.clip_by_norm(g, 1.0),
    "clip_by_value": lambda m, g, x: m.clip_by_value(g, -1.5, 1.5),
    "clip_by_global_norm": lambda m, g, x: m.clip_by_global_norm([g, x], 1.0)[0][0],
    "global_norm": lambda m, g, x: m.linalg.global_norm([g, x]),
    "add_n": lambda m, g, x: m.add_n([g, g]),
    "cast": lambda m, g, x: m.cast(g, "float64"),
    "identity": lambda m, g, x: m.identity(g),
    "stop_gradient": lambda m, g, x: m.stop_gradient(g),
    "scalar_mul": lambda m, g, x: m.math.scalar_mul(2.0, g),
    "is_nan": lambda m, g, x: m.math.is_nan(g),
    "norm": lambda m, g, x: m.norm(g),
    "shape": lambda m, g, x: m.shape(g),
    "where": lambda m, g, x: m.where(m.math.is_finite(g), g, x),
    "zeros_like": lambda m, g, x: m.zeros_like(g),
}


@pytest.mark.parametrize("name", USES)
def test_what_is_done_with_slices(name):
    values, x = np.array([[1, 1], [2, 2], [3, 3]], np.float32), np.arange(8, dtype=np.float32).reshape(4, 2)
    found = [
        summary(USES[name](module, make(module.constant(values), module.constant([0, 0, 2]), module.constant([4, 2])),
                           module.constant(x)))
        for module, make in ((rt, IndexedSlices), (tf, tf.IndexedSlices))
    ]  # fmt: skip
    agree(*found)


@pytest.mark.parametrize(("name", "options"), OPTIMIZERS)
@pytest.mark.parametrize("way", ["apply", "fit", "train_on_batch"])
def test_keras_optimizers(name, options, way):
    import keras as theirs

    found = [train(module, tape, name, options, way) for module, tape in ((keras, rt), (theirs, tf))]
    for one, other in zip(*found, strict=True):
        np.testing.assert_allclose(one, other, rtol=3e-5, atol=3e-6)


@pytest.mark.parametrize(("name", "options"), LEGACY)
def test_optimizers_of_version_1(name, options):
    mine, theirs = train_legacy(rt, rt.train, name, options), train_legacy(tf, tf.compat.v1.train, name, options)
    for one, other in zip(mine, theirs, strict=True):
        np.testing.assert_allclose(one, other, rtol=3e-5, atol=3e-6)


@pytest.mark.parametrize(("name", "options"), LEGACY)
def test_optimizers_of_version_1_in_sessions(name, options):
    mine, theirs = train_legacy_session(rt, rt, name, options), train_legacy_session(tf, tf.compat.v1, name, options)
    for one, other in zip(mine, theirs, strict=True):
        np.testing.assert_allclose(one, other, rtol=3e-5, atol=3e-6)


def test_batches_hold_what_is_tested():
    assert all(len(set(batch.ravel())) < batch.size for batch in BATCHES)
