"""Item assignment to a tensor shows under every name that leads to it, as with a numpy array."""

import collections
import dataclasses
import functools

import numpy as np
import pytest

import autograph as ag
import runtime as rt
from autograph.errors import StagingError


@dataclasses.dataclass
class Pair:
    left: object
    right: object


def another_name(xs):
    ys = xs + 0
    zs = ys
    ys[0] = 10
    return zs[0], ys[0]


def another_name_in_a_branch(xs):
    ys = xs + 0
    zs = ys
    if xs[0] > 0:
        ys[0] = 10
    ys[1] = 7
    return zs[0], zs[1], ys[0]


def another_name_in_a_loop(xs):
    ys = xs + 0
    zs = ys
    for k in range(xs[2]):
        ys[k] = k * 5
    zs[0] = 100
    return zs[1], ys[0]


def another_name_in_a_branch_in_a_loop(xs):
    ys = xs + 0
    zs = ys
    for k in range(xs[2]):
        if k > 0:
            ys[k] = k * 5
    return zs[1], ys[1]


def a_condition_that_sees_the_change(xs):
    ys = xs + 0
    zs = ys
    while zs[0] < 5:
        ys[0] += 2
    return zs[0], ys[0]


def a_name_made_in_a_loop(xs):
    ys = xs + 0
    for _ in range(xs[0]):
        zs = ys
        for k in range(xs[2]):
            ys[k] = k * 5
        zs[0] = 3
    return ys[0], ys[1]


def arguments_of_helpers(xs):
    def fill(values, n):
        for k in range(n):
            values[k] = 7
        return values

    ys = xs + 0
    zs = fill(ys, xs[1])
    zs[2] = 8
    return ys[0], ys[1], ys[2]


def a_variable_of_the_function_around(xs):
    ys = xs + 0

    def change():
        ys[0] = 5

    if xs[1] > 0:
        change()
    return ys[0]


def containers(xs):
    ys = xs + 0
    pair, held, named = (ys, (1, ys)), [ys, {"a": ys}], Pair(ys, 0)
    ys[0] = 9
    return pair[0][0], pair[1][1][0], held[0][0], held[1]["a"][0], named.left[0]


def attributes(xs):
    pair = Pair(xs + 0, 0)
    left = pair.left
    pair.left[1] = 50
    left[0] = 60
    return pair.left[0], pair.left[1], left[1]


def items_of_a_list(xs):
    rows = [xs + 0, xs + 1]
    for row in rows:
        row[0] = 9
    return rows[0][0] + rows[1][0]


def items_of_a_dict(xs):
    weights = {"w": xs + 0}

    def step(values):
        for key in values:
            values[key][0] -= 1

    step(weights)
    step(weights)
    return weights["w"][0]


def a_name_that_moved_on(xs):
    ys = xs + 0
    zs = ys
    zs = zs * 2
    ys[0] = 50
    return zs[0], ys[0]


def an_argument_that_nobody_reads_again(xs):
    n = xs[2]
    ys = xs
    for k in range(n):
        ys[k] = k
        ys = ys * 2
    return ys[1]


PROGRAMS = [value for value in list(globals().values()) if getattr(value, "__module__", "") == __name__]
PROGRAMS = [program for program in PROGRAMS if not isinstance(program, type)]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
@pytest.mark.parametrize("values", [[1, 2, 3], [-1, 2, 3]], ids=["first", "second"])
def test_what_a_numpy_array_shows(program, values):
    values = np.array(values, np.int32)
    expected = np.array(program(values.copy()))
    got = ag.function(program)(rt.constant(values))
    assert np.array_equal(np.array(got), expected)


def test_a_loop_that_parts_two_names_is_refused():
    def function(xs):
        ys = xs + 0
        zs = ys
        for k in range(xs[2]):
            ys[k] = k
            ys = ys + 1
        return zs[1], ys[1]

    with pytest.raises(StagingError, match="'zs' holds as well, and then holds another one") as caught:
        ag.function(function)(rt.constant([1, 2, 3]))
    assert "for k in range(xs[2])" in str(caught.value)


