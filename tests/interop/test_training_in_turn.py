"""Graphs with their variables are saved by one side and trained on by the other, in turn, with equal numbers."""

import numpy as np
import pytest

import autograph
import runtime as rt
from runtime import dtypes

tf = pytest.importorskip("tensorflow", reason="TensorFlow is not installed: pip install tensorflow-cpu")
pytestmark = [pytest.mark.interop, pytest.mark.filterwarnings("ignore")]
v1 = tf.compat.v1

RANDOM = np.random.default_rng(0)
X, Y = RANDOM.normal(size=(8, 4)).astype("f4"), RANDOM.normal(size=(8, 2)).astype("f4")
TURNS, STEPS = 4, 3


class Here:
    """Builds and runs graphs with this package."""

    name = "here"

    def build(self, program, path):
        with rt.Graph().as_default(), rt.Session() as session:
            program(rt, rt.train, rt.placeholder, rt.Variable)
            session.run(rt.global_variables_initializer())
            rt.train.Saver().save(session, path)

    def go_on(self, path, new_path, run):
        with rt.Graph().as_default(), rt.Session() as session:
            saver = rt.train.import_meta_graph(f"{path}.meta")
            saver.restore(session, path)
            results = run(session)
            saver.save(session, new_path)
        return results


class There:
    """The same with TensorFlow."""

    name = "there"

    def build(self, program, path):
        with tf.Graph().as_default(), v1.Session() as session:
            program(tf, v1.train, v1.placeholder, v1.Variable)
            session.run(v1.global_variables_initializer())
            v1.train.Saver().save(session, path)

    def go_on(self, path, new_path, run):
        with tf.Graph().as_default(), v1.Session() as session:
            saver = v1.train.import_meta_graph(f"{path}.meta")
            saver.restore(session, path)
            results = run(session)
            saver.save(session, new_path)
        return results


HERE, THERE = Here(), There()


def mlp(nn, train, placeholder, variable):
    """An MLP with Adam; the same text for both sides."""
    x, y = placeholder("float32", [None, 4], name="x"), placeholder("float32", [None, 2], name="y")
    w1 = variable(np.linspace(-1, 1, 24, dtype="f4").reshape(4, 6), name="h/w")
    b1 = variable(np.zeros(6, "f4"), name="h/b")
    w2 = variable(np.linspace(1, -1, 12, dtype="f4").reshape(6, 2), name="out/w")
    step = variable(np.int64(0), trainable=False, name="step")
    loss = nn.reduce_mean((nn.matmul(nn.tanh(nn.matmul(x, w1) + b1), w2) - y) ** 2.0)
    nn.identity(loss, name="loss")
    train.AdamOptimizer(0.05).minimize(loss, global_step=step, name="train")


def staged_loop(nn, train, placeholder, variable):
    """A loop whose number of turns the data decide, and its gradients."""
    convert = autograph.to_graph if nn is rt else lambda function: tf.autograph.to_graph(function, recursive=True)
    x, y = placeholder("float32", [None, 4], name="x"), placeholder("float32", [None, 2], name="y")
    w = variable(np.eye(4, dtype="f4") * 0.9 + 0.05, name="w")
    out = variable(np.linspace(-0.5, 0.5, 8, dtype="f4").reshape(4, 2), name="out")

    def grow(h, limit):
        turns = 0
        while nn.reduce_sum(nn.abs(h)) < limit and turns < 20:
            h = nn.matmul(h, w) + 0.1 * h * h
            turns += 1
        return h, turns

    h, turns = convert(grow)(x, 60.0)
    nn.identity(turns, name="turns")
    loss = nn.reduce_mean((nn.matmul(nn.tanh(h), out) - y) ** 2.0)
    nn.identity(loss, name="loss")
    train.MomentumOptimizer(0.02, 0.9).minimize(loss, name="train")


def branches_and_loops(nn, train, placeholder, variable):
    """A function with `if`, and loops in loops."""
    convert = autograph.to_graph if nn is rt else lambda function: tf.autograph.to_graph(function, recursive=True)
    x, y = placeholder("float32", [None, 4], name="x"), placeholder("float32", [None, 2], name="y")
    w = variable(np.float32(0.5), name="w")

    def f(a):
        total = 0.0
        i = 0
        while i < 3:
            j = 0
            while j < i:
                if nn.reduce_sum(a) > 0.0:
                    total = total + w * nn.reduce_mean(a)
                else:
                    total = total - w * w
                j = j + 1
            i = i + 1
        return total

    loss = (convert(f)(x) - nn.reduce_mean(y)) ** 2.0 + (convert(f)(-x)) ** 2.0
    nn.identity(loss, name="loss")
    train.GradientDescentOptimizer(0.02).minimize(loss, name="train")


def some_steps(session):
    return [float(session.run(["loss:0", "train"], {"x:0": X, "y:0": Y})[0]) for _ in range(STEPS)]


@pytest.mark.parametrize("program", [mlp, staged_loop, branches_and_loops])
@pytest.mark.parametrize("builder", [HERE, THERE], ids=lambda side: side.name)
def test_both_sides_train_on_in_turn(program, builder, tmp_path):
    builder.build(program, str(tmp_path / "model-0"))
    in_turn, alone = [], []
    for turn in range(TURNS):
        side = (HERE, THERE)[turn % 2]
        in_turn += side.go_on(str(tmp_path / f"model-{turn}"), str(tmp_path / f"model-{turn + 1}"), some_steps)
    builder.go_on(
        str(tmp_path / "model-0"),
        str(tmp_path / "alone"),
        lambda s: [alone.extend(some_steps(s)) for _ in range(TURNS)],
    )
    assert alone[-1] < alone[0]
    np.testing.assert_allclose(in_turn, alone, rtol=2e-5)


NUMERIC = [dtype for dtype in dtypes.ALL if dtype.name not in ("resource", "variant")]


def every_dtype(nn, train, placeholder, variable):
    for dtype in NUMERIC:
        if dtype is dtypes.string:
            nn.identity(variable(np.array([[b"a", b""], [b"\xff\x00", b"bcd"]], object), name="string"), name="string_")
        elif not dtype.name.startswith(("q", "int4", "uint4", "int2", "uint2", "float8", "float4")):
            value = np.arange(6).astype(dtype.as_numpy_dtype).reshape(2, 3)
            nn.identity(variable(value, name=dtype.name, dtype=dtype.name), name=f"{dtype.name}_")


def values(session):
    names = [v.op.name for v in session.graph.get_collection("variables")]
    return dict(zip(names, session.run([f"{name}_:0" for name in names])))


@pytest.mark.parametrize("builder", [HERE, THERE], ids=lambda side: side.name)
def test_variables_of_every_dtype_come_through(builder, tmp_path):
    builder.build(every_dtype, str(tmp_path / "model-0"))
    first = HERE.go_on(str(tmp_path / "model-0"), str(tmp_path / "model-1"), values)
    second = THERE.go_on(str(tmp_path / "model-1"), str(tmp_path / "model-2"), values)
    third = HERE.go_on(str(tmp_path / "model-2"), str(tmp_path / "model-3"), values)
    assert len(first) > 12
    for name, value in first.items():
        assert value.dtype == third[name].dtype
        assert value.tolist() == second[name].tolist() == third[name].tolist()
    for ending in (".index", ".data-00000-of-00001"):
        files = [(tmp_path / f"model-{i}{ending}").read_bytes() for i in range(4)]
        assert files[0] == files[1] == files[2] == files[3]
