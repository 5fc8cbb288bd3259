"""Fourier transforms, windows and short-time spectra."""

import math


def _wave(tf, size=8, dtype=None):
    return tf.cast(tf.math.sin(tf.range(size, dtype=tf.float64) * 1.3), dtype or tf.float32)


def _parts(tf, x):
    return [tf.math.real(x), tf.math.imag(x)]


def complex_transforms(tf):
    x = tf.complex(_wave(tf), tf.cos(_wave(tf)))
    image = tf.reshape(x, [2, 2, 2])
    return [_parts(tf, f(x)) for f in (tf.signal.fft, tf.signal.ifft)] + [
        _parts(tf, f(image)) for f in (tf.signal.fft2d, tf.signal.ifft2d, tf.signal.fft3d, tf.signal.ifft3d)
    ]


def real_transforms(tf):
    x = _wave(tf, 7, tf.float64)
    return [
        _parts(tf, tf.signal.rfft(x)), _parts(tf, tf.signal.rfft(x, [4])), _parts(tf, tf.signal.rfft(x, [10])),
        tf.signal.irfft(tf.signal.rfft(x), [7]), tf.signal.irfft(tf.signal.rfft(_wave(tf))),
        _parts(tf, tf.signal.rfft2d(tf.reshape(_wave(tf), [2, 4]))),
        tf.signal.irfft2d(tf.signal.rfft2d(tf.reshape(_wave(tf), [2, 4]))),
    ]  # fmt: skip


def gradients_of_complex_transforms(tf):
    x = tf.complex(_wave(tf), tf.cos(_wave(tf)))
    grads = []
    for f in (tf.signal.fft, tf.signal.ifft):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.reduce_sum(tf.math.abs(f(x)) ** 2 * tf.range(8, dtype=tf.float32))
        grads.append(_parts(tf, tape.gradient(y, x)))
    return grads


def gradients_of_real_transforms(tf):
    grads = []
    for size, length in ((8, None), (7, None), (6, [6])):
        x = _wave(tf, size)
        with tf.GradientTape() as tape:
            tape.watch(x)
            spectrum = tf.signal.rfft(x, length)
            weights = tf.range(tf.shape(spectrum)[0])
            y = tf.reduce_sum(tf.math.real(spectrum) * tf.cast(weights, tf.float32) + tf.math.imag(spectrum) ** 2)
        grads.append(tape.gradient(y, x))
    return grads


def gradients_of_inverse_real_transforms(tf):
    grads = []
    for length in ([8], [8]):
        x = tf.complex(_wave(tf, 5), tf.cos(_wave(tf, 5)))
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.reduce_sum(tf.signal.irfft(x, length) ** 2 * tf.range(length[0], dtype=tf.float32))
        grads.append(_parts(tf, tape.gradient(y, x)))
    return grads


def windows(tf):
    return [
        [window(size), window(size, periodic=False)]
        for window in (tf.signal.hann_window, tf.signal.hamming_window)
        for size in (1, 4, 5)
    ] + [tf.signal.kaiser_window(6)]


def frames(tf):
    signal = tf.range(7)
    return [
        tf.signal.frame(signal, 3, 2), tf.signal.frame(signal, 3, 2, pad_end=True, pad_value=-1),
        tf.signal.frame(tf.reshape(tf.range(12), [6, 2]), 2, 3, axis=0),
        tf.signal.overlap_and_add(tf.reshape(tf.range(12), [2, 3, 2]), 1),
    ]  # fmt: skip


def short_time_spectra(tf):
    signal = _wave(tf, 32)
    spectra = tf.signal.stft(signal, 8, 4)
    back = tf.signal.inverse_stft(spectra, 8, 4, window_fn=tf.signal.inverse_stft_window_fn(4))
    return [_parts(tf, spectra), back[4:28]]


def shifted_spectra(tf):
    image = tf.reshape(tf.range(6), [2, 3])
    return [tf.signal.fftshift(tf.range(5)), tf.signal.ifftshift(tf.range(5)), tf.signal.fftshift(image, axes=1)]


def cosine_transforms(tf):
    x = _wave(tf, 6)
    return [
        tf.signal.dct(x), tf.signal.dct(x, norm="ortho"), tf.signal.idct(x), tf.signal.idct(x, norm="ortho"),
        tf.signal.dct(x, type=3), tf.signal.dct(x, n=4),
    ]  # fmt: skip


def mel_bands(tf):
    return tf.reduce_sum(tf.signal.linear_to_mel_weight_matrix(8, 33, 8000), axis=0) + math.pi * 0.0
