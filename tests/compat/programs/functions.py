"""`tf.function`: control flow, structures, state, retracing, signatures."""

import collections

import numpy as np

from . import raised


def a_collatz_sequence(tf):
    @tf.function
    def length(n):
        steps = 0
        while n != 1:
            if n % 2 == 0:
                n = n // 2
            else:
                n = 3 * n + 1
            steps += 1
        return steps

    return [length(tf.constant(n)) for n in (1, 7, 27)]


def breaks_and_continues(tf):
    @tf.function
    def f(xs):
        total = tf.constant(0)
        for x in xs:
            if x < 0:
                continue
            if x > 100:
                break
            total += x
        return total

    return [f(tf.constant(xs)) for xs in ([1, -2, 3], [5, 101, 7], [-1, -1])]


def nested_loops(tf):
    @tf.function
    def primes(n):
        found = tf.TensorArray(tf.int32, size=0, dynamic_size=True)
        for candidate in tf.range(2, n):
            is_prime = True
            for d in tf.range(2, candidate):
                if d * d > candidate:
                    break
                if candidate % d == 0:
                    is_prime = False
                    break
            if is_prime:
                found = found.write(found.size(), candidate)
        return found.stack()

    return primes(tf.constant(30))


def conditions_combined(tf):
    @tf.function
    def f(x, y):
        if x > 0 and not (y > 0 or x > 10):
            return "a"
        elif 0 < y < 5:
            return "b"
        else:
            return "c"

    return [f(tf.constant(x), tf.constant(y)) for x, y in ((1, -1), (20, 3), (-1, 9))]


def lists_are_filled(tf):
    @tf.function
    def f(n):
        items = []
        tf.autograph.experimental.set_loop_options()
        for i in range(3):
            items.append(n * i)
        return tf.stack(items)

    return f(tf.constant(5))


def structures_in_and_out(tf):
    Pair = collections.namedtuple("Pair", "a b")

    @tf.function
    def f(pair, options, *rest, scale=1.0):
        return {"sum": pair.a + options["x"], "pair": Pair(pair.b, (rest[0] * scale, None, [3, "s"]))}

    got = f(Pair(tf.constant(1.0), tf.constant(2.0)), {"x": tf.constant(3.0)}, tf.constant(4.0), scale=2.0)
    return [got["sum"], got["pair"].a, got["pair"].b, type(got["pair"]).__name__]


def traces_are_counted(tf):
    @tf.function
    def f(x, flag=True):
        return x + 1 if flag else x

    for args in (
        (tf.constant(1),),
        (tf.constant(2),),
        (tf.constant(1.0),),
        (tf.constant([1, 2]),),
        (1,),
        (1,),
        (2,),
        (tf.constant(1), False),
    ):
        f(*args)
    return f.experimental_get_tracing_count()


def input_signatures(tf):
    @tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32), tf.TensorSpec([], tf.int32)])
    def f(x, n):
        return tf.reduce_sum(x) * tf.cast(n, tf.float32)

    results = [f([[1.0, 2.0]], 3), f(np.ones([4, 2], np.float32), n=tf.constant(2)), f.experimental_get_tracing_count()]
    return [
        *results,
        raised(lambda: f([1.0], 1), "TypeError", "ValueError"),
        raised(lambda: f([[1.0, 2.0]]), "TypeError"),
        raised(lambda: f([["a", "b"]], 1), "TypeError", "ValueError"),
    ]


def concrete_functions(tf):
    @tf.function
    def f(x, y):
        return x * y

    concrete = f.get_concrete_function(tf.TensorSpec([None], tf.float32), tf.TensorSpec([], tf.float32))
    return [
        concrete(tf.constant([1.0, 2.0]), tf.constant(3.0)),
        concrete.inputs[0].dtype.name,
        concrete.outputs[0].shape.as_list(),
        concrete.structured_outputs.shape.as_list() if hasattr(concrete.structured_outputs, "shape") else None,
        f.python_function(2, 3),
        len(concrete.graph.inputs),
    ]


def variables_are_made_once(tf):
    class Counter(tf.Module):
        def __init__(self):
            super().__init__()
            self.v = None

        @tf.function
        def __call__(self, x):
            if self.v is None:
                self.v = tf.Variable(10.0)
            return self.v.assign_add(x)

    counter = Counter()

    @tf.function
    def bad(x):
        return tf.Variable(1.0) + x

    return [
        counter(tf.constant(1.0)),
        counter(tf.constant(2.0)),
        len(counter.variables),
        raised(lambda: bad(1.0), "ValueError"),
    ]


def effects_keep_their_order(tf):
    v = tf.Variable(1.0)

    @tf.function
    def f():
        v.assign(v * 2)
        a = v.read_value()
        v.assign_add(10.0)
        b = v + 0.0
        v.assign(0.5)
        return a, b

    return [*f(), v]


def functions_call_functions(tf):
    @tf.function
    def square(x):
        return x * x

    def helper(x):
        if x > 2:
            return square(x)
        return x

    @tf.function
    def f(x):
        return helper(x) + square(x + 1)

    return [f(tf.constant(2)), f(tf.constant(3))]


def captured_values(tf):
    k = tf.constant(10)
    v = tf.Variable(5)

    @tf.function
    def f(x):
        return x + k + v

    first = f(tf.constant(1))
    v.assign(50)
    return [first, f(tf.constant(1))]


def methods(tf):
    class Adder:
        def __init__(self, n):
            self.n = n

        @tf.function
        def add(self, x):
            return x + self.n

    one, ten = Adder(1), Adder(10)
    return [one.add(tf.constant(1)), ten.add(tf.constant(1))]


