"""Fourier transforms: gradients where sizes are cut or filled up, and what is refused."""

import numpy as np
import pytest

import runtime as rt
from runtime import signal


def numeric(f, x, step=1e-4):
    grads = np.zeros_like(x)
    for i in np.ndindex(x.shape):
        moved = [x.copy(), x.copy()]
        moved[0][i] += step
        moved[1][i] -= step
        grads[i] = (float(f(moved[0])) - float(f(moved[1]))) / (2 * step)
    return grads


@pytest.mark.parametrize(
    "f",
    [
        lambda x: signal.rfft(x, [4]),
        lambda x: signal.rfft(x, [9]),
        lambda x: signal.rfft(x),
        lambda x: signal.rfft2d(rt.reshape(x, [2, 3])),
        lambda x: signal.rfft2d(rt.reshape(x, [2, 3]), [3, 2]),
        lambda x: signal.rfft3d(rt.reshape(x, [1, 2, 3])),
        lambda x: signal.fft(rt.complex(x, x * x)),
        lambda x: signal.ifft2d(rt.complex(rt.reshape(x, [2, 3]), rt.reshape(x * x, [2, 3]))),
        lambda x: rt.cast(signal.irfft(rt.complex(x, x * x), [7]), rt.complex128),
        lambda x: rt.cast(signal.irfft(rt.complex(x, x * x)), rt.complex128),
        lambda x: rt.cast(
            signal.irfft2d(rt.complex(rt.reshape(x, [2, 3]), rt.reshape(x, [2, 3])), [2, 5]), rt.complex128
        ),
    ],
)
def test_gradients_agree_with_differences(f):
    def loss(values):
        y = rt.reshape(f(rt.convert_to_tensor(values)), [-1])
        weights = rt.cast(rt.range(rt.size(y)), rt.float64)
        return rt.reduce_sum(rt.math.real(y) ** 2 * weights + rt.math.imag(y) ** 3)

    values = np.array([0.3, -0.5, 0.7, 0.2, -0.1, 0.9])
    x = rt.constant(values)
    with rt.GradientTape() as tape:
        tape.watch(x)
        y = loss(x)
    np.testing.assert_allclose(tape.gradient(y, x).numpy(), numeric(loss, values), rtol=1e-4, atol=1e-5)


def test_a_transform_needs_its_axes():
    with pytest.raises(rt.errors.InvalidArgumentError, match="rank of at least 2"):
        signal.rfft2d(rt.constant([1.0]))


def test_shapes_are_known_in_graphs():
    @rt.function(input_signature=[rt.TensorSpec([None, 8], rt.float32)])
    def f(x):
        spectrum = signal.rfft(x)
        assert spectrum.shape.as_list() == [None, 5]
        return signal.irfft(spectrum)

    x = np.ones([2, 8], np.float32)
    np.testing.assert_allclose(f(x).numpy(), x, atol=1e-6)


def test_a_spectrum_of_nothing_is_nothing():
    assert signal.rfft(rt.constant([1.0]), [0]).tolist() == []
    assert signal.irfft(rt.constant([1.0 + 0j], rt.complex64), [0]).tolist() == []


def test_other_cosine_transforms_are_refused():
    with pytest.raises(NotImplementedError, match="type 2 or 3"):
        signal.dct([1.0, 2.0], type=1)
