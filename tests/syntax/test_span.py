"""Places in a file and the lines that show them."""

import pytest

from autograph.syntax.document import Document
from autograph.syntax.span import Span, display_width, excerpt


def test_a_place_reads_as_editors_write_it():
    assert str(Span("f.py", 3, 4, 3, 9)) == "f.py:3:5"


def test_the_caret_stands_under_wide_characters():
    assert excerpt(["漢字 = x"], Span("f", 1, 5, 1, 6)) == "  1 | 漢字 = x\n    |        ^"


def test_the_caret_stands_right_after_tabs():
    assert excerpt(["\tif x:"], Span("f", 1, 4, 1, 5)) == "  1 |         if x:\n    |            ^"


def test_tabs_behind_wide_characters_reach_the_same_stop():
    assert excerpt(["漢\tx"], Span("f", 1, 2, 1, 3)) == "  1 | 漢      x\n    |         ^"


def test_several_lines_are_underlined_without_their_indentation():
    shown = excerpt(["f(a,\n", "  b)\n"], Span("f", 1, 0, 2, 4))
    assert shown == "  1 | f(a,\n    | ^^^^\n  2 |   b)\n    |   ^^"


def test_long_stretches_are_cut():
    assert excerpt(["x\n"] * 9, Span("f", 1, 0, 9, 1)).endswith("4 | x\n    | ^\n    | …")


def test_an_empty_stretch_still_has_a_caret():
    assert excerpt(["ab"], Span("f", 1, 1, 1, 1)).endswith("|  ^")


@pytest.mark.parametrize(("text", "width"), [("ab", 2), ("漢", 2), ("e\u0301", 1), ("\t", 8), ("a\tb", 9)])
def test_display_width(text, width):
    assert display_width(text) == width


def test_columns_count_characters_though_trees_count_bytes():
    document = Document("é = ñ + x\n", "f.py")
    name = document.module.body[0].value.right
    assert (name.col_offset, document.span(name).column) == (10, 8)