def eagerly_on_request(tf):
    @tf.function
    def f(x):
        return x + (10 if tf.executing_eagerly() else 20)

    traced = f(tf.constant(1))
    tf.config.run_functions_eagerly(True)
    eager = f(tf.constant(1))
    tf.config.run_functions_eagerly(False)
    return [traced, eager, f(tf.constant(1))]


def errors_of_control_flow(tf):
    @tf.function
    def undefined(x):
        if x > 0:
            y = 1
        return y

    @tf.function
    def other_dtype(x):
        if x > 0:
            y = tf.constant(1)
        else:
            y = tf.constant("a")
        return y

    @tf.function
    def other_structure(x):
        if x > 0:
            y = [x, x]
        else:
            y = (x,)
        return y

    x = tf.constant(1)
    return [raised(lambda: f(x)) is not None for f in (undefined, other_dtype, other_structure)]


def errors_inside_of_functions(tf):
    @tf.function
    def f(x):
        tf.debugging.assert_equal(x, 1)
        return x

    @tf.function
    def g(x):
        tf.debugging.Assert(x > 0, [x])
        return x

    @tf.function
    def h(x):
        raise ValueError("mine")

    return [
        raised(lambda: f(tf.constant(2)), "InvalidArgumentError"),
        raised(lambda: g(tf.constant(-1)), "InvalidArgumentError"),
        raised(lambda: h(1), "ValueError"),
    ]


def map_and_fold(tf):
    xs = tf.constant([[1, 2], [3, 4]])
    return [
        tf.map_fn(lambda row: row * row, xs),
        tf.map_fn(tf.reduce_sum, xs),
        tf.foldl(lambda a, b: a + b, xs),
        tf.scan(lambda a, b: a * b, xs),
        tf.vectorized_map(lambda row: row[0] - row[1], xs),
        tf.map_fn(lambda pair: pair[0] + pair[1], (xs, xs), fn_output_signature=tf.int32),
    ]


def shapes_inside(tf):
    @tf.function(input_signature=[tf.TensorSpec([None, 3])])
    def f(x):
        y = tf.reshape(x, [-1])
        z = tf.concat([x, x], 1)
        w = tf.transpose(z)
        known = [t.shape.as_list() for t in (x, y, z, w)]
        return tf.shape(w), tf.shape(x)[0] * 2, tf.constant(str(known))

    return f(tf.ones([2, 3]))


def loop_options(tf):
    @tf.function
    def f(n):
        v = tf.zeros([0], tf.int32)
        i = 0
        while i < n:
            tf.autograph.experimental.set_loop_options(
                shape_invariants=[(v, tf.TensorShape([None]))], maximum_iterations=3
            )
            v = tf.concat([v, [i]], 0)
            i += 1
        return v

    return f(tf.constant(10))


def a_default_argument_and_keywords(tf):
    @tf.function
    def f(a, b=2, *, c=3, **more):
        return a + b * c + sum(more.values())

    return [f(tf.constant(1)), f(tf.constant(1), c=tf.constant(5)), f(a=tf.constant(1), b=0, d=7)]


def numpy_arrays_are_arguments(tf):
    @tf.function
    def f(x):
        return x + 1

    return [
        f(np.array([1, 2], np.int32)),
        f(np.float32(1.5)),
        f(np.array([3, 4], np.int32)),
        f.experimental_get_tracing_count(),
    ]


def random_numbers_in_loops(tf):
    @tf.function
    def f():
        total = tf.zeros([])
        for _ in tf.range(3):
            total += tf.random.uniform([], seed=1)
        return total

    tf.random.set_seed(5)
    first = [f(), f()]
    tf.random.set_seed(5)
    return [*first, f()]


def a_while_loop_by_hand(tf):
    i, total = tf.while_loop(lambda i, t: i < 5, lambda i, t: (i + 1, t + tf.cast(i, tf.float32)), (0, 0.0))
    pair = tf.while_loop(lambda p: p["n"] > 1, lambda p: ({"n": p["n"] // 2, "k": p["k"] + 1},), [{"n": 100, "k": 0}])
    return [
        i,
        total,
        pair[0]["k"],
        tf.cond(i > 3, lambda: i * 2, lambda: i),
        tf.case([(i > 9, lambda: 1), (i > 4, lambda: 2)], default=lambda: 3),
    ]


def conversion_can_be_avoided(tf):
    @tf.autograph.experimental.do_not_convert
    def plain(x):
        return [type(x).__name__ != "int" and x * 2]

    @tf.function
    def f(x):
        return plain(x)[0] if x is not None else None

    return f(tf.constant(4))


def a_module_with_names(tf):
    class Dense(tf.Module):
        def __init__(self, units, name=None):
            super().__init__(name=name)
            with self.name_scope:
                self.w = tf.Variable(tf.ones([2, units]), name="w")
                self.b = tf.Variable(tf.zeros([units]), name="b", trainable=False)

        @tf.function
        def __call__(self, x):
            return x @ self.w + self.b

    class Net(tf.Module):
        def __init__(self):
            super().__init__()
            self.layers = [Dense(3, name="first"), Dense(1)]

        def __call__(self, x):
            return self.layers[1](self.layers[0](x)[:, :2])

    net = Net()
    return [
        net(tf.constant([[1.0, 2.0]])),
        [v.name for v in net.variables],
        len(net.trainable_variables),
        [m.name for m in net.submodules],
    ]
