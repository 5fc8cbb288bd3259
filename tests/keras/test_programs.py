"""Programs as people write them with TensorFlow's names: loops of their own, and models of many shapes."""

import numpy as np
import pytest

from autograph.compat import tensorflow as tf

keras = tf.keras
layers = keras.layers


@pytest.fixture
def random():
    keras.utils.set_random_seed(0)
    return np.random.RandomState(0)


def test_a_loop_over_batches_with_a_compiled_step(random):
    images, labels = random.rand(48, 8, 8, 1).astype(np.float32), random.randint(0, 3, 48)
    batches = tf.data.Dataset.from_tensor_slices((images, labels)).shuffle(48).batch(16)
    model = keras.Sequential([layers.Conv2D(4, 3, activation="relu"), layers.Flatten(), layers.Dense(3)])
    loss_of = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    optimizer = keras.optimizers.Adam(0.01)
    mean, accuracy = keras.metrics.Mean(name="loss"), keras.metrics.SparseCategoricalAccuracy(name="accuracy")

    @tf.function
    def step(x, y):
        with tf.GradientTape() as tape:
            scores = model(x, training=True)
            loss = loss_of(y, scores)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables, strict=True))
        mean(loss)
        accuracy(y, scores)

    found = []
    for _ in range(8):
        mean.reset_state()
        accuracy.reset_state()
        for x, y in batches:
            step(x, y)
        found.append((float(mean.result()), float(accuracy.result())))
    assert found[-1][0] < found[0][0]
    assert found[-1][1] >= found[0][1]
    assert step.experimental_get_tracing_count() == 1


def test_two_networks_against_each_other(random, tmp_path):
    maker = keras.Sequential([
        layers.Dense(16, use_bias=False, input_shape=(5,)), layers.BatchNormalization(), layers.LeakyReLU(),
        layers.Reshape((4, 4, 1)), layers.Conv2DTranspose(1, 3, strides=2, padding="same", activation="tanh"),
    ])  # fmt: skip
    judge = keras.Sequential([layers.Conv2D(4, 3, strides=2, input_shape=[8, 8, 1]), layers.Flatten(), layers.Dense(1)])
    entropy = keras.losses.BinaryCrossentropy(from_logits=True)
    optimizers = keras.optimizers.Adam(1e-3), keras.optimizers.Adam(1e-3)

    @tf.function
    def step(images):
        noise = tf.random.normal([4, 5])
        with tf.GradientTape() as first, tf.GradientTape() as second:
            made = maker(noise, training=True)
            real, fake = judge(images, training=True), judge(made, training=True)
            losses = (
                entropy(tf.ones_like(fake), fake),
                entropy(tf.ones_like(real), real) + entropy(tf.zeros_like(fake), fake),
            )
        for tape, model, loss, optimizer in zip((first, second), (maker, judge), losses, optimizers, strict=True):
            gradients = tape.gradient(loss, model.trainable_variables)
            optimizer.apply_gradients(zip(gradients, model.trainable_variables, strict=True))
        return losses

    for _ in range(3):
        losses = step(random.rand(4, 8, 8, 1).astype(np.float32))
    assert np.isfinite(losses).all()
    checkpoint = tf.train.Checkpoint(maker=maker, judge=judge, optimizers=list(optimizers))
    path = checkpoint.save(str(tmp_path / "ckpt"))
    before = maker.get_weights()
    step(random.rand(4, 8, 8, 1).astype(np.float32))
    checkpoint.restore(path).assert_consumed()
    assert all(np.array_equal(one, other) for one, other in zip(before, maker.get_weights(), strict=True))


class Sampling(layers.Layer):
    """A normal value with that mean and logarithm of the variance."""

    def call(self, inputs):
        mean, log_variance = inputs
        return mean + tf.exp(0.5 * log_variance) * tf.random.normal(tf.shape(mean))


