"""Operands of `and` and `or`, sides of ternaries and messages of assertions run in the frame that they stand in."""

import asyncio
import sys
import types

import pytest

import autograph as ag
import runtime as rt
from autograph.errors import StagingError
from autograph.operators.python_mode import FORMS
from tests.passes import python_mode
from tests.passes.running import converted, native, outcome, text

OPERATORS = types.SimpleNamespace(**{**vars(python_mode), **FORMS})
"""Those of this project while nothing can be staged."""


def both(block, *arguments, name="f"):
    """What the function of a text does natively, and converted."""
    function = native(text(block) + "\n")[name]
    return outcome(function, *arguments), outcome(converted(function, operators=OPERATORS), *arguments)


@pytest.mark.parametrize(
    "expression",
    ["x if a else 1", "1 if not a else x", "2 if not a else 1 if x else 3", "a and x", "not a or x"],
)
def test_an_unbound_variable_raises_what_python_raises(expression):
    expected, found = both(f"""
        def f(a):
            y = {expression}
            x = y
    """, 1)  # fmt: skip
    assert expected == found
    assert found[1] == "UnboundLocalError"


def test_an_unbound_variable_in_a_message():
    expected, found = both(
        """
        def f(a):
            assert a, x
            x = 1
        """,
        0,
    )
    assert expected == found
    assert found[1] == "UnboundLocalError"


def test_what_looks_at_frames_sees_the_function():
    expected, found = both(
        """
        import sys

        def caller():
            return sys._getframe(1).f_code.co_name

        def f(a):
            try:
                assert a is None, caller()
            except AssertionError as error:
                said = str(error)
            return caller() if a else 0, 0 if not a else caller(), a and caller(), said
        """,
        1,
    )
    assert expected == found == ("gives", ("f", "f", "f", "f"))


def test_recursion_is_as_deep_as_in_python():
    function = native(
        text("""
        def f(n):
            return 0 if n == 0 else 1 + (f(n - 1) if n > 1 or f(0) == 0 else 0)
        """)
        + "\n"
    )["f"]
    made = converted(function, operators=OPERATORS)

    def depth_of(f):
        low, high = 1, sys.getrecursionlimit()
        while low < high:
            middle = (low + high + 1) // 2
            try:
                f(middle)
                low = middle
            except RecursionError:
                high = middle - 1
        return low

    space = made.__globals__
    expected = depth_of(function)
    space["f"] = made
    assert 0 <= expected - depth_of(made) <= 1  # the C function of an operator may be one frame at the leaf


def test_super_finds_its_class_and_object():
    expected, found = both(
        """
        class Base:
            def get(self, x):
                return x

        class Derived(Base):
            def get(self, x):
                assert x, super().get(2)
                return super().get(x) if x > 1 else [super(Derived, self).get(y) if y else y for y in [0, 1]]

        def f(x):
            return Derived().get(x)

        get = Derived.get
        """,
        5,
    )
    assert expected == found == ("gives", 5)
    space = native(
        text("""
        class Base:
            def get(self, x):
                return x

        class Derived(Base):
            def get(*arguments):
                self, x = arguments
                return super(Derived, self).get(x) if x else 0
        """)
        + "\n"
    )
    space["Derived"].get = converted(space["Derived"].get, operators=OPERATORS)
    assert space["Derived"]().get(3) == 3


def test_generators_pause_in_operands():
    expected, found = both(
        """
        def pause(a):
            x = (yield 1) if a else (yield 2)
            y = x and (yield 3)
            assert a, (yield 4)
            return (yield 5) if y is None else x

        def f(a):
            steps, seen = pause(a), []
            value = None
            try:
                while True:
                    value = steps.send(value)
                    seen.append(value)
            except StopIteration as end:
                return seen, end.value
            except AssertionError as error:
                return seen, error.args
        """,
        0,
        name="f",
    )
    assert expected == found == ("gives", ([2, 3, 4], (4,)))


async def _double(x):
    await asyncio.sleep(0)
    return x * 2


def test_coroutines_wait_in_operands():
    async def f(a, double):
        assert a is not None, await double(0)
        return await double(1) if a else await double(2), a and await double(3)

    made = ag.to_graph(f)
    for a in (0, 1):
        assert asyncio.run(made(a, _double)) == asyncio.run(f(a, _double))


@pytest.mark.parametrize("kind", ["a side", "an operand", "a message"])
def test_a_coroutine_that_waits_in_what_a_tensor_decides_is_refused(kind):
    async def side(x):
        return await _double(x) if x > 0 else x

    async def operand(x):
        return x > 0 and await _double(x) > 1

    async def message(x):
        assert x > 0, await _double(x)

    function = {"a side": side, "an operand": operand, "a message": message}[kind]
    with rt.Graph().as_default(), pytest.raises(StagingError, match="a coroutine awaits inside of an expression"):
        asyncio.run(ag.to_graph(function)(rt.placeholder(rt.int32, [])))
