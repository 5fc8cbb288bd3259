"""Containers, attributes and outer variables that staged blocks change."""

from __future__ import annotations

import sys
from types import CellType, FunctionType
from typing import Any

from .calls import callee
from .journal import AttributeLocation, CellLocation, GlobalLocation, born, touch
from .lists import List
from .records import refuse_change
from .standin import resolve
from .trace import anywhere, root, traces


def own(container: Any) -> Any:
    """Has the semantics of a list, dict or set display; the container may be changed by staged blocks."""
    if not anywhere or not traces():
        return container
    return born(List(container) if type(container) is list else container)


def store(owner: Any) -> Any:
    """Stands before an attribute assignment: `ag.store(obj).x = v` has the semantics of `obj.x = v`."""
    return _Attributes(resolve(owner)) if anywhere and traces() else owner


def touch_cell(getter: FunctionType, name: str = "") -> None:
    """Stands at the head of a function with `nonlocal name`, as `ag.touch_cell(lambda: name)`."""
    if traces():
        location = _cell(getter, sys._getframe(1))
        touch(location)


def born_cell(getter: FunctionType) -> None:
    """Stands at the head of the function whose variable a nested function rebinds, as `ag.born_cell(lambda: name)`."""
    if traces():
        born(_cell(getter, sys._getframe(1)).owner)


def touch_global(scope: dict[str, Any], name: str) -> None:
    """Stands at the head of a function with `global name`, as `ag.touch_global(globals(), 'name')`."""
    if traces():
        location = GlobalLocation(scope, name)
        root().cells.setdefault(sys._getframe(1), {})[name] = location
        touch(location)


def _cell(getter: FunctionType, frame: Any) -> CellLocation:
    name, cell = getter.__code__.co_freevars[0], getter.__closure__[0]  # type: ignore[index]
    assert isinstance(cell, CellType)
    location = CellLocation(cell, name)
    root().cells.setdefault(frame, {})[name] = location
    return location


class _Attributes:
    """Stands for an object whose attribute is assigned or deleted, or assigned anew: `ag.store(obj).x += v`."""

    __slots__ = ("owner",)
    owner: Any

    def __init__(self, owner: Any) -> None:
        object.__setattr__(self, "owner", owner)

    def __getattribute__(self, name: str) -> Any:
        return getattr(object.__getattribute__(self, "owner"), name)

    def __setattr__(self, name: str, value: Any) -> None:
        owner = object.__getattribute__(self, "owner")
        setter = getattr(type(owner), name, None)
        if isinstance(setter, property) and isinstance(setter.fset, FunctionType):
            callee(setter.fset)(owner, value)
        else:
            refuse_change(owner, name)
            touch(AttributeLocation(owner, name))
            setattr(owner, name, value)

    def __delattr__(self, name: str) -> None:
        owner = object.__getattribute__(self, "owner")
        refuse_change(owner, name)
        touch(AttributeLocation(owner, name))
        delattr(owner, name)
