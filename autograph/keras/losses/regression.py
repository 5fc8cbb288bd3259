"""Losses of numbers: how far predictions are from what is true. The functions give one loss for each row."""

from __future__ import annotations

import math
from typing import Any

from autograph.keras.backend import epsilon
from autograph.keras.losses.loss import LossFunctionWrapper, match_ranks
from autograph.keras.tensors import as_tensor
from runtime.ops.clipping import clip_by_value
from runtime.ops.math import abs, log, maximum, square
from runtime.ops.nn import softplus
from runtime.ops.norms import l2_normalize
from runtime.ops.reduction import reduce_mean, reduce_sum
from runtime.ops.selection import where
from runtime.tensor import Tensor


def _pair(y_true: Any, y_pred: Any) -> tuple[Tensor, Tensor]:
    predicted = as_tensor(y_pred)
    return match_ranks(as_tensor(y_true, predicted.dtype), predicted)


def mean_squared_error(y_true: Any, y_pred: Any) -> Tensor:
    """The mean of (y_true - y_pred)² over the last axis.

    Args:
        y_true: what is true: [..., n].
        y_pred: what was predicted: [..., n], of a floating dtype.

    Returns:
        [...].

    >>> mean_squared_error([[1.0, 2.0]], [[1.0, 4.0]]).tolist()
    [2.0]
    """
    true, predicted = _pair(y_true, y_pred)
    return reduce_mean(square(true - predicted), -1)


def mean_absolute_error(y_true: Any, y_pred: Any) -> Tensor:
    """The mean of |y_true - y_pred| over the last axis (see `mean_squared_error`)."""
    true, predicted = _pair(y_true, y_pred)
    return reduce_mean(abs(true - predicted), -1)


def mean_absolute_percentage_error(y_true: Any, y_pred: Any) -> Tensor:
    """100 times the mean of |(y_true - y_pred) / y_true| over the last axis (see `mean_squared_error`)."""
    true, predicted = _pair(y_true, y_pred)
    return 100.0 * reduce_mean(abs((true - predicted) / maximum(abs(true), epsilon())), -1)


def mean_squared_logarithmic_error(y_true: Any, y_pred: Any) -> Tensor:
    """The mean of (log(y_true + 1) - log(y_pred + 1))² over the last axis (see `mean_squared_error`)."""
    true, predicted = _pair(y_true, y_pred)
    difference = log(maximum(predicted, epsilon()) + 1.0) - log(maximum(true, epsilon()) + 1.0)
    return reduce_mean(square(difference), -1)


def cosine_similarity(y_true: Any, y_pred: Any, axis: int = -1) -> Tensor:
    """Minus the cosine between two vectors: -1 where they point the same way (see `mean_squared_error`).

    >>> cosine_similarity([[0.0, 2.0]], [[0.0, 1.0]]).tolist()
    [-1.0]
    """
    true, predicted = _pair(y_true, y_pred)
    return -reduce_sum(l2_normalize(true, axis) * l2_normalize(predicted, axis), axis)


def huber(y_true: Any, y_pred: Any, delta: float = 1.0) -> Tensor:
    """The mean of the squared error / 2 up to `delta`, and of a line from there on (see `mean_squared_error`)."""
    true, predicted = _pair(y_true, y_pred)
    distance = abs(predicted - true)
    return reduce_mean(where(distance <= delta, 0.5 * square(distance), delta * distance - 0.5 * delta * delta), -1)


def log_cosh(y_true: Any, y_pred: Any) -> Tensor:
    """The mean of log(cosh(y_pred - y_true)) over the last axis (see `mean_squared_error`)."""
    true, predicted = _pair(y_true, y_pred)
    error = predicted - true
    return reduce_mean(error + softplus(error * -2.0) - math.log(2.0), -1)


def poisson(y_true: Any, y_pred: Any) -> Tensor:
    """The mean of y_pred - y_true · log(y_pred) over the last axis (see `mean_squared_error`)."""
    predicted = as_tensor(y_pred)
    return reduce_mean(predicted - as_tensor(y_true, predicted.dtype) * log(predicted + epsilon()), -1)


