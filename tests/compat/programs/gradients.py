"""Gradients: tapes in and around functions and control flow, custom gradients, jacobians."""


def of_a_polynomial(tf):
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x * x
    return [y, tape.gradient(y, x)]


def of_variables_watched_by_themselves(tf):
    w, b = tf.Variable([[1.0], [2.0]]), tf.Variable(0.5, trainable=True)
    c = tf.Variable(1.0, trainable=False)
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(tf.matmul([[3.0, 4.0]], w) + b) * c
    watched = [v is w or v is b for v in tape.watched_variables()]
    return [tape.gradient(y, [w, b, c]), watched]


def with_a_persistent_tape(tf):
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = x * x
        z = tf.reduce_sum(y * y)
    return [tape.gradient(z, x), tape.gradient(y, x), tape.gradient(z, y)]


def of_second_order(tf):
    x = tf.Variable(2.0)
    with tf.GradientTape() as outer:
        with tf.GradientTape() as inner:
            y = x**4
        first = inner.gradient(y, x)
    return [first, outer.gradient(first, x)]


def while_recording_is_stopped(tf):
    x = tf.Variable(2.0)
    with tf.GradientTape() as tape:
        y = x * x
        with tape.stop_recording():
            y = y * x
        z = y + x
    return tape.gradient(z, x)


def after_a_reset(tf):
    x = tf.Variable(2.0)
    with tf.GradientTape() as tape:
        y = x * x * x
        tape.reset()
        z = x * 3.0
    return [tape.gradient(z, x)]


def without_automatic_watching(tf):
    x, y = tf.Variable(2.0), tf.Variable(3.0)
    with tf.GradientTape(watch_accessed_variables=False) as tape:
        tape.watch(x)
        z = x * y
    return tape.gradient(z, [x, y])


def of_what_is_not_connected(tf):
    x, y = tf.Variable([1.0, 2.0]), tf.constant(1.0)
    with tf.GradientTape(persistent=True) as tape:
        z = y * 2.0
    zero = tf.UnconnectedGradients.ZERO
    return [
        tape.gradient(z, x),
        tape.gradient(z, x, unconnected_gradients=zero),
        tape.gradient(z, {"x": x}, unconnected_gradients="zero"),
    ]


def with_given_output_gradients(tf):
    x = tf.Variable([1.0, 2.0])
    with tf.GradientTape() as tape:
        y = x * x
    return tape.gradient(y, x, output_gradients=tf.constant([10.0, 100.0]))


def jacobians(tf):
    x = tf.constant([1.0, 2.0, 3.0])
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = tf.stack([x[0] * x[1], x[1] * x[2]])
    return [tape.jacobian(y, x), tape.jacobian(y, x, experimental_use_pfor=False)]


def batch_jacobians(tf):
    x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x * tf.constant([[1.0, 10.0]])
    return tape.batch_jacobian(y, x)


def inside_a_function(tf):
    @tf.function
    def step(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.reduce_sum(tf.sin(x) * x)
        return tape.gradient(y, x)

    return step(tf.constant([0.5, 1.5]))


def around_a_function_with_a_loop(tf):
    @tf.function
    def power(x, n):
        y = tf.ones_like(x)
        for _ in tf.range(n):
            y = y * x
        return y

    x = tf.Variable(2.0)
    with tf.GradientTape() as tape:
        y = power(x, tf.constant(5))
    return [y, tape.gradient(y, x)]


def through_branches(tf):
    @tf.function
    def f(x):
        if tf.reduce_sum(x) > 0:
            y = x * x
        else:
            y = -x
        return y

    results = []
    for values in ([1.0, 2.0], [-1.0, -2.0]):
        x = tf.constant(values)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = f(x)
        results.append(tape.gradient(y, x))
    return results


def of_a_custom_function(tf):
    @tf.custom_gradient
    def log1pexp(x):
        e = tf.exp(x)

        def grad(upstream):
            return upstream * (1 - 1 / (1 + e))

        return tf.math.log(1 + e), grad

    x = tf.constant([0.0, 100.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = log1pexp(x)
    return tape.gradient(y, x)


def of_a_custom_function_with_variables(tf):
    v = tf.Variable(3.0)

    @tf.custom_gradient
    def scale(x):
        def grad(upstream, variables=None):
            return upstream * 7.0, [upstream * 11.0 for _ in variables]

        return x * v, grad

    x = tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = scale(x)
    return tape.gradient(y, [x, v])


def that_are_stopped(tf):
    x = tf.Variable(3.0)
    with tf.GradientTape() as tape:
        y = x * tf.stop_gradient(x)
    return tape.gradient(y, x)


def of_lookups(tf):
    table = tf.Variable([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(tf.gather(table, [0, 2, 0]) * [[1.0, 2.0]])
    g = tape.gradient(y, table)
    return tf.convert_to_tensor(g)


def of_a_training_loop(tf):
    w = tf.Variable([0.0, 0.0])
    data = tf.constant([[1.0, 2.0], [3.0, 1.0], [2.0, 2.0]])
    wanted = tf.constant([5.0, 5.0, 6.0])

    @tf.function
    def train(steps):
        loss = tf.constant(0.0)
        for _ in tf.range(steps):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(tf.square(tf.linalg.matvec(data, w) - wanted))
            w.assign_sub(0.05 * tape.gradient(loss, w))
        return loss

    return [train(tf.constant(50)), w]


def by_tf_gradients_in_a_function(tf):
    @tf.function
    def f(x, y):
        z = x * x * y + tf.stop_gradient(x) * y
        return tf.gradients(z, [x, y], grad_ys=[tf.constant(2.0)], stop_gradients=[y])

    return f(tf.constant(3.0), tf.constant(4.0))


def clipped_by_their_global_norm(tf):
    gradients = [tf.constant([3.0, 4.0]), None, tf.constant([[12.0]])]
    clipped, norm = tf.clip_by_global_norm(gradients, 6.5)
    return [clipped[0], clipped[2], norm, clipped[1] is None]


def used_twice(tf):
    x = tf.Variable(1.0)
    with tf.GradientTape() as tape:
        y = x * x
    tape.gradient(y, x)
    try:
        tape.gradient(y, x)
    except RuntimeError as error:
        return "non-persistent" in str(error)


def recomputed(tf):
    @tf.recompute_grad
    def block(x):
        return tf.tanh(x) * x

    x = tf.constant([0.5, -1.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = block(x)
    return tape.gradient(y, x)
