"""Data that give their batches by number."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


class Sequence:
    """A base class of data: an object that gives each batch of an epoch by its number.

    Subclasses define `__len__`, the number of batches, and `__getitem__`, which gives (x, y) or (x, y, weights); and
    `on_epoch_end` if something is to happen between epochs.

    Args:
        workers: accepted and without effect.
        use_multiprocessing: accepted and without effect.
        max_queue_size: accepted and without effect.
    """

    def __init__(self, workers: int = 1, use_multiprocessing: bool = False, max_queue_size: int = 10) -> None:
        self.workers = workers
        self.use_multiprocessing = use_multiprocessing
        self.max_queue_size = max_queue_size

    def __getitem__(self, index: int) -> Any:
        """The batch of that number."""
        raise NotImplementedError(f"{type(self).__name__} has to define __getitem__(index).")

    def __len__(self) -> int:
        """The number of batches of an epoch."""
        return int(self.num_batches)

    @property
    def num_batches(self) -> int:
        """The number of batches of an epoch, for subclasses that define this and not `__len__`."""
        raise NotImplementedError(f"{type(self).__name__} has to define __len__().")

    def __iter__(self) -> Iterator[Any]:
        return (self[number] for number in range(len(self)))

    def on_epoch_begin(self) -> None:
        """Before an epoch."""

    def on_epoch_end(self) -> None:
        """After an epoch."""


PyDataset = Sequence
