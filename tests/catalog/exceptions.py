"""`assert`, `raise`, `try`, `with`."""

import contextlib

from tests.catalog import case


@case((3,), (-2,))
def assert_in_a_branch(x):
    if x > 0:
        assert x > 1, "small"
        x = x + 1
    return x


@case((2,), (-2,))
def raise_ends_only_its_branch(x):
    if x > 100:
        raise ValueError("big")
    elif x > 0:
        y = 1
    else:
        y = 2.5
    return y


@case((3,), (-3,))
def finally_runs_once(x):
    log = []
    try:
        if x > 0:
            return x, len(log)
        log.append(1)
    finally:
        log.append(2)
    return x * 2, len(log)


@case((3,), (-3,))
def try_around_a_branch(x):
    try:
        if x > 0:
            y = x
        else:
            y = -x
    except ValueError:
        y = 0
    return y


@case((3,), (-3,))
def python_error_caught_before_a_branch(x):
    try:
        {}["missing"]
    except KeyError:
        y = 1
    else:
        y = 2
    if x > 0:
        y += 10
    return y


@case((3,), (-3,))
def with_around_a_branch(x):
    with contextlib.nullcontext(5) as five:
        if x > 0:
            x = x + five
        else:
            x = x - five
    return x


@case((3,), (0,))
def with_inside_a_loop(n):
    total = 0
    for i in range(n):
        with contextlib.suppress(ValueError):
            if i % 2 == 0:
                total += i
            total += 1
    return total


@case((3,), (5,))
def break_inside_with(n):
    total = 0
    for i in range(10):
        with contextlib.nullcontext():
            if i > n:
                break
            total += i
    return total


@case((3,), (-3,))
def try_else_after_a_staged_return(x):
    try:
        if x > 0:
            return 1
    except ValueError:
        return 2
    else:
        x = x * 2
    return x


@case((3,), error="missing")
def python_exception_in_a_traced_branch(x):
    y = x
    try:
        if x > 0:
            y = x * 5
            {}["missing"]
    except KeyError:
        y = y + 1
    return y


@case((3,), (0,))
def try_inside_a_loop(n):
    total = 0
    for i in range(n):
        try:
            total += i
        finally:
            total += 1
    return total
