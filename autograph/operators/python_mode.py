"""What operators are while nothing can be staged: C functions where there are any, else the bare construct."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any

from . import plain_loop
from .arms import ONCE
from .idle import same
from .if_ import ELSE, THEN


def if_(test: Any, names: tuple[str, ...] = ()) -> Iterable[bool]:
    """As `ag.if_`."""
    return THEN if test else ELSE


def while_(names: tuple[str, ...] = (), until: tuple[str, ...] = ()) -> ModuleType:
    """As `ag.while_`."""
    return plain_loop


def loop(names: tuple[str, ...] = (), until: tuple[str, ...] = ()) -> ModuleType:
    """As `ag.loop`."""
    return plain_loop


def for_(iterable: Any, names: tuple[str, ...] = ()) -> Any:
    """As `ag.for_`."""
    return iterable


def in_(item: Any, container: Any) -> Any:
    """As `ag.in_`."""
    return item in container


def not_in(item: Any, container: Any) -> Any:
    """As `ag.not_in`."""
    return item not in container


def fail(*message: Any) -> None:
    """As `ag.fail`."""
    raise AssertionError(*message)


def text(*parts: str) -> str:
    """As `ag.text`."""
    return "".join(parts)


FORMS: dict[str, Callable[..., Any]] = {
    **dict.fromkeys(("and_", "call", "each", "end", "lazy", "listed", "nested", "on", "or_", "own", "put"), same),
    **dict.fromkeys(("store", "then", "where", "yields"), same),
    **dict.fromkeys(("assert_", "both", "either", "else_given", "given", "truth", "when"), operator.truth),
    "contains": operator.contains,
    "end_if": operator.is_not,
    "fail": fail,
    "field": format,
    "for_": for_,
    "if_": if_,
    "if_exp": operator.itemgetter(0),
    "in_": in_,
    "is_none": functools.partial(operator.is_, None),
    "is_not_none": functools.partial(operator.is_not, None),
    "item": operator.getitem,
    "loop": loop,
    "not_": operator.not_,
    "not_in": not_in,
    "percent": operator.mod,
    "text": text,
    "unless": operator.not_,
    "while_": while_,
}
"""The operators that have such a form."""

VALUES: dict[str, Any] = {"once": ONCE}
"""What stands for a value, and not for an operator."""

BARE: dict[str, Callable[..., Any]] = {"items": same}
"""Those that have one as long as no tensor can exist."""
