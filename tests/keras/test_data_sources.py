"""What `fit` takes for data beside arrays: datasets, generators, sequences, lists of batches."""

import itertools

import numpy as np
import pytest

import runtime as rt
from autograph import keras
from autograph.keras import layers
from tests.keras.training_samples import X, Y, compiled, losses


def dataset(size=16):
    from runtime.data import Dataset

    return Dataset.from_tensor_slices((X, Y)).batch(size)


def batches(size=16):
    return [(X[n : n + size], Y[n : n + size]) for n in range(0, 50, size)]


class Halves(keras.utils.PyDataset):
    """Two batches, and a count of the epochs."""

    def __init__(self):
        super().__init__()
        self.epochs = 0

    def __len__(self):
        return 2

    def __getitem__(self, index):
        place = slice(index * 25, index * 25 + 25)
        return X[place], Y[place]

    def on_epoch_end(self):
        self.epochs += 1


def expected(epochs=2, size=16):
    return losses(compiled(), epochs=epochs, batch_size=size, shuffle=False)


@pytest.mark.parametrize(
    "make",
    [
        dataset,
        lambda: (batch for _ in range(9) for batch in batches()),
        lambda: _Again(batches()),
    ],
    ids=["dataset", "generator", "iterable"],
)
def test_batches_are_trained_on_as_they_come(make):
    source = make()
    steps = 4 if hasattr(source, "__next__") else None
    history = compiled().fit(source, epochs=2, steps_per_epoch=steps, verbose=0).history
    assert np.allclose(history["loss"], expected(), rtol=1e-6)


class _Again:
    """Something that can be gone through again and again."""

    def __init__(self, items):
        self._items = items

    def __iter__(self):
        return iter(self._items)


def test_a_sequence_is_told_of_the_ends_of_epochs():
    source = Halves()
    history = compiled().fit(source, epochs=2, shuffle=False, verbose=0).history
    assert source.epochs == 2
    assert np.allclose(history["loss"], expected(size=25), rtol=1e-6)


def test_a_dataset_without_end_needs_a_number_of_steps():
    model = compiled()
    history = model.fit(dataset().repeat(), epochs=3, steps_per_epoch=5, verbose=0).history
    assert int(model.optimizer.iterations) == 15
    assert len(history["loss"]) == 3


def test_batches_may_have_weights():
    weighted = ((x, y, np.full(len(x), 0.5, np.float32)) for x, y in batches())
    halved = compiled().fit(weighted, verbose=0).history["loss"]
    assert halved[0] < expected(1)[0] * 0.6


def test_datasets_of_dictionaries():
    from runtime.data import Dataset

    a, b = layers.Input((4,), name="a"), layers.Input((2,), name="b")
    model = keras.Model({"a": a, "b": b}, layers.Dense(2)(layers.Concatenate()([a, b])))
    model.compile("sgd", "mse")
    source = Dataset.from_tensor_slices(({"a": X, "b": Y}, Y)).batch(10)
    assert len(model.fit(source, epochs=2, verbose=0).history["loss"]) == 2
    assert model.predict(source, verbose=0).shape == (50, 2)


def test_datasets_are_evaluated_and_predicted():
    model = compiled()
    assert np.isclose(model.evaluate(dataset(), verbose=0), model.evaluate(X, Y, verbose=0, batch_size=16))
    assert np.allclose(model.predict(dataset(), verbose=0), model.predict(X, verbose=0), atol=1e-6)


def test_a_dataset_may_be_what_is_validated_with():
    history = compiled().fit(dataset(), epochs=2, validation_data=dataset(), validation_steps=2, verbose=0).history
    assert len(history["val_loss"]) == 2


@pytest.mark.parametrize(
    "data",
    [lambda: (itertools.islice(iter(batches()), 2),), lambda: (dataset(25),), lambda: (X, Y)],
    ids=["generator", "dataset", "arrays"],
)
def test_data_that_run_out_are_warned_of(data):
    model = compiled()
    with pytest.warns(UserWarning, match="run out after 2 of 3 batches"):
        model.fit(*data(), steps_per_epoch=3, verbose=0)
    assert int(model.optimizer.iterations) == 2


def test_batches_of_different_lengths_are_padded_to_their_own():
    """Texts of other lengths in each batch: one graph for all."""
    model = keras.Sequential([layers.Embedding(9, 3, mask_zero=True), layers.GRU(4), layers.Dense(1)])
    model.compile("adam", "mse")
    lengths = [3, 5, 4, 3, 6]
    source = [(np.ones((2, n), int), np.ones((2, 1), np.float32)) for n in lengths]
    assert np.isfinite(model.fit(_Again(source), epochs=2, verbose=0).history["loss"]).all()


def test_tensors_are_arrays():
    model = compiled()
    assert np.isfinite(model.fit(rt.constant(X), rt.constant(Y), verbose=0).history["loss"]).all()


def test_lists_of_numbers_are_arrays():
    assert np.isfinite(compiled().fit(X.tolist(), Y.tolist(), verbose=0).history["loss"]).all()


def test_labels_beside_a_dataset_are_refused():
    with pytest.raises(ValueError, match=r"`y` should not be passed: it is in them"):
        compiled().fit(dataset(), Y)
