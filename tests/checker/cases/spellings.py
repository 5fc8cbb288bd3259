"""Mistakes as they are spelled in published code, beside what looks like them: one or two lines a function."""
import bisect
import datetime
import functools
import heapq
import logging
import operator
import queue
import random
import sys
import timeit
import uuid
from logging import getLogger
from numpy.random import default_rng, normal
from pprint import pprint
from random import randint, shuffle
from time import time
from timeit import default_timer as timer

import numpy as np
import pandas as pd
import sklearn.metrics
import tensorflow as tf
import tensorflow.contrib.eager as tfe
from tensorflow import keras
from tensorflow.keras import backend as K
from tensorflow.python.framework import ops

LOG = []
TREE = {"a": {"b": []}}
HEAP = [3, 1]
ARRAY = np.zeros(3)
NUMBER = 3.0
QUEUE = queue.Queue()
STRATEGY = tf.distribute.MirroredStrategy()
W = tf.Variable(1.0)
log = getLogger("x")
np_random = default_rng(1)
dense = tf.keras.layers.Dense(1)


# ------------------------------------------------------------------ ways to compile
@tf.Module.with_name_scope
@tf.function
def under_name_scope(x):
    LOG.append(x)  #! AG103
    return x

@tfe.defun
def old_defun(x):
    LOG.append(x)  #! AG103
    return x

def rebound(x):
    LOG.append(x)  #! AG103
    return x

rebound = tf.function(rebound, input_signature=[tf.TensorSpec([None], tf.float32)])

def compiled_if_asked(x):
    LOG.append(x)  #! AG103
    return x

if "--graph" in sys.argv:
    compiled_if_asked = tf.function(compiled_if_asked, experimental_compile=True)  #! AG601

with STRATEGY.scope():
    @tf.function
    def in_scope(x):
        LOG.append(x)  #! AG103
        return STRATEGY.run(replica, args=(x,))

def replica(x):
    LOG.insert(0, x)  #! AG103
    return x

def main(argv):
    seen = []
    steps = 0

    def inner(x):
        seen.append(x)  #! AG103
        return x

    inner = tf.function(inner)

    @tf.function
    def other(x):
        seen_here = list(seen)
        seen_here.append(x)
        return x * steps

    for _ in range(2):
        inner(1.0)
        steps += 1

class Wrapped:
    def __init__(self):
        self.count = 0
        self.items = []
        self.call = tf.function(self.call_impl, autograph=True)
        self.parts = {"w": tf.function(self.weigh)}

    def call_impl(self, x):
        self.count += 1  #! AG105
        return x

    def weigh(self, x):
        self.items.append(x)  #! AG103
        return x

    def eager(self, x):
        self.items.append(x)
        return self.call(x)

run = functools.partial(tf.function(lambda x, y: LOG.append(x)), 1.0)  #! AG103

DATA = tf.data.Dataset.range(3).map(tf.function(lambda x: x + LOG.pop()))  #! AG103


# ------------------------------------------------------------------ changes
@tf.function
def changes_deep(x):
    TREE["a"]["b"].append(x)  #! AG103
    TREE["a"]["c"] = x  #! AG104
    TREE["a"]["b"][0] = x  #! AG104
    return x

@tf.function
def changes_while_iterating(x):
    for name in LOG:
        LOG.remove(name)  #! AG103
    return x

@tf.function
def changes_namespace(x):
    globals()["NUMBER"] = 4.0  #! AG104
    return x

@tf.function
def changes_by_function(x):
    heapq.heappush(HEAP, 1)  #! AG103
    bisect.insort(HEAP, 2)  #! AG103
    list.append(LOG, x)  #! AG103
    operator.setitem(TREE, "x", x)  #! AG104
    own = [1, 2]
    heapq.heapify(own)
    bisect.insort(own, 2)
    return x

@tf.function
def changes_array(x):
    ARRAY[0] = 1.0  #! AG104
    ARRAY[1:] += 1.0  #! AG104
    ARRAY.sort()  #! AG103
    own = ARRAY.copy()
    own[0] = 2.0
    return x * own

