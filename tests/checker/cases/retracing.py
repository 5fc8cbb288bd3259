"""Calls and definitions that trace again and again."""
import tensorflow as tf

RATE = 0.1
LIMIT = 3
MODE = "a"
if LIMIT > 2:
    DEPTH = 1
else:
    DEPTH = 2
WEIGHT = tf.Variable(1.0)


@tf.function
def step(x, rate):
    return x * rate

@tf.function(input_signature=[tf.TensorSpec([], tf.float32), tf.TensorSpec([], tf.float32)])
def fixed(x, rate):
    return x * rate

def train(x, data):
    for epoch in range(10):
        x = step(x, epoch)  #! AG501
        x = fixed(x, epoch)
        x = step(x, tf.constant(epoch))
        x = step(x, 0.5)
    for i, batch in enumerate(data):
        x = step(batch, rate=i)  #! AG501
    for batch in data:
        x = step(x, batch)
    for i in tf.range(3):
        x = step(x, i)
    return x

def rebuild(data):
    for x in data:
        @tf.function
        def inner(y):  #! AG502
            return y
        inner(x)
        tf.function(lambda y: y)(x)  #! AG502

def build():
    return tf.function(lambda y: y)

RATE = RATE / 2

@tf.function
def frozen_rate(x):
    return x * RATE  #! AG503

@tf.function
def constant_limit(x):
    return x * LIMIT * DEPTH

@tf.function
def variable_weight(x):
    return x * WEIGHT

def closure_over_counter():
    n = 0

    @tf.function
    def scaled(x):
        return x * n  #! AG503

    for n in range(3):
        scaled(1.0)

@tf.function  #! AG504
def _helper(x):
    return x

@tf.function
def uses_helper(x):
    return _helper(x)

@tf.function
def public_helper(x):
    return x

@tf.function
def uses_public_helper(x):
    return public_helper(x)

def run_once(x):
    @tf.function
    def inner(y):  #! AG505
        return y
    return inner(x)

def make():
    @tf.function
    def inner(y):
        return y
    return inner

def loop(data):
    for x in data:
        run_once(x)
    f = make()
    for x in data:
        f(x)

@tf.function(experimental_relax_shapes=True)  #! AG601
def old_name(x):
    return x

@tf.function(reduce_retracing=True, jit_compile=True)
def new_names(x):
    return x


def by_expressions(x, total):
    for k in range(total):
        x = scaled_step(x, k + 1)  #! AG501
        x = scaled_step(x, tf.constant(k) * 2)
        x = scaled_step(x, rate=1.0 / (k + 1))  #! AG501
        x = scaled_step(x, x[k])
        x = scaled_step(x, 2 + 1)
    return x

@tf.function
def scaled_step(x, rate=1.0):
    return x * rate

def by_count(x):
    count = 0
    rate = 0.1
    while count < 100:
        x = compiled_step(x, count)  #! AG501
        x = compiled_step(x, rate)  #! AG501
        x = compiled_step(x, total)
        count += 1
        rate *= 0.99
        total = x + 1.0
    return compiled_step(x, count)

def uncompiled_step(x, rate):
    return x * rate

compiled_step = tf.function(uncompiled_step)

BATCH = 64
EPOCHS = 3

@tf.function
def reads_constants(x):
    return x * BATCH + EPOCHS  #! AG503

BATCH = 64
EPOCHS = 5


class Stepping:
    def __init__(self):
        self.step = tf.function(self.step_of)

    def step_of(self, x, n, flag=False):
        return x

    def fit(self, data):
        for epoch in range(2):
            for k, x in enumerate(data):
                self.step(x, epoch)  #! AG501
                self.step(x, float(k))  #! AG501
                self.step(x, epoch * 3 + k)  #! AG501
                self.step(x, tf.cast(k, tf.float32))
                self.step(x, 3, flag=epoch > 1)
            for k, x in data.enumerate():
                self.step(x, k)
