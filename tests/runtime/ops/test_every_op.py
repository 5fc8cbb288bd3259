"""Every op that runs here has inputs with values to compare with, and inputs that it refuses."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import runtime as rt
from runtime import registry
from runtime.dispatch import apply_op, convert_to_tensor
from runtime.registry import op_def
from tests.runtime.kernels import training_samples
from tests.runtime.ops import samples, samples_array

ROOT = Path(__file__).parents[3]
registry.load_kernels()
KERNELS = sorted(registry._kernels.table)

ELSEWHERE = {
    "Abort", "CacheDataset", "Const", "DecodeBmp", "DecodeGif", "DecodeJpeg", "EncodeJpeg", "ExtractJpegShape",
    "IteratorGetNextSync", "OptionalFromValue", "Placeholder", "PlaceholderV2", "Stack", "StackClose", "StackPop",
    "StackPush", "StatelessRandomGetAlg", "WriteRawProtoSummary",
}  # fmt: skip
"""Ops that TensorFlow cannot run in a small program, or not without another package; their tests name them."""


@pytest.fixture(scope="module")
def in_programs():
    done = subprocess.run(
        [sys.executable, "-m", "tests.runtime.ops.coverage"], capture_output=True, text=True, cwd=ROOT
    )
    assert not done.returncode, done.stderr
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_every_op_has_values_to_compare_with(in_programs):
    """In a table, or in a program whose values TensorFlow gave."""
    tables = {sample.op for sample in (*samples.SAMPLES, *samples_array.SAMPLES)} | set(training_samples.OPS)
    known = tables | in_programs | ELSEWHERE | {"_StructuredProgram"}  # which runs graphs of TensorFlow 1
    assert not sorted(set(KERNELS) - known)
    assert not sorted(ELSEWHERE & (tables | in_programs))


@pytest.mark.parametrize("op_type", sorted(ELSEWHERE))
def test_an_op_that_is_tested_elsewhere_is(op_type):
    assert f'"{op_type}"' in (Path(__file__).parent / "test_rare_ops.py").read_text()


def wrong_dtype(arg, attrs):
    """A dtype that an input cannot have, or None if it takes all."""
    allowed = arg.type and {arg.type}
    if arg.type_attr:
        allowed = attrs[arg.type_attr].allowed
    candidates = (rt.string, rt.float32, rt.complex64, rt.bool, rt.uint16)
    return next((dtype for dtype in candidates if allowed is not None and dtype not in allowed), None)


def value_of(dtype):
    return convert_to_tensor(np.array(b"x", object) if dtype is rt.string else np.ones((), dtype.as_numpy_dtype))


def fitting(arg, attrs):
    """A scalar that an input may be."""
    dtype = arg.type
    if arg.type_attr:
        allowed = attrs[arg.type_attr].allowed
        dtype = rt.float32 if allowed is None or rt.float32 in allowed else sorted(allowed, key=str)[0]
    return value_of(dtype if dtype not in (None, rt.resource, rt.variant) else rt.float32)


def listed(arg, tensor):
    return [tensor] if arg.is_list else tensor


TAKING = [op for op in KERNELS if registry.has_op_def(op)]
CHOOSY = [op for op in TAKING if any(wrong_dtype(arg, op_def(op).attrs) for arg in op_def(op).inputs)]


@pytest.mark.parametrize("op_type", TAKING)
def test_an_op_refuses_more_inputs_than_it_has(op_type):
    definition = op_def(op_type)
    inputs = [listed(arg, fitting(arg, definition.attrs)) for arg in definition.inputs]
    with pytest.raises((TypeError, ValueError, rt.errors.OpError), match=op_type):
        apply_op(op_type, [*inputs, value_of(rt.float32)])


@pytest.mark.parametrize("op_type", CHOOSY)
def test_an_op_refuses_inputs_of_other_dtypes(op_type):
    definition = op_def(op_type)
    place = next(i for i, arg in enumerate(definition.inputs) if wrong_dtype(arg, definition.attrs))
    inputs = [listed(arg, fitting(arg, definition.attrs)) for arg in definition.inputs]
    bad = definition.inputs[place]
    inputs[place] = listed(bad, value_of(wrong_dtype(bad, definition.attrs)))
    with pytest.raises((TypeError, ValueError, rt.errors.OpError)) as caught:
        apply_op(op_type, inputs)
    assert op_type in str(caught.value)


@pytest.mark.parametrize("op_type", TAKING)
def test_an_op_refuses_attributes_that_it_does_not_have(op_type):
    definition = op_def(op_type)
    inputs = [listed(arg, fitting(arg, definition.attrs)) for arg in definition.inputs]
    with pytest.raises((TypeError, ValueError, rt.errors.OpError), match="nonsense"):
        apply_op(op_type, inputs, {"nonsense": 1})


def test_the_tables_hold_errors_of_values_and_shapes():
    refused = {error.op for error in (*samples.ERRORS, *samples_array.ERRORS)}
    assert len(refused) >= 90


def test_few_ops_take_everything():
    assert len(set(TAKING) - set(CHOOSY)) < len(TAKING) / 2
