"""Random values of gamma and Poisson distributions."""


def gamma_values(tf):
    tf.random.set_seed(3)
    return [
        tf.random.gamma([4], 0.5), tf.random.gamma([3], [1.0, 5.0]),
        tf.random.gamma([2], [[2.0], [0.1]], beta=[3.0, 4.0]),
        tf.random.gamma([3], 2.5, dtype=tf.float64, seed=7), tf.random.gamma([3], 2.5, dtype=tf.float64, seed=7),
    ]  # fmt: skip


def poisson_values(tf):
    tf.random.set_seed(4)
    return [
        tf.random.poisson([6], 3.0), tf.random.poisson([4], [0.5, 30.0]),
        tf.random.poisson([5], 100.0, tf.int32, seed=1),
        tf.random.poisson([3], [0.0, 15.0, 2.0], tf.float64),
    ]  # fmt: skip


def stateless_gamma_values(tf):
    return [
        tf.random.stateless_gamma([5], [1, 2], 0.5), tf.random.stateless_gamma([2, 3], [3, 4], [1.0, 2.0, 9.0]),
        tf.random.stateless_gamma([3], [5, 6], 2.0, beta=4.0),
    ]  # fmt: skip


def stateless_poisson_values(tf):
    return [
        tf.random.stateless_poisson([5], [1, 2], 3.0),
        tf.random.stateless_poisson([2, 3], [3, 4], [0.5, 12.0, 90.0]),
    ]


def values_in_a_function(tf):
    tf.random.set_seed(9)

    @tf.function
    def draw():
        return tf.random.gamma([2], 2.0, seed=5), tf.random.poisson([2], 4.0, seed=6)

    return [draw(), draw()]


def slopes_of_gamma_values(tf):
    alpha = tf.constant([0.3, 1.0, 4.5], tf.float64)
    x = tf.constant([0.2, 1.7, 9.0], tf.float64)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(alpha)
        lower = tf.math.igamma(alpha, x)
        drawn = tf.random.stateless_gamma([4, 3], [1, 2], alpha, dtype=tf.float64)
        loss = tf.reduce_sum(drawn**2)
    return tape.gradient(lower, alpha), tape.gradient(loss, alpha)
