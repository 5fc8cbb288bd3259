"""Variables and objects that own variables, made in graph code."""
import functools

import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.keras.layers import Dense, Flatten

bias = None


@tf.function
def local_variable(x):
    v = tf.Variable(0.0)  #! AG201
    return v + x

@tf.function
def local_variable_in_branch(x, flag):
    if flag:
        v = tf.Variable(0.0)  #! AG201
        return v + x
    return x

@tf.function
def guarded_global(x):
    global bias
    if bias is None:
        bias = tf.Variable(0.0)
    return x + bias

def make_guarded():
    state = {}

    @tf.function
    def step(x):
        if "v" not in state:
            state["v"] = tf.Variable(x)
        return state["v"] + x

    return step

def make_guarded_list():
    cell = []

    @tf.function
    def step(x):
        if not cell:
            cell.append(tf.Variable(x))
        return cell[0] + x

    return step

def make_guarded_slot():
    slot = [None]

    @tf.function
    def step(x):
        if slot[0] is None:
            slot[0] = tf.Variable(x)
        return slot[0] + x

    return step

@tf.function
def lifted(x):
    with tf.init_scope():
        v = tf.Variable(0.0)
    return v + x

@tf.function
def annotated_only(x, v: tf.Variable):
    if isinstance(v, tf.Variable):
        return v + x
    return x

@tf.function
def temporary_layer(x):
    return Dense(4)(x)  #! AG202

@tf.function
def temporary_model(x):
    net = keras.Sequential([])  #! AG202
    return net(x)

@tf.function
def temporary_optimizer(x):
    opt = keras.optimizers.SGD(0.1)  #! AG202
    return x

@tf.function
def temporary_generator(x):
    rng = tf.random.Generator.from_seed(1)  #! AG202
    return x + rng.normal([])

@tf.function
def stateless_layers(x):
    x = Flatten()(x)
    x = layers.MaxPooling1D()(x)
    x = layers.Concatenate()([x, x])
    return layers.UpSampling1D()(x)

@tf.function
def loss_objects(x, y):
    return keras.losses.BinaryCrossentropy(from_logits=True)(y, x) + tf.losses.Huber()(y, x)

def builder(x, layer=Dense(2)):
    return layer(x)

@tf.function
def default_argument(x):
    return builder(x)


class Block(layers.Layer):
    def __init__(self, units):
        super().__init__()
        self.dense = layers.Dense(units)

    def call(self, x):
        return self.dense(x)


class Scale(layers.Layer):
    def call(self, x):
        return x * 2.0


@tf.function
def own_layer(x):
    return Block(3)(x)  #! AG202

@tf.function
def own_layer_without_variables(x):
    return Scale()(x)


class Net(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = None
        self.extra = None

    @tf.function
    def __call__(self, x):
        if self.w is None:
            self.w = tf.Variable(tf.ones([3]))
        return self.w * x

    @tf.function
    def conditional(self, x):
        self.extra = tf.Variable(x) if self.extra is None else self.extra
        return self.extra + x

    @tf.function
    def in_tensor_condition(self, x):
        if tf.reduce_sum(x) > 0:
            v = tf.Variable(x)  #! AG201
            x = x + v
        return x

    @tf.function
    def weight_in_call(self, x):
        w = self.add_weight("w", shape=[3])  #! AG201
        return x * w


def make_variable():
    return tf.Variable(1.0)  #! AG201

@tf.function
def through_helper(x):
    return make_variable() * x

def setup():
    return tf.Variable(1.0)

scale = setup()

@tf.function
def uses_outer(x):
    return scale * x

@tf.function
def no_variable_at_all(x):
    variable = functools.reduce(tf.add, [x, x])
    return variable

@tf.function
def lookup_table(x):
    table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer([1], [2]), 0)
    return table.lookup(x)

@functools.lru_cache(maxsize=None)
def shared_weight():
    return tf.Variable(1.0)

@tf.function
def uses_shared_weight(x):
    return shared_weight() * x

@tf.function
def makes_in_branch_of_tensor(x):
    if tf.reduce_sum(x) > 0:
        w = tf.Variable(2.0)  #! AG201
        return w * x
    return x

@tf.function
def makes_schedule(x):
    schedule = tf.keras.optimizers.schedules.ExponentialDecay(0.1, 100, 0.9)
    initializer = tf.keras.initializers.GlorotUniform()
    return x * schedule(3) + initializer([3])
