"""Checking inputs and attributes against the definition of an op."""

import numpy as np
import pytest

from runtime import dtypes, errors, shapes
from runtime.dispatch import apply_one, apply_op
from runtime.ops.state import constant, placeholder
from runtime.signature import attr_value
from tests.runtime.helpers import new_graph

F, N, S = constant(1.0), constant(1), constant("s")

WRONG = [
    ("AddV2", [F, N], {}, r"'y' of 'AddV2' Op has type int32 that does not match type float32 of argument 'x'.*cast"),
    ("AddV2", [S, S], {}, r"'x' of 'AddV2' Op has type string, which is none of bfloat16"),
    ("AddV2", [F], {}, r"AddV2 takes 2 inputs \(x, y\), but got 1: \(float32 tensor\)"),
    ("AddV2", [F, F, F], {}, r"takes 2 inputs .* got 3"),
    ("AddV2", [F, 1.0], {}, r"1.0, which is no tensor"),
    ("AddV2", [[F], F], {}, r"takes 2 inputs .*\(\[float32 tensor\], float32 tensor\)"),
    ("AddV2", [F, F], {"T": "int32"}, r"type float32 that does not match attribute T=int32"),
    ("AddV2", [F, F], {"U": 1}, r"AddV2 has no attribute 'U'"),
    ("All", [F, N], {}, r"'input' of 'All' Op has type float32, expected bool"),
    ("Cast", [F], {}, r"Cast needs a value for its attribute 'DstT' \(type\)"),
    ("Cast", [F], {"DstT": "floaty"}, r"'DstT' of op Cast must be type: 'floaty' is not a dtype"),
    ("Pack", [[]], {}, r"'N' of op Pack must be at least 1"),
    ("Pack", [[F, N]], {}, r"'values' of 'Pack' Op has type int32 that does not match type float32"),
    ("Pack", [[F]], {"N": 2}, r"'values' of 'Pack' Op is a list of 1 tensors, expected N=2"),
    ("Pack", [[F]], {"axis": 1.5}, r"'axis' of op Pack must be int: 1.5 is no integer"),
    ("IdentityN", [[]], {}, r"'T' of op IdentityN must be a list of at least 1"),
    ("IdentityN", [[F, N]], {"T": ["float32"]}, r"has types \[float32, int32\], expected T=\[float32\]"),
    ("FusedBatchNormV3", [F] * 5, {"data_format": "HWNC"}, r"'data_format' .* must be one of NCDHW, NCHW, .*: HWNC"),
    ("ConcatV2", [F, F, F], {"N": 7}, r"takes 2 inputs \(\[values\], axis\)"),
]


@pytest.mark.parametrize("staged", [False, True], ids=["eager", "graph"])
@pytest.mark.parametrize(("op_type", "inputs", "attrs", "text"), WRONG)
def test_what_does_not_fit_is_explained(op_type, inputs, attrs, text, staged):
    if not staged:
        with pytest.raises(errors.InvalidArgumentError, match=text):
            apply_op(op_type, inputs, attrs)
    else:
        with new_graph() as g:
            with pytest.raises(errors.InvalidArgumentError, match=text):
                apply_op(op_type, inputs, attrs)
            assert g.get_operations() == []


def test_a_wrong_dtype_is_a_type_error_too():
    with pytest.raises(TypeError):
        apply_op("AddV2", [F, N])


def test_type_number_and_list_attributes_follow_from_the_inputs():
    with new_graph():
        x, n = placeholder("float32"), placeholder("int32")
        assert apply_one("Pack", [[x, x]]).op.attrs == {"N": 2, "T": dtypes.float32}
        assert apply_op("IdentityN", [[x, n]])[1].op.attrs == {"T": (dtypes.float32, dtypes.int32)}
        assert [t.dtype.name for t in apply_op("IdentityN", [[x, n]])] == ["float32", "int32"]
        assert len(apply_op("Split", [n, x], {"num_split": 3})) == 3


def test_inputs_may_come_in_one_flat_list():
    with new_graph():
        x, n = placeholder("float32"), placeholder("int32")
        assert apply_one("Pack", [x, x, x]).op.attrs["N"] == 3
        assert apply_one("ConcatV2", [x, x, n]).op.attrs["N"] == 2
        assert len(apply_op("IdentityN", [x, n])) == 2


@pytest.mark.parametrize(
    ("kind", "given", "kept"),
    [
        ("type", np.float64, dtypes.float64),
        ("shape", [1, None], shapes.TensorShape([1, None])),
        ("int", np.int64(3), 3),
        ("int", True, 1),
        ("float", 1, 1.0),
        ("float", np.float32(0.5), 0.5),
        ("bool", np.bool_(True), True),
        ("string", b"x", b"x"),
        ("list(int)", [1, np.int8(2)], (1, 2)),
        ("list(type)", ["int8", "bool"], (dtypes.int8, dtypes.bool)),
        ("list(shape)", [None], (shapes.UNKNOWN,)),
    ],
)
def test_attributes_are_kept_in_one_form(kind, given, kept):
    value = attr_value(kind, given)
    assert value == kept
    assert type(value) is type(kept)


@pytest.mark.parametrize(("kind", "bad"), [("bool", 1), ("int", "1"), ("float", "x"), ("string", 1), ("list(int)", 3)])
def test_attributes_of_another_kind_are_refused(kind, bad):
    with pytest.raises(TypeError):
        attr_value(kind, bad)


def test_private_attributes_pass_as_they_are():
    with new_graph():
        marker = object()
        assert apply_one("Neg", [F], {"_mark": marker}).op.attrs["_mark"] is marker
