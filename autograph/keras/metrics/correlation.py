"""How much of what is true the predictions explain."""

from __future__ import annotations

from typing import Any

from autograph.keras.backend import epsilon
from autograph.keras.losses.loss import match_ranks
from autograph.keras.metrics.metric import Metric
from autograph.keras.metrics.reduction import MeanMetricWrapper
from autograph.keras.tensors import as_tensor
from runtime.ops.array import broadcast_to, expand_dims
from runtime.ops.array import shape as shape_of
from runtime.ops.array import size as size_of
from runtime.ops.casts import cast
from runtime.ops.creation import zeros_like
from runtime.ops.logic import is_inf
from runtime.ops.math import square
from runtime.ops.reduction import reduce_mean, reduce_std, reduce_sum, reduce_variance
from runtime.ops.selection import where
from runtime.shapes import TensorShape
from runtime.tensor import Tensor

_NAMES = ("squared_sum", "sum", "residual", "count")
_AGGREGATIONS = (None, "uniform_average", "variance_weighted_average")


def _pair(y_true: Any, y_pred: Any) -> tuple[Tensor, Tensor]:
    predicted = as_tensor(y_pred)
    return match_ranks(as_tensor(y_true, predicted.dtype), predicted)


def pearson_correlation(y_true: Any, y_pred: Any, axis: int = -1) -> Tensor:
    """The correlation along an axis: 1 where predictions are a rising line of what is true.

    >>> round(float(pearson_correlation([1.0, 2.0, 3.0], [2.0, 4.0, 6.0])), 4)
    1.0
    """
    scaled = []
    for values in _pair(y_true, y_pred):
        centred = values - reduce_mean(values, axis, keepdims=True)
        scaled.append(centred / reduce_std(centred, axis, keepdims=True))
    return reduce_mean(scaled[0] * scaled[1], axis)


def concordance_correlation(y_true: Any, y_pred: Any, axis: int = -1) -> Tensor:
    """The correlation along an axis that is 1 only where predictions equal what is true (Lin 1989)."""
    true, predicted = _pair(y_true, y_pred)
    mean_true, mean_predicted = (reduce_mean(values, axis, keepdims=True) for values in (true, predicted))
    spread = reduce_variance(true, axis, keepdims=True) + reduce_variance(predicted, axis, keepdims=True)
    covariance = (true - mean_predicted) * (predicted - mean_predicted)
    return reduce_mean(2.0 * covariance / (spread + square(mean_true - mean_predicted) + epsilon()), axis)


class PearsonCorrelation(MeanMetricWrapper):
    """The mean of `pearson_correlation` over examples."""

    def __init__(self, name: str | None = "pearson_correlation", dtype: Any = None, axis: int = -1) -> None:
        super().__init__(pearson_correlation, name, dtype, axis=axis)


class ConcordanceCorrelation(MeanMetricWrapper):
    """The mean of `concordance_correlation` over examples."""

    def __init__(self, name: str | None = "concordance_correlation", dtype: Any = None, axis: int = -1) -> None:
        super().__init__(concordance_correlation, name, dtype, axis=axis)


class R2Score(Metric):
    """The share of the variance that predictions explain.

    Args:
        class_aggregation: how the columns become one number: "uniform_average", "variance_weighted_average", or None
            for one number each.
        num_regressors: how many variables the predictions use; the score is adjusted for them unless it is 0.
        name: of the metric.
        dtype: of the metric.

    Raises:
        ValueError: an argument is none of those.

    >>> round(float(R2Score()([[1.0], [4.0], [3.0]], [[2.0], [4.0], [4.0]])), 4)
    0.5714
    """

    def __init__(
        self,
        class_aggregation: str | None = "uniform_average",
        num_regressors: int = 0,
        name: str | None = "r2_score",
        dtype: Any = None,
    ) -> None:
        super().__init__(dtype, name)
        if class_aggregation not in _AGGREGATIONS:
            raise ValueError(f"Invalid `class_aggregation`: {class_aggregation!r}. It is one of {_AGGREGATIONS}.")
        if num_regressors < 0:
            raise ValueError(f"Invalid `num_regressors`: {num_regressors}. It is not negative.")
        self.class_aggregation = class_aggregation
        self.num_regressors = num_regressors
        self.num_samples = self.add_variable((), "zeros", name="num_samples")
        self._sums: dict[str, Any] = {}

    def _build(self, true: TensorShape, predicted: TensorShape) -> None:
        if true.rank != 2 or predicted.rank != 2 or predicted[-1] is None:
            raise ValueError(
                f"R2Score expects inputs of shape (batch_size, output_dim) with output_dim known, not y_true of shape "
                f"{true} and y_pred of shape {predicted}."
            )
        self._sums = {name: self.add_variable((predicted[-1],), "zeros", name=name) for name in _NAMES}

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> None:
        """Adds a batch.

        Args:
            y_true: [batch, outputs].
            y_pred: [batch, outputs].
            sample_weight: weights of the examples.
        """
        true, predicted = match_ranks(as_tensor(y_true, self.dtype), as_tensor(y_pred, self.dtype))
        if not self._sums:
            self._build(true.shape, predicted.shape)
        weights = as_tensor(1 if sample_weight is None else sample_weight, self.dtype)
        weights = broadcast_to(expand_dims(weights, 1) if weights.shape.rank == 1 else weights, shape_of(true))
        parts = (true * true, true, square(true - predicted), 1.0)
        for name, part in zip(_NAMES, parts, strict=True):
            self._sums[name].assign_add(reduce_sum(part * weights, 0), read_value=False)
        self.num_samples.assign_add(cast(size_of(true), self.num_samples.dtype), read_value=False)

    def result(self) -> Tensor:
        """The score so far."""
        squares, total, residual, count = (self._sums[name].read_value() for name in _NAMES)
        variance = squares - total * (total / count)
        scores = 1.0 - residual / variance
        scores = where(is_inf(scores), zeros_like(scores), scores)
        if self.class_aggregation == "uniform_average":
            scores = reduce_mean(scores)
        elif self.class_aggregation == "variance_weighted_average":
            scores = reduce_sum(variance * scores) / reduce_sum(variance)
        return self._adjusted(scores) if self.num_regressors else scores

    def _adjusted(self, scores: Tensor) -> Tensor:
        """The score adjusted for the number of variables, if there are more examples than that."""
        samples = self.num_samples.read_value()
        free = samples - float(self.num_regressors) - 1.0
        enough = free > 0
        adjusted = 1.0 - (1.0 - scores) * (samples - 1.0) / where(enough, free, zeros_like(free) + 1.0)
        return where(enough, adjusted, scores)

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal object with."""
        own = {"class_aggregation": self.class_aggregation, "num_regressors": self.num_regressors}
        return {**super().get_config(), **own}
