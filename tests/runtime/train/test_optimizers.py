"""Optimizers of TensorFlow 1: steps, slots and names are TensorFlow's."""

import numpy as np
import pytest

import runtime as rt
from runtime.train import optimizers_adaptive as adaptive
from runtime.train import optimizers_descent as descent

# optimizer, arguments, names of its variables beside w, w after four steps of rate 0.1 on the sum of its cubes
CASES = [
    ("GradientDescentOptimizer", {}, [], [0.39743, -116.067719]),
    ("MomentumOptimizer", {"momentum": 0.9}, ["layer/w/Momentum:0"], [-0.47978, -268.920105]),
    ("MomentumOptimizer", {"momentum": 0.9, "use_nesterov": True}, ["layer/w/Momentum:0"], [-0.444387, -15074.958984]),
    (
        "AdamOptimizer",
        {},
        ["beta1_power:0", "beta2_power:0", "layer/w/Adam:0", "layer/w/Adam_1:0"],
        [0.610134, -2.40116],
    ),
    ("AdagradOptimizer", {}, ["layer/w/Adagrad:0"], [0.750954, -2.291146]),
    ("AdadeltaOptimizer", {}, ["layer/w/Adadelta:0", "layer/w/Adadelta_1:0"], [0.999818, -2.000182]),
    (
        "RMSPropOptimizer",
        {"centered": True},
        ["layer/w/RMSProp:0", "layer/w/RMSProp_1:0", "layer/w/RMSProp_2:0"],
        [0.467793, -3.136812],
    ),
    ("RMSPropOptimizer", {"momentum": 0.5}, ["layer/w/RMSProp:0", "layer/w/RMSProp_1:0"], [0.229956, -3.615368]),
    ("FtrlOptimizer", {}, ["layer/w/Ftrl:0", "layer/w/Ftrl_1:0"], [0.66529, -2.235303]),
    (
        "FtrlOptimizer",
        {
            "l1_regularization_strength": 0.01,
            "l2_regularization_strength": 0.02,
            "l2_shrinkage_regularization_strength": 0.1,
            "beta": 0.3,
        },
        ["layer/w/Ftrl:0", "layer/w/Ftrl_1:0"],
        [0.601257, -2.168973],
    ),
    ("ProximalGradientDescentOptimizer", {"l1_regularization_strength": 0.01}, [], [0.394941, -115.833931]),
    (
        "ProximalAdagradOptimizer",
        {"l2_regularization_strength": 0.1},
        ["layer/w/ProximalAdagrad:0"],
        [0.743441, -2.286158],
    ),
]


def made(name, arguments):
    kind = getattr(descent, name, None) or getattr(adaptive, name)
    return kind(0.1, **arguments)


def weights(loss_of, optimizer, steps=4):
    """Trains in a session; the names of all variables, and the values of the first."""
    with rt.Graph().as_default(), rt.Session() as session:
        w = rt.get_variable("layer/w", [2], initializer=lambda shape, dtype: rt.constant([1.0, -2.0]))
        step = optimizer.minimize(loss_of(w))
        session.run(rt.global_variables_initializer())
        for _ in range(steps):
            session.run(step)
        return [v.name for v in rt.global_variables()], session.run(w)


