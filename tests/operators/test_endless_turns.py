"""Loops that run in Python while a function is traced: long ones are unrolled, endless ones end with an error."""

import functools
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


def true_for_ever(n):
    while True:
        n = n + 1


def not_false(n):
    while not False:
        n = n + 1
    return n


def true_in_a_try(n):
    try:
        while 1:
            n = n + 1
    except ValueError:
        pass
    return n


def left_by_a_handler(n):
    numbers = itertools.count()
    while True:
        try:
            n = n + next(numbers)
        except StopIteration:
            break
    return n


def raising_for_ever(n):
    while True:
        n = n + 1
        if n > 10:
            raise ValueError("too large")


def inside_a_generator(n):
    def never_yields():
        k = n
        while True:
            k = k + 1
        yield k

    for k in never_yields():
        n = n + k
    return n


def growing(n):
    xs = [n]
    for x in xs:
        xs.append(x + 1)
    return xs


def filtered(n):
    for i in filter(lambda i: i % 2, itertools.count()):
        n = n + i
    return n


def reduced(n):
    return functools.reduce(lambda total, i: total + i * n, itertools.count())


def listed(n):
    return list(map(lambda i: i * n, itertools.count()))


def summed(n):
    return sum(itertools.count(n))


def extended(n):
    xs = []
    xs.extend(i * n for i in itertools.count())
    return xs


def found_by_a_tensor(n):
    return next(i for i in itertools.count() if i > n)


def any_of_them(n):
    return any(i * n > 5 for i in itertools.count())


def one_of_them(n):
    return n in itertools.count()


LOOPS = [
    broken_by_a_tensor, left_by_a_tensor, never_left_by_python, without_a_jump, of_a_generator, true_for_ever,
    not_false, true_in_a_try, left_by_a_handler, raising_for_ever, inside_a_generator, growing, filtered, reduced,
    listed, summed, extended, found_by_a_tensor, any_of_them, one_of_them,
]  # fmt: skip


@pytest.mark.parametrize("function", LOOPS, ids=lambda function: function.__name__)
def test_a_loop_without_an_end_is_refused_where_it_stands(function):
    with pytest.raises(StagingError, match="has not ended after .* turns of tracing") as caught:
        ag.function(function)(rt.constant(5))
    text = str(caught.value)
    assert "it runs in Python while the function is traced" in text
    assert "^" in text
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


def test_what_goes_on_without_an_end_is_asked_no_more_than_python_asks():
    seen = []

    def odd(i):
        seen.append(i)
        return i % 2

    def function(n):
        for i in filter(odd, itertools.count()):
            if i > 5:
                break
            n = n + i
        return n + next(filter(odd, itertools.count(10)))

    assert ag.function(function, rules="off")(rt.constant(1)).numpy() == 1 + 1 + 3 + 5 + 11
    assert seen == [*range(8), 10, 11]


def test_a_filter_of_an_iterator_without_a_known_end_cannot_ask_a_tensor():
    def function(n):
        return list(filter(lambda i: i > n, itertools.count()))

    with pytest.raises(StagingError, match="does not tell whether it ever ends") as caught:
        ag.function(function)(rt.constant(1))
    assert "itertools.islice" in str(caught.value)


def test_a_loop_that_is_always_true_runs_in_python_as_long_as_python_leaves_it():
    def function(n):
        items = iter([1, 2, 3])
        while True:
            try:
                n = n + next(items)
            except StopIteration:
                return n

    assert ag.function(function)(rt.constant(1)).numpy() == 7
    assert ag.convert(function)(1) == 7
