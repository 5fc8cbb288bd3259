"""Assignment: what the text of a function assigns to each of its variables.

So a variable is known to hold a list that the function made, or a module that it imported.

>>> import gast
>>> known = Assignments.of(gast.parse('''
... def f(x):
...     xs, n = [x], 0
...     for v in x:
...         xs += [v]
...     ys = x
...     import math
... ''').body[0])
>>> sorted(known.lists), sorted(known.imported)
(['xs'], ['math'])
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import gast

from .exits import own_statements
from .scopes import Function, Scope, body_of, imported_name, scope_and_bindings, walk_own

LISTS = (gast.List, gast.ListComp)
CONTAINERS = (*LISTS, gast.Dict, gast.Set, gast.DictComp, gast.SetComp)


@dataclass(frozen=True)
class Assignments:
    """The values of a function's variables.

    Attributes:
        scope: the scope of the function.
        lists: variables that only ever hold lists that the function made.
        containers: variables that only ever hold lists, dicts and sets that the function made.
        imported: variables that only ever hold what the function imports.
    """

    scope: Scope
    lists: frozenset[str]
    containers: frozenset[str]
    imported: frozenset[str]

    @classmethod
    def of(cls, function: Function) -> Assignments:
        """What the text of a function assigns."""
        (scope, counts), body = scope_and_bindings(function), body_of(function)
        values: dict[str, list[Any]] = {}
        for node in [*own_statements(body), *(part for part in walk_own(body) if isinstance(part, gast.NamedExpr))]:
            for name, value in assigned(node):
                values.setdefault(name, []).append(value)
        surely = {name for name, found in values.items() if len(found) == counts[name]}
        known = {name: values[name] for name in (surely & scope.locals) - scope.parameters - scope.rebound}
        return cls(
            scope,
            _all(known, lambda value: _is_made(value, LISTS, "list")),
            _all(known, lambda value: _is_made(value, CONTAINERS, "list", "dict", "set")),
            _all(known, lambda value: isinstance(value, gast.alias)),
        )


def assigned(node: Any) -> list[tuple[str, Any]]:
    """The variables to which a statement or walrus assigns a value that stands in the text, with that value.

    An augmented assignment and the item of an import stand for themselves.
    """
    match node:
        case gast.Assign():
            return [pair for target in node.targets for pair in _pairs(target, node.value)]
        case gast.AnnAssign() | gast.NamedExpr() if node.value is not None:
            return _pairs(node.target, node.value)
        case gast.AugAssign(target=gast.Name()):
            return [(node.target.id, node)]
        case gast.Import() | gast.ImportFrom():
            return [(imported_name(alias), alias) for alias in node.names]
    return []


def _pairs(target: Any, value: Any) -> list[tuple[str, Any]]:
    if isinstance(target, gast.Name):
        return [(target.id, value)]
    tuples = gast.Tuple | gast.List
    if not (isinstance(target, tuples) and isinstance(value, tuples) and len(target.elts) == len(value.elts)):
        return []
    if any(isinstance(part, gast.Starred) for part in (*target.elts, *value.elts)):
        return []
    return [pair for a, b in zip(target.elts, value.elts, strict=True) for pair in _pairs(a, b)]


def _all(values: dict[str, list[Any]], accepts: Callable[[Any], bool]) -> frozenset[str]:
    return frozenset(name for name, found in values.items() if all(map(accepts, found)))


def _is_made(value: Any, kinds: tuple[type, ...], *makers: str) -> bool:
    if isinstance(value, gast.Call):
        return isinstance(value.func, gast.Name) and value.func.id in makers
    return isinstance(value, (*kinds, gast.AugAssign))
