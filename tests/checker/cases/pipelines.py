"""Input pipelines, preprocessing and numerical code as people publish it."""
import datetime as dt
import itertools
import os
import random
import threading
from pathlib import Path

import cv2
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import tensorflow as tf
from scipy import ndimage, stats
from scipy.special import expit

AUTOTUNE = tf.data.AUTOTUNE
IMAGE_SIZE = (224, 224)
LABELS = {"cat": 0, "dog": 1}
counts = np.zeros(10)
calls = itertools.count()
lock = threading.Lock()
dataset = tf.data.Dataset.range(10).map(lambda x: tf.cast(x, tf.float32)).batch(2)
iterator = iter(dataset)
batches = (np.ones(3) for _ in range(5))
numbers = iter(range(10))
table = pd.DataFrame({"a": [1.0, 2.0]})
config = {"augment": True, "noise": 0.1}
trace_count = 0


def decode(path):
    image = tf.io.decode_jpeg(tf.io.read_file(path), channels=3)
    image = tf.image.resize(image, IMAGE_SIZE)
    label = tf.strings.split(path, os.path.sep)[-2]
    return image / 255.0, label

@tf.function
def augment(image, label):
    image = tf.image.random_flip_left_right(image)
    if config["augment"]:
        image += tf.random.normal(tf.shape(image)) * config["noise"]
    if random.choice([True, False]):  #! AG302
        image = tf.image.flip_up_down(image)
    angle = np.random.uniform(-10, 10)  #! AG302
    if tf.random.uniform(()) > 0.5:
        image = tf.image.rot90(image)
    return image, label, angle

@tf.function
def rotates_on_host(image):
    def rotate(img):
        print("on the host")
        counts[0] += 1
        return ndimage.rotate(img.numpy(), np.random.uniform(-30, 30), reshape=False)

    [rotated] = tf.py_function(rotate, [image], [tf.float32])
    rotated.set_shape(image.shape)
    return rotated

@tf.function
def rotates_while_tracing(image):
    image = tf.cast(image, tf.float32)
    return ndimage.rotate(image, 30)  #! AG301

@tf.function
def uses_scipy(x):
    weights = stats.norm.pdf(np.linspace(-1, 1, 5))
    y = tf.square(x)
    return expit(y) + weights  #! AG301

@tf.function
def reads_with_opencv(x):
    image = cv2.imread("a.png")  #! AG308
    return x + image

@tf.function
def plots(x):
    y = tf.square(x)
    plt.plot(y)  #! AG308
    plt.savefig("y.png")  #! AG308
    return y

@tf.function
def nexts(x):
    batch = next(iterator)
    number = next(numbers)  #! AG414
    for values in batches:  #! AG414
        x = x + values
    for values in dataset:
        x = x + tf.reduce_sum(values)
    return x + batch[0] + number

@tf.function
def nexts_of_parameter(iterator, steps):
    total = 0.0
    for _ in tf.range(steps):
        total += tf.reduce_sum(next(iterator))
    return total

@tf.function
def dated(x):
    now = dt.datetime.now()  #! AG303
    start = tf.timestamp()
    return x + now.second, tf.timestamp() - start

@tf.function
def counts_traces(x):
    global trace_count
    trace_count += 1  #! AG106
    print("Tracing with", x)  #! AG101
    counts[1] += 1  #! AG104
    return x

@tf.function
def locked(x):
    with lock:
        y = tf.square(x)
    return y

@tf.function
def fills_array(x):
    out = np.zeros((3,), np.float32)
    for i in range(3):
        out[i] = i * 2
    grid = np.meshgrid(np.arange(3), np.arange(3))
    return x * out + grid[0].astype(np.float32)[0]

@tf.function
def fills_array_with_tensors(x):
    out = np.zeros((3,), np.float32)
    y = tf.square(x)
    for i in range(3):
        out[i] = np.float32(i)
    return np.dot(out, y)  #! AG301

@tf.function
def assigns_slice(x):
    y = tf.zeros_like(x)
    y[:, 0].assign(x[:, 0])
    y[0, :] = 1.0  #! AG309
    y[1] += 2.0  #! AG309
    return y

@tf.function
def updates_variable_slice(v, x):
    v[0].assign(x)
    v.scatter_nd_update([[0]], [x])
    return v

