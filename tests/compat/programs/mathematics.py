"""Functions of `tf.math`, `tf.linalg`, `tf.bitwise` and their like that other programs do not call."""

import numpy as np

from . import raised

X = np.array([-0.9, -0.3, 0.2, 0.7], np.float32)
BIG = np.array([0.5, 1.5, 2.5, 7.0], np.float32)


def angles(tf):
    m = tf.math
    found = [
        m.acos(X),
        m.asin(X),
        m.atan(X),
        m.atan2(X, BIG),
        m.acosh(BIG + 1),
        m.asinh(X),
        m.atanh(X),
        m.cosh(X),
        m.sinh(X),
        m.tan(X),
    ]
    return [
        *found,
        tf.acos(X),
        tf.asin(X),
        tf.atan(X),
        tf.atan2(X, BIG),
        tf.acosh(BIG + 1),
        tf.asinh(X),
        tf.atanh(X),
        tf.cosh(X),
        tf.sinh(X),
        tf.tan(X),
    ]


def special_functions(tf):
    m = tf.math
    return [
        m.digamma(BIG),
        m.lgamma(BIG),
        m.erfc(X),
        m.erfinv(X),
        m.erfcinv(BIG / 8),
        m.ndtri(BIG / 8),
        m.igamma(BIG, BIG[::-1].copy()),
        m.igammac(BIG, BIG[::-1].copy()),
        m.betainc(BIG, BIG[::-1].copy(), BIG / 8),
        m.polygamma(tf.constant([1.0, 2.0, 3.0, 4.0]), BIG),
        m.zeta(BIG + 1, BIG),
        m.lbeta([BIG, BIG]),
        m.expm1(X),
        m.log1p(X),
    ]


def rounding_and_division(tf):
    m, f, i = tf.math, np.array([-2.5, -0.5, 0.5, 1.5, 2.3], np.float32), np.array([-7, 7, 8], np.int32)
    return [
        m.ceil(f),
        m.rint(f),
        m.floormod(i, 3),
        tf.truncatediv(i, 3),
        tf.truncatemod(i, 3),
        tf.realdiv(f, 2.0),
        m.rsqrt(BIG),
        m.reciprocal_no_nan([0.0, 4.0]),
        m.multiply_no_nan(BIG, [0.0, 1.0, 0.0, 2.0]),
        m.scalar_mul(2.0, f),
        tf.scalar_mul(3, i),
        m.xdivy([0.0, 1.0], [0.0, 2.0]),
        m.xlog1py([0.0, 2.0], [-1.0, 2.0]),
        m.greater_equal(f, 0.5),
        tf.greater_equal(i, 7),
        m.is_inf([1.0, float("inf")]),
        tf.raw_ops.ApproximateEqual(x=[1.0, 2.0], y=[1.000001, 2.1], tolerance=1e-4),
        m.polyval([1.0, 2.0, 3.0], BIG),
        m.zero_fraction([0, 1, 0, 2]),
        m.accumulate_n([f, f, f]),
    ]


def bits(tf):
    b = tf.bitwise
    x, y = tf.constant([12, 10, -1]), tf.constant([10, 3, 7])
    return [
        b.bitwise_and(x, y),
        b.bitwise_or(x, y),
        b.bitwise_xor(x, y),
        b.invert(x),
        b.left_shift(y, 2),
        b.right_shift(x, 1),
        tf.raw_ops.PopulationCount(x=x),
    ]


def segments(tf):
    m, data, ids = tf.math, np.arange(10, dtype=np.float32).reshape(5, 2) + 1, [0, 0, 1, 3, 3]
    sorted_kinds = [m.segment_max, m.segment_mean, m.segment_min, m.segment_prod, m.segment_sum]
    unsorted = [
        m.unsorted_segment_max,
        m.unsorted_segment_min,
        m.unsorted_segment_prod,
        m.unsorted_segment_sqrt_n,
        m.unsorted_segment_mean,
    ]
    return (
        [kind(data, ids) for kind in sorted_kinds]
        + [kind(data, [2, 0, 2, -1, 0], 4) for kind in unsorted]
        + [
            tf.sparse.segment_mean(data, [0, 2, 4], [0, 0, 1]),
            tf.sparse.segment_sum(data, [0, 2, 4], [0, 0, 1]),
            raised(lambda: m.segment_max(data, [0, 2, 1, 3, 3]), "InvalidArgumentError"),
        ]
    )


