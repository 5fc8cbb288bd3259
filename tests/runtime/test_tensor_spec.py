"""TensorSpec."""

import pickle

import pytest

from runtime.ops.state import constant, placeholder
from runtime.tensor_spec import TensorSpec
from runtime.variables import Variable
from tests.runtime.helpers import new_graph


def test_text():
    assert repr(TensorSpec([1, None], "int8", "x")) == "TensorSpec(shape=(1, None), dtype=int8, name='x')"
    assert repr(TensorSpec(None)) == "TensorSpec(shape=<unknown>, dtype=float32, name=None)"


@pytest.mark.parametrize(
    ("spec", "value", "fits"),
    [
        (TensorSpec([None]), constant([1.0]), True),
        (TensorSpec([None]), constant(1.0), False),
        (TensorSpec([None]), constant([1]), False),
        (TensorSpec([None]), [1.0, 2.0], True),
        (TensorSpec([], "int32"), 3, True),
        (TensorSpec([2]), TensorSpec([None]), True),
        (TensorSpec([2]), Variable([1.0, 2.0]), True),
    ],
)
def test_compatibility(spec, value, fits):
    assert spec.is_compatible_with(value) is fits


def test_subtypes_and_supertypes():
    assert TensorSpec([2]).is_subtype_of(TensorSpec([None]))
    assert not TensorSpec([None]).is_subtype_of(TensorSpec([2]))
    assert TensorSpec([2]).most_specific_common_supertype([TensorSpec([3])]) == TensorSpec([None])
    assert TensorSpec([2]).most_specific_common_supertype([TensorSpec([2], "int32")]) is None


def test_a_tensor_has_a_spec():
    with new_graph():
        assert TensorSpec.from_tensor(placeholder("int8", [1], "p")) == TensorSpec([1], "int8", "p")
    assert TensorSpec.from_tensor(constant([1.0]), "q") == TensorSpec([1], "float32", "q")
    assert TensorSpec.from_spec(TensorSpec([1], name="a"), "b").name == "b"


def test_specs_are_values():
    spec = TensorSpec([1, None], "int8", "x")
    assert pickle.loads(pickle.dumps(spec)) == spec
    assert len({spec, TensorSpec([1, None], "int8", "x"), TensorSpec([1, None], "int8")}) == 2


def test_a_wrong_dtype_is_refused():
    with pytest.raises(TypeError, match="'x' is not a dtype"):
        TensorSpec([1], "x")
