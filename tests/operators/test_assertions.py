"""`assert`: `ag.assert_(test) or ag.fail(message)`."""
# ruff: noqa: PT009

import pytest

import autograph.operators as ag
from autograph.errors import StagingError
from autograph.operators import trace


def test_an_assertion_that_a_handler_would_catch_is_refused(stage):
    def f(x):
        try:
            ag.assert_(x > 0) or ag.fail()
        except AssertionError:
            return 0
        return x

    with pytest.raises(StagingError, match="AssertionError of this block would be caught"):
        stage(f, 2)


def test_assert_in_an_arm(stage):
    def f(x):
        for then in ag.if_(x > 0, ("x",)):
            if then:
                ag.assert_(x > 1) or ag.fail("small")
                x = x + 1
        return x

    staged = stage(f, 3)
    assert (staged(3), staged(-2)) == (4, -2)
    with pytest.raises(AssertionError, match="small"):
        staged(1)


def test_assert_in_a_loop_with_a_message_of_the_run(stage):
    def f(x):
        loop = ag.while_(("x",))
        while loop.turn(x > 0):
            ag.assert_(x != 1) or ag.fail(ag.text("small ", ag.field(x)))
            x -= 1
        return x

    staged = stage(f, 3)
    assert staged(0) == 0
    with pytest.raises(AssertionError, match="small 1"):
        staged(3)


def test_a_false_assert_in_an_arm_belongs_to_the_run(stage):
    def f(x):
        for then in ag.if_(x > 0, ("x",)):
            if then:
                ag.assert_(False) or ag.fail("never")
        return x

    staged = stage(f, 3)
    assert staged(-3) == -3
    with pytest.raises(AssertionError, match="never"):
        staged(3)


def test_a_python_assert_is_pythons():
    with pytest.raises(AssertionError, match="no"):
        ag.assert_(1 > 2) or ag.fail("no")
    ag.assert_(True) or ag.fail(1 / 0)


def test_the_message_is_made_only_where_the_assertion_fails():
    made = []
    ag.assert_(1) or ag.fail(made.append(1))
    assert not made
    with pytest.raises(AssertionError, match="^None$"):
        ag.assert_(0) or ag.fail(made.append(0))
    assert made == [0]
    with pytest.raises(AssertionError) as caught:
        ag.assert_([]) or ag.fail()
    assert caught.value.args == ()


def test_a_false_assertion_in_the_straight_line_is_raised_now(stage):
    def f(x):
        ag.assert_(None) or ag.fail("now")
        return x

    with pytest.raises(AssertionError, match="^now$"):
        stage(f, 3)


def test_what_a_message_assigns_counts_only_where_the_assertion_fails(agrees):
    def f(x):
        m = 1
        ag.assert_(ag.naming(x > 0, ("m",))) or ag.fail((m := x * 2))
        return m + x

    with pytest.raises(AssertionError, match="-6"):
        agrees(f, (3,))(-3)


def test_a_message_may_ask_and_assert_itself(stage):
    def f(x, flag):
        def told(y):
            ag.assert_(y < 9) or ag.fail("too many")
            ag.assert_(flag is not None) or ag.fail("no flag")
            return y + 1

        ag.assert_(x > 0) or ag.fail(ag.if_exp(ag.given(x < -5) and ag.then([-5]) or [ag.call(told)(x)]))
        return x

    staged = stage(f, 3, True)
    assert staged(3) == 3
    for value, text in ((-3, "-2"), (-7, "-5")):
        with pytest.raises(AssertionError, match=text):
            staged(value)


def test_an_exception_in_a_message_passes_the_handlers_around(stage):
    def f(x):
        depth = ag.depth()
        y = x
        try:
            ag.assert_(x > 0) or ag.fail({}["no"])
        except KeyError:
            ag.caught(depth)
            y = 5
        return y

    with pytest.raises(KeyError):
        stage(f, 3)


def test_an_exception_in_the_message_of_a_callee_passes_the_handlers_around(stage):
    def f(x):
        def inner(y):
            ag.assert_(y > 0) or ag.fail({}["no"])
            return y

        depth = ag.depth()
        y = x
        try:
            y = ag.call(inner)(x)
        except KeyError:
            ag.caught(depth)
            y = 5
        return y

    with pytest.raises(KeyError):
        stage(f, 3)


def test_an_exception_in_a_message_that_a_with_swallows_is_refused(stage):
    import contextlib

    def f(x):
        def inner(y):
            with contextlib.suppress(KeyError):
                ag.assert_(y > 0) or ag.fail({}["no"])
            return y

        return ag.call(inner)(x)

    with pytest.raises(StagingError, match="control left a staged block"):
        stage(f, 3)


def test_a_message_may_handle_its_own_exceptions(stage):
    def f(x):
        def told(y):
            depth = ag.depth()
            try:
                return {}["no"]
            except KeyError:
                ag.caught(depth)
                return y

        ag.assert_(x > 0) or ag.fail(ag.call(told)(x))
        return x

    staged = stage(f, 3)
    assert staged(3) == 3
    with pytest.raises(AssertionError, match="-3"):
        staged(-3)


def test_an_assertion_after_one_whose_message_raised(stage):
    def f(x):
        try:
            ag.assert_(x > 0) or ag.fail({}["no"])
        except KeyError:
            ag.assert_(False) or ag.fail("then this")
        return x

    with pytest.raises(AssertionError, match="then this"):
        stage(f, 3)
    assert not trace.traces()


def test_an_assertion_that_nobodys_boundary_called():
    import runtime as rt

    def f(x):
        ag.assert_(x > 0) or ag.fail("small")
        return x

    with rt.Graph().as_default():
        x = rt.placeholder(rt.int32, [])
        f(x)
        assert not trace.traces()
