"""Methods that change containers: only containers made while tracing may be changed, and the journal must know."""

from __future__ import annotations

import collections
from collections.abc import Callable
from typing import Any

from .freshness import adopt
from .journal import DictLocation, Location, SetLocation, is_ours, touch
from .lists import List, ListLocation
from .place import refusal
from .trace import root, runs_later, traces

_METHODS = frozenset(
    ["__delitem__", "__setitem__", "add", "append", "appendleft", "clear", "difference_update", "discard", "extend",
     "extendleft", "insert", "intersection_update", "pop", "popitem", "popleft", "remove", "reverse", "rotate",
     "setdefault", "sort", "symmetric_difference_update", "update"]
)  # fmt: skip
_CONTAINERS = (list, dict, set, collections.deque, bytearray)


def is_mutator(method: Any) -> bool:
    """Whether a bound method changes the container it belongs to."""
    return isinstance(getattr(method, "__self__", None), _CONTAINERS) and method.__name__ in _METHODS


def mutation(method: Any) -> Callable[..., Any]:
    """The method, to be called now that its container's change is noted."""
    about_to_change(method.__self__, f"`.{method.__name__}()`")
    return method  # type: ignore[no-any-return]


def about_to_change(container: Any, how: str) -> None:
    """Notes that a container changes.

    Raises:
        StagingError: it was not made in the function that is being traced.
    """
    if not traces() or (root().home is None and not runs_later()):
        return
    if not is_ours(container) and not adopt(container):
        raise refusal(
            f"{how} changes a {type(container).__name__} from outside of the function",
            why="it is an outer (captured or global) object: the change would happen once, while tracing, "
            "and not each time the function runs.",
            fix="return the new value instead, or keep it in a Variable or a TensorArray.",
        )
    location = _location(container)
    if location is not None:
        touch(location)
    elif runs_later() and id(container) not in traces()[-1].born:
        raise refusal(
            f"{how} changes a {type(container).__name__} in a staged block",
            why="such a container cannot be put back after the block was traced.",
            fix="make it with `list(…)`." if isinstance(container, list) else "use a list, dict or set.",
        )


def _location(container: Any) -> Location | None:
    if isinstance(container, List):
        return ListLocation(container)
    if isinstance(container, dict):
        return DictLocation(container)
    return SetLocation(container) if isinstance(container, set) else None
