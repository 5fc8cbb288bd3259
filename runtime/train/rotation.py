"""Which checkpoints are kept, and which are removed when new ones come."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence

from runtime.formats.checkpoints import checkpoint_exists
from runtime.train.checkpoint_states import get_checkpoint_mtimes, get_checkpoint_state

_HOUR = 3600.0


class Rotation:
    """The checkpoints of a run, oldest first.

    Args:
        max_to_keep: how many there may be; 0 for any number.
        hours: one in so many hours is kept for ever, and no more counted.

    Attributes:
        checkpoints: (path, when it was made in seconds since 1970) of those that may be removed later.
        last_kept_s: when the last one was made that is kept for ever, or None.
    """

    def __init__(self, max_to_keep: int, hours: float) -> None:
        self._max_to_keep = max_to_keep
        self._interval_s = hours * _HOUR
        self._next_kept_s = time.time() + self._interval_s
        self.checkpoints: list[tuple[str, float]] = []
        self.last_kept_s: float | None = None

    @property
    def paths(self) -> list[str]:
        """The paths of the checkpoints."""
        return [path for path, _ in self.checkpoints]

    @property
    def times(self) -> list[float]:
        """When they were made, in seconds since 1970."""
        return [made_s for _, made_s in self.checkpoints]

    def add(self, path: str) -> list[str]:
        """Counts a new checkpoint; the paths of those that are to be removed."""
        self.checkpoints = [item for item in self.checkpoints if item[0] != path]
        self.checkpoints.append((path, time.time()))
        surplus = max(len(self.checkpoints) - self._max_to_keep, 0) if self._max_to_keep else 0
        old, self.checkpoints = self.checkpoints[:surplus], self.checkpoints[surplus:]
        return [path for path, made_s in old if not self._is_kept(made_s)]

    def _is_kept(self, made_s: float) -> bool:
        if made_s <= self._next_kept_s:
            return False
        self._next_kept_s += self._interval_s
        self.last_kept_s = made_s
        return True

    def take(self, paths: Sequence[str]) -> None:
        """Counts these checkpoints of an earlier process, oldest first; those that are missing are left out."""
        present = [path for path in paths if checkpoint_exists(path)]
        self.checkpoints = list(zip(present, get_checkpoint_mtimes(present), strict=True))

    def go_on_from(self, path: str) -> None:
        """Takes over what the state file beside a checkpoint says of others, if it knows that one."""
        state = get_checkpoint_state(os.path.dirname(path))
        if not self.checkpoints and state is not None and path in state.all_model_checkpoint_paths:
            self.take(state.all_model_checkpoint_paths)
            self.last_kept_s = state.last_preserved_timestamp or None
