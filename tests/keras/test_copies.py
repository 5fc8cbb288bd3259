"""Copies of models, layers and optimizers by `copy`, `pickle` and `clone_model`."""

import copy
import pickle

import numpy as np
import pytest

import runtime as rt
from autograph import keras
from autograph.keras import layers

RANDOM = np.random.RandomState(0)
X, Y = RANDOM.rand(12, 4).astype(np.float32), RANDOM.rand(12, 2).astype(np.float32)


def scaled(y_true, y_pred):
    return rt.reduce_mean(rt.square(y_true - y_pred)) * 2.0


class Doubling(layers.Layer):
    def call(self, inputs):
        return inputs * 2.0


class Own(keras.Model):
    def __init__(self, units=2):
        super().__init__()
        self.dense = layers.Dense(units)

    def call(self, inputs):
        return self.dense(inputs)


def sequential():
    return keras.Sequential(
        [
            layers.Input((4,)),
            layers.Dense(5, activation="relu"),
            layers.BatchNormalization(),
            Doubling(),
            layers.Dense(2),
        ]
    )


def branched():
    x = layers.Input((4,), name="x")
    both = layers.Add()([layers.Dense(3, name="left")(x), layers.Dense(3, name="right")(x)])
    return keras.Model(x, layers.Dense(2)(layers.Dropout(0.1)(both)))


MODELS = {"sequential": sequential, "branched": branched, "own": Own}
WAYS = {"pickle": lambda model: pickle.loads(pickle.dumps(model)), "deepcopy": copy.deepcopy, "copy": copy.copy}


def trained(make, loss="mse"):
    model = make()
    model.compile(keras.optimizers.Adam(0.01), loss, metrics=["mae"])
    model.fit(X, Y, epochs=2, shuffle=False, verbose=0)
    return model


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", MODELS)
def test_copies_have_the_weights_and_train_on_as_the_model_does(kind, way):
    model = trained(MODELS[kind])
    twin = WAYS[way](model)
    assert np.array_equal(twin.predict(X, verbose=0), model.predict(X, verbose=0))
    assert int(twin.optimizer.iterations) == int(model.optimizer.iterations) == 2
    before = model.get_weights()
    if kind != "branched":
        expected = trained(MODELS[kind]).history
        found = twin.fit(X, Y, epochs=2, shuffle=False, verbose=0).history
        assert sorted(found) == sorted(expected.history) == ["loss", "mae"]
    assert all(np.array_equal(one, other) for one, other in zip(before, model.get_weights(), strict=True))
    model.fit(X, Y, epochs=2, shuffle=False, verbose=0)
    if kind != "branched":  # Dropout draws other numbers
        for one, other in zip(twin.get_weights(), model.get_weights(), strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-6, atol=1e-7)


def test_functions_of_the_users_come_along():
    model = keras.Sequential([layers.Input((4,)), layers.Dense(2), layers.Lambda(lambda x: x * 3.0)])
    model.compile("sgd", scaled, metrics=[lambda y, p: rt.reduce_max(p)])
    model.fit(X, Y, verbose=0)
    twin = copy.deepcopy(model)
    assert np.array_equal(twin.predict(X, verbose=0), model.predict(X, verbose=0))
    assert twin.evaluate(X, Y, verbose=0) == model.evaluate(X, Y, verbose=0)
    named = trained(sequential, scaled)
    assert pickle.loads(pickle.dumps(named)).evaluate(X, Y, verbose=0) == named.evaluate(X, Y, verbose=0)


def test_classes_that_cannot_be_found_again_can_be_copied_but_not_pickled():
    class Local(layers.Layer):
        def call(self, inputs):
            return inputs + 1.0

    model = keras.Sequential([layers.Input((4,)), Local()])
    assert np.array_equal(copy.deepcopy(model)(X).numpy(), X + 1.0)
    with pytest.raises((AttributeError, pickle.PicklingError), match="Local"):
        pickle.dumps(model)


def test_models_without_weights_yet():
    twin = copy.deepcopy(Own(3))
    assert twin(X).shape == [12, 3]


