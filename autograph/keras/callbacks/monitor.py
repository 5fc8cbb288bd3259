"""Callbacks that watch one of the results of epochs: stop, save, or lower the learning rate by it."""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping
from typing import Any

import numpy as np

from autograph.keras.callbacks.callback import Callback

_MORE_IS_BETTER = ("acc", "auc", "precision", "recall", "specificity", "sensitivity", "fmeasure", "f1", "fbeta", "iou",
                   "r2", "cosine_similarity", "true_positives", "true_negatives")  # fmt: skip


class MonitorCallback(Callback):
    """A base class: watches a result by its name.

    Args:
        monitor: the name of the result.
        mode: "min" or "max" says what is better; "auto" goes by the name.
        min_delta: by how much a better value has to be better.
        baseline: the best value at first.
    """

    def __init__(
        self, monitor: str = "val_loss", mode: str = "auto", min_delta: float = 0.0, baseline: float | None = None
    ) -> None:
        super().__init__()
        if mode not in ("auto", "min", "max"):
            warnings.warn(f"{type(self).__name__} mode {mode!r} is unknown, fallback to auto mode.", stacklevel=3)
            mode = "auto"
        self.monitor = monitor
        self.mode = mode
        self.min_delta = abs(min_delta)
        self.best: float | None = baseline
        name = monitor.removeprefix("val_")
        self._wants_more = mode == "max" or (mode == "auto" and any(word in name for word in _MORE_IS_BETTER))

    def _is_improvement(self, value: float, than: float | None) -> bool:
        if than is None:
            return True
        return value - self.min_delta > than if self._wants_more else value + self.min_delta < than

    def _current(self, logs: Mapping[str, Any] | None) -> Any:
        """The watched result, or None with a warning if there is none."""
        value = (logs or {}).get(self.monitor)
        if value is None:
            warnings.warn(
                f"{type(self).__name__} is conditioned on metric {self.monitor!r}, which is not available. Available "
                f"metrics are: {', '.join(logs or {})}.",
                stacklevel=3,
            )
        return value


class EarlyStopping(MonitorCallback):
    """Ends the training when a result has not got better for some epochs.

    Args:
        monitor: the name of the result.
        min_delta: by how much a better value has to be better.
        patience: for how many epochs to wait.
        verbose: 1 to say when it stops.
        mode: see `MonitorCallback`.
        baseline: a value that has to be beaten.
        restore_best_weights: whether to set the weights to those of the best epoch at the end.
        start_from_epoch: from which epoch on to watch.
    """

    def __init__(
        self,
        monitor: str = "val_loss",
        min_delta: float = 0.0,
        patience: int = 0,
        verbose: int = 0,
        mode: str = "auto",
        baseline: float | None = None,
        restore_best_weights: bool = False,
        start_from_epoch: int = 0,
    ) -> None:
        super().__init__(monitor, mode, min_delta)
        self.patience = patience
        self.verbose = verbose
        self.baseline = baseline
        self.restore_best_weights = restore_best_weights
        self.start_from_epoch = start_from_epoch
        self._reset()

    def _reset(self) -> None:
        self.wait = self.stopped_epoch = self.best_epoch = 0
        self.best = None
        self.best_weights: list[Any] | None = None

    def on_train_begin(self, logs: Any = None) -> None:
        """Begins anew."""
        self._reset()

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        """Looks at the result."""
        current = self._current(logs)
        if current is None or epoch < self.start_from_epoch:
            return
        if self.restore_best_weights and self.best_weights is None:
            self._keep(epoch)
        self.wait += 1
        if self._is_improvement(current, self.best):
            self.best = current
            self._keep(epoch)
            if self.baseline is None or self._is_improvement(current, self.baseline):
                self.wait = 0
        elif self.wait >= self.patience and epoch > 0:
            self.stopped_epoch = epoch
            self.model.stop_training = True

    def _keep(self, epoch: int) -> None:
        self.best_epoch = epoch
        if self.restore_best_weights:
            self.best_weights = self.model.get_weights()

    def on_train_end(self, logs: Any = None) -> None:
        """Says that it stopped, and restores weights."""
        if self.stopped_epoch > 0 and self.verbose:
            print(f"Epoch {self.stopped_epoch + 1}: early stopping")
        if self.restore_best_weights and self.best_weights is not None:
            if self.verbose:
                print(f"Restoring model weights from the end of the best epoch: {self.best_epoch + 1}.")
            self.model.set_weights(self.best_weights)


