"""Parts of tensors."""

import pytest

from runtime.errors import InvalidArgumentError
from runtime.formats.slices import Slice, is_partition


@pytest.mark.parametrize("spec", ["5 4 0,3:-", "5 4 -:-", "10 2,3", "1 2 3 0,1:1,1:-"])
def test_slices_are_written_as_they_are_read(spec):
    assert str(Slice.parse(spec)) == spec


@pytest.mark.parametrize("spec", ["5 4", "5 4 0,3", "5 4 3,3:-", "5 4 -1,2:-", "x 0,1", "5 0,1,2", "5 0,-2", "5 1,-1"])
def test_slices_that_do_not_fit_are_errors(spec):
    with pytest.raises(InvalidArgumentError, match="is no shape and slice"):
        Slice.parse(spec)


def test_a_slice_knows_its_shape_and_index():
    part = Slice((5, 4), ((2, 3), (0, -1)))
    assert part.shape == (3, 4)
    assert part.index == (slice(2, 5), slice(None))
    assert not part.is_whole
    assert Slice((5, 4), ((0, 5), (0, -1))).is_whole


@pytest.mark.parametrize(
    ("specs", "whole"),
    [
        (["5 0,3", "5 3,2"], True),
        (["5 3,2", "5 0,3"], True),
        (["5 0,3", "5 2,2"], False),
        (["5 0,3"], False),
        (["5 0,3", "5 0,3"], False),
        (["2 2 0,1:-", "2 2 1,1:0,1", "2 2 1,1:1,1"], True),
        (["2 2 0,1:-", "2 2 0,1:0,1", "2 2 1,1:1,1"], False),
        (["5 -"], True),
    ],
)
def test_a_partition_has_each_element_once(specs, whole):
    assert is_partition([Slice.parse(spec) for spec in specs]) is whole
