"""Exceptions in traces: of the trace, of the run, and for the user's handlers."""

import contextlib
import sys

import pytest

import autograph.operators as ag
from autograph.errors import StagingError
from autograph.operators import trace


def test_a_raise_belongs_to_the_run(stage):
    def f(x):
        loop = ag.while_(("x",))
        while loop.turn(x > -5):
            x = x - 1
            for then in ag.if_(x < -3, ()):
                if then:
                    with ag.raising:
                        raise ValueError("negative")
        return x

    staged = stage(f, 2)
    with pytest.raises(ValueError, match="negative"):
        staged(2)
    assert staged(-7) == -7


def test_a_raise_ends_only_its_arm(agrees):
    def f(x):
        for then in ag.if_(x > 100, ("y",)):
            if then:
                with ag.raising:
                    raise ValueError("big")
            else:
                for then in ag.if_(x > 0, ("y",)):
                    if then:
                        y = 1
                    else:
                        y = 2.5
        return y

    agrees(f, (-2,))


def test_both_arms_raise(stage):
    def f(x):
        for then in ag.if_(x > 0, ()):
            if then:
                with ag.raising:
                    raise ValueError("positive")
            else:
                with ag.raising:
                    raise KeyError("other")
        return x

    staged = stage(f, 2)
    assert trace.traces() == []
    if staged.__class__.__name__ == "OnSelect":
        with pytest.raises(ValueError, match="positive"):
            staged(2)


def test_an_exception_while_tracing_passes_the_handlers_outside_of_the_arm(stage):
    def f(x):
        y = x
        depth = ag.depth()
        try:
            for then in ag.if_(x > 0, ("y",)):
                if then:
                    y = x * 5
                    {}["missing"]
        except KeyError:
            ag.caught(depth)
            y = y + 1
        return y

    with pytest.raises(KeyError, match="missing"):
        stage(f, 3)


def test_a_handler_inside_the_arm_catches(agrees):
    def f(x):
        y = x
        for then in ag.if_(x > 0, ("y",)):
            if then:
                depth = ag.depth()
                try:
                    y = {}["missing"]
                except KeyError:
                    ag.caught(depth)
                    y = x * 5
        return y

    agrees(f, (3,), (-3,))


def test_a_handler_after_closed_arms_catches(agrees):
    def f(x):
        y = x
        depth = ag.depth()
        try:
            for then in ag.if_(x > 0, ("y",)):
                if then:
                    y = x * 2
            {}["missing"]
        except KeyError:
            ag.caught(depth)
            y = y + 1
        return y

    agrees(f, (3,), (-3,))


def test_a_bare_except_outside_does_not_catch_either(stage):
    def f(x):
        depth = ag.depth()
        try:
            loop = ag.while_(("x",))
            while loop.turn(x > 0):
                x = x - 1
                {}["missing"]
        except:  # noqa: E722
            ag.caught(depth)
            x = 7
        return x

    with pytest.raises(KeyError, match="missing"):
        stage(f, 3)


def test_a_with_that_swallows_is_found(stage):
    def f(x):
        y = x
        with contextlib.suppress(KeyError):
            for then in ag.if_(x > 0, ("y",)):
                if then:
                    {}["missing"]
        return y

    with pytest.raises(StagingError, match="in the middle"):
        stage(f, 3)


def test_a_staging_error_passes_the_users_handlers(stage):
    def f(x):
        depth = ag.depth()
        try:
            for then in ag.if_(x > 0, ("y",)):
                if then:
                    y = 1
            x = y + 1
        except Exception:
            ag.caught(depth)
            x = 7
        return x

    with pytest.raises(StagingError, match="'y'"):
        stage(f, 3)


def boom(x):
    for then in ag.if_(x > 0, ()):
        if then:
            with ag.raising:
                raise ValueError("boom")
    return x


def test_a_callee_raises_in_an_arm(stage):
    def f(x):
        return ag.call(boom)(x) + 1

    staged = stage(f, -3)
    assert staged(-3) == -2
    with pytest.raises(ValueError, match="boom"):
        staged(3)


