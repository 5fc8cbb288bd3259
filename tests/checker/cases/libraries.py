"""Functions of numpy, Python and the host in graph code."""
import datetime
import logging
import math
import os
import pickle
import random
import time
import uuid
import warnings
from math import sqrt
from time import perf_counter

import numpy as np
import numpy.random as npr
import tensorflow as tf
from numpy import log as nplog

logger = logging.getLogger(__name__)
rng = np.random.default_rng(0)
TABLE = np.arange(10.0)
EPS = tf.constant(1e-6)
model = tf.keras.Sequential()


@tf.function
def mean_of_model(x):
    y = model(x)
    return np.mean(y)  #! AG301

@tf.function
def numpy_on_list_of_tensors(x):
    losses = []
    for k in range(3):
        losses.append(tf.reduce_sum(x) * k)
    return np.mean(losses)  #! AG301

@tf.function
def imported_numpy_function(x):
    return nplog(tf.square(x))  #! AG301

@tf.function
def numpy_on_outer_array(x):
    return x * np.mean(TABLE)

@tf.function
def numpy_on_numbers(x, size=4):
    return x * np.sqrt(2.0) + np.prod([2, 3])

@tf.function
def numpy_on_shape(x):
    flat = np.prod(x.shape[1:])
    return tf.reshape(x, [-1, flat])

@tf.function
def numpy_constants(x):
    return x * np.pi + tf.cast(np.inf, tf.float32) + np.float32(3.0)

@tf.function
def numpy_in_py_function(x):
    def host(v):
        print("host", v)
        return np.sort(v.numpy())
    return tf.py_function(host, [x], tf.float32)

@tf.function
def numpy_in_numpy_function(x):
    return tf.numpy_function(lambda v: np.percentile(v, 50), [x], tf.float64)

@tf.function
def numpy_on_shape_tensor(x):
    n = tf.shape(x)[0]
    return np.zeros(n)  #! AG301

@tf.function
def captured_eager_tensor(x):
    return x + EPS.numpy()

@tf.function
def eager_branch(x):
    if tf.executing_eagerly():
        print(x.numpy())
        return x
    return x * 2

@tf.function
def eager_branch_by_attribute(x):
    if hasattr(x, "numpy"):
        return x.numpy()
    return x * 2

@tf.function
def tries_numpy(x):
    try:
        value = x.numpy()
    except (AttributeError, NotImplementedError):
        value = x
    return value

@tf.function
def draws(x):
    return x * random.random() + rng.normal() + npr.rand()  #! AG302 AG302 AG302

@tf.function
def shuffles(x):
    order = list(range(3))
    random.shuffle(order)  #! AG302
    return tf.gather(x, order)

@tf.function
def own_uniform(x):
    return x + tf.random.uniform([]) + tf.random.stateless_normal([], [1, 2])

class random_crop:
    @staticmethod
    def random(x):
        return x

@tf.function
def method_called_random(x):
    return random_crop.random(x)

@tf.function
def names_run(x):
    tag = str(uuid.uuid4())  #! AG302
    return x

@tf.function
def measures(x):
    start = time.time()  #! AG303
    y = x * 2
    tf.print(perf_counter() - start)  #! AG303
    return y

@tf.function
def dates(x):
    stamp = datetime.datetime.now()  #! AG303
    return x

@tf.function
def timestamp(x):
    return x + tf.cast(tf.timestamp(), tf.float32)

@tf.function
def predicts(x):
    return model.predict(x)  #! AG304

@tf.function
def listed(x):
    return tf.square(x).numpy().tolist()  #! AG304

@tf.function
def array_to_list(x):
    return x * TABLE.tolist()[0]

@tf.function
def imported_sqrt(x):
    return sqrt(tf.reduce_sum(x))  #! AG305

@tf.function
def python_math(x):
    return x * math.sqrt(2.0) * math.log(len(TABLE))

@tf.function
def math_on_static_shape(x):
    return x / math.sqrt(x.shape[-1])

@tf.function
def converts(x):
    n = int(tf.reduce_sum(x))
    f = float(tf.reduce_mean(x))
    return tf.cast(n, tf.float32) + f + abs(x[0])

@tf.function
def truth(x):
    return bool(tf.reduce_any(x > 0))  #! AG305

@tf.function
def unpacks(x):
    a, b = tf.shape(x)  #! AG306
    return a + b

@tf.function
def unpacks_static(x):
    a, b = x.shape
    return x * a * b

@tf.function
def unpacks_unstacked(x):
    a, b = tf.unstack(x)
    return a + b

