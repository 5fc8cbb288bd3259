"""Training loops as people publish them: generators and discriminators, metrics, histories, schedules, callbacks."""
import logging
import os
import pickle
import random as rnd
import sys
import time
from collections import Counter, OrderedDict
from datetime import datetime
from functools import partial
from time import perf_counter as clock

import numpy as np
import tensorflow as tf
from absl import logging as absl_logging
from tensorflow import keras
from tensorflow.keras import layers, losses, metrics
from tensorflow.keras.losses import BinaryCrossentropy
from tqdm import tqdm

BATCH_SIZE = 64
NOISE_DIM = 100
cross_entropy = BinaryCrossentropy(from_logits=True)
generator_optimizer = tf.keras.optimizers.Adam(1e-4)
discriminator_optimizer = tf.keras.optimizers.Adam(1e-4)
train_loss = metrics.Mean(name="train_loss")
train_accuracy = metrics.SparseCategoricalAccuracy()
summary_writer = tf.summary.create_file_writer("logs")
logger = logging.getLogger(__name__)
gen_losses, disc_losses = [], []
global_step = 0
best_loss = float("inf")
history = {"loss": [], "accuracy": []}
counter = Counter()
log_dir = "logs/" + datetime.now().strftime("%Y%m%d")


def make_generator():
    model = keras.Sequential()
    model.add(layers.Dense(7 * 7 * 256, use_bias=False, input_shape=(NOISE_DIM,)))
    model.add(layers.LeakyReLU())
    return model

def make_discriminator():
    return keras.Sequential([layers.Flatten(), layers.Dense(1)])

generator = make_generator()
discriminator = make_discriminator()

def discriminator_loss(real_output, fake_output):
    real_loss = cross_entropy(tf.ones_like(real_output), real_output)
    fake_loss = cross_entropy(tf.zeros_like(fake_output), fake_output)
    print("discriminator", real_loss)  #! AG101
    return real_loss + fake_loss

def generator_loss(fake_output):
    return cross_entropy(tf.ones_like(fake_output), fake_output)

@tf.function
def gan_step(images):
    noise = tf.random.normal([BATCH_SIZE, NOISE_DIM])
    with tf.GradientTape() as gen_tape, tf.GradientTape() as disc_tape:
        generated = generator(noise, training=True)
        real_output = discriminator(images, training=True)
        fake_output = discriminator(generated, training=True)
        gen_loss = generator_loss(fake_output)
        disc_loss = discriminator_loss(real_output, fake_output)
    gen_losses.append(gen_loss)  #! AG103
    disc_losses.append(disc_loss.numpy())  #! AG103 AG304
    grads = gen_tape.gradient(gen_loss, generator.trainable_variables)
    generator_optimizer.apply_gradients(zip(grads, generator.trainable_variables))
    grads = disc_tape.gradient(disc_loss, discriminator.trainable_variables)
    discriminator_optimizer.apply_gradients(zip(grads, discriminator.trainable_variables))
    return gen_loss, disc_loss

@tf.function
def wasserstein_step(real, n_critic=5):
    for _ in range(n_critic):
        noise = np.random.normal(size=(BATCH_SIZE, NOISE_DIM))  #! AG302
        with tf.GradientTape() as tape:
            fake = generator(tf.cast(noise, tf.float32), training=True)
            alpha = tf.random.uniform([BATCH_SIZE, 1, 1, 1], 0.0, 1.0)
            mixed = alpha * real + (1 - alpha) * fake
            with tf.GradientTape() as inner:
                inner.watch(mixed)
                score = discriminator(mixed)
            slopes = inner.gradient(score, [mixed])[0]
            norm = tf.sqrt(tf.reduce_sum(tf.square(slopes), axis=[1, 2, 3]))
            loss = tf.reduce_mean(score) + 10.0 * tf.reduce_mean((norm - 1.0) ** 2)
        gradients = tape.gradient(loss, discriminator.trainable_variables)
        discriminator_optimizer.apply_gradients(zip(gradients, discriminator.trainable_variables))
    return loss

