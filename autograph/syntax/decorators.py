"""Decorators of this project on functions that are printed converted: they must not convert once more."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import gast

from .framework import PACKAGE, Imports
from .quoting import quote_expression

_CONVERTING = "function"  # compiles, and converts on the way
_ONLY_CONVERTING = "convert"
_NOT_CONVERTING = "do_not_convert"


def is_left_alone(node: gast.AST, found: Imports) -> bool:
    """Whether a decorator says that the function is not to be converted.

    Args:
        node: the function.
        found: what the imports around it bind to this project.
    """
    return any(_meaning(decorator, found) == _NOT_CONVERTING for decorator in getattr(node, "decorator_list", ()))


def decorators_of_converted(decorators: Iterable[gast.expr], found: Imports) -> list[gast.expr]:
    """The decorators with which the printed text of a converted function does what the original did."""
    kept = (decorator for decorator in decorators if _meaning(decorator, found) != _ONLY_CONVERTING)
    return [_without_conversion(item) if _meaning(item, found) == _CONVERTING else item for item in kept]


def _without_conversion(decorator: Any) -> gast.expr:
    if not isinstance(decorator, gast.Call):
        return quote_expression("decorator(autograph=False)", decorator=decorator)
    if any(keyword.arg == "autograph" for keyword in decorator.keywords):
        return decorator
    (extra,) = quote_expression("f(autograph=False)").keywords
    return gast.Call(decorator.func, decorator.args, [*decorator.keywords, extra])


def _meaning(decorator: Any, found: Imports) -> str | None:
    """The name of the function of this package that the decorator is, or None."""
    target = decorator.func if isinstance(decorator, gast.Call) else decorator
    path = _dotted(target, found)
    return path.rpartition(".")[2] if path.startswith(f"{PACKAGE}.") else None


def _dotted(node: gast.AST, found: Imports) -> str:
    if isinstance(node, gast.Attribute):
        return f"{_dotted(node.value, found)}.{node.attr}"
    return found.get(node.id, "") if isinstance(node, gast.Name) else ""
