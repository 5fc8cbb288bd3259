"""The public names of the runtime."""

import importlib
import subprocess
import sys

import pytest

import runtime as rt

NAMES = [
    "DType", "EagerTensor", "FuncGraph", "Graph", "GraphKeys", "Module", "OpError", "Operation", "Tensor",
    "TensorShape", "TensorSpec", "Variable", "add", "bool", "cast", "cond", "constant", "control_dependencies",
    "convert_to_tensor", "float32", "get_default_graph", "global_variables_initializer", "matmul", "name_scope",
    "placeholder", "placeholder_with_default", "reduce_sum", "stack", "string", "trainable_variables",
    "while_loop",
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_a_public_name_is_found_and_listed(name):
    assert getattr(rt, name) is getattr(rt, name)
    assert name in dir(rt)


def test_submodules_are_found():
    assert rt.errors.NotFoundError
    assert rt.nest.flatten


@pytest.mark.parametrize("name", ["stack", "gradients"])
def test_importing_a_module_does_not_hide_the_function_of_its_name(name):
    if importlib.util.find_spec(f"runtime.{name}"):
        importlib.import_module(f"runtime.{name}")
    assert callable(getattr(rt, name))


def test_what_is_not_there_is_an_attribute_error():
    with pytest.raises(AttributeError, match="module 'runtime' has no attribute 'nonsense'"):
        rt.nonsense
    assert not hasattr(rt, "__nonsense__")


def test_importing_loads_nothing_else():
    code = "import sys, runtime; print([m for m in sys.modules if m.startswith('runtime.') or m == 'numpy'])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "[]"
