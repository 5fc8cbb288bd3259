"""`and` and `or` in tests: Python's own operators, with arms that the statement ends."""

import itertools

import pytest

import autograph
import autograph.operators as ag
from autograph.operators import trace

VALUES = tuple(itertools.product((3, -3), repeat=3))


def test_both_and_either_in_the_test_of_an_if(agrees):
    def f(x, y, z):
        r = 0
        if then := ag.when(ag.both(x > 0) and ag.both(y > 0) and z > 0):
            r = 1
            ag.end_if(then, ("r",))
        if then := ag.unless(ag.either(x > 0) or ag.either(y > 0) or z > 0):
            r = r + 10
            ag.end_if(then, ("r",))
        for then in ag.if_(ag.both(x > 0) and (ag.either(y > 0) or z > 0), ("r",)):
            if then:
                r = r + 100
            else:
                r = r + 200
        for arm, test in ag.once or ag.arms(("r",)):
            if arm <= 1 and test(ag.either(x > 0) or (ag.both(y > 0) and z > 0)):
                r = r + 1000
            elif arm <= 2 and test(ag.either(y < 0) or z < 0):
                r = r + 2000
        return r

    agrees(f, *VALUES)


@pytest.mark.parametrize("kinds", ["".join(kinds) for kinds in itertools.product("?TF", repeat=3)])
@pytest.mark.parametrize("shape", ["and and", "or or", "and or", "or and", "(or) and", "(and) or"])
def test_operands_of_python_and_of_the_run_mix(shape, kinds, stage):
    a, b, c = ({"T": True, "F": False}.get(kind) for kind in kinds)

    def f(x, y, z):
        p = (x > 0) if a is None else a
        q = (y > 0) if b is None else b
        r = (z > 0) if c is None else c
        result = 0
        if shape == "and and":
            if then := ag.when(ag.both(p) and ag.both(q) and r):
                result = 1
                ag.end_if(then, ("result",))
        elif shape == "or or":
            if then := ag.when(ag.either(p) or ag.either(q) or r):
                result = 1
                ag.end_if(then, ("result",))
        elif shape == "and or":
            if then := ag.when(ag.both(p) and (ag.either(q) or r)):
                result = 1
                ag.end_if(then, ("result",))
        elif shape == "or and":
            if then := ag.when(ag.either(p) or (ag.both(q) and r)):
                result = 1
                ag.end_if(then, ("result",))
        elif shape == "(or) and":
            if then := ag.when(ag.both(ag.end(ag.or_(p) or q)) and r):
                result = 1
                ag.end_if(then, ("result",))
        elif then := ag.when(ag.either(ag.end(ag.and_(p) and q)) or r):
            result = 1
            ag.end_if(then, ("result",))
        return result

    staged = stage(f, 1, 1, 1)
    for values in VALUES:
        assert staged(*values) == f(*values)


def test_a_loop_ends_the_operands_of_its_test(agrees):
    def f(n, top):
        i = 0
        loop = ag.while_(("i",))
        while loop.turn(ag.both(i < n) and ag.either(i < top) or i == 7):
            i = i + 1
        return i

    agrees(f, (5, 9), (9, 5), (0, 0), (20, 7))


def test_operands_of_two_types_have_a_truth(agrees):
    def f(x):
        y = 0
        if then := ag.when(ag.both(x > 0) and [1]):
            y = 1
            ag.end_if(then, ("y",))
        if then := ag.when(ag.either(x > 0) or "text"):
            y = y + 10
            ag.end_if(then, ("y",))
        if then := ag.when(ag.both(x > -5) and None):
            y = y + 100
            ag.end_if(then, ("y",))
        return y

    agrees(f, (3,), (-3,), (-9,))


def test_an_operand_that_fails_runs_only_where_python_runs_it(stage):
    def f(x, y):
        r = 0
        if then := ag.when(ag.both(y != 0) and x // y == 2):
            r = 1
            ag.end_if(then, ("r",))
        return r

    staged = stage(f, 4, 2)
    assert [staged(4, 2), staged(4, 0), staged(4, 1)] == [1, 0, 0]


def test_a_function_that_an_operand_calls_ends_its_own_tests_only(agrees):
    def positive(x):
        r = False
        if then := ag.when(ag.both(x > 0) and x < 100):
            r = True
            ag.end_if(then, ("r",))
        return r

    def f(x, y):
        r = 0
        if then := ag.when(ag.both(x > 0) and ag.call(positive)(y)):
            r = 1
            ag.end_if(then, ("r",))
        return r

    agrees(f, (1, 1), (1, -1), (-1, 1), (1, 200))


def test_converted_tests_ask_for_each_truth_once():
    class Once:
        def __init__(self, name, value, log):
            self.name, self.value, self.log = name, value, log

        def __bool__(self):
            self.log.append(self.name)
            return self.value

    def f(a, b, c):
        y = 0
        if a and b and c:
            y += 1
        if a or (b and c):
            y += 10
        if (a or b) and (b or c):
            y += 100
        elif not (a and b) or c:
            y += 1000
        n = 0
        while n < 1 and (a or b):
            n += 1
        return y + n * 10000

    for values in itertools.product((True, False), repeat=3):
        logs = [], []
        native, converted = ([Once(n, v, log) for n, v in zip("abc", values, strict=True)] for log in logs)
        assert autograph.convert(f)(*converted) == f(*native)
        assert logs[0] == logs[1]
    assert not trace.traces()
