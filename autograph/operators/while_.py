"""`while` on tensors: the user's own loop statement asks at each turn, and each turn is a trace of the body."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from types import FrameType, ModuleType
from typing import Any

from . import backend, plain_loop
from . import frame as frames
from .conditions import whole
from .endless import Turns
from .guard import Guard, stopped
from .loops import StagedLoop
from .place import Place
from .trace import anywhere, ensure_function
from .truth import truth
from .variables import Variables


def while_(names: tuple[str, ...] = (), until: tuple[str, ...] = ()) -> ModuleType | While:
    """Has the semantics of Python's `while`: `loop = ag.while_(names)`, then `while loop.turn(test): …`.

    Args:
        names: the variables that the loop writes and somebody reads later or in the next turn.
        until: those of them that are flags: the loop ends when one is set, and its test is not asked any more.

    Returns:
        The loop. In Python mode `loop.turn` is `bool`. Otherwise it runs in Python as long as tests and flags are
        Python's, and is staged from the first turn on where they are tensors.
    """
    if not backend.activity or not backend.can_stage():
        return plain_loop
    return While(names, until)


class While:
    """A loop that may become staged."""

    __slots__ = ("_go", "_guard", "_names", "_staged", "_stop", "_turns", "_until")

    def __init__(self, names: Sequence[str], until: Sequence[str]) -> None:
        self._names = names
        self._until = until
        self._staged: StagedLoop | None = None
        self._guard: Guard | None = None
        self._stop: Any = False
        self._go: Any = None
        self._turns = Turns()

    @property
    def turn(self) -> Callable[[Any], bool]:
        """Asks whether there is another turn.

        Python looks this attribute up before it evaluates the argument, the loop's test. So if a flag may have been
        set, the test is evaluated inside an arm under "no flag is set", as lazily as in Python.
        """
        if self._until:
            self._guard_test(sys._getframe(1))
        return self._turn

    def leaves(self, flag: Any) -> bool:
        """Whether the flag is set and the native jump is to be made: only while the loop runs in Python."""
        return flag is True and self._staged is None

    def _guard_test(self, frame: FrameType) -> None:
        flags = list(frames.read(frame, self._until).values())
        self._stop = False if all(flag is False for flag in flags) else stopped(flags)
        if self._stop is not False:
            api = backend.active()
            running = api.convert(False) if self._stop is True else api.logical_not(self._stop)
            self._guard = Guard(running, frame, self._names, self._until)

    def _turn(self, test: Any) -> bool:
        frame = sys._getframe(1)
        if anywhere:
            test = whole(test, frame)
        if type(test) is bool and self._guard is None and self._staged is None:
            self._turns.add()
            return test
        go = self._close_guard(truth(test))
        if self._staged is None:
            if go is True or go is False:
                self._turns.add()
                return go
            ensure_function(frame)
            self._go = go
            variables = Variables(frame, (*self._names, *self._until))
            self._staged = StagedLoop(variables, self._until, Place.of(frame), near=go)
        elif not self._staged.close(go):
            self._staged.record(self._go)
            return False
        self._staged.open()
        return True

    def _close_guard(self, test: Any) -> Any:
        guard, self._guard = self._guard, None
        if guard is None:
            return test
        if self._stop is True:
            guard.close()
            return False
        if test is True or test is False:
            guard.close()
            return test and backend.active().logical_not(self._stop)
        return guard.close(test, otherwise=False)