@tf.function
def unpacks_split(x):
    a, b = tf.split(x, 2)
    mean, var = tf.nn.moments(x, axes=[0])
    values, indices = tf.nn.top_k(x)
    return a + b + mean + var + values

@tf.function
def spreads(x):
    y = tf.square(x)
    return tf.stack([*y])  #! AG306

@tf.function
def sums_list(x):
    parts = [tf.reduce_sum(x), tf.reduce_mean(x)]
    return sum(parts)

@tf.function
def all_of_tensors(x):
    return all([tf.reduce_any(x > 0), tf.reduce_any(x < 1)])  #! AG306

@tf.function
def greater_of_two(x):
    return max(tf.reduce_sum(x), 0.0)  #! AG306

@tf.function
def greater_of_numbers(x):
    return x * max(2, len(TABLE))

@tf.function
def zips_gradients(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(model(x))
    grads = tape.gradient(loss, model.trainable_variables)
    clipped = [tf.clip_by_norm(g, 1.0) for g in grads]
    for g, v in zip(clipped, model.trainable_variables):
        v.assign_sub(g)
    return loss

@tf.function
def gradients_by_name(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(model(x))
    grads = tape.gradient(loss, model.trainable_weights)
    return sum(tf.reduce_sum(g) for g in grads if g is not None)

@tf.function
def loops_over_tensor(x):
    total = 0.0
    for row in tf.square(x):
        total += tf.reduce_sum(row)
    return total

@tf.function
def comprehension_over_range(x):
    n = tf.size(x)
    return tf.stack([x[i] for i in range(n)])  #! AG306

@tf.function
def sorts(x):
    return tf.stack(sorted(tf.unstack(x), key=lambda v: 0))

@tf.function
def maps_over_dataset(ds: tf.data.Dataset):
    for i, batch in enumerate(ds):
        tf.print(i, batch)
    return ds.cardinality()

@tf.function
def texts(x):
    s = tf.reduce_sum(x)
    tf.print("sum %.2f" % s)  #! AG307
    tf.print("sum {}".format(s))  #! AG307
    tf.print("shape {}".format(x.shape), f"{x.dtype.name}")
    return s

@tf.function
def text_of_error(x):
    if x.shape.rank != 2:
        raise ValueError(f"expected rank 2, got {tf.rank(x)}")
    return x

@tf.function
def saves(x):
    np.save("x.npy", TABLE)  #! AG308
    with open("log.txt", "a") as stream:  #! AG308
        pickle.dump(TABLE, stream)  #! AG308
    return x

@tf.function
def joins_path(x):
    path = os.path.join("a", "b")
    tf.io.write_file(path, "x")
    return x

@tf.function
def logs(x):
    logging.info("step")  #! AG102
    logger.debug("step %s", x)  #! AG102
    warnings.warn("careful")  #! AG102
    return x

@tf.function
def logs_before_error(x, mode):
    if mode not in ("a", "b"):
        logger.error("unknown mode")
        raise ValueError(mode)
    return x

@tf.function
def prints_tracing(x):
    print("Tracing with", x)  #! AG101
    return x

@tf.function(experimental_autograph_options=tf.autograph.experimental.Feature.BUILTIN_FUNCTIONS)
def prints_converted(x):
    print(x)
    return x

def print_all(values):
    print(values)

@tf.function
def prints_through_callback(x):
    return tf.map_fn(show, x)

def show(row):
    print(row)  #! AG101
    return row

@tf.function
def own_print(x):
    print = tf.print
    print(x)
    return x

@tf.function
def sets_item(x):
    y = x + tf.ones([3])
    y[0] = 1.0  #! AG309
    return y

@tf.function
def sets_item_of_variable(x):
    counter[0] = 1.0  #! AG309
    return x

counter = tf.Variable([0.0, 0.0])

@tf.function
def array_of_argument(images):
    return np.array(images) / 255.0  #! AG301

@tf.function
def array_of_numbers(x, sizes=(1, 2)):
    return x * np.array(sizes)

class Statics:
    @staticmethod
    def scaled(x):
        return x * 2.0

    def shifted(self, x):
        return x + 1.0

@tf.function
def calls_through_class(x):
    y = Statics.scaled(x) + Statics.shifted(Statics(), x)
    assert tf.reduce_all(y > 0)  #! AG409
    return y


# ------------------------------------------------------------------ models of other libraries
@tf.function
def predicts_mean_and_variance(x, model):
    mean, variance = model.predict(x)
    return mean / tf.sqrt(variance)

@tf.function
def predicts_classes(x, model):
    return model.predict(x)  #! AG304
