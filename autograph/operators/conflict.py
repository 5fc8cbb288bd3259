"""What two paths disagree about."""

from __future__ import annotations

from typing import Any

from autograph.errors import StagingError

from .place import here, note
from .standin import StandIn


class Conflict(StandIn):
    """A variable that the paths before leave with values that do not join: harmless until somebody reads it."""

    __slots__ = ("error",)

    def __init__(self, error: StagingError) -> None:
        self.error = error

    def __repr__(self) -> str:
        """What it is, in short: debuggers, logs and dataclasses show it without asking for the value."""
        return f"<no value: {self.error.what}>"

    def __str__(self) -> str:
        """Raises the error of the merge: a text is a use of the value."""
        return str(self.checked())

    def __format__(self, spec: str) -> str:
        """As `str`."""
        return format(self.checked(), spec)

    def refuse_return(self) -> None:
        """Raises the error of the merge, where the value is what the function returns."""
        raise self.error.with_traceback(None)

    def checked(self) -> Any:
        """Raises the error of the merge, with everything that disagreed."""
        note(self.error, f"read at {here()}")
        raise self.error.with_traceback(None)
