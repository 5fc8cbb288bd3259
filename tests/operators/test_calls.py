"""Calls, recursion, generators."""

import functools
import types

import pytest

import autograph.operators as ag
from autograph.errors import StagingError
from autograph.operators import calls


def test_a_callee_is_converted_and_inlined(agrees):
    def clip(x, low, high):
        for then in ag.if_(x < low, ("return_value",)):
            if then:
                return_value = low
            else:
                for then in ag.if_(x > high, ("return_value",)):
                    if then:
                        return_value = high
                    else:
                        return_value = x
        return return_value

    def f(x):
        return ag.call(clip)(x, 0, 10) + ag.call(clip)(x, low=-3, high=3)

    agrees(f, (5,), (-5,), (50,))


def test_lambdas_partials_and_callable_objects(agrees):
    class Adder:
        def __init__(self, by):
            ag.store(self).by = by

        def __call__(self, x):
            return ag.if_exp(ag.given(x > 0) and ag.then([x + self.by]) or [x])

    def scale(k, x):
        return ag.if_exp(ag.given(x > 0) and ag.then([x * k]) or [x])

    def f(x):
        double = functools.partial(scale, 2)
        relu = lambda v: ag.if_exp(ag.given(v > 0) and ag.then([v]) or [0])
        return ag.call(double)(x), ag.call(relu)(x), ag.call(ag.call(Adder)(5))(x)

    agrees(f, (3,), (-3,))


def test_recursion_becomes_a_call_op(agrees):
    def f(n):
        scale = n * 0 + 2

        def power(k):
            for then in ag.if_(k <= 0, ("return_value",)):
                if then:
                    return_value = 1
                else:
                    return_value = scale * ag.call(power)(k - 1)
            return return_value

        return ag.call(power)(n)

    agrees(f, (5,), (0,), (1,))


def test_mutual_recursion(agrees):
    def f(n):
        def even(k):
            for then in ag.if_(k == 0, ("return_value",)):
                if then:
                    return_value = 1
                else:
                    return_value = ag.call(odd)(k - 1)
            return return_value

        def odd(k):
            for then in ag.if_(k == 0, ("return_value",)):
                if then:
                    return_value = 0
                else:
                    return_value = ag.call(even)(k - 1)
            return return_value

        return ag.call(even)(n)

    agrees(f, (5,), (4,))


def test_double_recursion_in_a_loop(agrees):
    def f(n):
        def fib(k):
            for then in ag.if_(k < 2, ("return_value",)):
                if then:
                    return_value = k
                else:
                    return_value = ag.call(fib)(k - 1) + ag.call(fib)(k - 2)
            return return_value

        s = 0
        for i in ag.for_(ag.call(range)(n), ("s",)):
            s = s + ag.call(fib)(i)
        return s

    agrees(f, (5,), (0,), (8,))


def test_recursion_without_a_base_case_is_refused(stage):
    def f(n):
        def down(k):
            for then in ag.if_(k > 0, ("return_value",)):
                if then:
                    return_value = ag.call(down)(k - 1)
                else:
                    return_value = ag.call(down)(k + 1)
            return return_value

        return ag.call(down)(n)

    with pytest.raises(StagingError, match="'down' has no end"):
        stage(f, 5)


def test_recursion_on_python_values_is_inlined(agrees):
    def f(x):
        def add(k):
            for then in ag.if_(k == 0, ("return_value",)):
                if then:
                    return_value = x
                else:
                    return_value = ag.call(add)(k - 1) + 1
            return return_value

        return ag.call(add)(4)

    agrees(f, (3,))


def test_a_recursive_function_that_changes_outer_state_is_refused(stage):
    class Box:
        def __init__(self):
            ag.store(self).n = 0

    def f(n):
        box = ag.call(Box)()

        def walk(k):
            ag.store(box).n = box.n + 1
            for then in ag.if_(k <= 0, ("return_value",)):
                if then:
                    return_value = k
                else:
                    return_value = ag.call(walk)(k - 1)
            return return_value

        return ag.call(walk)(n)

    with pytest.raises(StagingError, match="'walk' changes outer state.*Box.n"):
        stage(f, 3)


def test_code_that_is_not_converted_gets_checked_arguments(stage):
    seen = []

    def f(x):
        best = None
        for then in ag.if_(x > 0, ("best",)):
            if then:
                best = x
        ag.call(seen.append if False else _note)(best)
        return x

    def _note(value):
        seen.append(value)

    _note.__autograph_do_not_convert__ = True
    staged = stage(f, 3)
    assert staged(3) == 3
    assert type(seen[0]).__name__ != "Maybe"
    with pytest.raises(TypeError, match="'best' is None"):
        staged(-3)


