"""Eager values: numpy's protocol both ways, Python's operators, conversions, printing."""

import numpy as np

from . import raised


def arrays_on_either_side(tf):
    t, a = tf.constant([1.0, 2.0]), np.array([3.0, 4.0], np.float32)
    return [t + a, a + t, t * a, a - t, a / t, t - 1, 2 - t, 2**t, t**2, -t, abs(-t)]


def operators_of_integers(tf):
    t, a = tf.constant([7, -7]), np.array([2, 2], np.int32)
    return [t // a, t % a, a // t, t / a, t + 1, t == a, t != a, t > a, t >= 7, t < a, t <= a]


def bits_and_truth(tf):
    t, u = tf.constant([True, False]), tf.constant([True, True])
    return [t & u, t | u, t ^ u, ~t, tf.constant([6, 3]) & 2, tf.constant([6, 3]) | 1, tf.constant([6, 3]) ^ 1]


def numpy_functions_take_tensors(tf):
    t = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    return [
        np.asarray(t),
        np.array(t, np.float64).dtype.name,
        np.sum(t),
        np.add(t, 1),
        np.stack([t, t]).shape,
        np.dot(t, t),
    ]


def conversions(tf):
    t = tf.constant(3.5)
    return [float(t), int(t), bool(t), f"{t:.2f}", len(tf.constant([1, 2, 3])), list(map(int, tf.constant([1, 2])))]


def indices(tf):
    return [[10, 20, 30][tf.constant(1)], list(range(tf.constant(3))), "abc"[tf.constant(0) :]]


def conversions_that_fail(tf):
    return [
        raised(lambda: int(tf.constant([1, 2])), "TypeError"),
        raised(lambda: bool(tf.constant([True, False])), "ValueError"),
        raised(lambda: len(tf.constant(1)), "TypeError"),
        raised(lambda: iter(tf.constant(1)), "TypeError"),
        raised(lambda: tf.constant(1) + tf.constant(1.0), "InvalidArgumentError"),
        raised(lambda: tf.constant([1, 2]) + tf.constant([1, 2, 3]), "InvalidArgumentError"),
        raised(lambda: tf.constant("a") + 1, "InvalidArgumentError"),
        raised(lambda: tf.constant([1.0]) @ tf.constant([1.0]), "InvalidArgumentError"),
        raised(lambda: tf.reshape(tf.constant([1, 2, 3]), [2, 2]), "InvalidArgumentError"),
        raised(lambda: tf.constant([[1], [2, 3]]), "ValueError"),
        raised(lambda: tf.constant(1.5, tf.int32), "TypeError"),
        raised(lambda: tf.constant([1, 2])[5], "InvalidArgumentError"),
        raised(lambda: tf.constant([1, 2]).nonsense, "AttributeError"),
        raised(lambda: tf.constant("a").numpy() + 1, "TypeError"),
        raised(lambda: tf.cast("a", tf.int32), "UnimplementedError"),
        raised(lambda: tf.convert_to_tensor(None), "ValueError"),
        raised(lambda: tf.convert_to_tensor(object()), "ValueError", "TypeError"),
        raised(lambda: tf.zeros([-1]), "InvalidArgumentError"),
        raised(lambda: tf.concat([[1], [[2]]], 0), "InvalidArgumentError"),
        raised(lambda: tf.gather([1, 2], 7), "InvalidArgumentError"),
        raised(lambda: tf.linalg.inv([[1.0, 1.0], [1.0, 1.0]]), "InvalidArgumentError"),
        raised(lambda: tf.debugging.check_numerics(tf.constant([1.0]) / 0.0, "x"), "InvalidArgumentError"),
        raised(lambda: tf.strings.to_number("x"), "InvalidArgumentError"),
        raised(lambda: tf.io.read_file("/no/such/file"), "NotFoundError"),
        raised(lambda: tf.as_dtype("float33"), "TypeError"),
        raised(lambda: tf.ensure_shape(tf.constant([1, 2]), [3]), "InvalidArgumentError"),
        raised(lambda: tf.TensorShape([1]).merge_with([2]), "ValueError"),
        raised(lambda: tf.constant(1).op, "AttributeError"),
        raised(lambda: tf.split([1, 2, 3], 2), "InvalidArgumentError"),
    ]


def numpy_of_bytes_and_bools(tf):
    return [
        tf.constant("a").numpy(),
        tf.constant(["a", "bc"]).numpy(),
        tf.constant(True).numpy(),
        tf.constant([True]).numpy(),
    ]


def repr_shows_shape_and_dtype(tf):
    values = [tf.constant(1.5), tf.constant([1, 2]), tf.constant("x"), tf.constant([[True]]), tf.constant([], tf.int64)]
    values += [tf.Variable([1.0, 2.0], name="v"), tf.TensorShape([None, 3])]
    return [repr(value).replace("tf.", "") for value in values] + [str(value).replace("tf.", "") for value in values]


def hashing_by_identity(tf):
    t, u = tf.constant(1), tf.constant(1)
    return [t.ref() == t.ref(), t.ref() == u.ref(), len({t.ref(), u.ref(), t.ref()}), t.ref().deref() is t]


def equality(tf):
    t = tf.constant([1, 2])
    return [t == [1, 2], t is None, t is not None, (t == tf.constant([1, 2])), 1 in tf.constant([1, 2]).numpy()]


def indexing(tf):
    t = tf.reshape(tf.range(24), [2, 3, 4])
    return [t[0], t[-1, 1], t[..., 0], t[:, 1:, ::2], t[:, tf.newaxis, 0, -1], t[1, 2, 3], t[::-1, 0, 0], t[t[0, 0, 1]]]


def masks(tf):
    t = tf.constant([1, 2, 3, 4])
    return [t[t > 2], tf.boolean_mask(t, t < 3), tf.where(t > 2), tf.where(t > 2, t, 0)]


def dtypes_of_python_values(tf):
    values = [1, 1.0, True, "s", 1j, [1, 2.0], [True], np.float64(1), np.int8(1), np.array([1]), 7]
    return [tf.constant(value).dtype.name for value in values]


def dtypes_by_name(tf):
    kinds = [
        tf.int8,
        tf.uint64,
        tf.bfloat16,
        tf.half,
        tf.double,
        tf.complex64,
        tf.string,
        tf.bool,
        tf.qint8,
        tf.resource,
    ]
    return [
        [k.name, k.size if k not in (tf.string, tf.resource) else 0, k.is_floating, k.is_integer, k.is_unsigned]
        for k in kinds
    ] + [
        tf.as_dtype("float32") is tf.float32,
        tf.as_dtype(np.int64).name,
        tf.float32 == "float32",
        tf.int32.max,
        tf.float32.min < 0,
        tf.float16.as_numpy_dtype.__name__,
        tf.complex64.real_dtype.name,
        tf.float32.as_datatype_enum,
    ]


def low_precision(tf):
    a = tf.constant([1.0, 2.5, 1e-3], tf.bfloat16)
    h = tf.constant([1.0, 2.5, 1e-3], tf.float16)
    return [
        tf.cast(a * a, tf.float32),
        tf.cast(h * h + 1, tf.float32),
        tf.cast(tf.exp(a), tf.float32),
        tf.reduce_sum(h).dtype.name,
    ]


def complex_numbers(tf):
    z = tf.complex([3.0, 0.0], [4.0, -1.0])
    parts = [tf.abs(z), tf.math.real(z), tf.math.imag(z), tf.math.angle(z), tf.math.real(tf.math.conj(z) * z)]
    return [*parts, z.dtype.name, tf.cast(z, tf.complex128).dtype.name]


def shapes(tf):
    s = tf.TensorShape([2, None, 3])
    return [
        s.rank,
        s.as_list(),
        s.is_fully_defined(),
        s[0],
        s[-1],
        s[1],
        len(s),
        list(s),
        s.is_compatible_with([2, 5, 3]),
        s.merge_with([None, 4, 3]).as_list(),
        s.concatenate([1]).as_list(),
        tf.TensorShape(None).rank,
        s == [2, None, 3],
        tf.TensorShape([2, 3]).num_elements(),
        s[1:].as_list(),
        s.with_rank(3).as_list(),
        bool(tf.TensorShape([])),
        (s + [1]).as_list(),
    ]


def sharing_memory_by_dlpack(tf):
    t = tf.constant([1.0, 2.0])
    return [np.from_dlpack(t), t.__dlpack_device__() if hasattr(t, "__dlpack__") else None]


def copies(tf):
    import copy

    v = tf.Variable([1.0])
    w = copy.deepcopy(v)
    v.assign([2.0])
    t = tf.constant([1, 2])
    return [w, v, copy.copy(t), copy.deepcopy(t)]


def variables(tf):
    v = tf.Variable([[1.0, 2.0], [3.0, 4.0]], name="v", trainable=False)
    v.assign_add([[1.0, 1.0], [1.0, 1.0]])
    v.assign_sub(tf.ones([2, 2]) * 0.5)
    v[0, 1].assign(10.0)
    v.scatter_update(tf.IndexedSlices([[7.0, 8.0]], [1]))
    return [
        v,
        v.read_value(),
        v.value(),
        v + 1,
        v[0],
        v.shape.as_list(),
        v.dtype.name,
        v.name,
        v.trainable,
        v @ v,
        v.numpy(),
    ]


def variables_that_fail(tf):
    v = tf.Variable([1.0, 2.0])
    return [
        raised(lambda: v.assign([1.0]), "ValueError"),
        raised(lambda: v.assign("a"), "TypeError"),
        raised(lambda: v.assign(tf.constant([1, 2])), "ValueError"),
        raised(lambda: tf.Variable(lambda: 1 / 0), "ZeroDivisionError"),
        raised(lambda: tf.Variable([1.0], dtype=tf.string), "TypeError"),
    ]


def structures(tf):
    import collections

    Point = collections.namedtuple("Point", "x y")
    tree = {"b": [1, (2, 3)], "a": Point(4, None)}
    flat = tf.nest.flatten(tree)
    packed = tf.nest.pack_sequence_as(tree, [n and n * 10 for n in flat])
    return [
        flat,
        packed["a"].x,
        packed["b"],
        tf.nest.map_structure(lambda n: (n or 0) + 1, tree)["b"],
        tf.nest.is_nested([1]),
        raised(lambda: tf.nest.assert_same_structure([1], [1, 2]), "ValueError"),
        raised(lambda: tf.nest.pack_sequence_as([1, 2], [1]), "ValueError"),
    ]


def type_checks(tf):
    v = tf.Variable(1.0)
    return [
        tf.is_tensor(tf.constant(1)),
        tf.is_tensor(v),
        tf.is_tensor(1),
        isinstance(tf.constant(1), tf.Tensor),
        isinstance(v, tf.Variable),
        isinstance(v, tf.Tensor),
        tf.executing_eagerly(),
    ]
