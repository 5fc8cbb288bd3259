"""Slices: every mask against numpy, static shapes, and slices that are written to."""

import itertools

import numpy as np
import pytest

import runtime as rt
from runtime import errors
from runtime.kernels.slicing import slice_index
from runtime.registry import bind_kernel
from tests.runtime.helpers import new_graph

BOUNDS = [None, -7, -1, 0, 1, 2, 7]


@pytest.mark.parametrize("step", [-2, -1, 1, 2])
def test_bounds_are_clamped_as_in_numpy(step):
    x = np.arange(4)
    for start, stop in itertools.product(BOUNDS, BOUNDS):
        masks = {"begin_mask": int(start is None), "end_mask": int(stop is None)}
        result = rt.strided_slice(x, [start or 0], [stop or 0], [step], **masks)
        assert result.tolist() == x[start:stop:step].tolist()


@pytest.mark.parametrize("step", [-2, -1, 1, 2])
def test_the_static_length_is_that_of_the_slice(step):
    for start, stop in itertools.product(BOUNDS, BOUNDS):
        masks = {"begin_mask": int(start is None), "end_mask": int(stop is None)}
        with new_graph():
            known = rt.strided_slice(rt.placeholder("int32", [4]), [start or 0], [stop or 0], [step], **masks)
            unknown = rt.strided_slice(rt.placeholder("int32", [None]), [start or 0], [stop or 0], [step], **masks)
        assert known.shape == [len(range(4)[start:stop:step])]
        assert unknown.shape.rank == 1
        assert unknown.shape.is_compatible_with(known.shape)


def test_masks_mean_what_python_writes():
    x = np.arange(24).reshape(2, 3, 4)
    ones = [1] * 3
    cases = [
        (x[..., 1], {"ellipsis_mask": 1, "shrink_axis_mask": 2}, [0, 1], [0, 2]),
        (x[None, 1], {"new_axis_mask": 1, "shrink_axis_mask": 2}, [0, 1], [0, 2]),
        (x[1, ..., None], {"shrink_axis_mask": 1, "ellipsis_mask": 2, "new_axis_mask": 4}, [1, 0, 0], [2, 0, 0]),
        (x[:, -1, 1:], {"begin_mask": 1, "end_mask": 5, "shrink_axis_mask": 2}, [0, -1, 1], [0, 0, 0]),
        (x[:, ::2], {"begin_mask": 3, "end_mask": 3}, [0, 0], [0, 0]),
    ]
    for expected, masks, begin, end in cases:
        strides = [1, 2] if expected.shape == (2, 2, 4) else ones[: len(begin)]
        assert rt.strided_slice(x, begin, end, strides, **masks).tolist() == expected.tolist()


def test_a_new_axis_wins_over_an_index_as_in_tensorflow():
    x = np.arange(3)
    assert rt.strided_slice(x, [1], [2], [1], new_axis_mask=1, shrink_axis_mask=1).shape == [1, 3]


def test_the_index_is_remembered_for_the_same_bounds_only():
    kernel = bind_kernel("StridedSlice", {})
    x = np.arange(5)
    first, second, end, step = (np.array([n], np.int32) for n in (1, 2, 4, 1))
    assert kernel(x, first, end, step).tolist() == [1, 2, 3]
    assert kernel(x, second, end, step).tolist() == [2, 3]
    assert kernel(x, first, end, step).tolist() == [1, 2, 3]


def test_indices_beyond_the_axis_are_found_when_the_graph_is_built():
    with new_graph():
        x = rt.placeholder("float32", [2, 3])
        with pytest.raises(errors.InvalidArgumentError, match="slice index 3 of dimension 1 out of bounds"):
            rt.strided_slice(x, [0, 3], [1, 4], [1, 1], shrink_axis_mask=2)


def test_slice_takes_minus_one_for_the_rest():
    with new_graph():
        x = rt.placeholder("float32", [None, 3])
        assert rt.slice(x, [0, 1], [2, -1]).shape == [2, 2]
        assert rt.slice(x, [1, 1], [-1, -1]).shape == [None, 2]


def test_an_updated_slice_leaves_the_old_tensor_alone():
    x = rt.constant([1, 2, 3])
    y = rt.tensor_strided_slice_update(x, [0], [2], [1], 9)
    assert (x.tolist(), y.tolist()) == ([1, 2, 3], [9, 9, 3])
    with pytest.raises(errors.InvalidArgumentError, match="out of bounds"):
        rt.tensor_strided_slice_update(x, [3], [4], [1], 9, {"shrink_axis_mask": 1})


def test_the_gradient_of_a_slice_is_zero_elsewhere():
    assert rt.strided_slice_grad([2, 2], [1], [2], [1], [[5, 6]]).tolist() == [[0, 0], [5, 6]]


def test_slice_index_needs_as_many_strides_as_bounds():
    with pytest.raises(ValueError, match="zip"):
        slice_index(np.array([0]), np.array([1, 2]), np.array([1]), 0, 0, 0, 0, 0)
