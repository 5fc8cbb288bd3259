"""What belongs to a layer: the variables, layers and metrics in its attributes, also inside lists and dictionaries.

Attributes are looked through when somebody asks, in the order in which they were set, so that lists may grow.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterator, Mapping
from typing import Any

from autograph.keras.metrics.metric import Metric
from autograph.keras.random import SeedGenerator
from runtime.module import Module
from runtime.variables import Variable


def owned(owner: Any, skipped: frozenset[str]) -> Iterator[Any]:
    """The variables, modules and seed generators that hang directly on an object, each once.

    Args:
        owner: whose attributes are looked through.
        skipped: names of attributes that do not count.
    """
    seen: dict[int, Any] = {}
    for name, value in list(vars(owner).items()):
        if name not in skipped:
            _collect(value, seen)
    return iter(seen.values())


def _collect(value: Any, seen: dict[int, Any]) -> None:
    """Adds what counts in a value by its identity. Called for each attribute, so types are known by heart."""
    kind = _kinds.get(type(value))
    if kind is None:
        kind = _kinds[type(value)] = _kind_of(type(value))
    if kind == _LEAF:
        seen.setdefault(id(value), value)
    elif kind == _MAPPING:
        for item in list(value.values()):
            _collect(item, seen)
    elif kind == _SEQUENCE:
        for item in list(value):
            _collect(item, seen)


_OTHER, _LEAF, _MAPPING, _SEQUENCE = range(4)
_kinds: weakref.WeakKeyDictionary[type, int] = weakref.WeakKeyDictionary()


def _kind_of(cls: type) -> int:
    if getattr(cls, "holds_no_weights", False):  # An optimizer, whose variables are no part of what it changes.
        return _OTHER
    if issubclass(cls, Variable | Module | SeedGenerator):
        return _LEAF
    if issubclass(cls, Mapping):
        return _MAPPING
    return _SEQUENCE if issubclass(cls, list | tuple | set) else _OTHER


def is_metric(item: Any) -> bool:
    """Whether an owned item is a metric."""
    return isinstance(item, Metric)


def variables_of(item: Any) -> list[Variable]:
    """The variables of a module that is no layer, or of a seed generator."""
    return [item.state] if isinstance(item, SeedGenerator) else list(item.variables)


def unique(items: Iterator[Any] | list[Any]) -> list[Any]:
    """The items without repetition, by identity, in order."""
    return list({id(item): item for item in items}.values())
