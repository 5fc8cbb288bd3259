"""`and`, `or`, `not`, `in`, `is None`."""

import pytest

import autograph.operators as ag
from autograph.errors import StagingError


def test_operands_with_effects_stay_lazy(agrees):
    def f(x):
        n = 0
        ag.born_cell(lambda: n)

        def bump(v):
            nonlocal n
            ag.touch_cell(lambda: n)
            n += 1
            return v > 1

        either = ag.end(
            ag.or_(ag.end(ag.and_(x > 0) and ag.call(bump)(x))) or ag.end(ag.and_(x < -2) and ag.call(bump)(x))
        )
        for then in ag.if_(either, ("x",)):
            if then:
                x = x * 2
        return x, n

    agrees(f, (3,), (1,), (-3,), (-1,))


def test_the_second_operand_may_fail_where_the_first_guards_it(agrees):
    def f(i):
        xs = ag.own([1, 2, 3])
        for then in ag.if_(ag.end(ag.and_(i < 3) and xs[i] > 1), ("return_value",)):
            if then:
                return_value = 1
            else:
                return_value = 0
        return return_value

    agrees(f, (0,), (2,), (7,))


def test_the_value_is_an_operand(agrees):
    def f(x):
        return ag.end(ag.or_(x) or 5), ag.end(ag.and_(x) and x + 1)

    agrees(f, (3,), (0,))


def test_or_with_a_default_for_none(agrees):
    def f(x, w):
        w = ag.end(ag.or_(w) or 2)
        return x * w

    agrees(f, (3, None), (4, None))
    agrees(f, (3, 5), (3, 0))


def test_operands_without_a_common_type_have_a_truth(agrees):
    def f(x):
        items = ag.own([1, 2])
        for then in ag.if_(ag.end(ag.and_(x > 0) and items), ("return_value",)):
            if then:
                return_value = 1
            else:
                return_value = 0
        return return_value

    agrees(f, (3,), (-3,))


def test_operands_without_a_common_type_have_no_value(stage):
    def f(x):
        return ag.end(ag.and_(x > 0) and "text") + "more"

    with pytest.raises(StagingError, match="no common type"):
        stage(f, 3)


def test_not(agrees):
    def f(x):
        return ag.if_exp(ag.given(ag.not_(x > 3)) and ag.then([1]) or [0]), ag.if_exp(
            ag.given(ag.not_(x)) and ag.then([1]) or [0]
        )

    agrees(f, (2,), (5,), (0,))


def test_python_operands_are_pythons():
    assert ag.end(ag.and_(0) and 1 / 0) == 0
    assert ag.end(ag.and_([]) and 1) == []
    assert ag.end(ag.or_("") or "b") == "b"
    assert ag.not_([]) is True
    assert ag.in_(1, [1, 2])
    assert ag.not_in(3, (1, 2))
    assert ag.is_none(None)
    assert ag.is_not_none(0)


def test_a_tensor_in_python_numbers(agrees):
    def f(x):
        return ag.if_exp(ag.given(ag.in_(x, (2, 3, 5))) and ag.then([1]) or [0]), ag.if_exp(
            ag.given(ag.not_in(x, [4])) and ag.then([1]) or [0]
        )

    agrees(f, (3,), (4,))


def test_a_number_in_a_tensor(agrees):
    def f(t):
        return ag.if_exp(ag.given(ag.in_(3, t)) and ag.then([1]) or [0])

    agrees(f, ([1, 3],), ([1, 2],))


def test_a_condition_that_follows_from_a_static_shape_is_decided(stage):
    import autograph.operators.backend as b

    if stage.__name__ == "OnSelect":
        pytest.skip("the select backend knows no static shapes of ops")

    import runtime as rt

    def f(t):
        for then in ag.if_(rt.size(t) >= 3, ("span",)):
            if then:
                span = t[2] - t[0]
            else:
                span = t[0] * 0
        return span

    assert b.active() is not None
    assert stage(f, [7])([7]) == 0
    assert stage(f, [4, 5, 6])([4, 5, 6]) == 2


class TestOperandsThatPythonDecides:
    """`ag.end` closes what the `ag.and_` or `ag.or_` of its own expression has opened, and nothing else."""

    def test_inside_an_operand_that_is_traced(self, agrees):
        def f(x, flag):
            return ag.end(ag.and_(x > 0) and ag.end(ag.or_(flag) or x > 5)), ag.end(
                ag.or_(x > 9) or ag.end(ag.and_(flag) and ag.end(ag.and_([1]) and x > 2))
            )

        for flag in (False, True):
            agrees(f, (3, flag), (7, flag), (-1, flag), (10, flag))

    def test_around_an_operand_that_is_traced(self, agrees):
        def f(x, flag):
            return ag.end(ag.and_(flag) and ag.end(ag.and_(x > 0) and x < 5)), ag.end(ag.or_(flag) or x > 0)

        for flag in (False, True):
            agrees(f, (3, flag), (7, flag), (-1, flag))

    def test_in_a_function_that_an_operand_calls(self, agrees):
        def f(x, flag):
            def inner(y):
                return ag.end(ag.and_(flag) and ag.end(ag.or_(y > 4) or y < 2))

            return ag.end(ag.and_(x > 0) and ag.call(inner)(x))

        for flag in (False, True):
            agrees(f, (1, flag), (3, flag), (7, flag), (-1, flag))


def test_an_exception_in_an_operand_belongs_to_the_run(stage):
    def f(x):
        def refuse(y):
            raise ValueError("negative")

        return ag.end(ag.or_(x > 0) or ag.call(refuse)(x)), 0

    staged = stage(f, 3)
    assert staged(3)[1] == 0
    with pytest.raises(Exception, match="negative"):
        staged(-3)


def test_an_exception_in_an_operand_that_a_handler_would_catch_is_refused(stage):
    def f(x):
        def refuse(y):
            raise ValueError("negative")

        depth = ag.depth()
        try:
            return ag.end(ag.or_(x > 0) or ag.call(refuse)(x))
        except ValueError:
            ag.caught(depth)

    with pytest.raises(StagingError, match="would be caught by an `except`"):
        stage(f, 3)


def test_the_truth_of_a_python_operand_is_asked_once(stage):
    asked = []

    class Once:
        def __bool__(self):
            asked.append(self)
            return True

    def f(x):
        one = Once()
        return ag.end(ag.and_(x > 0) and ag.end(ag.and_(one) and x < 9))

    stage(f, 3)
    assert len(asked) == 1
