"""fit, evaluate, predict and single batches: what is trained on, in which order, and what comes out."""

import numpy as np
import pytest

import runtime as rt
from autograph import keras
from autograph.keras import layers
from tests.keras.training_samples import CLASSES, RANDOM, Subclassed, X, Y, compiled, losses


def test_the_loss_falls_and_the_history_has_all_epochs():
    history = compiled(metrics=["mae"]).fit(X, Y, epochs=20, verbose=0)
    assert history.epoch == list(range(20))
    assert sorted(history.history) == ["loss", "mae"]
    assert history.history["loss"][-1] < history.history["loss"][0]


def test_a_step_is_what_a_step_is():
    """One batch of plain gradient descent, computed here."""
    model = keras.Sequential([layers.Input((4,)), layers.Dense(2)])
    model.compile(keras.optimizers.SGD(0.1), "mse")
    w, b = model.get_weights()
    model.fit(X, Y, batch_size=50, verbose=0)
    error = (X @ w + b - Y) * 2 / Y.size
    assert np.allclose(model.get_weights()[0], w - 0.1 * X.T @ error, atol=1e-6)
    assert np.allclose(model.get_weights()[1], b - 0.1 * error.sum(0), atol=1e-6)


def test_the_whole_epoch_is_the_same_as_batch_by_batch():
    class Watching(keras.callbacks.Callback):
        def on_train_batch_end(self, batch, logs=None):
            self.last = batch

    watching = Watching()
    whole = losses(compiled(), epochs=3, batch_size=16, shuffle=False)
    single = losses(compiled(), epochs=3, batch_size=16, shuffle=False, callbacks=[watching])
    eager = losses(compiled(run_eagerly=True), epochs=3, batch_size=16, shuffle=False)
    assert watching.last == 3
    assert np.allclose(whole, single, rtol=1e-6)
    assert np.allclose(whole, eager, rtol=1e-6)


def test_shuffled_epochs_see_each_example_once():
    class Sum(keras.losses.Loss):
        def call(self, y_true, y_pred):
            return y_true * 1.0 + 0.0 * y_pred

    numbers = np.arange(50, dtype=np.float32)[:, None]
    model = keras.Sequential([layers.Input((4,)), layers.Dense(1)])
    model.compile("sgd", Sum(reduction="sum"))
    history = model.fit(X, numbers, batch_size=1, epochs=2, verbose=0)
    assert np.allclose(history.history["loss"], numbers.mean())


def test_epochs_go_on_where_the_last_call_ended():
    once, twice = compiled(), compiled()
    expected = losses(once, epochs=4, shuffle=False)
    first = losses(twice, epochs=2, shuffle=False)
    second = losses(twice, epochs=4, initial_epoch=2, shuffle=False)
    assert np.allclose(first + second, expected, rtol=1e-6)
    assert twice.history.epoch == [2, 3]


def test_fewer_steps_than_batches():
    model = compiled()
    model.fit(X, Y, batch_size=10, steps_per_epoch=2, epochs=3, verbose=0)
    assert int(model.optimizer.iterations) == 6


def test_a_share_of_the_data_is_evaluated_and_not_trained_on():
    model = compiled(metrics=["mae"])
    history = model.fit(X, Y, validation_split=0.2, verbose=0).history
    assert sorted(history) == ["loss", "mae", "val_loss", "val_mae"]
    assert np.allclose(history["val_loss"][0], model.evaluate(X[40:], Y[40:], verbose=0)[0], rtol=1e-6)


@pytest.mark.parametrize("data", [(X, Y), [X, Y], (X, Y, np.ones(50, np.float32))])
def test_data_for_validation(data):
    history = compiled().fit(X, Y, epochs=4, validation_data=data, validation_freq=2, verbose=0).history
    assert len(history["val_loss"]) == 2


def test_the_epochs_of_validations_may_be_listed():
    history = compiled().fit(X, Y, epochs=4, validation_data=(X, Y), validation_freq=[1, 4], verbose=0).history
    assert len(history["val_loss"]) == 2


