"""Reading and writing by index, and variables read and written in part."""

import numpy as np
import pytest

import runtime as rt
from runtime import errors
from tests.runtime.helpers import evaluate, new_graph


@pytest.mark.parametrize(("axis", "batch_dims"), [(0, 0), (1, 0), (2, 0), (-1, 0), (1, 1), (2, 1), (-1, 1), (2, 2)])
def test_gather_has_the_shape_that_its_documentation_says(axis, batch_dims):
    params, indices = np.arange(24).reshape(2, 3, 4), np.ones((2, 3, 5), np.int32)
    place = axis % 3
    result = rt.gather(params, indices, axis=axis, batch_dims=batch_dims)
    assert result.shape == params.shape[:place] + indices.shape[batch_dims:] + params.shape[place + 1 :]
    with new_graph():
        x, y = rt.placeholder("int64", params.shape), rt.placeholder("int32", indices.shape)
        assert rt.gather(x, y, axis=axis, batch_dims=batch_dims).shape == result.shape


def test_batched_gather_is_gather_of_each_batch():
    params = np.random.default_rng(0).normal(size=(2, 3, 4))
    indices = np.array([[0, 2], [1, 1]], np.int32)
    result = rt.gather(params, indices, axis=2, batch_dims=1).numpy()
    for batch in range(2):
        np.testing.assert_array_equal(result[batch], params[batch][:, indices[batch]])


def test_gather_from_the_batch_axis_by_default():
    assert rt.gather([[1, 2], [3, 4]], [[1], [0]], batch_dims=1).tolist() == [[2], [3]]
    assert rt.gather([[1, 2], [3, 4]], [[1], [0]], batch_dims=-1).tolist() == [[2], [3]]


def test_empty_indices_give_empty_results():
    assert rt.gather(rt.ones([2, 3]), np.zeros((0,), np.int32)).shape == [0, 3]
    assert rt.gather_nd(rt.ones([2, 3]), np.zeros((0, 2), np.int32)).shape == [0]
    assert [t.shape.as_list() for t in rt.dynamic_partition(rt.ones([2, 3]), [0, 0], 2)] == [[2, 3], [0, 3]]
    assert rt.dynamic_stitch([np.zeros(0, np.int32)], [rt.ones([0, 3])]).shape == [0, 3]


def test_gather_nd_with_batches():
    params = np.arange(8).reshape(2, 2, 2)
    assert rt.gather_nd(params, [[1], [0]], batch_dims=1).tolist() == [[2, 3], [4, 5]]
    with new_graph():
        x = rt.placeholder("int64", [None, 2, 2])
        y = rt.gather_nd(x, rt.constant([[1], [0]]), batch_dims=1)
        assert evaluate(y, {x: params}).tolist() == [[2, 3], [4, 5]]


def test_gather_nd_of_no_index_is_the_whole():
    assert rt.gather_nd([1, 2], np.zeros((2, 0), np.int32)).tolist() == [[1, 2], [1, 2]]


def test_boolean_mask_flattens_the_masked_axes():
    x = np.arange(12).reshape(2, 3, 2)
    mask = np.array([[True, False, True], [False, True, False]])
    assert rt.boolean_mask(x, mask).tolist() == x[mask].tolist()
    assert rt.boolean_mask(x, [True, False, True], axis=1).tolist() == x[:, [True, False, True]].tolist()
    assert rt.boolean_mask(x, [False, True], axis=-1).tolist() == x[..., [False, True]].tolist()


def test_boolean_mask_of_a_wrong_shape_is_refused():
    with pytest.raises(ValueError, match="cannot be scalar"):
        rt.boolean_mask([1], True)
    with pytest.raises(ValueError, match=r"\(2,\) of tensor and \(3,\) of mask"):
        rt.boolean_mask([1, 2], [True, False, True])
    with new_graph(), pytest.raises(ValueError, match="must be specified"):
        rt.boolean_mask([1, 2], rt.placeholder("bool"))


def test_scatters_meet_repeated_indices_one_after_the_other():
    indices = [[0], [0]]
    assert rt.tensor_scatter_nd_update([1, 1], indices, [5, 6]).tolist() == [6, 1]
    assert rt.tensor_scatter_nd_add([1, 1], indices, [5, 6]).tolist() == [12, 1]
    assert rt.tensor_scatter_nd_sub([1, 1], indices, [5, 6]).tolist() == [-10, 1]
    assert rt.tensor_scatter_nd_max([1, 1], indices, [5, 3]).tolist() == [5, 1]
    assert rt.tensor_scatter_nd_min([1, 1], indices, [0, -3]).tolist() == [-3, 1]


def test_a_scatter_leaves_the_old_tensor_alone():
    x = rt.constant([1, 2])
    rt.tensor_scatter_nd_update(x, [[0]], [9])
    assert x.tolist() == [1, 2]


def test_scatter_takes_a_shape_of_another_dtype():
    assert rt.scatter_nd(rt.constant([[1]], "int64"), [5], [3]).tolist() == [0, 5, 0]


def test_updates_that_do_not_fit_are_found_when_the_graph_is_built():
    with new_graph(), pytest.raises(errors.InvalidArgumentError, match=r"expected \(1,\)"):
        rt.tensor_scatter_nd_update(rt.placeholder("int32", [3]), [[0]], [1, 2])


def test_a_variable_is_read_and_written_in_part():
    v = rt.Variable([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    before = v.read_value()
    v.scatter_update([0], [[9.0, 9.0]])
    v.scatter_add([2, 2], [[1.0, 1.0], [1.0, 1.0]])
    v.scatter_sub([1], 1.0)
    v.scatter_nd_update([[1, 0]], [7.0])
    assert v.numpy().tolist() == [[9.0, 9.0], [7.0, 3.0], [7.0, 8.0]]
    assert before.tolist() == [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]


def test_a_variable_in_a_session_is_written_in_part():
    from runtime.ops.resource_scatter import resource_gather, resource_gather_nd, resource_scatter

    with new_graph() as g:
        v = rt.Variable([1, 2, 3])
        change = resource_scatter(v.handle, "Max", [0, 1], [5, 0], v.dtype)
        rows = resource_gather(v.handle, [0, 2], v.dtype)
        element = resource_gather_nd(v.handle, [[1]], v.dtype)
    with rt.Session(graph=g) as session:
        session.run(v.initializer)
        session.run(change)
        assert session.run(rows).tolist() == [5, 3]
        assert session.run(element).tolist() == [2]


@pytest.mark.parametrize(
    ("kind", "expected"),
    [("Update", 2), ("Add", 8), ("Sub", 4), ("Mul", 12), ("Div", 3), ("Min", 2), ("Max", 6)],
)
def test_every_kind_of_update(kind, expected):
    from runtime.ops.resource_scatter import resource_scatter

    v = rt.Variable([6, 0])
    resource_scatter(v.handle, kind, [0], [2], v.dtype)
    assert v.numpy().tolist() == [expected, 0]


def test_a_wrong_index_leaves_the_variable_alone():
    v = rt.Variable([1, 2])
    with pytest.raises(errors.InvalidArgumentError, match=r"indices\[1\] = 2 is not in \[0, 2\)"):
        v.scatter_update([0, 2], [5, 6])
    with pytest.raises(errors.InvalidArgumentError, match="updates.shape"):
        v.scatter_update([0], [5, 6])
    assert v.numpy().tolist() == [1, 2]
