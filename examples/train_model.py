"""A module with a variable, and a model that is trained, watched, saved, loaded and used.

The same programs with TensorFlow's names are in train_model_compat.py: only the import lines differ in kind.
"""

import os
import tempfile

import numpy as np

import autograph as ag
import runtime as rt
from autograph import keras


class Account(rt.Module):
    """A sum that grows, and prints itself."""

    def __init__(self, start=rt.constant(0.0), name=None):  # noqa: B008
        super().__init__(name=name)
        with self.name_scope:
            self.total = rt.Variable(start, dtype=rt.float32, trainable=True)

    @ag.function(input_signature=[rt.TensorSpec(shape=[], dtype=rt.float32)])
    def add(self, amount):
        """Adds to the sum, prints and returns it."""
        with self.name_scope:
            self.total.assign_add(amount)
            rt.print(self.total)
            return self.total


class Classifier(keras.Model):
    """Three dense layers; `call` is compiled with a signature, so that any number of examples is one graph."""

    def __init__(self, classes=10):
        super().__init__(name="classifier")
        self.first = keras.layers.Dense(32, activation="relu")
        self.second = keras.layers.Dense(64, activation="relu")
        self.last = keras.layers.Dense(classes)

    @ag.function(input_signature=[rt.TensorSpec([None, 32], dtype=rt.float32)])
    def call(self, inputs):
        """The scores of classes: f32[examples, classes]."""
        x = self.first(inputs)
        x = self.second(x)
        return self.last(x)


def clusters(count, classes, random):
    """Points around one centre a class: f64[count, 32] and one-hot labels f64[count, classes]."""
    centres = random.normal(size=(classes, 32))
    numbers = random.integers(0, classes, size=count)
    return centres[numbers] + random.normal(size=(count, 32)) * 0.5, np.eye(classes)[numbers]


def main(count=1000, classes=10, epochs=5):
    """Runs both programs; the sum, the accuracy in validation, and that of the loaded model."""
    account = Account()
    account.add(3.0)
    total = float(account.add(4.0))
    print(f"{account.total.name} is {total}")

    x, y = clusters(count, classes, np.random.default_rng(0))
    model = Classifier(classes)
    model.compile(
        optimizer=keras.optimizers.Adam(0.01),
        loss=keras.losses.CategoricalCrossentropy(from_logits=True),
        metrics=["accuracy"],
    )
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, "classifier.keras")
        best = keras.callbacks.ModelCheckpoint(path, monitor="val_loss", save_best_only=True)
        history = model.fit(x, y, batch_size=32, epochs=epochs, validation_split=0.1, callbacks=[best])
        model.summary()
        again = keras.models.load_model(path, custom_objects={"Classifier": Classifier})
    accuracy = history.history["val_accuracy"][-1]
    right = float((again.predict(x).argmax(1) == y.argmax(1)).mean())
    print(f"accuracy in validation {accuracy:.1%}; the loaded model is right in {right:.1%} of all")
    return total, accuracy, right


if __name__ == "__main__":
    main()
