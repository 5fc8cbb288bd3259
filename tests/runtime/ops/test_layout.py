"""Padding, reversing, rolling and moving blocks: the public functions."""

import numpy as np
import pytest

import runtime as rt
from runtime.ops import layout
from tests.runtime.helpers import new_graph

IMAGE = np.arange(16, dtype=np.float32).reshape(1, 4, 4, 1)


def test_padding_has_three_modes():
    x = rt.constant([1, 2, 3])
    assert rt.pad(x, [[1, 2]]).tolist() == [0, 1, 2, 3, 0, 0]
    assert rt.pad(x, [[1, 2]], "reflect").tolist() == [2, 1, 2, 3, 2, 1]
    assert rt.pad(x, [[1, 2]], "SYMMETRIC").tolist() == [1, 1, 2, 3, 3, 2]


def test_padding_is_foreseen_as_far_as_it_is_known():
    with new_graph():
        x = rt.placeholder("float32", [2, None])
        assert rt.pad(x, [[1, 1], [0, 2]]).shape == [4, None]
        assert rt.pad(x, rt.placeholder("int32", [2, 2])).shape == [None, None]
        assert rt.pad(rt.placeholder("float32"), rt.placeholder("int32", [3, 2])).shape.rank == 3


def test_axes_are_reversed_and_rolled():
    x = [[1, 2], [3, 4]]
    assert rt.reverse(x, [-1]).tolist() == rt.reverse(x, 1).tolist() == [[2, 1], [4, 3]]
    assert rt.roll(x, [1, 1], [0, 1]).tolist() == [[4, 3], [2, 1]]
    assert rt.roll([1, 2, 3], -4, 0).tolist() == [2, 3, 1]


def test_sequences_are_reversed_up_to_their_length():
    assert rt.reverse_sequence([[1, 2, 3]], [2], seq_axis=1).tolist() == [[2, 1, 3]]
    with pytest.raises(TypeError, match="needs seq_axis"):
        rt.reverse_sequence([[1]], [1])


def test_blocks_go_into_the_batch_and_back():
    there = rt.space_to_batch_nd(IMAGE, [2, 2], [[0, 0], [2, 0]])
    assert there.shape == [4, 2, 3, 1]
    assert rt.batch_to_space_nd(there, [2, 2], [[0, 0], [2, 0]]).tolist() == IMAGE.tolist()
    assert layout.batch_to_space(there, 2, [[0, 0], [2, 0]]).shape == [1, 4, 4, 1]


@pytest.mark.parametrize("data_format", ["NHWC", "NCHW"])
def test_blocks_go_into_the_depth_and_back(data_format):
    image = IMAGE if data_format == "NHWC" else IMAGE.transpose(0, 3, 1, 2)
    there = layout.space_to_depth(image, 2, data_format)
    assert there.shape == ([1, 2, 2, 4] if data_format == "NHWC" else [1, 4, 2, 2])
    assert layout.depth_to_space(there, 2, data_format).tolist() == image.tolist()
    with new_graph():
        x = rt.placeholder("float32", image.shape)
        assert layout.space_to_depth(x, 2, data_format).shape == there.shape


def test_block_sizes_must_divide_what_is_known():
    with new_graph():
        x = rt.placeholder("float32", [None, 3, 4, 1])
        assert rt.space_to_batch_nd(x, [1, 2], [[0, 0], [0, 0]]).shape == [None, 3, 2, 1]
        with pytest.raises(ValueError, match="not divisible"):
            rt.space_to_batch_nd(x, [2, 2], [[0, 0], [0, 0]])
        with pytest.raises(ValueError, match="3 is not divisible by 2"):
            layout.space_to_depth(x, 2)


def test_the_paddings_for_a_block_are_computed():
    paddings, crops = layout.required_space_to_batch_paddings([5, 4], [2, 2], [[1, 0], [0, 0]])
    assert paddings.tolist() == [[1, 0], [0, 0]]
    assert crops.tolist() == [[0, 0], [0, 0]]
    with new_graph(), pytest.raises(ValueError, match="known statically"):
        layout.required_space_to_batch_paddings(rt.placeholder("int32", [1]), [2])
