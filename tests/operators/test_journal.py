"""State that no name of a frame covers: attributes, outer variables, globals."""

import pytest

import autograph.operators as ag
from autograph.errors import StagingError


class Counter:
    def __init__(self):
        ag.store(self).n = 0

    def bump(self, by):
        ag.store(self).n += by


class Thermostat:
    def __init__(self):
        ag.store(self).raw = 0

    @property
    def level(self):
        return self.raw

    @level.setter
    def level(self, value):
        for then in ag.if_(value > 10, ("value",)):
            if then:
                value = 10
        ag.store(self).raw = value


def test_an_attribute_assigned_in_arms(agrees):
    def f(x):
        c = ag.call(Counter)()
        for then in ag.if_(x > 0, ()):
            if then:
                ag.store(c).n = x
            else:
                ag.store(c).n = -x
        return c.n

    agrees(f, (3,), (-3,))


def test_a_method_changes_an_attribute_in_a_loop(agrees):
    def f(n):
        c = ag.call(Counter)()
        for i in ag.for_(ag.call(range)(n), ()):
            for then in ag.if_(i != 2, ()):
                if then:
                    ag.call(c.bump)(i)
        return c.n

    agrees(f, (4,), (-1,), (2,))


def test_the_object_may_be_rebound_in_the_block(agrees):
    def f(n):
        a, b = ag.call(Counter)(), ag.call(Counter)()
        cur = a
        for k in ag.for_([1, 2], ("cur",)):
            for then in ag.if_(n > k, ()):
                if then:
                    ag.store(cur).n = cur.n + k
            cur = b
        return a.n, b.n

    agrees(f, (3,), (0,), (2,))


def test_effects_are_undone_between_traces(agrees):
    def f(n):
        c = ag.call(Counter)()
        total = 0
        for i in ag.for_(ag.call(range)(n), ("total",)):
            ag.store(c).n = c.n + 1
            total = total + i * 0.5
        return c.n, total + 0.0

    def g(n):
        c, total = f(n)
        return c, total

    if True:

        def on_floats(t):
            c = ag.call(Counter)()
            total = 0
            for e in ag.for_(t, ("total",)):
                ag.store(c).n = c.n + 1
                total = total + e * 0.5
            return c.n, total

        agrees(on_floats, ([1.5, 2.5],), ([0.0, 1.0],))


def test_an_object_made_in_each_turn(agrees):
    def f(n):
        acc = 0
        for i in ag.for_(ag.call(range)(n), ("acc",)):
            helper = ag.call(Counter)()
            ag.call(helper.bump)(i)
            acc = acc + helper.n
        return acc

    agrees(f, (5,), (0,))


def test_objects_made_in_arms_do_not_merge(stage):
    def f(x):
        for then in ag.if_(x > 0, ("c",)):
            if then:
                c = ag.call(Counter)()
            else:
                c = ag.call(Counter)()
        return c.n

    with pytest.raises(StagingError, match="'c'.*Counter"):
        stage(f, 3)


def test_a_property_is_set_by_its_converted_setter(agrees):
    def f(x):
        t = ag.call(Thermostat)()
        for then in ag.if_(x > 0, ()):
            if then:
                ag.store(t).level = x
        return t.level

    agrees(f, (3,), (30,), (-3,))


def test_nonlocal_in_a_callee(agrees):
    def f(x):
        n = 0
        ag.born_cell(lambda: n)

        def bump():
            nonlocal n
            ag.touch_cell(lambda: n)
            n += 1

        def twice(v):
            for then in ag.if_(v > 0, ()):
                if then:
                    ag.call(bump)()
                    ag.call(bump)()

        ag.call(twice)(x)
        return n

    agrees(f, (3,), (-3,))


def test_a_variable_that_both_the_loop_and_a_callee_write(agrees):
    def f(n):
        total = 0
        ag.born_cell(lambda: total)

        def add(v):
            nonlocal total
            ag.touch_cell(lambda: total)
            for then in ag.if_(v > 1, ("total",)):
                if then:
                    total = total + v

        for i in ag.for_(ag.call(range)(n), ("total",)):
            total = total + 1
            ag.call(add)(i)
            for then in ag.if_(total > 3, ("total",)):
                if then:
                    total = total * 2
        return total

    agrees(f, (3,), (0,), (5,))


LAST = 0


def test_a_global_that_is_left_with_a_tensor_is_an_error(stage):
    def f(x):
        global LAST
        ag.touch_global(globals(), "LAST")
        for then in ag.if_(x > 0, ()):
            if then:
                LAST = x
        return x

    with pytest.raises(StagingError, match="'LAST'.*global"):
        stage(f, 3)
    assert LAST == 0


def test_an_outer_variable_that_is_left_with_a_tensor_is_an_error(stage):
    last = 0

    def f(x):
        nonlocal last
        ag.touch_cell(lambda: last)
        last = x
        return x

    with pytest.raises(StagingError, match="'last'"):
        stage(f, 3)
    assert last == 0


def test_a_global_python_value_may_be_set(stage):
    def f(x):
        global LAST
        ag.touch_global(globals(), "LAST")
        LAST = 7
        return x

    global LAST
    stage(f, 3)
    assert LAST == 7
    LAST = 0


def test_arms_may_set_an_attribute_that_is_not_there_yet(agrees):
    class Box:
        pass

    def f(x):
        b = ag.call(Box)()
        for then in ag.if_(x > 0, ()):
            if then:
                ag.store(b).v = x
            else:
                ag.store(b).v = 1
        return b.v

    agrees(f, (3,), (-3,))


def test_sets_that_disagree_are_refused(stage):
    def f(x):
        seen = ag.own({1})
        for then in ag.if_(x > 0, ()):
            if then:
                ag.call(seen.add)(2)
        return x

    with pytest.raises(StagingError, match="set"):
        stage(f, 3)
