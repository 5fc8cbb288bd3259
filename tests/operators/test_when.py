"""`if` without an `else`, and what its arm is opened and closed by."""

import pytest

import autograph.operators as ag
from autograph.errors import StagingError


def test_an_arm_assigns_a_variable(agrees):
    def f(x):
        y = x
        if then := ag.when(x > 0):
            y = x * 2
            ag.end_if(then, ("y",))
        return y

    agrees(f, (3,), (-3,))


def test_the_arm_of_a_false_test_assigns_a_variable(agrees):
    def f(x):
        y = x
        if then := ag.unless(x > 0):
            y = -x
            x = 10
            ag.end_if(then, ("x", "y"))
        return x + y

    agrees(f, (3,), (-3,))


def test_variables_that_nobody_reads_later_need_not_agree(agrees):
    def f(x):
        y, t = x, (x, x)
        if then := ag.when(x > 0):
            t = x
            y = t * 2
            ag.end_if(then, ("y",))
        return y

    agrees(f, (3,), (-3,))


def test_arms_nest(agrees):
    def f(x):
        y = 0
        if then := ag.when(x > 0):
            if then_2 := ag.unless(x > 10):
                y = x
                ag.end_if(then_2, ("y",))
            y = y + 1
            ag.end_if(then, ("y",))
        return y

    agrees(f, (3,), (20,), (-3,))


def test_python_decides_inside_of_an_open_arm(agrees):
    def f(x, verbose):
        y = 0
        if then := ag.when(x > 0):
            if then_2 := ag.when(verbose):
                y = y + 1
                ag.end_if(then_2, ("y",))
            if then_2 := ag.unless(verbose):
                y = y + 10
                ag.end_if(then_2, ("y",))
            y = y + x
            ag.end_if(then, ("y",))
        return y

    agrees(f, (3, True), (-3, True))
    agrees(f, (3, None), (-3, None))


def test_an_exception_that_leaves_a_block_python_decided_leaves_the_open_arm_alone(agrees):
    def f(x):
        y = 0
        if then := ag.when(x > 0):
            try:
                if then_2 := ag.when(True):
                    raise KeyError
                    ag.end_if(then_2, ())
            except KeyError:
                y = y + x
            y = y + 1
            ag.end_if(then, ("y",))
        return y

    agrees(f, (3,), (-3,))


def test_a_variable_bound_in_the_arm_only_is_refused_where_it_is_read(stage):
    def f(x):
        if then := ag.when(x > 0):
            y = x
            ag.end_if(then, ("y",))
        return y

    with pytest.raises(StagingError, match="'y' is returned, but must also be initialized in the else branch"):
        stage(f, 3)


def test_both_arms_one_after_the_other(agrees):
    def f(x):
        t = x + 1
        if then := ag.when(x > 0):
            t = t * 2
            y = t
            then = ag.otherwise(then, ("t", "y"))
        if not then:
            y = t
            ag.end_if(then, ("t", "y"))
        return y

    agrees(f, (3,), (-3,))


@pytest.mark.parametrize("test", [True, False])
def test_python_decides_between_both_arms(test):
    def f():
        ran = []
        if then := ag.when(test):
            ran.append("then")
            then = ag.otherwise(then, ())
        if not then:
            ran.append("else")
            ag.end_if(then, ())
        return ran

    assert f() == ["then" if test else "else"]


def test_both_arms_nest_under_one_name(agrees):
    def f(x):
        if then := ag.when(x > 0):
            if then_2 := ag.when(x > 10):
                y = 2
                then_2 = ag.otherwise(then_2, ("y",))
            if not then_2:
                y = 1
                ag.end_if(then_2, ("y",))
            then = ag.otherwise(then, ("y",))
        if not then:
            y = 0
            ag.end_if(then, ("y",))
        return y

    agrees(f, (3,), (30,), (-3,))


@pytest.mark.parametrize("turned", [False, True])
def test_the_lines_of_a_disagreement_are_named(turned, stage):
    opener = ag.unless if turned else ag.when

    def f(x):
        y = x
        if then := opener(x > 0):
            y = "text"
            y = (x, x)
            ag.end_if(then, ("y",))
        return y

    line = f.__code__.co_firstlineno + 4
    arm = "else" if turned else "main"
    with pytest.raises(StagingError, match=rf"in the {arm} branch \(line {line}\)") as caught:
        stage(f, 3)
    assert caught.value.span.line == line - 2


def test_the_lines_of_a_disagreement_of_both_arms_are_named(stage):
    def f(x):
        if then := ag.when(x > 0):
            y = "text"
            then = ag.otherwise(then, ("y",))
        if not then:
            y = x
            ag.end_if(then, ("y",))
        return y

    line = f.__code__.co_firstlineno
    lines = rf"in the main branch \(line {line + 2}\).*in the else branch \(line {line + 5}\)"
    with pytest.raises(StagingError, match=lines):
        stage(f, 3)


def test_loops_in_an_arm_keep_what_they_learned(agrees):
    def f(n):
        total = 0
        i = 0
        loop = ag.while_(("i", "total"))
        while loop.turn(i < n):
            if then := ag.when(i > 1):
                k = 0
                loop_2 = ag.while_(("k", "total"))
                while loop_2.turn(k < i):
                    total = total + 0.5
                    k = k + 1
                ag.end_if(then, ("total",))
            i = i + 1
        return total

    agrees(f, (5,), (0,))
