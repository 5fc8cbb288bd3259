"""What training costs: epochs of `fit`, single batches, predictions, first calls; beside Keras where it is installed.

python -m benchmarks.training
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from benchmarks.harness import Group, Peer, run

COUNT, FEATURES, CLASSES, EPOCHS, BATCH = 1000, 32, 10, 5, 32
STEPS = EPOCHS * -(-COUNT // BATCH)
RANDOM = np.random.RandomState(0)
X = RANDOM.random_sample((COUNT, FEATURES)).astype(np.float32)
Y = np.eye(CLASSES, dtype=np.float32)[RANDOM.randint(0, CLASSES, COUNT)]
IMAGES = RANDOM.random_sample((64, 16, 16, 3)).astype(np.float32)
WORDS = RANDOM.randint(0, 50, (64, 20))


def packages() -> Iterator[tuple[str, Any]]:
    """This package, and Keras if it is there."""
    from autograph import keras as mine

    yield "autograph.keras", mine
    if importlib.util.find_spec("tensorflow") is not None:
        import keras

        yield "keras", keras


def dense(keras: Any) -> Any:
    """The model of the introduction: 32 inputs, layers of 32, 64 and 10."""
    layers = keras.layers
    return keras.Sequential(
        [layers.Input((FEATURES,)), layers.Dense(32, activation="relu"), layers.Dense(64, activation="relu"),
         layers.Dense(CLASSES)]
    )  # fmt: skip


def images(keras: Any) -> Any:
    """Two convolutions on pictures of 16 times 16."""
    layers = keras.layers
    return keras.Sequential(
        [layers.Input((16, 16, 3)), layers.Conv2D(16, 3, activation="relu"), layers.MaxPooling2D(2),
         layers.Conv2D(32, 3, activation="relu"), layers.Flatten(), layers.Dense(CLASSES)]
    )  # fmt: skip


def words(keras: Any) -> Any:
    """An LSTM over 20 words."""
    layers = keras.layers
    return keras.Sequential([layers.Input((20,)), layers.Embedding(50, 16), layers.LSTM(32), layers.Dense(CLASSES)])


def compiled(keras: Any, make: Callable[[Any], Any]) -> Any:
    """The model with the loss of the introduction, and the same weights in each package."""
    model = make(keras)
    random = np.random.RandomState(1)
    model.set_weights([random.randn(*weight.shape).astype(np.float32) * 0.1 for weight in model.weights])
    loss = keras.losses.CategoricalCrossentropy(from_logits=True)
    model.compile(keras.optimizers.Adam(0.01), loss, metrics=["accuracy"])
    return model


class Resettable:
    """A model that begins anew each time, without being traced anew."""

    def __init__(self, model: Any) -> None:
        self.model = model
        model.optimizer.build(model.trainable_variables)
        state = [*model.weights, *model.optimizer.variables]
        self._state = [(variable, variable.numpy()) for variable in state]

    def reset(self) -> None:
        for variable, value in self._state:
            variable.assign(value)


def fit(model: Any, x: Any, y: Any, **options: Any) -> Callable[[], Any]:
    """A call that trains from the beginning and gives the losses of the epochs."""
    again = Resettable(model)

    def call() -> Any:
        again.reset()
        return model.fit(x, y, batch_size=BATCH, shuffle=False, verbose=0, **options).history["loss"]

    return call


def epochs_of(make: Callable[[Any], Any], x: Any, y: Any, epochs: int) -> Iterator[Peer]:
    for name, keras in packages():
        yield Peer(f"{name} fit", fit(compiled(keras, make), x, y, epochs=epochs))
        look = keras.callbacks.LambdaCallback(on_train_batch_end=lambda batch, logs: None)
        yield Peer(f"{name} fit, batches watched", fit(compiled(keras, make), x, y, epochs=epochs, callbacks=[look]))


def single(make: Callable[[Any], Any], x: Any, y: Any) -> Iterator[Peer]:
    """One batch at a time, called by the user."""
    for name, keras in packages():
        again = Resettable(compiled(keras, make))

        def call(again: Resettable = again) -> Any:
            again.reset()
            losses = [again.model.train_on_batch(x[:BATCH], y[:BATCH])[0] for _ in range(10)]
            return losses[0]

        yield Peer(f"{name} train_on_batch", call)


def predictions(make: Callable[[Any], Any], x: Any) -> Iterator[Peer]:
    for name, keras in packages():
        model = compiled(keras, make)
        yield Peer(f"{name} predict", lambda model=model: model.predict(x, verbose=0))  # type: ignore[misc]


def first_fits() -> Iterator[Peer]:
    """Making, compiling and tracing the model, and one epoch."""
    for name, keras in packages():

        def call(keras: Any = keras) -> Any:
            history = compiled(keras, dense).fit(X, Y, batch_size=BATCH, shuffle=False, verbose=0).history
            return history["loss"]

        yield Peer(f"{name} first fit", call)


def groups() -> Iterator[Group]:
    """All groups, for the common runner."""
    yield Group("five epochs of the introduction", list(epochs_of(dense, X, Y, EPOCHS)), STEPS, "step")
    yield Group("five epochs of convolutions", list(epochs_of(images, IMAGES, Y[:64], EPOCHS)), 2 * EPOCHS, "step")
    yield Group("five epochs of an LSTM", list(epochs_of(words, WORDS, Y[:64], EPOCHS)), 2 * EPOCHS, "step")
    yield Group("batches one by one", list(single(dense, X, Y)), 10, "step")
    yield Group("predictions for 1000 examples", list(predictions(dense, X)))
    yield Group("the first epoch of a new model", list(first_fits()))


if __name__ == "__main__":
    run(groups())
