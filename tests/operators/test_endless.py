"""Iterators beside what only the run knows: refused where they may have no end, and those over tensors."""

import itertools

import pytest

import autograph as ag
import runtime as rt
from autograph.errors import StagingError


def ones():
    while True:
        yield 1


def zipped(n, make):
    total = 0
    for i, k in zip(range(n), make()):
        total += i * k
    return total


def mapped(n, make):
    total = 0
    for product in map(lambda i, k: i * k, range(n), make()):
        total += product
    return total


def rows(x, make):
    total = 0
    for v, k in zip(x, make()):
        total += v * k
    return total


ENDLESS = {
    "count": itertools.count,
    "cycle": lambda: itertools.cycle([1, 2]),
    "repeat": lambda: itertools.repeat(3),
    "generator": ones,
    "enumerate": lambda: enumerate(ones()),
    "zip": lambda: zip(ones(), itertools.count()),
}
ENDING = {
    "list": lambda: [1, 2, 3],
    "reversed": lambda: reversed([5, 6]),
    "map": lambda: map(abs, [-1, 2]),
    "zip": lambda: map(sum, zip([4, 5, 6], itertools.count())),
    "repeat": lambda: itertools.repeat(3, 2),
    "dict": lambda: {1: 0, 2: 0},
}


@pytest.mark.parametrize("function", [zipped, mapped])
@pytest.mark.parametrize("name", ENDLESS)
def test_an_iterator_without_an_end_is_refused_beside_a_length_of_the_run(function, name):
    with pytest.raises(StagingError, match="only the run knows") as caught:
        ag.function(function)(rt.constant(3), ENDLESS[name])
    text = str(caught.value)
    assert "(range(n), make())" in text or "range(n), make()" in text
    assert "itertools.islice" in text


@pytest.mark.parametrize("name", ["count", "cycle", "repeat", "generator"])
def test_of_one_beside_a_known_length_only_so_many_items_are_taken(name):
    make, x = ENDLESS[name], [7, 8, 9]
    assert ag.function(rows)(rt.constant(x), make).numpy() == rows(x, make)
    kept = make()
    ag.function(rows)(rt.constant(x), lambda: kept)
    assert next(kept) == next(itertools.islice(make(), 3, None))


@pytest.mark.parametrize("function", [zipped, mapped])
@pytest.mark.parametrize("name", ENDING)
def test_an_iterator_that_tells_its_end_is_taken_whole(function, name):
    for n in (0, 2, 5):
        assert ag.function(function)(rt.constant(n), ENDING[name]).numpy() == function(n, ENDING[name])


def test_the_shortest_known_part_bounds_an_iterator_too():
    def three(n):
        total = 0
        for i, k, j in zip(range(n), itertools.count(), [5, 6, 7]):
            total += i * k * j
        return total

    assert ag.function(three)(rt.constant(9)).numpy() == three(9)


def test_an_iterator_from_outside_of_a_staged_block_is_not_consumed_in_it():
    def outer(n):
        total = 0
        it = iter([1, 2, 3])
        if n > 1:
            for i, k in zip(range(n), it):
                total += i * k
        return total

    with pytest.raises(StagingError, match="made outside of it"):
        ag.function(outer)(rt.constant(3))


def test_an_iterator_over_a_tensor_ends_with_a_loop_over_it():
    def f(xs):
        it = iter(xs)
        total = 0
        for x in it:
            total += x
        return total + next(it, 0)

    with pytest.raises(StagingError, match="used after a loop over it"):
        ag.function(f)(rt.constant([1, 2]))


def test_an_iterator_over_a_tensor_stays_in_its_block():
    def f(xs):
        it = iter(xs)
        total = 0
        if xs[0] > 0:
            total = next(it)
        return total

    with pytest.raises(StagingError, match="made outside of it"):
        ag.function(f)(rt.constant([1, 2]))
