"""Assignment to the items of a container, or of a tensor that a variable holds."""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

from . import backend
from .aliases import renew
from .argument import argument_name
from .choice import SEQUENCES, choose, choose_position
from .journal import commit
from .lists import List
from .mutators import about_to_change
from .place import refusal
from .standin import read, resolve
from .trace import root, traces
from .variables import FrameLocation

PYTHONS = frozenset({list, dict, bytearray})
"""Types of containers that are no tensors, and whose changes only a staged block must note."""


def items(container: Any) -> Any:
    """Stands in targets: `ag.items(x)[i] = v` has the semantics of `x[i] = v`.

    Args:
        container: what has the items. A tensor does not change: where a variable holds it, that gets a new one.
    """
    if not _may_matter(container):
        return container
    container = resolve(container)
    api = backend.active()
    if api.is_tensor(container) and api.held_type(container) is None:
        return _TensorItems(container, sys._getframe(1))
    if isinstance(container, dict):
        return _DictItems(container)
    if isinstance(container, list):
        about_to_change(container, "assignment to an item")
    return container


def item(container: Any, index: Any) -> Any:
    """Has the semantics of `container[index]`; a tensor index chooses from a list or tuple at run time."""
    if type(index) is int or not backend.activity or not backend.can_stage():
        return container[index]
    container, index = resolve(container), read(index)
    api = backend.active()
    if not api.is_symbolic(index):
        return container[index]
    if isinstance(container, range):
        return container.start + choose_position(len(container), index) * container.step
    if isinstance(container, SEQUENCES) and not (isinstance(container, List) and container.staged):
        return choose(container, index)
    if not api.is_tensor(container) and api.tensor_type(container) is not None:
        container = api.convert(container)
    return container[index]


def setitem(container: Any, index: Any, value: Any) -> Any:
    """Has the semantics of `container[index] = value`; gives the container, a new one if it is a tensor."""
    if not _may_matter(container):
        container[index] = value
        return container
    container = resolve(container)
    api = backend.active()
    if api.is_tensor(container) and api.held_type(container) is None:
        return api.update(container, index, value)
    items(container)[index] = value
    return container


def _may_matter(container: Any) -> bool:
    """Whether a staged block may be around, or the container a tensor."""
    if backend.activity and backend.can_stage():
        return True
    kind = type(container)
    return kind not in PYTHONS and backend.is_there() and kind.__module__.startswith("runtime.")


class _TensorItems:
    """The items of a tensor in a variable of the user's frame."""

    __slots__ = ("_frame", "_name", "_tensor")

    def __init__(self, tensor: Any, frame: FrameType) -> None:
        self._tensor = tensor
        self._name = argument_name(frame)
        self._frame = frame

    def __getitem__(self, index: Any) -> Any:
        return self._tensor[index]

    def __setitem__(self, index: Any, value: Any) -> None:
        self._refuse_in_loop_over_it()
        changed = backend.active().update(self._tensor, index, resolve(value))
        is_held = renew(self._tensor, changed, self._frame, self._name)
        if self._name is None:
            if not is_held:
                raise _held_by_nobody()
            return
        location = root().cells.get(self._frame, {}).get(self._name) if traces() else None
        commit(location or FrameLocation(self._frame, self._name), changed)

    def _refuse_in_loop_over_it(self) -> None:
        """Python's loop would see the change, a loop over the rows of a tensor does not."""
        for trace in traces():
            if trace.options is not None and trace.frame is self._frame and self._name in trace.options.holders:
                raise refusal(
                    f"a loop over the tensor '{self._name}' assigns to its items",
                    why="the loop goes over the rows as they were before it; a numpy array would show it the change.",
                    fix=f"loop over a copy under another name, or over `range(len({self._name}))`.",
                )


def _held_by_nobody() -> Exception:
    return refusal(
        "assignment to the items of a tensor that is in no variable",
        why="a tensor does not change: what holds it gets a new one, and nothing that this code can reach holds it.",
        fix="assign it to a variable, change that, and store it back.",
    )


class _DictItems:
    """The items of a dict that a staged block may change."""

    __slots__ = ("_dict",)

    def __init__(self, container: dict[Any, Any]) -> None:
        self._dict = container

    def __getitem__(self, key: Any) -> Any:
        return self._dict[_hashable(key)]

    def __setitem__(self, key: Any, value: Any) -> None:
        about_to_change(self._dict, "assignment to an item")
        self._dict[_hashable(key)] = value

    def __delitem__(self, key: Any) -> None:
        about_to_change(self._dict, "deletion of an item")
        del self._dict[_hashable(key)]


def _hashable(key: Any) -> Any:
    if backend.active().is_symbolic(resolve(key)):
        raise TypeError("a tensor is unhashable and cannot be a dict key: use `match`, `if`, or a lookup table")
    return key
