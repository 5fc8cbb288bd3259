"""What ops do at their edges, held to what TensorFlow does there."""

import os

import numpy as np
import pytest

import runtime as rt
from runtime import dtypes, errors
from runtime.dispatch import apply_op, convert_to_tensor
from runtime.ops import files
from tests.runtime.ops.edges import ANSWERS, REFUSED, named


def answers_of(kind, inputs, attrs):
    """The outputs of an op, run at once."""
    known = {key: dtypes.as_dtype(value) if key in ("out_type", "out_idx") else value for key, value in attrs.items()}
    tensors = [convert_to_tensor(value) for value in inputs]
    if kind == "DecodeCSV":
        known["OUT_TYPE"] = [dtypes.as_dtype(name) for name in attrs["OUT_TYPE"]]
        tensors = [tensors[0], tensors[1:]]
    outputs = apply_op(kind, tensors, known)
    return [output.numpy() for output in (outputs if isinstance(outputs, list | tuple) else [outputs])]


@pytest.mark.parametrize("case", ANSWERS, ids=named)
def test_answers(case):
    kind, inputs, attrs, expected = case
    for got, wanted in zip(answers_of(kind, inputs, attrs), expected, strict=True):
        np.testing.assert_array_equal(got, wanted)


@pytest.mark.parametrize("case", REFUSED, ids=named)
def test_refusals(case):
    kind, inputs, attrs, error = case
    with pytest.raises(getattr(errors, error)):
        answers_of(kind, inputs, attrs)


@pytest.mark.parametrize("rewrite", [b"\\n", b"\\5", b"\\"])
def test_rewrites_that_mean_nothing_are_refused(rewrite):
    """TensorFlow logs them, and gives part of the text."""
    with pytest.raises(errors.InvalidArgumentError, match="Invalid rewrite pattern"):
        rt.strings.regex_replace("abc", "b", rewrite)


def test_lines_of_files_have_no_carriage_returns(tmp_path):
    (tmp_path / "lines").write_bytes(b"a\rb\r\nc\n\nd")
    lines = rt.data.TextLineDataset(str(tmp_path / "lines"))
    assert [line.numpy() for line in lines] == [b"ab", b"c", b"", b"d"]


def test_files_fit_patterns_by_parts_of_their_paths(tmp_path):
    for name in ("a.txt", ".hidden", "B.txt", "in/a.txt", "in/deep/a.txt", "on/b.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()

    def found(*patterns):
        names = files.matching_files([str(tmp_path / pattern) for pattern in patterns]).numpy().tolist()
        return [os.path.relpath(name.decode(), tmp_path) for name in names]

    assert found("*") == [".hidden", "B.txt", "a.txt", "in", "on"]
    assert found("?.txt", "[a-z].txt") == ["B.txt", "a.txt"]
    assert found("*/*.txt") == ["in/a.txt", "on/b.txt"]
    assert found("*/a.txt") == ["in/a.txt"]
    assert found("**/a.txt") == ["in/a.txt"]
    assert found("a.txt", "nothing", "no/where/*") == ["a.txt"]
