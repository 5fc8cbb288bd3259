"""Shapes, views, new tensors, joining, padding: the public functions."""

import numpy as np
import pytest

import runtime as rt
from runtime import errors
from tests.runtime.helpers import evaluate, new_graph


def test_the_shape_of_a_known_tensor_is_a_constant():
    with new_graph():
        assert rt.shape(rt.placeholder("float32", [2, 3])).op.type == "Const"
        assert rt.shape(rt.placeholder("float32", [2, None])).op.type == "Shape"


def test_a_shape_may_mix_numbers_and_tensors():
    with new_graph():
        x = rt.placeholder("float32", [None, 4])
        y = rt.reshape(x, [rt.shape(x)[0], 2, 2])
        assert y.shape == [None, 2, 2]
        assert evaluate(y, {x: np.zeros((3, 4), np.float32)}).shape == (3, 2, 2)


def test_a_shape_with_unknown_sizes_cannot_be_a_tensor():
    with pytest.raises(ValueError, match=r"unknown sizes.*\(None, 2\)"):
        rt.zeros(rt.TensorShape([None, 2]))
    with pytest.raises(ValueError, match="is None"):
        rt.reshape([1], [None])


def test_reshape_infers_one_size_statically():
    with new_graph():
        x = rt.placeholder("float32", [2, 6])
        assert rt.reshape(x, [-1, 4]).shape == [3, 4]
        assert rt.reshape(x, [2, -1, 2]).shape == [2, 3, 2]
        assert rt.reshape(rt.placeholder("float32", [None, 2]), [-1, 4]).shape == [None, 4]


def test_reshape_of_a_wrong_size_is_found_when_the_graph_is_built():
    with new_graph(), pytest.raises(errors.InvalidArgumentError, match="6 values, but the requested shape has 5"):
        rt.reshape(rt.placeholder("float32", [2, 3]), [5])


def test_empty_tensors_keep_their_other_sizes():
    assert rt.fill([0, 3], 1.0).shape == [0, 3]
    assert rt.reshape(rt.zeros([3, 0]), [0, -1]).shape == [0, 3]
    assert rt.concat([rt.zeros([0, 2]), rt.ones([1, 2])], 0).shape == [1, 2]
    assert rt.tile(rt.zeros([0, 2]), [2, 2]).shape == [0, 4]
    assert rt.reverse(rt.zeros([0]), [0]).shape == [0]


def test_transpose_reverses_the_axes_by_default():
    assert rt.transpose(rt.zeros([2, 3, 4])).shape == [4, 3, 2]
    with new_graph():
        x = rt.placeholder("float32")
        assert evaluate(rt.transpose(x), {x: np.zeros((2, 3), np.float32)}).shape == (3, 2)


def test_transpose_conjugates_on_demand():
    assert rt.transpose(np.array([[1 + 2j]]), conjugate=True).tolist() == [[1 - 2j]]


def test_squeeze_leaves_the_rank_open_if_sizes_are():
    with new_graph():
        assert rt.squeeze(rt.placeholder("float32", [None, 1, 2])).shape.rank is None
        assert rt.squeeze(rt.placeholder("float32", [None, 1, 2]), axis=1).shape == [None, 2]


def test_ensure_shape_tells_the_static_shape():
    with new_graph():
        assert rt.ensure_shape(rt.placeholder("float32"), [None, 3]).shape == [None, 3]


def test_views_share_memory_with_what_they_view():
    x = rt.constant(np.arange(6))
    for view in (rt.reshape(x, [2, 3]), rt.expand_dims(x, 0), rt.squeeze(rt.expand_dims(x, 0)), x[1:4], rt.identity(x)):
        assert np.shares_memory(view._value, x._value)


@pytest.mark.parametrize("name", ["zeros", "ones"])
def test_filled_tensors_take_many_forms_of_shape(name):
    make = getattr(rt, name)
    for shape in (3, [3], (3,), rt.TensorShape([3]), rt.constant([3]), np.array([3]), [rt.constant(3)]):
        assert make(shape, "int32").shape == [3]


