"""Optimizers: their steps are Keras's, at once, in compiled functions and in sessions."""

import warnings

import numpy as np
import pytest

import autograph as ag
import runtime as rt
from autograph.keras import optimizers
from autograph.keras.callbacks import LambdaCallback, LearningRateScheduler
from tests.keras.expected_optimizers import GRADIENTS, OPTIMIZERS


def made(name, options):
    return getattr(optimizers, name)(0.1, **options)


def variables():
    return [rt.Variable([1.0, -2.0], name="w"), rt.Variable([0.5], name="b")]


def as_arrays(gradients):
    return [np.array(gradient, np.float32) for gradient in gradients]


def close(values, expected):
    return np.allclose(np.concatenate([np.ravel(value) for value in values]), expected, rtol=2e-5, atol=5e-6)


@pytest.mark.parametrize(("name", "options", "expected"), OPTIMIZERS)
def test_steps_are_keras_s(name, options, expected):
    optimizer, trained = made(name, options), variables()
    for gradients in GRADIENTS:
        optimizer.apply_gradients(zip(as_arrays(gradients), trained, strict=True))
    assert close([variable.numpy() for variable in trained], expected)


@pytest.mark.parametrize(("name", "options", "expected"), OPTIMIZERS)
def test_compiled_steps_are_the_same_and_traced_once(name, options, expected):
    optimizer, trained = made(name, options), variables()

    @ag.function
    def step(w, b):
        optimizer.apply_gradients(zip([w, b], trained, strict=True))

    for gradients in GRADIENTS:
        step(*as_arrays(gradients))
    assert close([variable.numpy() for variable in trained], expected)
    assert step.experimental_get_tracing_count() == 1


@pytest.mark.parametrize(("name", "options", "expected"), OPTIMIZERS)
def test_steps_in_a_session_are_the_same(name, options, expected):
    with rt.Graph().as_default(), rt.Session() as session:
        optimizer, trained = made(name, options), variables()
        fed = [rt.placeholder("float32", variable.shape) for variable in trained]
        step = optimizer.apply_gradients(zip(fed, trained, strict=True))
        session.run(rt.global_variables_initializer())
        for gradients in GRADIENTS:
            session.run(step, dict(zip(fed, gradients, strict=True)))
        assert close(session.run(trained), expected)
        assert session.run(optimizer.variables[0]) == len(GRADIENTS)


@pytest.mark.parametrize(("name", "options", "expected"), OPTIMIZERS)
def test_an_optimizer_is_made_again_from_its_configuration(name, options, expected):
    optimizer = made(name, options)
    assert optimizers.deserialize(optimizers.serialize(optimizer)).get_config() == optimizer.get_config()


def test_the_learning_rate_can_be_set_between_steps():
    optimizer, v = optimizers.SGD(1.0), rt.Variable(0.0)
    step = ag.function(lambda: optimizer.apply_gradients([(1.0, v)]))
    step()
    optimizer.learning_rate = 10.0
    step()
    optimizer.learning_rate.assign(100.0)
    step()
    assert float(v) == -111.0
    assert step.experimental_get_tracing_count() == 1


def test_a_schedule_follows_the_steps_of_a_compiled_function():
    rate = optimizers.schedules.PiecewiseConstantDecay([0, 1], [1.0, 10.0, 100.0])
    optimizer, v = optimizers.SGD(rate), rt.Variable(0.0)
    step = ag.function(lambda: optimizer.apply_gradients([(1.0, v)]))
    for _ in range(3):
        step()
    assert float(v) == -111.0
    with pytest.raises(TypeError, match="cannot be set to a number"):
        optimizer.learning_rate = 0.1


def test_minimize_takes_a_function():
    optimizer, v = optimizers.SGD(0.25), rt.Variable([1.0, 2.0])
    optimizer.minimize(lambda: rt.reduce_sum(v * v), [v])
    assert v.numpy().tolist() == [0.5, 1.0]


def test_minimize_takes_a_loss_and_its_tape():
    optimizer, v = optimizers.SGD(0.25), rt.Variable(1.0)
    with rt.GradientTape() as tape:
        loss = v * v
    optimizer.minimize(loss, [v], tape=tape)
    assert float(v) == 0.5


def test_variables_are_those_of_keras():
    optimizer = optimizers.Adam(name="adam")
    optimizer.build([rt.Variable([1.0], name="layer/w")])
    assert [v.name for v in optimizer.variables] == [
        "adam/iteration:0", "adam/learning_rate:0", "adam/layer_w_momentum:0", "adam/layer_w_velocity:0",
    ]  # fmt: skip


def test_weights_go_from_one_optimizer_to_another():
    first, second, v = optimizers.SGD(0.1, momentum=0.9), optimizers.SGD(0.1, momentum=0.9), rt.Variable([1.0])
    first.apply_gradients([([1.0], v)])
    second.build([v])
    second.set_weights(first.get_weights())
    assert [w.tolist() for w in second.get_weights()] == [w.tolist() for w in first.get_weights()]


def test_weights_may_be_left_out_of_the_decay():
    v, w = rt.Variable(1.0, name="kernel"), rt.Variable(1.0, name="bias")
    optimizer = optimizers.SGD(1.0, weight_decay=0.5)
    optimizer.exclude_from_weight_decay(var_names=["bias"])
    optimizer.apply_gradients([(0.0, v), (0.0, w)])
    assert (float(v), float(w)) == (0.5, 1.0)


def test_constraints_hold_after_the_step():
    v = rt.Variable([1.0], constraint=lambda value: rt.maximum(value, 0.25))
    optimizers.SGD(1.0).apply_gradients([([5.0], v)])
    assert v.numpy().tolist() == [0.25]


