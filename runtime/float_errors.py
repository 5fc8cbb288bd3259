"""Overflow, division by zero and the like make inf and nan silently in graphs, whatever numpy's error state is.

`numpy.errstate` costs a microsecond, as much as the ops it guards. numpy 2 keeps the state in a context variable and
numpy 1 in a thread-local object; setting either directly costs a tenth of that:

    previous = silence(SILENT)
    try:
        ...
    finally:
        restore(previous)
"""

from __future__ import annotations

import contextvars
from collections.abc import Callable
from typing import Any

import numpy as np

State = tuple[Callable[[Any], Any], Callable[[Any], Any], Any]


def _in_context_variable() -> State:
    """Set, reset and the silent state of numpy 2."""
    context = contextvars.copy_context()
    before = dict(context)
    context.run(np.seterr, all="ignore")
    (variable,) = [each for each in context if context[each] is not before.get(each)]
    return variable.set, variable.reset, context[variable]


def _in_thread() -> State:
    """Set, reset and the silent state of numpy 1."""
    get, put = np.geterrobj, np.seterrobj  # type: ignore[attr-defined]

    def silence(state: Any) -> Any:
        """Puts a state in place, and gives the one before."""
        previous = get()
        put(state)
        return previous

    return silence, put, [get()[0], 0, None]


silence, restore, SILENT = _in_thread() if hasattr(np, "geterrobj") else _in_context_variable()
