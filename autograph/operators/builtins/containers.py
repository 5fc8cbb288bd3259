"""Containers: `len`, `list`, `tuple`, `dict`, `set`, `frozenset`, `sorted`, `isinstance`."""

from __future__ import annotations

from typing import Any

from autograph.operators import backend
from autograph.operators.iterables import Staged
from autograph.operators.journal import born
from autograph.operators.lists import List
from autograph.operators.missing import DEAD
from autograph.operators.optional import Maybe
from autograph.operators.place import refusal
from autograph.operators.standin import StandIn, resolve

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
    """Has the semantics of `sorted`, for items whose order Python knows."""
    values = items_of(items, "sorted()")
    if any(backend.active().is_symbolic(value) for value in values):
        raise refusal(
            "sorted() of symbolic tensors",
            why="their order is known only at run time.",
            fix="stack them and use `rt.sort` or `rt.argsort`.",
        )
    return born(List(sorted(values, key=_converted(key), reverse=reverse)))


def isinstance_(value: Any, classes: Any, /) -> bool:
    """Has the semantics of `isinstance`; a value that may be missing counts as what it is when it is there."""
    if isinstance(value, Maybe) and not value.none:
        value = value.tensor
    elif isinstance(value, StandIn):
        value = resolve(value)
    return isinstance(value, classes)


def _converted(function: Any) -> Any:
    from autograph.operators.calls import callee

    return None if function is None else callee(function)
