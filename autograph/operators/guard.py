"""A guarded stretch of the user's code: an `if` without `else` that nobody wrote, around a turn or a test of a loop."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import FrameType
from typing import Any

from . import backend
from .arm import Arm
from .merge import Merge
from .place import Place
from .trace import Hints, ensure_function, release_function, site
from .truth import truth
from .variables import Variables


def stopped(flags: Iterable[Any]) -> Any:
    """Whether one of the flags is set: a Python bool, or a bool tensor."""
    api = backend.active()
    running: Any = True
    for flag in flags:
        if flag is True:
            return True
        test = truth(flag)
        if test is True:
            return True
        if test is not False:
            not_set = api.logical_not(test)
            running = not_set if running is True else api.logical_and(running, not_set)
    return False if running is True else api.logical_not(running)


class Guard:
    """An open arm under a condition.

    Args:
        test: the condition.
        frame: the user's frame.
        names: the variables that the stretch may write.
        flags: those of the names that are False inside, whatever they are outside.
    """

    def __init__(self, test: Any, frame: FrameType, names: Sequence[str], flags: Sequence[str] = ()) -> None:
        ensure_function(frame)
        self._test = test
        self._place = Place.of(frame)
        self._variables = Variables(frame, (*names, *flags))
        self._entry = dict(self._variables.values)
        self._arm = Arm("then", self._place, site(self._place).block("guard"), self._variables, near=test)
        for location in self._variables.locations.values():
            if location.name in flags:
                location.write(False)
        self._variables.put()

    def close(self, value: Any = None, otherwise: Any = None) -> Any:
        """Ends the stretch; gives its value, or `otherwise` where the condition is false."""
        self._variables.read()
        locations = self._variables.locations.values()
        self._arm.close(locations, value)
        self._variables.values.update(self._entry)
        other = Arm("else", self._place, Hints(), self._variables, near=self._test)
        other.close(locations, otherwise)
        merged = Merge(self._test, (self._arm, other), self._variables, self._place).run()
        self._variables.put()
        release_function()
        return merged
