"""Equality of dataclass and attrs objects, field by field: what their generated `__eq__` says where tensors are in it.

The generated method compares two tuples, for which Python needs the truth of each comparison at once. Its text is gone,
so that it cannot be converted.
"""

from __future__ import annotations

import dataclasses
from types import FunctionType
from typing import Any

from .expressions import both, not_
from .standin import resolve
from .truth import truth


def is_generated(cls: type, method: FunctionType) -> bool:
    """Whether the `__eq__` of a class is the one that `dataclass` or attrs have made for it."""
    if not method.__code__.co_filename.startswith("<"):
        return False
    parameters = cls.__dict__.get("__dataclass_params__")
    return bool(parameters.eq) if parameters is not None else "__attrs_attrs__" in cls.__dict__


def asks_for_truth(method: Any) -> bool:
    """Whether a `__ne__` is Python's or attrs' own, which turn around what `__eq__` says."""
    return method is object.__ne__ or getattr(method, "__globals__", {}).get("__name__") == "attr._make"


def of_fields(a: Any, b: Any) -> Any:
    """Has the semantics of the generated `a == b`."""
    if a.__class__ is not b.__class__:
        return NotImplemented
    result: Any = True
    for name in _fields(a.__class__):
        result = both(result, lambda name=name: _equal(getattr(a, name), getattr(b, name)))  # type: ignore[misc]
    return result


def not_of_fields(a: Any, b: Any) -> Any:
    """Has the semantics of `a != b` for such a class."""
    found = of_fields(a, b)
    return found if found is NotImplemented else not_(found)


def _equal(a: Any, b: Any) -> Any:
    a, b = resolve(a), resolve(b)
    if a is b:
        return True
    if type(a) is type(b) and isinstance(a, tuple):
        return _all_equal(a, b) if len(a) == len(b) else False
    return truth(a == b)


def _all_equal(a: tuple[Any, ...], b: tuple[Any, ...]) -> Any:
    result: Any = True
    for x, y in zip(a, b, strict=True):
        result = both(result, lambda x=x, y=y: _equal(x, y))  # type: ignore[misc]
    return result


def _fields(cls: type) -> list[str]:
    """The fields that are compared."""
    if dataclasses.is_dataclass(cls):
        return [field.name for field in dataclasses.fields(cls) if field.compare]
    return [field.name for field in getattr(cls, "__attrs_attrs__", ()) if field.eq]
