"""Programs that a checker must get right: `#! AGnnn` marks the line that it must flag with that rule.
A function without a mark must stay silent."""
# ruff: noqa: F401
import math
import random
import time

import numpy as np
import tensorflow as tf

LOG = []
SEEN = set()
TABLE = {"n": 0}
COUNT = 0
SCALE = 2.0
SCALE = 3.0
LIMIT = 10.0
W = tf.Variable(1.0)


class Box:
    total = 0.0
    v = None
    cache = None


box = Box()

# ---------------------------------------------------------------- AG1xx side effects
@tf.function
def s_print(x):
    print("value", x)  #! AG101
    return x + 1

@tf.function
def s_tfprint(x):
    tf.print("value", x)
    return x + 1

@tf.function
def s_local_append(x):
    parts = []
    for k in range(3):
        parts.append(x * k)
    return tf.stack(parts)

@tf.function
def s_set_add(x):
    SEEN.add("a")  #! AG103
    return x

@tf.function
def s_dict_aug(x):
    TABLE["n"] += 1  #! AG104
    return x * TABLE["n"]

@tf.function
def s_del_item(x):
    LOG.append(1)  #! AG103
    del LOG[0]  #! AG104
    return x

@tf.function
def s_attr(x):
    box.total = box.total + 1.0  #! AG105
    return x + box.total

@tf.function
def s_setattr(x):
    setattr(box, "total", 5.0)  #! AG105
    return x

@tf.function
def s_global(x):
    global COUNT
    COUNT += 1  #! AG106
    return x * COUNT

def make_counter():
    n = 0

    @tf.function
    def s_nonlocal(x):
        nonlocal n
        n += 1  #! AG106
        return x + n

    return s_nonlocal

@tf.function
def s_param_copy(d):
    d = dict(d)
    d["y"] = d["x"] * 2
    return d["y"]

@tf.function
def s_param_pop(d):
    x = d.pop("x")  #! AG107
    return x * 2

@tf.function
def s_nested(x):
    def inner(y):
        LOG.append(1)  #! AG103
        return y * 2
    return inner(x)

@tf.function
def s_comprehension_effect(x):
    [LOG.append(i) for i in range(2)]  #! AG103
    return x

@tf.function
def v_guarded(x):
    if box.v is None:
        box.v = tf.Variable(1.0)
    return box.v.assign_add(x)

@tf.function
def v_in_loop(x):
    for _ in range(2):
        v = tf.Variable(x)  #! AG201
    return v

@tf.function
def v_keras_layer(x):
    return tf.keras.layers.Dense(1)(x[None, None])  #! AG202

@tf.function
def v_keras_metric(x):
    m = tf.keras.metrics.Mean()  #! AG202
    m.update_state(x)
    return m.result()

@tf.function
def v_stateless_layer(x):
    return tf.keras.layers.ReLU()(x)

@tf.function
def v_loss_object(x):
    return tf.keras.losses.MeanSquaredError()([x], [x])

# ---------------------------------------------------------------- AG3xx framework ops
@tf.function
def n_np_on_tensor(x):
    y = tf.square(x)
    return np.sqrt(y)  #! AG301

@tf.function
def n_np_on_param(x):
    return tf.constant(np.sum(x))  #! AG301

@tf.function
def n_np_dtype(x):
    return tf.cast(x, np.float32)

@tf.function
def n_np_static_shape(x):
    return tf.reshape(x, [int(np.prod(x.shape))])

@tf.function
def n_np_random(x):
    return x + np.random.normal(size=3).astype(np.float32)  #! AG302

@tf.function
def n_tf_random(x):
    return x + tf.random.normal([3]) * 0.0

@tf.function
def n_tf_time(x):
    t = tf.timestamp()
    return x + tf.cast(t * 0.0, tf.float32)

@tf.function
def n_numpy_method(x):
    return x.numpy() * 2  #! AG304

@tf.function
def n_bool(x):
    return bool(tf.reduce_all(x > 0))  #! AG305

@tf.function
def n_int(x):
    return int(tf.reduce_sum(x)) + 1

@tf.function
def n_round(x):
    return round(tf.reduce_sum(x))  #! AG305

@tf.function
def n_math(x):
    s = tf.reduce_sum(x)
    return math.exp(s)  #! AG305

@tf.function
def n_sum(x):
    y = x * 2.0
    return sum(y)  #! AG306

@tf.function
def n_max(x):
    y = x * 2.0
    return max(y)  #! AG306

@tf.function
def n_enumerate(x):
    y = tf.square(x)
    s = 0.0
    for i, v in enumerate(y):  #! AG306
        s += v
    return s

@tf.function
def n_zip(x):
    y = tf.square(x)
    s = 0.0
    for a, b in zip(x, y):  #! AG306
        s += a * b
    return s

@tf.function
def n_listcomp(x):
    y = tf.square(x)
    return tf.stack([v * 2.0 for v in y])  #! AG306

@tf.function
def n_unstack_comp(x):
    return tf.stack([v * 2.0 for v in tf.unstack(x)])

@tf.function
def n_fstring_spec(x):
    s = tf.reduce_sum(x)
    tf.print(f"loss {s:.3f}")  #! AG307
    return s

@tf.function
def n_fstring_plain(x):
    s = tf.reduce_sum(x)
    tf.print(f"loss {s}")  #! AG307
    return s

