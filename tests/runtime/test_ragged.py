"""Ragged tensors: what is refused, what is known statically, how they go through functions, branches and loops."""

import numpy as np
import pytest

import autograph as ag
import runtime as rt
from runtime.errors import InvalidArgumentError, OperatorNotAllowedInGraphError, UnimplementedError
from runtime.ragged import RaggedTensor, RaggedTensorSpec, constant


@pytest.fixture
def rows():
    return constant([[1, 2], [], [3, 4, 5]])


@pytest.mark.parametrize(
    ("make", "arguments"),
    [
        (RaggedTensor.from_row_splits, [[1, 2, 3], [1, 3]]),
        (RaggedTensor.from_row_splits, [[1, 2, 3], [0, 2, 1, 3]]),
        (RaggedTensor.from_row_splits, [[1, 2, 3], [0, 2]]),
        (RaggedTensor.from_row_lengths, [[1, 2, 3], [1, 1]]),
        (RaggedTensor.from_row_lengths, [[1, 2, 3], [4, -1]]),
        (RaggedTensor.from_value_rowids, [[1, 2], [1, 0]]),
        (RaggedTensor.from_value_rowids, [[1, 2], [0, 3], 2]),
        (RaggedTensor.from_uniform_row_length, [[1, 2, 3], 2]),
    ],
)
def test_partitions_that_do_not_fit_are_refused(make, arguments):
    with pytest.raises(InvalidArgumentError, match="do not form a valid RaggedTensor"):
        make(*arguments)


def test_partitions_are_checked_when_a_graph_runs():
    @rt.function(input_signature=[rt.TensorSpec([None], rt.int64)])
    def total(splits):
        return rt.reduce_sum(RaggedTensor.from_row_splits([1, 2, 3], splits), axis=1)

    assert total(rt.constant([0, 1, 3], rt.int64)).tolist() == [1, 5]
    with pytest.raises(InvalidArgumentError, match="do not form a valid RaggedTensor"):
        total(rt.constant([0, 2], rt.int64))


@pytest.mark.parametrize("value", [[1, [2]], [[1], 2], [[[1]], [2]]])
def test_elements_are_at_one_depth(value):
    with pytest.raises(ValueError, match="nesting depth"):
        constant(value)


def test_inner_dimensions_may_be_uniform():
    pairs = constant([[[1, 2]], [[3, 4], [5, 6]]], ragged_rank=1)
    assert (pairs.shape.as_list(), pairs.ragged_rank) == ([2, None, 2], 1)
    assert constant([[], []], dtype="int32", inner_shape=[2], ragged_rank=1).flat_values.shape == [0, 2]


def test_the_static_shape_keeps_uniform_rows():
    assert RaggedTensor.from_uniform_row_length(constant([[1], [2, 3]]), 1).shape.as_list() == [2, 1, None]


def test_a_ragged_dimension_has_no_element_of_a_number(rows):
    with pytest.raises(ValueError, match="Use a slice"):
        rows[:, 0]


def test_a_row_out_of_range_is_an_error(rows):
    with pytest.raises(InvalidArgumentError):
        rows[rt.constant(7)]


@pytest.mark.parametrize(
    "index", [slice(None, 2), slice(-2, None), slice(None, None, -1), slice(2, 0, -1), slice(5, 9), slice(-9, -1, 2)]
)
def test_slices_cut_rows_as_python_cuts_lists(index):
    lists = [[1, 2, 3, 4], [], [5], [6, 7]]
    assert constant(lists, "int32")[:, index].to_list() == [row[index] for row in lists]
    assert constant(lists, "int32")[index].to_list() == lists[index]


def test_rows_of_other_lengths_do_not_add(rows):
    with pytest.raises(InvalidArgumentError, match="identical ragged splits"):
        rows + constant([[1], [2, 3], [4, 5]])


def test_a_dense_tensor_must_broadcast(rows):
    with pytest.raises(InvalidArgumentError, match="Unable to broadcast"):
        rows + rt.constant([[1, 2], [3, 4], [5, 6]])
    with pytest.raises(InvalidArgumentError, match="more dimensions"):
        rows + rt.ones([1, 1, 1], rt.int32)


def test_a_dense_tensor_fits_rows_of_its_length():
    rows = RaggedTensor.from_row_splits([1, 2, 3, 4], [0, 2, 4])
    assert (rows + rt.constant([[10, 20]])).to_list() == [[11, 22], [13, 24]]


def test_an_op_that_takes_no_ragged_tensors_says_so(rows):
    with pytest.raises(UnimplementedError, match=r"Op MatMul does not take ragged tensors: use to_tensor\(\)"):
        rt.matmul(rows, rows)


def test_reductions_check_their_axes(rows):
    with pytest.raises(InvalidArgumentError, match="Invalid reduction axis"):
        rt.reduce_sum(rows, axis=2)


def test_only_dimensions_of_size_one_are_squeezed(rows):
    with pytest.raises(InvalidArgumentError, match="not squeezable"):
        rt.squeeze(rows, axis=1)


