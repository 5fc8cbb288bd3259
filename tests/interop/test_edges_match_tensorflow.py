"""The answers that the tests of edges expect, asked of TensorFlow."""

import numpy as np
import pytest

from runtime.registry import op_def
from tests.runtime.ops.edges import ANSWERS, REFUSED, named

tf = pytest.importorskip("tensorflow", reason="TensorFlow is not installed: pip install tensorflow-cpu")
pytestmark = pytest.mark.interop


def answers_there(kind, inputs, attrs):
    """The outputs of an op in TensorFlow, by its raw form."""
    names = {"LinSpace": ["start", "stop", "num"]}.get(kind, [argument.name for argument in op_def(kind).inputs])
    inputs = [inputs[0], inputs[1:]] if kind == "DecodeCSV" else inputs
    given = {
        key: list(value) if isinstance(value, tuple) else value for key, value in attrs.items() if key != "OUT_TYPE"
    }
    if kind == "StringToNumber" or "out_idx" in given:
        given = {key: tf.as_dtype(value) for key, value in given.items()}
    outputs = getattr(tf.raw_ops, kind)(**dict(zip(names, inputs, strict=True)), **given)
    return [output.numpy() for output in (outputs if isinstance(outputs, list | tuple) else [outputs])]


@pytest.mark.parametrize("case", ANSWERS, ids=named)
def test_answers(case):
    kind, inputs, attrs, expected = case
    for got, wanted in zip(answers_there(kind, inputs, attrs), expected, strict=True):
        np.testing.assert_array_equal(got, wanted)


@pytest.mark.parametrize("case", REFUSED, ids=named)
def test_refusals(case):
    kind, inputs, attrs, error = case
    with pytest.raises(getattr(tf.errors, error)):
        answers_there(kind, inputs, attrs)