class Counting:
    total = 0
    registry = {}

    def __init__(self):
        self.a, self.b = 1, 2
        self.nested = Wrapped()
        self.metrics_by_name = {"loss": tf.keras.metrics.Mean()}
        self.lookup = {}
        self.table = None
        self.logger = logging.getLogger("counting")
        self.optimizer = tf.keras.optimizers.SGD(0.1)
        self.buffer = np.zeros(3)

    @tf.function
    def on_class(self, x):
        type(self).total += 1  #! AG105
        self.__class__.total = 2  #! AG105
        Counting.registry["x"] = x  #! AG104
        return x

    @classmethod
    @tf.function
    def by_class_method(cls, x):
        cls.total += 1  #! AG105
        cls.registry.update(a=x)  #! AG103
        return x

    @tf.function
    def swaps(self, x):
        self.a, self.b = self.b, self.a  #! AG105
        return x

    @tf.function
    def through_dict(self, x):
        self.__dict__["a"] = 3  #! AG104
        self.__dict__.update(b=4)  #! AG103
        return x

    @tf.function
    def deep_attribute(self, x):
        self.nested.items.append(x)  #! AG103
        self.nested.count = 3  #! AG105
        self.buffer[0] = 1.0  #! AG104
        return x

    @tf.function
    def alias_of_attribute(self, x):
        lookup = self.lookup
        lookup["x"] = x  #! AG104
        copied = {**self.lookup, "y": x}
        copied["z"] = x
        return x

    @tf.function
    def calls_metrics(self, x):
        self.metrics_by_name["loss"](x)
        self.metrics_by_name["loss"].update_state(x)
        for metric in self.metrics_by_name.values():
            metric.update_state(x)
        self.optimizer.lr = 0.1
        self.optimizer.learning_rate = 0.2
        return {name: metric.result() for name, metric in self.metrics_by_name.items()}

    @tf.function
    def in_finally(self, x):
        try:
            y = tf.square(x)
        finally:
            self.a = 0  #! AG105
        return y

    @tf.function
    def logs(self, x):
        self.logger.info("x %s", x)  #! AG102
        log.debug("y")  #! AG102
        tf.get_logger().warning("z")  #! AG102
        tf.compat.v1.logging.info("w")  #! AG102
        pprint(x)  #! AG101
        print(x, file=sys.stderr)  #! AG101
        return x

    @tf.function
    def makes_table_once(self, x):
        if self.table is None:
            self.table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(["a"], [1]), -1)
        return self.table.lookup(x)

    @tf.function
    def with_keywords(self, x, **kwargs):
        kwargs["training"] = True
        kwargs.pop("mask", None)
        kwargs.setdefault("axis", 0)
        return tf.reduce_sum(x, axis=kwargs["axis"])

@tf.function
def changes_argument(features, labels):
    features["x"] = tf.cast(features["x"], tf.float32)  #! AG107
    del features["y"]  #! AG107
    labels = {**labels, "z": 1}
    labels["w"] = 2
    return features

@tf.function
def freezes_argument(model: tf.keras.Model, x):
    model.trainable = False  #! AG107
    for layer in model.layers:
        layer.trainable = False  #! AG107
    return model(x)

@tf.function
def puts_in_queue(x):
    tf_queue = tf.queue.FIFOQueue(3, [tf.float32])
    tf_queue.enqueue(x)
    return x

@tf.function
def ignores_outer_of_same_name(x):
    LOG = [x]
    TREE = {}
    TREE["a"] = x
    LOG.append(x)
    [LOG.append(k) for k in range(3)]
    return LOG

@tf.function
def collects_by_lambda(x):
    parts = []
    add = lambda v: parts.append(v)
    add(x)
    list(map(add, [x, x]))
    return tf.stack(parts)

@tf.function
def fills_shared(x):
    shared = [[]] * 2
    shared[0].append(x)
    matrix = [[0] * 3 for _ in range(3)]
    matrix[1][2] = x
    return matrix, shared


# ------------------------------------------------------------------ variables
class OwnLayer(tf.keras.layers.Layer):
    def build(self, shape):
        self.w = self.add_weight("w", shape)

    def call(self, x):
        return x * self.w

@tf.function
def makes_own_layer(x):
    return OwnLayer()(x)  #! AG202

@tf.function
def makes_variables(x):
    a = K.variable(0.0)  #! AG201
    b = tf.compat.v1.get_variable("b", [3])  #! AG201
    with tf.init_scope():
        c = tf.Variable(0.0)
    if isinstance(x, tf.Variable):
        x = x.read_value()
    return a + b + c

@tf.function
def makes_model(x):
    model = tf.keras.Sequential([tf.keras.layers.Flatten()])  #! AG202
    optimizer = keras.optimizers.Adam()  #! AG202
    return model(x)

@tf.function
def makes_in_helper(x):
    return head(x) + pooled(x)

def head(x):
    x = tf.keras.layers.Dense(3)(x)  #! AG202
    return tf.keras.layers.Dropout(0.5)(x)

def pooled(x):
    x = tf.keras.layers.GlobalAveragePooling2D()(x)
    return tf.keras.layers.Reshape((1, -1))(x)

def make_once(owner):
    owner.v = tf.Variable(0.0)

@tf.function
def guarded_call_of_helper(x):
    if not hasattr(HOLDER, "v"):
        make_once(HOLDER)
    return x + HOLDER.v

class Holder:
    pass

HOLDER = Holder()


# ------------------------------------------------------------------ numpy, random numbers, clocks
@tf.function
def mean_of_list(xs):
    losses = [tf.reduce_mean(xs), tf.reduce_max(xs)]
    return np.mean(losses)  #! AG301

