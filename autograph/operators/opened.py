"""An `if` on a tensor, from the opening of its first arm to the merge."""

from __future__ import annotations

from types import FrameType
from typing import Any

from .arm import Arm
from .assignments import Blocks
from .merge import Merge
from .place import Place
from .trace import Hints, ensure_function, release_function, root, site
from .variables import Variables, fill


class Opened:
    """An `if` whose first arm is being traced; it is true until the second one is.

    Which variables matter is said when an arm is closed. Until then the frame is remembered as a whole.

    Args:
        test: the condition, a bool tensor.
        frame: the user's frame; it stands where the place of the `if` is.
        kind: the arm to open, "then" or "else"; of an "else" there is no other arm.
    """

    __slots__ = ("_arms", "_before", "_frame", "_hints", "_kind", "_place", "_test")

    def __init__(self, test: Any, frame: FrameType, kind: str = "then") -> None:
        ensure_function(frame)
        fill(frame)
        self._test = test
        self._frame = frame
        self._kind = kind
        self._place = Place.of(frame)
        self._hints = site(self._place)
        self._before = dict(frame.f_locals)
        cells = Variables(frame, root().cells.get(frame, ()))
        self._arms = [self._open(kind, self._hints.block(kind), cells)]

    def __bool__(self) -> bool:
        return len(self._arms) == 1

    def otherwise(self, names: tuple[str, ...]) -> None:
        """Closes the first arm, puts the state back and opens the second."""
        variables = self._close(names)
        variables.put()
        self._arms.append(self._open("else", self._hints.block("else"), variables))

    def end(self, names: tuple[str, ...]) -> None:
        """Closes the arm that is open, and merges; where there was but one, the other does nothing."""
        blocks = Blocks(self._place, self._frame.f_lasti, turned=self._kind == "else")
        variables = self._close(names)
        arms = self._arms
        if len(arms) == 1:
            arms.append(self._open("then" if self._kind == "else" else "else", Hints(), variables))
            arms[1].close(variables.locations.values())
        then, other = reversed(arms) if self._kind == "else" else arms
        Merge(self._test, (then, other), variables, self._place, blocks).run()
        variables.put()
        self._before = {}
        release_function()

    def _open(self, kind: str, hints: Hints, variables: Variables) -> Arm:
        return Arm(kind, self._place, hints, variables, near=self._test)

    def _close(self, names: tuple[str, ...]) -> Variables:
        """Closes the arm that is open; gives the variables as they were before it."""
        variables = Variables(self._frame, names)
        self._arms[-1].close(variables.locations.values())
        variables.go_back(self._before)
        return variables
