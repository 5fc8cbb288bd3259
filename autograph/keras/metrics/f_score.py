"""Precision and recall in one number."""

from __future__ import annotations

from typing import Any

from autograph.keras.backend import epsilon
from autograph.keras.metrics.metric import Metric
from autograph.keras.tensors import as_tensor
from runtime.ops.array import expand_dims
from runtime.ops.casts import cast
from runtime.ops.logic import logical_and
from runtime.ops.math import abs
from runtime.ops.reduction import reduce_max, reduce_mean, reduce_sum
from runtime.shapes import TensorShape
from runtime.tensor import Tensor

_NAMES = ("true_positives", "false_positives", "false_negatives", "intermediate_weights")
_AVERAGES = (None, "micro", "macro", "weighted")


class FBetaScore(Metric):
    """The weighted harmonic mean of precision and recall.

    Args:
        average: None for one score a class, "micro" (over all counts), "macro" (the mean of the classes) or "weighted"
            (by the number of examples of each class).
        beta: how much more recall counts than precision: a float above 0.
        threshold: above which predictions count as positive, in (0, 1]; None for the largest of each row.
        name: of the metric.
        dtype: of the metric.

    Raises:
        ValueError: an argument is none of those.
    """

    def __init__(
        self,
        average: str | None = None,
        beta: float = 1.0,
        threshold: float | None = None,
        name: str | None = "fbeta_score",
        dtype: Any = None,
    ) -> None:
        super().__init__(dtype, name)
        if average not in _AVERAGES:
            raise ValueError(f"Invalid `average` argument: {average!r}. It is one of {_AVERAGES}.")
        if not isinstance(beta, float) or beta <= 0:
            raise ValueError(f"Invalid `beta` argument: {beta!r}. It is a Python float above 0.")
        if threshold is not None and not (isinstance(threshold, float) and 0 < threshold <= 1):
            raise ValueError(f"Invalid `threshold` argument: {threshold!r}. It is a Python float in (0, 1].")
        self.average = average
        self.beta = beta
        self.threshold = threshold
        self._axis = None if average == "micro" else 0
        self._counts: dict[str, Any] = {}

    def _build(self, true: TensorShape, predicted: TensorShape) -> None:
        if true.rank != 2 or predicted.rank != 2 or predicted[-1] is None:
            raise ValueError(
                f"{type(self).__name__} expects inputs of shape (batch_size, output_dim) with output_dim known, not "
                f"y_true of shape {true} and y_pred of shape {predicted}."
            )
        shape = () if self.average == "micro" else (predicted[-1],)
        self._counts = {name: self.add_variable(shape, "zeros", self.dtype, name=name) for name in _NAMES}

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> None:
        """Adds a batch.

        Args:
            y_true: 0 or 1: [batch, classes].
            y_pred: [batch, classes].
            sample_weight: weights of the examples: [batch].
        """
        true, predicted = as_tensor(y_true, self.dtype), as_tensor(y_pred, self.dtype)
        if not self._counts:
            self._build(true.shape, predicted.shape)
        if self.threshold is None:
            best = predicted >= reduce_max(predicted, -1, keepdims=True)
            hits = logical_and(best, abs(predicted) > 1e-9)
        else:
            hits = predicted > self.threshold
        found = cast(hits, self.dtype)
        weights = None if sample_weight is None else expand_dims(as_tensor(sample_weight, self.dtype), 1)
        parts = (found * true, found * (1.0 - true), (1.0 - found) * true, true)
        for name, part in zip(_NAMES, parts, strict=True):
            total = reduce_sum(part if weights is None else part * weights, self._axis)
            self._counts[name].assign_add(total, read_value=False)

    def result(self) -> Tensor:
        """The score so far."""
        if not self._counts:
            return as_tensor(0.0, self.dtype)
        found, wrong, missed, weights = (self._counts[name].read_value() for name in _NAMES)
        precision = found / (found + wrong + epsilon())
        recall = found / (found + missed + epsilon())
        weight = self.beta**2
        score = precision * recall / (weight * precision + recall + epsilon()) * (1 + weight)
        if self.average == "weighted":
            return reduce_sum(score * (weights / (reduce_sum(weights) + epsilon())))
        return score if self.average is None else reduce_mean(score)

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal object with."""
        own = {"average": self.average, "beta": self.beta, "threshold": self.threshold}
        return {**super().get_config(), **own}


class F1Score(FBetaScore):
    """The harmonic mean of precision and recall (see `FBetaScore`).

    >>> F1Score(threshold=0.5)([[1, 1], [1, 0]], [[0.9, 0.1], [0.8, 0.2]]).numpy().round(4).tolist()
    [1.0, 0.0]
    """

    def __init__(
        self,
        average: str | None = None,
        threshold: float | None = None,
        name: str | None = "f1_score",
        dtype: Any = None,
    ) -> None:
        super().__init__(average, 1.0, threshold, name, dtype)

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal object with."""
        config = super().get_config()
        del config["beta"]
        return config
