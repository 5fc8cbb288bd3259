"""Layers of random kinds, options and masks against Keras: outputs, states, and gradients of everything."""

import numpy as np
import pytest

import runtime as rt
from autograph import keras as mine
from runtime import nest
from tests.keras.random_layers import make, sample

tf = pytest.importorskip("tensorflow", reason="TensorFlow is not installed: pip install tensorflow-cpu")
theirs = pytest.importorskip("keras", reason="Keras is not installed: pip install keras")
pytestmark = pytest.mark.interop

COUNT = 400


def weights_for(layer):
    random = np.random.RandomState(3)
    values = [random.randn(*weight.shape).astype(np.float32) * 0.5 for weight in layer.weights]
    return [abs(v) + 0.5 if w.path.endswith("variance") else v for v, w in zip(values, layer.weights, strict=True)]


def results(module, layer, inputs, weights, training):
    """The outputs of two calls (the second one goes on from the states of the first), the loss's gradients, weights."""
    values, *more = inputs
    x = nest.map_structure(module.constant, values)
    named = {} if not more or more[0] is None else {"mask": module.constant(more[0])}
    layer(x, **named)
    layer.set_weights(weights)
    if getattr(layer, "stateful", False):
        layer.reset_states() if hasattr(layer, "reset_states") else layer.reset_state()
    sources = [leaf for leaf in nest.flatten(x) if leaf.dtype.is_floating]
    trained = [getattr(weight, "value", weight) for weight in layer.trainable_weights]
    trained = [value if hasattr(value, "assign") else weight for value, weight in zip(trained, layer.trainable_weights)]
    with module.GradientTape() as tape:
        tape.watch(sources)
        outputs = [layer(x, training=training, **named) for _ in range(2)]
        flat = [leaf for leaf in nest.flatten(outputs) if leaf is not None]
        loss = module.add_n([module.reduce_sum(y * pattern(module, y)) for y in flat] + list(layer.losses))
    gradients = tape.gradient(loss, [*sources, *trained], unconnected_gradients="zero")
    found = [*flat, loss, *[module.convert_to_tensor(g) for g in gradients]]
    return [np.asarray(value) for value in found] + [np.asarray(weight) for weight in layer.weights]


def pattern(module, y):
    return module.cos(module.reshape(module.range(module.size(y), dtype=module.float32), module.shape(y)))


def outcome(function):
    try:
        return function(), None
    except Exception as error:
        return None, error


@pytest.mark.parametrize("seed", range(COUNT))
def test_a_random_layer(seed):
    name, options, inputs = sample(seed)
    said = f"{name}({options}) of {nest.map_structure(np.shape, inputs)}"

    def theirs_do():
        layer = make(theirs.layers, name, options)
        layer(nest.map_structure(tf.constant, inputs[0]))
        weights = weights_for(layer)
        return weights, results(tf, layer, inputs, weights, seed % 2 == 1)

    reference, refusal = outcome(theirs_do)
    if refusal is not None:
        pytest.skip(f"Keras refuses {said}: {refusal}"[:300])
    weights, expected = reference
    if options.get("data_format") == "channels_first" and options.get("use_bias"):
        if expected[0].shape[1] == expected[0].shape[-1]:
            pytest.skip("Keras adds the bias along the last axis if that is as long as the one of the channels.")
    found = results(rt, make(mine.layers, name, options), inputs, weights, seed % 2 == 1)
    assert len(found) == len(expected), said
    for number, (one, other) in enumerate(zip(found, expected, strict=True)):
        scale = max(1.0, float(np.abs(other).max(initial=0.0)))
        assert one.shape == other.shape, f"{said}: {number}"
        np.testing.assert_allclose(one, other, rtol=2e-4, atol=3e-5 * scale, err_msg=f"{said}: {number}")
