"""Control flow on tensors, and control flow that only looks like it."""
import tensorflow as tf

model = tf.keras.Sequential()


@tf.function
def undefined_in_else(x):
    if tf.reduce_sum(x) > 0:
        y = x * 2
    return y  #! AG401

@tf.function
def undefined_in_body(x):
    if tf.reduce_sum(x) > 0:
        pass
    else:
        y = -x
    return y  #! AG401

@tf.function
def defined_by_python_condition(x, flag):
    if flag:
        y = x
    return y

@tf.function
def defined_in_all_branches(x):
    s = tf.reduce_sum(x)
    if s > 1:
        y = x
    elif s > 0:
        y = -x
    else:
        y = x * 2
    return y

@tf.function
def branch_local_name(x):
    if tf.reduce_sum(x) > 0:
        scale = 2.0
        x = x * scale
    return x

@tf.function
def defined_unless_returned(x):
    if tf.reduce_sum(x) > 0:
        y = x * 2
    else:
        return x
    return y

@tf.function
def partial_return_elif(x):
    s = tf.reduce_sum(x)
    if s > 1:  #! AG402
        return x
    elif s > 0:
        return -x

@tf.function
def early_return(x):
    if tf.reduce_sum(x) > 0:
        return x
    y = -x
    return y

@tf.function
def returns_in_both(x):
    if tf.reduce_sum(x) > 0:
        return x
    else:
        return -x

@tf.function
def returns_nothing(x):
    if tf.reduce_sum(x) > 0:
        tf.print("positive")
        return
    tf.print("negative")

@tf.function
def python_partial_return(x, flag=True):
    if flag:
        return x

@tf.function
def return_in_dataset_loop(ds: tf.data.Dataset):
    for x in ds:
        if tf.reduce_sum(x) > 0:
            return x  #! AG403
    return tf.zeros([])

@tf.function
def return_in_python_loop(x):
    for k in range(3):
        if k == 2:
            return x * k
    return x

@tf.function
def python_for_tensor_break(x):
    for _ in range(10):  #! AG404
        if tf.reduce_sum(x) > 100:
            break
        x = x * 2
    return x

@tf.function
def python_for_tensor_return(x):
    for _ in range(10):  #! AG404
        x = x * 2
        if tf.reduce_sum(x) > 100:
            return x
    return x

@tf.function
def python_for_tensor_continue(x):
    for _ in range(3):
        if tf.reduce_sum(x) > 100:
            continue
        x = x * 2
    return x

@tf.function
def inner_loop_break(x):
    for _ in range(3):
        for i in tf.range(4):
            if x[i] > 1.0:
                break
        x = x * 2
    return x

@tf.function
def range_over_tensor_break(x):
    for i in range(tf.size(x)):
        if x[i] > 1.0:
            break
    return x

@tf.function
def unknown_bound_break(x, n):
    for i in range(n):
        if x[i] > 1.0:
            break
    return x

@tf.function
def appends_in_graph_loop(x):
    out = []
    for i in tf.range(3):
        out.append(x[i])  #! AG405
    return tf.stack(out)

@tf.function
def appends_in_while(x):
    out = []
    while tf.reduce_sum(x) < 100:
        x = x * 2
        out.append(x)  #! AG405
    return out

@tf.function
def list_of_the_body(x):
    total = 0.0
    for i in tf.range(3):
        parts = []
        parts.append(x[i])
        total += tf.add_n(parts)
    return total

@tf.function
def appends_in_python_loop(x):
    out = []
    for i in range(3):
        out.append(x[i])
    return tf.stack(out)

@tf.function
def list_not_used_after(x):
    seen = []
    for i in tf.range(3):
        seen.append(i)
    return x

@tf.function
def drops_unstack(x):
    ta = tf.TensorArray(tf.float32, 3)
    ta.unstack(x)  #! AG406
    return ta.stack()

@tf.function
def writes_file(path, writer):
    writer.write(path)
    return path

@tf.function
def chained_writes(x):
    ta = tf.TensorArray(tf.float32, 2)
    ta = ta.write(0, x).write(1, -x)
    return ta.stack()

@tf.function
def grows_by_concat(x):
    out = tf.zeros([0])
    for i in tf.range(3):
        out = tf.concat([out, [x[i]]], 0)  #! AG407
    return out

@tf.function
def grows_in_python_loop(x):
    out = tf.zeros([0])
    for i in range(3):
        out = tf.concat([out, [x[i]]], 0)
    return out

@tf.function
def grows_over_dataset(ds: tf.data.Dataset):
    out = tf.zeros([0])
    for x in ds:
        out = tf.concat([out, x], 0)
    return out

@tf.function
def int_becomes_float(ds: tf.data.Dataset):
    total = 0
    for x in ds:
        total += tf.reduce_mean(tf.cast(x, tf.float32))  #! AG407
    return total

@tf.function
def int_stays_int(ds: tf.data.Dataset):
    count = 0
    for x in ds:
        count += tf.shape(x)[0]
    return count

@tf.function
def int_in_python_loop(x):
    total = 0
    for k in range(3):
        total += tf.reduce_mean(x) * k
    return total

@tf.function
def float_from_the_start(x):
    total = 0.0
    for i in tf.range(3):
        total += tf.sqrt(x[i])
    return total

