"""Containers in arrays of objects from outside: numpy does not tell the garbage collector what an array holds."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import FrameType
from typing import Any

from .ownership import is_converted


def is_in_outer_array(container: Any) -> bool:
    """Whether an array of objects holds a container, and the functions that are being traced have it from outside.

    The arrays that are looked at are those that the functions name: globals, closure variables, arguments, and
    attributes of these.
    """
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        if is_converted(frame.f_code) and any(_holds(thing, container) for thing in _things_from_outside(frame)):
            return True
        frame = frame.f_back
    return False


def _things_from_outside(frame: FrameType) -> Iterator[Any]:
    code = frame.f_code
    local = frame.f_locals
    parameters = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    owners = [local[name] for name in (*code.co_freevars, *parameters) if name in local]
    owners += [frame.f_globals[name] for name in code.co_names if name in frame.f_globals]
    yield from owners
    for owner in owners:
        attributes = getattr(owner, "__dict__", {})
        yield from (attributes[name] for name in code.co_names if name in attributes)


def _holds(thing: Any, container: Any) -> bool:
    """Whether a thing is an array of objects with the container among its items."""
    return type(thing).__name__ == "ndarray" and thing.dtype.hasobject and any(one is container for one in thing.flat)
