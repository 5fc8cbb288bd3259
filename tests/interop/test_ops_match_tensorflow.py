"""The op tables against TensorFlow itself, where it is installed: values, dtypes, and which inputs are errors."""

import numpy as np
import pytest

from runtime.registry import op_def
from tests.runtime.ops.samples import ANY, ERRORS, SAMPLES, compare

tf = pytest.importorskip("tensorflow", reason="TensorFlow is not installed: pip install tensorflow-cpu")
pytestmark = pytest.mark.interop

# TensorFlow's kernel for the CPU lets these pass, with NaN, infinity or nothing for a result.
LENIENT = {"Cholesky", "MatrixTriangularSolve", "MaxPool"}


def in_tensorflow(call):
    """The outputs of TensorFlow's op on the inputs of a sample."""
    arguments = {name: _python(value) for name, value in call.attrs.items()}
    for arg, value in zip(op_def(call.op).inputs, call.inputs, strict=True):
        name = "axis" if arg.name == "reduction_indices" else arg.name
        arguments[name] = [*map(tf.constant, value)] if isinstance(value, tuple) else tf.constant(value)
    result = getattr(tf.raw_ops, call.op)(**arguments)
    return list(result) if isinstance(result, tuple) else [result]


def _python(value):
    return value.name if hasattr(value, "as_numpy_dtype") else value


@pytest.mark.parametrize("sample", SAMPLES, ids=repr)
def test_values_and_dtypes_are_tensorflows(sample):
    tf.random.set_seed(0)  # puts the streams of random ops back to their start
    theirs = in_tensorflow(sample)
    sample.check([tensor.numpy() for tensor in theirs])
    for mine, other in zip(sample.run(), theirs, strict=True):
        assert mine.dtype.name == other.dtype.name


@pytest.mark.parametrize("refused", [error for error in ERRORS if error.op not in LENIENT], ids=repr)
def test_what_is_refused_here_is_an_error_there(refused):
    with pytest.raises((tf.errors.OpError, TypeError, ValueError)):
        in_tensorflow(refused)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize("op_type", ["StatelessRandomUniform", "StatelessRandomNormal", "StatelessTruncatedNormal"])
def test_many_seeded_numbers_are_tensorflows(op_type, dtype):
    from runtime.dispatch import apply_one, convert_to_tensor

    shape, seed = np.array([1001], np.int32), np.array([5, -9], np.int64)
    mine = apply_one(op_type, [convert_to_tensor(shape), convert_to_tensor(seed)], {"dtype": dtype}).numpy()
    theirs = getattr(tf.raw_ops, op_type)(shape=shape, seed=seed, dtype=dtype).numpy()
    compare(mine, theirs)


def test_every_sample_states_all_outputs():
    assert all(len(sample.outputs) == len(op_def(sample.op).outputs) for sample in SAMPLES)
    assert sum(output is ANY for sample in SAMPLES for output in sample.outputs) < 10