@tf.function
def text_or_number(x):
    if tf.reduce_sum(x) > 0:
        label = "big"
    else:
        label = 0
    return label  #! AG408

@tf.function
def same_numbers(x):
    if tf.reduce_sum(x) > 0:
        k = 1
    else:
        k = 2
    return x * k

@tf.function
def mismatch_unused(x):
    if tf.reduce_sum(x) > 0:
        k = 1
    else:
        k = None
    return x

@tf.function
def none_then_python(x, mask=None):
    y = None
    if mask is not None:
        y = x * mask
    return y

@tf.function
def asserts(x):
    assert tf.reduce_all(x > 0)  #! AG409
    return x

@tf.function
def asserts_static(x):
    assert x.shape.rank == 2, "matrix"
    assert isinstance(x, tf.Tensor)
    assert x.dtype == tf.float32
    return x

@tf.function
def asserts_rank_tensor(x):
    assert tf.rank(x) == 2  #! AG409
    return x

@tf.function
def raises_in_else(x):
    if tf.reduce_sum(x) > 0:
        y = x
    else:
        raise ValueError("negative")  #! AG410
    return y

@tf.function
def raises_on_static(x, mode="a"):
    if mode != "a" or x.shape[0] == 0:
        raise ValueError(mode)
    return x

@tf.function
def recursive_helper(x):
    return depth_first(x, 3)

def depth_first(x, depth):
    if depth == 0:
        return x
    return depth_first(x * 2, depth - 1)

@tf.function
def optional_recursion(x, scale=None):
    if scale is None:
        return optional_recursion(x, 2.0)
    return x * scale

class Tree:
    def __init__(self, child):
        self.child = child

    @tf.function
    def walk(self, x):
        return self.child.walk(x)

    @tf.function
    def endless(self, x):
        return self.endless(x - 1)  #! AG411

@tf.function
def ping(x):
    return pong(x) + 1

def pong(x):
    return ping(x)  #! AG411

@tf.function
def catches_runtime_error(x):
    try:
        y = tf.debugging.check_numerics(x, "nan")
    except tf.errors.InvalidArgumentError:  #! AG412
        y = tf.zeros_like(x)
    return y

@tf.function
def catches_trace_error(x):
    try:
        y = tf.reshape(x, [2, 2])
    except ValueError:
        y = x
    return y

@tf.function
def passes_error_on(x):
    try:
        y = tf.matmul(x, x)
    except tf.errors.InvalidArgumentError as error:
        raise ValueError("bad") from error
    return y

@tf.function
def uses_generator_expression(x):
    return tf.add_n(list(x * k for k in range(3)))

@tf.function
def next_of_dataset(iterator):
    return next(iterator)

class Feeder:
    def __init__(self, dataset):
        self.dataset = tf.data.Dataset.range(3)
        self.iterator = iter(self.dataset)
        self.plain = iter([1, 2, 3])

    @tf.function
    def from_dataset(self):
        return next(self.iterator)

    @tf.function
    def from_python(self, x):
        return x + next(self.plain)  #! AG414

@tf.function
def own_iterator(x):
    it = iter([1.0, 2.0])
    return x * next(it) + next(it)

@tf.function(autograph=False)
def unconverted_while(x):
    while tf.reduce_sum(x) < 10:  #! AG415
        x = x * 2
    return x

@tf.function(autograph=False)
def unconverted_ternary(x):
    return x if tf.reduce_sum(x) > 0 else -x  #! AG415

@tf.function(autograph=False)
def unconverted_and(x):
    return tf.reduce_all(x > 0) and tf.reduce_all(x < 1)  #! AG415

@tf.function(autograph=False)
def unconverted_cond(x, training=False):
    if training:
        x = x * 2
    return tf.cond(tf.reduce_sum(x) > 0, lambda: x, lambda: -x)

@tf.function(autograph=False)
def unconverted_number(x):
    return x * int(tf.reduce_sum(x))  #! AG305

@tf.function
def searches_list(x):
    n = tf.reduce_sum(x)
    if n in [1.0, 2.0]:  #! AG416
        return x
    return -x

@tf.function
def searches_tensor(x):
    y = tf.square(x)
    return 3.0 in y  #! AG416

@tf.function
def searches_names(x, name="a"):
    if "k" in {"k": 1} and name not in ("b", "c"):
        return x
    return -x

@tf.function
def is_none(x):
    y = tf.square(x)
    if y is None:
        return x
    return y

@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def vector_condition(x):
    if x > 0:  #! AG417
        return x
    return -x

@tf.function(input_signature=[tf.TensorSpec([], tf.float32)])
def scalar_condition(x):
    if x > 0:
        return x
    return -x

@tf.function
def many_branches_in_with(x):
    with tf.name_scope("scope"):
        if tf.reduce_sum(x) > 0:
            y = x
        else:
            y = -x
    return y

@tf.function
def match_on_python(x, mode="a"):
    match mode:
        case "a":
            return x
        case _:
            return -x

@tf.function
def optimizer_step_condition(x):
    if optimizer.iterations % 10 == 0:
        tf.print("tenth step")
    return x

optimizer = tf.keras.optimizers.Adam()

@tf.function
def early_stop(x, limit):
    done = False
    while not done:
        x = x * 2
        done = tf.reduce_sum(x) > limit
    return x
