"""Steps: what is done with one batch in training, testing and predicting."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from autograph.api import function
from autograph.keras.calling import as_called
from autograph.keras.training import examples
from autograph.keras.training.batches import pack, tensors_of, unpack
from autograph.keras.training.compiling import Compiled
from autograph.keras.training.logs import plain_logs
from runtime import nest
from runtime.dispatch import is_tensor
from runtime.ops.array import shape
from runtime.tape import GradientTape


class Steps(Compiled):
    """A base class of models: steps of training, of which each may be overridden, compiled into graphs."""

    def train_step(self, data: Any) -> dict[str, Any]:
        """One step of training; to be overridden at will.

        Args:
            data: a batch: x, (x, y) or (x, y, sample_weight).

        Returns:
            Results by name, for callbacks and the history.
        """
        x, y, sample_weight = unpack(data)
        with GradientTape() as tape:
            y_pred = self(x, training=True)
            loss = self._loss_of(x, y, y_pred, sample_weight, training=True)
            self._track_loss(loss, x)
            loss = self.optimizer.scale_loss(loss)
        weights = self.trainable_weights
        if weights:
            gradients = tape.gradient(loss, weights)
            self.optimizer.apply_gradients(zip(gradients, weights, strict=True))
        else:
            warnings.warn("The model does not have any trainable weights.", stacklevel=2)
        return self._results(x, y, y_pred, sample_weight)

    def test_step(self, data: Any) -> dict[str, Any]:
        """One step of evaluation; to be overridden at will (see `train_step`)."""
        x, y, sample_weight = unpack(data)
        y_pred = self(x, training=False)
        loss = self._loss_of(x, y, y_pred, sample_weight, training=False)
        self._track_loss(loss, x)
        return self._results(x, y, y_pred, sample_weight)

    def predict_step(self, data: Any) -> Any:
        """What the model gives for a batch; to be overridden at will."""
        return self(unpack(data)[0], training=False)

    def _track_loss(self, loss: Any, x: Any) -> None:
        if self._loss_tracker is not None:
            first = next(leaf for leaf in nest.flatten(x) if leaf is not None)
            self._loss_tracker.update_state(loss, sample_weight=shape(first)[0])

    def _results(self, x: Any, y: Any, y_pred: Any, sample_weight: Any) -> dict[str, Any]:
        found: dict[str, Any] = as_called(self.compute_metrics)(x, y, y_pred, sample_weight=sample_weight)
        return found

    # ------------------------------------------------------------------------------------------ compiled

    def make_train_function(self, force: bool = False) -> Callable[[Any], Any]:
        """The function of a batch that does a step of training: `train_step`, compiled; to be overridden at will."""
        if self.train_function is None or force:
            self.train_function = self._compiled_step(self.train_step)
        return self.train_function  # type: ignore[no-any-return]

    def make_test_function(self, force: bool = False) -> Callable[[Any], Any]:
        """The function of a batch that does a step of evaluation (see `make_train_function`)."""
        if self.test_function is None or force:
            self.test_function = self._compiled_step(self.test_step)
        return self.test_function  # type: ignore[no-any-return]

    def make_predict_function(self, force: bool = False) -> Callable[[Any], Any]:
        """The function of a batch that predicts (see `make_train_function`)."""
        if self.predict_function is None or force:
            self.predict_function = self._compiled_step(self.predict_step)
        return self.predict_function  # type: ignore[no-any-return]

    def _compiled_step(self, step: Callable[[Any], Any]) -> Callable[[Any], Any]:
        def eager(data: Any) -> Any:
            """The step without a graph, after which the losses of layers start anew."""
            result = step(data)
            self._clear_losses()
            return result

        def traced(data: Any) -> Any:
            """The step as a graph, after which the losses of layers start anew."""
            result = as_called(step)(data)
            self._clear_losses()
            return result

        traced.__name__ = step.__name__
        return eager if self.run_eagerly else function(reduce_retracing=True)(traced)

    # ------------------------------------------------------------------------------------------ one batch

    def train_on_batch(
        self,
        x: Any,
        y: Any = None,
        sample_weight: Any = None,
        class_weight: Mapping[Any, float] | None = None,
        return_dict: bool = False,
    ) -> Any:
        """Trains on one batch.

        Args:
            x: inputs.
            y: labels.
            sample_weight: weights of the examples.
            class_weight: weights by class.
            return_dict: whether results come by name.

        Returns:
            The loss, or a list of it and the metrics, or a dictionary.

        Raises:
            ValueError: arguments do not go together, or not with the model.
        """
        self._check_compiled("train_on_batch")
        data = _batch(x, y, sample_weight, class_weight)
        self.reset_metrics()
        return self._shown(self._prepared(self.make_train_function(), data)(data), return_dict)

    def test_on_batch(self, x: Any, y: Any = None, sample_weight: Any = None, return_dict: bool = False) -> Any:
        """Evaluates one batch (see `train_on_batch`)."""
        self._check_compiled("test_on_batch")
        data = _batch(x, y, sample_weight, None)
        self.reset_metrics()
        return self._shown(self._prepared(self.make_test_function(), data)(data), return_dict)

    def predict_on_batch(self, x: Any) -> Any:
        """What the model gives for one batch, as arrays."""
        data = _batch(x, None, None, None)
        return arrays_of(self._prepared(self.make_predict_function(), data)(data))

    def _prepared(self, step: Callable[[Any], Any], data: Any) -> Callable[[Any], Any]:
        """The step, traced for data of that kind: so what does not fit is refused before anything has changed."""
        from autograph.keras.training.diagnosis import blaming

        trace = getattr(step, "get_concrete_function", None)
        if trace is not None:
            with blaming(self, data):
                trace(data)
        return step

    def _shown(self, results: Any, return_dict: bool) -> Any:
        logs = plain_logs(results)
        return logs if return_dict else self._in_order(logs)


def arrays_of(outputs: Any) -> Any:
    """Outputs of a model as arrays."""
    return nest.map_structure(lambda leaf: leaf.numpy() if is_tensor(leaf) else np.asarray(leaf), outputs)


def _batch(x: Any, y: Any, sample_weight: Any, class_weight: Mapping[Any, float] | None) -> Any:
    parts = examples.with_class_weights(examples.checked(x, y, sample_weight), class_weight)
    return tensors_of(pack(parts))
