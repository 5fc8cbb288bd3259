"""Tracebacks as users read them: without the frames of this project.

The environment variable AUTOGRAPH_FULL_TRACEBACK=1 keeps all frames.
"""

from __future__ import annotations

import os
from types import TracebackType
from typing import TypeVar

from runtime.origin import is_internal

FULL = "AUTOGRAPH_FULL_TRACEBACK"
"""The environment variable that keeps all frames."""

_PLANS = "<plan "

Error = TypeVar("Error", bound=BaseException)


def shortened(error: Error) -> Error:
    """The exception, with the project's own frames taken out of its traceback and those of its causes.

    Args:
        error: an exception that is about to leave the project. Its traceback changes in place.

    >>> def user_code():
    ...     raise ValueError("no")
    >>> try:
    ...     user_code()
    ... except ValueError as error:
    ...     shortened(error).__traceback__.tb_next.tb_frame.f_code.co_name
    'user_code'
    """
    if os.environ.get(FULL, "0") not in ("", "0"):
        return error
    seen: set[int] = set()
    pending: list[BaseException | None] = [error]
    while pending:
        part = pending.pop()
        if part is None or id(part) in seen:
            continue
        seen.add(id(part))
        part.__traceback__ = _users(part.__traceback__)
        pending += (part.__cause__, part.__context__)
    return error


def _users(traceback: TracebackType | None) -> TracebackType | None:
    """The frames that are not the project's."""
    kept = []
    part = traceback
    while part is not None:
        file = part.tb_frame.f_code.co_filename
        if not is_internal(file) and not file.startswith(_PLANS):
            kept.append(part)
        part = part.tb_next
    shorter: TracebackType | None = None
    for part in reversed(kept):
        shorter = TracebackType(shorter, part.tb_frame, part.tb_lasti, part.tb_lineno)
    return shorter
