"""`raise` under a condition, with handlers, `finally` and `with` around it or inside."""

import contextlib

from tests.catalog import case


@contextlib.contextmanager
def quiet():
    yield 1


def refuse(n):
    raise ValueError("refused")


@case((5,), (1,))
def from_a_handler(n):
    if n < 3:
        try:
            {}["q"]
        except KeyError as error:
            raise ValueError("bad") from error
    return n


@case((5,), (1,))
def through_finally(n):
    t = 0
    if n < 3:
        try:
            raise ValueError("x")
        finally:
            t = 1
    return n + t


@case((5,), (1,))
def through_with(n):
    t = 0
    for i in range(n):
        with quiet(), quiet() as one:
            if i == 2:
                raise ValueError("two")
            t += one
    if n < 3:
        with quiet():
            raise RuntimeError(f"n is {n}")
    return t


@case((5,), (1,))
def swallowed_by_with(n):
    t = 0
    if n < 3:
        with contextlib.suppress(ValueError):
            t = 1
            raise ValueError("x")
        t += 10
    return n + t


@case((5,), (1,))
def caught_inside(n):
    t = 0
    if n < 3:
        try:
            refuse(n)
        except ValueError:
            t = 5
        else:
            t = 6
    return n + t


@case((5,), (1,))
def not_caught_inside(n):
    t = 0
    if n < 3:
        try:
            refuse(n)
        except (KeyError, IndexError):
            t = 5
        finally:
            t += 1
    return n + t


@case((5,), (1,))
def not_caught_around(n):
    try:
        if n < 3:
            raise ValueError("x")
        r = n
    except KeyError:
        r = 2
    return r


@case((5,), (1,))
def raised_again(n):
    if n < 3:
        try:
            refuse(n)
        except ValueError as error:
            raise error
    if n < 2:
        try:
            refuse(n)
        except ValueError:
            raise
    return n


@case((5,), error="would be caught by an `except` around it")
def caught_around(n):
    try:
        if n < 3:
            raise ValueError("x")
        r = 1
    except (KeyError, Exception):
        r = 2
    return r


@case((5,), error="would be caught by an `except` around it")
def callee_caught_around(n):
    try:
        if n < 3:
            refuse(n)
    except ValueError:
        n = 2
    return n


@case((5,), error="AssertionError of this block would be caught by an `except` around it")
def assertion_caught_around(n):
    try:
        assert n > 2, "small"
    except AssertionError:
        n = 2
    return n
