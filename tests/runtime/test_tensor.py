"""Symbolic tensors: what Python may not ask of them."""

import copy
import pickle

import numpy as np
import pytest

from runtime import errors
from runtime.ops.state import constant, placeholder
from tests.runtime.helpers import new_graph


@pytest.fixture
def x():
    with new_graph():
        yield placeholder("float32", [None, 2], "x")


def test_text(x):
    assert repr(x) == "<Tensor 'x:0' shape=(None, 2) dtype=float32>"
    assert str(x) == 'Tensor("x:0", shape=(None, 2), dtype=float32)'


@pytest.mark.parametrize(
    ("use", "text"),
    [
        (bool, r"x:0 of type float32 and shape \(None, 2\), made at .*test_tensor.py:\d+, .*truth value.*cond"),
        (int, r"an int of it \(at .*test_tensor.py:\d+\): use cast"),
        (float, "a float of it"),
        (complex, "a complex number of it"),
        (len, r"len\(\) of it.*shape\(tensor\)\[0\]"),
        (iter, "an iterator .*map_fn.*autograph"),
        (lambda x: [0][x], "an index of it"),
        (lambda x: 1 in x, r"`in` of it.*reduce_any"),
        (lambda x: f"{x:.2f}", "a formatted number of it"),
        (np.array, "a numpy array of it"),
        (np.sin, "a numpy array of it"),
        (lambda x: x.numpy(), "run it"),
    ],
)
def test_a_symbolic_tensor_has_no_value_for_python(x, use, text):
    with pytest.raises(errors.OperatorNotAllowedInGraphError, match=text):
        use(x)


def test_known_lengths_are_lengths():
    with new_graph():
        y = placeholder("float32", [3, 2])
        assert len(y) == 3
        assert [row.shape.as_list() for row in y] == [[2], [2], [2]]
        scalar = placeholder("float32", [])
        with pytest.raises(TypeError, match=r"no len\(\)"):
            len(scalar)
        with pytest.raises(TypeError, match="cannot be iterated over"):
            iter(scalar)


def test_consumers(x):
    y = -x
    assert x.consumers() == [y.op]
    assert y.consumers() == []


def test_shapes_gain_knowledge(x):
    x.set_shape([3, None])
    assert x.shape == [3, 2]
    with pytest.raises(ValueError, match="not compatible"):
        x.set_shape([4, 2])


def test_hashing_is_by_identity(x):
    y = placeholder("float32")
    assert len({x, y, x}) == 2


def test_copies_are_the_tensor_itself_and_pickles_are_refused(x):
    assert copy.copy(x) is copy.deepcopy([x])[0] is x
    with pytest.raises(TypeError, match="cannot be pickled alone"):
        pickle.dumps(x)


def test_evaluation_needs_a_session(x):
    with pytest.raises(ValueError, match="No session to evaluate x:0"):
        x.eval()
    with pytest.raises(ValueError, match="No session to run x"):
        x.op.run()


def test_comparison_with_what_is_no_tensor_is_pythons():
    for t in (constant([1, 2]), constant(1)):
        assert (t == None) is False  # noqa: E711
        assert (t != None) is True  # noqa: E711
        assert (t == object()) is False
        assert (t == {}) is False
