"""Numbers: `abs`, `round`, `int`, `float`, `bool`, `divmod`."""

from __future__ import annotations

from typing import Any

from autograph.operators import backend
from autograph.operators.standin import read
from autograph.operators.truth import truth


def abs_(x: Any, /) -> Any:
    """Has the semantics of `abs`."""
    return abs(read(x))


def bool_(x: Any = False, /) -> Any:
    """Has the semantics of `bool`."""
    return truth(x)


def int_(*args: Any, **kwargs: Any) -> Any:
    """Has the semantics of `int`; a tensor becomes int32, cut off towards zero."""
    if args and backend.active().is_symbolic(value := read(args[0])):
        return backend.active().cast(value, "int32")
    return int(*map(read, args), **kwargs)


def float_(*args: Any) -> Any:
    """Has the semantics of `float`; a tensor becomes float32."""
    if args and backend.active().is_symbolic(value := read(args[0])):
        return backend.active().cast(value, "float32")
    return float(*map(read, args))


def round_(number: Any, ndigits: Any = None) -> Any:
    """Has the semantics of `round`: half to even, and an integer without `ndigits`."""
    number = read(number)
    if backend.active().is_symbolic(number):
        return backend.active().round(number, ndigits)
    return round(number) if ndigits is None else round(number, ndigits)


def divmod_(x: Any, y: Any, /) -> Any:
    """Has the semantics of `divmod`."""
    x, y = read(x), read(y)
    api = backend.active()
    return (x // y, x % y) if api.is_symbolic(x) or api.is_symbolic(y) else divmod(x, y)
