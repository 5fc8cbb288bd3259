"""Dataclass and attrs objects as values: loops carry them and branches merge them field by field.

A merged object is a new one. Where another name may still lead to an object that went into it, a later change of either
would be seen by one and not by the other, so that neither may be changed any more; see `settle`.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from .journal import AttributeLocation, born
from .place import refusal
from .trace import root, traces


def is_record(value: Any) -> bool:
    """Whether a value is a dataclass or attrs object that its fields describe in full."""
    fields = field_names(type(value))
    if not fields:
        return False
    own = getattr(value, "__dict__", None)
    return (own is None or own.keys() <= set(fields)) and all(hasattr(value, name) for name in fields)


def field_names(cls: type) -> tuple[str, ...]:
    """The fields of a dataclass or attrs class, in order; none for other classes."""
    if hasattr(cls, "__dataclass_fields__"):
        return tuple(field.name for field in dataclasses.fields(cls))
    return tuple(field.name for field in getattr(cls, "__attrs_attrs__", ()))


def values_of(record: Any) -> list[Any]:
    """What is in the fields of a record."""
    return [getattr(record, name) for name in field_names(type(record))]


def maker(cls: type) -> Callable[[Sequence[Any]], Any]:
    """What makes a record of a class from the values of its fields; nothing of the class's own runs."""

    def make(parts: Sequence[Any]) -> Any:
        """An object of the class with these fields, made without its `__init__`."""
        made: Any = object.__new__(cls)
        for name, part in zip(field_names(cls), parts, strict=True):
            object.__setattr__(made, name, part)
        return settle(born(made))

    return make


def settle(record: Any) -> Any:
    """Says that a record was merged, or was merged into another one: it may not be changed any more."""
    if is_record(record) and not _is_frozen(type(record)) and traces():
        trace = root()
        settled = _settled.get(id(trace))
        if settled is None:
            settled = _settled[id(trace)] = {}
            trace.at_end.append(functools.partial(_settled.__delitem__, id(trace)))
        settled[id(record)] = record
    return record


def refuse_change(owner: Any, attribute: str) -> None:
    """Refuses to change a record that was merged.

    Raises:
        StagingError: it was.
    """
    if _settled and traces() and id(owner) in _settled.get(id(root()), ()):
        name = type(owner).__name__
        raise refusal(
            f"'{name}.{attribute}' is assigned after a staged block that merged this {name} with another one",
            why="which object it is depends on the run; a name that leads to one of them would not see the change.",
            fix=f"make a new one, as `dataclasses.replace(…, {attribute}=…)` does, or change it before.",
        )


def refuse_changed(record: Any, touched: Iterable[Any]) -> None:
    """Refuses a record that a closed block changed and gave a second name.

    Args:
        record: what a variable held at the end of the block.
        touched: the places that the block wrote and that have been put back since.
    """
    for location in touched:
        if isinstance(location, AttributeLocation) and location.owner is record:
            raise refusal(
                f"a staged block changes '{location.name}' of an object and assigns the object to another variable",
                why="the change and the assignment are merged one by one, and would not fit together.",
                fix="change the object before or after, or make a copy of it.",
            )


_settled: dict[int, dict[int, Any]] = {}
"""For each function that is being traced, by identity: the records that may not be changed any more."""


def _is_frozen(cls: type) -> bool:
    parameters = getattr(cls, "__dataclass_params__", None)
    if parameters is not None:
        return bool(parameters.frozen)
    return getattr(cls.__setattr__, "__name__", "") == "_frozen_setattrs"
