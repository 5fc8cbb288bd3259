"""Containers that were made while tracing, by whatever makes them, may be changed; those from outside may not."""

import collections
import copy
import dataclasses
import json

import numpy as np
import pytest

import autograph as ag
import runtime as rt

ITEMS, TABLE, NAMES = [1.0, 2.0], {"a": 1.0}, {1}


@dataclasses.dataclass
class Log:
    items: list = dataclasses.field(default_factory=list)


class Box:
    def __init__(self, table):
        self.table = table


def copied_dict(x):
    d = TABLE.copy()
    d["z"] = x
    return d["a"] + d["z"]


def copied_list(x):
    values = ITEMS.copy()
    values.append(x)
    return values[0] + values[-1]


def copied_set(x):
    names = NAMES.copy()
    names.add(2)
    return x * len(names)


def deep_copy(x):
    d = copy.deepcopy({"a": ITEMS})
    d["a"][0] = x
    return d["a"][0] + d["a"][1]


def default_dict(x):
    groups = collections.defaultdict(list)
    groups["a"].append(x)
    groups["a"].append(x * 2)
    return groups["a"][0] + groups["a"][1]


def ordered(x):
    d = collections.OrderedDict()
    d["a"] = x
    return d["a"]


def queue(x):
    q = collections.deque([x, x + 1])
    q.append(x + 2)
    return q.popleft() + q.pop()


def joined(x):
    d = TABLE | {"b": 2.0}
    d["a"] = x
    return d["a"] + d["b"]


def added(x):
    values = ITEMS + [3.0]
    values.append(x)
    return values[2] + values[3]


def repeated(x):
    values = [0.0] * 3
    values[1] = x
    return values[0] + values[1]


def sliced(x):
    values = ITEMS[:]
    values[0] = x
    return values[0] + values[1]


def split(x):
    words = "a b".split()
    words.append("c")
    return x * len(words)


def parsed(x):
    d = json.loads("{}")
    d["a"] = x
    return d["a"]


def gathered(x):
    def inner(**named):
        named["z"] = x
        return named["a"] + named["z"]

    return inner(a=1.0)


def field_of_an_object(x):
    log = Log()
    log.items.append(x)
    return log.items[0]


def through_a_helper(x):
    def fill(d):
        d["z"] = x

    d = TABLE.copy()
    fill(d)
    return d["z"]


def through_a_closure(x):
    d = TABLE.copy()

    def fill():
        d["z"] = x

    fill()
    return d["z"]


def in_an_attribute(x):
    box = Box(TABLE.copy())
    box.table["z"] = x
    return box.table["z"]


def in_a_branch(x):
    d = TABLE.copy()
    other = d
    if x > 0:
        other["a"] = x * 5
    return d["a"]


def in_a_loop(x):
    totals = collections.defaultdict(float)
    i = 0
    while i < x:
        totals["a"] += x
        i += 1
    return totals["a"]


def grown_in_a_loop(x):
    values = ITEMS.copy()
    i = 0
    while i < x:
        values.append(x)
        i += 1
    return len(values)


def in_an_own_array(x):
    rows = np.empty(2, object)
    rows[0] = [0.0] * 2
    rows[1] = ITEMS[:]
    rows[1].append(x)
    return rows[1][-1] + rows[0][0]


FRESH = [
    copied_dict, copied_list, copied_set, deep_copy, default_dict, ordered, queue, joined, added, repeated, sliced,
    split, parsed, gathered, field_of_an_object, through_a_helper, through_a_closure, in_an_attribute, in_a_branch,
    in_a_loop, grown_in_a_loop, in_an_own_array,
]  # fmt: skip


@pytest.mark.parametrize("value", [2.0, -2.0])
@pytest.mark.parametrize("function", FRESH, ids=lambda function: function.__name__)
def test_what_was_made_in_the_trace_may_be_changed(function, value):
    got = ag.function(function)(rt.constant(value))
    assert float(got) == float(function(value))
    assert (ITEMS, TABLE, NAMES) == ([1.0, 2.0], {"a": 1.0}, {1})


class Net:
    def __init__(self):
        self.items = [1.0]
        self.nested = {"a": [1.0]}
        self.rows = rows_of_lists()


def rows_of_lists():
    rows = np.empty(2, object)
    rows[:] = [[1.0], [2.0, 3.0]]
    return rows


NET, NESTED, ROWS = Net(), [[1.0]], rows_of_lists()


def item_of_an_outer_list(x):
    for values in NESTED:
        values.append(x)
    return x


def attribute_of_an_outer_object(x):
    NET.items.append(x)
    return x


def deep_in_an_outer_object(x):
    NET.nested["a"].append(x)
    return x


def second_name(x):
    values = ITEMS
    values.append(x)
    return x


def item_that_a_call_gives(x):
    NET.nested.get("a").append(x)
    return x


def given(values):
    values.append(1.0)
    return values[0]


def made_by_a_generator(x):
    def kept():
        yield ITEMS

    next(kept()).append(x)
    return x


def row_of_an_outer_array(x):
    ROWS[1].append(x)
    return x


def row_in_an_outer_object(x):
    rows = NET.rows
    rows[0].append(x)
    return x


OUTER = [
    item_of_an_outer_list,
    attribute_of_an_outer_object,
    deep_in_an_outer_object,
    second_name,
    item_that_a_call_gives,
    made_by_a_generator,
    row_of_an_outer_array,
    row_in_an_outer_object,
]


@pytest.mark.parametrize("function", OUTER, ids=lambda function: function.__name__)
def test_what_is_outside_may_not(function):
    with pytest.raises(ag.StagingError, match="from outside of the function"):
        ag.function(rules="off")(function)(rt.constant(1.0))
    assert (NET.items, NET.nested, NESTED, ITEMS) == ([1.0], {"a": [1.0]}, [[1.0]], [1.0, 2.0])
    assert list(ROWS) == list(NET.rows) == [[1.0], [2.0, 3.0]]


def test_rows_of_an_array_in_a_closure_may_not():
    rows = rows_of_lists()

    def f(x):
        rows[0].append(x)
        return x

    with pytest.raises(ag.StagingError, match="from outside of the function"):
        ag.function(rules="off")(f)(rt.constant(1.0))


def test_an_argument_may_not():
    with pytest.raises(ag.StagingError, match="from outside of the function"):
        ag.function(rules="off")(given)([rt.constant(1.0)])


def test_a_closure_may_not():
    kept = []

    def f(x):
        kept.append(x)
        return x

    with pytest.raises(ag.StagingError, match="from outside of the function"):
        ag.function(rules="off")(f)(rt.constant(1.0))
