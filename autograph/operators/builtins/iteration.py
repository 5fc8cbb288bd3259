"""Iteration: `range`, `enumerate`, `zip`, `map`, `filter`, `reversed`, `iter`, `next`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import GeneratorType
from typing import Any

from autograph.operators import backend
from autograph.operators.comprehensions import Lazy
from autograph.operators.endless import ends
from autograph.operators.for_ import Steps, iterate
from autograph.operators.iterables import (
    Cursor,
    Enumerated,
    Mapped,
    Reversed,
    TensorRange,
    Zipped,
    abreast,
    beside,
    refuse_outer_iterator,
)
from autograph.operators.journal import born
from autograph.operators.lists import List
from autograph.operators.place import refusal
from autograph.operators.standin import read, resolve

from .stepping import collect, each, is_staged


def range_(*bounds: Any) -> Any:
    """Has the semantics of `range`, for bounds that may be tensors."""
    bounds = tuple(map(read, bounds))
    return TensorRange(*bounds) if any(map(backend.active().is_symbolic, bounds)) else range(*bounds)


def enumerate_(iterable: Any, start: Any = 0) -> Any:
    """Has the semantics of `enumerate`."""
    if is_staged(iterable):
        return Enumerated(beside(resolve(iterable)), start)
    return born(enumerate(_steps(iterable), start))


def zip_(*iterables: Any, strict: bool = False) -> Any:
    """Has the semantics of `zip`; lengths that only the run knows are not compared by `strict`."""
    if any(map(is_staged, iterables)):
        return Zipped(abreast([resolve(iterable) for iterable in iterables]))
    return born(zip(*map(_steps, iterables), strict=strict))


def map_(function: Any, /, *iterables: Any) -> Any:
    """Has the semantics of `map`; the function is converted."""
    from autograph.operators.calls import callee

    converted = callee(function)
    if any(map(is_staged, iterables)):
        return Mapped(converted, abreast([resolve(iterable) for iterable in iterables]))
    return born(map(converted, *map(_steps, iterables)))


def filter_(function: Any, iterable: Any, /) -> Any:
    """Has the semantics of `filter`; the result is a list of run-time length if a test is a tensor."""
    from autograph.operators.calls import callee
    from autograph.operators.truth import truth

    converted = (lambda item: item) if function is None else callee(function)
    if is_staged(iterable):
        return _filtered(converted, iterable)
    iterable = resolve(iterable)
    if not ends(iterable):
        return born(filter(lambda item: _plain(truth(converted(item))), each(iterable)))
    items = collect(iterable)
    tests = [truth(converted(item)) for item in items]
    if any(map(backend.active().is_symbolic, tests)):
        return _filtered(converted, items)
    return born(iter([item for item, test in zip(items, tests, strict=True) if test]))


def _plain(test: Any) -> bool:
    """The answer of a filter's test, which decides now whether an item is there."""
    if isinstance(test, bool):
        return test
    raise refusal(
        "filter() asks a tensor about an item of a Python iterator, which does not tell whether it ever ends",
        why="the items are taken one by one while the function is traced, and only the run knows which of them pass.",
        fix="filter a list of as many items as can be wanted, `list(itertools.islice(it, n))`, or use `while` with a "
        "tensor condition.",
    )


def reversed_(sequence: Any, /) -> Any:
    """Has the semantics of `reversed`."""
    if is_staged(sequence):
        return Reversed(beside(resolve(sequence)))
    return born(reversed(resolve(sequence)))


def iter_(*args: Any) -> Any:
    """Has the semantics of `iter`; the iterator belongs to the innermost staged block."""
    if is_staged(args[0]) and backend.active().elements(resolve(args[0])) is None:
        return born(Cursor(beside(resolve(args[0]))))
    return born(iter(*map(resolve, args)))


def next_(iterator: Any, *default: Any) -> Any:
    """Has the semantics of `next`, for an iterator that was made in the same staged block."""
    if isinstance(iterator, Lazy):
        return iterator.first(*default)
    iterator = resolve(iterator)
    source = backend.active().elements(iterator)
    if source is not None:
        return _next_element(source, *default)
    refuse_outer_iterator(iterator)
    if isinstance(iterator, Cursor):
        return _next_item(iterator, *default)
    return next(Steps(iterator) if isinstance(iterator, GeneratorType) else iterator, *default)


def _next_item(cursor: Cursor, *default: Any) -> Any:
    """The next item of something whose length only the run may know."""
    from autograph.operators.expressions import one_of

    is_there = cursor.take_one()
    if is_there is False:
        if not default:
            raise StopIteration
        return default[0]
    if is_there is True:
        return cursor.last()
    if default:
        return one_of(is_there, cursor.last, lambda: default[0])
    backend.active().check(is_there, StopIteration, [])
    return cursor.last()


def _next_element(source: backend.ElementSource, *default: Any) -> Any:
    """The next element of an iterator that the run advances, wherever it was made."""
    from autograph.operators.expressions import one_of

    if not default:
        return source.next()
    ahead = source.begin()
    return one_of(source.has(ahead), lambda: source.value(ahead), lambda: default[0])


def _steps(iterable: Any) -> Any:
    iterable = resolve(iterable)
    refuse_outer_iterator(iterable)
    if isinstance(iterable, GeneratorType):
        steps: Iterator[Any] = Steps(iterable)
        return steps
    return iterable


def _filtered(function: Any, iterable: Any) -> Any:
    """The items that pass, in a list of run-time length."""
    from autograph.operators.if_ import choose
    from autograph.operators.truth import truth

    kept = born(List())
    frame = sys._getframe()

    def take(item: Any) -> None:
        """Keeps an item if the test holds, in an arm if only the run knows."""
        test = truth(function(item))
        for then in choose(test, (), frame):
            if then:
                kept.append(item)

    iterate(iterable, take)
    return kept