@pytest.mark.parametrize(("name", "arguments", "variables", "values"), CASES)
def test_steps_and_names_are_tensorflow_s(name, arguments, variables, values):
    names, w = weights(lambda w: rt.reduce_sum(w * w * w), made(name, arguments))
    assert names == ["layer/w:0", *variables]
    assert np.allclose(w, values, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize(("name", "arguments", "variables", "values"), CASES)
def test_steps_run_at_once_outside_of_graphs(name, arguments, variables, values):
    w = rt.Variable([1.0, -2.0], name="layer/w")
    optimizer = made(name, arguments)
    for _ in range(4):
        assert optimizer.minimize(lambda: rt.reduce_sum(w * w * w)) is None
    assert np.allclose(w.numpy(), values, rtol=1e-5, atol=1e-6)
    assert [v.name for v in optimizer.variables()] == sorted(variables)


def test_dual_averaging_takes_the_global_step():
    with rt.Graph().as_default(), rt.Session() as session:
        step = rt.Variable(np.int64(0), trainable=False, name="global_step")
        w = rt.Variable([1.0, -2.0], name="w")
        optimizer = adaptive.AdagradDAOptimizer(0.1, step, l1_regularization_strength=0.01)
        train = optimizer.minimize(rt.reduce_sum(w * w * w), global_step=step)
        session.run(rt.global_variables_initializer())
        for _ in range(4):
            session.run(train)
        assert session.run(step) == 4
        assert np.allclose(session.run(w), [-0.101078, -0.100382], rtol=1e-5)
        assert optimizer.get_slot_names() == ["gradient_accumulator", "gradient_squared_accumulator"]


def test_operations_have_tensorflow_s_names():
    with rt.Graph().as_default() as graph:
        w = rt.Variable([1.0], name="w")
        step = rt.Variable(np.int64(0), trainable=False, name="global_step")
        train = adaptive.AdamOptimizer(0.1).minimize(rt.reduce_sum(w * w), global_step=step)
        assert (train.name, train.type) == ("Adam", "AssignAddVariableOp")
        assert graph.get_operation_by_name("Adam/update_w/ResourceApplyAdam").inputs[5].op.name == "Adam/learning_rate"
        assert graph.get_operation_by_name("Adam/update").type == "NoOp"
        assert graph.get_collection(rt.GraphKeys.TRAIN_OP) == [train]


def test_gradients_may_be_changed_between():
    w = rt.Variable([4.0])
    optimizer = descent.GradientDescentOptimizer(1.0)
    pairs = optimizer.compute_gradients(lambda: rt.reduce_sum(w * w))
    optimizer.apply_gradients([(rt.clip_by_value(gradient, -1.0, 1.0), variable) for gradient, variable in pairs])
    assert w.numpy().tolist() == [3.0]


def test_steps_run_in_compiled_functions():
    w = rt.Variable([1.0])
    optimizer = descent.MomentumOptimizer(0.1, 0.9)

    @rt.function
    def train():
        with rt.GradientTape() as tape:
            loss = rt.reduce_sum(w * w)
        optimizer.apply_gradients(zip(tape.gradient(loss, [w]), [w], strict=True))

    for _ in range(2):
        train()
    assert np.allclose(w.numpy(), [0.46])
    assert train.experimental_get_tracing_count() == 1


def test_placeholders_outside_of_graphs_train_eager_variables():
    x, w = rt.placeholder("float32", [2]), rt.Variable([1.0, 1.0])
    train = descent.GradientDescentOptimizer(0.5).minimize(rt.reduce_sum(x * w))
    rt.Session().run(train, {x: [1.0, 2.0]})
    assert w.numpy().tolist() == [0.5, 0.0]


def test_the_learning_rate_may_be_a_tensor_or_a_function():
    rate = rt.Variable(0.5)
    w = rt.Variable([1.0])
    descent.GradientDescentOptimizer(rate).minimize(lambda: w * w)
    descent.GradientDescentOptimizer(lambda: rate / 2.0).minimize(lambda: w + 1.0)
    assert w.numpy().tolist() == [-0.25]


def test_constraints_hold_after_the_step():
    w = rt.Variable([1.0], constraint=lambda value: rt.maximum(value, 0.25))
    descent.GradientDescentOptimizer(1.0).minimize(lambda: w * 1.0)
    assert w.numpy().tolist() == [0.25]


def test_variables_without_gradient_stay():
    v, w = rt.Variable(1.0), rt.Variable(2.0)
    descent.GradientDescentOptimizer(1.0).minimize(lambda: v * 1.0, var_list=[v, w])
    assert (float(v), float(w)) == (0.0, 2.0)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda o, v: o.minimize(lambda: rt.constant(1.0)), ValueError, "No variables to optimize"),
        (lambda o, v: o.minimize(lambda: rt.constant(1.0), var_list=[v]), ValueError, "No gradients provided"),
        (lambda o, v: o.minimize(v * 2.0), RuntimeError, "has been computed already"),
        (lambda o, v: o.apply_gradients([]), ValueError, "No variables provided"),
        (lambda o, v: o.apply_gradients([(None, v)]), ValueError, "No gradients provided for any variable"),
    ],
)
def test_misuse_is_explained(call, error, message):
    with pytest.raises(error, match=message):
        call(descent.GradientDescentOptimizer(1.0), rt.Variable(1.0))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: descent.GradientDescentOptimizer(0.1, name=""), "Must specify the optimizer name"),
        (lambda: adaptive.AdagradOptimizer(0.1, 0.0), "initial_accumulator_value must be positive"),
        (lambda: adaptive.FtrlOptimizer(0.1, learning_rate_power=1.0), "negative or zero"),
        (lambda: adaptive.FtrlOptimizer(0.1, l1_regularization_strength=-1.0), "positive or zero"),
    ],
)
def test_bad_arguments_are_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()