@pytest.mark.parametrize("way", WAYS)
def test_layers(way):
    model = sequential()
    twin = WAYS[way](model.layers[0])
    assert np.array_equal(twin.kernel.numpy(), model.layers[0].kernel.numpy())
    built = layers.LSTM(3)
    built.build((None, 5, 4))
    again = WAYS[way](built)
    assert all(np.array_equal(one, other) for one, other in zip(again.get_weights(), built.get_weights(), strict=True))


def test_deep_copies_of_layers_share_nothing_but_what_they_shared():
    shared = layers.Dense(2)
    pair = copy.deepcopy([shared, shared])
    pair[0](X)
    assert pair[0] is pair[1]
    assert not shared.built


@pytest.mark.parametrize("way", ["pickle", "deepcopy"])
def test_optimizers_keep_their_state(way):
    optimizer, v = keras.optimizers.Adam(0.1), rt.Variable([1.0, 2.0])
    optimizer.minimize(lambda: rt.reduce_sum(v * v), [v])
    twin = WAYS[way](optimizer)
    assert all(np.array_equal(*pair) for pair in zip(twin.get_weights(), optimizer.get_weights(), strict=True))


@pytest.mark.parametrize("kind", MODELS)
def test_clones_have_new_weights_and_are_compiled_anew(kind):
    model = trained(MODELS[kind])
    clone = keras.models.clone_model(model)
    assert clone.optimizer is not model.optimizer
    assert int(clone.optimizer.iterations) == 0
    clone(X)
    clone.set_weights(model.get_weights())
    assert np.array_equal(clone.predict(X, verbose=0), model.predict(X, verbose=0))
    assert sorted(clone.fit(X, Y, verbose=0).history) == ["loss", "mae"]


@pytest.mark.parametrize("make", [sequential, branched])
def test_clones_upon_given_inputs(make):
    inputs = layers.Input((4,), batch_size=6, name="given")
    clone = keras.models.clone_model(make(), input_tensors=inputs)
    assert clone.input_shape == (6, 4)
    assert clone.inputs[0] is inputs


def test_clones_of_other_layers():
    def wider(layer):
        return (
            layers.Dense(7) if layer.name == "left" or layer.name == "right" else layer.from_config(layer.get_config())
        )

    clone = keras.models.clone_model(branched(), clone_function=wider)
    assert clone.layers[-1].kernel.shape == [7, 2]


def test_clones_of_which_each_call_is_changed():
    def twice(layer, *args, **kwargs):
        made = layer(*args, **kwargs)
        return layers.Rescaling(2.0)(made) if layer.name == "left" else made

    model = branched()
    clone = keras.models.clone_model(model, call_function=twice)
    clone.set_weights(model.get_weights())
    left, right, last = (model.get_layer(index=i) for i in (1, 2, -1))
    assert np.allclose(clone(X).numpy(), last(2.0 * left(X) + right(X)).numpy(), atol=1e-6)


def test_models_inside_are_cloned_on_demand():
    inner = keras.Sequential([layers.Input((4,)), layers.Dense(3, activation="relu")])
    outer = keras.Sequential([layers.Input((4,)), inner, layers.Dense(2)])

    def linear(layer):
        config = layer.get_config()
        return layer.from_config({**config, "activation": "linear"} if "activation" in config else config)

    clone = keras.models.clone_model(outer, clone_function=linear, recursive=True)
    assert clone.layers[0].layers[0].activation is keras.activations.linear


def test_what_cannot_be_cloned_is_refused():
    with pytest.raises(ValueError, match="only for Sequential and functional models"):
        keras.models.clone_model(Own(), clone_function=lambda layer: layer)
    with pytest.raises(ValueError, match="only for functional models"):
        keras.models.clone_model(sequential(), call_function=lambda layer, x: x)
    with pytest.raises(ValueError, match=r"`input_tensors` must be 1 Inputs, for those of"):
        keras.models.clone_model(branched(), input_tensors=[layers.Input((4,)), layers.Input((4,))])


def test_a_subclass_that_is_loaded_trains_on_where_it_was(tmp_path):
    model = trained(Own)
    model.save(tmp_path / "own.keras")
    again = keras.models.load_model(tmp_path / "own.keras")
    assert int(again.optimizer.iterations) == 2
    losses = [one.fit(X, Y, epochs=2, shuffle=False, verbose=0).history["loss"] for one in (model, again)]
    np.testing.assert_allclose(*losses, rtol=1e-6)
