"""Convolution and pooling against plain loops over windows, in all layouts."""

import itertools

import numpy as np
import pytest

import runtime as rt
from runtime.dispatch import apply_one
from runtime.errors import InvalidArgumentError
from tests.runtime.helpers import new_graph
from tests.runtime.ops.samples import HALVES

RNG = np.random.default_rng(0)
X = RNG.normal(size=(2, 6, 7, 4)).astype(np.float32)

SETTINGS = [
    {"size": (3, 3), "strides": (1, 1), "padding": "SAME"},
    {"size": (3, 2), "strides": (2, 1), "padding": "SAME"},
    {"size": (2, 3), "strides": (2, 3), "padding": "VALID"},
    {"size": (1, 1), "strides": (2, 2), "padding": "VALID"},
    {"size": (3, 3), "strides": (1, 1), "padding": "SAME", "dilations": (2, 2)},
    {"size": (2, 2), "strides": (1, 1), "padding": [[0, 0], [1, 2], [0, 3], [0, 0]]},
    {"size": (3, 3), "strides": (4, 4), "padding": "SAME"},
]


def windows(x, size, strides, padding, dilations=(1, 1), fill=0.0):
    """The output sizes, and each place with the window there: [batch, *size, channels]."""
    reach = [(k - 1) * d + 1 for k, d in zip(size, dilations)]
    if padding == "SAME":
        out = [-(-n // s) for n, s in zip(x.shape[1:3], strides)]
        total = [max((o - 1) * s + r - n, 0) for o, s, r, n in zip(out, strides, reach, x.shape[1:3])]
        pads = [(t // 2, t - t // 2) for t in total]
    else:
        pads = [(0, 0), (0, 0)] if padding == "VALID" else padding[1:3]
    image = np.pad(x, [(0, 0), *pads, (0, 0)], constant_values=fill)
    out = [(n - r) // s + 1 for n, r, s in zip(image.shape[1:3], reach, strides)]
    places = itertools.product(*map(range, out))
    return out, [
        (
            place,
            image[(slice(None), *(slice(p * s, p * s + r, d) for p, s, r, d in zip(place, strides, reach, dilations)))],
        )
        for place in places
    ]


def convolve(x, w, **setting):
    out, places = windows(x, **setting)
    y = np.zeros((len(x), *out, w.shape[-1]), np.float32)
    for place, window in places:
        y[:, place[0], place[1]] = np.tensordot(window, w, 3)
    return y


def options(setting):
    return {name: setting[name] for name in ("strides", "padding", "dilations") if name in setting}


def numeric_gradient(function, x):
    """The derivative of the sum of products with fixed weights, by differences."""
    y = function(x)
    weights = np.random.default_rng(5).normal(size=y.shape)
    gradient = np.zeros_like(x, dtype=np.float64)
    for index in np.ndindex(x.shape):
        step = np.zeros_like(x)
        step[index] = 1
        gradient[index] = ((function(x + step) - function(x - step)) / 2 * weights).sum()
    return weights.astype(x.dtype), gradient


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_convolution_is_a_sum_over_windows(setting):
    w = RNG.normal(size=(*setting["size"], 4, 5)).astype(np.float32)
    np.testing.assert_allclose(rt.nn.conv2d(X, w, **options(setting)), convolve(X, w, **setting), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_depthwise_convolution_keeps_channels_apart(setting):
    w = RNG.normal(size=(*setting["size"], 4, 2)).astype(np.float32)
    each = [convolve(X[..., c : c + 1], w[:, :, c : c + 1], **setting) for c in range(4)]
    result = rt.nn.depthwise_conv2d(X, w, **options(setting))
    np.testing.assert_allclose(result, np.concatenate(each, -1), rtol=1e-4, atol=1e-4)


def test_groups_of_channels_are_convolved_apart():
    w = RNG.normal(size=(3, 3, 2, 6)).astype(np.float32)
    setting = SETTINGS[0]
    parts = [convolve(X[..., :2], w[..., :3], **setting), convolve(X[..., 2:], w[..., 3:], **setting)]
    np.testing.assert_allclose(rt.nn.conv2d(X, w, **options(setting)), np.concatenate(parts, -1), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("setting", [SETTINGS[1], SETTINGS[2], SETTINGS[4]], ids=str)
@pytest.mark.parametrize("op_type", ["Conv2D", "DepthwiseConv2dNative"])
def test_gradients_of_convolution(op_type, setting):
    x = RNG.normal(size=(1, 5, 5, 2)).astype(np.float64)
    w = RNG.normal(size=(*setting["size"], 2, 2)).astype(np.float64)
    strides, dilations = [1, *setting["strides"], 1], [1, *setting.get("dilations", (1, 1)), 1]
    attrs = {"strides": strides, "padding": setting["padding"], "dilations": dilations}

    def run(kind, *inputs):
        return apply_one(op_type + kind, [rt.convert_to_tensor(v) for v in inputs], attrs).numpy()

    dy, expected = numeric_gradient(lambda value: run("", value, w), x)
    np.testing.assert_allclose(run("BackpropInput", np.array(x.shape, np.int32), w, dy), expected, atol=1e-8)
    dy, expected = numeric_gradient(lambda value: run("", x, value), w)
    np.testing.assert_allclose(run("BackpropFilter", x, np.array(w.shape, np.int32), dy), expected, atol=1e-8)


def test_large_batches_are_convolved_in_parts(monkeypatch):
    w = RNG.normal(size=(3, 3, 4, 5)).astype(np.float32)
    whole = rt.nn.conv2d(X, w, 1, "SAME").numpy()
    monkeypatch.setattr("runtime.kernels.convolution._ROWS_AT_A_TIME", 1)
    np.testing.assert_allclose(rt.nn.conv2d(X, w, 1, "SAME"), whole, rtol=1e-6)


def test_channels_may_come_first():
    w = RNG.normal(size=(3, 3, 4, 5)).astype(np.float32)
    first = X.transpose(0, 3, 1, 2)
    result = rt.nn.conv2d(first, w, 2, "SAME", data_format="NCHW").numpy()
    np.testing.assert_allclose(result.transpose(0, 2, 3, 1), rt.nn.conv2d(X, w, 2, "SAME"), rtol=1e-5, atol=1e-6)
    pooled = rt.nn.max_pool2d(first, 2, 2, "VALID", data_format="NCHW").numpy()
    np.testing.assert_array_equal(pooled.transpose(0, 2, 3, 1), rt.nn.max_pool2d(X, 2, 2, "VALID"))


def test_one_dimension_is_a_height_of_one():
    x, w = X[:, 0], RNG.normal(size=(3, 4, 5)).astype(np.float32)
    np.testing.assert_allclose(
        rt.nn.conv1d(x, w, 2, "SAME"), rt.nn.conv2d(x[:, None], w[None], [1, 2], "SAME")[:, 0], rtol=1e-5
    )
    first = rt.nn.conv1d(x.transpose(0, 2, 1), w, 2, "SAME", data_format="NCW").numpy()
    np.testing.assert_allclose(first.transpose(0, 2, 1), rt.nn.conv1d(x, w, 2, "SAME"), rtol=1e-5)


def test_transposed_convolution_undoes_the_shape():
    w = RNG.normal(size=(3, 3, 2, 4)).astype(np.float32)
    result = rt.nn.conv2d_transpose(X, w, [2, 12, 14, 2], 2)
    assert result.shape == [2, 12, 14, 2]
    assert rt.nn.conv2d(result, w, 2, "SAME").shape == X.shape


@pytest.mark.parametrize(
    "setting", [s for s in SETTINGS if "dilations" not in s and isinstance(s["padding"], str)], ids=str
)
def test_pooling_is_a_reduction_of_windows(setting):
    size = setting["size"]
    out, places = windows(X, **setting, fill=np.nan)
    best, mean = np.zeros((2, 2, *out, 4), np.float32)
    for (i, j), window in places:
        best[:, i, j], mean[:, i, j] = np.nanmax(window, axis=(1, 2)), np.nanmean(window, axis=(1, 2))
    np.testing.assert_array_equal(rt.nn.max_pool2d(X, size, **options(setting)), best)
    np.testing.assert_allclose(rt.nn.avg_pool2d(X, size, **options(setting)), mean, rtol=1e-5, atol=1e-6)


def test_the_gradient_of_average_pooling_sums_to_that_of_its_output():
    attrs = {"ksize": [1, 3, 3, 1], "strides": [1, 2, 2, 1], "padding": "SAME"}
    dy = rt.constant(RNG.normal(size=(2, 3, 4, 4)).astype(np.float32))
    dx = apply_one("AvgPoolGrad", [rt.constant(np.array(X.shape, np.int32)), dy], attrs)
    np.testing.assert_allclose(dx.numpy().sum(axis=(1, 2)), dy.numpy().sum(axis=(1, 2)), rtol=1e-4)


def test_the_first_of_equal_maxima_gets_the_gradient():
    attrs = {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "VALID"}
    x, y, dy = rt.zeros([1, 2, 2, 1]), rt.zeros([1, 1, 1, 1]), rt.ones([1, 1, 1, 1])
    assert apply_one("MaxPoolGrad", [x, y, dy], attrs).numpy().ravel().tolist() == [1.0, 0.0, 0.0, 0.0]


def test_shapes_are_known_as_far_as_the_sizes_are():
    with new_graph():
        x = rt.placeholder("float32", [None, None, 7, 4])
        assert rt.nn.conv2d(x, rt.zeros([3, 3, 4, 5]), 2, "SAME").shape == [None, None, 4, 5]
        assert rt.nn.max_pool2d(x, 2, 2, "VALID").shape == [None, None, 3, 4]
        assert rt.nn.conv2d_transpose(x, rt.zeros([3, 3, 9, 4]), [1, 8, 14, 9], 2).shape == [1, 8, 14, 9]


def test_a_filter_that_does_not_fit_is_refused_when_the_graph_is_made():
    with new_graph():
        x = rt.placeholder("float32", [1, 5, 5, 3])
        with pytest.raises(InvalidArgumentError, match="Depth of input"):
            rt.nn.conv2d(x, rt.zeros([3, 3, 4, 5]), 1, "SAME")
        with pytest.raises(InvalidArgumentError, match="larger than the image"):
            rt.nn.conv2d(x, rt.zeros([7, 7, 3, 5]), 1, "VALID")


def test_strides_are_one_number_one_per_side_or_one_per_dimension():
    w = rt.zeros([1, 1, 4, 1])
    shapes = [rt.nn.conv2d(X, w, strides, "SAME").shape for strides in (2, [2, 2], [1, 2, 2, 1])]
    assert shapes == [[2, 3, 4, 1]] * 3
    with pytest.raises(ValueError, match="must hold 1, 2 or 4 numbers"):
        rt.nn.conv2d(X, w, [1, 2, 3], "SAME")


@pytest.mark.parametrize("dtype", HALVES)
def test_half_precision_stays_half(dtype):
    x = rt.ones([1, 3, 3, 1], dtype)
    for y in (rt.nn.conv2d(x, rt.ones([2, 2, 1, 1], dtype), 1, "SAME"), rt.nn.avg_pool2d(x, 2, 1, "SAME")):
        assert y.numpy().dtype == x.dtype.as_numpy_dtype


def test_a_filter_that_does_not_fit_is_named():
    with pytest.raises(InvalidArgumentError, match=r"\[3, 3\] does not fit into an image of size \[2, 2\]"):
        rt.nn.conv2d(np.ones([1, 2, 2, 1], np.float32), np.ones([3, 3, 1, 1], np.float32), 1, "VALID")