@tf.function
def train_step(images, labels):
    with tf.GradientTape() as tape:
        predictions = discriminator(images, training=True)
        loss = losses.sparse_categorical_crossentropy(labels, predictions)
    gradients = tape.gradient(loss, discriminator.trainable_variables)
    gradients = [tf.clip_by_norm(g, 1.0) for g in gradients]
    gradients = [g if g is not None else tf.zeros_like(v) for g, v in zip(gradients, discriminator.trainable_variables)]
    discriminator_optimizer.apply_gradients(zip(gradients, discriminator.trainable_variables))
    train_loss(loss)
    train_accuracy.update_state(labels, predictions)
    with summary_writer.as_default():
        tf.summary.scalar("loss", tf.reduce_mean(loss), step=discriminator_optimizer.iterations)
    return loss

@tf.function
def counted_step(x):
    global global_step
    loss = tf.reduce_mean(discriminator(x))
    global_step += 1  #! AG106
    if global_step % 100 == 0:
        print("step", global_step)  #! AG101
    return loss

@tf.function
def best_step(x):
    global best_loss
    loss = tf.reduce_mean(discriminator(x))
    if loss < best_loss:
        best_loss = loss  #! AG106
        discriminator.save_weights("best.h5")
    return loss

@tf.function
def timed_step(x):
    start = time.time()  #! AG303
    y = discriminator(x)
    took = clock() - start  #! AG303
    logger.info("took %s", took)  #! AG102
    absl_logging.info("step")  #! AG102
    return y

@tf.function
def history_step(x, y):
    loss = tf.reduce_mean(tf.square(discriminator(x) - y))
    history["loss"].append(loss)  #! AG103
    history["count"] = history.get("count", 0) + 1  #! AG104
    counter["steps"] += 1  #! AG104
    counter.update(["a"])  #! AG103
    return loss

@tf.function
def local_history_step(xs):
    logs = OrderedDict()
    logs["loss"] = tf.reduce_mean(xs)
    logs.update(accuracy=tf.reduce_max(xs))
    parts = dict(history)
    parts["more"] = xs
    return logs

@tf.function
def report_step(x):
    loss = tf.reduce_mean(discriminator(x))
    tf.print("loss:", loss, output_stream=sys.stdout)
    sys.stdout.write("loss: %s" % loss)  #! AG101
    print(f"loss {loss}")  #! AG101
    print(f"loss {loss:.3f}")  #! AG101 AG307
    sys.stderr.write("loss: %.2f" % loss)  #! AG101 AG307
    if loss > 10.0:
        tf.print("large", loss)
    if tf.math.is_nan(loss):
        raise ValueError("loss is nan")  #! AG410
    return loss

@tf.function
def noisy_labels_step(y):
    flip = rnd.random() < 0.05  #! AG302
    smooth = tf.random.uniform(tf.shape(y), 0.0, 0.1)
    if flip:
        y = 1.0 - y
    return y + smooth

@tf.function
def accumulates(dataset):
    total = 0.0
    count = 0
    for x in dataset:
        total += tf.reduce_mean(discriminator(x))
        count += 1
    return total / tf.cast(count, tf.float32)

@tf.function
def accumulates_in_list(x):
    seen = []
    for k in tf.range(tf.shape(x)[0]):
        seen.append(tf.reduce_mean(x[k]))  #! AG405
    return tf.stack(seen)

@tf.function
def validation_step(x, y):
    predictions = discriminator(x, training=False)
    accuracy = np.mean(np.argmax(predictions, axis=1) == y)  #! AG301
    return accuracy

@tf.function
def checkpointing_step(x, epoch):
    y = discriminator(x)
    with open(os.path.join(log_dir, "log.txt"), "a") as file:  #! AG308
        file.write("step\n")
    pickle.dump(history, open("history.pkl", "wb"))  #! AG308 AG308
    return y

@tf.function
def tqdm_step(x):
    for _ in tqdm(range(3)):
        x = discriminator(x)
    return x

def make_train_step(model, optimizer, history_list=None):
    mse = keras.losses.MeanSquaredError()
    calls = 0

    @tf.function
    def step(x, y):
        nonlocal calls
        calls += 1  #! AG106
        with tf.GradientTape() as tape:
            loss = mse(y, model(x, training=True))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        history_list.append(loss)  #! AG103
        return loss

    return step