class Autoencoder(keras.Model):
    """A variational autoencoder with a step and metrics of its own."""

    def __init__(self, encoder, decoder, **kwargs):
        super().__init__(**kwargs)
        self.encoder, self.decoder = encoder, decoder
        self.total, self.divergence = keras.metrics.Mean(name="total"), keras.metrics.Mean(name="divergence")

    @property
    def metrics(self):
        return [self.total, self.divergence]

    def train_step(self, data):
        with tf.GradientTape() as tape:
            mean, log_variance, code = self.encoder(data)
            error = tf.reduce_mean(tf.reduce_sum(tf.square(data - self.decoder(code)), axis=1))
            divergence = -0.5 * tf.reduce_mean(tf.reduce_sum(1 + log_variance - mean**2 - tf.exp(log_variance), axis=1))
            total = error + divergence
        gradients = tape.gradient(total, self.trainable_weights)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_weights, strict=True))
        self.total.update_state(total)
        self.divergence.update_state(divergence)
        return {metric.name: metric.result() for metric in self.metrics}


def test_a_variational_autoencoder(random):
    x = keras.Input(shape=(16,))
    hidden = layers.Dense(8, activation="relu")(x)
    mean, log_variance = layers.Dense(2, name="mean")(hidden), layers.Dense(2, name="log_variance")(hidden)
    encoder = keras.Model(x, [mean, log_variance, Sampling()([mean, log_variance])], name="encoder")
    code = keras.Input(shape=(2,))
    decoder = keras.Model(code, layers.Dense(16)(layers.Dense(8, activation="relu")(code)), name="decoder")
    model = Autoencoder(encoder, decoder)
    model.compile(optimizer=keras.optimizers.Adam(0.01))
    history = model.fit(random.rand(64, 16).astype(np.float32), epochs=15, batch_size=16, verbose=0).history
    assert sorted(history) == ["divergence", "total"]
    assert history["total"][-1] < history["total"][0]


def test_residual_blocks(random):
    def block(x, filters, stride=1):
        y = layers.ReLU()(layers.BatchNormalization()(layers.Conv2D(filters, 3, stride, padding="same")(x)))
        y = layers.BatchNormalization()(layers.Conv2D(filters, 3, padding="same")(y))
        x = x if stride == 1 and x.shape[-1] == filters else layers.Conv2D(filters, 1, stride)(x)
        return layers.ReLU()(layers.add([x, y]))

    x = keras.Input((8, 8, 3))
    top = layers.GlobalAveragePooling2D()(block(block(x, 4), 8, 2))
    model = keras.Model(x, layers.Dense(5, activation="softmax")(top))
    rate = keras.optimizers.schedules.ExponentialDecay(0.05, 10, 0.9)
    model.compile(keras.optimizers.SGD(rate, momentum=0.9, nesterov=True), "sparse_categorical_crossentropy")
    history = model.fit(random.rand(8, 8, 8, 3), random.randint(0, 5, 8), epochs=4, verbose=0).history
    assert model.count_params() == 1337
    assert history["loss"][-1] < history["loss"][0]


def test_a_part_is_frozen_and_then_trained(random):
    base = keras.Sequential([keras.Input((8,)), layers.Dense(4), layers.BatchNormalization()])
    base.trainable = False
    x = keras.Input((8,))
    model = keras.Model(x, layers.Dense(1)(base(x, training=False)))
    counts = []
    for base.trainable in (False, True):
        model.compile("adam", keras.losses.BinaryCrossentropy(from_logits=True))
        model.fit(random.rand(16, 8), random.randint(0, 2, 16), verbose=0)
        counts.append(len(model.trainable_weights))
    assert counts == [2, 6]


def test_states_go_from_one_sequence_to_another(random):
    source, target = keras.Input((None, 5)), keras.Input((None, 4))
    _, *states = layers.LSTM(6, return_state=True)(source)
    out, _, _ = layers.LSTM(6, return_sequences=True, return_state=True)(target, initial_state=states)
    model = keras.Model([source, target], layers.Dense(4, activation="softmax")(out))
    model.compile("rmsprop", "categorical_crossentropy")
    model.fit([random.rand(8, 3, 5), random.rand(8, 4, 4)], np.eye(4)[random.randint(0, 4, (8, 4))], verbose=0)
    assert model.predict([random.rand(2, 3, 5), random.rand(2, 6, 4)], verbose=0).shape == (2, 6, 4)