def test_weights_of_examples_scale_their_losses():
    weights = np.zeros(50, np.float32)
    weights[:10] = 1
    model = compiled(weighted_metrics=["mae"])
    expected = ((model.predict(X[:10], verbose=0) - Y[:10]) ** 2).mean() / 5
    assert np.allclose(model.evaluate(X, Y, sample_weight=weights, verbose=0)[0], expected, rtol=1e-5)


def test_weights_of_classes_are_weights_of_examples():
    def trained(**weights):
        model = compiled(3, keras.losses.SparseCategoricalCrossentropy(from_logits=True), weighted_metrics=["acc"])
        return model.fit(X, CLASSES, shuffle=False, verbose=0, **weights).history

    by_class = trained(class_weight={0: 1.0, 2: 3.0})
    by_example = trained(sample_weight=np.where(CLASSES == 2, 3.0, 1.0))
    assert by_class == by_example


def test_one_hot_labels_may_have_weights_of_classes():
    model = compiled(3, keras.losses.CategoricalCrossentropy(from_logits=True))
    first = model.fit(X, np.eye(3)[CLASSES], class_weight={1: 0.0}, verbose=0).history["loss"]
    assert first[0] > 0


@pytest.mark.parametrize(
    ("outputs", "loss", "labels", "kind"),
    [
        (3, "sparse_categorical_crossentropy", CLASSES, "sparse"),
        (3, "categorical_crossentropy", np.eye(3)[CLASSES], "categorical"),
        (1, "binary_crossentropy", (CLASSES > 1)[:, None], "binary"),
    ],
)
def test_accuracy_is_the_kind_that_fits_the_labels(outputs, loss, labels, kind):
    model = keras.Sequential([layers.Input((4,)), layers.Dense(outputs, activation="sigmoid")])
    model.compile("sgd", loss, metrics=["accuracy"])
    scores = model.predict(X, verbose=0)
    guesses = (scores > 0.5) == labels if kind == "binary" else scores.argmax(-1) == CLASSES
    assert np.allclose(model.evaluate(X, labels, verbose=0)[1], guesses.mean())


def test_results_of_an_evaluation_come_in_order_or_by_name():
    model = compiled(metrics=["mae", "mse"])
    values = model.evaluate(X, Y, verbose=0)
    named = model.evaluate(X, Y, verbose=0, return_dict=True)
    assert values == [named["loss"], named["mae"], named["mse"]]
    assert np.isclose(named["loss"], named["mse"])


def test_predictions_do_not_depend_on_the_size_of_batches():
    model = compiled()
    assert np.allclose(model.predict(X, batch_size=7, verbose=0), model.predict(X, verbose=0), atol=1e-6)
    assert np.allclose(model.predict(X, verbose=0), model(X).numpy(), atol=1e-6)


def test_single_batches():
    model = compiled(metrics=["mae"])
    before = model.test_on_batch(X, Y)
    assert model.train_on_batch(X, Y) == before
    after = model.train_on_batch(X, Y, return_dict=True)
    assert after["loss"] < before[0]
    assert model.predict_on_batch(X).shape == (50, 2)


def test_single_batches_with_weights():
    model = compiled()
    full = model.test_on_batch(X, Y)
    assert np.isclose(model.test_on_batch(X, Y, sample_weight=np.full(50, 0.5)), full / 2)


def several():
    a, b = layers.Input((4,), name="a"), layers.Input((2,), name="b")
    both = layers.Concatenate()([a, b])
    model = keras.Model([a, b], [layers.Dense(1, name="one")(both), layers.Dense(2, name="two")(both)])
    model.compile("sgd", {"one": "mse", "two": "mae"}, loss_weights={"one": 0.5, "two": 2.0}, metrics={"two": ["mse"]})
    return model


@pytest.mark.parametrize(
    ("x", "y"),
    [
        ([X, Y], [Y[:, :1], Y]),
        ({"a": X, "b": Y}, {"one": Y[:, :1], "two": Y}),
        ((X, Y), {"two": Y, "one": Y[:, :1]}),
    ],
)
def test_several_inputs_and_outputs_by_place_or_name(x, y):
    model = several()
    one, two = model.predict(x, verbose=0)
    found = model.evaluate(x, y, verbose=0, return_dict=True, batch_size=50)
    assert np.isclose(found["one_loss"], ((one - Y[:, :1]) ** 2).mean(), rtol=1e-5)
    assert np.isclose(found["loss"], 0.5 * found["one_loss"] + 2 * found["two_loss"], rtol=1e-5)
    assert np.isclose(found["two_mse"], ((two - Y) ** 2).mean(), rtol=1e-5)
    assert len(model.fit(x, y, epochs=2, verbose=0).history["loss"]) == 2


