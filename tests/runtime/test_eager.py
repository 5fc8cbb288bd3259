"""EagerTensor: a value that behaves like numpy's and Python's."""

import copy
import pickle

import numpy as np
import pytest

from runtime import errors
from runtime.ops.state import constant
from runtime.shapes import TensorShape


def test_repr_and_str_are_in_the_style_of_tensorflow():
    assert repr(constant(3.0)) == "<Tensor: shape=(), dtype=float32, numpy=3.0>"
    assert repr(constant([1, 2])) == "<Tensor: shape=(2,), dtype=int32, numpy=array([1, 2], dtype=int32)>"
    assert repr(constant("a")) == "<Tensor: shape=(), dtype=string, numpy=b'a'>"
    assert str(constant([1, 2])) == "Tensor([1 2], shape=(2,), dtype=int32)"
    assert str(constant([[1], [2]])) == "Tensor(\n[[1]\n [2]], shape=(2, 1), dtype=int32)"
    assert str(constant(True)) == "Tensor(True, shape=(), dtype=bool)"


def test_formatting_follows_the_value():
    assert f"{constant(1.25):.1f}|{constant(7):>3}|{constant(1.5)}|{constant([1, 2])}" == "1.2|  7|1.5|[1 2]"
    assert f"{constant(1):d} %d" % constant(2) == "1 2"


def test_conversion_to_python():
    assert int(constant(3.7)) == 3
    assert float(constant(3)) == 3.0
    assert complex(constant(1j)) == 1j
    assert bool(constant(0.0)) is False
    assert [10, 20][constant(1)] == 20
    assert list(range(constant(2))) == [0, 1]
    assert constant(1.5).item() == 1.5
    assert constant([[1, 2]]).tolist() == [[1, 2]]


def test_a_truth_value_of_many_elements_is_ambiguous():
    with pytest.raises(ValueError, match="ambiguous"):
        bool(constant([1, 2]))


@pytest.mark.parametrize("value", [1.0, [1], True, "a"])
def test_only_scalar_integers_are_indices(value):
    with pytest.raises(TypeError, match="Only scalar integer tensors"):
        constant(value).__index__()


def test_length_and_iteration():
    assert len(constant([[1], [2]])) == 2
    assert [row.tolist() for row in constant([[1], [2]])] == [[1], [2]]
    assert list(constant([])) == []
    with pytest.raises(TypeError, match=r"no len\(\)"):
        len(constant(1))
    with pytest.raises(TypeError, match="cannot be iterated"):
        iter(constant(1))


def test_membership():
    assert 2 in constant([1, 2])
    assert 3 not in constant([1, 2])


def test_numpy_gives_a_copy_and_asarray_a_view_that_cannot_be_written():
    x = constant([1, 2])
    x.numpy()[0] = 9
    assert x.numpy()[0] == 1
    with pytest.raises(ValueError, match="read-only"):
        np.asarray(x)[0] = 9
    np.array(x)[0] = 9
    assert x.tolist() == [1, 2]


def test_numpy_functions_take_tensors():
    assert np.sum(constant([1, 2])) == 3
    assert np.array(constant(1), dtype=np.float64).dtype == np.float64
    assert np.concatenate([constant([1]), constant([2])]).tolist() == [1, 2]
    assert isinstance(constant(1.5).numpy(), np.float32)
    assert constant("a").numpy() == b"a"


def test_dlpack():
    assert np.from_dlpack(constant([1.0, 2.0])).tolist() == [1, 2]


def test_shape_is_that_of_the_value():
    x = constant([[1, 2]])
    assert x.shape == x.get_shape() == TensorShape([1, 2])
    assert x.ndim == 2
    x.set_shape([None, 2])
    with pytest.raises(ValueError, match=r"shape \(1, 2\) cannot be set to shape \(3,\)"):
        x.set_shape([3])


@pytest.mark.parametrize("attribute", ["graph", "op", "name"])
def test_an_eager_tensor_is_in_no_graph(attribute):
    with pytest.raises(AttributeError, match="no graph"):
        getattr(constant(1), attribute)


def test_copies_share_the_value_and_pickles_keep_it():
    x = constant([1, 2])
    assert copy.copy(x) is copy.deepcopy(x) is x
    again = pickle.loads(pickle.dumps(x))
    assert again.dtype is x.dtype
    assert again.tolist() == [1, 2]


def test_hashing_is_by_identity():
    x, y = constant(1), constant(1)
    assert len({x, y, x}) == 2
    assert x.ref().deref() is x
    assert x.ref() == x.ref() != y.ref()
    assert len({x.ref(), x.ref()}) == 1
    assert repr(x.ref()).startswith("<Reference to <Tensor")


def test_assignment_to_an_element_names_the_alternatives():
    with pytest.raises(TypeError, match=r"tensor_scatter_nd_update.*Variable"):
        constant([1, 2])[0] = 3


def test_strings_of_rank_0_stay_strings():
    x = constant(["a", "b"])
    assert repr(x[1]) == "<Tensor: shape=(), dtype=string, numpy=b'b'>"


def test_an_index_out_of_range():
    with pytest.raises(errors.InvalidArgumentError, match="index 5 is out of bounds for axis 0 with size 2"):
        constant([1, 2])[5]
