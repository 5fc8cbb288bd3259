"""Tells checkpoints whose values wait for variables that there is something new.

An object with a method that sets attributes, such as a module, tells when it gets one. A list tells nobody when it
grows: as long as a checkpoint waits for the parts of one, new variables ask for their values when first used.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any, Protocol

from runtime.resources import Resource

_KEY = "_awaited_parts"


class Awaiting(Protocol):
    """Waits for parts of lists."""

    def grow(self) -> None:
        """Looks whether they are there."""


growing: weakref.WeakSet[Awaiting] = weakref.WeakSet()
"""Those who wait for parts of lists."""


class _Callbacks(list[Callable[[], None]]):
    """What to call when an object has got something new; no part of its copies."""

    def __deepcopy__(self, memo: Any) -> _Callbacks:
        return _Callbacks()

    def __reduce__(self) -> Any:
        return _Callbacks, ()


def watch(owner: Any, callback: Callable[[], None]) -> None:
    """Calls `callback` when `owner` has got something new.

    Raises:
        TypeError: it has no attributes.
    """
    vars(owner).setdefault(_KEY, _Callbacks()).append(callback)


def unwatch(owner: Any, callback: Callable[[], None]) -> None:
    """Ends that."""
    known = vars(owner).get(_KEY)
    if known is not None and callback in known:
        known.remove(callback)
        if not known:
            del vars(owner)[_KEY]


def attached(owner: Any) -> None:
    """Says that `owner` has got something new."""
    if _KEY in owner.__dict__:
        for callback in list(owner.__dict__[_KEY]):
            callback()


def made(resource: Resource) -> None:
    """Says that there is a new variable, which may become a part of a list that somebody waits for."""
    if growing:
        resource.__class__ = _Unused


class _Unused(Resource):
    """The resource of a variable that nobody has used yet, as long as somebody waits for parts of lists."""

    __slots__ = ()

    @property
    def value(self) -> Any:
        """The value: that of the checkpoint if the variable is a part of such a list by now."""
        self._use()
        return self.value

    @value.setter
    def value(self, value: Any) -> None:
        """Makes it a usual resource first, whose value is then set."""
        self._use()
        self.value = value

    def _use(self) -> None:
        self.__class__ = Resource  # type: ignore[assignment]
        for restoration in list(growing):
            restoration.grow()
