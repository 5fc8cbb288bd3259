"""Checkpoints of objects and SavedModels go both ways between this package and TensorFlow."""

import collections
import os

import numpy as np
import pytest

import autograph
import runtime as rt
from runtime import saved_model

tf = pytest.importorskip("tensorflow", reason="TensorFlow is not installed: pip install tensorflow-cpu")
pytestmark = [pytest.mark.interop, pytest.mark.filterwarnings("ignore")]

Pair = collections.namedtuple("Pair", "first second")
X = np.linspace(-1, 1, 6, dtype="f4").reshape(2, 3)


def module(nn, value):
    """A module with containers of all kinds; the same for both sides."""
    made = nn.Module()
    made.layers = [nn.Variable(np.full((3, 2), value, "f4")), {"a/b.c": nn.Variable(np.float32(value))}]
    made.pair = Pair(nn.Variable(np.int64(value)), (nn.Variable([value, 1.0]),))
    made.inner = nn.Module()
    made.inner.w = made.layers[0]
    made.inner.empty = []
    return made


def loss(nn, net):
    return nn.reduce_sum(net.layers[0] * net.layers[0]) + net.layers[1]["a/b.c"] * nn.reduce_sum(net.pair.second[0])


class Side:
    """A training with one of the packages."""

    def __init__(self, nn, train, value):
        self.nn, self.net = nn, module(nn, value)
        self.optimizer = train.AdamOptimizer(0.1)
        self.step = nn.Variable(np.int64(0))
        self.checkpoint = nn.train.Checkpoint(net=self.net, optimizer=self.optimizer, step=self.step)

    @property
    def trained(self):
        return [self.net.layers[0], self.net.layers[1]["a/b.c"], self.net.pair.second[0]]

    def train(self):
        for _ in range(3):
            self.optimizer.minimize(lambda: loss(self.nn, self.net), var_list=self.trained)
            self.step.assign_add(1)

    def values(self):
        return [np.asarray(variable.numpy()).tolist() for variable in [*self.trained, self.net.pair.first, self.step]]


def sides(value):
    return [Side(rt, rt.train, value), Side(tf, tf.compat.v1.train, value)]


@pytest.mark.parametrize("first", [0, 1], ids=["here", "there"])
def test_checkpoints_are_trained_on_in_turn(first, tmp_path):
    start = sides(2.0)[first]
    start.train()
    path = start.checkpoint.save(str(tmp_path / "ckpt"))
    for turn in range(3):
        side = sides(0.0)[(first + turn + 1) % 2]
        status = side.checkpoint.restore(path)
        status.assert_existing_objects_matched()
        side.train()
        status.assert_consumed()
        path = side.checkpoint.save(str(tmp_path / "ckpt"))
        start.train()
    assert path.endswith("ckpt-4")
    for found, expected in zip(side.values(), start.values()):
        np.testing.assert_allclose(found, expected, rtol=1e-5)


def test_managers_take_over_from_each_other(tmp_path):
    here, there = sides(1.0)
    for turn in range(6):
        side = (here, there)[turn % 2]
        manager = side.nn.train.CheckpointManager(side.checkpoint, str(tmp_path), max_to_keep=3)
        manager.restore_or_initialize()
        side.step.assign_add(1)
        assert manager.save() == str(tmp_path / f"ckpt-{turn + 1}")
    assert here.step.numpy() == 5
    assert there.step.numpy() == 6
    assert sorted(name for name in os.listdir(tmp_path) if name.endswith(".index")) == [
        f"ckpt-{i}.index" for i in (4, 5, 6)
    ]


def test_the_tensors_are_tensorflows(tmp_path):
    paths = [side.checkpoint.write(str(tmp_path / f"{i}")) for i, side in enumerate(sides(2.0))]
    ours, theirs = (tf.train.load_checkpoint(path) for path in paths)
    shapes = ours.get_variable_to_shape_map()
    assert shapes == theirs.get_variable_to_shape_map()
    for name in shapes.keys() - {"_CHECKPOINTABLE_OBJECT_GRAPH"}:
        np.testing.assert_array_equal(ours.get_tensor(name), theirs.get_tensor(name))


