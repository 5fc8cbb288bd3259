"""What is graph code and what is not: decorators under other names, calls, callees, callbacks, nested functions."""
import contextlib
import functools
from functools import partial

import tensorflow
import tensorflow as tf
import tensorflow.compat.v2 as tf2
from tensorflow import function
from tensorflow import function as compiled

graph = tf.function
fast = tf.function(jit_compile=True)
relaxed = partial(tf.function, reduce_retracing=True)
maybe = tf.function if tf.config.list_physical_devices("GPU") else (lambda f: f)


@function
def imported(x):
    print(x)  #! AG101
    return x

@compiled
def renamed(x):
    print(x)  #! AG101
    return x

@tensorflow.function
def full_name(x):
    print(x)  #! AG101
    return x

@tf2.function()
def versioned(x):
    print(x)  #! AG101
    return x

@graph
def alias(x):
    print(x)  #! AG101
    return x

@fast
def with_options(x):
    print(x)  #! AG101
    return x

@relaxed
def by_partial(x):
    print(x)  #! AG101
    return x

@relaxed(jit_compile=True)
def by_partial_with_options(x):
    print(x)  #! AG101
    return x

@functools.partial(tf.function, autograph=False)
def partial_in_place(x):
    print(x)  #! AG101
    return x

@maybe
def conditional(x):
    print(x)  #! AG101
    return x

def jit(f):
    return tf.function(f, jit_compile=True)

@jit
def own_decorator(x):
    print(x)  #! AG101
    return x

def jit_with(**options):
    def decorate(f):
        return tf.function(f, **options)
    return decorate

@jit_with(jit_compile=True)
def own_decorator_with_options(x):
    print(x)  #! AG101
    return x

def plain(f):
    return f

@plain
def not_compiled(x):
    print(x)
    return x

def by_call(x):
    print(x)  #! AG101
    return x

by_call_compiled = tf.function(by_call)

def by_call_with_options(x):
    print(x)  #! AG101
    return x

step = tf.function(jit_compile=True)(by_call_with_options)

square = tf.function(lambda x: print(x))  #! AG101

def by_partial_call(scale, x):
    print(scale)  #! AG101
    return x * scale

scaled = tf.function(functools.partial(by_partial_call, 2.0))

class Trainer:
    def __init__(self, compile):
        if compile:
            self.train_step = tf.function(self._train_step)
        self.test_step = tf.function(self.test_step)

    def _train_step(self, x):
        print(x)  #! AG101
        return self.forward(x)

    def forward(self, x):
        print("forward")  #! AG101
        return x

    def test_step(self, x):
        print("test")  #! AG101
        return x

    def report(self, x):
        print("report")
        return x

    @property
    def size(self):
        print("size")  #! AG101
        return 3

    @tf.function
    def reads_property(self, x):
        return x * self.size

    @classmethod
    @tf.function
    def class_method(cls, x):
        print(x)  #! AG101
        return x

    @staticmethod
    @tf.function
    def static_method(x):
        print(x)  #! AG101
        return x


class Base:
    def hook(self, x):
        print("base hook")  #! AG101
        return x

class Derived(Base):
    @tf.function
    def run(self, x):
        return self.hook(x)

class Layer(tf.keras.layers.Layer):
    def call(self, x):
        print("call")  #! AG101
        return x

class Unused(tf.keras.layers.Layer):
    def call(self, x):
        print("call")
        return x

class Holder:
    def __init__(self):
        self.layer = Layer()

    @tf.function
    def run(self, x):
        return self.layer(x)

def annotated_owner(x):
    print(x)
    return x

class Other:
    def work(self, x):
        print("other work")  #! AG101
        return x

@tf.function
def uses_annotation(other: Other, x):
    return other.work(x)

def helper_with_same_name(x):
    print(x)
    return x

class Same:
    def helper_with_same_name(self, x):
        return x

    @tf.function
    def run(self, x):
        return self.helper_with_same_name(x)

@tf.function
def strategy_run(strategy, x):
    return strategy.run(replica_step, args=(x,))

def replica_step(x):
    print(x)  #! AG101
    return x

