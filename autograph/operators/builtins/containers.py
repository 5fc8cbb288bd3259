"""Containers: `len`, `list`, `tuple`, `dict`, `set`, `frozenset`, `sorted`, `isinstance`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autograph.operators import backend
from autograph.operators.iterables import Staged, as_staged
from autograph.operators.journal import born
from autograph.operators.lists import List
from autograph.operators.missing import DEAD
from autograph.operators.optional import Maybe
from autograph.operators.ordering import in_order
from autograph.operators.standin import StandIn, read, resolve

from .stepping import collect, items_of


def len_(x: Any, /) -> Any:
    """Has the semantics of `len`; the first dimension of a tensor, an int where it is known."""
    x = resolve(x)
    if isinstance(x, List):
        return x.length()
    if isinstance(x, Staged):
        if x.length is None:
            raise TypeError("What a dataset or iterator gives has no len(): only going through it tells.")
        return x.length
    if x is DEAD:
        return DEAD
    if backend.active().is_symbolic(x):
        if backend.active().tensor_type(x).shape == ():  # type: ignore[union-attr]
            raise TypeError("A scalar tensor has no len().")
        return backend.active().length(x)
    return backend.active().length(x) if backend.active().has_rows(x) else len(x)


def list_(items: Any = (), /) -> Any:
    """Has the semantics of `list`; over something staged, a list of run-time length."""
    return collect(items)


def tuple_(items: Any = (), /) -> Any:
    """Has the semantics of `tuple`."""
    return tuple(items_of(items, "tuple()"))


def dict_(*args: Any, **kwargs: Any) -> Any:
    """Has the semantics of `dict`."""
    return born(dict(*map(resolve, args), **kwargs))


def set_(items: Any = (), /) -> Any:
    """Has the semantics of `set`."""
    return born(set(items_of(items, "set()")))


def frozenset_(items: Any = (), /) -> Any:
    """Has the semantics of `frozenset`."""
    return frozenset(items_of(items, "frozenset()"))


def sorted_(items: Any, /, *, key: Any = None, reverse: bool = False) -> Any:
    """Has the semantics of `sorted`."""
    staged = as_staged(resolve(items))
    if staged is not None:
        return in_order(staged, key, reverse)
    values = items_of(items, "sorted()")
    measure = _converted(key)
    keys = values if measure is None else list(map(measure, values))
    if any(map(_holds_symbolic, keys)):
        return in_order(values, key, reverse)
    known = iter(keys)
    return born(List(sorted(values, key=None if measure is None else lambda value: next(known), reverse=reverse)))


def isinstance_(value: Any, classes: Any, /) -> bool:
    """Has the semantics of `isinstance`; a value that may be missing counts as what it is when it is there."""
    if isinstance(value, Maybe) and not value.none:
        value = value.tensor
    elif isinstance(value, StandIn):
        value = resolve(value)
    return isinstance(value, classes)


def list_method(method: Any) -> Callable[..., Any] | None:
    """The overload of a bound method that compares the items of a list or tuple; None for all others."""
    owner = getattr(method, "__self__", None)
    if method.__name__ not in ("count", "index") or not isinstance(owner, list | tuple):
        return None
    return getattr(owner if isinstance(owner, List) else List(owner), method.__name__)  # type: ignore[no-any-return]


def _holds_symbolic(key: Any) -> bool:
    if isinstance(key, tuple | list):
        return any(map(_holds_symbolic, key))
    return backend.active().is_symbolic(read(key))


def _converted(function: Any) -> Any:
    from autograph.operators.calls import callee

    return None if function is None else callee(function)