def test_a_gradient_that_is_missing_warns_and_leaves_the_variable():
    v, w = rt.Variable(1.0, name="v"), rt.Variable(1.0, name="w")
    with pytest.warns(UserWarning, match=r"Gradients do not exist for variables \['w:0'\]"):
        optimizers.SGD(1.0).apply_gradients([(1.0, v), (None, w)])
    assert (float(v), float(w)) == (0.0, 1.0)


def test_averages_are_put_in_place_at_the_end():
    v = rt.Variable(0.0)
    optimizer = optimizers.SGD(1.0, use_ema=True, ema_momentum=0.5)
    for _ in range(2):
        optimizer.apply_gradients([(1.0, v)])
    assert float(v) == -2.0
    optimizer.finalize_variable_values([v])
    assert float(v) == -1.5


def test_an_optimizer_of_the_user_s_may_branch_on_tensors():
    class Careful(optimizers.Optimizer):
        def update_step(self, gradient, variable, learning_rate):
            if gradient > 1.0:
                gradient = gradient / 10.0
            variable.assign_sub(gradient * learning_rate)

    optimizer, v = Careful(1.0), rt.Variable(0.0)
    step = ag.function(lambda g: optimizer.apply_gradients([(g, v)]))
    step(rt.constant(0.5))
    step(rt.constant(5.0))
    assert float(v) == -1.0


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: optimizers.SGD(lr=0.1), r"not recognized: \{'lr': 0.1\}. Use `learning_rate`"),
        (lambda: optimizers.Adam(beta1=0.9), "Did you mean 'beta_1'"),
        (lambda: optimizers.SGD("fast"), "should be a number, a LearningRateSchedule or a callable, not 'fast'"),
        (lambda: optimizers.SGD(momentum=2.0), r"`momentum` must be a number between \[0, 1\]"),
        (lambda: optimizers.SGD(clipnorm=1.0, clipvalue=1.0), "Only one of `clipnorm`"),
        (lambda: optimizers.SGD(use_ema=True, ema_momentum=2.0), "`ema_momentum` must be in the range"),
        (lambda: optimizers.SGD(gradient_accumulation_steps=1), "must be an integer >= 2"),
        (lambda: optimizers.Ftrl(learning_rate_power=1.0), "negative or zero"),
        (lambda: optimizers.Lion(beta_1=0.0), r"`beta_1` must be in the \(0, 1\] range"),
        (lambda: optimizers.AdamW(weight_decay=None), "must be a float, not None"),
        (lambda: optimizers.get("adamm"), "Did you mean 'adam'"),
        (lambda: optimizers.get(len), "Could not interpret optimizer identifier"),
    ],
)
def test_bad_arguments_are_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (lambda o, v: o.apply_gradients([]), "No variables provided"),
        (lambda o, v: o.apply_gradients([(None, v)]), "No gradients provided for any variable"),
        (lambda o, v: o.apply([1.0]), "must be built"),
        (lambda o, v: o.apply([1.0, 2.0], [v]), "There are 2 gradients for 1 variables"),
        (lambda o, v: (o.build([]), o.apply_gradients([(1.0, v)])), r"Unknown variables: \['v:0'\]"),
        (lambda o, v: o.minimize(v * v, [v]), "`loss` must be a function, or `tape` be given"),
        (lambda o, v: o.set_weights([1.0]), "has 2 variables, but 1 weights"),
    ],
)
def test_misuse_is_explained(act, message):
    with pytest.raises(ValueError, match=message):
        act(optimizers.SGD(1.0), rt.Variable(1.0, name="v"))


@pytest.mark.parametrize("name", ["adam", "Adam", "SGD", "sgd", "rmsprop", "RMSprop", "adamw", "ftrl"])
def test_optimizers_are_found_by_name(name):
    assert type(optimizers.get(name)).__name__.lower() == name.lower()


def test_the_old_decay_is_ignored_with_a_warning():
    with pytest.warns(UserWarning, match="`decay` is no longer supported"):
        optimizers.SGD(0.1, decay=1e-4)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        optimizers.SGD(0.1)


@pytest.mark.parametrize("is_watched", [False, True])
def test_models_take_optimizers_of_tensorflow_1(is_watched, tmp_path):
    from tests.keras.training_samples import X, Y, untrained

    def losses(model, optimizer, **fit):
        model.compile(optimizer, "mse")
        look = LambdaCallback(on_train_batch_end=lambda batch, logs: None)
        return model.fit(X, Y, shuffle=False, verbose=0, callbacks=[look] * is_watched, **fit).history["loss"]

    first = untrained()
    found = losses(first, rt.train.MomentumOptimizer(0.1, 0.9), epochs=3)
    expected = losses(untrained(), optimizers.SGD(0.1, momentum=0.9), epochs=3)
    assert np.allclose(found, expected, rtol=1e-3)
    kept = [variable.name.rpartition("/")[2] for variable in first.optimizer.variables]
    assert kept == ["iteration:0", "learning_rate:0", *["Momentum:0"] * 4]
    first.save_weights(tmp_path / "w")
    names = [name for name, _ in rt.train.list_variables(str(tmp_path / "w"))]
    assert sum(".OPTIMIZER_SLOT" in name for name in names) == 4


def test_callbacks_set_the_rate_of_optimizers_of_tensorflow_1():
    from tests.keras.training_samples import X, Y, untrained

    model = untrained()
    model.compile(rt.train.GradientDescentOptimizer(0.1), "mse")
    rates = LearningRateScheduler(lambda epoch, rate: 0.0 if epoch else rate)
    history = model.fit(X, Y, epochs=3, shuffle=False, verbose=0, callbacks=[rates]).history
    assert np.isclose(history["loss"][1], history["loss"][2], rtol=1e-6)
    assert not np.isclose(history["loss"][0], history["loss"][1], rtol=1e-3)