jit = partial(tf.function, jit_compile=True)

@jit
def jitted_step(x):
    norms = {v.name: tf.norm(v) for v in generator.trainable_variables}
    print(norms)  #! AG101
    return tf.add_n(list(norms.values()))

@tf.function(experimental_relax_shapes=True)  #! AG601
def relaxed_step(x):
    return discriminator(x)

@tf.function(input_signature=[tf.TensorSpec([None, 28, 28, 1], tf.float32), tf.TensorSpec([], tf.int32)])
def signed_step(images, epoch):
    if epoch > 10:
        images = images * 0.5
    if tf.equal(epoch % 10, 0) and tf.reduce_max(images) > 1.0:
        images = images / 255.0
    rate = 0.1 if epoch < 5 else 0.01
    return images * rate

@tf.function
def first_batch_only(x):
    if not hasattr(generator, "seen"):
        generator.seen = True
    return generator(x)

@tf.function
def decays_rate(x):
    discriminator_optimizer.learning_rate.assign(0.1)
    discriminator_optimizer.learning_rate = 0.5 * discriminator_optimizer.learning_rate
    return x

@tf.function
def trains_on_batch(x, y):
    discriminator.train_on_batch(x, y)  #! AG304
    return generator.predict(x)  #! AG304

class CustomTrainer:
    step_count = 0

    def __init__(self, model, optimizer):
        self.model = model
        self.optimizer = optimizer
        self.losses = []
        self.logs = {}
        self.metric = tf.keras.metrics.Mean()
        self.step_variable = tf.Variable(0, dtype=tf.int64)
        self.ema = tf.train.ExponentialMovingAverage(0.99)
        self.rng = np.random.default_rng(0)
        self.generator = tf.random.Generator.from_seed(1)
        self.callback = None
        self.best = None

    @tf.function
    def step(self, x, y):
        with tf.GradientTape() as tape:
            y_hat = self.model(x, training=True)
            loss = self.compute_loss(y, y_hat)
        self.optimizer.minimize(loss, self.model.trainable_variables, tape=tape)
        self.metric.update_state(loss)
        self.step_variable.assign_add(1)
        self.losses += [loss]  #! AG105
        CustomTrainer.step_count += 1  #! AG105
        self.logs.setdefault("loss", []).append(loss)  #! AG103 AG103
        return {"loss": loss, "accuracy": self.metric.result()}

    def compute_loss(self, y, y_hat):
        self.last_prediction = y_hat  #! AG105
        weights = self.rng.uniform(size=3)  #! AG302
        noise = self.generator.normal([3])
        return tf.reduce_mean((y - y_hat) ** 2) + weights[0] + noise[0]

    @tf.function
    def evaluate(self, dataset):
        self.metric.reset_states()
        for x, y in dataset:
            self.metric.update_state(self.compute_loss_only(y, self.model(x)))
        return self.metric.result()

    def compute_loss_only(self, y, y_hat):
        return tf.reduce_mean(tf.abs(y - y_hat))

    @tf.function
    def keeps_best(self, loss):
        if self.best is None or loss < self.best:
            self.best = tf.Variable(loss, trainable=False)  #! AG105 AG201
        return self.best

    @tf.function
    def fresh_logs(self, x):
        self.logs = {}  #! AG105
        self.logs["mean"] = tf.reduce_mean(x)
        self.losses = []  #! AG105
        for k in range(2):
            self.losses.append(x * k)
        return self.logs

    @tf.function
    def adds_metric(self, x):
        self.model.metrics[0].reset_state()
        self.ema.apply(self.model.trainable_variables)
        return x

    def fit(self, dataset, epochs):
        for epoch in range(epochs):
            start = time.time()
            for x, y in dataset:
                logs = self.step(x, y)
                self.losses.append(float(logs["loss"]))
            print(f"epoch {epoch}: {time.time() - start:.1f} s")

def run_epochs(dataset, epochs):
    for epoch in range(epochs):
        for x in dataset:
            checkpointing_step(x, epoch)  #! AG501
            train_step(x, x)
