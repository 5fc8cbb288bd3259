"""TensorFlow's names that published programs use are there, and those that reference programs of the field need."""

import functools
from pathlib import Path

import pytest

from autograph.compat import tensorflow as tf

NAMES = Path(__file__).with_name("api_names.txt").read_text().split()
"""All of `tf` that at least three of 97 published repositories with `@tf.function` use, but for `tf.keras`."""

REFERENCE_PROGRAMS = """
    constant range zeros ones eye pad newaxis concat stack identity cast reshape abs greater reduce_sum print name_scope
    Variable.read_value TensorShape TensorArray.write TensorArray.size TensorArray.stack data.Dataset.range
    data.Dataset.from_tensor_slices data.Dataset.map ragged.constant RaggedTensor.to_list SparseTensor
    sparse.expand_dims errors.InvalidArgumentError
    errors.OutOfRangeError autograph.to_graph autograph.experimental.set_loop_options
    autograph.experimental.do_not_convert autograph.experimental.Feature.ALL
    autograph.experimental.Feature.ASSERT_STATEMENTS autograph.experimental.Feature.AUTO_CONTROL_DEPS
    autograph.experimental.Feature.BUILTIN_FUNCTIONS autograph.experimental.Feature.EQUALITY_OPERATORS
    autograph.experimental.Feature.LISTS autograph.experimental.Feature.NAME_SCOPES
    types.experimental.GenericFunction.experimental_get_tracing_count
    types.experimental.GenericFunction.get_concrete_function
    types.experimental.GenericFunction.pretty_printed_concrete_signatures
""".split()


@pytest.mark.parametrize("name", [*NAMES, *REFERENCE_PROGRAMS])
def test_a_name_is_there(name):
    assert functools.reduce(getattr, name.split("."), tf) is not None or name == "newaxis"


def test_parts_of_objects_are_there():
    function = tf.function(lambda x: x)
    assert callable(function.python_function)
    sparse = tf.SparseTensor([[0]], [1.0], [2])
    assert all(tf.is_tensor(part) for part in (sparse.indices, sparse.values, sparse.dense_shape))
    array = tf.TensorArray(tf.int32, size=0, dynamic_size=True, element_shape=())
    assert int(array.write(0, 3).stack()[0]) == int(array.write(0, 1).size()) + 2
