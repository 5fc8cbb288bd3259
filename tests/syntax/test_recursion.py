"""Room for deep trees."""

import sys
import threading

import pytest

from autograph.syntax.recursion import deep_recursion
from autograph.syntax.source import Source


@pytest.fixture(autouse=True)
def limit():
    """The recursion limit, which every test must leave as it was."""
    before = sys.getrecursionlimit()
    yield before
    assert sys.getrecursionlimit() == before


def test_the_limit_is_raised_and_put_back(limit):
    with deep_recursion(2_000):
        assert sys.getrecursionlimit() > limit


def test_it_is_never_lowered(limit):
    sys.setrecursionlimit(limit + 50_000)
    try:
        with deep_recursion(1):
            assert sys.getrecursionlimit() == limit + 50_000
    finally:
        sys.setrecursionlimit(limit)


def test_it_is_put_back_after_an_error(limit):
    with pytest.raises(ZeroDivisionError), deep_recursion(2_000):
        1 / 0


def test_the_last_thread_puts_it_back(limit):
    inside, leave = threading.Event(), threading.Event()

    def other():
        with deep_recursion(2_000):
            inside.set()
            leave.wait(10)

    thread = threading.Thread(target=other)
    with deep_recursion(3_000):
        thread.start()
        inside.wait(10)
    assert sys.getrecursionlimit() > limit
    leave.set()
    thread.join()


def test_long_chains_and_sums_are_no_problem():
    chain = "".join(f"    {'el' if n else ''}if x > {n}: y = {n}\n" for n in range(300))
    sums = "    return " + " + ".join(["x"] * 700) + "\n"
    source = Source.parse(f"def f(x):\n{chain}{sums}", "f.py")
    assert next(source.functions()).tree.name == "f"