def test_zeros_of_every_kind():
    assert rt.zeros([1], "bool").tolist() == [False]
    assert rt.zeros([1], "string").tolist() == [b""]
    assert rt.zeros([1], "complex64").tolist() == [0j]
    assert rt.zeros_like(rt.constant(["a"])).tolist() == [b""]


def test_large_zeros_are_no_constant_of_the_graph():
    with new_graph():
        assert rt.zeros([10]).op.type == "Const"
        assert rt.zeros([1000, 1000]).op.type == "Fill"


def test_zeros_like_may_change_the_dtype():
    with new_graph():
        x = rt.placeholder("float32", [None])
        assert rt.zeros_like(x).op.type == "ZerosLike"
        assert evaluate(rt.ones_like(x, "bool"), {x: np.zeros(2, np.float32)}).tolist() == [True, True]


def test_range_takes_the_widest_dtype():
    assert rt.range(3).dtype == "int32"
    assert rt.range(rt.constant(3, "int64")).dtype == "int64"
    assert rt.range(0, 1, 0.5).dtype == "float32"
    assert rt.range(rt.constant(0, "float64"), 1, 0.5).dtype == "float64"
    assert rt.range(3, dtype="float64").tolist() == [0.0, 1.0, 2.0]


def test_the_length_of_a_range_is_known_if_its_bounds_are():
    with new_graph():
        assert rt.range(2, 9, 3).shape == [3]
        assert rt.range(rt.placeholder("int32", [])).shape == [None]


def test_linspace_between_tensors():
    assert rt.linspace([0.0, 10.0], [1.0, 20.0], 3).tolist() == [[0.0, 10.0], [0.5, 15.0], [1.0, 20.0]]
    assert rt.linspace([0.0, 10.0], [1.0, 20.0], 3, axis=-1).tolist() == [[0.0, 0.5, 1.0], [10.0, 15.0, 20.0]]


def test_one_hot_refuses_values_of_two_dtypes():
    assert rt.one_hot([1], 2, on_value=5, off_value=0, dtype="float32").tolist() == [[0.0, 5.0]]
    with pytest.raises(TypeError, match="int32.*bool|bool.*int32"):
        rt.one_hot([1], 2, on_value=5, off_value=rt.constant(False))


def test_sequence_mask_is_as_wide_as_the_longest():
    assert rt.sequence_mask([1, 2]).tolist() == [[True, False], [True, True]]
    assert rt.sequence_mask(rt.constant([], "int32")).shape == [0, 0]


def test_meshgrid_orders_axes_as_matrices_or_as_plots():
    assert [t.shape.as_list() for t in rt.meshgrid([1, 2], [1, 2, 3])] == [[3, 2], [3, 2]]
    assert [t.shape.as_list() for t in rt.meshgrid([1, 2], [1, 2, 3], indexing="ij")] == [[2, 3], [2, 3]]
    with pytest.raises(ValueError, match="'xy' or 'ij'"):
        rt.meshgrid([1], indexing="x")


def test_joining_converts_numbers_to_the_dtype_of_tensors():
    assert rt.stack([rt.constant(1.5), 2]).tolist() == [1.5, 2.0]
    assert rt.concat([[1], rt.constant([1.5])], 0).dtype == "float32"


def test_concat_of_one_tensor_is_that_tensor():
    assert rt.concat([[1, 2]], 0).tolist() == [1, 2]
    with pytest.raises(ValueError, match="at least one"):
        rt.concat([], 0)


def test_concat_adds_known_sizes():
    with new_graph():
        x, y = rt.placeholder("float32", [2, None]), rt.placeholder("float32", [3, 4])
        assert rt.concat([x, y], 0).shape == [5, 4]
        assert rt.concat([y, y], -1).shape == [3, 8]
        assert rt.concat([x, y], rt.placeholder("int32", [])).shape == [None, None]


