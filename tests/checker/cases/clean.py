"""Clean functions that look like mistakes: copies, shadowed names, own objects, what Python runs, shapes, guards."""
import collections
import contextlib
import copy
import functools
import itertools
import operator
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np
import tensorflow as tf

LOG = []
TABLE = {"a": [1.0], "b": {"c": 2.0}}
COUNT = 0
NAMES = ("a", "b")
ARR = np.arange(3.0)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])


class Point(NamedTuple):
    x: float
    y: float


@dataclass
class State:
    values: list
    step: int = 0


@tf.function
def deep_copied(x):
    table = copy.deepcopy(TABLE)
    table["b"]["c"] = x
    table["a"].append(x)
    return table["b"]["c"]

@tf.function
def copied_by_comprehension(x):
    items = [v for v in LOG]
    items.append(x)
    items += [x]
    items[0] = x
    table = {k: v for k, v in TABLE.items()}
    table["new"] = x
    table.pop("a")
    return items[-1]

@tf.function
def copied_by_merge(x):
    table = TABLE | {"z": x}
    table["y"] = x
    other = dict(TABLE, z=x)
    other.update(y=x)
    third = {**TABLE}
    del third["a"]
    return table["y"]

@tf.function
def copied_by_slice(x):
    items = LOG[:]
    items.insert(0, x)
    items.sort(key=id)
    part = ARR[1:].copy()
    part[0] = 3.0
    return items[0] * part[0]

@tf.function
def sorted_copy(x):
    items = sorted(LOG)
    items.append(x)
    reversed_items = list(reversed(items))
    reversed_items.pop()
    return items[-1]

@tf.function
def local_namespace(x):
    state = SimpleNamespace(total=0.0)
    state.total = state.total + x
    point = Point(x, x)
    point = point._replace(x=2.0)
    return state.total * point.x

@tf.function
def local_dataclass(x):
    state = State(values=[])
    state.values.append(x)
    state.step += 1
    state = replace(state, step=state.step + 1)
    return state.values[0] * float(state.step)

@tf.function
def local_class(x):
    class Box:
        total = 0.0

        def add(self, v):
            self.total = self.total + v
            return self.total

    box = Box()
    box.add(x)
    return box.add(x)

@tf.function
def counts_in_closure(x):
    n = 0
    seen = []

    def visit(v):
        nonlocal n
        n += 1
        seen.append(v)
        return v * n

    y = visit(x) + visit(x)
    return y, n, seen

@tf.function
def accumulates_by_default(x):
    groups = collections.defaultdict(list)
    for key, v in zip(NAMES, tf.unstack(tf.stack([x, x]))):
        groups[key].append(v)
    counter = collections.Counter(NAMES)
    counter["a"] += 1
    queue = collections.deque([x], maxlen=2)
    queue.append(x)
    return {k: tf.add_n(v) for k, v in groups.items()}

@tf.function
def shadowed_names(x, LOG=None, print=None):
    LOG = LOG or []
    LOG.append(x)
    np = tf
    return np.sqrt(x)

@tf.function
def shadowed_print(x):
    print = tf.print
    print("x", x)
    random = tf.random
    return x + random.normal([3])

@tf.function
def own_time(x):
    time = tf.timestamp
    return x + tf.cast(time(), tf.float32)

def tf_print(*args):
    tf.print(*args)

@tf.function
def prints_by_helper(x):
    tf_print("x", x)
    return x

@tf.function
def partial_on_host(x):
    def write(v, name):
        with open(name, "a") as file:
            file.write(str(v.numpy()))
        LOG.append(v)
        return v

    return tf.py_function(functools.partial(write, name="log.txt"), [x], tf.float32)

@tf.function
def lambda_on_host(x):
    y = tf.numpy_function(lambda v: np.sort(v) + np.random.rand(), [x], tf.float32)
    z = tf.numpy_function(func=host_sort, inp=[y], Tout=tf.float32)
    return tf.ensure_shape(z, x.shape)

def host_sort(v):
    print("host", v.tolist())
    global COUNT
    COUNT += 1
    return np.sort(v)