@tf.function
def mean_of_grown_list(xs):
    losses = []
    for k in range(3):
        losses.append(tf.reduce_mean(xs[k]))
    total = np.sum(losses)  #! AG301
    return total

@tf.function
def numpy_of_variable(x):
    return np.log(W) + x  #! AG301

@tf.function
def numpy_of_shape(x):
    n = np.prod(tf.shape(x))  #! AG301
    m = np.prod(x.shape[1:])
    k = np.log2(x.shape[0]) + np.ceil(x.get_shape().as_list()[1] / 2)
    return n + m + k

@tf.function
def numpy_of_layer(x):
    y = dense(x)
    scores = sklearn.metrics.f1_score(y, y)  #! AG301
    frame = pd.DataFrame(y)  #! AG301
    best = np.argmax(y, axis=-1)  #! AG301
    return scores, frame, best

@tf.function
def numpy_of_numbers(x, rate=0.5):
    edges = np.linspace(0.0, 1.0, 5).astype(np.float32)
    table = np.array([[1, 2], [3, 4]])
    table = np.concatenate([table, table], axis=0)
    return x * edges[0] * np.sqrt(NUMBER) * table.max() + np.float32(rate)

@tf.function
def methods_of_tensors(x):
    y = tf.square(x)
    a = y.mean()
    b = y.astype(np.float32)  #! AG304
    c = y.item()  #! AG304
    d = [v.numpy() for v in dense.variables]  #! AG304
    return a, b, c, d

@tf.function
def draws(x):
    a = normal(size=3)  #! AG302
    b = randint(0, 3)  #! AG302
    c = np_random.uniform()  #! AG302
    order = [0, 1, 2]
    shuffle(order)  #! AG302
    random.seed(1)  #! AG302
    name = uuid.uuid4().hex  #! AG302
    tf.random.set_seed(1)
    return x + tf.random.stateless_normal([3], seed=[1, 2])

@tf.function
def looks_at_clock(x):
    a = time()  #! AG303
    b = timer()  #! AG303
    c = timeit.default_timer()  #! AG303
    d = datetime.datetime.now().strftime("%H")  #! AG303
    e = datetime.timedelta(seconds=3)
    return x


# ------------------------------------------------------------------ values and conditions
@tf.function
def eager_of_framework(x):
    with ops.init_scope():
        print("eager")
    if tf.executing_eagerly():
        print(x.numpy())
    else:
        x = x + 1.0
    return x

@tf.function
def prints_on_host(x):
    tf.py_function(lambda v: print(v), [x], [])
    tf.py_function(func=host, inp=[x], Tout=[])
    tf.numpy_function(functools.partial(host, scale=2.0), [x], [])
    return x

def host(v, scale=1.0):
    print(v * scale)
    LOG.append(v)
    ARRAY[0] = random.random()

@tf.function
def asks_for_truth(x, flag):
    y = tf.reduce_sum(x)
    if flag:
        y = -y
    if y:
        y = y + 1.0
    if not y and flag:
        y = y + 2.0
    return any([y > 0, y < 1])  #! AG306

@tf.function
def text_of_tensors(x):
    y = tf.reduce_sum(x)
    tf.print("sum {}".format(y))  #! AG307
    tf.print("sum " + str(y))  #! AG307
    tf.print("shape", str(x.shape), f"{x.dtype}", "%d" % len(x.shape), y.name)
    tf.debugging.assert_positive(y, message=f"sum {y}")  #! AG307
    return y

@tf.function
def loops_over_batches(x, batches):
    losses = []
    for batch in batches:
        losses.append(tf.reduce_mean(batch))
    for index in range(len(losses)):
        if index == 0:
            continue
        x += losses[index]
    for a, b in zip(losses, losses[1:]):
        x += a * b
    return x, min(losses)  #! AG306

def is_symbolic(value):
    """Whether it is a tensor."""
    return isinstance(value, tf.Tensor)

@tf.function
def asks_by_helper(x, rate):
    y = tf.reduce_sum(x)
    sizes, others = tf.shape_n([x, y])
    if is_symbolic(y) or is_symbolic(rate):
        return tf.maximum(y, rate)
    return max(y, rate)

def loops_of_itself(value):
    return loops_of_itself(value)

@tf.function
def asks_by_odd_helper(x):
    if loops_of_itself(x):
        return x
    if ops.executing_eagerly():
        print(x)
    return -x

@tf.function
def asks_framework(x, loss, name):
    graph = tf.compat.v1.get_default_graph()
    variables = [v for v in tf.compat.v1.trainable_variables() if "kernel" in v.name]
    if keras.losses.get(loss) in (None, "mse"):
        raise ValueError("no loss")
    name = tf.identity(name)
    if name in ("train", "test"):
        x = x + 1.0
    for value, variable in zip(K.batch_get_value(variables), variables):
        variable.assign(value)
    return x, graph.seed
