"""The table of op types against TensorFlow's registry: each name, input and attribute here is known there."""

import pytest

from runtime import registry
from runtime.train.op_defs import to_message

tf = pytest.importorskip("tensorflow", reason="TensorFlow is not installed: pip install tensorflow-cpu")
pytestmark = pytest.mark.interop


def theirs(op_type):
    from tensorflow.python.framework import op_def_registry

    return op_def_registry.get(op_type)


@pytest.mark.parametrize("op_type", registry.all_op_types())
def test_a_definition_is_tensorflows(op_type):
    other, ours = theirs(op_type), to_message(registry.op_def(op_type))
    assert other is not None, "TensorFlow has no such op"
    for mine, its in ((ours.input_arg, other.input_arg), (ours.output_arg, other.output_arg)):
        fields = ("name", "type", "type_attr", "number_attr", "type_list_attr", "is_ref")
        assert [[getattr(arg, f) for f in fields] for arg in mine] == [[getattr(arg, f) for f in fields] for arg in its]
    known = {attr.name: attr for attr in other.attr}
    for attr in ours.attr:
        its = known[attr.name]
        assert (attr.type, attr.HasField("default_value")) == (its.type, its.HasField("default_value"))
        assert attr.default_value.SerializeToString() == its.default_value.SerializeToString()
    assert all(
        attr.HasField("default_value") for name, attr in known.items() if name not in {a.name for a in ours.attr}
    )
    assert ours.is_stateful == other.is_stateful
