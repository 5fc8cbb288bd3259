"""The registry: definitions, kernels, shape rules and gradients by op type."""

import importlib

import numpy as np
import pytest

from runtime import dtypes, errors, registry, shapes
from runtime.registry import MISSING, AttrDef, OpDef

PROBE = OpDef(
    "Probe",
    attrs={"label": AttrDef("label", "string", default=""), "flag": AttrDef("flag", "bool", default=False)},
)


@pytest.fixture
def probe(monkeypatch):
    """An op type of its own; it and what is registered for it are forgotten afterwards."""
    monkeypatch.setattr(registry, "_op_defs", {**registry._op_defs, "Probe": PROBE})
    for layer in (registry._kernels, registry._shape_rules, registry._gradients):
        layer.load()
        monkeypatch.setattr(layer, "table", dict(layer.table))
    return "Probe"


def test_a_definition_has_arguments_attributes_and_flags():
    matmul = registry.op_def("MatMul")
    assert [arg.name for arg in matmul.inputs] == ["a", "b"]
    assert matmul.attrs["transpose_a"].default is False
    assert matmul.attrs["T"].default is MISSING
    assert dtypes.float32 in matmul.attrs["T"].allowed
    assert dtypes.string not in matmul.attrs["T"].allowed


def test_all_definitions_parse():
    definitions = [registry.op_def(op_type) for op_type in registry.all_op_types()]
    assert len(definitions) > 400
    assert registry.op_def("ReadVariableOp").is_stateful
    assert registry.op_def("Placeholder").default("shape") == shapes.UNKNOWN
    assert registry.op_def("Squeeze").default("squeeze_dims") == ()


def test_an_unknown_op_type_names_similar_ones():
    with pytest.raises(errors.NotFoundError, match="no op type 'MatMull'. Did you mean 'MatMul'"):
        registry.op_def("MatMull")


def test_a_missing_default_is_a_key_error():
    with pytest.raises(KeyError, match="DstT"):
        registry.op_def("Cast").default("DstT")
    with pytest.raises(KeyError, match="nonsense"):
        registry.op_def("Cast").default("nonsense")


def test_op_types_of_files_can_be_defined(probe):
    registry.register_op_def(OpDef("SomebodysOp"))
    registry.register_op_def(OpDef("SomebodysOp"))
    assert registry.has_op_def("SomebodysOp")
    with pytest.raises(errors.AlreadyExistsError, match="SomebodysOp"):
        registry.register_op_def(OpDef("SomebodysOp", is_stateful=True))


def test_registering_twice_is_an_error(probe):
    registry.kernel("Probe")(np.abs)
    with pytest.raises(ValueError, match="There is a kernel for Probe already"):
        registry.kernel("Probe")(np.abs)


def test_a_ufunc_is_bound_as_it_is(probe):
    registry.kernel("Probe")(np.negative)
    assert registry.bind_kernel("Probe", {}) is np.negative


def test_a_kernel_gets_attributes_defaults_and_surroundings(probe):
    @registry.kernel("Probe")
    def kernel(x, *, label, flag, own=5, context, owner):
        return x, label, flag, own, context, owner

    bound = registry.bind_kernel("Probe", {"flag": True, "other": 1}, context="here", owner="op")
    assert bound(0) == (0, "", True, 5, "here", "op")


def test_a_kernel_without_its_attribute_is_an_error(probe):
    @registry.kernel("Probe")
    def kernel(x, *, surprise):
        return surprise

    with pytest.raises(errors.InvalidArgumentError, match="Probe needs a value for its attribute 'surprise'"):
        registry.bind_kernel("Probe", {})


def test_an_op_type_without_kernel_is_known_by_name(probe):
    with pytest.raises(errors.UnimplementedError, match="Probe has no kernel"):
        registry.bind_kernel("Probe", {})
    with pytest.raises(errors.NotFoundError, match="no op type 'Nonsense'"):
        registry.bind_kernel("Nonsense", {})


def test_gradients_may_be_refused_on_purpose(probe):
    registry.not_differentiable("Probe")
    assert registry.gradient_of("Probe") is registry.NOT_DIFFERENTIABLE


def test_a_module_that_fails_fails_again_in_the_same_way(tmp_path, monkeypatch):
    package = tmp_path / "layer_under_test"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "broken.py").write_text("import layer_under_test\nlayer_under_test.layer.add(['X'], len)\n1 / 0\n")
    monkeypatch.syspath_prepend(tmp_path)
    layer = registry._Layer("layer_under_test", "rule")
    importlib.import_module("layer_under_test").layer = layer
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            layer.get("Y")