def test_a_loop_that_changes_what_a_container_holds_is_refused():
    def function(xs):
        ys = xs + 0
        held = [ys]
        for k in range(xs[2]):
            ys[k] = k
        return held[0]

    with pytest.raises(StagingError, match="a container holds as well"):
        ag.function(function)(rt.constant([1, 2, 3]))


def test_a_tensor_that_nothing_holds_is_refused():
    def function(xs):
        (xs + 1)[0] = 2
        return xs

    with pytest.raises(StagingError, match="in no variable"):
        ag.function(function)(rt.constant([1, 2, 3]))


def perhaps_another_name(xs):
    ys = xs if xs[0] > 1 else xs + 1
    ys[0] = 9
    return xs, ys


def perhaps_another_name_by_an_arm(xs):
    ys = xs * 2
    if xs[0] > 1:
        ys = xs
    elif xs[1] > 1:
        ys = ys + 1
    xs[0] = 9
    return xs, ys


@pytest.mark.parametrize("program", [perhaps_another_name, perhaps_another_name_by_an_arm])
def test_a_second_name_in_one_branch_only_is_refused(program):
    with pytest.raises(StagingError, match="in one branch only") as caught:
        ag.function(program)(rt.constant([1, 2, 3]))
    assert "[0] = 9" in str(caught.value)


def test_tensors_that_arms_swap_stay_two():
    def function(xs):
        ys = xs + 1
        if xs[0] > 0:
            xs, ys = ys, xs
        xs[0] = 9
        return xs[0], ys[0]

    assert [int(value) for value in ag.function(function)(rt.constant([1, 2]))] == [9, 1]


def test_a_second_name_of_a_tensor_that_is_gone_may_change():
    def function(xs):
        ys = xs if xs[0] > 1 else xs + 1
        xs = xs * 2
        ys[0] = 9
        return xs[0], ys[0]

    assert [int(value) for value in ag.function(function)(rt.constant([3, 2]))] == [6, 9]


def held_by_a_default_argument(xs):
    f = lambda zs=xs: zs  # noqa: E731
    xs[0] = 42
    return f()


def held_by_a_generator(xs):
    values = (value for value in [xs])
    xs[0] = 77
    return next(values)


def held_by_an_iterator(xs):
    items = iter(xs)
    next(items)
    xs[1] = 90
    return next(items)


def held_by_an_iterator_of_a_list(xs):
    items = iter([(xs, 1)])
    xs[1] = 90
    return next(items)


def held_by_a_deque(xs):
    queue = collections.deque([xs])
    xs[1] = 90
    return queue.popleft()


def held_by_a_partial(xs):
    f = functools.partial(abs, xs)
    xs[1] = 90
    return f()


HIDDEN = [
    held_by_a_default_argument,
    held_by_a_generator,
    held_by_an_iterator,
    held_by_an_iterator_of_a_list,
    held_by_a_deque,
    held_by_a_partial,
]


@pytest.mark.parametrize("program", HIDDEN, ids=lambda program: program.__name__)
def test_a_tensor_that_is_held_out_of_reach_is_refused(program):
    with pytest.raises(StagingError, match="holds as well") as caught:
        ag.function(program)(rt.constant([1, 2, 3]))
    assert program.__name__ in str(caught.value) or "xs[" in str(caught.value)


def test_what_is_used_up_or_never_used_again_is_let_alone():
    def function(xs):
        values = (value for value in [xs])
        first = next(values) + 1

        def double(by=2):
            return xs * by

        xs[0] = first[0] + 5
        return xs[0], double()[0]

    assert [int(value) for value in ag.function(function)(rt.constant([1, 2]))] == [7, 14]


def test_iterators_of_lists_that_are_in_reach_see_the_change():
    def function(xs):
        held = [xs]
        items = iter(held)
        xs[0] = 5
        return next(items)[0]

    assert int(ag.function(function)(rt.constant([1, 2]))) == 5
