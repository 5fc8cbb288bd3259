"""A step is traced once, however many epochs and calls there are."""

import numpy as np

import autograph as ag
import runtime as rt
from autograph import keras
from autograph.keras import layers
from tests.keras.training_samples import RANDOM, Subclassed, X, Y, compiled


def traced_models():
    """A model that counts its traces, and its count."""
    traces = []

    @ag.do_not_convert
    def note():
        traces.append(None)

    class Counting(Subclassed):
        def call(self, inputs, training=False):
            note()
            return super().call(inputs)

    model = Counting()
    model.compile("adam", "mse", metrics=["mae"])
    return model, traces


def test_many_epochs_are_one_trace():
    model, traces = traced_models()
    model.fit(X, Y, epochs=1, verbose=0)
    first = len(traces)
    model.fit(X, Y, epochs=10, verbose=0)
    model.fit(X[:32], Y[:32], epochs=2, verbose=0, batch_size=30)
    grown = len(traces)
    for _ in range(3):
        model.fit(X, Y, epochs=3, verbose=0)
    assert len(traces) == grown
    assert model._rows_functions[("train", 32, False)].experimental_get_tracing_count() == 1
    assert first <= 3


def test_batch_by_batch_is_one_trace_although_the_last_is_smaller():
    model, traces = traced_models()
    look = keras.callbacks.LambdaCallback(on_train_batch_end=lambda batch, logs: None)
    model.fit(X, Y, epochs=1, verbose=0, callbacks=[look])
    first = len(traces)
    model.fit(X, Y, epochs=5, verbose=0, callbacks=[look])
    assert len(traces) == first
    assert model.train_function.experimental_get_tracing_count() == 1


def test_evaluations_between_epochs_are_one_trace():
    model, traces = traced_models()
    model.fit(X, Y, epochs=1, validation_split=0.3, verbose=0)
    first = len(traces)
    model.fit(X, Y, epochs=5, validation_split=0.3, verbose=0)
    assert len(traces) == first


def test_a_new_learning_rate_is_no_reason_to_trace_anew():
    model, traces = traced_models()
    model.fit(X, Y, verbose=0)
    first = len(traces)
    rates = keras.callbacks.LearningRateScheduler(lambda epoch, rate: rate * 0.5)
    model.fit(X, Y, epochs=4, verbose=0, callbacks=[rates])
    assert len(traces) == first


def test_predictions_of_several_sizes_are_one_trace():
    model, traces = traced_models()
    model.predict(X, verbose=0)
    first = len(traces)
    for size in (10, 20, 50):
        model.predict(X[:size], verbose=0)
    assert len(traces) <= first + 1


def test_the_program_of_the_introduction_is_traced_once():
    class MyModel(keras.Model):
        def __init__(self):
            super().__init__(name="my_model")
            self.dense_1 = layers.Dense(32, activation="relu")
            self.dense_2 = layers.Dense(10)

        @ag.function(input_signature=[rt.TensorSpec([None, 32], dtype=rt.float32)])
        def call(self, inputs):
            return self.dense_2(self.dense_1(inputs))

    model = MyModel()
    model.compile("adam", keras.losses.CategoricalCrossentropy(from_logits=True), metrics=["accuracy"])
    x, y = RANDOM.random_sample((100, 32)), RANDOM.random_sample((100, 10))
    model.fit(x, y, batch_size=32, epochs=5, verbose=0)
    (step,) = model._rows_functions.values()
    assert step.experimental_get_tracing_count() == 1
    model.fit(x.astype(np.float32), y, batch_size=32, epochs=5, verbose=0)
    assert step.experimental_get_tracing_count() == 1


def test_compiling_anew_traces_anew():
    model = compiled()
    model.fit(X, Y, verbose=0)
    model.compile("sgd", "mae")
    assert not model._rows_functions
    model.fit(X, Y, verbose=0)
    assert np.isclose(model.evaluate(X, Y, verbose=0), np.abs(model.predict(X, verbose=0) - Y).mean(), rtol=1e-5)
