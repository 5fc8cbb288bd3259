"""The base class of callbacks, and several callbacks as one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from autograph.keras.training.logs import plain_logs

_KINDS = ("train", "test", "predict")


class Callback:
    """A base class: an object that is told of what happens in `fit`, `evaluate` and `predict`.

    Subclasses define the methods that they care about. Those that define none of the `*_batch_*` methods leave `fit`
    free to run many batches in one graph.

    Attributes:
        model: that is trained; a callback ends the training by `self.model.stop_training = True`.
        params: a dictionary with "verbose", "epochs" and "steps".

    >>> from autograph.keras import layers, models
    >>> class Last(Callback):
    ...     def on_epoch_end(self, epoch, logs=None):
    ...         print(epoch, round(logs["loss"], 3))
    >>> model = models.Sequential([layers.Input((1,)), layers.Dense(1, kernel_initializer="zeros")])
    >>> model.compile("sgd", "mse")
    >>> history = model.fit([[1.0], [1.0]], [[2.0], [2.0]], verbose=0, callbacks=[Last()])
    0 4.0
    """

    looks_at_batches = True
    """Whether the `*_batch_*` methods that a subclass defines have to be called for each single batch."""

    def __init__(self) -> None:
        self.validation_data: Any = None
        self._model: Any = None
        self.params: dict[str, Any] = {}

    @property
    def model(self) -> Any:
        """The model that is trained."""
        return self._model

    def set_params(self, params: dict[str, Any]) -> None:
        """Is told of "verbose", "epochs" and "steps"."""
        self.params = params

    def set_model(self, model: Any) -> None:
        """Is told which model it is."""
        self._model = model

    def on_batch_begin(self, batch: int, logs: Any = None) -> None:
        """The older name of `on_train_batch_begin`."""

    def on_batch_end(self, batch: int, logs: Any = None) -> None:
        """The older name of `on_train_batch_end`."""

    def on_epoch_begin(self, epoch: int, logs: Any = None) -> None:
        """Before an epoch, counted from 0."""

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        """After an epoch; `logs` has its results by name, those of the validation with "val_" before."""

    def on_train_batch_begin(self, batch: int, logs: Any = None) -> None:
        """Before a batch of training, counted from 0 in each epoch."""
        self.on_batch_begin(batch, logs=logs)

    def on_train_batch_end(self, batch: int, logs: Any = None) -> None:
        """After a batch of training; `logs` has the results of the epoch so far."""
        self.on_batch_end(batch, logs=logs)

    def on_test_batch_begin(self, batch: int, logs: Any = None) -> None:
        """Before a batch of an evaluation."""

    def on_test_batch_end(self, batch: int, logs: Any = None) -> None:
        """After a batch of an evaluation."""

    def on_predict_batch_begin(self, batch: int, logs: Any = None) -> None:
        """Before a batch of a prediction."""

    def on_predict_batch_end(self, batch: int, logs: Any = None) -> None:
        """After a batch of a prediction; `logs["outputs"]` is what the model gave."""

    def on_train_begin(self, logs: Any = None) -> None:
        """Before training."""

    def on_train_end(self, logs: Any = None) -> None:
        """After training; `logs` are those of the last epoch."""

    def on_test_begin(self, logs: Any = None) -> None:
        """Before an evaluation."""

    def on_test_end(self, logs: Any = None) -> None:
        """After an evaluation."""

    def on_predict_begin(self, logs: Any = None) -> None:
        """Before a prediction."""

    def on_predict_end(self, logs: Any = None) -> None:
        """After a prediction."""


def defines(callback: Any, *names: str) -> bool:
    """Whether a callback has methods of its own of any of these names."""
    return any(
        getattr(getattr(callback, name, None), "__func__", None) is not getattr(Callback, name)
        for name in names
        if hasattr(callback, name)
    )


class CallbackList(Callback):
    """Callbacks that are told of the same things, in order.

    Args:
        callbacks: the callbacks.
        model: that is trained.
        **params: for `set_params`.
    """

    def __init__(self, callbacks: Iterable[Any] = (), model: Any = None, **params: Any) -> None:
        super().__init__()
        self.callbacks = list(callbacks)
        self._find_watching()
        if model is not None:
            self.set_model(model)
        self.set_params(params)

    def _find_watching(self) -> None:
        """Notes which callbacks care for batches: to the others results need not be told."""
        self._watching: dict[tuple[str, str], list[Any]] = {}
        for kind in _KINDS:
            for when in ("begin", "end"):
                names = [f"on_{kind}_batch_{when}"] + [f"on_batch_{when}"] * (kind == "train")
                self._watching[kind, when] = [item for item in self.callbacks if defines(item, *names)]

    def append(self, callback: Any) -> None:
        """Adds a callback at the end."""
        self.callbacks.append(callback)
        self._find_watching()

    def set_params(self, params: dict[str, Any]) -> None:
        """Tells all callbacks of "verbose", "epochs" and "steps"."""
        self.params = params
        for callback in self.callbacks:
            callback.set_params(params)

    def set_model(self, model: Any) -> None:
        """Tells all callbacks which model it is."""
        self._model = model
        for callback in self.callbacks:
            callback.set_model(model)

    def looks(self, kind: str) -> bool:
        """Whether any callback has to be called for each single batch.

        Args:
            kind: "train", "test" or "predict".
        """
        watching = [*self._watching[kind, "begin"], *self._watching[kind, "end"]]
        return any(getattr(callback, "looks_at_batches", True) for callback in watching)

    def follows(self, kind: str) -> bool:
        """Whether anything wants to be told of the batches so far now and then, as a progress bar does."""
        return any(getattr(callback, "follows", lambda kind: False)(kind) for callback in self.callbacks)

    def _batch(self, kind: str, when: str, batch: int, logs: Any) -> None:
        watching = self._watching[kind, when]
        if not watching:
            return
        told = plain_logs(logs() if callable(logs) else logs)
        for callback in watching:
            getattr(callback, f"on_{kind}_batch_{when}")(batch, told)

    def on_batch_begin(self, batch: int, logs: Any = None) -> None:
        """Tells all callbacks."""
        for callback in self.callbacks:
            callback.on_batch_begin(batch, logs)

    def on_batch_end(self, batch: int, logs: Any = None) -> None:
        """Tells all callbacks."""
        for callback in self.callbacks:
            callback.on_batch_end(batch, logs)

    def on_epoch_begin(self, epoch: int, logs: Any = None) -> None:
        """Tells all callbacks."""
        for callback in self.callbacks:
            callback.on_epoch_begin(epoch, logs)

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        """Tells all callbacks."""
        for callback in self.callbacks:
            callback.on_epoch_end(epoch, logs)

    def on_train_batch_begin(self, batch: int, logs: Any = None) -> None:
        """Tells those that care."""
        self._batch("train", "begin", batch, logs)

    def on_train_batch_end(self, batch: int, logs: Any = None) -> None:
        """Tells those that care; `logs` may be a function that gives them."""
        self._batch("train", "end", batch, logs)

    def on_test_batch_begin(self, batch: int, logs: Any = None) -> None:
        """Tells those that care."""
        self._batch("test", "begin", batch, logs)

    def on_test_batch_end(self, batch: int, logs: Any = None) -> None:
        """Tells those that care; `logs` may be a function that gives them."""
        self._batch("test", "end", batch, logs)

    def on_predict_batch_begin(self, batch: int, logs: Any = None) -> None:
        """Tells those that care."""
        self._batch("predict", "begin", batch, logs)

    def on_predict_batch_end(self, batch: int, logs: Any = None) -> None:
        """Tells those that care; `logs` may be a function that gives them."""
        self._batch("predict", "end", batch, logs)

    def on_train_begin(self, logs: Any = None) -> None:
        """Tells all callbacks."""
        for callback in self.callbacks:
            callback.on_train_begin(logs)

    def on_train_end(self, logs: Any = None) -> None:
        """Tells all callbacks."""
        for callback in self.callbacks:
            callback.on_train_end(logs)

    def on_test_begin(self, logs: Any = None) -> None:
        """Tells all callbacks."""
        for callback in self.callbacks:
            callback.on_test_begin(logs)

    def on_test_end(self, logs: Any = None) -> None:
        """Tells all callbacks."""
        for callback in self.callbacks:
            callback.on_test_end(logs)

    def on_predict_begin(self, logs: Any = None) -> None:
        """Tells all callbacks."""
        for callback in self.callbacks:
            callback.on_predict_begin(logs)

    def on_predict_end(self, logs: Any = None) -> None:
        """Tells all callbacks."""
        for callback in self.callbacks:
            callback.on_predict_end(logs)
