"""Functions of `tf.nn` and initializers that other programs do not call."""

import numpy as np

from . import raised


def _image(*shape):
    return (np.arange(np.prod(shape)) * 7 % 11).astype(np.float32).reshape(shape) / 10


def convolutions(tf):
    nn, x, line = tf.nn, _image(1, 5, 5, 2), _image(1, 6, 2)
    return [
        nn.atrous_conv2d(x, _image(2, 2, 2, 3), 2, "VALID"),
        nn.separable_conv2d(x, _image(2, 2, 2, 1), _image(1, 1, 2, 3), [1, 1, 1, 1], "SAME"),
        nn.conv1d(line, _image(3, 2, 2), 2, "SAME"),
        nn.conv1d_transpose(line, _image(3, 3, 2), [1, 12, 3], 2),
        nn.conv2d_transpose(x, _image(2, 2, 3, 2), [1, 10, 10, 3], 2),
        nn.depthwise_conv2d(x, _image(2, 2, 2, 2), [1, 1, 1, 1], "VALID"),
        nn.dilation2d(x, _image(2, 2, 2), [1, 1, 1, 1], "VALID", "NHWC", [1, 1, 1, 1]),
        nn.convolution(x, _image(2, 2, 2, 3), padding="VALID"),
        raised(lambda: nn.conv1d(line, _image(3, 3, 2), 1, "SAME"), "InvalidArgumentError", "ValueError"),
    ]


def pooling(tf):
    nn, x, line = tf.nn, _image(1, 4, 4, 2), _image(1, 6, 2)
    return [
        nn.max_pool(x, 2, 2, "VALID"),
        nn.avg_pool(x, 2, 1, "SAME"),
        nn.max_pool1d(line, 2, 2, "VALID"),
        nn.avg_pool1d(line, 3, 1, "SAME"),
        nn.max_pool2d(x, 2, 2, "SAME"),
        nn.avg_pool2d(x, 3, 2, "VALID"),
    ]


def activations(tf):
    nn, x = tf.nn, np.array([-2.0, -0.5, 0.0, 1.5], np.float32)
    return [
        nn.swish(x),
        nn.silu(x),
        nn.crelu(x),
        nn.gelu(x),
        nn.gelu(x, approximate=True),
        nn.relu6(x * 5),
        nn.leaky_relu(x),
        nn.selu(x),
        nn.elu(x),
        nn.softsign(x),
        nn.softplus(x),
        nn.log_softmax(x),
        nn.softmax(x),
        nn.sigmoid(x),
        nn.tanh(x),
        nn.zero_fraction(x),
    ]


def losses(tf):
    nn, logits, labels = (
        tf.nn,
        np.array([[-1.0, 2.0], [0.5, 0.0]], np.float32),
        np.array([[1.0, 0.0], [0.0, 1.0]], np.float32),
    )
    return [
        nn.weighted_cross_entropy_with_logits(labels, logits, 2.0),
        nn.log_poisson_loss(labels + 1, logits),
        nn.log_poisson_loss(labels + 1, logits, compute_full_loss=True),
        nn.compute_average_loss([1.0, 2.0, 6.0], [1.0, 0.5, 0.0]),
        nn.sigmoid_cross_entropy_with_logits(labels, logits),
        nn.softmax_cross_entropy_with_logits(labels, logits),
        nn.sparse_softmax_cross_entropy_with_logits([0, 1], logits),
        nn.l2_loss(logits),
        nn.in_top_k([0, 1], logits, 1),
    ]


def normalisation(tf):
    nn, x = tf.nn, _image(2, 3, 3, 4)
    mean, variance = nn.moments(tf.constant(x), [0, 1, 2])
    return [
        mean,
        variance,
        nn.batch_normalization(x, mean, variance, 0.5, 2.0, 1e-3),
        nn.local_response_normalization(x, 1, 1.0, 0.5, 0.5),
        nn.l2_normalize(x, -1),
        nn.bias_add(x, [1.0, 2.0, 3.0, 4.0]),
        *nn.top_k([1, 5, 3], 2),
    ]


def dropped_out(tf):
    tf.random.set_seed(3)
    x = tf.ones([10])
    return [tf.nn.dropout(x, 0.4, seed=1), tf.nn.dropout(x, 0.0), raised(lambda: tf.nn.dropout(x, 1.5), "ValueError")]


def embeddings(tf):
    table = np.arange(12, dtype=np.float32).reshape(6, 2)
    return [tf.nn.embedding_lookup(table, [[0, 5], [1, 1]]), tf.nn.embedding_lookup(table, [3], max_norm=1.0)]


def initial_values(tf):
    v1, tf2 = tf.compat.v1, tf
    tf.random.set_seed(2)
    makers = [
        tf2.zeros_initializer(),
        tf2.ones_initializer(),
        tf2.constant_initializer(3.0),
        tf2.random_normal_initializer(seed=1),
        tf2.random_uniform_initializer(seed=1),
        v1.initializers.variance_scaling(seed=1, distribution="uniform"),
        v1.random_normal_initializer(seed=1),
        v1.random_uniform_initializer(seed=1),
        v1.truncated_normal_initializer(seed=1),
        v1.glorot_uniform_initializer(seed=1),
        v1.glorot_normal_initializer(seed=1),
        v1.variance_scaling_initializer(seed=1),
        v1.initializers.random_normal(seed=2),
        v1.initializers.glorot_normal(seed=2),
    ]
    values = [make([2, 3], tf.float32) for make in makers]
    square = [
        tf.matmul(q, q, transpose_a=True)
        for q in (
            v1.orthogonal_initializer(seed=1)([3, 3], tf.float32),
            v1.initializers.orthogonal(seed=1)([3, 3], tf.float32),
        )
    ]
    return [*values, *square]
