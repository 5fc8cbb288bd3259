"""The programs of train_model.py with TensorFlow's names: they would run there too with another import line."""

import os
import tempfile

import numpy as np

from autograph.compat import tensorflow as tf


class Account(tf.Module):
    """A sum that grows, and prints itself."""

    def __init__(self, start=tf.constant(0.0), name=None):  # noqa: B008
        super().__init__(name=name)
        with self.name_scope:
            self.total = tf.Variable(start, dtype=tf.float32, trainable=True)

    @tf.function(input_signature=[tf.TensorSpec(shape=[], dtype=tf.float32)])
    def add(self, amount):
        """Adds to the sum, prints and returns it."""
        with self.name_scope:
            self.total.assign_add(amount)
            tf.print(self.total)
            return self.total


class Classifier(tf.keras.Model):
    """Three dense layers; `call` is compiled with a signature, so that any number of examples is one graph."""

    def __init__(self, classes=10):
        super().__init__(name="classifier")
        self.first = tf.keras.layers.Dense(32, activation="relu")
        self.second = tf.keras.layers.Dense(64, activation="relu")
        self.last = tf.keras.layers.Dense(classes)

    @tf.function(input_signature=[tf.TensorSpec([None, 32], dtype=tf.float32)])
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
        optimizer=tf.keras.optimizers.Adam(0.01),
        loss=tf.keras.losses.CategoricalCrossentropy(from_logits=True),
        metrics=["accuracy"],
    )
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, "classifier.keras")
        best = tf.keras.callbacks.ModelCheckpoint(path, monitor="val_loss", save_best_only=True)
        history = model.fit(x, y, batch_size=32, epochs=epochs, validation_split=0.1, callbacks=[best])
        model.summary()
        again = tf.keras.models.load_model(path, custom_objects={"Classifier": Classifier})
    accuracy = history.history["val_accuracy"][-1]
    right = float((again.predict(x).argmax(1) == y.argmax(1)).mean())
    print(f"accuracy in validation {accuracy:.1%}; the loaded model is right in {right:.1%} of all")
    return total, accuracy, right


if __name__ == "__main__":
    main()