@tf.function
def callbacks(x):
    return tf.cond(tf.reduce_sum(x) > 0, lambda: branch(x), lambda: x)

def branch(x):
    print("branch")  #! AG101
    return x

@tf.function
def host_callbacks(x):
    return tf.py_function(on_host, [x], tf.float32)

def on_host(x):
    print(x)
    return x.numpy()

@tf.function
def decorated_host(x):
    return host_decorated(x)

@tf.py_function(Tout=tf.float32)
def host_decorated(x):
    print(x)
    return x.numpy()

@tf.function
def nested_defs(x):
    def inner(y):
        print("inner")  #! AG101
        return y

    return inner(x)

@tf.function
def nested_never_called(x):
    def inner(y):
        print("never called, but returned")  #! AG101
        return y

    return x, inner

def outer(x):
    print("outer runs in Python")

    @tf.function
    def inner(y):
        print("inner")  #! AG101
        return y

    print("outer again")
    return inner(x)

@tf.function
def lifted(x):
    with tf.init_scope():
        print("outside of the graph")
    return x

@tf.function
def only_for_types(x):
    if False:
        print(x)
    return x

@tf.function
def eager_return(x):
    if not tf.executing_eagerly():
        return x
    print(x)
    return x

@tf.function
def through_alias_of_function(x):
    f = aliased_helper
    return f(x)

def aliased_helper(x):
    print(x)  #! AG101
    return x

@tf.function
def through_dict(x):
    return TABLE["a"](x)

def dict_helper(x):
    print(x)  #! AG101
    return x

TABLE = {"a": dict_helper}

@tf.function
def calls_compiled(x):
    return renamed(x)

def generator_helper(x):
    print("runs when it is iterated")  #! AG101
    yield x

@tf.function
def consumes_generator(x):
    for v in generator_helper(x):
        x = x + v
    return x

@tf.custom_gradient
def with_gradient(x):
    print("forward")  #! AG101

    def grad(dy):
        print("backward")  #! AG101
        return dy

    return x, grad

@tf.function
def uses_custom_gradient(x):
    return with_gradient(x)

@tf.autograph.experimental.do_not_convert
def not_converted_helper(x):
    if tf.reduce_sum(x) > 0:  #! AG415
        return x
    return -x

@tf.function
def calls_not_converted(x):
    return not_converted_helper(x)

def first_choice(x):
    print("first")  #! AG101
    return x

def second_choice(x):
    print("second")  #! AG101
    return x

CHOICES = {"first": first_choice, "second": second_choice}

@tf.function
def calls_one_of_several(x, name):
    return CHOICES[name](x)

class Small(tf.Module):
    def __call__(self, x):
        print("small")  #! AG101
        return x

class Large(tf.Module):
    def __call__(self, x):
        print("large")  #! AG101
        return x

network = Small() if tf.executing_eagerly() else Large()

@tf.function
def calls_one_of_two_objects(x):
    return network(x)

class Shape:
    def area(self, x):
        raise NotImplementedError

    @tf.function
    def total(self, x):
        return self.area(x)

class Circle(Shape):
    def area(self, x):
        print("circle")  #! AG101
        return x

class Square(Shape):
    def area(self, x):
        print("square")  #! AG101
        return x

@contextlib.contextmanager
def flag_set(flags):
    flags.on = True
    yield
    flags.on = False

@tf.function
def inside_manager(x):
    with flag_set(TABLE):
        return x

class Attention(tf.keras.layers.Layer):
    def call(self, query, source):
        return self.combine(query) + source

    def combine(self, x):
        return x

class SelfAttention(Attention):
    @tf.function
    def call(self, query):
        self.built = True
        return super().call(query, query)

    def combine(self, x):
        print("combine")  #! AG101
        return x

class OldStyle(Attention):
    @tf.function
    def call(self, query):
        return super(OldStyle, self).call(query, query)

@tf.function
def asks_backend(x):
    if tf.keras.backend.image_data_format() == "channels_first":
        raise ValueError("channels")
    assert not tf.keras.backend.is_sparse(x)
    return x