def always():
    raise ValueError("always")


def test_a_callee_that_always_raises_in_an_arm(stage):
    def f(x):
        for then in ag.if_(x > 0, ("x",)):
            if then:
                x = ag.call(always)() + 1
        return x

    staged = stage(f, -3)
    assert staged(-3) == -3
    with pytest.raises(ValueError, match="always"):
        staged(3)


def test_a_callee_that_always_raises_and_an_arm_that_catches(agrees):
    def f(x):
        for then in ag.if_(x > 0, ("x",)):
            if then:
                try:
                    x = ag.call(always)()
                except ValueError:
                    x = x * 10
        return x

    agrees(f, (3,), (-3,))


def test_a_handler_between_the_callee_and_the_arm_catches(agrees):
    def careful():
        try:
            return ag.call(always)()
        except ValueError:
            return 5

    def f(x):
        for then in ag.if_(x > 0, ("x",)):
            if then:
                x = ag.call(careful)()
        return x

    agrees(f, (3,), (-3,))


def test_an_unconditional_raise_is_the_traces(stage):
    def f(x):
        raise ValueError("always")

    with pytest.raises(ValueError, match="always"):
        stage(f, 3)


def test_a_staged_raise_inside_a_try_that_may_catch_it_is_refused(stage):
    def f(x):
        depth = ag.depth()
        try:
            for then in ag.if_(x > 0, ()):
                if then:
                    raise ValueError("dead")
        except ValueError:
            ag.caught(depth)
            x = x + 1
        return x

    with pytest.raises(Exception, match="dead"):
        stage(f, 2)


@pytest.mark.parametrize("kinds", [ValueError, Exception, (KeyError, ValueError)], ids=["same", "base", "tuple"])
def test_a_raise_under_a_condition_that_a_handler_around_would_catch_is_refused(stage, kinds):
    def f(x):
        depth = ag.depth()
        try:
            for then in ag.if_(x > 0, ()):
                if then:
                    with ag.raising:
                        raise ValueError("dead")
        except kinds:
            ag.caught(depth)
            x = x + 1
        return x

    with pytest.raises(StagingError, match="ValueError of this block would be caught by an `except` around it"):
        stage(f, 2)


def test_handlers_of_other_exceptions_do_not_matter(stage):
    def f(x):
        try:
            for then in ag.if_(x > 0, ("x",)):
                if then:
                    try:
                        with ag.raising:
                            raise ValueError("dead")
                    except (KeyError, IndexError):
                        x = x * 2
                    finally:
                        x = x + 1
        except KeyError as error:
            raise RuntimeError from error
        finally:
            x = x + 10
        return x

    staged = stage(f, 2)
    assert staged(-5) == 5
    with pytest.raises(Exception, match="dead"):
        staged(5)


def test_raising_leaves_the_traceback_alone():
    def f(x):
        for then in ag.if_(x > 0, ()):
            if then:
                with ag.raising:
                    raise ValueError("plain")

    with pytest.raises(ValueError, match="plain") as caught:
        f(3)
    tb = caught.value.__traceback__.tb_next
    assert tb.tb_frame.f_code is f.__code__
    assert tb.tb_next is None
    assert tb.tb_lineno == f.__code__.co_firstlineno + 4


def test_finally_in_a_staged_function(agrees):
    def f(x):
        log = ag.own([])
        try:
            for then in ag.if_(x > 0, ("return_value",)):
                if then:
                    return_value = x
                else:
                    log.append(1)
                    return_value = x * 2
        finally:
            log.append(2)
        return return_value

    agrees(f, (3,), (-3,))


def test_nothing_stays_open_after_an_error(stage):
    def f(x):
        for then in ag.if_(x > 0, ("x",)):
            if then:
                loop = ag.while_(("x",))
                while loop.turn(x > 0):
                    x = x - 1
                    raise RuntimeError("inside")
        return x

    with pytest.raises(RuntimeError, match="inside"):
        stage(f, 3)
    assert trace.traces() == []
    if "runtime.graph" in sys.modules:
        from runtime.dispatch import current_graph

        assert current_graph() is None
