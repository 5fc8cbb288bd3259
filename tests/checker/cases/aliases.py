"""Mistakes behind other names: aliases, bound methods, elements, defaults, helpers."""
import builtins
import functools
import time as clock
from random import random as rand

import numpy
import numpy.random as npr
import tensorflow as tf
from numpy import argmax, mean
from tensorflow import Variable
from tensorflow.keras import layers

LOG = []
OTHER = []
ALIAS = LOG
TABLE = {"a": [], "b": []}
PAIRS = [([], [])]
RNG = numpy.random.RandomState(0)
Var = tf.Variable
Dense = layers.Dense
say = print


@tf.function
def bound_method(x):
    append = LOG.append
    append(x)  #! AG103
    return x

@tf.function
def mapped_method(x):
    list(map(LOG.append, [x, x]))  #! AG103
    return x

@tf.function
def bound_method_of_own(x):
    parts = []
    append = parts.append
    append(x)
    list(map(parts.append, [x, x]))
    tf.py_function(LOG.append, [x], [])
    names = list(map(str.upper, ["a"]))
    return tf.stack(parts), names

@tf.function
def unpacked_alias(x):
    log, own = LOG, []
    log.append(x)  #! AG103
    own.append(x)
    return x

@tf.function
def module_alias(x):
    ALIAS.append(x)  #! AG103
    return x

@tf.function
def chosen(x, flag=True):
    (LOG if flag else OTHER).append(x)  #! AG103
    target = LOG if flag else OTHER
    target.append(x)  #! AG103
    return x

@tf.function
def elements(x):
    for key, values in TABLE.items():
        values.append(x)  #! AG103
    for values in TABLE.values():
        values.clear()  #! AG103
    for left, right in PAIRS:
        left.append(x)  #! AG103
    TABLE["a"][-1] = x  #! AG104
    return x

@tf.function
def by_default(x, log=LOG):
    log.append(x)  #! AG107
    return x

@tf.function
def by_mutable_default(x, seen=[]):
    seen.append(x)  #! AG107
    return x

@tf.function
def by_keyword(x):
    note(value=x, log=LOG)
    return x

def note(log, value):
    log.append(value)  #! AG103

@tf.function
def by_walrus(x):
    (log := LOG).append(x)  #! AG103
    log.clear()  #! AG103
    return x

@tf.function
def printed(x):
    say(x)  #! AG101
    builtins.print(x)  #! AG101
    show = print
    show(x)  #! AG101
    return x

@tf.function
def drawn(x):
    a = npr.rand()  #! AG302
    b = RNG.normal()  #! AG302
    c = numpy.random.default_rng(1).normal()  #! AG302
    d = rand()  #! AG302
    return x + a + b + c + d

@tf.function
def clocked(x):
    start = clock.perf_counter()  #! AG303
    now = clock.time
    return x, now() - start  #! AG303

@tf.function
def counted(x):
    y = tf.square(x)
    a = mean(y)  #! AG301
    b = argmax(y)  #! AG301
    f = numpy.sqrt
    c = f(y)  #! AG301
    return a, b, c, float(y.numpy())  #! AG304

@tf.function
def made(x):
    a = Var(0.0)  #! AG201
    b = Variable(0.0)  #! AG201
    c = [tf.Variable(0.0) for _ in range(3)]  #! AG201
    d = Dense(3)(x)  #! AG202
    make = layers.Dense
    e = make(3)(x)  #! AG202
    return a + b + c[0] + d + e

class Holder:
    def __init__(self):
        self.items = []
        self.rows = [{"k": 1}]
        self.a = self.b = None
        self.print = print

    @tf.function
    def stores(self, x):
        self.a = self.b = x  #! AG105
        (self.a, self.b), self.items = (x, x), []  #! AG105
        self.rows[0]["k"] = x  #! AG104
        add = self.items.extend
        getattr(self, "rows").append(x)  #! AG103
        for row in self.rows:
            row["k"] = 2  #! AG104
        return x

    @tf.function
    def through_methods(self, x):
        self._first(x)
        method = self._second
        method(x)
        return x

    def _first(self, x):
        Holder._third(self, x)

    def _second(self, x):
        self.items.append(x)  #! AG103

    def _third(self, x):
        self.a = x  #! AG105

    @tf.function
    def as_self(self, x):
        this = self
        this.items.append(x)  #! AG103
        this.a = x  #! AG105
        return x

@tf.function
def decorated_helper(x):
    return noted(x)

def noting(f):
    @functools.wraps(f)
    def wrapper(*args):
        LOG.append("called")  #! AG103
        return f(*args)
    return wrapper

@noting
def noted(x):
    print("noted")  #! AG101
    return x

@tf.function
def given_function(x):
    return apply(shifted, x)

def apply(f, x):
    return f(x)

def shifted(x):
    LOG.append(x)  #! AG103
    return x + 1.0

@tf.function
def inside_generator(x):
    total = sum(traced(v) for v in [x, x])
    return total

def traced(v):
    OTHER.append(v)  #! AG103
    return v