def test_python_sees_rows(rows):
    assert len(rows) == 3
    assert [row.tolist() for row in rows] == [[1, 2], [], [3, 4, 5]]
    assert [row.tolist() for row in rows.numpy()] == [[1, 2], [], [3, 4, 5]]
    assert constant([[1], [2]]).numpy().tolist() == [[1], [2]]
    with pytest.raises(TypeError, match="no truth value"):
        bool(rows)


def test_a_symbolic_one_has_no_list_yet():
    @rt.function
    def f(rows):
        rows.to_list()

    with pytest.raises(OperatorNotAllowedInGraphError, match="to_list"):
        f(constant([[1]]))


def test_other_partitions_need_no_new_trace(rows):
    double = rt.function(lambda r: r * 2)
    assert double(rows).to_list() == [[2, 4], [], [6, 8, 10]]
    assert double(constant([[7], [8], []])).to_list() == [[14], [16], []]
    assert double.experimental_get_tracing_count() == 1


def test_a_concrete_function_takes_and_describes_ragged_tensors(rows):
    double = rt.function(lambda r: r * 2).get_concrete_function(RaggedTensorSpec([3, None], rt.int32))
    assert double(rows).to_list() == [[2, 4], [], [6, 8, 10]]
    assert double.structured_outputs == RaggedTensorSpec([3, None], rt.int32)
    assert double.structured_input_signature[0][0] == RaggedTensorSpec([3, None], rt.int32)


def test_branches_forget_uniform_lengths_that_differ():
    @ag.function
    def choose(flag):
        if flag:
            r = RaggedTensor.from_uniform_row_length([1, 2, 3, 4], 2)
        else:
            r = constant([[1], [2, 3]])
        return r

    assert choose(rt.constant(True)).to_list() == [[1, 2], [3, 4]]
    assert choose(rt.constant(False)).to_list() == [[1], [2, 3]]


def test_rows_are_looped_over():
    @ag.function(input_signature=[RaggedTensorSpec([None, None], rt.int32)])
    def weighted(rows):
        total = 0
        for i, row in enumerate(rows):
            for x in row:
                total += i * x
        return total, len(rows)

    total, count = weighted(constant([[1, 2], [], [3, 4]]))
    assert (int(total), int(count)) == (14, 3)


def test_while_loop_carries_ragged_tensors(rows):
    def body(i, r):
        return i + 1, rt.concat([r, r[:, :1]], axis=1)

    _, grown = rt.while_loop(lambda i, r: i < 2, body, (rt.constant(0), rows))
    assert grown.to_list() == [[1, 2, 1, 1], [], [3, 4, 5, 3, 3]]


def test_row_splits_may_be_32_bits(rows):
    short = rows.with_row_splits_dtype("int32")
    assert short.row_splits.dtype is rt.int32
    assert rt.concat([short, short], 1).to_list() == [[1, 2, 1, 2], [], [3, 4, 5, 3, 4, 5]]


def test_gradients_flow_through_padding_and_gathering():
    x = rt.constant([1.0, 2.0, 3.0])
    with rt.GradientTape() as tape:
        tape.watch(x)
        rows = RaggedTensor.from_row_splits(x, [0, 2, 3])
        dense = rt.gather(rows, [1, 0, 1]).to_tensor()
        y = rt.reduce_sum(dense * [[1.0, 0.0], [2.0, 3.0], [10.0, 0.0]])
    assert np.asarray(tape.gradient(y, x)).tolist() == [2.0, 3.0, 11.0]


def test_strings_of_any_rank_are_split():
    parts = rt.strings.split([["a b", "c"], ["", "d e f"]])
    assert parts.to_list() == [[[b"a", b"b"], [b"c"]], [[], [b"d", b"e", b"f"]]]
    assert rt.strings.split(constant([["a b"], []])).to_list() == [[[b"a", b"b"]], []]


def test_it_converts_nothing_by_itself(rows):
    assert rt.convert_to_tensor(rows) is rows
    with pytest.raises((TypeError, ValueError)):
        np.asarray(rows, dtype=np.int32)


@pytest.mark.parametrize(
    ("spec", "fits"),
    [
        (RaggedTensorSpec([None, None], "int32"), True),
        (RaggedTensorSpec([3, None], "int32"), True),
        (RaggedTensorSpec([2, None], "int32"), False),
        (RaggedTensorSpec([None, None], "int64"), False),
        (RaggedTensorSpec([None, None, None], "int32"), False),
        (RaggedTensorSpec([None, None], "int32", row_splits_dtype="int32"), False),
    ],
)
def test_specs_say_what_fits(rows, spec, fits):
    assert spec.is_compatible_with(rows) is fits


def test_an_argument_must_fit_the_signature(rows):
    f = rt.function(lambda r: r, input_signature=[RaggedTensorSpec([None, None], "int64")])
    with pytest.raises(TypeError, match="does not fit its input signature"):
        f(rows)
