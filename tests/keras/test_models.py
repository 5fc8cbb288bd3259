"""Networks, sequences of layers and subclasses: what they are made of, and what they say of themselves."""

import numpy as np
import pytest

import autograph as ag
import runtime as rt
from autograph import keras
from autograph.keras import layers
from tests.keras.training_samples import Subclassed, X, Y, compiled, untrained


def branched():
    x = layers.Input((4,), name="x")
    left = layers.Dense(3, activation="relu", name="left")(x)
    right = layers.Dense(3, name="right")(x)
    return keras.Model(x, layers.Add(name="sum")([left, right]), name="branched")


def test_a_network_computes_what_its_layers_do():
    model = branched()
    left, right = model.get_layer("left"), model.get_layer("right")
    expected = np.maximum(X @ left.kernel.numpy(), 0) + X @ right.kernel.numpy()
    assert np.allclose(model(X).numpy(), expected, atol=1e-6)


def test_a_network_knows_its_ends():
    model = branched()
    assert (model.input_shape, model.output_shape) == ((None, 4), (None, 3))
    assert [layer.name for layer in model.layers] == ["x", "left", "right", "sum"]
    assert model.output_names == ["sum"]


def test_layers_may_be_shared():
    a, b = layers.Input((4,)), layers.Input((4,))
    shared = layers.Dense(3)
    model = keras.Model([a, b], layers.Subtract()([shared(a), shared(b)]))
    assert len(model.weights) == 2
    assert np.allclose(model([X, X]).numpy(), 0)


def test_a_part_of_a_network_is_a_network():
    model = branched()
    part = keras.Model(model.input, model.get_layer("left").output)
    assert part(X).shape.as_list() == [50, 3]
    assert part.weights[0] is model.get_layer("left").kernel


def test_operations_between_layers_are_part_of_it():
    x = layers.Input((4,))
    model = keras.Model(x, rt.nn.relu(layers.Dense(3)(x)) * 2.0 + 1.0)
    dense = model.layers[1]
    assert np.allclose(model(X).numpy(), np.maximum(X @ dense.kernel.numpy(), 0) * 2 + 1, atol=1e-6)


def test_outputs_that_do_not_come_from_the_inputs_are_refused():
    a, b = layers.Input((4,), name="a"), layers.Input((4,), name="b")
    with pytest.raises(ValueError, match="outputs depend on the input 'b' of shape"):
        keras.Model(a, layers.Add()([a, b]))


def test_a_model_is_a_layer():
    inner = untrained(3)
    x = layers.Input((4,))
    model = keras.Model(x, layers.Dense(2)(inner(x)))
    model.compile("sgd", "mse")
    model.fit(X, Y, verbose=0)
    assert len(model.weights) == 6


def test_layers_may_be_added_and_taken_away():
    model = keras.Sequential(name="grown")
    model.add(layers.Dense(3))
    model.add(layers.Dense(2))
    model.pop()
    assert model(X).shape.as_list() == [50, 3]
    assert len(model.weights) == 2


def test_the_first_data_tell_a_sequence_its_shape():
    model = keras.Sequential([layers.Dense(3, activation="relu"), layers.Dense(2)])
    assert not model.built
    model.compile("sgd", "mse")
    model.fit(X, Y, verbose=0)
    assert model.count_params() == 4 * 3 + 3 + 3 * 2 + 2


def test_a_subclass_with_branches_and_loops_on_tensors_is_compiled():
    class Looping(keras.Model):
        def __init__(self):
            super().__init__()
            self.dense = layers.Dense(2)

        def call(self, inputs):
            x = self.dense(inputs)
            count = 0
            while rt.reduce_sum(abs(x)) > 1.0 and count < 100:
                x = x * 0.5
                count += 1
            return x

    model = Looping()
    model.compile("sgd", "mse")
    model.fit(X, Y, verbose=0, epochs=2)
    assert np.abs(model.predict(X, batch_size=50, verbose=0)).sum() <= 1.0


