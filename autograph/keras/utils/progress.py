"""A progress bar, which tqdm draws: how far it is, the time left, and what has been measured so far.

12/100 ━━━━╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌ 00:03 left, 28.42step/s - accuracy: 0.6250 - loss: 1.0132
"""

from __future__ import annotations

import functools
import sys
import threading
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
        stateless_metrics: names of values that are averaged over the steps; others are shown as they are.
        unit_name: of a step.

    Raises:
        ValueError: both kinds of names are given.

    >>> bar = Progbar(10, verbose=2)
    >>> bar.update(10, [("loss", 0.5)])  # doctest: +ELLIPSIS
    10/10 - 0s - ... - loss: 0.5000
    """

    def __init__(
        self,
        target: int | None,
        width: int = 20,
        verbose: int = 1,
        interval: float = 0.05,
        stateful_metrics: Iterable[str] | None = None,
        stateless_metrics: Iterable[str] | None = None,
        unit_name: str = "step",
    ) -> None:
        if stateful_metrics is not None and stateless_metrics is not None:
            raise ValueError(
                "Only one of `stateful_metrics` and `stateless_metrics` can be given: the rest is the other."
            )
        self.target = target
        self.width = width
        self.verbose = verbose
        self.interval = interval
        self.unit_name = unit_name
        self._averages = _Averages(stateful_metrics, stateless_metrics)
        self._began = time.time()
        self._bar: Any = None
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
        if self.verbose == 1:
            self._show(current, is_end)
        elif self.verbose == 2 and is_end:
            sys.stdout.write(f"{self._line(current)}{self._averages.text()}\n")
            sys.stdout.flush()

    def _show(self, current: int, is_end: bool) -> None:
        if self._bar is None:
            self._bar = self._made()
        bar = self._bar
        if is_end:
            bar.total = self.target or current
            bar.ncols = bar.dynamic_ncols = None  # What stays is shown in full, however wide the terminal is.
            bar.bar_format = _format(self.width, "{elapsed}, {rate_fmt}")
        bar.values = self._averages.text()
        bar.update(current - bar.n)
        if is_end:
            bar.close()
            self._bar = None

    def _made(self) -> Any:
        middle = "{elapsed}, {rate_fmt}" if self.target is None else "{remaining} left, {rate_fmt}"
        width = 0 if self.target is None else self.width
        bar = _kind()(
            total=self.target, file=sys.stdout, mininterval=self.interval, miniters=1, unit=self.unit_name, ascii="╌━",
            bar_format=_format(width, middle), dynamic_ncols=True, position=0,
        )  # fmt: skip
        bar.start_t = bar.last_print_t = self._began
        return bar

    def _line(self, current: int) -> str:
        elapsed = time.time() - self._began
        rate = f"{elapsed / max(current, 1):.2g}s/{self.unit_name}"
        return f"{current}/{self.target or current} - {elapsed:.0f}s - {rate}"


def _format(width: int, middle: str) -> str:
    bar = f" {{bar:{width}}}" if width else ""
    return f"{{n_fmt}}/{{total_fmt}}{bar} {middle}{{values}}"


@functools.cache
def _kind() -> Any:
    """The class of bars, made when the first one is shown: tqdm is imported then, too."""
    from tqdm import tqdm

    class Bar(tqdm):  # type: ignore[misc]
        """A bar that shows values at its end."""

        monitor_interval = 0  # No thread that looks after bars.
        values = ""

        @property
        def format_dict(self) -> dict[str, Any]:
            """What the bar's format may show: tqdm's own, and the metrics."""
            return {**super().format_dict, "values": self.values}

    Bar.set_lock(threading.RLock())
    return Bar


class _Averages:
    """Values by name, averaged over steps."""

    def __init__(self, as_they_are: Iterable[str] | None, averaged: Iterable[str] | None) -> None:
        self._as_they_are = set(as_they_are or ())
        self._averaged = None if averaged is None else set(averaged)
        self._sums: dict[str, tuple[Any, int]] = {}

    def add(self, values: Iterable[tuple[str, Any]], steps: int, is_end: bool) -> None:
        """Adds values of some steps; at the end of an epoch they are final."""
        for name, value in values:
            if is_end or not self._is_averaged(name):
                self._sums[name] = value, 1
            else:
                total, count = self._sums.get(name, (0.0, 0))
                self._sums[name] = total + value * steps, count + steps

    def _is_averaged(self, name: str) -> bool:
        return name not in self._as_they_are if self._averaged is None else name in self._averaged

    def text(self) -> str:
        """All of them, as Keras shows them."""
        return "".join(f" - {name}: {_number(total, count)}" for name, (total, count) in self._sums.items())


def _number(total: Any, count: int) -> str:
    if isinstance(total, str):
        return total
    value = float(np.mean(total)) / max(count, 1)
    return f"{value:.4f}" if abs(value) > 1e-3 or value == 0 else f"{value:.4e}"
