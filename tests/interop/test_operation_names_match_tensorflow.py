"""The names that the tests of graphs expect, asked of TensorFlow."""

import pytest

from tests.compat.operation_names import NAMES, operations_of

tf = pytest.importorskip("tensorflow", reason="TensorFlow is not installed: pip install tensorflow-cpu")
pytestmark = pytest.mark.interop


@pytest.mark.parametrize("call", NAMES)
def test_tensorflow_makes_these_operations(call):
    assert operations_of(call, tf) == NAMES[call]
