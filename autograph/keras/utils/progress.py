"""A progress bar in plain text: how far it is, the time left, and what has been measured so far.

12/100 ━━━━━━━━━━━━━━━━━━━━ 3s 35ms/step - accuracy: 0.6250 - loss: 1.0132
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np


class Progbar:
    """Shows how far something is that takes a number of steps.

    Args:
        target: the number of steps, or None if it is not known.
        width: of the bar, in characters.
        verbose: 0 for silence, 1 for a bar that moves, 2 for a line at the end.
        interval: the least number of seconds between two moves.
        stateful_metrics: names of values that are shown as they are; others are averaged over the steps.
        unit_name: of a step.

    >>> bar = Progbar(10, verbose=2)
    >>> bar.update(10, [("loss", 0.5)])  # doctest: +ELLIPSIS
    10/10 - 0s - .../step - loss: 0.5000
    """

    def __init__(
        self,
        target: int | None,
        width: int = 20,
        verbose: int = 1,
        interval: float = 0.05,
        stateful_metrics: Iterable[str] | None = None,
        unit_name: str = "step",
    ) -> None:
        self.target = target
        self.width = width
        self.verbose = verbose
        self.interval = interval
        self.unit_name = unit_name
        self._averages = _Averages(stateful_metrics)
        self._began = time.perf_counter()
        self._first: tuple[int, float] | None = None
        self._last_shown = float("-inf")
        self._last_width = 0
        self._seen = 0

    def add(self, n: int, values: Sequence[tuple[str, Any]] | None = None) -> None:
        """Moves on by some steps (see `update`)."""
        self.update(self._seen + n, values)

    def update(
        self, current: int, values: Sequence[tuple[str, Any]] | None = None, finalize: bool | None = None
    ) -> None:
        """Moves the bar.

        Args:
            current: how many steps have been done.
            values: pairs of a name and a number.
            finalize: whether it is the end; by default, if all steps have been done.
        """
        is_end = (self.target is not None and current >= self.target) if finalize is None else finalize
        self._averages.add(values or (), max(current - self._seen, 1), is_end)
        self._seen = current
        now = time.perf_counter()
        per_step = self._seconds_per_step(current, now)
        if self.verbose == 1 and (is_end or now - self._last_shown >= self.interval):
            self._show(current, per_step, now, is_end)
            self._last_shown = now
        elif self.verbose == 2 and is_end:
            head = f"{self._count(current)} - {now - self._began:.0f}s - {_duration(per_step)}/{self.unit_name}"
            _write(f"{head}{self._averages.text()}\n")

    def _seconds_per_step(self, current: int, now: float) -> float:
        """How long a step takes; the first one, in which graphs are made, does not count."""
        if not current:
            return 0.0
        first = self._first
        if first is None:
            self._first = current, now
        elif current > first[0]:
            return (now - first[1]) / (current - first[0])
        return (now - self._began) / current

    def _count(self, current: int) -> str:
        if self.target is None:
            return f"{current:>7}/Unknown"
        return f"{current:>{len(str(self.target))}}/{self.target}"

    def _show(self, current: int, per_step: float, now: float, is_end: bool) -> None:
        done = 0 if not self.target else min(self.width, int(self.width * current / self.target))
        bar = f" {'━' * done}{'╌' * (self.width - done)}" if self.target else ""
        left = now - self._began if is_end or self.target is None else per_step * (self.target - current)
        text = (
            f"{self._count(current)}{bar} {_clock(left)} {_duration(per_step)}/{self.unit_name}{self._averages.text()}"
        )
        padding = " " * max(0, self._last_width - len(text))
        _write(f"\r{text}{padding}" + ("\n" if is_end else ""))
        self._last_width = len(text)


class _Averages:
    """Values by name, averaged over steps."""

    def __init__(self, as_they_are: Iterable[str] | None) -> None:
        self._as_they_are = set(as_they_are or ())
        self._sums: dict[str, tuple[Any, int]] = {}

    def add(self, values: Iterable[tuple[str, Any]], steps: int, is_end: bool) -> None:
        for name, value in values:
            if is_end or name in self._as_they_are:
                self._sums[name] = value, 1
            else:
                total, count = self._sums.get(name, (0.0, 0))
                self._sums[name] = total + value * steps, count + steps

    def text(self) -> str:
        return "".join(f" - {name}: {_number(total, count)}" for name, (total, count) in self._sums.items())


def _number(total: Any, count: int) -> str:
    if isinstance(total, str):
        return total
    value = float(np.mean(total)) / max(count, 1)
    return f"{value:.4f}" if abs(value) > 1e-3 or value == 0 else f"{value:.4e}"


def _clock(seconds: float) -> str:
    if seconds > 3600:
        return f"{seconds // 3600:.0f}:{seconds % 3600 // 60:02.0f}:{seconds % 60:02.0f}"
    return f"{seconds // 60:.0f}:{seconds % 60:02.0f}" if seconds > 60 else f"{seconds:.0f}s"


def _duration(seconds: float) -> str:
    if seconds >= 1 or seconds == 0:
        return f"{seconds:.0f}s"
    return f"{seconds * 1e3:.0f}ms" if seconds >= 1e-3 else f"{seconds * 1e6:.0f}us"


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
