"""What a model is told before it trains: optimizer, loss and metrics."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Mapping
from typing import Any

from autograph.keras import optimizers
from autograph.keras.backend import floatx
from autograph.keras.calling import as_called
from autograph.keras.layers.layer import Layer
from autograph.keras.metrics import Mean
from autograph.keras.serialization import deserialize_keras_object, serialize_keras_object
from autograph.keras.tensors import as_tensor
from autograph.keras.training.compiled_loss import CompiledLoss
from autograph.keras.training.compiled_metrics import CompiledMetrics
from autograph.keras.training.keywords import check_keywords
from runtime.ops.casts import cast
from runtime.ops.reduction import reduce_sum


class Compiled(Layer):
    """A base class of models: what `compile` sets, and the losses and metrics that follow from it."""

    _SKIPPED = Layer._SKIPPED | {
        "optimizer", "loss", "history", "train_function", "test_function", "predict_function", "_compiled_loss",
        "_compiled_metrics", "_loss_tracker", "_settings", "_rows_functions", "_callbacks", "_train_graph",
    }  # fmt: skip

    optimizer: Any
    history: Any

    @property
    def output_names(self) -> list[str]:
        """The names of the outputs, if it is known which there are."""
        return []

    def _set_up_training(self) -> None:
        self.optimizer: Any = None
        self.loss: Any = None
        self.compiled = False
        self.stop_training = False
        self.steps_per_execution = 1
        self._run_eagerly = False
        self._settings: dict[str, Any] = {}
        self._compiled_loss: CompiledLoss | None = None
        self._compiled_metrics: CompiledMetrics | None = None
        self._loss_tracker: Mean | None = None
        self._forget_functions()

    def _forget_functions(self) -> None:
        """Makes the next step be traced anew."""
        self.train_function: Any = None
        self.test_function: Any = None
        self.predict_function: Any = None
        self._rows_functions: dict[Any, Any] = {}
        self._train_graph: Any = None

    def compile(
        self,
        optimizer: Any = "rmsprop",
        loss: Any = None,
        loss_weights: Any = None,
        metrics: Any = None,
        weighted_metrics: Any = None,
        run_eagerly: bool = False,
        steps_per_execution: int = 1,
        jit_compile: Any = "auto",
        auto_scale_loss: bool = True,
        **kwargs: Any,
    ) -> None:
        """Says how the model is trained.

        Args:
            optimizer: a name, or an optimizer.
            loss: a name, function or `Loss`; for several outputs a list or dictionary of such.
            loss_weights: numbers, in a list or dictionary, by which the losses of several outputs are multiplied.
            metrics: a list of names, functions or `Metric`s; "accuracy" is the kind that fits labels and outputs. For
                several outputs a list of lists, or a dictionary.
            weighted_metrics: metrics for which sample weights count.
            run_eagerly: whether steps run in plain Python, without being compiled.
            steps_per_execution: how many batches are trained on between two looks of callbacks.
            jit_compile: accepted and without effect.
            auto_scale_loss: whether the loss is scaled where the model computes in float16 (see `LossScaleOptimizer`).
            **kwargs: arguments of older programs, without effect.

        Raises:
            TypeError: an argument is unknown.
            ValueError: there is no optimizer, loss or metric of a name.
        """
        check_keywords(Compiled.compile, kwargs)
        self.optimizer = self._scaling(optimizers.get(optimizer), auto_scale_loss)
        self.loss = loss
        self._compiled_loss = None if loss is None else CompiledLoss(loss, loss_weights, self.output_names)
        self._compiled_metrics = CompiledMetrics(metrics, weighted_metrics, self.output_names)
        self._loss_tracker = Mean(name="loss")
        self.steps_per_execution = int(steps_per_execution)
        self._run_eagerly = bool(run_eagerly)
        self.stop_training = False
        self._settings = {
            "optimizer": self.optimizer,
            "loss": loss,
            "loss_weights": loss_weights,
            "metrics": metrics,
            "weighted_metrics": weighted_metrics,
            "run_eagerly": run_eagerly,
            "steps_per_execution": steps_per_execution,
            "jit_compile": False,
        }
        self._forget_functions()
        self.compiled = True

    def _scaling(self, optimizer: Any, is_asked: bool) -> Any:
        """The optimizer, with the loss scaled if gradients might be lost in float16."""
        if not is_asked or self.compute_dtype != "float16" or self.variable_dtype == "float16":
            return optimizer
        from autograph.keras.optimizers.loss_scale import LossScaleOptimizer

        return optimizer if isinstance(optimizer, LossScaleOptimizer) else LossScaleOptimizer(optimizer)

    def _trackable_children(self) -> dict[str, Any]:
        """The layers, and the optimizer behind them; what metrics have seen is no part of a model."""
        own = super()._trackable_children()
        return own if self.optimizer is None else {**own, "optimizer": self.optimizer}

    def _check_compiled(self, method: str) -> None:
        if not self.compiled:
            raise ValueError(
                f"You must call `compile()` before {method}(): say there which optimizer, loss and metrics to use."
            )

    @property
    def run_eagerly(self) -> bool:
        """Whether steps run in plain Python."""
        return self._run_eagerly

    @run_eagerly.setter
    def run_eagerly(self, value: bool) -> None:
        """Says whether steps run without a graph; functions made before are dropped."""
        if value != self._run_eagerly:
            self._run_eagerly = bool(value)
            self._forget_functions()

    def get_compile_config(self) -> dict[str, Any] | None:
        """What `compile` was given, as plain data; None if it was not called, or was given what has no such form."""
        if not self.compiled:
            return None
        try:
            return {name: serialize_keras_object(value) for name, value in self._settings.items()}
        except TypeError as error:
            warnings.warn(f"The loss, metrics or optimizer of {self.name!r} are left out: {error}", stacklevel=2)
            return None

    def compile_from_config(self, config: Mapping[str, Any]) -> None:
        """Compiles with what `get_compile_config` gave."""
        if type(self).compile is not Compiled.compile:
            warnings.warn(
                f"{type(self).__name__} has a `compile()` of its own, which was not called: call it before "
                f"training, or define `get_compile_config` and `compile_from_config`.",
                stacklevel=2,
            )
            return
        self.compile(**deserialize_keras_object(dict(config)))
        if self.built and self.trainable_variables:
            self.optimizer.build(self.trainable_variables)

    # ------------------------------------------------------------------------------------------ losses

    def compute_loss(
        self, x: Any = None, y: Any = None, y_pred: Any = None, sample_weight: Any = None, training: bool = True
    ) -> Any:
        """The loss of a batch: that of `compile`, and what layers add; to be overridden at will.

        Args:
            x: inputs.
            y: labels.
            y_pred: what the model gives for the inputs.
            sample_weight: weights of the examples.
            training: whether it is for a step of training.

        Returns:
            A scalar.

        Raises:
            ValueError: there is no loss at all.
        """
        first = None if self._compiled_loss is None else self._compiled_loss(y, y_pred, sample_weight)
        losses = [] if first is None else [first]
        for penalty in self.losses:
            tensor = as_tensor(penalty)
            losses.append(reduce_sum(tensor if tensor.dtype.is_floating else cast(tensor, floatx())))
        if not losses:
            raise ValueError("No loss to compute. Provide a `loss` argument in `compile()`.")
        total = losses[0]
        for loss in losses[1:]:
            total = total + loss
        return total

    def _loss_of(self, x: Any, y: Any, y_pred: Any, sample_weight: Any, training: bool) -> Any:
        """The loss by `compute_loss`, which may be overridden with fewer arguments."""
        compute = as_called(self.compute_loss)
        if "training" in inspect.signature(self.compute_loss).parameters:
            return compute(x=x, y=y, y_pred=y_pred, sample_weight=sample_weight, training=training)
        return compute(x=x, y=y, y_pred=y_pred, sample_weight=sample_weight)

    def compiled_loss(self, y: Any, y_pred: Any, sample_weight: Any = None, regularization_losses: Any = None) -> Any:
        """The loss of a batch, as older programs ask for it; penalties are counted once, given or not."""
        return self.compute_loss(None, y, y_pred, sample_weight)

    # ------------------------------------------------------------------------------------------ metrics

    @property
    def metrics(self) -> list[Any]:
        """The mean loss, the metrics of `compile` (as one), and those in attributes of the model and its layers."""
        own: list[Any] = [self._loss_tracker] if self.compiled else []
        if self._settings.get("metrics") is not None or self._settings.get("weighted_metrics") is not None:
            own.append(self._compiled_metrics)
        if self._compiled_loss is not None:
            own += self._compiled_loss.metrics
        return own + [metric for metric in self._tracked_metrics() if not any(metric is known for known in own)]

    @property
    def metrics_names(self) -> list[str]:
        """The names of the metrics."""
        return [metric.name for metric in self.metrics]

    @property
    def compiled_metrics(self) -> CompiledMetrics | None:
        """The metrics of `compile`, as one."""
        return self._compiled_metrics

    def reset_metrics(self) -> None:
        """Makes all metrics forget what they have seen."""
        for metric in self.metrics:
            metric.reset_state()

    def compute_metrics(self, x: Any, y: Any, y_pred: Any, sample_weight: Any = None) -> dict[str, Any]:
        """Adds a batch to the metrics of `compile`; the results of all metrics. To be overridden at will.

        Args:
            x: inputs.
            y: labels.
            y_pred: what the model gives for the inputs.
            sample_weight: weights of the examples.
        """
        if self._compiled_metrics is not None:
            self._compiled_metrics.update_state(y, y_pred, sample_weight)
        return self.get_metrics_result()

    def get_metrics_result(self) -> dict[str, Any]:
        """The results of all metrics by name."""
        found: dict[str, Any] = {}
        for metric in self.metrics:
            value = as_called(metric.result)()
            found |= value if isinstance(value, dict) else {metric.name: value}
        return found

    def _names_of_results(self) -> list[str]:
        """The names of the results of metrics in their order."""
        names: list[str] = []
        for metric in self.metrics:
            names += [m.name for m in metric.metrics] if isinstance(metric, CompiledMetrics) else [metric.name]
        return list(dict.fromkeys(names))

    def _in_order(self, logs: Mapping[str, Any]) -> Any:
        """The values of logs in the order of the metrics; a single one as itself."""
        names = self._names_of_results()
        values = [logs[name] for name in names if name in logs]
        values += [logs[name] for name in sorted(logs) if name not in names]
        return values[0] if len(values) == 1 else values