@tf.function
def n_strings_format(x):
    s = tf.reduce_sum(x)
    tf.print(tf.strings.format("loss {}", s))
    return s

@tf.function
def n_fstring_python(x):
    for k in range(2):
        tf.print(f"step {k}", x)
    return x

@tf.function
def n_item_assign(x):
    y = tf.square(x)
    y[0] = 1.0  #! AG309
    return y

@tf.function
def n_scatter(x):
    return tf.tensor_scatter_nd_update(x, [[0]], [1.0])

@tf.function
def c_defined_both(x):
    if tf.reduce_sum(x) > 0:
        y = x * 2
    else:
        y = -x
    return y

@tf.function
def c_defined_before(x):
    y = -x
    if tf.reduce_sum(x) > 0:
        y = x * 2
    return y

@tf.function
def c_loop_var_after(x):
    for i in tf.range(3):
        y = x[i]
    return y + tf.cast(i, tf.float32)

@tf.function
def c_partial_return(x):
    if tf.reduce_sum(x) > 0:  #! AG402
        return x * 2

@tf.function
def c_return_in_tensor_loop(x):
    for i in tf.range(3):
        if x[i] > 1.5:
            return x[i]  #! AG403
    return -1.0

@tf.function
def c_py_while_tensor_break(x):
    while True:  #! AG404
        if tf.reduce_sum(x) > 100:
            break
        x = x * 2
    return x

@tf.function
def c_tf_while_break(x):
    while tf.constant(True):
        if tf.reduce_sum(x) > 100:
            break
        x = x * 2
    return x

@tf.function
def c_py_for_py_break(x):
    for k in range(10):
        if k > 3:
            break
        x = x * 2
    return x

@tf.function
def c_tensorarray(x):
    out = tf.TensorArray(tf.float32, 3)
    for i in tf.range(3):
        out = out.write(i, x[i])
    return out.stack()

@tf.function
def c_tensorarray_dropped(x):
    out = tf.TensorArray(tf.float32, 3, clear_after_read=False)
    for i in tf.range(3):
        out.write(i, x[i])  #! AG406
    return out.stack()

@tf.function
def c_grow_ok(x):
    y = tf.zeros([0])
    for i in tf.range(3):
        tf.autograph.experimental.set_loop_options(shape_invariants=[(y, tf.TensorShape([None]))])
        y = tf.concat([y, [x[i]]], 0)
    return y

@tf.function
def c_dtype_change(x):
    s = 0
    for i in tf.range(3):
        s = s + x[i]  #! AG407
    return s

@tf.function
def c_branch_dtype(x):
    if tf.reduce_sum(x) > 0:
        y = 1
    else:
        y = 2.5
    return y  #! AG408

@tf.function
def c_branch_none(x):
    y = None
    if tf.reduce_sum(x) > 0:
        y = x
    return y  #! AG408

@tf.function
def c_assert_static(x):
    assert len(x.shape) == 1
    return x

@tf.function
def c_raise_tensor(x):
    if tf.reduce_sum(x) > 1e6:
        raise ValueError("too big")  #! AG410
    return x

@tf.function
def c_recursive(n):
    if n > 0:
        return c_recursive(n - 1)  #! AG411
    return n

@tf.function
def c_try_runtime(x):
    try:
        tf.debugging.assert_greater(tf.reduce_sum(x), 1e6)
    except tf.errors.InvalidArgumentError:  #! AG412
        x = -x
    return x

@tf.function
def c_yield(x):
    for k in range(2):
        yield x * k  #! AG413

@tf.function
def c_next_python(x):
    it = ITER
    return x + next(it)  #! AG414

ITER = iter([1.0, 2.0, 3.0, 4.0])

@tf.function
def c_for_generator(x):
    for v in GEN:  #! AG414
        x = x + v
    return x

GEN = (float(v) for v in range(3))

@tf.function(autograph=False)
def c_no_autograph_if(x):
    if tf.reduce_sum(x) > 0:  #! AG415
        return x
    return -x

@tf.autograph.experimental.do_not_convert
def unconverted(y):
    if y > 0:  #! AG415
        return y * 2
    return y

@tf.function
def c_do_not_convert(x):
    return unconverted(tf.reduce_sum(x))

@tf.function
def c_in_str(x, mode="sum"):
    if mode in ("sum", "mean"):
        return tf.reduce_sum(x)
    return x[0]

@tf.function
def c_chained(x):
    s = tf.reduce_sum(x)
    if 0.0 < s < 100.0:
        return x
    return -x

@tf.function
def c_is_tensor(x):
    s = tf.reduce_sum(x) > 0
    if s is True:  #! AG416
        return x
    return -x

@tf.function
def c_nonscalar_cond(x):
    if x > 1.5:  #! AG417
        return x
    return -x

# ---------------------------------------------------------------- AG5xx retracing
@tf.function
def r_step(x, i):
    return x * i

def r_loop(x):
    for i in range(3):
        x = r_step(x, i)  #! AG501
    return x

def r_make(x):
    for _ in range(3):
        f = tf.function(lambda y: y + 1)  #! AG502
        x = f(x)
    return x

@tf.function
def r_captured(x):
    return x * SCALE  #! AG503

X = [1.0, 2.0, 3.0]
