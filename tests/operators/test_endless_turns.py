"""Loops that run in Python while a function is traced: long ones are unrolled, endless ones end with an error."""

import itertools

import pytest

import autograph as ag
import runtime as rt
from autograph.errors import StagingError
from autograph.operators import endless


@pytest.fixture(autouse=True)
def _few_turns(monkeypatch):
    monkeypatch.setattr(endless, "_STEP", 10)
    monkeypatch.setattr(endless, "_MOST_TURNS", 100)
    monkeypatch.setattr(endless, "_MOST_GUARDED_TURNS", 20)
    monkeypatch.setattr(endless, "_MOST_OPERATIONS", 2000)


def broken_by_a_tensor(n):
    total = 0
    for i in itertools.count():
        if i > n:
            break
        total += i
    return total


def left_by_a_tensor(n):
    for i in map(abs, itertools.count()):
        if i > n:
            return i
    return 0


def never_left_by_python(n):
    k = 0
    while k >= 0:
        n, k = n + 1, k + 1
    return n


def without_a_jump(n):
    for _ in itertools.repeat(1):
        n = n + 1
    return n


def of_a_generator(n):
    def endless_generator():
        while True:
            yield 1

    for one in endless_generator():
        n = n + one
    return n


LOOPS = [broken_by_a_tensor, left_by_a_tensor, never_left_by_python, without_a_jump, of_a_generator]


@pytest.mark.parametrize("function", LOOPS, ids=lambda function: function.__name__)
def test_a_loop_without_an_end_is_refused_where_it_stands(function):
    with pytest.raises(StagingError, match="has not ended after .* turns of tracing") as caught:
        ag.function(function)(rt.constant(5))
    text = str(caught.value)
    assert "it runs in Python while the function is traced" in text
    assert "    for " in text or "    while " in text
    assert "with a tensor n" in text


def test_a_long_sequence_is_unrolled_whatever_its_length():
    def function(n):
        for i in range(300):
            n = n + i
        for i in [0] * 30:
            if n < 0:
                break
            n = n + i
        return n

    assert ag.function(function)(rt.constant(5)).numpy() == 5 + sum(range(300))


def test_turns_that_record_nothing_are_not_counted():
    def function(n):
        k, total = 0, 0
        while k < 5000:
            k += 1
        for i in itertools.count():
            total += i
            if i > 5000:
                break
        return n + k + total

    assert ag.function(function)(rt.constant(1)).numpy() == function(1)
