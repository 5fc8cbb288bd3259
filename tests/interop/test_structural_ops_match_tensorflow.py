"""The structural op tables, printing and lists against TensorFlow itself, where it is installed."""

import inspect

import numpy as np
import pytest

import runtime as rt
from runtime.kernels import summary
from tests.runtime.ops.samples_array import ERRORS, SAMPLES

tf = pytest.importorskip("tensorflow", reason="TensorFlow is not installed: pip install tensorflow-cpu")
pytestmark = pytest.mark.interop


def in_tensorflow(call):
    """The outputs of TensorFlow's op on the inputs of a sample."""
    op = getattr(tf.raw_ops, call.op)
    names = list(inspect.signature(op).parameters)[: len(call.inputs)]
    arguments = {_ATTRS.get(name, name): _python(value) for name, value in call.attrs.items()}
    for name, value in zip(names, call.inputs, strict=True):
        arguments[name] = [*map(_tensor, value)] if isinstance(value, tuple) else _tensor(value)
    result = op(**arguments)
    return list(result) if isinstance(result, (tuple, list)) else [result]


_ATTRS = {"squeeze_dims": "axis"}


def _tensor(array):
    return tf.constant(array.tolist(), tf.string, array.shape) if array.dtype == object else tf.constant(array)


def _python(value):
    if isinstance(value, rt.TensorShape):
        return tf.TensorShape(value.dims)
    return tf.as_dtype(value.name) if isinstance(value, rt.DType) else value


@pytest.mark.parametrize("sample", SAMPLES, ids=repr)
def test_values_and_dtypes_are_tensorflows(sample):
    theirs = in_tensorflow(sample)
    sample.check([tensor.numpy() for tensor in theirs])
    for mine, other in zip(sample.run(), theirs, strict=True):
        assert mine.dtype.name == other.dtype.name


@pytest.mark.parametrize("refused", [error for error in ERRORS if error.op != "LinSpace"], ids=repr)
def test_what_is_refused_here_is_an_error_there(refused):
    with pytest.raises((tf.errors.OpError, TypeError, ValueError)):
        in_tensorflow(refused)


TEXTS = [
    np.arange(10), np.arange(24).reshape(2, 3, 4), np.float32([1 / 3, 1e10, 1e-7, 0.1, 123456789, np.nan, -np.inf]),
    np.float64([1 / 3, 1e300, 0.1]), np.array([True, False]), np.float16(2.5), np.int8(-3), np.zeros([0], np.float32),
    np.array([b'a"b\n', b"it's"], object), np.random.default_rng(0).normal(size=(3, 20)).astype(np.float32),
]  # fmt: skip


@pytest.mark.parametrize("value", TEXTS, ids=repr)
@pytest.mark.parametrize("edge_items", [-1, 1, 3])
def test_the_text_of_a_tensor_is_tensorflows(value, edge_items):
    value = np.asarray(value)
    theirs = tf.strings.format("{}", (_tensor(value),), summarize=edge_items).numpy().decode()
    assert summary.text(value, edge_items) == theirs


@pytest.mark.parametrize("limit", [-1, 1, 3, 7, 100])
@pytest.mark.parametrize("value", [value for value in TEXTS if value.dtype != object and value.size], ids=repr)
def test_the_text_of_a_failed_assertion_is_tensorflows(value, limit):
    value = np.asarray(value)
    with tf.Graph().as_default():
        op = tf.raw_ops.Assert(condition=tf.constant(False), data=[tf.constant(value)], summarize=limit)
        with pytest.raises(tf.errors.InvalidArgumentError) as caught:
            tf.compat.v1.Session().run(op)
    theirs = caught.value.message.split("assertion failed: ")[1].split("\n")[0]
    assert f"[{summary.flat_text(value, limit)}]" == theirs


def test_slices_have_tensorflows_masks():
    x = np.arange(24, dtype=np.int32).reshape(2, 3, 4)
    begin, end, strides = (np.array(v, np.int32) for v in ([1, -2, 0], [0, 5, 3], [-1, 1, 2]))
    for bits in range(1 << 10):
        masks = {
            "begin_mask": bits & 3, "end_mask": bits >> 2 & 3, "ellipsis_mask": bits >> 4 & 3,
            "new_axis_mask": bits >> 6 & 3, "shrink_axis_mask": bits >> 8 & 2,
        }  # fmt: skip
        try:
            theirs = tf.raw_ops.StridedSlice(input=x, begin=begin, end=end, strides=strides, **masks).numpy()
        except tf.errors.InvalidArgumentError:
            with pytest.raises(rt.errors.InvalidArgumentError):
                rt.strided_slice(x, begin, end, strides, **masks)
        else:
            np.testing.assert_array_equal(rt.strided_slice(x, begin, end, strides, **masks).numpy(), theirs)
