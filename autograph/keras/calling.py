"""Which functions are converted when a model calls them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from runtime import nest

_F = TypeVar("_F", bound=Callable[..., Any])


def staged(function: _F) -> _F:
    """Decorator: the function of this package is written for conversion, as a user's would be.

    Without it the code of layers runs as it is, since most of it has nothing to convert.
    """
    function.__autograph_convert__ = True  # type: ignore[attr-defined]
    return function


def as_called(function: Callable[..., Any]) -> Callable[..., Any]:
    """What to call for a function that the user may have written: its converted form where a graph is built."""
    from autograph.operators import call

    called: Callable[..., Any] = call(function)
    return called


def refuse_missing(result: Any) -> None:
    """Refuses a result of the user's code that only one arm of a branch gives, at the branch and not where it is read.

    Raises:
        StagingError: it is such a one.
    """
    from autograph.operators.optional import Maybe

    for leaf in nest.flatten(result):
        if isinstance(leaf, Maybe):
            leaf.refuse_unguarded(returned=True)
