"""Layers against Keras itself, where it is installed: random inputs and weights, outputs, and all gradients."""

import numpy as np
import pytest

import runtime as rt
from autograph import keras as mine
from tests.keras.layer_samples import INPUTS, LAYERS

tf = pytest.importorskip("tensorflow", reason="TensorFlow is not installed: pip install tensorflow-cpu")
theirs = pytest.importorskip("keras", reason="Keras is not installed: pip install keras")
pytestmark = pytest.mark.interop

RANDOM = np.random.RandomState(5)
RANDOM_INPUTS = {
    name: RANDOM.randint(0, 10, sample.shape) if name == "ids" else RANDOM.randn(*sample.shape).astype(np.float32)
    for name, sample in INPUTS.items()
}
CASES = [pytest.param(*sample, id=f"{number}-{sample[0]}") for number, sample in enumerate(LAYERS)]


def built(module, make, shape):
    layer = make(module.layers)
    layer.build(shape)
    return layer


def pair(make, shape):
    """The layer of either package, with the same random weights."""
    keras_layer, layer = built(theirs, make, shape), built(mine, make, shape)
    random = np.random.RandomState(0)
    values = [random.randn(*weight.shape).astype(np.float32) * 0.5 for weight in keras_layer.weights]
    values = [abs(v) + 0.5 if w.path.endswith("variance") else v for v, w in zip(values, keras_layer.weights)]
    if any(w.name == "seed_generator_state" for w in keras_layer.weights):
        values = [w.numpy() for w in keras_layer.weights]
    keras_layer.set_weights(values)
    layer.set_weights(values)
    return keras_layer, layer


def their_results(layer, value, training):
    x = tf.constant(value)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = layer(x, **training)
        loss = tf.reduce_sum(y * tf.cos(tf.reshape(tf.range(tf.size(y), dtype=tf.float32), tf.shape(y))))
        loss = tf.add_n([loss, *layer.losses])
    sources = [*([x] if x.dtype.is_floating else []), *(w.value for w in layer.trainable_weights)]
    gradients = tape.gradient(loss, sources, unconnected_gradients="zero")
    return y.numpy(), [tf.convert_to_tensor(gradient).numpy() for gradient in gradients]


def my_results(layer, value, training):
    x = rt.constant(value)
    with rt.GradientTape() as tape:
        if x.dtype.is_floating:
            tape.watch(x)
        y = layer(x, **training)
        loss = rt.reduce_sum(y * rt.cos(rt.reshape(rt.range(rt.size(y), dtype=rt.float32), rt.shape(y))))
        loss = rt.add_n([loss, *layer.losses])
    sources = [*([x] if x.dtype.is_floating else []), *layer.trainable_weights]
    zero = rt.UnconnectedGradients.ZERO
    gradients = tape.gradient(loss, sources, unconnected_gradients=zero)
    return y.numpy(), [rt.convert_to_tensor(gradient).numpy() for gradient in gradients]


def check(make, inputs, training=None):
    value = RANDOM_INPUTS[inputs]
    keras_layer, layer = pair(make, value.shape)
    settings = {} if training is None else {"training": training}
    (their_y, their_gradients), (y, gradients) = (
        their_results(keras_layer, value, settings), my_results(layer, value, settings)
    )  # fmt: skip
    assert np.allclose(y, their_y, rtol=2e-5, atol=2e-5)
    assert len(gradients) == len(their_gradients)
    for number, (gradient, other) in enumerate(zip(gradients, their_gradients, strict=True)):
        scale = max(1.0, float(np.abs(other).max()))
        assert np.allclose(gradient, other, rtol=1e-4, atol=2e-5 * scale), f"gradient {number}"


@pytest.mark.parametrize("training", [False, True])
@pytest.mark.parametrize(("name", "options", "inputs"), CASES)
def test_outputs_and_gradients(name, options, inputs, training):
    check(lambda layers: getattr(layers, name)(**options), inputs, training)


@pytest.mark.parametrize("mode", ["concat", "sum", "mul", "ave"])
@pytest.mark.parametrize("kind", ["SimpleRNN", "LSTM", "GRU"])
def test_both_directions(kind, mode):
    check(lambda k: k.Bidirectional(getattr(k, kind)(3, return_sequences=True), merge_mode=mode), "steps")


@pytest.mark.parametrize(
    "make",
    [
        lambda k: k.TimeDistributed(k.Dense(3, activation="relu")),
        lambda k: k.RNN([k.LSTMCell(3), k.GRUCell(2)], return_sequences=True),
        lambda k: k.LSTM(3, bias_initializer="ones", unit_forget_bias=False, return_sequences=True),
        lambda k: k.Dense(3, kernel_regularizer="l2", bias_regularizer="l1", activity_regularizer="l2"),
        lambda k: k.Lambda(lambda x: x * x, output_shape=lambda shape: shape),
    ],
    ids=["time distributed", "stacked cells", "bias", "penalties", "lambda"],
)
def test_layers_around_and_options(make):
    check(make, "steps")


@pytest.mark.parametrize("name", ["Add", "Subtract", "Multiply", "Average", "Maximum", "Minimum", "Concatenate"])
def test_merging(name):
    values = [np.random.RandomState(number).randn(3, 4).astype(np.float32) for number in (1, 2)]
    their_y, y = getattr(theirs.layers, name)()(values), getattr(mine.layers, name)()(values)
    assert np.allclose(y, their_y, atol=1e-6)


@pytest.mark.parametrize("name", ["MaxNorm", "NonNeg", "UnitNorm", "MinMaxNorm"])
def test_constraints(name):
    value = RANDOM.randn(4, 3).astype(np.float32) * 2
    their_value, my_value = (getattr(module.constraints, name)()(value) for module in (theirs, mine))
    assert np.allclose(my_value, their_value, atol=1e-6)
