"""Layers: outputs and gradients are Keras's, at once and compiled, and they can be saved and made again."""

import numpy as np
import pytest

import autograph as ag
import runtime as rt
from autograph.keras import layers
from tests.keras.expected_layers import EXPECTED
from tests.keras.layer_samples import INPUTS, LAYERS, fingerprint, weights_for

CASES = [pytest.param(*sample, *values, id=f"{n}-{sample[0]}") for n, (sample, values) in enumerate(
    zip(LAYERS, EXPECTED, strict=True)
)]  # fmt: skip


def made(name, options, inputs):
    layer = getattr(layers, name)(**options)
    layer.build(layers_shape(inputs))
    layer.set_weights(weights_for([weight.shape for weight in layer.weights]))
    return layer


def layers_shape(inputs):
    from autograph.keras.shapes import shape_of

    return shape_of(INPUTS[inputs])


def results(layer, inputs, training):
    """The outputs, and the gradient of the sum of their squares with the penalties."""
    x = rt.constant(INPUTS[inputs])
    return differentiated(layer, x, training)


def differentiated(layer, x, training):
    with rt.GradientTape() as tape:
        if x.dtype.is_floating:
            tape.watch(x)
        y = layer(x, training=training)
        loss = rt.add_n([rt.reduce_sum(y * y), *layer.losses])
    source = x if x.dtype.is_floating else layer.trainable_variables[0]
    return y, tape.gradient(loss, source)


def check(found, expected):
    y, gradient = found
    shape, outputs, gradients = expected
    assert y.shape.as_list() == shape
    assert np.allclose(fingerprint(y), outputs, rtol=1e-3, atol=2e-3)
    assert np.allclose(fingerprint(gradient), gradients, rtol=1e-3, atol=2e-3)


@pytest.mark.parametrize(("name", "options", "inputs", "inferred", "trained"), CASES)
def test_outputs_and_gradients_are_keras_s(name, options, inputs, inferred, trained):
    check(results(made(name, options, inputs), inputs, False), inferred)


@pytest.mark.parametrize(("name", "options", "inputs", "inferred", "trained"), CASES)
def test_in_training_they_are_keras_s_too(name, options, inputs, inferred, trained):
    check(results(made(name, options, inputs), inputs, True), trained)


@pytest.mark.parametrize(("name", "options", "inputs", "inferred", "trained"), CASES)
def test_compiled_layers_take_batches_of_any_size(name, options, inputs, inferred, trained):
    layer, value = made(name, options, inputs), rt.constant(INPUTS[inputs])
    signature = [rt.TensorSpec([None, *value.shape[1:]], value.dtype)]
    compiled = ag.function(lambda x: differentiated(layer, x, False), input_signature=signature)
    check(compiled(value), inferred)


@pytest.mark.parametrize(("name", "options", "inputs", "inferred", "trained"), CASES)
def test_a_layer_is_made_again_from_its_configuration(name, options, inputs, inferred, trained):
    layer = made(name, options, inputs)
    layer(INPUTS[inputs])
    again = layers.deserialize(layers.serialize(layer))
    assert again.get_config() == layer.get_config()
    again(INPUTS[inputs])
    again.set_weights(layer.get_weights())
    check(results(again, inputs, False), inferred)


@pytest.mark.parametrize(("name", "options", "inputs", "inferred", "trained"), CASES)
def test_shapes_of_outputs_are_known_before(name, options, inputs, inferred, trained):
    layer = made(name, options, inputs)
    shape = (None, *INPUTS[inputs].shape[1:])
    assert list(layer.compute_output_shape(shape)) == [None, *inferred[0][1:]]


@pytest.mark.parametrize("data_format", ["channels_last", "channels_first"])
def test_images_grow_by_pixels_between_those_that_are_there(data_format):
    layer = layers.UpSampling2D((1, 2), data_format, interpolation="bilinear")
    row = np.array([0.0, 1.0], np.float32)
    x = row.reshape((1, 1, 2, 1) if data_format == "channels_last" else (1, 1, 1, 2))
    assert layer(x).numpy().ravel().tolist() == [0.0, 0.25, 0.75, 1.0]
    assert layer.get_config()["interpolation"] == "bilinear"
    with pytest.raises(ValueError, match="`interpolation` is 'nearest', 'bilinear' or 'bicubic', not 'area'"):
        layers.UpSampling2D(interpolation="area")


def test_weights_of_several_axes_stand_in_keras_order():
    layer = layers.LayerNormalization(axis=[1, -1])
    layer.build((None, 6, 7, 4))
    assert layer.gamma.shape == [4, 6]
