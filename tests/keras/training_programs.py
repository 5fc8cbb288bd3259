"""Models, data and settings that Keras's own trainings were recorded with, for both packages alike.

`python -m tests.keras.training_programs` records `training_programs.json` where Keras is installed.
"""

import json
from pathlib import Path

import numpy as np

RECORDED = Path(__file__).with_name("training_programs.json")

_random = np.random.RandomState(0)
X = _random.random_sample((400, 32)).astype(np.float32)
CLASSES = _random.randint(0, 10, 400)
ONE_HOT = np.eye(10, dtype=np.float32)[CLASSES]
WEIGHTS = _random.random_sample(400).astype(np.float32)
IMAGES = _random.random_sample((60, 8, 8, 2)).astype(np.float32)
WORDS = _random.randint(0, 12, (60, 7))
BINARY = _random.randint(0, 2, (60, 1)).astype(np.float32)


def introduction(keras):
    """The program of the introduction, as a network."""
    layers = keras.layers
    return keras.Sequential([
        layers.Input((32,)), layers.Dense(32, activation="relu"), layers.Dense(64, activation="relu"), layers.Dense(10),
    ])  # fmt: skip


def images(keras):
    layers = keras.layers
    return keras.Sequential([
        layers.Input((8, 8, 2)), layers.Conv2D(4, 3, padding="same", activation="relu"),
        layers.BatchNormalization(momentum=0.8), layers.MaxPooling2D(2), layers.DepthwiseConv2D(3),
        layers.LayerNormalization(), layers.AveragePooling2D(1), layers.Flatten(),
        layers.Dense(3, activation="softmax"),
    ])  # fmt: skip


def words(kind):
    def make(keras):
        layers = keras.layers
        recurrent = getattr(layers, kind)
        return keras.Sequential([
            layers.Input((7,)), layers.Embedding(12, 5, mask_zero=True),
            layers.Bidirectional(recurrent(4, return_sequences=True)), recurrent(3),
            layers.Dense(1, activation="sigmoid"),
        ])  # fmt: skip

    return make


def branches(keras):
    layers = keras.layers
    x = layers.Input((32,), name="x")
    left = layers.Dense(8, activation="gelu", kernel_regularizer="l2")(x)
    right = layers.Dense(8, kernel_constraint=keras.constraints.MaxNorm(0.5))(x)
    both = layers.Concatenate()([layers.Add()([left, right]), left])
    return keras.Model(x, [layers.Dense(10, name="one")(both), layers.Dense(2, name="two")(both)])


def _softmax_loss(keras):
    return keras.losses.CategoricalCrossentropy(from_logits=True)


CASES = {
    "introduction": (introduction, (X, ONE_HOT), {"epochs": 5}, lambda k: {
        "optimizer": k.optimizers.Adam(0.01), "loss": _softmax_loss(k), "metrics": ["accuracy"],
    }),
    "weights of examples": (introduction, (X, ONE_HOT), {
        "epochs": 2, "sample_weight": WEIGHTS, "validation_split": 0.2,
    }, lambda k: {
        "optimizer": k.optimizers.SGD(0.1, momentum=0.9, nesterov=True), "loss": _softmax_loss(k),
        "metrics": ["accuracy"], "weighted_metrics": ["accuracy"],
    }),
    "weights of classes": (introduction, (X, CLASSES), {
        "epochs": 2, "class_weight": {number: 0.5 + number for number in range(10)},
    }, lambda k: {
        "optimizer": k.optimizers.RMSprop(k.optimizers.schedules.ExponentialDecay(0.01, 10, 0.5)),
        "loss": k.losses.SparseCategoricalCrossentropy(from_logits=True),
    }),
    "clipped": (introduction, (X, ONE_HOT), {"epochs": 2}, lambda k: {
        "optimizer": k.optimizers.AdamW(0.01, weight_decay=0.1, global_clipnorm=0.1), "loss": _softmax_loss(k),
    }),
    "images": (images, (IMAGES, CLASSES[:60] % 3), {
        "epochs": 3, "batch_size": 16, "validation_split": 0.2,
    }, lambda k: {
        "optimizer": k.optimizers.Adam(0.01), "loss": "sparse_categorical_crossentropy", "metrics": ["accuracy"],
    }),
    "several outputs": (branches, (X, {"one": ONE_HOT, "two": ONE_HOT[:, :2]}), {
        "epochs": 3, "validation_split": 0.1,
    }, lambda k: {
        "optimizer": "adam", "loss": {"one": "mse", "two": k.losses.Huber()}, "metrics": {"two": ["mae"]},
        "loss_weights": {"one": 0.5, "two": 2.0},
    }),
    **{f"words by {kind}": (words(kind), (WORDS, BINARY), {"epochs": 3, "batch_size": 16}, lambda k: {
        "optimizer": k.optimizers.SGD(0.1, momentum=0.9), "loss": "binary_crossentropy",
        "metrics": ["accuracy", k.metrics.AUC(name="auc")],
    }) for kind in ("SimpleRNN", "LSTM", "GRU")},
}  # fmt: skip
"""By name: how to make the model, the data, the arguments of `fit`, and those of `compile`."""


def history(name, keras):
    """The losses and metrics of all epochs, from weights that are the same each time."""
    make, data, fit, settings = CASES[name]
    model = make(keras)
    random = np.random.RandomState(1)
    values = [random.randn(*weight.shape).astype(np.float32) * 0.3 for weight in model.weights]
    names = [getattr(weight, "path", weight.name) for weight in model.weights]
    model.set_weights([abs(v) + 0.5 if "variance" in n else v for v, n in zip(values, names, strict=True)])
    model.compile(**settings(keras))
    return model.fit(*data, shuffle=False, verbose=0, **fit).history


def recorded():
    """What Keras gave."""
    return json.loads(RECORDED.read_text())


def main():
    """Records what Keras gives."""
    import keras

    found = {name: history(name, keras) for name in CASES}
    RECORDED.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
