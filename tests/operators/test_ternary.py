"""The ternary: `ag.if_exp(ag.given(t) and ag.then([x]) or [y])`, and several in a row."""

import pytest

import autograph.operators as ag
from autograph.errors import StagingError
from autograph.operators import trace


def test_one_side_runs(agrees):
    def f(x):
        return ag.if_exp(ag.given(x > 0) and ag.then([10 // x]) or [-1])

    agrees(f, (3,), (0,))


def test_falsy_values_are_values(agrees):
    def f(x):
        return ag.if_exp(ag.given(x > 0) and ag.then([0]) or [x]), ag.if_exp(ag.given(x > 0) and ag.then([0]) or [0])

    agrees(f, (3,), (-3,))


def test_python_chooses_where_no_tensor_does():
    assert ag.if_exp(ag.given("x") and ag.then([[]]) or [1 / 0]) == []
    assert ag.if_exp(ag.given(0) and ag.then([1 / 0]) or [None]) is None
    assert ag.if_exp(ag.given(0) and ag.then([1]) or ag.else_given(1) and ag.then([2]) or [3]) == 2


class TestInARow:
    """Ternaries that are the second side of another one end with it, whoever decides which of them."""

    def test_all_of_tensors(self, agrees):
        def f(x):
            return ag.if_exp(
                ag.given(x > 5)
                and ag.then([1])
                or ag.else_given(x > 3)
                and ag.then([2])
                or ag.else_given(x > 1)
                and ag.then([3])
                or [4]
            )

        agrees(f, (6,), (4,), (2,), (0,))

    def test_of_tensors_and_of_python_values(self, agrees):
        def f(x, first, last):
            return ag.if_exp(
                ag.given(first)
                and ag.then([10])
                or ag.else_given(x > 3)
                and ag.then([x])
                or ag.else_given(last)
                and ag.then([-x])
                or [0]
            ), ag.if_exp(ag.given(x > 2) and ag.then([7]) or ag.else_given(first) and ag.then([8]) or [9])

        for first in (False, True):
            for last in (False, True):
                agrees(f, (6, first, last), (1, first, last))

    def test_in_sides_and_operands(self, agrees):
        def f(x, on):
            inner = ag.if_exp(
                ag.given(on)
                and ag.then([ag.end(ag.and_(on) and ag.if_exp(ag.given(x) and ag.then([x]) or [5]))])
                or ag.else_given(x > 1)
                and ag.then([ag.if_exp(ag.given(on) and ag.then([6]) or ag.else_given(x > 4) and ag.then([7]) or [8])])
                or [ag.end(ag.or_(on) or ag.if_exp(ag.given(x > 0) and ag.then([x]) or [9]))]
            )
            around = ag.end(
                ag.and_(x > 0)
                and ag.if_exp(ag.given(on) and ag.then([x > 1]) or ag.else_given(x > 4) and ag.then([True]) or [x > 2])
            )
            return inner, around

        for flag in (False, True):
            agrees(f, (5, flag), (2, flag), (1, flag), (0, flag))


def test_python_decides_inside_each_side(agrees):
    def f(x, flag):
        return ag.if_exp(
            ag.given(x > 0)
            and ag.then([ag.if_exp(ag.given(flag) and ag.then([x]) or [x + 1])])
            or [ag.if_exp(ag.given(flag) and ag.then([x + 2]) or [x + 3])]
        )

    for flag in (False, True):
        agrees(f, (3, flag), (-3, flag))


def test_a_function_that_a_side_calls_has_ternaries_of_its_own(agrees):
    def f(x, flag):
        def inner(y):
            return ag.if_exp(ag.given(flag) and ag.then([y]) or ag.else_given(y > 4) and ag.then([y * 2]) or [y * 3])

        return ag.if_exp(ag.given(x > 0) and ag.then([ag.call(inner)(x)]) or [ag.call(inner)(-x)])

    for flag in (False, True):
        agrees(f, (1, flag), (7, flag), (-3, flag), (-7, flag))


def test_sides_change_what_is_outside_only_where_they_run(agrees):
    def f(x):
        xs = ag.own([1, 2])
        n = 0
        ag.born_cell(lambda: n)

        def bump(by):
            nonlocal n
            ag.touch_cell(lambda: n)
            n += by
            ag.items(xs)[0] = by
            return n

        y = ag.if_exp(ag.given(x > 0) and ag.then([ag.call(bump)(x)]) or [ag.call(bump)(1) + ag.call(bump)(2)])
        return y, n, xs

    agrees(f, (3,), (-3,))


def test_sides_assign_variables(agrees):
    def f(x):
        m = k = 0
        y = ag.if_exp(ag.given(ag.naming(x > 0, ("k", "m"))) and ag.then([(m := x)]) or [(k := m + 1)])
        return y, m, k

    agrees(f, (3,), (-3,))


def test_a_variable_that_one_side_assigns_is_checked_in_the_run(stage):
    def f(x):
        y = ag.if_exp(ag.given(ag.naming(x > 0, ("m",))) and ag.then([(m := x)]) or [0])
        return y + m

    staged = stage(f, 3)
    assert staged(3) == 6
    with pytest.raises(Exception, match="'m' is used before assignment"):
        staged(-3)


def test_sides_in_a_row_assign_variables(agrees):
    def f(x, flag):
        m = 0
        y = ag.if_exp(
            ag.given(ag.naming(x > 3, ("m",)))
            and ag.then([(m := x)])
            or ag.else_given(ag.naming(flag, ("m",)))
            and ag.then([(m := 1)])
            or ag.else_given(ag.naming((m := 2) > x, ("m",)))
            and ag.then([m])
            or [(m := -x)]
        )
        return y, m

    for flag in (False, True):
        agrees(f, (5, flag), (2, flag), (-3, flag))


def test_an_unbound_variable_in_a_side_fails_where_it_runs(stage):
    def f(x):
        y = x
        del y
        return ag.if_exp(ag.given(x > 100) and ag.then([y]) or [x])  # noqa: F821

    staged = stage(f, 3)
    assert staged(3) == 3
    with pytest.raises(Exception, match="'y' is used before assignment"):
        staged(101)


def test_an_unbound_variable_of_a_function_that_a_side_calls(agrees):
    def f(x):
        y = x
        del y
        get = lambda: y  # noqa: F821
        return ag.if_exp(ag.given(x > 100) and ag.then([ag.call(get)()]) or [x])

    agrees(f, (3,))


def test_an_exception_in_a_side_belongs_to_the_run(stage):
    def f(x):
        def refuse(y):
            raise ValueError("negative")

        return ag.if_exp(ag.given(x > 0) and ag.then([x]) or [ag.call(refuse)(x)])

    staged = stage(f, 3)
    assert staged(3) == 3
    with pytest.raises(Exception, match="negative"):
        staged(-3)


def test_two_sides_that_fail(stage):
    def f(x):
        def refuse(text):
            raise ValueError(text)

        for then in ag.if_(x > 5, ("x",)):
            if then:
                x = ag.if_exp(ag.given(x > 7) and ag.then([ag.call(refuse)("much")]) or [ag.call(refuse)("many")])
        return x

    staged = stage(f, 3)
    assert staged(3) == 3
    for value, text in ((8, "much"), (6, "many")):
        with pytest.raises(Exception, match=text):
            staged(value)


def test_an_exception_that_leaves_a_side_passes_the_handlers_around(stage):
    def f(x):
        depth = ag.depth()
        try:
            return ag.if_exp(ag.given(x > 0) and ag.then([[1][2]]) or [x])
        except IndexError:
            ag.caught(depth)
            return 0

    with pytest.raises(IndexError):
        stage(f, 3)
    assert not trace.traces()


def test_sides_without_a_common_type_are_refused(stage):
    def f(x):
        return ag.if_exp(ag.given(x > 0) and ag.then([x]) or ["text"])

    with pytest.raises(StagingError, match="'the value'"):
        stage(f, 3)


def test_the_truth_of_a_condition_is_asked_once(stage):
    asked = []

    class Once:
        def __bool__(self):
            asked.append(self)
            return len(asked) == 2

    def f(x):
        one, two = Once(), Once()
        return ag.if_exp(
            ag.given(x > 0)
            and ag.then([x])
            or ag.else_given(one)
            and ag.then([1])
            or ag.else_given(two)
            and ag.then([2])
            or [3]
        )

    assert stage(f, 3)(-3) == 2
    assert len(asked) == 2


def test_in_a_comprehension(agrees):
    def f(xs, x, flag):
        made = [
            ag.put(ag.if_exp(ag.given(v > x) and ag.then([v]) or ag.else_given(flag) and ag.then([0]) or [-v]))
            for v in ag.each(xs)
            if ag.where(ag.if_exp(ag.given(v > 1) and ag.then([True]) or [flag]))
        ]
        return ag.call(sum)(ag.listed(made))

    for flag in (False, True):
        agrees(f, ([1, 5, 3], 3, flag), ([1, 2, 9], 0, flag))


def test_a_ternary_that_nobodys_boundary_called():
    import runtime as rt

    def f(x):
        return ag.if_exp(ag.given(x > 0) and ag.then([x]) or ag.else_given(x < -5) and ag.then([0]) or [-x])

    with rt.Graph().as_default():
        x = rt.placeholder(rt.int32, [])
        y = f(x)
        assert not trace.traces()
        session = rt.Session()
        assert [int(session.run(y, {x: value})) for value in (3, -3, -9)] == [3, 3, 0]


def test_a_condition_whose_answer_follows_from_shapes_is_decided(stage):
    if stage.__name__ == "OnSelect":
        pytest.skip("the select backend knows no static shapes of ops")

    import runtime as rt

    def f(t):
        return ag.if_exp(ag.given(rt.size(t) >= 3) and ag.then([t[2]]) or [t[0]])

    assert stage(f, [7])([7]) == 7
    assert stage(f, [4, 5, 6])([4, 5, 6]) == 6
