"""Sparse tensors: what is refused, gradients, and how they go through functions, branches and loops."""

import numpy as np
import pytest

import autograph as ag
import runtime as rt
from runtime import sparse
from runtime.errors import InvalidArgumentError, UnimplementedError
from runtime.indexed_slices import IndexedSlices
from runtime.sparse import SparseTensor, SparseTensorSpec


@pytest.fixture
def matrix():
    return SparseTensor([[0, 1], [1, 0], [1, 2]], [5.0, 7.0, 9.0], [2, 3])


@pytest.mark.parametrize("parts", [([[0], [1]], [1], [3]), ([[0, 1]], [1], [3]), ([0], [1], [3]), ([[0]], [[1]], [3])])
def test_parts_that_do_not_fit_are_refused(parts):
    with pytest.raises(ValueError, match=r"indices \[n, rank\]"):
        SparseTensor(*parts)


@pytest.mark.parametrize(
    ("indices", "message"),
    [([[1], [0]], "out of order"), ([[1], [1]], "is repeated"), ([[0], [7]], "out of bounds: need 0 <= index < ")],
)
def test_elements_must_stand_in_order_and_inside(indices, message):
    with pytest.raises(InvalidArgumentError, match=message):
        sparse.to_dense(SparseTensor(indices, [1, 2], [3]))


def test_shapes_must_agree(matrix):
    with pytest.raises((InvalidArgumentError, ValueError)):
        sparse.add(matrix, SparseTensor([[0, 0]], [1.0], [3, 3]))
    with pytest.raises(InvalidArgumentError, match="Concat shapes must match"):
        sparse.concat(0, [matrix, SparseTensor([[0, 0]], [1.0], [3, 2])])
    with pytest.raises(InvalidArgumentError, match="inner dimension does not match"):
        sparse.sparse_dense_matmul(matrix, rt.ones([2, 2]))
    with pytest.raises(InvalidArgumentError, match="6 dense values, but the shape has 4"):
        sparse.reshape(matrix, [2, 2])
    with pytest.raises(InvalidArgumentError, match="must not be smaller"):
        sparse.reset_shape(matrix, [1, 3])


def test_two_dense_tensors_are_not_added_here():
    with pytest.raises(TypeError, match="At least one input should be SparseTensor"):
        sparse.add(rt.ones([1]), rt.ones([1]))


def test_an_op_that_would_fill_zeros_says_so(matrix):
    with pytest.raises(UnimplementedError, match=r"Op Exp does not take sparse tensors so.*map_values"):
        rt.exp(matrix)


def test_public_functions_take_sparse_tensors(matrix):
    assert rt.shape(matrix).tolist() == [2, 3]
    assert (int(rt.size(matrix)), int(rt.rank(matrix))) == (6, 2)
    assert rt.matmul(matrix, rt.ones([3, 1])).tolist() == [[5.0], [16.0]]
    assert (matrix + matrix).values.tolist() == [10.0, 14.0, 18.0]
    assert rt.concat([matrix, matrix], 0).dense_shape.tolist() == [4, 3]
    assert rt.transpose(matrix).indices.tolist() == [[0, 1], [1, 0], [2, 1]]
    assert rt.expand_dims(matrix, 0).dense_shape.tolist() == [1, 2, 3]
    assert rt.reshape(matrix, [-1]).indices.tolist() == [[1], [3], [5]]


def test_parts_are_cut_out(matrix):
    assert matrix[1].indices.tolist() == [[0], [2]]
    assert matrix[:, 1:].values.tolist() == [5.0, 9.0]
    assert matrix[..., -1].values.tolist() == [9.0]
    with pytest.raises(TypeError, match="without a step"):
        matrix[::2]


def test_the_parts_are_seen_from_python(matrix):
    value = matrix.numpy()
    assert value.values.tolist() == [5.0, 7.0, 9.0]
    assert SparseTensor.from_value(value).dense_shape.tolist() == [2, 3]
    assert matrix != SparseTensor.from_value(value)


def test_a_session_gives_the_parts():
    with rt.Graph().as_default(), rt.Session():
        value = SparseTensor([[1]], rt.constant([5]) * 2, [3]).eval()
    assert value.values.tolist() == [10]


def test_other_elements_need_no_new_trace(matrix):
    total = rt.function(lambda m: sparse.reduce_sum(m))
    assert float(total(matrix)) == 21.0
    assert float(total(SparseTensor([[4, 4]], [1.0], [5, 5]))) == 1.0
    assert total.experimental_get_tracing_count() == 1
    assert float(total(SparseTensor([[4]], [1.0], [5]))) == 1.0
    assert total.experimental_get_tracing_count() == 2


def test_a_signature_is_kept(matrix):
    f = rt.function(sparse.to_dense, input_signature=[SparseTensorSpec([None, None], rt.float32)])
    assert f(matrix).tolist() == [[0.0, 5.0, 0.0], [7.0, 0.0, 9.0]]
    with pytest.raises(TypeError, match="does not fit its input signature"):
        f(SparseTensor([[1]], [5.0], [3]))


def test_a_loop_may_add_dimensions():
    @ag.function
    def grow(vector, times):
        for _ in rt.range(times):
            vector = sparse.expand_dims(vector, 0)
        return vector

    grown = grow(SparseTensor([[1]], [5], [3]), rt.constant(2))
    assert grown.indices.tolist() == [[0, 0, 1]]
    assert grown.dense_shape.tolist() == [1, 1, 3]


