"""Recording or running ops, and values to tensors."""

import numpy as np
import pytest

from runtime import dispatch, dtypes, errors
from runtime.current import add_recorder, remove_recorder, stop_recording
from runtime.dispatch import apply_one, apply_op, binary_operands, convert_to_tensor, is_convertible, is_symbolic
from runtime.eager import EagerTensor
from runtime.ops.state import constant, placeholder
from runtime.variables import Variable
from tests.runtime.helpers import evaluate, new_graph


@pytest.fixture
def recorded():
    """The ops of the test as a tape sees them."""
    seen = []
    add_recorder(seen.append)
    yield seen
    remove_recorder(seen.append)


def weak(tensor):
    tensor.weak = True
    return tensor


def test_concrete_inputs_run_at_once():
    result = apply_one("AddV2", [constant(1.0), constant(2.0)])
    assert isinstance(result, EagerTensor)
    assert result.numpy() == 3


def test_an_op_runs_the_same_the_first_time_and_from_the_cache(monkeypatch):
    monkeypatch.setattr(dispatch, "_bound", {})
    x = constant([1, 2])
    for _ in range(2):
        assert apply_one("Sum", [x, constant(0)], {"keep_dims": True}).numpy().tolist() == [3]
        assert apply_one("Sum", [x, constant(0)], {"keep_dims": False}).numpy().tolist() == 3
    assert len(dispatch._bound) == 2


def test_the_cache_tells_dtypes_apart():
    for value, text in ((1, "int32"), (1.0, "float32"), (np.int8(1), "int8")):
        assert apply_one("Neg", [constant(value)]).dtype == text


def test_the_cache_is_bounded(monkeypatch):
    monkeypatch.setattr(dispatch, "_bound", {})
    monkeypatch.setattr(dispatch, "_CACHE_LIMIT", 3)
    for i in range(10):
        apply_one("Pack", [[constant(0)]], {"axis": 0, "_i": i})
        apply_one("Neg", [constant(1)], {"_i": i})
    assert len(dispatch._bound) <= 3


def test_an_attribute_without_hash_is_no_obstacle():
    value = np.array([1, 2])
    assert apply_one("Const", [], {"value": value, "dtype": "int64"}).numpy().tolist() == [1, 2]


def test_several_outputs_and_none():
    parts = apply_op("Split", [constant(0), constant([1.0, 2.0])], {"num_split": 2})
    assert [part.numpy().tolist() for part in parts] == [[1], [2]]
    assert apply_op("AssignVariableOp", [Variable(1.0).handle, constant(2.0)]) is None


def test_values_that_a_kernel_refuses_are_named():
    with pytest.raises(errors.InvalidArgumentError, match=r"\[Op:AddV2\] inputs: float32\[2\], float32\[3\]"):
        apply_one("AddV2", [constant([1.0, 2.0]), constant([1.0, 2.0, 3.0])])


def test_division_by_zero_does_not_warn():
    assert apply_one("RealDiv", [constant(1.0), constant(0.0)]).numpy() == np.inf
    with pytest.warns(RuntimeWarning):
        np.float32(1) / np.float32(0)


def test_an_open_graph_records():
    eager = constant(1.0)
    with new_graph() as g:
        y = apply_one("Neg", [eager])
    assert y.graph is g
    assert evaluate(y) == -1


def test_recorders_see_eager_and_symbolic_ops(recorded):
    x = apply_one("Neg", [constant(1.0)])
    apply_op("Sum", [x, constant([], "int32")])
    with stop_recording():
        apply_one("Neg", [x])
    with new_graph():
        apply_one("Neg", [placeholder("float32", name="p")])
    assert [op.type for op in recorded] == ["Neg", "Sum", "Placeholder", "Neg"]
    assert recorded[0].outputs == (x,)
    assert recorded[1].inputs[0] is x
    assert recorded[1].get_attr("keep_dims") is False


@pytest.mark.parametrize(
    ("x", "y", "dtype"),
    [
        (constant(1.0), 1, "float32"),
        (1, constant(np.float64(1)), "float64"),
        (constant(1), True, "int32"),
        (constant(np.int8(1)), 1, "int8"),
        (constant(1.0), np.array([1, 2]), "float32"),
        (constant(1.0), np.array([1.0, 2.0]), "float32"),
        (constant(1j), 1.5, "complex128"),
        (constant(1.0), [1, 2], "float32"),
        (1, 2, "int32"),
        (1.5, 2, "float32"),
        (Variable(1.0), 1, "float32"),
        (1, Variable(1.0), "float32"),
        (weak(constant(1)), constant(1.0), "float32"),
        (weak(constant(1)), constant(np.int64(1)), "int64"),
        (constant(np.float64(1)), weak(constant(1.0)), "float64"),
        (weak(constant(1)), weak(constant(1.0)), "float32"),
        (weak(constant(1.0)), 1, "float32"),
        (constant(1), 1.5, "float32"),
        (1.5, constant(np.int64(1)), "float64"),
        (constant(1), weak(constant(1.5)), "float32"),
    ],
)
def test_operands_meet_in_one_dtype(x, y, dtype):
    left, right = binary_operands(x, y)
    assert (left.dtype, right.dtype) == (dtype, dtype)


@pytest.mark.parametrize(
    ("x", "y"),
    [
        (constant(1), np.array([1.5])),
        (constant(1), constant(1.0)),
        (constant(np.float64(1)), constant(1.0)),
        (constant(1), "a"),
    ],
)
def test_operands_that_would_lose_do_not_meet(x, y):
    with pytest.raises(errors.DTypeError, match="does not match type"):
        apply_one("AddV2", binary_operands(x, y))


def test_what_is_made_of_weak_tensors_alone_is_weak():
    with new_graph():
        i, x = weak(placeholder("int32")), placeholder("float32")
        j = apply_one("AddV2", [i, i])
        assert j.weak
        left, right = binary_operands(j, x)
        assert left.dtype is dtypes.float32
        assert not apply_one("AddV2", [left, right]).weak
        assert not apply_one("Cast", [i], {"DstT": "float32"}).weak
        assert not x.weak


def test_a_number_that_is_out_of_range_for_its_partner_is_refused():
    with pytest.raises(errors.DTypeError, match="300 is not in -128 ... 127"):
        binary_operands(constant(np.int8(1)), 300)


def test_lists_that_hold_tensors_are_packed():
    x = constant(1.0)
    packed = convert_to_tensor([[x, 2], [3, Variable(4.0)]])
    assert packed.numpy().tolist() == [[1, 2], [3, 4]]
    with new_graph():
        assert convert_to_tensor([placeholder("float32", []), 1]).shape == [2]
    with pytest.raises(errors.DTypeError):
        convert_to_tensor([constant(1), 2.5])


def test_a_tensor_keeps_its_identity_and_dtype():
    x = constant(1.0)
    assert convert_to_tensor(x) is x
    assert convert_to_tensor(x, "float32") is x
    assert convert_to_tensor(x, dtype_hint="int32") is x
    with pytest.raises(errors.DTypeError, match=r"requested dtype int32 .* dtype float32.*cast"):
        convert_to_tensor(x, "int32")


def test_what_can_be_a_tensor():
    yes = [1, 1.5, "a", b"a", [1], (), np.zeros(2), np.int8(1), constant(1), Variable(1)]
    no = [None, object(), {}, {1}, len, type]
    assert [is_convertible(value) for value in yes + no] == [True] * len(yes) + [False] * len(no)


def test_symbolic_is_what_has_no_value():
    with new_graph():
        assert is_symbolic(placeholder("float32"))
    assert not is_symbolic(constant(1))
    assert not is_symbolic(1)
