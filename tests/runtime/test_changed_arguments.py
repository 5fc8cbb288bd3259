"""Arguments that a compiled function changes: refused, since the caller's stay as they are."""

from collections import namedtuple

import pytest

import runtime as rt

Pair = namedtuple("Pair", "first second")


def adds_a_key(d):
    d["z"] = d["a"]
    return d["a"]


def sets_a_key(d):
    d["a"] = d["a"] * 2
    return d["a"]


def removes_a_key(d):
    return d.pop("a")


def changes_inside(d):
    d["a"].append(d["a"][0])
    return d["a"][0]


def sorts(xs):
    xs.sort()
    return xs[0]


def changes_a_field(pair):
    pair.first.pop()
    return pair.second


@pytest.mark.parametrize(
    ("function", "argument", "what"),
    [
        (adds_a_key, {"a": rt.constant(1.0)}, "a dict in argument 'd'"),
        (sets_a_key, {"a": rt.constant(1.0)}, "a dict in argument 'd'"),
        (sets_a_key, {"a": 1.5}, "a dict in argument 'd'"),
        (removes_a_key, {"a": rt.constant(1.0)}, "a dict in argument 'd'"),
        (changes_inside, {"a": [rt.constant(1.0)]}, "a list in argument 'd'"),
        (sorts, [2, 1], "a list in argument 'xs'"),
        (changes_a_field, Pair([1.0, 2.0], rt.constant(1.0)), "a list in argument 'pair'"),
    ],
    ids=["adds", "sets", "sets a number", "removes", "inside", "sorts", "field"],
)
def test_a_changed_argument_is_refused_by_name(function, argument, what):
    with pytest.raises(ValueError, match=f"should not modify its Python input arguments, but it changed {what}"):
        rt.function(function)(argument)


def test_a_changed_keyword_argument_is_refused():
    def f(*, table):
        table["z"] = 1
        return table["a"]

    with pytest.raises(ValueError, match="argument 'table'"):
        rt.function(f)(table={"a": rt.constant(1.0)})


@pytest.mark.parametrize(
    ("function", "argument"),
    [
        (lambda d: dict(d, a=1.0)["a"], {"a": rt.constant(2.0)}),
        (lambda xs: sorted(xs)[0], [2, 1]),
        (lambda pair: pair.first, Pair(rt.constant(1.0), [1])),
        (lambda array: array.write(0, 1.0).stack(), rt.TensorArray("float32", 1)),
    ],
    ids=["dict", "list", "tuple", "array"],
)
def test_copies_may_be_changed(function, argument):
    rt.function(function)(argument)