def test_do_not_convert_marks_are_respected(stage):
    converted = []
    before = ag.register_converter(lambda function: converted.append(function.__name__) or function)

    def marked(x):
        return x

    def plain(x):
        return x

    plain = types.FunctionType(plain.__code__.replace(), globals(), "plain")  # code that no test before converted
    marked.__autograph_do_not_convert__ = True
    try:
        stage(lambda x: ag.call(marked)(ag.call(plain)(x)), 3)
    finally:
        ag.register_converter(before)
    assert converted == ["plain"]


def test_framework_and_library_code_is_never_converted(stage):
    import statistics

    converted = []
    before = ag.register_converter(lambda function: converted.append(function.__name__) or function)
    try:
        stage(lambda x: (ag.call(statistics.mean)([1, 2]), x)[1], 3)
    finally:
        ag.register_converter(before)
    assert converted == []


def test_a_generator_is_converted(agrees):
    def evens(limit):
        for k in ag.for_(range(limit), ()):
            yield k * 2

    def f(x):
        s = 0
        for v in ag.for_(ag.call(evens)(3), ("s",)):
            for then in ag.if_(v > x, ("s",)):
                if then:
                    s += v
        return s

    agrees(f, (1,), (3,), (-1,))


def test_a_generator_that_yields_in_a_staged_arm_is_refused(stage):
    def some(x):
        for k in ag.for_(range(3), ()):
            for then in ag.if_(x > k, ()):
                if then:
                    yield k

    def f(x):
        s = 0
        for v in ag.for_(ag.call(some)(x), ("s",)):
            s += v
        return s

    with pytest.raises(StagingError, match="yields"):
        stage(f, 4)


def test_a_generator_stages_between_its_yields(agrees):
    def doubled(xs):
        for x in ag.for_(xs, ()):
            y = x
            for then in ag.if_(x > 0, ("y",)):
                if then:
                    y = x * 2
            yield y

    def f(a, b):
        s = 0
        for v in ag.for_(ag.call(doubled)([a, b, 1]), ("s",)):
            s = s * 10 + v
        return s

    agrees(f, (1, 2), (-1, 2), (-1, -2))


def test_in_python_mode_a_call_is_the_function_itself(monkeypatch):
    monkeypatch.setattr("autograph.operators.backend.can_stage", lambda: False)

    def f():
        pass

    assert ag.call(f) is f
    assert ag.call(len) is len


def test_map_filter_reduce_and_sorted(agrees):
    def f(x):
        doubled = ag.call(map)(lambda v: ag.if_exp(ag.given(v > 0) and ag.then([v * 2]) or [v]), [x, 3, -x])
        kept = ag.call(filter)(lambda v: v > x, [1, 2, 3])
        product = ag.call(functools.reduce)(
            lambda a, b: ag.if_exp(ag.given(b > 0) and ag.then([a * b]) or [a]), [1, x, 2]
        )
        return ag.call(sum)(doubled), ag.call(sum)(kept), product, ag.call(sorted)([3, 1, 2])

    agrees(f, (2,), (-2,))


def test_the_callee_sees_its_own_names(stage):
    """A callee's variables of the same names are its own."""

    def g(y):
        x = 1
        for then in ag.if_(y > 0, ("x",)):
            if then:
                x = 2
        return x

    def f(x):
        y = ag.call(g)(x)
        return x * 10 + y

    staged = stage(f, 3)
    assert (staged(3), staged(-3)) == (32, -29)


def test_dead_code_calls_nothing(stage):
    called = []

    def effect(x):
        called.append(x)
        return x

    def f(x):
        for then in ag.if_(x > 0, ("x",)):
            if then:
                with ag.raising:
                    raise ValueError("dead")
                x = ag.call(effect)(x) + 1
        return x

    assert stage(f, -3)(-3) == -3
    assert called == []


def test_every_overload_stands_for_a_builtin():
    from autograph.operators.builtins import OVERLOADS

    assert calls.callee.__module__
    assert len(OVERLOADS) >= 30


def test_a_method_is_called_on_its_owner(agrees):
    class Scale:
        def __init__(self, by):
            self.by = by

        def __call__(self, x):
            return x * self.by

        def apply(self, x):
            for then in ag.if_(x > 0, ("x",)):
                if then:
                    x = ag.on(self).scaled(x)
            return x

        def scaled(self, x):
            for then in ag.if_(x > 5, ("x",)):
                if then:
                    x = x * self.by
            return x

        @property
        def again(self):
            return self.scaled

        @staticmethod
        def twice(x):
            return x + x

    def f(x):
        scale = Scale(3)
        return ag.on(scale).apply(x), ag.on(scale).again(x), ag.on(Scale).twice(x)

    agrees(f, (3,), (7,), (-1,))
