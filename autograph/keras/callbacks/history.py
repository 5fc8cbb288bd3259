"""What `fit` returns, and the callbacks that write down or show the results of epochs."""

from __future__ import annotations

import csv
import os
import sys
from collections.abc import Callable, Iterable
from typing import Any, TextIO

import numpy as np

from autograph.keras.callbacks.callback import Callback, CallbackList
from autograph.keras.utils.progress import Progbar


class History(Callback):
    """Keeps the results of all epochs: what `fit` returns.

    Attributes:
        history: for each name a list of values, one for each epoch.
        epoch: the numbers of the epochs.
    """

    def __init__(self) -> None:
        super().__init__()
        self.history: dict[str, list[Any]] = {}
        self.epoch: list[int] = []

    def on_train_begin(self, logs: Any = None) -> None:
        """Begins a list of epochs."""
        self.epoch = []

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        """Keeps the results."""
        self.epoch.append(epoch)
        for name, value in (logs or {}).items():
            self.history.setdefault(name, []).append(value)


class ProgbarLogger(Callback):
    """Shows how far the training is, what has been measured so far, and how long it will take."""

    looks_at_batches = False

    def __init__(self) -> None:
        super().__init__()
        self._is_fitting = False
        self._bar: Progbar | None = None
        self._verbose: int = 0
        self._steps: int | None = None
        self._seen = 0

    def set_params(self, params: dict[str, Any]) -> None:
        """Is told how much to show."""
        super().set_params(params)
        self._verbose = params.get("verbose", 0)
        self._steps = params.get("steps")

    def follows(self, kind: str) -> bool:
        """Whether a bar moves while batches of that kind are gone through."""
        return self._verbose == 1 and not (kind == "test" and self._is_fitting)

    def _begin(self) -> None:
        self._bar = Progbar(self._steps, verbose=self._verbose, unit_name="step")
        self._seen = 0

    def _move(self, batch: int, logs: Any) -> None:
        self._seen = batch + 1
        if self._bar is not None and self._verbose == 1:
            self._bar.update(self._seen, list((logs or {}).items()), finalize=False)

    def _finish(self, logs: Any) -> None:
        if self._bar is not None:
            if self._bar.target is None:
                self._bar.target = self._steps = self._seen
            self._bar.update(self._bar.target, list((logs or {}).items()), finalize=True)

    def on_train_begin(self, logs: Any = None) -> None:
        """Notes that evaluations are part of a training."""
        self._is_fitting = True

    def on_train_end(self, logs: Any = None) -> None:
        """Notes that it is over."""
        self._is_fitting = False

    def on_epoch_begin(self, epoch: int, logs: Any = None) -> None:
        """Begins a bar."""
        self._begin()
        if self._verbose and self.params.get("epochs", 1) > 1:
            print(f"Epoch {epoch + 1}/{self.params['epochs']}")

    def on_train_batch_end(self, batch: int, logs: Any = None) -> None:
        """Moves the bar."""
        self._move(batch, logs)

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        """Ends the bar."""
        self._finish(logs)

    def on_test_begin(self, logs: Any = None) -> None:
        """Begins a bar."""
        if not self._is_fitting:
            self._begin()

    def on_test_batch_end(self, batch: int, logs: Any = None) -> None:
        """Moves the bar."""
        if not self._is_fitting:
            self._move(batch, logs)

    def on_test_end(self, logs: Any = None) -> None:
        """Ends the bar."""
        if not self._is_fitting:
            self._finish(logs)

    def on_predict_begin(self, logs: Any = None) -> None:
        """Begins a bar."""
        self._begin()

    def on_predict_batch_end(self, batch: int, logs: Any = None) -> None:
        """Moves the bar."""
        self._move(batch, None)

    def on_predict_end(self, logs: Any = None) -> None:
        """Ends the bar."""
        self._finish(None)