@tf.function
def python_conditions(x, mode="train", rate=None, names=("a", "b")):
    if mode == "train" and rate is None:
        rate = 0.1
    elif mode in names:
        rate = 0.2
    if len(names) > 1 and x.shape.rank == 2:
        x = tf.expand_dims(x, 0)
    if x.shape[0] is None or x.shape[-1] != 3:
        x = tf.identity(x)
    assert x.shape.ndims is not None, f"unknown rank: {x.shape}"
    if not isinstance(rate, float):
        raise TypeError(f"no rate: {rate}")
    return x * rate

@tf.function
def tensor_conditions(x, threshold):
    total = tf.reduce_sum(x)
    assert total > 0, "sum must be positive"  #! AG409
    if total > threshold and not tf.reduce_any(x < 0):
        y = x * 2
    elif total < -threshold:
        y = -x
    else:
        y = x
    while tf.reduce_sum(y) > 1.0:
        y = y / 2.0
    if total in (0.0, 1.0):  #! AG416
        y = tf.zeros_like(y)
    z = y if total > 1.0 else -y
    return z

@tf.function
def half_bound(x):
    if tf.reduce_mean(x) > 0.5:
        scale = 2.0
    return x * scale  #! AG401

@tf.function
def stops_python_loop(x):
    for k in range(100):  #! AG404
        x = x * 0.5
        if tf.reduce_max(x) < 1e-3:
            break
    return x, k

@tf.function
def stops_tensor_loop(x):
    error = tf.constant(1.0)
    k = 0
    while error > 1e-6 and k < 100:
        y = x - 0.1 * x
        error = tf.reduce_max(tf.abs(y - x))
        x = y
        k += 1
    return x

@tf.function
def changes_dtype(xs):
    best = 0
    total = 0.0
    for x in tf.range(10):
        best = best + tf.random.uniform([])  #! AG407
        total = total + tf.cast(x, tf.float32)
    return best, total

@tf.function
def catches(x):
    try:
        y = tf.linalg.inv(x)
    except Exception:  #! AG412
        y = tf.zeros_like(x)
    try:
        rate = config["rate"]
    except KeyError:
        rate = 1.0
    return y * rate

@tf.function
def unpacks(x):
    batch, height, width = x.shape
    rows, columns = tf.shape(x)  #! AG306
    first, *rest = tf.unstack(x)
    a, b = tf.meshgrid(x[0], x[1])
    return batch, height, rows, first, a

@tf.function
def python_sums(x):
    parts = [tf.reduce_sum(x), tf.reduce_max(x)]
    y = tf.exp(x)
    return sum(parts) + sum(y) + sum([1, 2]) + len(y) + abs(y)  #! AG306

@tf.function
def reads_table(x):
    means = table["a"].mean()
    row = LABELS["cat"]
    scale = float(os.environ.get("SCALE", "1.0"))
    name = Path("a") / "b"
    return x * means + row + scale + len(str(name))

@tf.function
def converts(x):
    y = tf.reduce_mean(x)
    count = int(tf.size(x))
    value = float(y)
    flag = bool(y > 0)  #! AG305
    listed = y.numpy().tolist()  #! AG304
    return count, value, flag, listed

@tf.function(autograph=False)
def unconverted(x):
    if x.shape[0] == 3:
        x = x[:2]
    y = tf.cond(tf.reduce_sum(x) > 0, lambda: x, lambda: -x)
    if tf.reduce_sum(y) > 0:  #! AG415
        y = y + 1.0
    return y

@tf.function
def yields(x):
    for k in range(3):
        yield x * k  #! AG413

@tf.function
def returns_in_loop(xs, key):
    for i in tf.range(10):
        if xs[i] == key:
            return i  #! AG403
    return -1

@tf.function
def sparse_and_ragged(x):
    ragged = tf.ragged.constant([[1], [2, 3]])
    sparse = tf.sparse.from_dense(x)
    sparse = tf.sparse.add(sparse, sparse)
    total = tf.constant(0)
    for row in ragged:
        total += tf.reduce_sum(row)
    return total, sparse.values

def make_dataset(files):
    data = tf.data.Dataset.from_tensor_slices(files).shuffle(100).map(decode, num_parallel_calls=AUTOTUNE)
    return data.map(lambda image, label: augment(image, label)).batch(8).prefetch(AUTOTUNE)