def test_unstack_needs_to_know_how_many():
    with new_graph():
        x = rt.placeholder("float32", [None, 2])
        assert len(rt.unstack(x, axis=1)) == 2
        assert len(rt.unstack(x, num=3)) == 3
        with pytest.raises(ValueError, match="Cannot infer argument `num`"):
            rt.unstack(x)


def test_split_by_sizes_or_number():
    x = rt.reshape(rt.range(12), [3, 4])
    assert [t.shape.as_list() for t in rt.split(x, 2, axis=1)] == [[3, 2], [3, 2]]
    assert [t.shape.as_list() for t in rt.split(x, [1, -1], axis=-1)] == [[3, 1], [3, 3]]
    with pytest.raises(ValueError, match="Python int"):
        rt.split(x, rt.constant(2))


def test_repeat_elements_and_slices():
    assert rt.repeat([[1, 2]], 2).tolist() == [1, 1, 2, 2]
    assert rt.repeat([[1, 2]], 2, axis=1).tolist() == [[1, 1, 2, 2]]
    assert rt.repeat([[1], [2]], [2, 1], axis=0).tolist() == [[1], [1], [2]]


def test_pad_with_a_constant_takes_the_dtype_of_the_tensor():
    assert rt.pad(rt.constant([1.5]), [[1, 0]], constant_values=2).tolist() == [2.0, 1.5]
    with pytest.raises(ValueError, match="CONSTANT, REFLECT, SYMMETRIC"):
        rt.pad([1], [[1, 0]], mode="EDGE")


def test_sort_and_argsort_along_any_axis():
    x = [[3, 1], [2, 5]]
    assert rt.sort(x, axis=0).tolist() == [[2, 1], [3, 5]]
    assert rt.argsort(x, axis=0, direction="DESCENDING").tolist() == [[0, 1], [1, 0]]
    assert rt.sort(rt.constant([0, 200], "uint8")).tolist() == [0, 200]
    assert rt.sort([7, -(2**31)]).tolist() == [-(2**31), 7]
    with pytest.raises(ValueError, match="ASCENDING"):
        rt.sort(x, direction="UP")


def test_argsort_keeps_the_order_of_equals():
    assert rt.argsort([1, 0, 1, 0]).tolist() == [1, 3, 0, 2]


def test_searchsorted_works_row_by_row():
    assert rt.searchsorted([[1, 3], [2, 4]], [[3], [3]]).tolist() == [[1], [1]]
    assert rt.searchsorted([1, 3], [0, 9], out_type="int64").dtype == "int64"
    with pytest.raises(ValueError, match="'left' or 'right'"):
        rt.searchsorted([1], [1], side="middle")


def test_unique_gives_named_results():
    found = rt.unique_with_counts([3, 1, 3])
    assert found.y.tolist() == [3, 1]
    assert found.idx.tolist() == [0, 1, 0]
    assert found.count.tolist() == [2, 1]


def test_where_chooses_or_finds():
    assert rt.where([True, False], 1.5, [0, 2.0]).tolist() == [1.5, 2.0]
    assert rt.where([[0, 3]]).tolist() == [[0, 1]]
    with pytest.raises(ValueError, match="both"):
        rt.where([True], [1])


def test_broadcasting_shapes_statically_and_when_it_runs():
    assert rt.broadcast_static_shape([3, 1], [None, 4]) == [3, 4]
    assert rt.broadcast_dynamic_shape([3, 1], [2, 1, 4]).tolist() == [2, 3, 4]


def test_static_values_follow_through_structural_ops():
    with new_graph():
        x = rt.placeholder("float32", [2, None, 3])
        sizes = rt.stack([rt.shape(x)[0], 5, rt.shape(x)[2]])
        assert rt.get_static_value(sizes).tolist() == [2, 5, 3]
        assert rt.get_static_value(rt.shape(x)) is None
        assert rt.zeros(rt.shape(x)).shape == [2, None, 3]
