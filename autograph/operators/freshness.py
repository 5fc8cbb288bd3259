"""Containers that nobody outside of the trace knows: what `d.copy()`, `xs + [1]` or `defaultdict(list)` gave.

Displays and comprehensions say themselves that they were made in a trace. What a call gives is the trace's own if
nothing else refers to it. For what operators and slices give, the first change asks: a container that only variables of
frames hold, or what was made in the trace, is the trace's own. What is outside can be reached only by a global, a
closure, an attribute, another container or an argument, each of which is an object that the garbage collector names.
"""

from __future__ import annotations

import gc
import sys
import types
from collections import Counter, OrderedDict, defaultdict, deque
from typing import Any

from .journal import born, is_ours
from .lists import List
from .object_arrays import is_in_outer_array
from .trace import root

_CONTAINERS = frozenset({list, dict, set, deque, defaultdict, OrderedDict, Counter, bytearray})

_PASSING = (types.FrameType, types.BuiltinMethodType, types.MethodType, types.MethodWrapperType)
"""What holds a container while a method of it is looked up and called."""

_OPERATORS = __package__ + "."


_MOST_LEVELS = 4  # of containers inside each other


def returned(value: Any, is_builtin: bool = False) -> Any:
    """What a call gave; a container that nothing else refers to was made in the innermost trace.

    Args:
        value: the result, which the caller does not keep.
        is_builtin: whether a function of Python's own gave it: a list may then become one of the graph.
    """
    if isinstance(value, types.GeneratorType):
        return born(value)
    if type(value) in _CONTAINERS and sys.getrefcount(value) <= _ALONE:
        return born(List(value) if is_builtin and type(value) is list else value)
    return value


def _references(value: Any, is_builtin: bool = False) -> int:
    return sys.getrefcount(value)


_ALONE = _references([])
"""How many references Python counts in `returned` if the caller has passed the result of a call on."""


def adopt(container: Any) -> bool:
    """Takes a container for one of the trace if nothing outside holds it.

    Args:
        container: a list, dict, set or the like that is not known to be made in the trace.
    """
    if not _is_inside(container, _MOST_LEVELS, set()) or is_in_outer_array(container):
        return False
    root().born[id(container)] = container
    return True


def _is_inside(container: Any, levels: int, own: set[int]) -> bool:
    """Whether only what is of the trace holds a container.

    Args:
        own: the identities of lists that this search itself has made.
    """
    holders = gc.get_referrers(container)
    own.add(id(holders))
    while holders:
        holder = holders.pop()
        if id(holder) not in own and not _holds_inside(holder, levels, own):
            return False
    return True


def _holds_inside(holder: Any, levels: int, own: set[int]) -> bool:
    if isinstance(holder, _PASSING) or is_ours(holder) or type(holder).__module__.startswith(_OPERATORS):
        return True
    return isinstance(holder, list | dict | set) and levels > 0 and _is_inside(holder, levels - 1, own)