def test_variables_by_name_are_read_there(tmp_path):
    v = rt.Variable([1.0, 2.0], name="v")
    rt.train.Saver([v]).save(None, str(tmp_path / "model"), write_meta_graph=False)
    other = tf.Variable([0.0, 0.0], name="v")
    tf.train.Checkpoint(v=other).restore(str(tmp_path / "model")).assert_existing_objects_matched()
    assert other.numpy().tolist() == [1.0, 2.0]


# ---------------------------------------------------------------------------------------------- SavedModels


def model(nn, function):
    """A module with functions: branches, loops, state, Python arguments, structures; the same for both sides."""

    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.w = [nn.Variable(np.linspace(-1, 1, 6, dtype="f4").reshape(3, 2), name="w")]
            self.count = nn.Variable(0, name="count")

        @function(input_signature=[nn.TensorSpec([None, 3], nn.float32, name="x")])
        def predict(self, x):
            self.count.assign_add(1)
            y = nn.matmul(x, self.w[0])
            if nn.reduce_sum(y) > 0.0:
                y = y * 2.0
            else:
                y = y - 1.0
            return {"y": y, "count": self.count.read_value()}

        @function(input_signature=[nn.TensorSpec([], nn.int32, name="n")])
        def collatz(self, n):
            steps = 0
            while n != 1:
                m = 0
                while m < 2:
                    m += 1
                if n % 2 == 0:
                    n = n // 2
                else:
                    n = 3 * n + 1
                steps += m
            return steps

        @function
        def scale(self, x, factor=2.0, *, flip=False):
            return Pair((-x if flip else x) * factor, [x])

        @function(input_signature=[nn.TensorSpec([None], nn.string, name="text")])
        def shout(self, text):
            return nn.strings.join([text, "!"])

    made = Model()
    made.scale(nn.constant([1.0, 2.0]))
    made.scale(nn.constant([1.0, 2.0]), flip=True)
    made.scale(nn.constant([[1]]), 3)
    return made


def arrays(value):
    """A structure of tensors as one of arrays; named tuples of both sides are equal."""
    if isinstance(value, dict):
        return {key: arrays(item) for key, item in value.items()}
    return [arrays(item) for item in value] if isinstance(value, (list, tuple)) else np.asarray(value.numpy())


def uses(nn, made):
    """What calls of the functions give, in order."""
    x = nn.constant(X)
    yield arrays(made.predict(x))
    yield arrays(made.predict(-x * 3.0))
    yield arrays(made.collatz(nn.constant(27)))
    yield arrays(made.scale(nn.constant([3.0, 4.0])))
    yield arrays(made.scale(nn.constant([3.0, 4.0]), flip=True))
    yield arrays(made.scale(nn.constant([[5]]), 3))
    yield arrays(made.shout(nn.constant(["a", "bc"])))
    with nn.GradientTape() as tape:
        total = nn.reduce_sum(made.predict(x)["y"] ** 2.0)
    yield arrays(tape.gradient(total, made.w[0]))


def signature_uses(nn, made):
    yield arrays(made.signatures["predict"](x=nn.constant(X)))
    yield arrays(made.signatures["collatz"](n=nn.constant(27)))
    yield arrays(made.signatures["shout"](text=nn.constant(["a"])))


def assert_equal(found, expected):
    found, expected = list(found), list(expected)
    rt.nest.assert_same_structure(found, expected)
    for one, other in zip(rt.nest.flatten(found), rt.nest.flatten(expected), strict=True):
        assert (one.dtype, one.shape) == (other.dtype, other.shape)
        if one.dtype == object:
            assert one.tolist() == other.tolist()
        else:
            np.testing.assert_allclose(one, other, rtol=1e-6)


SIGNATURES = ("predict", "collatz", "shout")


