"""Graphs with gradients and training steps of every kind run in TensorFlow, with equal numbers."""

import numpy as np
import pytest

import autograph
import runtime as rt
from runtime.formats import messages

tf = pytest.importorskip("tensorflow", reason="TensorFlow is not installed: pip install tensorflow-cpu")
pytestmark = [pytest.mark.interop, pytest.mark.filterwarnings("ignore")]
v1 = tf.compat.v1

X = np.linspace(-1, 2, 6, dtype="f4").reshape(2, 3)


def loop(x, w):
    i = 0
    while rt.reduce_sum(rt.abs(x)) < 50.0 and i < 10:
        x = rt.tanh(x @ w) + x * 1.5
        i += 1
    return x


def loop_in_loop(x, w):
    for i in rt.range(3):
        j = 0
        while j < i:
            x = x @ w + 0.1
            j += 1
    return x


def branches(x, w):
    if rt.reduce_sum(x) > 1.0:
        y = x @ w
    elif rt.reduce_max(x) > 0.0:
        y = rt.exp(x)
    else:
        y = x * 2.0
    return y


def branches_in_loops(x, w):
    for i in rt.range(4):
        if i % 2 == 0:
            x = x @ w
        elif i == 3:
            break
        else:
            x = x + w[0, 0]
    return x


def early_return(x, w):
    while True:
        if rt.reduce_max(x) > 5.0:
            return x * 2.0
        x = x * 1.3 + w[0]


def lists(x, w):
    rows = []
    for row in x:
        rows.append(rt.tensordot(row, w, 1) * rt.cast(len(rows) + 1, "float32"))
    return rt.stack(rows)


def mapped(x, w):
    return rt.map_fn(lambda row: rt.tensordot(rt.sin(row), w, 1), x)


def custom(x, w):
    @rt.custom_gradient
    def f(a):
        return rt.exp(a), lambda dy: dy * 7.0

    y = x @ w
    for _ in rt.range(2):
        y = f(y * 0.1)
    return y


def recomputed(x, w):
    return rt.recompute_grad(lambda a: rt.tanh(a @ w) * a)(x)


def called(x, w):
    inner = autograph.function(lambda a: rt.where(a > 0.0, a @ w, a * a))
    return inner(x) + inner(inner(x))


def state(x, w):
    total = rt.Variable(0.0, name="total")
    for i in rt.range(3):
        total.assign_add(rt.reduce_sum(x) * rt.cast(i, "float32"))
        x = x @ w + total
    return x


PROGRAMS = (
    loop, loop_in_loop, branches, branches_in_loops, early_return, lists, mapped, custom, recomputed, called, state,
)  # fmt: skip


def same_there(graph, fetches, feeds, runs=1):
    """Whether TensorFlow computes what a session here does, in as many runs."""
    names = [fetch.name for fetch in fetches]
    with rt.Session(graph=graph) as session:
        session.run([variable.initializer for variable in graph.get_collection("variables")])
        expected = [session.run(names, feeds) for _ in range(runs)]
    message = messages.serialize(rt.train.export_meta_graph(graph=graph))
    with tf.Graph().as_default(), v1.Session() as session:
        v1.train.import_meta_graph(v1.MetaGraphDef.FromString(message))
        session.run(v1.global_variables_initializer())
        found = [session.run(names, feeds) for _ in range(runs)]
    for one, other in zip(rt.nest.flatten(expected), rt.nest.flatten(found), strict=True):
        np.testing.assert_allclose(one, other, rtol=2e-5, atol=1e-6)


@pytest.mark.parametrize("sign", [1.0, -1.0])
@pytest.mark.parametrize("program", PROGRAMS)
def test_gradients_of_control_flow(program, sign):
    with rt.Graph().as_default() as graph:
        x = rt.placeholder("float32", [None, 3], name="x")
        w = rt.Variable(np.eye(3, dtype="f4") * 0.9 + 0.1, name="w")
        y = rt.identity(autograph.to_graph(program)(x, w), name="y")
        dx, dw = rt.gradients(rt.reduce_sum(y * y), [x, w])
        fetches = [y, rt.identity(dx)] + ([] if dw is None else [rt.identity(dw)])
    same_there(graph, fetches, {"x:0": X * sign})


OPTIMIZERS = {
    "GradientDescent": (0.1,), "Momentum": (0.1, 0.9), "Adam": (0.1,), "Adagrad": (0.1,), "Adadelta": (0.5,),
    "RMSProp": (0.05,), "Ftrl": (0.1,), "ProximalGradientDescent": (0.1,), "ProximalAdagrad": (0.1,),
}  # fmt: skip


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_training_steps(name):
    with rt.Graph().as_default() as graph:
        x = rt.placeholder("float32", [None, 3], name="x")
        w, rows = rt.Variable(np.eye(3, dtype="f4"), name="w"), rt.Variable(np.ones((5, 3), "f4"), name="rows")
        step = rt.Variable(np.int64(0), trainable=False, name="step")
        picked = rt.gather(rows, [1, 3, 1])
        loss = rt.reduce_mean((x @ w - 1.0) ** 2.0) + rt.reduce_mean((picked - 2.0) ** 2.0)
        kind = getattr(rt.train, f"{name}Optimizer")
        train = kind(*OPTIMIZERS[name]).minimize(loss, global_step=step)
        with rt.control_dependencies([train]):
            fetches = [rt.identity(loss), w.read_value(), rows.read_value(), step.read_value()]
    same_there(graph, fetches, {"x:0": X}, runs=3)