def test_a_compiled_call_with_a_signature_is_trained():
    class Signed(Subclassed):
        @ag.function(input_signature=[rt.TensorSpec([None, 4], rt.float32)])
        def call(self, inputs):
            return self.out(self.hidden[0](inputs))

    model = Signed()
    model.compile("adam", "mse", metrics=["accuracy"])
    history = model.fit(X, Y, epochs=5, verbose=0).history
    assert history["loss"][-1] < history["loss"][0]


def test_layers_in_lists_and_dictionaries_are_found():
    class Nested(keras.Model):
        def __init__(self):
            super().__init__()
            self.parts = {"a": [layers.Dense(2)], "b": {"c": layers.Dense(3)}}

        def call(self, x):
            return self.parts["b"]["c"](self.parts["a"][0](x))

    model = Nested()
    model(X)
    assert [weight.shape.as_list() for weight in model.weights] == [[4, 2], [2], [2, 3], [3]]
    assert len(model.submodules) == 2


def test_a_subclass_without_call_says_so():
    class Empty(keras.Model):
        pass

    with pytest.raises(NotImplementedError, match=r"Empty does not have a `call\(\)` method"):
        Empty()(X)


def test_a_copy_has_weights_of_its_own():
    model = branched()
    copy = keras.models.clone_model(model)
    copy.set_weights(model.get_weights())
    copy.layers[1].kernel.assign_add(rt.ones((4, 3)))
    assert not np.allclose(copy(X).numpy(), model(X).numpy())


def test_the_architecture_is_text():
    model = branched()
    again = keras.models.model_from_json(model.to_json())
    again.set_weights(model.get_weights())
    assert np.array_equal(again(X).numpy(), model(X).numpy())


SUMMARY = """\
Model: "branched"
┌────────────────┬──────────────┬─────────┬──────────────┐
│ Layer (type)   │ Output Shape │ Param # │ Connected to │
├────────────────┼──────────────┼─────────┼──────────────┤
│ x (InputLayer) │ (None, 4)    │       0 │ -            │
│ left (Dense)   │ (None, 3)    │      15 │ x            │
│ right (Dense)  │ (None, 3)    │      15 │ x            │
│ sum (Add)      │ (None, 3)    │       0 │ left, right  │
└────────────────┴──────────────┴─────────┴──────────────┘
 Total params: 30 (120.00 B)
 Trainable params: 30 (120.00 B)
 Non-trainable params: 0 (0.00 B)
"""


def test_the_summary_is_a_table(capsys):
    branched().summary()
    assert capsys.readouterr().out == SUMMARY


def test_the_summary_of_a_subclass_has_the_shapes_of_its_first_call(capsys):
    model = Subclassed()
    model.summary()
    assert "0 (unbuilt)" in capsys.readouterr().out
    model.compile("sgd", "mse")
    model.fit(X, Y, verbose=0)
    lines = []
    model.summary(print_fn=lines.append)
    assert "(None, 5)" in lines[0]
    assert "Optimizer params: 2 (12.00 B)" in lines[0]


def test_the_summary_goes_into_models_inside_and_says_what_is_trained():
    inner = untrained()
    inner.trainable = False
    model = keras.Sequential([layers.Input((4,)), inner])
    lines = []
    model.summary(print_fn=lines.append, expand_nested=True, show_trainable=True)
    assert lines[0].count(" N ") == 3
    assert "Non-trainable params: 37" in lines[0]


def test_a_layer_is_found_by_name_or_place():
    model = branched()
    assert model.get_layer(index=1) is model.get_layer("left")
    with pytest.raises(ValueError, match="No such layer: 'middle'. Existing layers are"):
        model.get_layer("middle")


def test_weights_of_another_shape_are_refused():
    model, values = compiled(), compiled(3).get_weights()
    with pytest.raises(ValueError, match="shape"):
        model.set_weights(values)


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ([3], "Only instances of `Layer` can be added to a Sequential model. Received: 3"),
        ([layers.Dense(1, name="a"), layers.Dense(1, name="a")], "unique names. Name 'a' is already"),
        ([layers.Dense(1), layers.InputLayer((2,))], "an `Input` can only be the first"),
    ],
    ids=["number", "name", "input"],
)
def test_what_cannot_be_in_a_sequence_is_refused(parts, message):
    with pytest.raises(ValueError, match=message):
        keras.Sequential(parts)
