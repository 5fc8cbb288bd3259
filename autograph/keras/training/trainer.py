"""fit, evaluate and predict."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from autograph.keras.callbacks.callback import CallbackList
from autograph.keras.callbacks.history import callback_list
from autograph.keras.training import examples
from autograph.keras.training.arguments import check_arguments
from autograph.keras.training.batches import Batches, batches_of, is_stream, pack, tensors_of, unpack
from autograph.keras.training.diagnosis import blaming
from autograph.keras.training.epochs import Epochs, epochs_of
from autograph.keras.training.keywords import check_keywords
from autograph.keras.training.logs import plain_logs
from autograph.keras.training.steps import Steps, arrays_of
from runtime import nest


class Trainer(Steps):
    """A base class of models: training, evaluation and prediction over many batches.

    A step is compiled into a graph once, however many epochs are run; where data are arrays and no callback looks at
    single batches, the loop over batches is part of it.

    >>> from autograph.keras import layers, models
    >>> model = models.Sequential([layers.Input((1,)), layers.Dense(1, kernel_initializer="zeros")])
    >>> model.compile("sgd", "mse")
    >>> history = model.fit(np.ones((8, 1)), 2 * np.ones(8), epochs=2, verbose=0)
    >>> [round(loss, 4) for loss in history.history["loss"]]
    [4.0, 3.6864]
    """

    def fit(
        self,
        x: Any = None,
        y: Any = None,
        batch_size: int | None = None,
        epochs: int = 1,
        verbose: Any = "auto",
        callbacks: Any = None,
        validation_split: float = 0.0,
        validation_data: Any = None,
        shuffle: Any = True,
        class_weight: Mapping[Any, float] | None = None,
        sample_weight: Any = None,
        initial_epoch: int = 0,
        steps_per_epoch: int | None = None,
        validation_steps: int | None = None,
        validation_batch_size: int | None = None,
        validation_freq: Any = 1,
        **kwargs: Any,
    ) -> Any:
        """Trains the model.

        Args:
            x: an array, or a list or dictionary of such; or a dataset, generator or sequence that gives batches.
            y: labels, if `x` is arrays.
            batch_size: of arrays, by default 32.
            epochs: the number of the last epoch.
            verbose: 0 for silence, 1 for a progress bar (a line for each epoch if the output is no terminal), 2 for a
                line for each epoch; "auto" for a progress bar on a terminal, and silence elsewhere.
            callbacks: objects that are told of what happens (see `callbacks.Callback`).
            validation_split: which share of the arrays, from their end, is not trained on but evaluated.
            validation_data: (x, y), (x, y, sample_weight), or what gives batches, to evaluate after epochs.
            shuffle: whether arrays come in another order in each epoch.
            class_weight: weights of examples by class.
            sample_weight: weights of examples, if `x` is arrays.
            initial_epoch: the number of epochs that went before.
            steps_per_epoch: the number of batches in an epoch, by default all.
            validation_steps: the number of batches of each evaluation, by default all.
            validation_batch_size: by default `batch_size`.
            validation_freq: after how many epochs to evaluate, or a list of their numbers.
            **kwargs: arguments of older programs, without effect.

        Returns:
            A `History`, whose attribute `history` has a list of the results of all epochs for each name.

        Raises:
            TypeError: an argument is unknown.
            ValueError: data are empty, hold NaN for labels, or do not go together or with the model.
        """
        check_keywords(Trainer.fit, kwargs)
        self._check_compiled("fit")
        check_arguments(verbose, callbacks, class_weight, validation_freq, batch_size=batch_size, epochs=epochs,
                        initial_epoch=initial_epoch, steps_per_epoch=steps_per_epoch, validation_steps=validation_steps,
                        validation_batch_size=validation_batch_size)  # fmt: skip
        x, y, sample_weight, validation_data = self._with_split(x, y, sample_weight, validation_split, validation_data)
        batches = batches_of(x, y, sample_weight, batch_size, steps_per_epoch, shuffle, class_weight)
        validation = self._validation_batches(validation_data, validation_batch_size or batch_size, validation_steps)
        told = callback_list(callbacks, self, verbose, epochs, batches.count, validation is not None, with_history=True)
        self._prepare_and_fit(batches, validation, told, range(initial_epoch, epochs), validation_freq)
        return self.history

    def _prepare_and_fit(
        self, batches: Batches, validation: Batches | None, told: CallbackList, epochs: range, frequency: Any
    ) -> None:
        training = epochs_of(self, batches, "train", told)
        training.prepare()
        evaluation = None if validation is None else epochs_of(self, validation, "test", told)
        if evaluation is not None:
            with _blaming_validation():
                evaluation.prepare()
        try:
            self._fit(training, evaluation, told, epochs, frequency)
        finally:
            self._clear_losses()  # Also when the user interrupts.

    def _fit(
        self, training: Epochs, evaluation: Epochs | None, told: CallbackList, epochs: range, frequency: Any
    ) -> None:
        self.stop_training = False
        self._train_graph = training.graph
        logs: dict[str, Any] = {}
        told.on_train_begin()
        for epoch in range(max(epochs.start, getattr(self, "_initial_epoch", None) or 0), epochs.stop):
            self.reset_metrics()
            told.on_epoch_begin(epoch)
            results = training.run()
            logs = plain_logs(self._last_results(results))
            if evaluation is not None and _is_due(epoch + 1, frequency):
                logs |= {f"val_{name}": value for name, value in self._evaluated(evaluation, told).items()}
            told.on_epoch_end(epoch, logs)
            if self.stop_training:
                break
        if epochs:
            self.optimizer.finalize_variable_values(self.trainable_weights)
        told.on_train_end(logs)

    def _last_results(self, results: Any) -> Any:
        """The results of metrics as they are, if the step gave just those; else what the last step gave."""
        current = self.get_metrics_result()
        return current if isinstance(results, Mapping) and set(results) == set(current) else results

    def _with_split(
        self, x: Any, y: Any, sample_weight: Any, share: float, validation: Any
    ) -> tuple[Any, Any, Any, Any]:
        if not share or validation is not None:
            return x, y, sample_weight, validation
        if is_stream(x):
            raise ValueError(f"`validation_split` is only supported for arrays, and `x` is of type {type(x).__name__}.")
        kept, apart = examples.split(examples.checked(x, y, sample_weight), share)
        return *kept, apart

    def _validation_batches(self, data: Any, batch_size: int | None, steps: int | None) -> Batches | None:
        if data is None:
            return None
        with _blaming_validation():
            if is_stream(data):
                return batches_of(data, steps=steps)
            if not isinstance(data, list | tuple) or not 2 <= len(data) <= 3:
                raise ValueError(f"it must be (x, y), (x, y, sample_weight) or a dataset, not {type(data).__name__}.")
            x, y, weights = unpack(tuple(data))
            return batches_of(x, y, weights, batch_size, steps)

    # ------------------------------------------------------------------------------------------ evaluating

    def evaluate(
        self,
        x: Any = None,
        y: Any = None,
        batch_size: int | None = None,
        verbose: Any = "auto",
        sample_weight: Any = None,
        steps: int | None = None,
        callbacks: Any = None,
        return_dict: bool = False,
        **kwargs: Any,
    ) -> Any:
        """The loss and the metrics over data, without training.

        Args:
            x: inputs (see `fit`).
            y: labels.
            batch_size: of arrays, by default 32.
            verbose: see `fit`.
            sample_weight: weights of examples.
            steps: the number of batches, by default all.
            callbacks: see `fit`.
            return_dict: whether results come by name.
            **kwargs: arguments of older programs, without effect.

        Returns:
            The loss, or a list of it and the metrics, or a dictionary.

        Raises:
            TypeError: an argument is unknown.
            ValueError: data do not go together, or not with the model.
        """
        check_keywords(Trainer.evaluate, kwargs)
        self._check_compiled("evaluate")
        check_arguments(verbose, callbacks, batch_size=batch_size, steps=steps)
        batches = batches_of(x, y, sample_weight, batch_size, steps)
        told = callback_list(callbacks, self, verbose, 1, batches.count)
        evaluation = epochs_of(self, batches, "test", told)
        evaluation.prepare()
        logs = self._evaluated(evaluation, told)
        return logs if return_dict else self._in_order(logs)

    def _evaluated(self, evaluation: Epochs, told: CallbackList) -> dict[str, Any]:
        self.stop_evaluating = False
        told.on_test_begin()
        self.reset_metrics()
        logs = plain_logs(self._last_results(evaluation.run()))
        told.on_test_end(logs)
        return logs

    # ------------------------------------------------------------------------------------------ predicting

    def predict(
        self,
        x: Any,
        batch_size: int | None = None,
        verbose: Any = "auto",
        steps: int | None = None,
        callbacks: Any = None,
        **kwargs: Any,
    ) -> Any:
        """What the model gives for inputs, as arrays.

        Args:
            x: inputs (see `fit`).
            batch_size: of arrays, by default 32.
            verbose: see `fit`.
            steps: the number of batches, by default all.
            callbacks: see `fit`.
            **kwargs: arguments of older programs, without effect.

        Returns:
            An array for all examples; a structure of such if the model has several outputs.

        Raises:
            TypeError: an argument is unknown.
            ValueError: the data do not fit the model.
        """
        check_keywords(Trainer.predict, kwargs)
        check_arguments(verbose, callbacks, batch_size=batch_size, steps=steps)
        batches = batches_of(x, None, None, batch_size, steps)
        told = callback_list(callbacks, self, verbose, 1, batches.count)
        self.make_predict_function()
        trace = getattr(self.predict_function, "get_concrete_function", None)
        if trace is not None:
            specs = pack(batches.specs())
            with blaming(self, specs):
                trace(specs)
        return self._predicted(batches, told)

    def _predicted(self, batches: Batches, told: CallbackList) -> Any:
        self.stop_predicting = False
        told.on_predict_begin()
        found: list[Any] = []
        for number, parts in enumerate(batches.epoch()):
            told.on_predict_batch_begin(number)
            outputs = self.predict_function(tensors_of(pack(parts)))
            found.append(arrays_of(outputs))
            told.on_predict_batch_end(number, lambda outputs=outputs: {"outputs": outputs})
            if self.stop_predicting:
                break
        told.on_predict_end()
        return nest.map_structure(lambda *parts: np.concatenate(parts), *found)


@contextlib.contextmanager
def _blaming_validation() -> Iterator[None]:
    """Context in which an error about data is one about `validation_data`."""
    try:
        yield
    except ValueError as error:
        raise ValueError(f"`validation_data` cannot be used: {error}") from error


def _is_due(epoch: int, frequency: Any) -> bool:
    """Whether to evaluate after the epoch of this number, counted from 1."""
    return epoch % frequency == 0 if isinstance(frequency, int) else epoch in frequency
