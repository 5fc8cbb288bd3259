"""Changes of containers, attributes and names that outlive a trace, and changes that only look like it."""
import collections
import copy
import functools
from collections import defaultdict, deque

import numpy as np
import tensorflow as tf

HISTORY = []
CACHE = {}
NAMES = set()
COUNTS = defaultdict(int)
WINDOW = deque(maxlen=10)
STEP = 0
READY = None
store = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, -1)
ema = tf.train.ExponentialMovingAverage(0.9)
optimizer = tf.keras.optimizers.Adam(1e-3)


# ------------------------------------------------------------------ containers of the module
@tf.function
def appends_to_alias(x):
    log = HISTORY
    log.append(x)  #! AG103
    return x

@tf.function
def appends_to_copy(x):
    log = HISTORY.copy()
    log.append(x)
    return tf.stack(log)

@tf.function
def appends_to_list_of(x):
    log = list(HISTORY)
    log.append(x)
    return tf.stack(log)

@tf.function
def appends_to_slice(x):
    log = HISTORY[:]
    log.append(x)
    return tf.stack(log)

@tf.function
def appends_to_sum(x):
    log = HISTORY + [x]
    log.append(x)
    return tf.stack(log)

@tf.function
def shadows_module_list(x):
    HISTORY = []
    HISTORY.append(x)
    return tf.stack(HISTORY)

@tf.function
def counts_names(x, name):
    COUNTS[name] += 1  #! AG104
    return x

@tf.function
def fills_window(x):
    WINDOW.appendleft(x)  #! AG103
    return x

@tf.function
def clears_cache(x):
    CACHE.clear()  #! AG103
    return x

@tf.function
def updates_cache(x):
    CACHE.update(x=x)  #! AG103
    return x

@tf.function
def discards_name(x):
    NAMES.discard("x")  #! AG103
    return x

@tf.function
def fills_missing_key(x, key):
    if key not in CACHE:
        CACHE[key] = tf.Variable(0.0)
    return x + CACHE[key]

@tf.function
def gets_or_sets(x):
    return x + CACHE.setdefault("w", 1.0)  #! AG103

@tf.function
def changes_in_lambda(x):
    note = lambda v: HISTORY.append(v)  #! AG103
    note(x)
    return x

@tf.function
def sorts_outer(x):
    HISTORY.sort()  #! AG103
    return x

@tf.function
def sorts_own(x):
    order = [3, 1, 2]
    order.sort()
    return tf.gather(x, order)

@tf.function
def pops_own(x):
    parts = [x, -x]
    last = parts.pop()
    return last + parts[0]

@tf.function
def groups_locally(x):
    groups = collections.defaultdict(list)
    for k in range(4):
        groups[k % 2].append(x * k)
    return tf.add_n(groups[0]) + tf.add_n(groups[1])

@tf.function
def changes_local_through_helper(x):
    parts = []
    collect(parts, x)
    return tf.stack(parts)

def collect(into, value):
    into.append(value)
    into.append(-value)

@tf.function
def changes_outer_through_helper(x):
    collect_all(HISTORY, x)
    return x

def collect_all(into, value):
    into.append(value)  #! AG103

@tf.function
def changes_through_second_helper(x):
    first_helper(x)
    return x

def first_helper(x):
    second_helper(x)

def second_helper(x):
    NAMES.add("second")  #! AG103

def never_reached(x):
    HISTORY.append(x)
    return x

@tf.function
def element_of_outer(x):
    for entry in TABLES:
        entry["seen"] = True  #! AG104
    return x

TABLES = [{}, {}]

@tf.function
def element_of_own(x):
    tables = [{} for _ in range(3)]
    for entry in tables:
        entry["seen"] = x
    return tables[0]["seen"]

@tf.function
def slice_of_outer(x):
    HISTORY[:] = []  #! AG104
    return x

@tf.function
def nested_own_list(x):
    parts = []

    def add(v):
        parts.append(v)

    add(x)
    add(-x)
    return tf.stack(parts)

@tf.function
def other_things_with_such_methods(x):
    store.insert(tf.constant(["a"]), tf.constant([1], tf.int64))
    ema.apply([WEIGHT])
    optimizer.apply_gradients([(x, WEIGHT)])
    y = tf.math.add(x, 1.0)
    return tf.sparse.add(y, y)