def test_models_of_here_run_there_and_come_back(tmp_path):
    made = model(rt, autograph.function)
    saved_model.save(made, str(tmp_path / "one"))
    there = tf.saved_model.load(str(tmp_path / "one"))
    assert sorted(there.signatures) == sorted(SIGNATURES)
    assert_equal(uses(tf, there), uses(rt, made))
    tf.saved_model.save(there, str(tmp_path / "two"), signatures={key: there.signatures[key] for key in SIGNATURES})
    again = saved_model.load(str(tmp_path / "two"))
    assert again.count.numpy() == 3
    assert_equal(uses(rt, again), uses(rt, made))
    assert_equal(signature_uses(rt, again), signature_uses(tf, _caught_up(tmp_path / "two", 3)))


def _caught_up(path, calls):
    """A model of TensorFlow's that has been called as often."""
    made = tf.saved_model.load(str(path))
    for _ in range(calls):
        made.predict(tf.constant(X))
    return made


def test_models_of_there_run_here_and_come_back(tmp_path):
    made = model(tf, tf.function)
    tf.saved_model.save(made, str(tmp_path / "one"), signatures={key: getattr(made, key) for key in SIGNATURES})
    here = saved_model.load(str(tmp_path / "one"))
    assert_equal(uses(rt, here), uses(tf, made))
    assert_equal(signature_uses(rt, here), signature_uses(tf, _caught_up(tmp_path / "one", 3)))
    saved_model.save(here, str(tmp_path / "two"), signatures=here.signatures)
    again = tf.saved_model.load(str(tmp_path / "two"))
    assert sorted(again.signatures) == sorted(SIGNATURES)
    assert_equal(uses(tf, again), uses(rt, saved_model.load(str(tmp_path / "two"))))


def test_graphs_with_signatures_run_there(tmp_path):
    with rt.Graph().as_default(), rt.Session() as session:
        x = rt.placeholder("float32", [None, 3], name="x")
        w = rt.Variable(np.ones((3, 2), "f4"), name="w")
        session.run(w.initializer)
        saved_model.simple_save(session, str(tmp_path / "model"), {"x": x}, {"y": rt.matmul(x, w)})
    loaded = tf.saved_model.load(str(tmp_path / "model"))
    assert loaded.signatures["serving_default"](x=tf.ones([1, 3]))["y"].numpy().tolist() == [[3.0, 3.0]]
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        tf.compat.v1.saved_model.load(session, ["serve"], str(tmp_path / "model"))
        assert session.run("MatMul:0", {"x:0": np.ones((1, 3))}).tolist() == [[3.0, 3.0]]


def test_graphs_with_tables_and_assets_run_there(tmp_path):
    from tests.train.test_saved_model_builder import build

    path = str(tmp_path / "model")
    build(path, tmp_path)
    (tmp_path / "words.txt").unlink()
    loaded = tf.saved_model.load(path, tags=["serve"])
    found = loaded.signatures["serving_default"](words=tf.constant(["b", "?"]))
    assert found["numbers"].numpy().tolist() == [10, -10]


def test_a_frozen_graph_runs_there():
    with rt.Graph().as_default() as graph, rt.Session() as session:
        x = rt.placeholder("float32", [3], name="x")
        w = rt.Variable([1.0, 2.0, 3.0], name="w")
        autograph.to_graph(_scaled)(x, w)
        session.run(w.initializer)
        expected = session.run("y:0", {"x:0": [1.0, 1.0, 1.0]})
        frozen = rt.graph_util.convert_variables_to_constants(session, graph.as_graph_def(), ["y"])
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        tf.import_graph_def(tf.compat.v1.GraphDef.FromString(frozen.SerializeToString()), name="")
        np.testing.assert_allclose(session.run("y:0", {"x:0": [1.0, 1.0, 1.0]}), expected)


def _scaled(x, w):
    while rt.reduce_sum(x) < 100.0:
        if rt.reduce_max(x) > 5.0:
            x = x + w
        else:
            x = x * w
    return rt.identity(x, name="y")
