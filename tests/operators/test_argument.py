"""The variable that a call got is read from the code of its caller."""

import sys

from autograph.operators.argument import argument_name


def given(value):
    return argument_name(sys._getframe(1))


def test_variables_of_the_caller_have_names():
    def f(a, b):
        c = lambda: b
        return given(a), given(b), given(c), [given(a)][0]

    assert f(1, 2) == ("a", "b", "c", "a")


def test_other_expressions_have_none():
    def f(a):
        return given(a.real), given(1), given((a,)[0]), given(sys), given(-a)

    assert f(1) == (None,) * 5


def test_a_variable_around_counts_if_it_is_assigned_here():
    x = y = 0

    def reads():
        return given(x)

    def assigns():
        nonlocal y
        found = given(y)
        y = 1
        return found

    assert reads() is None
    assert assigns() == "y"


def test_a_call_is_found_in_code_that_was_specialised():
    def f(a):
        for _ in range(100):
            name = given(a)
        return name

    assert f(1) == "a"