WEIGHT = tf.Variable(1.0)

@tf.function
def metric_add(x, metrics):
    for metric in metrics:
        metric.update_state(x)
    return x


# ------------------------------------------------------------------ attributes
class Settings:
    scale = 1.0


settings = Settings()

@tf.function
def sets_module_object(x):
    settings.scale = 2.0  #! AG105
    return x * settings.scale

@tf.function
def sets_local_object(x):
    options = Settings()
    options.scale = 2.0
    return x * options.scale

@tf.function
def sets_several(x):
    settings.a, settings.b = x, -x  #! AG105 AG105
    return x

@tf.function
def deletes_attribute(x):
    del settings.scale  #! AG105
    return x

@tf.function
def sets_learning_rate(x):
    optimizer.learning_rate = 0.1
    return x

@tf.function
def sets_attribute_of_loop_object(x):
    for layer in LAYERS:
        layer.trainable = False  #! AG105
    return x

LAYERS = [Settings(), Settings()]


class Model(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.calls = 0
        self.losses_seen = []
        self.state = tf.Variable(0.0)
        self.memory = None
        self.table = {}
        self.built_once = False

    def build(self, shape):
        self.kernel = self.add_weight(name="kernel", shape=shape)

    @tf.function
    def counts_calls(self, x):
        self.calls += 1  #! AG105
        return x

    @tf.function
    def keeps_loss(self, x):
        self.losses_seen.append(tf.reduce_mean(x))  #! AG103
        return x

    @tf.function
    def keeps_activation(self, x):
        y = tf.nn.relu(x)
        self.activation = y  #! AG105
        return y

    @tf.function
    def assigns_variable(self, x):
        self.state.assign_add(x)
        return self.state.read_value()

    @tf.function
    def lazy(self, x):
        if self.memory is None:
            self.memory = tf.Variable(x)
        return self.memory + x

    @tf.function
    def lazy_other_way(self, x):
        if self.memory is not None:
            return self.memory + x
        self.memory = tf.Variable(x)
        return self.memory

    @tf.function
    def lazy_by_flag(self, x):
        if not self.built_once:
            self.kernel = tf.Variable(x)
            self.built_once = True
        return self.kernel * x

    @tf.function
    def lazy_by_hasattr(self, x):
        if not hasattr(self, "extra"):
            self.extra = tf.Variable(x)
        return self.extra + x

    @tf.function
    def lazy_by_exception(self, x):
        try:
            return self.late + x
        except AttributeError:
            self.late = tf.Variable(x)
        return self.late

    @tf.function
    def not_a_guard(self, x, training=False):
        if not training:
            self.last = x  #! AG105
        return x

    @tf.function
    def reads_through_method(self, x):
        return self._step(x)

    def _step(self, x):
        self.table["last"] = x  #! AG104
        return x

    @tf.function
    def makes_lazily_in_helper(self, x):
        if self.memory is None:
            self._make(x)
        return self.memory + x

    def _make(self, x):
        self.memory = tf.Variable(x)

    @tf.function
    def aug_assigns_list(self, x):
        self.losses_seen += [x]  #! AG105
        return x

    @tf.function
    def local_object_with_methods(self, x):
        stack = Stack()
        stack.push(x)
        return stack.items[0]

    @tf.function
    def declares_only(self, x):
        self.hint: int
        return x


class Stack:
    def __init__(self):
        self.items = []

    def push(self, item):
        self.items.append(item)


@tf.function
def pushes_to_shared(x):
    shared_stack.push_all(x)
    return x

class Pushing(Stack):
    def push_all(self, item):
        self.items.append(item)  #! AG103

shared_stack = Pushing()


# ------------------------------------------------------------------ globals and closures
@tf.function
def binds_global_once(x):
    global READY
    if READY is None:
        READY = tf.Variable(x)
    return READY + x

@tf.function
def reads_global(x):
    global STEP
    return x + STEP

@tf.function
def binds_own_nonlocal(x):
    total = x

    def add(v):
        nonlocal total
        total = total + v

    add(x)
    return total

def make_counter():
    count = 0
    log = []

    @tf.function
    def count_up(x):
        nonlocal count
        count = count + 1  #! AG106
        log.append(count)  #! AG103
        return x

    return count_up

@tf.function
def deletes_global(x):
    global STEP
    del STEP  #! AG106
    return x


# ------------------------------------------------------------------ arguments
@tf.function
def sets_item_of_argument(batch):
    batch["image"] = batch["image"] / 255.0  #! AG107
    return batch

@tf.function
def sets_item_of_part(batch):
    features, labels = batch
    features["label"] = labels  #! AG107
    return features

@tf.function
def appends_to_argument(items: list, x):
    items.append(x)  #! AG107
    return items

@tf.function
def sets_attribute_of_argument(config, x):
    config.last = x  #! AG107
    return x

@tf.function
def copies_first(batch):
    batch = batch.copy()
    batch["image"] = batch["image"] / 255.0
    return batch

@tf.function
def copies_by_unpacking(batch):
    batch = {**batch, "mask": tf.ones([3])}
    batch["image"] = batch["image"] / 255.0
    return batch

@tf.function
def assigns_argument_variable(v: tf.Variable, x):
    v.assign(x)
    v[0].assign(0.0)
    return v

@tf.function
def writes_argument_array(ta: tf.TensorArray, x):
    ta = ta.write(0, x)
    return ta.stack()

@tf.function
def pops_list_argument(stack, x):
    stack.pop()  # no evidence that it is a container
    return x

@tf.function
def numpy_buffer(x):
    mask = np.zeros(3, np.float32)
    mask[1] = 1.0
    return x * mask

@tf.function
def partial_helper(x):
    add = functools.partial(collect, [])
    add(x)
    return x

@tf.function
def keyword_dict(x, **options):
    options["scale"] = 2.0
    return x * options["scale"]


# ------------------------------------------------------------------ properties
class Recurrent(tf.Module):
    def __init__(self):
        super().__init__()
        self._state = [tf.Variable(0.0)]

    @property
    def state(self):
        return self._state

    @state.setter
    def state(self, value):
        print("set")  #! AG101
        for old, new in zip(self._state, value):
            old.assign(new)

    @tf.function
    def reset(self):
        self.state = [tf.zeros_like(s) for s in self.state]

    @tf.function
    def replaces(self):
        self._state = [tf.zeros([])]  #! AG105
        return self.state


# ------------------------------------------------------------------ elements of datasets are made anew
def changes_batch(batch):
    batch["mask"] = tf.ones([3])
    batch.pop("id")
    return batch

@tf.function
def over_iterator(iterator, strategy):
    strategy.run(changes_batch, args=(next(iterator),))
    batch = next(iterator)
    batch["x"] = 1.0
    return batch

@tf.function
def over_dataset(dataset):
    for batch, labels in dataset:
        batch["labels"] = labels
        batch.pop("id")
    return dataset

@tf.function
def over_known_list(batches: list):
    for batch in batches:
        batch["seen"] = True  #! AG107
    return batches

@tf.function
def sets_attributes_of_elements(layers):
    for layer in layers:
        layer.trainable = False  #! AG107
    return layers


# ------------------------------------------------------------------ objects and copies made in the trace
class Meter:
    def __init__(self, start):
        self.n = start

    def bump(self, by):
        self.n = self.n + by

class ScaledMeter(Meter):
    def __init__(self, start):
        super().__init__(start)
        self.scale = 2

    def bump(self, by):
        super().bump(by * self.scale)

@tf.function
def uses_local_meter(x):
    meter = ScaledMeter(0.0)
    meter.bump(x)
    return meter.n

METER = ScaledMeter(0.0)

class Wrapper(Meter):
    def bump(self, by):
        super().bump(by)

    @tf.function
    def step(self, x):
        self.n = x  #! AG105
        return x

NESTED = {"rows": []}

@tf.function
def changes_deep_copy(x):
    table = copy.deepcopy(NESTED)
    table["rows"].append(x)
    return tf.stack(table["rows"])

@tf.function
def changes_result_of_split(names):
    parts = "a,b".split(",")
    parts.append("c")
    return names

appends_by_lambda = tf.function(lambda x: HISTORY.append(x))  #! AG103
