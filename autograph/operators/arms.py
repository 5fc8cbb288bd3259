"""`if` without a block of its own, for places where CPython allows no more nested loops."""

from __future__ import annotations

import sys
from typing import Any

from .if_ import choose


class Arms:
    """The arms of one `if`, opened and closed one by one.

    Args:
        turns: what `ag.if_` gives: True for the first arm, False for the second, or both where both are traced.
    """

    __slots__ = ("_arm", "_turns")

    def __init__(self, turns: Any) -> None:
        self._turns = iter(turns)
        self._arm: bool | None = next(self._turns)

    def then(self) -> bool:
        """Whether the first arm runs now."""
        return self._arm is True

    def otherwise(self) -> bool:
        """Whether the second arm runs now; the first one is closed."""
        if self._arm is True:
            self._arm = next(self._turns, None)
        return self._arm is False

    def end(self) -> None:
        """Closes the last arm and merges what both wrote."""
        for _ in self._turns:
            self._arm = None


def arms(test: Any, names: tuple[str, ...] = ()) -> Arms:
    """Has the semantics of `ag.if_`, without a loop around the `if`.

        arms = ag.arms(x > 0, ('y',))
        if arms.then():
            y = x
        if arms.otherwise():
            y = -x
        arms.end()

    Args:
        test: the condition; its truth is asked for once.
        names: the variables that an arm writes and somebody reads later.
    """
    return Arms(choose(test, names, sys._getframe(1)))
