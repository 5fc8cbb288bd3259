"""How functions that the user hands over are called while they are traced.

The runtime calls them as they are. A compiler that wants tensors in their conditions converts them first: it says so
here, since the runtime knows no compiler.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Caller = Callable[..., Any]
"""Takes the function, and its arguments."""


def _plainly(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    return function(*args, **kwargs)


_callers: list[Caller] = [_plainly]


def call(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Calls a function of the user's on symbolic arguments."""
    return _callers[-1](function, *args, **kwargs)


def call_with(caller: Caller) -> None:
    """Says what calls the user's functions from now on.

    Args:
        caller: takes the function and its arguments.
    """
    _callers[:] = [_plainly, caller]
