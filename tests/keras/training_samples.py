"""Small data and models that training is tested with."""

import numpy as np

from autograph import keras
from autograph.keras import layers

RANDOM = np.random.RandomState(0)
X = RANDOM.random_sample((50, 4)).astype(np.float32)
Y = RANDOM.random_sample((50, 2)).astype(np.float32)
CLASSES = RANDOM.randint(0, 3, 50)


def untrained(outputs=2):
    """A network with the same weights each time."""
    keras.utils.set_random_seed(1)
    return keras.Sequential([layers.Input((4,)), layers.Dense(5, activation="relu"), layers.Dense(outputs)])


def compiled(outputs=2, loss="mse", **settings):
    model = untrained(outputs)
    model.compile(settings.pop("optimizer", "adam"), loss, **settings)
    return model


class Subclassed(keras.Model):
    """A model with a `call` of its own."""

    def __init__(self, units=2):
        super().__init__()
        self.hidden = [layers.Dense(5, activation="relu")]
        self.out = layers.Dense(units)
        self.units = units

    def call(self, inputs, training=False):
        x = inputs
        for layer in self.hidden:
            x = layer(x)
        return self.out(x)

    def get_config(self):
        return {"units": self.units}


def losses(model, **fit):
    """The losses of epochs."""
    return model.fit(X, Y, verbose=0, **fit).history["loss"]
