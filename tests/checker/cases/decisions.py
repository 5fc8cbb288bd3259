"""What runs on the first call only, and what conditions are tensors: guards and decisions as people spell them."""
import tensorflow as tf

ds = tf.data.Dataset.range(3).map(lambda x: tf.cast(x, tf.float32))


class Lazy(tf.Module):
    def __init__(self, steps=3):
        self.v = None
        self.w = None
        self.vars = []
        self.step = 0
        self._initialized = False
        self.cache = {}

    def _build(self, x):
        self.v = tf.Variable(x)
        self.w = tf.Variable(x)

    @tf.function
    def both_missing(self, x):
        if self.v is None or self.w is None:
            self.v = tf.Variable(1.0)
            self.w = tf.Variable(1.0)
        return x

    @tf.function
    def by_mark(self, x):
        if not self._initialized:
            self._build(x)
            self._initialized = True
        return x

    @tf.function
    def in_method(self, x):
        if self.v is None:
            self._build(x)
        return x * self.v

    @tf.function
    def by_length(self, x):
        if not self.vars:
            self.vars.append(tf.Variable(1.0))
        if len(self.vars) == 1:
            self.vars.append(tf.Variable(1.0))  #! AG103 AG201
        return x

    @tf.function
    def by_step(self, x):
        if self.step == 0:
            self.v = tf.Variable(1.0)  #! AG105 AG201
        self.step += 1  #! AG105
        return x

    @tf.function
    def by_key(self, x):
        if "w" not in self.cache:
            self.cache["w"] = tf.Variable(x)
        try:
            v = self.cache["v"]
        except KeyError:
            v = self.cache["v"] = tf.Variable(x)
        return v

    @tf.function
    def lifted(self, x):
        with tf.init_scope():
            if self.v is None:
                self.v = tf.Variable(1.0)
        return x

    @tf.function
    def kept(self, x):
        self.v = self.v or tf.Variable(1.0)
        w = self.w if self.w is not None else tf.Variable(1.0)
        if getattr(self, "z", None) is None:
            self.z = tf.Variable(2.0)
        return x

    @tf.function
    def early(self, x):
        if self._initialized:
            return x
        self.v = tf.Variable(1.0)
        self._initialized = True
        return x

    @tf.function
    def by_debug(self, x, debug=False):
        LOG.append(x) if debug else None  #! AG103
        if debug:
            LOG.append(x)  #! AG103
        debug and LOG.append(x)  #! AG103
        if x is None:
            LOG.append(1)  #! AG103
        return x

LOG = []

@tf.function
def over_dataset(x):
    t = 0
    for v in ds:
        t += v
    n = 0
    for v in ds:
        n += 1
    return t, n

@tf.function
def in_name_scope(x):
    y = x
    for i in range(3):
        with tf.name_scope("a"):
            if tf.reduce_sum(y) > 0:
                z = y * 2
            else:
                z = -y
        y = z
    return y

@tf.function
def bound_in_pairs(x):
    if tf.reduce_sum(x) > 0:
        a, b = x, -x
    else:
        a, c = -x, x
    return a + b  #! AG401

@tf.function
def by_flag(x, flag=True):
    if flag:
        y = x
    if tf.reduce_sum(x) > 0:
        t = x
        x = t + 1
    return y, x

@tf.function
def by_shapes(x):
    if tf.shape(x)[0] > 3 and x.shape[1] == 2:
        raise ValueError("bad")  #! AG410
    if x.shape[0] is not None and x.shape[0] > 3:
        raise ValueError("bad")
    tf.debugging.assert_equal(tf.shape(x)[0], 3)
    return x

@tf.function
def until_done(x):
    done = False
    while not done:
        x = x * 2
        done = tf.reduce_sum(x) > 100
    return x

@tf.function
def python_jumps(x):
    i = 0
    while True:
        if i > 3:
            break
        i += 1
        x = x * 2
    for j in range(10):
        if j == 5:
            continue
        x += 1
    return x

@tf.function
def over_rows(xs):
    total = tf.constant(0.0)
    for x in xs:
        if x < 0:
            continue
        total += x
    return total

@tf.function
def grown_by_python(x):
    out = []
    for row in tf.unstack(x):
        out.append(row * 2)
    for i in range(x.shape[0]):
        out.append(x[i])
    return tf.stack(out)

@tf.function
def by_rank(x):
    if tf.equal(tf.rank(x), 2):
        return x
    elif tf.rank(x) == 3:
        return x[0]
    return x * 2

@tf.function
def without_else(x):
    if tf.reduce_sum(x) > 0:  #! AG402
        return x
    elif tf.reduce_sum(x) < -1:
        return -x

@tf.function
def by_training(x, training):
    if training:
        return x

def helper(x, training):
    if training:
        x = x * 2
        return x

@tf.function
def through_helper(x):
    return helper(x, True)

@tf.function
def over_dataset(x):
    t = 0
    for v in ds:
        t += tf.reduce_mean(tf.cast(v, tf.float32))  #! AG407
    return t

@tf.function
def over_argument(ds2):
    t = 0
    for v in ds2:
        t += tf.reduce_mean(tf.cast(v, tf.float32))
    return t


class Kept:
    def __init__(self): self.v = None

    @tf.function
    def conditionally(self, x):
        self.v = tf.Variable(1.0) if self.v is None else self.v
        w = tf.Variable(1.0) if self.v is None else self.v
        u = self.v.read_value() if self.v is not None else tf.Variable(1.0)
        return tf.Variable(1.0) if x is None else x

    @tf.function
    def by_flag(self, x, flag):
        y = tf.Variable(1.0) if flag else x  #! AG201
        return y