def kl_divergence(y_true: Any, y_pred: Any) -> Tensor:
    """The sum of y_true · log(y_true / y_pred) over the last axis (see `mean_squared_error`)."""
    predicted = as_tensor(y_pred)
    true = clip_by_value(as_tensor(y_true, predicted.dtype), epsilon(), 1.0)
    return reduce_sum(true * log(true / clip_by_value(predicted, epsilon(), 1.0)), -1)


class MeanSquaredError(LossFunctionWrapper):
    """The mean of (y_true - y_pred)² (see `Loss`).

    >>> float(MeanSquaredError()([[1.0], [2.0]], [[1.0], [4.0]]))
    2.0
    """

    def __init__(
        self,
        reduction: str | None = "sum_over_batch_size",
        name: str | None = "mean_squared_error",
        dtype: Any = None,
    ) -> None:
        super().__init__(mean_squared_error, reduction, name, dtype)


class MeanAbsoluteError(LossFunctionWrapper):
    """The mean of |y_true - y_pred| (see `Loss`)."""

    def __init__(
        self,
        reduction: str | None = "sum_over_batch_size",
        name: str | None = "mean_absolute_error",
        dtype: Any = None,
    ) -> None:
        super().__init__(mean_absolute_error, reduction, name, dtype)


class MeanAbsolutePercentageError(LossFunctionWrapper):
    """100 times the mean of |(y_true - y_pred) / y_true| (see `Loss`)."""

    def __init__(
        self,
        reduction: str | None = "sum_over_batch_size",
        name: str | None = "mean_absolute_percentage_error",
        dtype: Any = None,
    ) -> None:
        super().__init__(mean_absolute_percentage_error, reduction, name, dtype)


class MeanSquaredLogarithmicError(LossFunctionWrapper):
    """The mean of (log(y_true + 1) - log(y_pred + 1))² (see `Loss`)."""

    def __init__(
        self,
        reduction: str | None = "sum_over_batch_size",
        name: str | None = "mean_squared_logarithmic_error",
        dtype: Any = None,
    ) -> None:
        super().__init__(mean_squared_logarithmic_error, reduction, name, dtype)


class CosineSimilarity(LossFunctionWrapper):
    """Minus the cosine between what is true and what was predicted, along an axis (see `Loss`)."""

    def __init__(
        self,
        axis: int = -1,
        reduction: str | None = "sum_over_batch_size",
        name: str | None = "cosine_similarity",
        dtype: Any = None,
    ) -> None:
        super().__init__(cosine_similarity, reduction, name, dtype, axis=axis)


class Huber(LossFunctionWrapper):
    """Squares up to `delta`, lines from there on (Huber 1964; see `Loss`).

    >>> float(Huber(delta=1.0)([0.0, 0.0], [0.5, 3.0]))
    1.3125
    """

    def __init__(
        self,
        delta: float = 1.0,
        reduction: str | None = "sum_over_batch_size",
        name: str | None = "huber_loss",
        dtype: Any = None,
    ) -> None:
        super().__init__(huber, reduction, name, dtype, delta=delta)


class LogCosh(LossFunctionWrapper):
    """The logarithm of the hyperbolic cosine of the error (see `Loss`)."""

    def __init__(
        self, reduction: str | None = "sum_over_batch_size", name: str | None = "log_cosh", dtype: Any = None
    ) -> None:
        super().__init__(log_cosh, reduction, name, dtype)


class Poisson(LossFunctionWrapper):
    """Minus the likelihood of counts under a Poisson distribution, up to a constant (see `Loss`)."""

    def __init__(
        self, reduction: str | None = "sum_over_batch_size", name: str | None = "poisson", dtype: Any = None
    ) -> None:
        super().__init__(poisson, reduction, name, dtype)


class KLDivergence(LossFunctionWrapper):
    """How far one distribution is from another (Kullback and Leibler 1951; see `Loss`)."""

    def __init__(
        self, reduction: str | None = "sum_over_batch_size", name: str | None = "kl_divergence", dtype: Any = None
    ) -> None:
        super().__init__(kl_divergence, reduction, name, dtype)