def test_states_stay_from_one_batch_to_the_next():
    model = keras.Sequential([keras.Input(batch_shape=(2, 3, 4)), layers.LSTM(5, stateful=True)])
    first, second = (model.predict(np.ones((2, 3, 4)), verbose=0) for _ in range(2))
    model.layers[0].reset_states()
    assert not np.allclose(first, second)
    assert np.allclose(first, model.predict(np.ones((2, 3, 4)), verbose=0))


class Attention(layers.Layer):
    """Every step looks at all that the mask leaves."""

    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)
        self.units = units
        self.supports_masking = True
        self.query, self.key, self.value = (layers.Dense(units) for _ in range(3))

    def call(self, x, mask=None):
        scores = tf.matmul(self.query(x), self.key(x), transpose_b=True) / tf.math.sqrt(float(self.units))
        if mask is not None:
            scores += (1.0 - tf.cast(mask[:, tf.newaxis, :], scores.dtype)) * -1e9
        return tf.matmul(tf.nn.softmax(scores), self.value(x))


def test_attention_does_not_see_what_is_masked(random):
    x = keras.Input((None,))
    model = keras.Model(x, layers.GlobalAveragePooling1D()(Attention(8)(layers.Embedding(10, 8, mask_zero=True)(x))))
    model.compile("adam", "mse")
    words = random.randint(1, 10, (4, 5))
    model.fit(words, random.rand(4, 8), verbose=0)
    padded = np.concatenate([words, np.zeros((4, 3), int)], axis=1)
    assert np.allclose(model.predict(words, verbose=0), model.predict(padded, verbose=0), atol=1e-5)


def test_dictionaries_in_and_out(random):
    class Both(keras.Model):
        def __init__(self):
            super().__init__()
            self.dense, self.dropout = layers.Dense(2), layers.Dropout(0.5)

        def call(self, inputs, training=None):
            x = self.dense(inputs["a"])
            if training:
                x = self.dropout(x, training=training)
            return {"out": x, "sum": tf.reduce_sum(x, -1)}

    model = Both()
    model.compile("adam", {"out": "mse", "sum": "mae"})
    history = model.fit({"a": random.rand(8, 3)}, {"out": random.rand(8, 2), "sum": random.rand(8)}, verbose=0).history
    assert sorted(history) == ["loss", "out_loss", "sum_loss"]
    assert model.predict({"a": random.rand(3, 3)}, verbose=0)["sum"].shape == (3,)


def test_metrics_that_look_at_logits(random):
    model = keras.Sequential([layers.Embedding(50, 4), layers.GlobalAveragePooling1D(), layers.Dense(1)])
    entropy = keras.losses.BinaryCrossentropy(from_logits=True)
    model.compile("adam", entropy, metrics=[keras.metrics.BinaryAccuracy(threshold=0.0)])
    x, y = random.randint(0, 50, (40, 6)), random.randint(0, 2, (40, 1))
    model.fit(x, y, epochs=3, verbose=0)
    guesses = model.predict(x, verbose=0) > 0
    assert np.isclose(model.evaluate(x, y, verbose=0)[1], (guesses == y).mean())


@pytest.mark.parametrize("name", ["größe", "a b", "w:0", "_w"], ids=ascii)
def test_layers_weights_and_losses_have_any_names(name, tmp_path):
    class Scale(keras.layers.Layer):
        def build(self, shape):
            self.w = self.add_weight(name=name, shape=(2,), initializer="ones")

        def call(self, x):
            return x * self.w

    model = keras.Sequential([keras.Input((2,)), Scale(), keras.layers.Dense(1, name=name)])
    model.compile("adam", keras.losses.MeanSquaredError(name=name))
    model.fit(np.ones([4, 2]), np.ones([4, 1]), verbose=0)
    expected = model.predict(np.ones([1, 2]), verbose=0)
    model.export(str(tmp_path / "exported"))
    loaded = tf.saved_model.load(str(tmp_path / "exported"))
    np.testing.assert_allclose(loaded.serve(np.ones([1, 2], np.float32)).numpy(), expected, rtol=1e-6)
