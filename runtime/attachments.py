"""Tells those who wait for it that an object has got something new: a checkpoint whose values wait for variables.

Empty most of the time, so that setting an attribute of a module costs next to nothing.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any

watchers: dict[int, list[Callable[[], None]]] = {}
"""Identity of an object → what to call when it has got something new."""


def watch(owner: Any, callback: Callable[[], None]) -> None:
    """Calls `callback` when `owner`, which can be referred to weakly, has got something new."""
    if id(owner) not in watchers:
        weakref.finalize(owner, watchers.pop, id(owner), None).atexit = False
    watchers.setdefault(id(owner), []).append(callback)


def unwatch(owner: Any, callback: Callable[[], None]) -> None:
    """Ends that."""
    known = watchers.get(id(owner))
    if known is not None and callback in known:
        known.remove(callback)


def attached(owner: Any) -> None:
    """Says that `owner` has got something new."""
    for callback in list(watchers.get(id(owner), ())):
        callback()
