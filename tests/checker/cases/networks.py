"""Layers, models and metrics as people publish them, and what generates text and pictures with them."""
import json
import math
import warnings
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache, reduce, wraps

import numpy as np
import tensorflow as tf
import tensorflow.keras.backend as K
import tensorflow_addons as tfa
import tensorflow_probability as tfp
from tensorflow.keras import Model
from tensorflow.keras.layers import LSTM, Conv2D, Dense, Dropout, Embedding, Layer, LayerNormalization

tfd = tfp.distributions
VOCABULARY = ["a", "b", "c"]
attention_maps = {}
style_weight, content_weight = 1e-2, 1e4
mean_image = np.array([103.939, 116.779, 123.68])


class PositionalEncoding(Layer):
    def __init__(self, length, depth):
        super().__init__()
        self.depth = depth
        self.encoding = self.encode(length, depth)
        self.scale = math.sqrt(depth)
        self.saved = []

    def encode(self, length, depth):
        positions = np.arange(length)[:, np.newaxis]
        angles = positions / np.power(10000, (2 * (np.arange(depth)[np.newaxis, :] // 2)) / np.float32(depth))
        angles[:, 0::2] = np.sin(angles[:, 0::2])
        return tf.cast(angles, tf.float32)

    @tf.function
    def call(self, x):
        length = tf.shape(x)[1]
        x *= tf.math.sqrt(tf.cast(self.depth, tf.float32))
        x += self.encoding[tf.newaxis, :length, :]
        return x * (1.0 / self.scale)

class MultiHeadAttention(Layer):
    def __init__(self, d_model, heads):
        super(MultiHeadAttention, self).__init__()
        assert d_model % heads == 0
        self.heads, self.depth = heads, d_model // heads
        self.wq = Dense(d_model)
        self.dense = Dense(d_model)
        self.last_weights = None

    def split_heads(self, x, batch_size):
        x = tf.reshape(x, (batch_size, -1, self.heads, self.depth))
        return tf.transpose(x, perm=[0, 2, 1, 3])

    @tf.function
    def call(self, q, mask=None):
        batch_size = tf.shape(q)[0]
        q = self.split_heads(self.wq(q), batch_size)
        logits = tf.matmul(q, q, transpose_b=True) / np.sqrt(self.depth)
        if mask is not None:
            logits += mask * -1e9
        weights = tf.nn.softmax(logits, axis=-1)
        self.last_weights = weights  #! AG105
        attention_maps["layer"] = weights  #! AG104
        return self.dense(weights)

class Decoder(Model):
    def __init__(self, count):
        super().__init__()
        self.blocks = [MultiHeadAttention(8, 2) for _ in range(count)]
        self.norm = LayerNormalization()

    @tf.function
    def call(self, x, training=False):
        weights = {}
        skips = []
        for i, block in enumerate(self.blocks):
            x = block(x)
            weights["block{}".format(i + 1)] = x
            weights[f"norm{i}"] = self.norm(x)
            skips.append(x)
        skips = reversed(skips[:-1])
        for skip in skips:
            x = tf.concat([x, skip], axis=-1)
        return x, weights

class LateLayer(Layer):
    @tf.function
    def call(self, x):
        kernel = self.add_weight(name="kernel", shape=(3, 3))  #! AG201
        x = Dense(10)(x)  #! AG202
        x = Dropout(0.5)(x)
        return tf.matmul(x, kernel)

class EarlyLayer(Layer):
    def build(self, shape):
        self.kernel = self.add_weight(name="kernel", shape=(shape[-1], 3))
        self.steps = 0

    @tf.function
    def __call__(self, x):
        if not self.built:
            self.build(x.shape)
            self.built = True
        return x @ self.kernel

class LazyModule(tf.Module):
    w = None

    @tf.function
    def __call__(self, x):
        if self.w is None:
            self.w = tf.Variable(tf.random.normal([int(x.shape[-1]), 3]), name="w")
            self.b = tf.Variable(tf.zeros([3]), name="b")
        return tf.matmul(x, self.w) + self.b

    @tf.function
    def wrong_guard(self, x):
        if tf.reduce_sum(x) > 0:
            self.c = tf.Variable(0.0)  #! AG105 AG201
        return x

    @tf.function
    def try_guard(self, x):
        try:
            return x * self.gain
        except AttributeError:
            self.gain = tf.Variable(1.0)
            return x * self.gain

    @tf.function
    def flag_guard(self, x):
        if not getattr(self, "ready", False):
            self.offset = tf.Variable(0.0)
            self.ready = True
        return x + self.offset

class Encoder(Model):
    def __init__(self, vocab_size, units):
        super().__init__()
        self.embedding = Embedding(vocab_size, units)
        self.lstm = LSTM(units, return_state=True)
        self.hidden = None
        self.losses_by_name = {}
        self.queue = deque(maxlen=3)

    @tf.function
    def call(self, x, hidden=None):
        x = self.embedding(x)
        output, h, c = self.lstm(x, initial_state=hidden)
        self.hidden = (h, c)  #! AG105
        self.losses_by_name.update({"l2": tf.nn.l2_loss(h)})  #! AG103
        self.queue.append(h)  #! AG103
        self.add_loss(tf.nn.l2_loss(h))
        return output

    @tf.function
    def reparameterize(self, mean, logvar):
        eps = tf.random.normal(shape=mean.shape)
        z = eps * tf.exp(logvar * 0.5) + mean
        if K.learning_phase():
            z = z + np.random.randn()  #! AG302
        return z

    @tf.function
    def kl(self, mean, logvar):
        q = tfd.MultivariateNormalDiag(mean, tf.exp(logvar))
        p = tfd.Normal(0.0, 1.0)
        sample = q.sample()
        return math.log(2.0) + np.log(tf.reduce_mean(q.log_prob(sample) - p.log_prob(sample)))  #! AG301

class F1Score(tf.keras.metrics.Metric):
    def __init__(self, name="f1", **kwargs):
        super().__init__(name=name, **kwargs)
        self.precision = tf.keras.metrics.Precision()
        self.recall = tf.keras.metrics.Recall()
        self.total = self.add_weight(name="total", initializer="zeros")
        self.count = 0

    @tf.function
    def update_state(self, y_true, y_pred, sample_weight=None):
        self.precision.update_state(y_true, y_pred)
        self.recall.update_state(y_true, y_pred)
        values = tf.cast(tf.equal(y_true, y_pred), tf.float32)
        if sample_weight is not None:
            values = tf.multiply(values, tf.cast(sample_weight, tf.float32))
        self.total.assign_add(tf.reduce_sum(values))
        self.count += 1  #! AG105

    @tf.function
    def result(self):
        p, r = self.precision.result(), self.recall.result()
        if p + r == 0:
            return 0.0
        return 2 * p * r / (p + r)

def gram_matrix(t):
    result = tf.linalg.einsum("bijc,bijd->bcd", t, t)
    shape = tf.shape(t)
    return result / tf.cast(shape[1] * shape[2], tf.float32)

def style_content_loss(outputs, targets):
    style = outputs["style"]
    loss = tf.add_n([tf.reduce_mean((style[name] - targets[name]) ** 2) for name in style.keys()])
    loss *= style_weight / len(style)
    warnings.warn("loss")  #! AG102
    return loss

@tf.function()
def style_step(image, extractor, optimizer, targets):
    with tf.GradientTape() as tape:
        outputs = extractor(image)
        loss = style_content_loss(outputs, targets)
        loss += 30 * tf.image.total_variation(image)
    grad = tape.gradient(loss, image)
    optimizer.apply_gradients([(grad, image)])
    image.assign(tf.clip_by_value(image, 0.0, 1.0))

@tf.function
def deep_dream(image, steps, step_size):
    loss = tf.constant(0.0)
    for n in tf.range(steps):
        with tf.GradientTape() as tape:
            tape.watch(image)
            loss = tf.reduce_mean(image)
        gradients = tape.gradient(loss, image)
        gradients /= tf.math.reduce_std(gradients) + 1e-8
        image = image + gradients * step_size
        image = tf.clip_by_value(image, -1, 1)
    return loss, image

class OneStep(Model):
    def __init__(self, model, chars, temperature=1.0):
        super().__init__()
        self.temperature = temperature
        self.model = model
        self.chars = chars
        self.seen = {}
        skip = tf.constant([0])[:, None]
        self.mask = tf.sparse.to_dense(tf.SparseTensor(values=[-float("inf")] * len(skip), indices=skip, dense_shape=[3]))

    @tf.function
    def generate_one_step(self, inputs, states=None):
        input_chars = tf.strings.unicode_split(inputs, "UTF-8")
        ids = self.chars(input_chars).to_tensor()
        logits, states = self.model(inputs=ids, states=states, return_state=True)
        logits = logits[:, -1, :] / self.temperature
        logits = logits + self.mask
        ids = tf.random.categorical(logits, num_samples=1)
        return self.chars(tf.squeeze(ids, axis=-1)), states

    @tf.function
    def generate(self, start, length=10):
        result = [start]
        state = {"step": 0, "text": start}
        for n in range(length):
            start, _ = self.generate_one_step(start)
            result.append(start)
            state["step"] += 1
            state["text"] = tf.strings.join([state["text"], start])
        return tf.strings.join(result), state

    @tf.function
    def generate_until(self, token, end):
        output = tf.TensorArray(tf.int64, size=0, dynamic_size=True)
        output = output.write(0, token)
        tokens = tf.zeros([1, 0], tf.int64)
        for i in tf.range(10):
            tokens = tf.concat([tokens, token[None]], axis=1)  #! AG407
            token = tf.argmax(self.model(tokens)[0, -1])
            output = output.write(i + 1, token)
            if token == end:
                break
        return output.stack()

    @tf.function
    def beam(self, logits, width):
        scores = tf.math.top_k(logits, k=width)
        best, index = scores
        for i in range(width):
            self.seen[i] = index[i]  #! AG104
        text = "".join([VOCABULARY[i] for i in range(3)])
        if text in self.seen:
            best = best + 1.0
        return best

    @tf.function
    def sample_text(self, logits):
        probabilities = tf.nn.softmax(logits)
        choice = np.random.choice(len(VOCABULARY), p=probabilities)  #! AG302
        words = [VOCABULARY[int(i)] for i in tf.unstack(tf.argmax(logits, -1))]
        tf.print("chose", choice, str(probabilities))  #! AG307
        return words

@dataclass
class Options:
    rate: float = 0.1
    names: list = field(default_factory=list)
    seen: int = 0

@tf.function
def with_options(x, options: Options):
    options = Options(rate=options.rate * 2)
    options.names.append("a")
    options.seen += 1
    return x * options.rate

@tf.function
def with_given_options(x, options: Options):
    options.seen += 1  #! AG107
    options.names.append("b")  #! AG107
    return x * options.rate

def logged(f):
    @wraps(f)
    def wrapper(*args, **kwargs):
        print("calling", f.__name__)
        return f(*args, **kwargs)
    return wrapper

@logged
@tf.function
def decorated_twice(x):
    print("inside")  #! AG101
    return x

@lru_cache(maxsize=None)
def kernel_of(size):
    attention_maps[size] = size
    return np.ones((size, size), np.float32) / size

@tf.function
def blurs(image):
    kernel = kernel_of(3)
    image = tf.nn.conv2d(image, kernel[:, :, None, None], 1, "SAME")
    return image - mean_image.astype(np.float32)

@tf.function
def gelu(x):
    cdf = 0.5 * (1.0 + tf.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * tf.pow(x, 3))))
    return x * cdf

@tf.function
def multiplies(tensors):
    product = reduce(lambda a, b: a * b, tf.unstack(tensors))
    shape = [d if d is not None else -1 for d in product.shape.as_list()]
    return tf.reshape(product, shape)

@tf.function
def iou(boxes, others):
    x1, y1, x2, y2 = tf.split(boxes, 4, axis=-1)
    a1, b1, a2, b2 = tf.unstack(others, axis=-1)
    width = max(tf.reduce_min(x2) - tf.reduce_max(a1), 0)  #! AG306
    areas = [tf.reduce_sum((x2 - x1) * (y2 - y1)), tf.reduce_sum((a2 - a1) * (b2 - b1))]
    return width / sum(areas)

@tf.function
def saves_config(x):
    with open("config.json") as file:  #! AG308
        config = json.load(file)  #! AG308
    return x * config["scale"]

class Recurrent(Layer):
    def __init__(self, cell):
        super().__init__()
        self.cell = cell

    @tf.function
    def call(self, inputs):
        inputs, constants = self.unpacked(inputs)
        if constants:
            inputs = inputs + 1.0
        last, outputs, states = K.rnn(self.cell.call, inputs, [tf.zeros([3])])
        return [last, *outputs] + list(states)

    def unpacked(self, inputs):
        constants = None
        if isinstance(inputs, Sequence):
            constants = inputs[1:]
            inputs = inputs[0]
        return inputs, constants

class Hourglass(Model):
    def __init__(self, depth):
        super().__init__()
        self.inner = Hourglass(depth - 1) if depth else None
        self.parts = [Hourglass(0), Hourglass(0)]

    @tf.function
    def call(self, x):
        if self.inner is not None:
            x = self.inner(x)
        for part in self.parts:
            x = part(x) + part.call(x)
        return x

    @tf.function
    def again(self, x):
        return self.again(x - 1.0)  #! AG411

class Endless(tf.Module):
    @tf.function
    def __call__(self, x):
        return self(x)  #! AG411
