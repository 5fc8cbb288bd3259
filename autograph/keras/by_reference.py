"""Configurations that hold the user's functions and classes themselves, for copies and pickles of models.

In a file such an object is named, and has to be there when the file is loaded. Here a configuration holds its number in
a list of objects that goes along, so that lambdas and classes that nobody registered find their way, too.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from typing import Any


class _Open(threading.local):
    """The list of objects of the configuration that this thread is writing or reading, if there is one."""

    def __init__(self) -> None:
        self.objects: list[Any] | None = None


_open = _Open()


@contextlib.contextmanager
def holding(objects: list[Any]) -> Iterator[list[Any]]:
    """Context in which configurations are written and read with these objects beside them; new ones are appended."""
    before, _open.objects = _open.objects, objects
    try:
        yield objects
    finally:
        _open.objects = before


def reference(obj: Any) -> dict[str, Any] | None:
    """What stands for an object in a configuration, or None if objects are to be named."""
    if _open.objects is None:
        return None
    return {"class_name": "__reference__", "config": {"number": _number(obj, _open.objects)}}


def class_name(cls: type) -> str | None:
    """The name under which `referenced` finds a class, or None if classes are to be named."""
    return None if _open.objects is None else f"__reference__>{_number(cls, _open.objects)}"


def referenced(name: str) -> Any:
    """The class of a name that `class_name` gave; None for other names."""
    head, _, number = name.partition(">")
    return _open.objects[int(number)] if head == "__reference__" and _open.objects is not None else None


def of_number(config: dict[str, Any]) -> Any:
    """The object that `reference` wrote."""
    if _open.objects is None:
        raise ValueError("The configuration belongs to a copy of a model, and cannot be read without it.")
    return _open.objects[config["number"]]


def _number(obj: Any, objects: list[Any]) -> int:
    for number, known in enumerate(objects):
        if known is obj:
            return number
    objects.append(obj)
    return len(objects) - 1
