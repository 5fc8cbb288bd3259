"""The default step of summaries, and their names."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from runtime.scopes import name_scope
from runtime.summary.surroundings import change, defaults
from runtime.summary.values import write_raw_pb

__all__ = ["get_step", "set_step", "summary_scope", "write_raw_pb"]


def get_step() -> Any:
    """The default step of summaries: what `set_step` was given, or None."""
    return defaults.step.value


def set_step(step: Any) -> None:
    """Makes summaries be of this step unless they say otherwise.

    Functions look the step up each time they run: a number set here later counts, as a variable does.

    Args:
        step: a number, a variable that counts, or None for none.
    """
    change(step=step)


@contextlib.contextmanager
def summary_scope(name: str, default_name: str = "summary", values: Any = None) -> Iterator[tuple[str, str]]:
    """Context for an own kind of summary: gives its tag and its name scope.

    Args:
        name: of the summary; open name scopes stand before it.
        default_name: used if there is no name.
        values: accepted for compatibility.
    """
    wanted = name or default_name
    with name_scope(wanted) as scope:
        yield scope.rstrip("/") or wanted, scope