class CSVLogger(Callback):
    """Writes the results of each epoch as a line of a file.

    Args:
        filename: the path of the file.
        separator: between columns.
        append: whether to go on behind what is in the file.
    """

    def __init__(self, filename: Any, separator: str = ",", append: bool = False) -> None:
        super().__init__()
        self.filename = os.fspath(filename)
        self.sep = separator
        self.append = append
        self._file: TextIO | None = None
        self._keys: list[str] | None = None
        self._writer: Any = None

    def on_train_begin(self, logs: Any = None) -> None:
        """Opens the file."""
        self._close()
        self._has_head = self.append and os.path.exists(self.filename) and os.path.getsize(self.filename) > 0
        self._file = open(self.filename, "a" if self.append else "w", newline="", encoding="utf-8")  # noqa: SIM115
        self._keys = self._writer = None

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        """Writes a line, and the names of the columns before the first."""
        if self._file is None:
            return
        logs = logs or {}
        if self._writer is None:
            self._keys = sorted(logs)
            if not any(name.startswith("val_") for name in self._keys):
                self._keys += [f"val_{name}" for name in self._keys]
            self._writer = csv.DictWriter(self._file, ["epoch", *self._keys], delimiter=self.sep)
            if not self._has_head:
                self._writer.writeheader()
        self._writer.writerow({"epoch": epoch} | {name: _cell(logs.get(name, "NA")) for name in self._keys or ()})
        self._file.flush()

    def on_train_end(self, logs: Any = None) -> None:
        """Closes the file."""
        self._close()

    def _close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


def _cell(value: Any) -> Any:
    if isinstance(value, str) or not np.ndim(value):
        return value
    return f'"[{", ".join(map(str, value))}]"'


class LambdaCallback(Callback):
    """A callback made of functions.

    Args:
        on_epoch_begin: called with (epoch, logs).
        on_epoch_end: called with (epoch, logs).
        on_train_begin: called with (logs).
        on_train_end: called with (logs).
        on_train_batch_begin: called with (batch, logs).
        on_train_batch_end: called with (batch, logs).
        **kwargs: other methods of `Callback`.
    """

    def __init__(
        self,
        on_epoch_begin: Callable[..., Any] | None = None,
        on_epoch_end: Callable[..., Any] | None = None,
        on_train_begin: Callable[..., Any] | None = None,
        on_train_end: Callable[..., Any] | None = None,
        on_train_batch_begin: Callable[..., Any] | None = None,
        on_train_batch_end: Callable[..., Any] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__()
        given = {
            "on_epoch_begin": on_epoch_begin,
            "on_epoch_end": on_epoch_end,
            "on_train_begin": on_train_begin,
            "on_train_end": on_train_end,
            "on_train_batch_begin": on_train_batch_begin,
            "on_train_batch_end": on_train_batch_end,
        }
        vars(self).update(kwargs | {name: value for name, value in given.items() if value is not None})


def callback_list(
    callbacks: Any,
    model: Any,
    verbose: Any,
    epochs: int,
    steps: int | None,
    has_validation: bool = False,
    with_history: bool = False,
) -> CallbackList:
    """The callbacks of the user, and the ones that there always are, behind them.

    Args:
        callbacks: one or several, or a `CallbackList`, which is taken as it is.
        model: that is trained.
        verbose: see `Model.fit`.
        epochs: the number of the last epoch.
        steps: the number of batches in an epoch, if known.
        has_validation: whether there are evaluations between epochs.
        with_history: whether results are kept.
    """
    if isinstance(callbacks, CallbackList):
        return callbacks
    given = list(callbacks) if isinstance(callbacks, Iterable) else [] if callbacks is None else [callbacks]
    history = next((item for item in given if isinstance(item, History)), None)
    if history is None and with_history:
        history = History()
        given.append(history)
    shown = _verbosity(verbose)
    if shown and not any(isinstance(item, ProgbarLogger) for item in given):
        given.append(ProgbarLogger())
    if history is not None:
        model.history = history
    return CallbackList(given, model, verbose=shown, epochs=epochs, steps=steps, do_validation=has_validation)


def _verbosity(verbose: Any) -> int:
    is_terminal = bool(getattr(sys.stdout, "isatty", lambda: False)())
    if verbose == "auto":
        return int(is_terminal)
    return 2 if int(verbose) == 1 and not is_terminal else int(verbose)
