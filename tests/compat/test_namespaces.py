"""TensorFlow's names: where they are, and what is said of those that are not there."""

import importlib
import subprocess
import sys

import numpy as np
import pytest

import runtime as rt
from autograph.compat import tensorflow as tf
from autograph.compat.tensorflow import namespaces

ROOT = "autograph.compat.tensorflow"


def namespace(path):
    return importlib.import_module(f"{ROOT}.{path}".rstrip("."))


@pytest.mark.parametrize("path", namespaces._paths())
def test_every_name_of_the_table_is_there(path):
    absent = [n for n in namespaces.entries(path) if not hasattr(namespace(path), n)]
    assert absent == []


def test_a_name_is_the_runtimes_own_object():
    assert tf.math.log is rt.math.log
    assert tf.Tensor is rt.Tensor
    assert tf.errors.InvalidArgumentError is rt.errors.InvalidArgumentError


def test_version_1_falls_back_on_version_2():
    assert tf.compat.v1.matmul is tf.matmul
    assert tf.compat.v1.math.log is tf.math.log
    assert tf.compat.v2.constant is tf.constant


def test_namespaces_can_be_imported():
    v1 = importlib.import_module(f"{ROOT}.compat.v1")
    assert v1 is tf.compat.v1


def test_a_name_of_another_namespace_is_named():
    with pytest.raises(AttributeError, match=r"tf\.relu is not there \(yet\)\. There is tf\.nn\.relu"):
        tf.relu  # noqa: B018


def test_a_misspelt_name_gets_the_nearest_one():
    with pytest.raises(AttributeError, match=r"The nearest name that is: tf\.zeros\."):
        tf.zeross  # noqa: B018


@pytest.mark.parametrize("path", namespaces._paths())
def test_a_name_that_nobody_has_is_an_attribute_error(path):
    with pytest.raises(AttributeError, match="is not there"):
        namespace(path).nonsense_of_nobody  # noqa: B018


def test_losses_of_version_1_are_not_those_of_keras():
    with pytest.raises(AttributeError, match="is not there"):
        tf.compat.v1.losses.mean_squared_error  # noqa: B018


def test_dir_lists_names_and_namespaces():
    assert {"constant", "math", "compat", "function"} <= set(dir(tf))
    assert "namespaces" not in dir(tf)


def test_importing_loads_no_operations():
    code = f"import sys, {ROOT}; print('runtime.ops.math' in sys.modules, 'runtime.graph' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


def test_raw_ops_take_inputs_and_attributes_by_keyword():
    assert tf.raw_ops.MatMul(a=[[1.0, 2.0]], b=[[3.0, 4.0]], transpose_b=True).numpy().tolist() == [[11.0]]


def test_raw_ops_with_several_outputs_give_a_named_tuple():
    best = tf.raw_ops.TopKV2(input=[1, 9, 5], k=2)
    assert best.values.numpy().tolist() == [9, 5]
    assert best.indices.numpy().tolist() == [1, 2]


def test_raw_ops_give_python_numbers_the_dtype_of_their_partner():
    assert tf.raw_ops.AddV2(x=1, y=tf.constant(2.0)).dtype == tf.float32


def test_raw_ops_name_what_is_missing():
    with pytest.raises(TypeError, match="MatMul needs the inputs b"):
        tf.raw_ops.MatMul(a=[[1.0]])
    with pytest.raises(AttributeError, match="There is no op type 'MatMull'. Did you mean 'MatMul'"):
        tf.raw_ops.MatMull  # noqa: B018


def test_nest_takes_composite_values_apart_on_demand():
    array = tf.TensorArray(tf.float32, 1).write(0, 2.0)
    (flow,) = tf.nest.flatten([array], expand_composites=True)
    assert flow is array.flow
    (again,) = tf.nest.pack_sequence_as([array], [flow], expand_composites=True)
    assert float(again.read(0)) == 2.0
    assert tf.nest.map_structure(lambda x, y: x + y, {"a": 1}, {"a": 2}) == {"a": 3}


def test_compat_turns_text_into_bytes_and_back():
    assert tf.compat.as_bytes("é") == "é".encode()
    assert tf.compat.as_str(b"x") == tf.compat.as_str_any(b"x") == "x"
    assert tf.compat.as_str_any(3) == "3"


def test_switches_are_accepted():
    assert tf.config.list_physical_devices("GPU") == []
    assert tf.config.experimental.set_memory_growth(None, True) is None
    assert tf.config.list_physical_devices()[0].device_type == "CPU"


def test_a_test_case_compares_tensors():
    case = tf.test.TestCase()
    case.assertAllEqual(tf.constant([1, 2]), [1, 2])
    case.assertAllClose({"a": tf.constant(1.0)}, {"a": np.float32(1.0 + 1e-7)})
    with pytest.raises(AssertionError):
        case.assertAllClose(1.0, 1.1)
