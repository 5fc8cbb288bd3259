"""Indexing as numpy has it, eagerly and in graphs with known and unknown sizes."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runtime import errors
from runtime.current import add_recorder, remove_recorder
from runtime.ops.state import constant, placeholder
from tests.runtime.helpers import evaluate, new_graph

ARRAY = np.arange(60).reshape(3, 4, 5)
MASK = np.arange(12).reshape(3, 4) % 3 == 0
ALL = slice(None)

INDICES = [
    0,
    -1,
    (0, 1, 2),
    slice(None, None, -1),
    slice(5, 1),
    slice(-100, 100),
    (ALL, slice(3, 0, -2)),
    (ALL, ALL, slice(-1, None, -2)),
    (..., 1),
    (None, ..., None),
    (0, None, slice(1, 3)),
    (),
    ...,
    np.int64(1),
    (np.int8(1), np.array(2)),
    [0, -1],
    np.array([], int),
    [],
    (ALL, [0, -1]),
    (slice(0, 2), np.array([[0, 1], [2, 3]])),
    (ALL, None, [0, 1]),
    (..., [0, 1]),
    ([0, 1], [1, 2]),
    (ALL, [0, 1], [1, 2]),
    (..., [0, 1], [1, 2]),
    ([[0], [1]], [0, 1, 2]),
    ([0, 1], ALL, [1, 2]),
    (0, ALL, [1, 2]),
    (1, [0, 1]),
    (None, [0, 1], 0),
    (slice(1, None), 0, [0, 1]),
    MASK,
    (MASK, [0]),
    (MASK, 0),
    (ALL, np.array([True, False, True, False])),
    ARRAY > 30,
]


def run_in_graph(array, index, shape):
    with new_graph():
        x = placeholder(array.dtype, shape)
        y = x[index]
    return y, evaluate(y, {x: array})


@pytest.mark.parametrize("index", INDICES, ids=repr)
def test_every_index_means_what_numpy_means(index):
    expected = ARRAY[index]
    assert np.array_equal(constant(ARRAY)[index].numpy(), expected)
    for shape in (ARRAY.shape, [None] * 3):
        tensor, value = run_in_graph(ARRAY, index, shape)
        assert np.array_equal(value, expected)
        assert tensor.shape.is_compatible_with(expected.shape)


def test_a_graph_takes_the_same_way_while_a_tape_watches():
    seen = []
    add_recorder(seen.append)
    try:
        assert np.array_equal(constant(ARRAY)[1:, ::-1, [0, 2]].numpy(), ARRAY[1:, ::-1, [0, 2]])
    finally:
        remove_recorder(seen.append)
    assert [op.type for op in seen] == ["StridedSlice", "GatherV2"]


@pytest.mark.parametrize("static", [True, False])
def test_tensors_are_indices_and_bounds(static):
    with new_graph():
        x = placeholder("int64", ARRAY.shape if static else None)
        i, n = placeholder("int32", []), placeholder("int64", [])
        y = x[i, n:, :: i - 3]
    assert np.array_equal(evaluate(y, {x: ARRAY, i: np.int32(1), n: np.int64(2)}), ARRAY[1, 2:, ::-2])


def test_negative_elements_of_symbolic_arrays_count_from_the_end():
    with new_graph():
        x, i = placeholder("int64", [3, 4, 5]), placeholder("int32", [2])
        y = x[:, i]
    assert np.array_equal(evaluate(y, {x: ARRAY, i: np.array([-1, 0], np.int32)}), ARRAY[:, [-1, 0]])


def test_symbolic_masks():
    with new_graph():
        x = placeholder("int64", [None, None, 5])
        y = x[x[:, :, 0] > 20]
    assert np.array_equal(evaluate(y, {x: ARRAY}), ARRAY[ARRAY[:, :, 0] > 20])


def test_a_symbolic_mask_of_another_size_fails_when_it_runs():
    with new_graph():
        x, mask = placeholder("int64", [None]), placeholder("bool", [None])
        y = x[mask]
    with pytest.raises(errors.InvalidArgumentError):
        evaluate(y, {x: np.arange(3), mask: np.array([True, False])})


def test_names_are_those_of_tensorflow():
    with new_graph() as g:
        placeholder("float32", [3], "x")[0]
    assert [op.name for op in g.get_operations()] == [
        "x",
        "strided_slice/stack",
        "strided_slice/stack_1",
        "strided_slice/stack_2",
        "strided_slice",
    ]


BAD = [
    (1.5, TypeError, "Only integers, slices"),
    ("a", TypeError, "Only integers, slices"),
    (True, TypeError, "got True"),
    (np.array(True), TypeError, "Only integers, slices"),
    ([1.5], TypeError, "Only integers, slices"),
    (slice(1.5), TypeError, "bounds of a slice are integers"),
    ((0, 0, 0, 0), errors.InvalidArgumentError, "dim|too many"),
    (7, errors.InvalidArgumentError, "out of bounds"),
    ((..., ...), errors.InvalidArgumentError, "single ellipsis"),
    (slice(None, None, 0), errors.InvalidArgumentError, "step cannot be zero"),
    (np.array([True]), errors.InvalidArgumentError, "mask|boolean"),
]


@pytest.mark.parametrize(("index", "error", "text"), BAD, ids=repr)
def test_what_is_no_index_is_refused(index, error, text):
    with pytest.raises(error, match=text):
        constant(ARRAY)[index]
    with new_graph(), pytest.raises(error, match=text):
        placeholder("int64", ARRAY.shape)[index]


def test_an_index_out_of_range_in_an_array_fails_when_it_runs():
    for index in ([7], [-4]):
        with pytest.raises(errors.InvalidArgumentError):
            run_in_graph(ARRAY, index, ARRAY.shape)


items = (
    st.integers(-3, 2)
    | st.builds(slice, *[st.none() | st.integers(-4, 4)] * 2, st.sampled_from([None, 1, 2, -1, -2]))
    | st.just(None)
    | st.lists(st.integers(-3, 2), max_size=3).map(lambda i: np.array(i, int))
    | st.lists(st.booleans(), min_size=3, max_size=3).map(np.array)
)


@settings(deadline=None)
@given(st.lists(items, max_size=4).map(tuple), st.booleans())
def test_any_index_means_what_numpy_means(index, known):
    array = np.arange(27).reshape(3, 3, 3)
    try:
        expected = array[index]
    except IndexError:
        with pytest.raises(errors.InvalidArgumentError):
            constant(array)[index]
        return
    assert np.array_equal(constant(array)[index].numpy(), expected)
    assert np.array_equal(run_in_graph(array, index, array.shape if known else [None] * 3)[1], expected)
