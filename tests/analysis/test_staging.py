"""Staging: what the text alone proves to be plain Python."""

import pytest

from autograph.analysis.staging import is_none_test, may_be_tensor, may_iterate_tensor
from tests.analysis.trees import expression


@pytest.mark.parametrize(
    "text",
    [
        "True", "'text'", "isinstance(x, int)", "hasattr(x, 'y')", "callable(x)", "issubclass(x, y)", "x is y",
        "x is not True", "type(x) == int", "not isinstance(x, int)", "callable(x) and x is y", "__name__ == '__main__'",
        "__debug__", "1 < 2", "[x]", "{}", "(x, y)", "lambda: x", "f'{1}'", "x.__class__", "3 if x is y else 4",
    ],
)  # fmt: skip
def test_these_are_never_tensors(text):
    assert not may_be_tensor(expression(text))


@pytest.mark.parametrize(
    "text",
    [
        "x", "x > 0", "x == 'a'", "'a' in x", "x in ('a', 'b')", "x is None", "x is not None", "f(x)", "x.y", "x[0]",
        "not x", "callable(x) and y", "x + 1", "-x", "len(x)", "(y := x)", "f'{x}'", "1 if x else 2", "str(x)",
        "x.startswith('a')", "x is y > 0",
    ],
)  # fmt: skip
def test_these_may_be(text):
    assert may_be_tensor(expression(text))


@pytest.mark.parametrize(("text", "may"), [("(1, x)", False), ("'ab'", False), ("x", True), ("range(3)", True)])
def test_a_loop_over_a_display_is_plain_python(text, may):
    assert may_iterate_tensor(expression(text)) is may


def test_only_comparing_with_none_by_identity_asks_for_none():
    assert [is_none_test(expression(text)) for text in ("x is None", "x is not None", "x == None", "x is y")] == [
        True, True, False, False,
    ]  # fmt: skip