def sets_and_permutations(tf):
    left, places = tf.compat.v1.setdiff1d([1, 2, 3, 4, 5], [2, 4])
    return [
        left,
        places,
        tf.math.invert_permutation([2, 0, 1]),
        tf.unravel_index([5, 7], [3, 3]),
        tf.math.confusion_matrix([0, 1, 2, 1], [0, 2, 2, 1]),
        tf.math.confusion_matrix([0, 1], [1, 1], num_classes=3, weights=[0.5, 2.0], dtype=tf.float32),
        tf.math.in_top_k([0, 2], [[0.9, 0.1, 0.5], [0.3, 0.5, 0.2]], 2),
        tf.raw_ops.NthElement(input=[[3.0, 1.0, 2.0]], n=1),
        *tf.shape_n([tf.zeros([2, 3]), tf.zeros([1])]),
        *tf.identity_n([[1], [2.0]]),
    ]


def matrices(tf):
    linalg = tf.linalg
    s = tf.constant([[2.0, 1.0], [1.0, 3.0]])
    return [
        linalg.cross([1.0, 2.0, 3.0], [4.0, 5.0, 6.0]),
        linalg.eigvalsh(s),
        linalg.global_norm([s, [1.0]]),
        linalg.tensor_diag([1, 2]),
        linalg.tensor_diag_part([[1, 2], [3, 4]]),
        linalg.det(s),
        linalg.slogdet(s),
        linalg.inv(s),
        linalg.solve(s, [[1.0], [2.0]]),
        linalg.lstsq(tf.constant([[1.0, 1.0], [1.0, 2.0], [1.0, 3.0]]), [[1.0], [2.0], [2.0]]),
        linalg.band_part(s, 0, 1),
        linalg.trace(s),
        linalg.cholesky(s),
        linalg.triangular_solve(s, [[1.0], [2.0]]),
        linalg.set_diag(s, [9.0, 9.0]),
        linalg.adjoint(s),
        linalg.matvec(s, [1.0, 2.0]),
    ]


def quantised_dtypes(tf):
    kinds = [tf.qint8, tf.quint8, tf.qint16, tf.quint16, tf.qint32]
    return [[k.name, k.is_quantized, k.is_integer] for k in kinds]


def images_in_batches(tf):
    x = tf.reshape(tf.range(16.0), [1, 4, 4, 1])
    back = tf.batch_to_space(tf.space_to_batch(x, [2, 2], [[0, 0], [0, 0]]), [2, 2], [[0, 0], [0, 0]])
    return [
        tf.space_to_batch(x, [2, 2], [[0, 0], [0, 0]]),
        back,
        tf.nn.space_to_depth(x, 2),
        tf.nn.depth_to_space(tf.nn.space_to_depth(x, 2), 2),
        tf.raw_ops.ExtractImagePatches(
            images=x, ksizes=[1, 2, 2, 1], strides=[1, 2, 2, 1], rates=[1, 1, 1, 1], padding="VALID"
        ),
    ]


def random_choices(tf):
    r = tf.random
    r.set_seed(4)
    tf.random.get_global_generator().reset_from_seed(3)
    stateless = [
        r.stateless_categorical([[1.0, 2.0, 0.5]], 5, [1, 2]),
        r.stateless_truncated_normal([3], [1, 2]),
        r.fold_in([1, 2], 7),
        r.split([1, 2], 2),
        r.experimental.stateless_fold_in([1, 2], 3),
        r.create_rng_state(5, "philox"),
    ]
    g = r.get_global_generator()
    values = [g.uniform([2])]
    r.set_global_generator(r.Generator.from_seed(9, alg=r.Algorithm.PHILOX))
    values.append(r.get_global_generator().normal([2]))
    v1 = tf.compat.v1
    return [
        *stateless,
        *values,
        v1.random_normal([2], seed=1),
        v1.random_uniform([2], seed=1),
        v1.random_shuffle([1, 2, 3, 4], seed=1),
        v1.multinomial([[1.0, 2.0]], 4, seed=1),
    ]


def spectra(tf):
    x = tf.reshape(tf.range(24.0), [2, 3, 4])
    return [
        tf.abs(tf.signal.fft3d(tf.cast(x, tf.complex64))),
        tf.signal.irfft3d(tf.signal.rfft3d(x), fft_length=[2, 3, 4]),
    ]
