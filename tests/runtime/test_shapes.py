"""TensorShape: partial knowledge and its algebra."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.shapes import UNKNOWN, TensorShape, as_shape, broadcast_shape, unknown_shape

dims = st.none() | st.lists(st.none() | st.integers(0, 3), max_size=4)
shapes = dims.map(TensorShape)


def test_equality_takes_lists_tuples_and_none():
    assert TensorShape([1, None]) == [1, None] == TensorShape((1, None))
    assert TensorShape(None) == None  # noqa: E711
    assert TensorShape([1]) != [2]
    assert len({TensorShape([1]), TensorShape([1]), UNKNOWN}) == 2


def test_numpy_integers_are_sizes():
    assert TensorShape([np.int64(3), np.array(2)]).as_list() == [3, 2]


@pytest.mark.parametrize(("bad", "error"), [([-1], ValueError), ([1.5], TypeError), (3, TypeError), (["a"], TypeError)])
def test_what_is_no_shape_is_refused(bad, error):
    with pytest.raises(error):
        TensorShape(bad)


def test_a_shape_of_unknown_rank_has_no_sizes():
    assert UNKNOWN.rank is None
    assert not UNKNOWN
    assert UNKNOWN[3] is None
    with pytest.raises(ValueError, match="unknown rank"):
        len(UNKNOWN)
    with pytest.raises(ValueError, match="unknown rank"):
        list(UNKNOWN)


def test_text():
    assert [str(TensorShape(d)) for d in ([], [1], [1, None], None)] == ["()", "(1,)", "(1, None)", "<unknown>"]
    assert repr(TensorShape([1, None])) == "TensorShape([1, None])"


def test_slices_are_shapes():
    shape = TensorShape([1, 2, 3])
    assert shape[1:] == [2, 3]
    assert shape[-1] == 3
    assert UNKNOWN[1:3] == [None, None]
    assert UNKNOWN[1:] == UNKNOWN


def test_rank_is_checked():
    assert UNKNOWN.with_rank(2) == [None, None]
    assert TensorShape([1]).with_rank_at_least(1) == [1]
    with pytest.raises(ValueError, match="must have rank 2"):
        TensorShape([1]).with_rank(2)
    with pytest.raises(ValueError, match="at least 2"):
        TensorShape([1]).with_rank_at_least(2)
    with pytest.raises(ValueError, match="not fully defined"):
        unknown_shape(1).assert_is_fully_defined()


def test_a_shape_works_as_a_numpy_shape():
    assert np.zeros(TensorShape([2, 3])).shape == TensorShape([2, 3])


def test_number_of_elements():
    assert TensorShape([]).num_elements() == 1
    assert TensorShape([2, 0]).num_elements() == 0
    assert TensorShape([2, None]).num_elements() is None


def test_merging_what_disagrees_is_an_error():
    with pytest.raises(ValueError, match=r"\(1, None\) and \(2, 3\) are not compatible"):
        TensorShape([1, None]).merge_with([2, 3])


@given(shapes, shapes)
def test_merge_and_generalisation_bound_both(a, b):
    general = a.most_general(b)
    assert a.is_subtype_of(general)
    assert b.is_subtype_of(general)
    if a.is_compatible_with(b):
        merged = a.merge_with(b)
        assert merged.is_subtype_of(a)
        assert merged.is_subtype_of(b)
        assert merged == b.merge_with(a)


@given(shapes, shapes)
def test_concatenation_adds_ranks(a, b):
    both = a + b
    assert both.rank == (None if a.rank is None or b.rank is None else a.rank + b.rank)


@given(st.lists(st.integers(0, 3), max_size=3), st.lists(st.integers(0, 3), max_size=3), st.data())
def test_broadcasting_agrees_with_numpy_on_what_is_known(a, b, data):
    partial_a = [d if data.draw(st.booleans()) else None for d in a]
    partial_b = [d if data.draw(st.booleans()) else None for d in b]
    try:
        expected = np.broadcast_shapes(tuple(a), tuple(b))
    except ValueError:
        with pytest.raises(ValueError, match="broadcasting"):
            broadcast_shape(a, b)
    else:
        assert broadcast_shape(a, b) == expected
        assert broadcast_shape(partial_a, partial_b).is_compatible_with(expected)


def test_as_shape_returns_shapes_as_they_are():
    shape = TensorShape([1])
    assert as_shape(shape) is shape