def test_a_subclass_may_have_a_step_of_its_own():
    class Own(Subclassed):
        def train_step(self, data):
            x, y = data
            with rt.GradientTape() as tape:
                loss = self.compute_loss(y=y, y_pred=self(x, training=True))
            if loss > 0.0:  # A branch on a tensor, which is compiled.
                gradients = tape.gradient(loss, self.trainable_variables)
                self.optimizer.apply_gradients(zip(gradients, self.trainable_variables, strict=True))
            return {"loss": loss, "twice": loss * 2}

    model = Own()
    model.compile("adam", "mse")
    history = model.fit(X, Y, batch_size=50, epochs=3, verbose=0).history
    assert np.allclose(history["twice"], np.multiply(history["loss"], 2))
    assert history["loss"][2] < history["loss"][0]


def test_penalties_and_metrics_of_layers_are_part_of_it():
    class Counting(Subclassed):
        def __init__(self):
            super().__init__()
            self.seen = keras.metrics.Sum(name="seen")

        def call(self, inputs, training=False):
            outputs = super().call(inputs)
            self.add_loss(100.0 + 0.0 * rt.reduce_sum(outputs))
            self.seen.update_state(rt.ones_like(inputs[:, 0]))
            return outputs

    model = Counting()
    model.compile("sgd", "mse")
    history = model.fit(X, Y, epochs=2, verbose=0).history
    assert history["seen"] == [50.0, 50.0]
    assert history["loss"][0] > 100


def test_frozen_layers_stay():
    model = compiled()
    model.layers[0].trainable = False
    model.compile("sgd", "mse")
    before = model.get_weights()
    losses(model)
    changed = [not np.array_equal(one, other) for one, other in zip(before, model.get_weights(), strict=True)]
    assert changed == [False, False, True, True]


def test_batch_statistics_are_those_of_training():
    model = keras.Sequential([layers.Input((4,)), layers.BatchNormalization(momentum=0.5)])
    model.compile("sgd", "mse")
    model.fit(X, X, batch_size=50, verbose=0)
    assert np.allclose(model.layers[0].moving_mean.numpy(), X.mean(0) / 2, atol=1e-5)


def test_training_may_be_stopped_from_a_step_to_the_next():
    class Stop(keras.callbacks.Callback):
        def on_train_batch_end(self, batch, logs=None):
            self.model.stop_training = batch == 1

    model = compiled()
    history = model.fit(X, Y, batch_size=10, epochs=5, verbose=0, callbacks=[Stop()])
    assert int(model.optimizer.iterations) == 2
    assert history.epoch == [0]


def test_several_steps_between_two_looks():
    seen = []
    look = keras.callbacks.LambdaCallback(on_train_batch_end=lambda batch, logs: seen.append(batch))
    model = compiled(steps_per_execution=2)
    model.fit(X, Y, batch_size=10, verbose=0, callbacks=[look])
    assert seen == [1, 3, 4]


def test_a_seeded_training_is_the_same_each_time():
    def once():
        model = keras.Sequential([layers.Input((4,)), layers.Dropout(0.5), layers.Dense(2)])
        model.compile("sgd", "mse")
        return losses(model, epochs=2)

    found = []
    for _ in range(2):
        keras.utils.set_random_seed(7)
        found.append(once())
    assert found[0] == found[1]


def test_labels_of_whole_numbers_and_booleans_are_numbers():
    model = compiled()
    assert np.isfinite(model.fit((X * 10).astype(int), Y > 0.5, verbose=0).history["loss"]).all()


def test_sums_of_inputs_are_learned():
    x = RANDOM.random_sample((200, 4)).astype(np.float32)
    y = x.sum(-1, keepdims=True)
    model = keras.Sequential([layers.Input((4,)), layers.Dense(1)])
    model.compile(keras.optimizers.Adam(0.1), "mse")
    assert model.fit(x, y, epochs=60, verbose=0).history["loss"][-1] < 1e-3
