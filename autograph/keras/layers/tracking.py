"""What belongs to a layer: the variables, layers and metrics in its attributes, also inside lists and dictionaries.

Attributes are looked through when somebody asks, in the order in which they were set, so that lists may grow.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from autograph.keras.metrics.metric import Metric
from autograph.keras.random import SeedGenerator
from runtime.module import Module
from runtime.variables import Variable

_PLAIN = (str, int, float, bool, bytes, type(None))


def owned(owner: Any, skipped: frozenset[str]) -> Iterator[Any]:
    """The variables, modules and seed generators that hang directly on an object, each once.

    Args:
        owner: whose attributes are looked through.
        skipped: names of attributes that do not count.
    """
    seen: set[int] = set()
    for name, value in list(vars(owner).items()):
        if name not in skipped and not isinstance(value, _PLAIN):
            yield from _items(value, seen)


def _items(value: Any, seen: set[int]) -> Iterator[Any]:
    if getattr(value, "holds_no_weights", False):  # An optimizer, whose variables are no part of what it changes.
        return
    if isinstance(value, Variable | Module | SeedGenerator):
        if id(value) not in seen:
            seen.add(id(value))
            yield value
    elif isinstance(value, Mapping):
        for item in list(value.values()):
            yield from _items(item, seen)
    elif isinstance(value, list | tuple | set):
        for item in list(value):
            yield from _items(item, seen)


def is_metric(item: Any) -> bool:
    """Whether an owned item is a metric."""
    return isinstance(item, Metric)


def variables_of(item: Any) -> list[Variable]:
    """The variables of a module that is no layer, or of a seed generator."""
    return [item.state] if isinstance(item, SeedGenerator) else list(item.variables)


def unique(items: Iterator[Any] | list[Any]) -> list[Any]:
    """The items without repetition, by identity, in order."""
    return list({id(item): item for item in items}.values())
