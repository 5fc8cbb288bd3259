"""Reading and assigning variables of a running frame."""

import sys

from autograph.operators import frame as frames
from autograph.operators.frame import UNBOUND


def test_variables_are_read_in_order_with_unbound_ones():
    def f():
        a, b = 1, 2
        if b < 0:
            c = 3
        return frames.read(sys._getframe(), ("b", "c", "a"))

    assert f() == {"b": 2, "c": UNBOUND, "a": 1}


def test_a_variable_is_assigned():
    def f():
        a = 1
        frames.assign(sys._getframe(), {"a": 5})
        return a

    assert f() == 5


def test_an_unbound_variable_is_assigned():
    def f():
        frames.assign(sys._getframe(), {"a": 5})
        return a  # noqa: F821
        a = 1

    assert f() == 5


def test_unbound_names_are_found():
    def f():
        a = 1
        b = a
        del b
        get = lambda: c
        names = frames.unbound_names(sys._getframe())
        c = 2
        return sorted(names), get()

    names, c = f()
    assert set(names) >= {"b", "c"}
    assert "a" not in names
    assert c == 2


def test_a_shared_variable_is_assigned_for_both():
    def f():
        a = 1
        get = lambda: a
        frames.assign(sys._getframe(), {"a": 5})
        return a, get()

    assert f() == (5, 5)


def test_an_outer_variable_is_assigned_from_inside():
    def f():
        a = 1

        def g():
            nonlocal a
            frames.assign(sys._getframe(), {"a": 5})
            return a

        return g(), a

    assert f() == (5, 5)


def test_a_callee_assigns_its_callers_variable():
    def poke():
        frames.assign(sys._getframe(1), {"a": 5})

    def f():
        a = 1
        poke()
        return a

    assert f() == 5


def test_a_generators_variable_is_assigned_between_its_steps():
    def steps():
        a = 1
        yield sys._getframe()
        yield a

    g = steps()
    frames.assign(next(g), {"a": 5})
    assert next(g) == 5


def test_other_variables_keep_their_values():
    def f():
        a, b, c = 1, [2], None
        frames.assign(sys._getframe(), {"a": 5})
        b.append(3)
        return a, b, c

    assert f() == (5, [2, 3], None)


def test_a_variable_assigned_after_a_read_is_read_anew():
    def f():
        a = 1
        first = frames.read(sys._getframe(), ("a",))["a"]
        a = 2
        second = frames.read(sys._getframe(), ("a",))["a"]
        return first, second

    assert f() == (1, 2)
