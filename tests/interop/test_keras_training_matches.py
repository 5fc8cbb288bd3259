"""Training against Keras itself, where it is installed: the same weights and order of data give the same losses."""

import numpy as np
import pytest

import autograph as ag
import runtime as rt
from autograph import keras as mine
from tests.keras.training_programs import CASES, IMAGES, WORDS, history, images, recorded, words

theirs = pytest.importorskip("keras", reason="Keras is not installed: pip install keras")
pytestmark = pytest.mark.interop

RANDOM = np.random.RandomState(0)
X = RANDOM.random_sample((1000, 32)).astype(np.float32)
Y = RANDOM.random_sample((1000, 10)).astype(np.float32)


def program(keras, function):
    """The program of the introduction, of either package."""

    class MyModel(keras.Model):
        def __init__(self, number_classes=10):
            super().__init__(name="my_model")
            self.dense_1 = keras.layers.Dense(32, activation="relu")
            self.dense_2 = keras.layers.Dense(64, activation="relu")
            self.dense_3 = keras.layers.Dense(number_classes)

        @function
        def call(self, inputs):
            x = self.dense_1(inputs)
            x = self.dense_2(x)
            return self.dense_3(x)

    return MyModel()


def my_program():
    return program(mine, ag.function(input_signature=[rt.TensorSpec([None, 32], rt.float32)]))


def dense(keras, *sizes, **options):
    hidden = [keras.layers.Dense(size, activation="tanh", **options) for size in sizes[:-1]]
    return keras.Sequential([keras.layers.Input((32,)), *hidden, keras.layers.Dense(sizes[-1])])


def same_weights(keras_model, model, sample):
    """Builds both, and gives the first the weights of the second, in pairs of the same shape."""
    keras_model(sample)
    model(sample)
    values = [weight.numpy() for weight in keras_model.weights]
    model.set_weights(values)


def histories(make, settings, data, fit, sample=None):
    """What `fit` finds in both."""
    found = []
    models = make(theirs), make(mine)
    same_weights(*models, data[0][:2] if sample is None else sample)
    for keras, model in zip((theirs, mine), models, strict=True):
        model.compile(**settings(keras))
        found.append(model.fit(*data, shuffle=False, verbose=0, **fit).history)
    return found


def check(their_history, my_history, tolerance=1e-5):
    assert sorted(my_history) == sorted(their_history)
    for name, values in their_history.items():
        assert np.allclose(my_history[name], values, rtol=tolerance, atol=1e-6), (name, my_history[name], values)


def results_of_program(labels, epochs, seed):
    """Histories of Keras, of this package, and of Keras with the hidden units in another order."""
    theirs.utils.set_random_seed(seed)
    models = [program(theirs, lambda call: call), my_program()]
    same_weights(*models, X[:2])
    models.append(program(theirs, lambda call: call))
    models[2](X[:2])
    models[2].set_weights(reordered([weight.numpy() for weight in models[0].weights]))
    found = []
    for keras, model in zip((theirs, mine, theirs), models, strict=True):
        loss = keras.losses.CategoricalCrossentropy(from_logits=True)
        model.compile(optimizer=keras.optimizers.Adam(0.01), loss=loss, metrics=["accuracy"])
        found.append(model.fit(X, labels, batch_size=32, epochs=epochs, shuffle=False, verbose=0).history)
    return found


def reordered(weights):
    first, second = np.random.RandomState(1).permutation(32), np.random.RandomState(2).permutation(64)
    w = weights
    return [w[0][:, first], w[1][first], w[2][first][:, second], w[3][second], w[4][second], w[5]]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("labels", ["one class", "distributions"])
def test_five_epochs_of_the_program_give_keras_s_losses(labels, seed):
    y = np.eye(10, dtype=np.float32)[Y.argmax(1)] if labels == "one class" else Y / Y.sum(1, keepdims=True)
    check(*results_of_program(y, 5, seed)[:2])


@pytest.mark.parametrize("seed", range(3))
def test_with_labels_that_are_no_distributions_the_program_diverges_and_only_its_first_epoch_is_determined(seed):
    keras_history, my_history, reordered_history = results_of_program(Y, 5, seed)
    assert np.allclose(my_history["loss"][0], keras_history["loss"][0], rtol=1e-5)
    assert keras_history["loss"][4] > 10 * keras_history["loss"][0]
    assert not np.allclose(reordered_history["loss"][4], keras_history["loss"][4], rtol=1e-3)  # Keras beside itself.


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("SGD", {"momentum": 0.9, "nesterov": True}),
        ("Adam", {"clipnorm": 0.5, "amsgrad": True}),
        ("AdamW", {"weight_decay": 0.01}),
        ("RMSprop", {"centered": True}),
        ("Adagrad", {}),
        ("Adadelta", {}),
        ("Ftrl", {"l1_regularization_strength": 0.01}),
        ("Nadam", {"global_clipnorm": 1.0}),
        ("Lion", {}),
    ],
)
def test_optimizers_in_training(name, options):
    def settings(keras):
        rate = keras.optimizers.schedules.CosineDecay(0.02, 40)
        return {"optimizer": getattr(keras.optimizers, name)(rate, **options), "loss": "mse", "metrics": ["mae"]}

    check(*histories(lambda keras: dense(keras, 8, 10), settings, (X[:200], Y[:200]), {"epochs": 3}))


@pytest.mark.parametrize("name", CASES)
def test_trainings_of_many_kinds(name):
    keras_history = history(name, theirs)
    check(keras_history, history(name, mine))
    check(keras_history, recorded()[name])


def test_evaluate_predict_and_single_batches():
    models = dense(theirs, 8, 10), dense(mine, 8, 10)
    same_weights(*models, X[:2])
    found = []
    for model in models:
        model.compile("adam", "mse", metrics=["mae"])
        steps = [model.train_on_batch(X[n : n + 50], Y[n : n + 50]) for n in range(0, 200, 50)]
        evaluated = model.evaluate(X, Y, verbose=0)
        found.append([*np.ravel(steps[0]), *evaluated, *model.test_on_batch(X[:9], Y[:9]),
                      *model.predict(X[:70], verbose=0).ravel()])  # fmt: skip
    assert np.allclose(*found, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("make", [images, words("LSTM")], ids=["images", "words"])
def test_tensorflow_serves_exported_models(make, tmp_path):
    tf = pytest.importorskip("tensorflow", reason="TensorFlow is not installed: pip install tensorflow-cpu")
    model = make(mine)
    data = IMAGES if make is images else WORDS.astype(np.float32)
    model(data)
    model.export(tmp_path / "served")
    loaded = tf.saved_model.load(str(tmp_path / "served"))
    assert np.allclose(loaded.serve(tf.constant(data)), model(data).numpy(), atol=1e-5)


def test_checkpoints_of_models_are_read_by_tensorflow(tmp_path):
    tf = pytest.importorskip("tensorflow", reason="TensorFlow is not installed: pip install tensorflow-cpu")
    model = dense(mine, 8, 10)
    model.save_weights(tmp_path / "weights")
    kernel = tf.train.load_variable(str(tmp_path / "weights"), "layer_with_weights-0/kernel/.ATTRIBUTES/VARIABLE_VALUE")
    assert np.array_equal(kernel, model.layers[0].kernel.numpy())
