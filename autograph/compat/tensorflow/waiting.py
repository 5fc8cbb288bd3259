"""`tf.train.checkpoints_iterator`: each checkpoint as it is written."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from runtime.train import latest_checkpoint

__all__ = ["checkpoints_iterator"]

_PAUSE = 1.0
"""Seconds between two looks."""


def checkpoints_iterator(
    checkpoint_dir: str,
    min_interval_secs: float = 0,
    timeout: float | None = None,
    timeout_fn: Callable[[], bool] | None = None,
) -> Iterator[str]:
    """Gives each new checkpoint of a directory, and waits for the next one.

    Args:
        checkpoint_dir: the directory.
        min_interval_secs: how many seconds lie between two of them at least.
        timeout: how many seconds to wait for the next one; None waits for ever.
        timeout_fn: called when the time is over; if it returns True there is nothing more.

    Yields:
        The paths of checkpoints.
    """
    last: str | None = None
    while True:
        found = _next(checkpoint_dir, last, timeout)
        if found is None:
            if timeout_fn is None or timeout_fn():
                return
            continue
        begin = time.monotonic()
        last = found
        yield found
        time.sleep(max(0.0, min_interval_secs - (time.monotonic() - begin)))


def _next(directory: str, last: str | None, timeout: float | None) -> str | None:
    end = None if timeout is None else time.monotonic() + timeout
    while True:
        found: str | None = latest_checkpoint(directory)
        if found is not None and found != last:
            return found
        if end is not None and time.monotonic() + _PAUSE > end:
            return None
        time.sleep(_PAUSE)
