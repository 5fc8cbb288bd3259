"""Texts with tensors in them: they are made when the graph runs, and read as Python's."""

import dataclasses

import pytest

import autograph as ag
import runtime as rt
from autograph.errors import StagingError


def text_of(function, *values):
    return ag.function(function)(*map(rt.constant, values)).numpy().decode()


def agrees(function, *values):
    assert text_of(function, *values) == function(*values)


@pytest.mark.parametrize("x", [3, -12])
def test_fields_take_formats_and_conversions(x):
    agrees(lambda x: f"<{x}|{x:>5}|{x!r:5}|{x * 2:+d}|{x!s}>", x)
    agrees(lambda x: f"{x}", x)
    agrees(lambda x: f"{[x, 1]} {(x,)} {'a'!r:>4} {1 + 1}", x)


def test_a_text_is_a_value_like_any_other():
    def described(x):
        if x > 0:
            sign = f"+{x}"
        else:
            sign = "none"
        return sign + "!"

    agrees(described, 3)
    agrees(described, -3)


def test_percent_of_one_value_of_a_tuple_and_of_names():
    agrees(lambda x: "value %s" % x, 7)
    agrees(lambda x: "%5d|%-6s|%05d %r" % (x, x, x, x), 42)
    agrees(lambda x: "%+d%%%s % d %4s" % (x, "a", x, x + 1), 42)
    agrees(lambda x: "%(name)s is %(x)d" % {"name": "n", "x": x}, 3)
    agrees(lambda x: "%.3f and %8.2e" % (x, x), 2.5)
    agrees(lambda x: "%d" % x, 2.75)


def test_percent_wants_as_many_values_as_fields():
    with pytest.raises(TypeError, match="not enough arguments"):
        text_of(lambda x: "%d %d" % (x,), 1)  # noqa: F507
    with pytest.raises(TypeError, match="not all arguments"):
        text_of(lambda x: "%d" % (x, 1), 1)  # noqa: F507
    with pytest.raises(StagingError, match="width"):
        text_of(lambda x: "%*d" % (4, x), 1)


def test_join_and_format():
    agrees(lambda x: ", ".join([str(x), "a", str(x + 1)]), 3)
    agrees(lambda x: "-".join(str(i * x) for i in (1, 2, 3)), 3)
    agrees(lambda x: "{} {1:>4} {a}".replace("{} ", "").format(x, x, a=x), 3)


def test_a_message_is_filled_in_where_it_is_raised():
    @ag.function
    def checked(x):
        if x < 3:
            message = f"too small: {x}"
            raise ValueError(message)
        return x

    assert checked(rt.constant(3)).numpy() == 3
    with pytest.raises(ValueError, match="too small: 1"):
        checked(rt.constant(1))


@dataclasses.dataclass
class Point:
    x: object
    y: object = 0


def test_a_dataclass_shows_its_fields():
    agrees(lambda x: f"at {Point(x, (x, 1))}", 3)
