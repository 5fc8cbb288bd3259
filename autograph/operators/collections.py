"""Containers, attributes and outer variables that staged blocks change."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from types import CellType, FrameType, FunctionType
from typing import Any

from .calls import callee
from .expressions import both
from .for_ import _for
from .if_ import choose
from .journal import AttributeLocation, CellLocation, GlobalLocation, born, touch
from .lists import List
from .standin import resolve
from .trace import anywhere, root, traces
from .truth import truth


def own(container: Any) -> Any:
    """Has the semantics of a list, dict or set display; the container may be changed by staged blocks."""
    if not anywhere or not traces():
        return container
    return born(List(container) if type(container) is list else container)


def store(owner: Any) -> Any:
    """Stands before an attribute assignment: `ag.store(obj).x = v` has the semantics of `obj.x = v`."""
    return _Attributes(resolve(owner)) if anywhere and traces() else owner


def list_comp(items: Any, element: Callable[..., Any], *conditions: Callable[..., Any]) -> Any:
    """Has the semantics of `[element(x) for x in items if condition(x) …]`."""
    if not anywhere or not traces():
        return python_list_comp(items, element, conditions)
    made = own([])
    frame = sys._getframe()
    for item in _for(items, (), (), frame):
        test = _all(conditions, item, frame)
        if test is True:
            made.append(element(item))
            continue
        for then in choose(test, (), frame):
            if then:
                made.append(element(item))
    return made


def python_list_comp(items: Any, element: Callable[..., Any], conditions: Sequence[Callable[..., Any]]) -> list[Any]:
    """As `list_comp`, where nothing is staged."""
    for condition in conditions:
        items = filter(condition, items)
    return list(map(element, items))


def generator(items: Any, element: Callable[..., Any], *conditions: Callable[..., Any]) -> Any:
    """Has the semantics of a generator expression that is consumed at once; in a trace it is a list."""
    if anywhere and traces():
        return list_comp(items, element, *conditions)
    return (element(item) for item in items if all(condition(item) for condition in conditions))


def _all(conditions: Sequence[Callable[..., Any]], item: Any, frame: FrameType) -> Any:
    """Whether all conditions hold, asked one after the other."""
    if not conditions:
        return True
    test = truth(conditions[0](item))
    if test is False or len(conditions) == 1:
        return test
    rest = conditions[1:]
    return _all(rest, item, frame) if test is True else both(test, lambda: _all(rest, item, frame))


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
        touch(GlobalLocation(scope, name))


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
            touch(AttributeLocation(owner, name))
            setattr(owner, name, value)

    def __delattr__(self, name: str) -> None:
        owner = object.__getattribute__(self, "owner")
        touch(AttributeLocation(owner, name))
        delattr(owner, name)