class ReduceLROnPlateau(MonitorCallback):
    """Lowers the learning rate when a result has not got better for some epochs.

    Args:
        monitor: the name of the result.
        factor: by what the rate is multiplied.
        patience: for how many epochs to wait.
        verbose: 1 to say when it does.
        mode: see `MonitorCallback`.
        min_delta: by how much a better value has to be better.
        cooldown: for how many epochs not to watch afterwards.
        min_lr: the lowest rate.
        **kwargs: `epsilon`, the older name of `min_delta`.

    Raises:
        ValueError: the factor is 1 or more.
    """

    def __init__(
        self,
        monitor: str = "val_loss",
        factor: float = 0.1,
        patience: int = 10,
        verbose: int = 0,
        mode: str = "auto",
        min_delta: float = 1e-4,
        cooldown: int = 0,
        min_lr: float = 0.0,
        **kwargs: Any,
    ) -> None:
        super().__init__(monitor, mode, kwargs.pop("epsilon", min_delta))
        if kwargs:
            raise TypeError(f"ReduceLROnPlateau() got unexpected keyword arguments {sorted(kwargs)}.")
        if factor >= 1.0:
            raise ValueError(f"ReduceLROnPlateau does not support a factor >= 1.0. Received factor={factor}")
        self.factor = factor
        self.patience = patience
        self.verbose = verbose
        self.cooldown = cooldown
        self.min_lr = min_lr
        self._reset()

    def _reset(self) -> None:
        self.best = None
        self.wait = self.cooldown_counter = 0

    def on_train_begin(self, logs: Any = None) -> None:
        """Begins anew."""
        self._reset()

    def in_cooldown(self) -> bool:
        """Whether it does not watch, because it has just lowered the rate."""
        return self.cooldown_counter > 0

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        """Looks at the result, and adds the learning rate to it."""
        logs = {} if logs is None else logs
        logs["learning_rate"] = rate_of(self.model.optimizer)
        current = self._current(logs)
        if current is None:
            return
        if self.in_cooldown():
            self.cooldown_counter -= 1
            self.wait = 0
        if self._is_improvement(current, self.best):
            self.best = current
            self.wait = 0
        elif not self.in_cooldown():
            self.wait += 1
            if self.wait >= self.patience:
                self._lower(epoch)

    def _lower(self, epoch: int) -> None:
        old = rate_of(self.model.optimizer)
        if old <= np.float32(self.min_lr):
            return
        new = max(old * self.factor, self.min_lr)
        self.model.optimizer.learning_rate = new
        if self.verbose:
            print(f"\nEpoch {epoch + 1}: ReduceLROnPlateau reducing learning rate to {new}.")
        self.cooldown_counter = self.cooldown
        self.wait = 0


class LearningRateScheduler(Callback):
    """Sets the learning rate before each epoch.

    Args:
        schedule: a function of the number of the epoch, from 0, and of the rate so far, that gives the new one.
        verbose: 1 to say what it is.
    """

    def __init__(self, schedule: Any, verbose: int = 0) -> None:
        super().__init__()
        self.schedule = schedule
        self.verbose = verbose

    def on_epoch_begin(self, epoch: int, logs: Any = None) -> None:
        """Sets the rate."""
        optimizer = self.model.optimizer
        try:
            rate = self.schedule(epoch, rate_of(optimizer))
        except TypeError:  # The schedule of an older program takes the epoch only.
            rate = self.schedule(epoch)
        if not isinstance(rate, float | np.floating):
            raise TypeError(f"The output of the `schedule` function should be a float. Got: {rate!r}")
        optimizer.learning_rate = float(rate)
        if self.verbose:
            print(f"\nEpoch {epoch + 1}: LearningRateScheduler setting learning rate to {rate}.")

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        """Adds the rate to the results."""
        if logs is not None:
            logs["learning_rate"] = rate_of(self.model.optimizer)


class TerminateOnNaN(Callback):
    """Ends the training when the loss is no number or infinite.

    Args:
        raise_error: whether to raise an error instead.
    """

    def __init__(self, raise_error: bool = False) -> None:
        super().__init__()
        self.raise_error = raise_error

    def on_batch_end(self, batch: int, logs: Any = None) -> None:
        """Looks at the loss."""
        loss = (logs or {}).get("loss")
        if loss is None or math.isfinite(loss):
            return
        if self.raise_error:
            raise RuntimeError(f"NaN or Inf loss encountered at batch {batch}. Loss value: {loss}.")
        print(f"Batch {batch}: Invalid loss, terminating training")
        self.model.stop_training = True


def rate_of(optimizer: Any) -> float:
    """The learning rate as a Python number."""
    return float(optimizer.learning_rate.numpy())
