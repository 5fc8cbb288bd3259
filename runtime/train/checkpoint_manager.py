"""CheckpointManager: keeps the last checkpoints of a training, and goes on from the newest."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any

from runtime.session import Session
from runtime.train.checkpoint import Checkpoint
from runtime.train.checkpoint_states import get_checkpoint_state, remove_checkpoint, update_checkpoint_state
from runtime.train.variable_values import stored

_HOUR = 3600.0


class CheckpointManager:
    """Saves checkpoints in a directory, and removes old ones.

    Args:
        checkpoint: what to save.
        directory: where to.
        max_to_keep: how many checkpoints stay; None for all.
        keep_checkpoint_every_n_hours: one checkpoint in so many hours is not removed.
        checkpoint_name: the start of their names, "ckpt-1", "ckpt-2" …
        step_counter: a variable that counts the steps of the training.
        checkpoint_interval: at least so many steps lie between two checkpoints.
        init_fn: called by `restore_or_initialize` where there is no checkpoint.

    Raises:
        ValueError: `max_to_keep` is not positive, or there is an interval without a counter.
    """

    def __init__(
        self,
        checkpoint: Checkpoint,
        directory: str,
        max_to_keep: int | None,
        keep_checkpoint_every_n_hours: float | None = None,
        checkpoint_name: str = "ckpt",
        step_counter: Any = None,
        checkpoint_interval: int | None = None,
        init_fn: Callable[[], None] | None = None,
    ) -> None:
        if max_to_keep is not None and max_to_keep <= 0:
            raise ValueError(f"Expected a positive integer or `None` for `max_to_keep`, got {max_to_keep}.")
        if checkpoint_interval is not None and step_counter is None:
            raise ValueError("`step_counter` should be passed if `checkpoint_interval` is not None.")
        self._checkpoint = checkpoint
        self._directory = os.fspath(directory)
        self._max_to_keep = max_to_keep
        self._hours = keep_checkpoint_every_n_hours
        self._prefix = os.path.join(self._directory, checkpoint_name)
        self._step_counter = step_counter
        self._interval = checkpoint_interval
        self._last_step: int | None = None
        self._init_fn = init_fn
        self._latest: str | None = None
        self._kept: dict[str, float] = {}
        self._last_preserved_s = time.time() - 1.0
        self._recover()

    def _recover(self) -> None:
        """Takes over what the state file says of an earlier process."""
        state = get_checkpoint_state(self._directory)
        if state is None:
            return
        self._latest = state.model_checkpoint_path
        self._last_preserved_s = state.last_preserved_timestamp or 0.0
        paths, times = state.all_model_checkpoint_paths, state.all_model_checkpoint_timestamps
        if len(times) != len(paths):
            times = (time.time(),) * len(paths)
        self._kept = dict(zip(paths, times, strict=True))

    @property
    def directory(self) -> str:
        """Where the checkpoints are."""
        return self._directory

    @property
    def checkpoint(self) -> Checkpoint:
        """What is saved."""
        return self._checkpoint

    @property
    def checkpoint_interval(self) -> int | None:
        """How many steps lie at least between two checkpoints."""
        return self._interval

    @property
    def latest_checkpoint(self) -> str | None:
        """The path of the newest checkpoint, or None."""
        return self._latest

    @property
    def checkpoints(self) -> list[str]:
        """The paths of the checkpoints, oldest first."""
        return list(self._kept)

    def save(
        self,
        checkpoint_number: Any = None,
        check_interval: bool = True,
        options: Any = None,
        session: Session | None = None,
    ) -> str | None:
        """Writes a checkpoint, unless the last one is too near.

        Args:
            checkpoint_number: the number in its name, by default one more than that of the last.
            check_interval: whether to look how many steps there were.
            options: of no effect.
            session: for variables of graphs, whose values to save.

        Returns:
            The path of the checkpoint, or None.
        """
        step = self._last_step
        if self._interval is not None and check_interval:
            step = int(stored(self._step_counter, session))
            if self._last_step is not None and step < self._last_step + self._interval:
                return None
        counted = self._checkpoint._count(session)
        number = counted if checkpoint_number is None else int(checkpoint_number)
        path = self._checkpoint.write(f"{self._prefix}-{number}", session)
        for other in self._recorded(path):
            remove_checkpoint(other)
        self._last_step = step
        return path

    def _recorded(self, path: str) -> list[str]:
        """Counts a new checkpoint and writes so to the state file; which old ones are to be removed then.

        Nothing is counted where the file cannot be written, so that this save does not spoil the next.
        """
        before = self._kept, self._latest, self._last_preserved_s
        self._kept = {other: made_s for other, made_s in self._kept.items() if other != path} | {path: time.time()}
        self._latest = path
        try:
            old = self._old()
            self._record(path)
        except BaseException:
            self._kept, self._latest, self._last_preserved_s = before
            raise
        return old

    def _old(self) -> list[str]:
        """Takes from the kept checkpoints those that are too many; those of them that are to be removed."""
        count = len(self._kept) - self._max_to_keep if self._max_to_keep else 0
        old = []
        for path in list(self._kept)[: max(count, 0)]:
            made_s = self._kept.pop(path)
            if self._hours is not None and made_s - self._hours * _HOUR >= self._last_preserved_s:
                self._last_preserved_s = made_s
            else:
                old.append(path)
        return old

    def _record(self, latest: str) -> None:
        update_checkpoint_state(
            self._directory, latest, self.checkpoints, None, list(self._kept.values()), self._last_preserved_s,
            save_relative_paths=True,
        )  # fmt: skip

    def restore_or_initialize(self, session: Session | None = None) -> str | None:
        """Restores the newest checkpoint; where there is none, calls `init_fn`.

        Args:
            session: for variables of graphs, whose values to set.

        Returns:
            The path of the checkpoint, or None.
        """
        if self._latest is not None:
            self._checkpoint.restore(self._latest, session)
            if self._step_counter is not None:
                self._last_step = int(stored(self._step_counter, session))
            return self._latest
        if self._init_fn is not None:
            self._init_fn()
        return None
