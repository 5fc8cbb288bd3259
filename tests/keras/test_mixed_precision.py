"""Policies of dtypes: layers that compute in 16 bits with weights of 32, and losses that are scaled for it."""

import numpy as np
import pytest

import runtime as rt
from autograph import keras
from autograph.keras import layers, mixed_precision
from autograph.keras.mixed_precision import LossScaleOptimizer

RANDOM = np.random.RandomState(0)
X, Y = RANDOM.rand(32, 8).astype(np.float32), RANDOM.rand(32, 3).astype(np.float32)


@pytest.fixture
def mixed():
    mixed_precision.set_global_policy("mixed_float16")
    yield
    mixed_precision.set_global_policy("float32")


LAYERS = {
    "dense": lambda p: (layers.Dense(3, activation="relu", dtype=p), (2, 4)),
    "convolution": lambda p: (layers.Conv2D(2, 3, dtype=p), (2, 5, 5, 1)),
    "transposed": lambda p: (layers.Conv2DTranspose(2, 2, dtype=p), (2, 5, 5, 2)),
    "by channel": lambda p: (layers.SeparableConv2D(2, 2, dtype=p), (2, 5, 5, 2)),
    "batch": lambda p: (layers.BatchNormalization(axis=1, dtype=p), (2, 4, 3)),
    "layer": lambda p: (layers.LayerNormalization(dtype=p), (2, 4)),
    "group": lambda p: (layers.GroupNormalization(2, dtype=p), (2, 5, 4)),
    "lstm": lambda p: (layers.LSTM(3, dtype=p), (2, 4, 3)),
    "gru": lambda p: (layers.GRU(3, reset_after=False, dtype=p), (2, 4, 3)),
    "both ways": lambda p: (layers.Bidirectional(layers.GRU(2, dtype=p), dtype=p), (2, 4, 3)),
    "einsum": lambda p: (layers.EinsumDense("ab,bc->ac", 4, dtype=p), (2, 5)),
    "prelu": lambda p: (layers.PReLU(dtype=p), (2, 4)),
}


@pytest.mark.parametrize("policy", ["mixed_float16", "mixed_bfloat16"])
@pytest.mark.parametrize("name", LAYERS)
def test_layers_compute_in_16_bits_with_weights_of_32(name, policy):
    layer, shape = LAYERS[name](policy)
    x = RANDOM.rand(*shape).astype(np.float32)
    with rt.GradientTape() as tape:
        y = layer(x, training=True)
    assert y.dtype.name == policy.removeprefix("mixed_")
    assert {weight.dtype.name for weight in layer.weights if weight.trainable} == {"float32"}
    gradients = tape.gradient(y, layer.trainable_weights)
    assert {gradient.dtype.name for gradient in gradients} == {"float32"}
    wide, _ = LAYERS[name]("float32")
    wide(x)
    wide.set_weights(layer.get_weights())
    np.testing.assert_allclose(y.numpy().astype(np.float32), wide(x, training=True).numpy(), rtol=0.05, atol=0.05)


def test_weights_are_read_in_their_own_dtype_outside_of_calls():
    layer = layers.Dense(2, dtype="mixed_float16")
    layer.build((None, 3))
    assert (layer.kernel * 1.0).dtype.name == "float32"
    assert layer.kernel.numpy().dtype == np.float32


def test_policies():
    policy = mixed_precision.Policy("mixed_bfloat16")
    assert (policy.name, policy.compute_dtype, policy.variable_dtype) == ("mixed_bfloat16", "bfloat16", "float32")
    assert layers.Dense(1, dtype=policy).dtype_policy == policy
    assert mixed_precision.global_policy().name == "float32"
    assert mixed_precision.Policy.from_config(policy.get_config()) == policy
    with pytest.raises((TypeError, ValueError), match="mixed_int8"):
        mixed_precision.Policy("mixed_int8")
    with pytest.raises(TypeError, match="'name' must be a string"):
        mixed_precision.Policy(16)


def model():
    made = keras.Sequential(
        [layers.Input((8,)), layers.Dense(16, activation="tanh"), layers.BatchNormalization(), layers.Dense(3)]
    )
    random = np.random.RandomState(1)
    made.set_weights([w if w.ndim < 2 else random.randn(*w.shape).astype(np.float32) * 0.3 for w in made.get_weights()])
    return made


def test_training_scales_the_loss(mixed):
    narrow = model()
    narrow.compile(keras.optimizers.Adam(0.01), "mse")
    assert isinstance(narrow.optimizer, LossScaleOptimizer)
    losses = narrow.fit(X, Y, epochs=3, batch_size=16, shuffle=False, verbose=0).history["loss"]
    assert int(narrow.optimizer.iterations) == 6
    assert narrow.predict(X, verbose=0).dtype == np.float16
    mixed_precision.set_global_policy("float32")
    wide = model()
    wide.compile(keras.optimizers.Adam(0.01), "mse")
    assert np.allclose(
        wide.fit(X, Y, epochs=3, batch_size=16, shuffle=False, verbose=0).history["loss"], losses, rtol=0.02
    )


def test_losses_are_left_alone_on_demand(mixed):
    made = model()
    made.compile("sgd", "mse", auto_scale_loss=False)
    assert isinstance(made.optimizer, keras.optimizers.SGD)


def test_models_are_saved_with_their_policy(mixed, tmp_path):
    made = model()
    made.compile(keras.optimizers.Adam(0.01), "mse")
    made.fit(X, Y, verbose=0)
    made.save(tmp_path / "m.keras")
    mixed_precision.set_global_policy("float32")
    again = keras.models.load_model(tmp_path / "m.keras")
    assert again.layers[0].dtype_policy.name == "mixed_float16"
    assert np.array_equal(again.predict(X, verbose=0), made.predict(X, verbose=0))
    assert [float(v.numpy()) for v in again.optimizer.variables if v.shape == []] == [
        float(v.numpy()) for v in made.optimizer.variables if v.shape == []
    ]


@pytest.mark.parametrize("compiled", [False, True])
def test_scales_fall_where_gradients_are_not_finite_and_grow_slowly(compiled):
    optimizer, v = LossScaleOptimizer(keras.optimizers.SGD(1.0), 8.0, dynamic_growth_steps=2), rt.Variable(1.0)
    optimizer.build([v])
    step = lambda g: optimizer.apply_gradients([(g, v)])
    step = rt.function(step) if compiled else step
    assert float(optimizer.scale_loss(rt.constant(2.0))) == 16.0
    step(rt.constant(np.inf))
    assert (float(v), float(optimizer.dynamic_scale), int(optimizer.iterations)) == (1.0, 4.0, 0)
    step(rt.constant(1.0))
    step(rt.constant(1.0))
    assert (float(v), float(optimizer.dynamic_scale), int(optimizer.iterations)) == (0.5, 8.0, 2)
    assert optimizer.learning_rate.numpy() == 1.0
    optimizer.learning_rate = 0.5
    assert optimizer.inner_optimizer.learning_rate.numpy() == 0.5


def test_optimizers_around_others_are_made_again():
    optimizer = LossScaleOptimizer(keras.optimizers.Adam(0.1), 4.0)
    again = LossScaleOptimizer.from_config(optimizer.get_config())
    assert again.get_config() == optimizer.get_config()
    assert isinstance(keras.optimizers.deserialize(keras.optimizers.serialize(optimizer)), LossScaleOptimizer)