def test_a_branch_may_change_the_elements(matrix):
    @ag.function
    def change(m, flag):
        if flag:
            m = sparse.map_values(lambda x: x + 1.0, m)
        return m

    assert change(matrix, rt.constant(True)).values.tolist() == [6.0, 8.0, 10.0]
    assert change(matrix, rt.constant(False)).values.tolist() == [5.0, 7.0, 9.0]


def numeric(f, x, step=1e-3):
    grads = np.zeros_like(x)
    for i in np.ndindex(x.shape):
        up, down = x.copy(), x.copy()
        up[i] += step
        down[i] -= step
        grads[i] = (float(f(up)) - float(f(down))) / (2 * step)
    return grads


PLACES, SIZES = [[0, 1], [1, 0], [1, 2]], [2, 3]
WEIGHTS = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])


@pytest.mark.parametrize(
    "f",
    [
        lambda m: sparse.to_dense(m, 2.0) * WEIGHTS,
        lambda m: sparse.sparse_dense_matmul(m, WEIGHTS.T) ** 2,
        lambda m: sparse.sparse_dense_matmul(m, WEIGHTS, adjoint_a=True) ** 2,
        lambda m: sparse.add(m, WEIGHTS) ** 2,
        lambda m: sparse.add(m, sparse.transpose(sparse.reshape(m, [3, 2]))).values ** 2,
        lambda m: sparse.reduce_sum(m, 1) ** 2,
        lambda m: sparse.reduce_sum(m, [0], keepdims=True) ** 2,
        lambda m: sparse.slice(m, [0, 1], [2, 2]).values ** 2,
        lambda m: sparse.concat(0, [m, m * 2.0]).values ** 2 * [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
        lambda m: (m * WEIGHTS).values ** 2,
        lambda m: (m / WEIGHTS).values ** 2,
        lambda m: sparse.softmax(m).values * [1.0, 2.0, 5.0],
        lambda m: sparse.fill_empty_rows(sparse.reset_shape(m, [4, 3]), 1.0)[0].values ** 2,
        lambda m: sparse.transpose(m).values * [1.0, 2.0, 5.0],
    ],
)
def test_gradients_agree_with_differences(f):
    def loss(values):
        return rt.reduce_sum(f(SparseTensor(PLACES, values, SIZES)))

    values = np.array([0.5, -0.7, 0.9])
    x = rt.constant(values)
    with rt.GradientTape() as tape:
        tape.watch(x)
        y = loss(x)
    np.testing.assert_allclose(tape.gradient(y, x).numpy(), numeric(loss, values), rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize(
    "f",
    [
        lambda m, d: sparse.sparse_dense_matmul(m, d) ** 2,
        lambda m, d: sparse.sparse_dense_matmul(m, rt.transpose(d), adjoint_b=True) ** 2,
        lambda m, d: (m * rt.transpose(d)[:1]).values ** 2,
        lambda m, d: (m / rt.transpose(d)).values ** 2,
        lambda m, d: sparse.add(m, rt.transpose(d)) ** 2,
    ],
)
def test_gradients_of_dense_operands_agree_with_differences(f):
    m = SparseTensor(PLACES, rt.constant([0.5, -0.7, 0.9], rt.float64), SIZES)
    dense = WEIGHTS.T.copy()
    x = rt.constant(dense)
    with rt.GradientTape() as tape:
        tape.watch(x)
        y = rt.reduce_sum(f(m, x))
    expected = numeric(lambda d: rt.reduce_sum(f(m, rt.constant(d))), dense)
    np.testing.assert_allclose(tape.gradient(y, x).numpy(), expected, rtol=1e-4, atol=1e-6)


def test_slices_of_one_index_add_up():
    slices = IndexedSlices([[1.0], [2.0], [4.0]], [0, 2, 0], [3, 1])
    assert rt.convert_to_tensor(slices * 2.0).tolist() == [[10.0], [0.0], [4.0]]
    assert slices.shape == [3, 1]


def test_slices_of_unknown_size_are_no_tensor():
    with pytest.raises(ValueError, match="no dense_shape"):
        rt.convert_to_tensor(IndexedSlices([1.0], [0]))


def test_slices_are_masked():
    kept = sparse.mask(IndexedSlices([1.0, 2.0, 3.0], [4, 5, 6], [9]), [5])
    assert (kept.values.tolist(), kept.indices.tolist()) == ([1.0, 3.0], [4, 6])


def test_slices_go_through_functions():
    f = rt.function(lambda s: -s)
    assert f(IndexedSlices([1.0], [2], [3])).values.tolist() == [-1.0]


def test_specs_widen():
    spec = SparseTensorSpec([2, 3], "int32").most_specific_common_supertype([SparseTensorSpec([2, 4], "int32")])
    assert spec == SparseTensorSpec([2, None], "int32")
    assert SparseTensorSpec([1], "int32").most_specific_common_supertype([SparseTensorSpec([1], "int64")]) is None


@pytest.mark.parametrize("axis", [None, 0, [0, 1], []], ids=["all", "one", "both", "none"])
def test_gradients_of_sums_over_axes(matrix, axis):
    weights = [1.0, 2.0, 3.0] if axis == 0 else 3.0
    with rt.GradientTape() as tape:
        tape.watch(matrix.values)
        total = rt.reduce_sum(sparse.reduce_sum(matrix, axis) * weights)
    expected = [2.0, 1.0, 3.0] if axis == 0 else [3.0, 3.0, 3.0]
    assert tape.gradient(total, matrix.values).tolist() == expected
