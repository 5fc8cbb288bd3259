"""Windows over images: how many there are, and what TensorFlow's attributes say about them."""

import pytest

from runtime.errors import InvalidArgumentError
from runtime.windows import Layout


def test_the_layout_reads_the_spatial_entries():
    last = Layout.of([1, 2, 3, 1], "SAME", "NHWC", [1, 4, 5, 1])
    first = Layout.of([1, 1, 2, 3], b"SAME", b"NCHW", [1, 1, 4, 5])
    assert (last.strides, last.dilations, last.channels_first) == ((2, 3), (4, 5), False)
    assert first == last._replace(channels_first=True)


def test_explicit_paddings_go_with_their_name():
    layout = Layout.of([1, 1, 1, 1], "EXPLICIT", "NHWC", (), [0, 0, 1, 2, 3, 4, 0, 0])
    assert layout.windows([1, 1], [5, 5]).padded == (8, 12)
    with pytest.raises(InvalidArgumentError, match="does not go with"):
        Layout.of([1, 1, 1, 1], "EXPLICIT", "NHWC")


@pytest.mark.parametrize(
    ("padding", "length", "taps", "stride", "count", "pads"),
    [
        ("SAME", 5, 3, 2, 3, (1, 1)),
        ("SAME", 6, 3, 2, 3, (0, 1)),
        ("VALID", 6, 3, 2, 2, (0, 0)),
        ("SAME", 5, 1, 9, 1, (0, 0)),
    ],
)
def test_same_adds_what_is_missing_the_larger_half_behind(padding, length, taps, stride, count, pads):
    windows = Layout.of([1, stride, 1], padding, "NWC").windows([taps], [length])
    assert (windows.output, windows.pads) == ((count,), (pads,))


def test_unknown_sizes_give_unknown_counts():
    layout = Layout.of([1, 2, 2, 1], "SAME", "NHWC")
    assert layout.output([None, 3], [5, None]) == (3, None)


def test_a_window_larger_than_the_image_is_refused():
    with pytest.raises(InvalidArgumentError, match=r"windows of \[3\] over \[1\]"):
        Layout.of([1, 1, 1], "VALID", "NWC").windows([3], [1])