@tf.numpy_function(Tout=tf.float32)
def decorated_on_host(v):
    print(v)
    return np.sort(v)

@tf.function
def calls_decorated_host(x):
    return decorated_on_host(x)

@tf.function
def by_shape(x):
    batch = x.shape[0] or tf.shape(x)[0]
    size = int(np.prod(x.shape[1:]))
    if x.shape.rank is None:
        raise ValueError("rank")
    if x.shape[1] is not None and x.shape[1] % 2:
        raise ValueError(f"odd size {x.shape[1]:d}")
    scale = 1.0 / np.sqrt(x.shape[-1])
    half = max(x.shape[-1] // 2, 1)
    names = [f"dim{d}" for d in x.shape]
    return tf.reshape(x, [batch, size]) * scale * float(half) + float(len(names))

@tf.function
def static_loops(x):
    y = x
    for i, (a, b) in enumerate(zip([1, 2], [3, 4])):
        if i == 1:
            break
        y = y * a + b
    while len(y.shape) < 4:
        y = y[None]
    for axis in range(len(y.shape)):
        y = tf.cumsum(y, axis)
    for dim in y.shape.as_list():
        if dim is None:
            continue
        y = y / float(dim)
    return y

@tf.function
def tensors_in_lists(x):
    parts = tf.split(x, 3)
    parts = [p for p in parts if p.shape[0] != 0]
    first, *rest = parts
    total = sum(parts)
    pairs = list(zip(parts, rest))
    out = [a * b for a, b in pairs]
    out = functools.reduce(operator.add, out, first)
    both = list(itertools.chain(parts, rest))
    return total, out, both, max(len(parts), 2), any(p is None for p in parts)

@tf.function
def gradients(x):
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = model(x[None])
        loss = tf.reduce_mean(y)
    grads = tape.gradient(loss, model.trainable_variables)
    grads = [g * 2.0 for g in grads if g is not None]
    norms = [tf.norm(g) for g in grads]
    del tape
    grads, norm = tf.clip_by_global_norm(grads, 1.0)
    return list(zip(grads, model.trainable_variables)), norms, norm

@tf.function
def conditions_of_python(x, mode="a", flags=None, n: int = 3, names=()):
    flags = flags or {}
    if mode in {"a", "b"} and not flags.get("off"):
        x = x + 1.0
    if isinstance(x, (list, tuple)):
        x = tf.stack(x)
    if callable(x) or hasattr(x, "values"):
        x = tf.convert_to_tensor(x)
    assert n > 0 and mode, "wrong"
    if n > 2 and len(names) == 0 and tf.executing_eagerly():
        print("eager", x.numpy())
    return x if n else -x

@tf.function
def conditions_of_tensors(x):
    y = tf.zeros_like(x)
    label = tf.constant("none")
    if tf.reduce_any(x > 0) and tf.reduce_all(tf.math.is_finite(x)):
        y = x
        label = tf.constant("some")
    elif tf.size(x) == 0:
        label = tf.constant("empty")
    count = 0
    while tf.reduce_sum(y) > 1.0:
        y /= 2.0
        count += 1
        if count > 10:
            break
    return y, label, count

@tf.function
def early_return(x):
    if tf.size(x) == 0:
        return tf.constant(0.0)
    if tf.reduce_sum(x) < 0:
        return -tf.reduce_sum(x)
    return tf.reduce_sum(x)

@tf.function
def arrays_of_graph(x):
    out = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
    for i in tf.range(tf.shape(x)[0]):
        out = out.write(out.size(), x[i])
        if x[i] < 0.0:
            continue
    pair = (out, out.size())
    out = pair[0]
    return out.stack()

@tf.function
def loop_with_static_list(x):
    states = [tf.zeros([]) for _ in range(2)]
    for i in tf.range(3):
        states = [s + x[i] for s in states]
    result = []
    for s in states:
        result.append(s * 2.0)
    return result

@contextlib.contextmanager
def scoped(flags):
    flags.append("on")
    yield
    flags.pop()

@tf.function
def inside_scope(x):
    with scoped(LOG), tf.name_scope("inside"), tf.device("/CPU:0"):
        return x

@tf.function
def with_summary(x):
    writer = tf.summary.create_noop_writer()
    with writer.as_default(step=1):
        tf.summary.scalar("x", tf.reduce_mean(x))
        tf.summary.histogram("xs", x)
    tf.debugging.assert_all_finite(x, "bad")
    tf.print("x:", x, output_stream="file:///dev/null", summarize=-1)
    return x

class Metrics(tf.Module):
    kinds = {"a": 1}
    defaults = []

    def __init__(self):
        self.total = tf.Variable(0.0)
        self.parts = {"loss": tf.keras.metrics.Mean()}
        self.cache = {}
        self.weights_by_name = {}
        self.ready = False

    @property
    def scale(self):
        return 2.0

    @tf.function
    def update(self, x):
        self.total.assign_add(tf.reduce_sum(x))
        self.parts["loss"].update_state(x)
        values = dict(self.kinds)
        values["b"] = 2
        names = list(self.defaults)
        names.append("x")
        cache = self.cache.copy()
        cache["x"] = x
        return self.total * self.scale

    @tf.function
    def weight(self, x, name="w"):
        if name not in self.weights_by_name:
            self.weights_by_name[name] = tf.Variable(tf.ones_like(x))
        w = self.weights_by_name[name]
        w.assign(w * 0.9)
        return w * x

    @tf.function
    def lazily(self, x):
        if not self.ready:
            self._prepare(x)
        return x

    def _prepare(self, x):
        self.v = tf.Variable(tf.zeros_like(x))
        self.ready = True

    def eager(self, x):
        print(x.numpy())
        self.cache["x"] = self.update(x)
        np.mean(self.cache["x"])

    @tf.function
    def of_local_object(self, x):
        helper = Metrics.Helper()
        helper.values.append(x)
        helper.name = "n"
        return helper.run(x)

    class Helper:
        def __init__(self):
            self.values = []
            self.name = ""

        def run(self, x):
            self.values.append(x)
            return self.values[-1]

@functools.partial(tf.function, reduce_retracing=True)
def partial_decorated(x):
    d = dict(x=x)
    d.setdefault("y", []).append(x)
    return d["y"][0]

compiled = functools.partial(tf.function, autograph=True)

@compiled()
def partial_alias(x):
    out, todo = [], [x]
    while todo:
        v = todo.pop()
        out.append(v)
    return out

def undecorated(x):
    print(x)
    LOG.append(x)
    return np.mean(x)

table_of_functions = {"undecorated": undecorated}

@tf.function
def strings(x):
    name = "a" + str(3)
    text = "{}-{}".format(name, x.shape[0])
    label = f"{name}:{x.dtype.name}:{len(x.shape):03d}"
    tf.print(text, label, x)
    return tf.strings.join([tf.strings.as_string(x), name])

@tf.function
def tries(x, table):
    try:
        size = len(table)
    except TypeError:
        size = 0
    try:
        y = table["a"]
    except (KeyError, TypeError):
        y = x
    return y * float(size)

@tf.function
def walks_dataset(x):
    ds = tf.data.Dataset.from_tensor_slices(tf.range(3)).map(lambda v: v * 2)
    total = 0
    for v in ds:
        total += v
    for i, v in ds.enumerate():
        total += tf.cast(i, tf.int32) * v
    it = iter(ds)
    return total + next(it)

@tf.function
def recursion_on_python(tree):
    if isinstance(tree, dict):
        return {k: recursion_on_python(v) for k, v in tree.items()}
    return tree * 2.0

class Collected:
    def __init__(self):
        self.items = []

    def add(self, item):
        self.items.append(item)

@tf.function
def many_kinds_of_items(x):
    own = Collected()
    own.add(x)
    own.add(1)
    own.add("a")
    own.add([x])
    own.add({"a": x})
    own.add((x, x))
    own.add(None)
    own.add(own)
    return own.items
