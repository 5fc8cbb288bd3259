"""Gradients of small programs; the expected numbers are TensorFlow 2.21's."""

import numpy as np
import pytest

import runtime as rt
from runtime.dispatch import apply_op

F = np.float32


def wave(*shape):
    """Numbers up and down between -1 and 1."""
    return np.sin(np.arange(np.prod(shape)) * 1.7 + 0.3).reshape(shape).astype(F)


def close(found, *expected):
    """Fails unless tensors are equal to nested lists, up to rounding."""
    for tensor, wanted in zip(found, expected, strict=True):
        np.testing.assert_allclose(np.asarray(tensor), wanted, rtol=2e-4, atol=2e-5)


def gradients(function, *arrays):
    """The value of a function of tensors, and its gradients."""
    tensors = [rt.constant(array) for array in arrays]
    with rt.GradientTape() as tape:
        tape.watch(tensors)
        y = function(*tensors)
    return [y, *tape.gradient(y, tensors)]


def test_a_perceptron():
    x, labels = wave(4, 3), np.array([0, 1, 1, 0])

    def loss(w1, b1, w2):
        hidden = rt.nn.relu(rt.nn.bias_add(rt.matmul(x, w1), b1))
        logits = rt.matmul(hidden, w2)
        return rt.reduce_mean(rt.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits))

    close(
        gradients(loss, wave(3, 5), wave(5), wave(5, 2)),
        0.574919,
        [
            [0.017857, -0.039343, -0.031069, 0.062257, -0.031602],
            [0.054944, -0.017307, 0.004915, 0.002263, -0.017443],
            [-0.032015, 0.043803, 0.029803, -0.06284, 0.036097],
        ],
        [0.060425, -0.006137, 0.037364, -0.009595, -0.14502],
        np.outer([-0.142201, -0.08054, 0.163477, 0.025914, -0.187016], [1, -1]),
    )


def test_a_convolution_and_pooling():
    def loss(image, window):
        y = rt.nn.max_pool2d(rt.nn.elu(rt.nn.conv2d(image, window, 2, "SAME")), 2, 2, "SAME")
        return rt.reduce_sum(y * y)

    value, image, window = gradients(loss, wave(1, 5, 5, 2), wave(3, 3, 2, 2))
    close(
        [value, np.asarray(image).sum((0, 3)), np.asarray(window).sum((0, 1))],
        7.524962,
        [
            [0.239784, -0.000432, 0.0, 0.13433, 0.26998],
            [-0.916526, -0.577823, 0.0, 0.675733, 0.811361],
            [0.681269, 0.845619, 0.0, 0.588355, 0.33802],
            [0.57498, 0.213968, 0.020918, -0.984208, -1.065934],
            [0.027218, -0.014266, -0.028574, 0.127904, 0.464416],
        ],
        [[1.275836, -0.895417], [-0.760092, 0.151057]],
    )


def test_batch_normalisation_twice():
    tensors = [rt.constant(a) for a in (wave(2, 2, 2, 3), wave(3) + F(1.5), wave(3))]
    with rt.GradientTape(persistent=True) as outer:
        outer.watch(tensors)
        with rt.GradientTape() as inner:
            inner.watch(tensors)
            x, scale, offset = tensors
            nothing = rt.constant(np.zeros(0, F))
            y = apply_op("FusedBatchNormV3", [x, scale, offset, nothing, nothing], {"epsilon": 0.01})[0]
            value = rt.reduce_sum(rt.sin(y))
        gx, gs, go = inner.gradient(value, tensors)
        along = rt.reduce_sum(gx * wave(2, 2, 2, 3))
        mixed = along + rt.reduce_sum(gs)
    twice = outer.gradient(mixed, tensors[:2])
    close([value, along], -4.442143, -0.156767)
    close([gs, go], [-2.211998, -2.747009, 3.325117], [-0.144671, -2.818419, 4.130883])
    close([np.sum(np.asarray(twice[0]) * wave(2, 2, 2, 3)), twice[1]], 0.598631, [2.008517, 1.111747, 2.165796])


def test_a_recurrent_network_with_a_branch():
    def loss(w, u, xs):
        def turn(i, h):
            z = rt.matmul(h, w) + rt.matmul(rt.reshape(xs[i], [1, 2]), u)
            return i + 1, rt.cond(rt.reduce_sum(z) > 0.0, lambda: rt.tanh(z), lambda: rt.sigmoid(z))

        h = rt.while_loop(lambda i, h: i < 4, turn, [rt.constant(0), rt.zeros([1, 3])])[1]
        return rt.reduce_sum(h * h)

    close(
        gradients(rt.function(loss), wave(3, 3), wave(2, 3), wave(4, 2)),
        0.799393,
        [[-0.051942, -0.051561, -0.141999], [0.051222, 0.083379, 0.230972], [0.023999, 0.067884, 0.193239]],
        [[-0.066503, -0.045926, -0.133938], [-0.02637, -0.008553, -0.026114]],
        [[0.004153, 0.016536], [0.003178, 0.027435], [-0.024751, 0.089256], [-0.031886, 0.131688]],
    )


def test_complex_numbers():
    def loss(z):
        return rt.reduce_sum(rt.abs(rt.exp(z) * rt.math.conj(z) + rt.sin(z)))

    z = np.array([1 + 2j, -0.5 + 0.3j], np.complex64)
    close(gradients(loss, z), 10.406607, [6.277307 + 5.3990207j, -1.2605298 - 0.2961725j])


def test_an_embedding():
    table = rt.Variable(wave(4, 2))
    with rt.GradientTape() as tape:
        loss = rt.reduce_sum(rt.square(rt.gather(table, [[0, 3], [3, 1]])) * wave(2, 2, 2))
    close(
        [loss, tape.gradient(loss, table)],
        0.446755,
        [[0.174664, 1.653644], [0.932189, 0.553654], [0.0, 0.0], [-0.350353, 0.134585]],
    )


def test_linear_algebra():
    def loss(a):
        return (
            rt.linalg.logdet(rt.matmul(a, a, transpose_b=True))
            + rt.reduce_sum(rt.linalg.inv(a))
            + rt.reduce_sum(rt.math.cumprod(a, 1))
            + rt.reduce_logsumexp(a)
            + rt.reduce_prod(a)
        )

    close(
        gradients(loss, wave(3, 3) + np.eye(3, dtype=F) * 3),
        16.971319,
        [[3.136591, 5.239202, -3.321928], [2.387778, 0.451464, 2.809377], [-4.564326, -13.856483, 1.998093]],
    )


@pytest.mark.parametrize("wrap", [lambda f: f, rt.function])
def test_a_loop_that_runs_until_it_converges(wrap):
    @wrap
    def root(a):
        return rt.while_loop(lambda x: rt.abs(x * x - a) > 1e-6, lambda x: [0.5 * (x + a / x)], [rt.constant(1.0)])[0]

    a = rt.constant(2.0)
    with rt.GradientTape() as outer:
        outer.watch(a)
        with rt.GradientTape() as inner:
            inner.watch(a)
            y = root(a)
        g = inner.gradient(y, a)
    close([y, g, outer.gradient(g, a)], 1.414214, 0.353553, -0.088388)
