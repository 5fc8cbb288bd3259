"""How often predictions are right. The functions give 1 or 0 for each example."""

from __future__ import annotations

from typing import Any

from autograph.keras.backend import floatx
from autograph.keras.losses.loss import match_ranks
from autograph.keras.metrics.reduction import MeanMetricWrapper
from autograph.keras.tensors import as_tensor
from runtime.ops.array import expand_dims, reshape, squeeze
from runtime.ops.array import shape as shape_of
from runtime.ops.casts import cast
from runtime.ops.logic import equal
from runtime.ops.nn import in_top_k
from runtime.ops.reduction import argmax, reduce_any
from runtime.tensor import Tensor


def _matches(hits: Tensor) -> Tensor:
    return cast(hits, floatx())


def accuracy(y_true: Any, y_pred: Any) -> Tensor:
    """Whether predictions equal what is true.

    >>> accuracy([1, 2], [1, 3]).tolist()
    [1.0, 0.0]
    """
    predicted = as_tensor(y_pred)
    return _matches(equal(*match_ranks(as_tensor(y_true, predicted.dtype), predicted)))


def binary_accuracy(y_true: Any, y_pred: Any, threshold: float = 0.5) -> Tensor:
    """Whether predictions are on the right side of a threshold.

    Args:
        y_true: 0 or 1.
        y_pred: numbers of the same shape.
        threshold: above it a prediction counts as 1.

    >>> binary_accuracy([1, 0], [0.6, 0.7]).tolist()
    [1.0, 0.0]
    """
    true, predicted = match_ranks(as_tensor(y_true), as_tensor(y_pred))
    return _matches(equal(true, cast(predicted > threshold, true.dtype)))


def categorical_accuracy(y_true: Any, y_pred: Any) -> Tensor:
    """Whether the class with the largest prediction is the true one.

    Args:
        y_true: largest for the true class: [..., classes].
        y_pred: [..., classes].

    >>> categorical_accuracy([[0, 1]], [[0.3, 0.7]]).tolist()
    [1.0]
    """
    return _matches(equal(argmax(as_tensor(y_true), -1), argmax(as_tensor(y_pred), -1)))


def sparse_categorical_accuracy(y_true: Any, y_pred: Any) -> Tensor:
    """Whether the class with the largest prediction is the true one.

    Args:
        y_true: numbers of classes: [...] or [..., 1].
        y_pred: [..., classes].

    >>> sparse_categorical_accuracy([1], [[0.3, 0.7]]).tolist()
    [1.0]
    """
    true, predicted = as_tensor(y_true), as_tensor(y_pred)
    if true.shape.rank == predicted.shape.rank and true.shape[-1] == 1:
        true = squeeze(true, -1)
    matches = _matches(equal(cast(true, "int64"), argmax(predicted, -1)))
    return squeeze(matches, -1) if matches.shape.rank not in (None, 0, 1) and matches.shape[-1] == 1 else matches


def top_k_categorical_accuracy(y_true: Any, y_pred: Any, k: int = 5) -> Tensor:
    """Whether the true class is among the k largest predictions (see `categorical_accuracy`)."""
    return sparse_top_k_categorical_accuracy(argmax(as_tensor(y_true), -1), y_pred, k)


def sparse_top_k_categorical_accuracy(y_true: Any, y_pred: Any, k: int = 5, from_sorted_ids: bool = False) -> Tensor:
    """Whether the true class is among the k largest predictions.

    Args:
        y_true: numbers of classes: [...] or [..., 1].
        y_pred: [..., classes].
        k: how many.
        from_sorted_ids: whether `y_pred` holds the numbers of classes, the best first, instead of predictions.

    >>> sparse_top_k_categorical_accuracy([0], [[0.3, 0.5, 0.2]], k=2).tolist()
    [1.0]
    """
    true, predicted = as_tensor(y_true), as_tensor(y_pred)
    flat = reshape(true, [-1])
    rows = reshape(predicted, [-1, predicted.shape[-1]]) if (predicted.shape.rank or 2) > 2 else predicted
    if from_sorted_ids:
        matches = reduce_any(equal(expand_dims(cast(flat, rows.dtype), 1), rows[:, :k]), 1)
    else:
        matches = in_top_k(cast(flat, "int32"), cast(rows, "float32"), k)
    matches = _matches(matches)
    return reshape(matches, shape_of(true)) if (true.shape.rank or 1) > 1 else matches


class Accuracy(MeanMetricWrapper):
    """How often predictions equal what is true.

    >>> float(Accuracy()([1, 2, 3, 4], [0, 2, 3, 4]))
    0.75
    """

    def __init__(self, name: str | None = "accuracy", dtype: Any = None) -> None:
        super().__init__(accuracy, name, dtype)


class BinaryAccuracy(MeanMetricWrapper):
    """How often predictions are on the right side of a threshold (see `binary_accuracy`)."""

    def __init__(self, name: str | None = "binary_accuracy", dtype: Any = None, threshold: float = 0.5) -> None:
        super().__init__(binary_accuracy, name, dtype, threshold=threshold)


class CategoricalAccuracy(MeanMetricWrapper):
    """How often the class with the largest prediction is the true one (see `categorical_accuracy`)."""

    def __init__(self, name: str | None = "categorical_accuracy", dtype: Any = None) -> None:
        super().__init__(categorical_accuracy, name, dtype)


class SparseCategoricalAccuracy(MeanMetricWrapper):
    """How often the class with the largest prediction is the true one (see `sparse_categorical_accuracy`)."""

    def __init__(self, name: str | None = "sparse_categorical_accuracy", dtype: Any = None) -> None:
        super().__init__(sparse_categorical_accuracy, name, dtype)


class TopKCategoricalAccuracy(MeanMetricWrapper):
    """How often the true class is among the k largest predictions (see `top_k_categorical_accuracy`)."""

    def __init__(self, k: int = 5, name: str | None = "top_k_categorical_accuracy", dtype: Any = None) -> None:
        super().__init__(top_k_categorical_accuracy, name, dtype, k=k)


class SparseTopKCategoricalAccuracy(MeanMetricWrapper):
    """How often the true class is among the k largest predictions (see `sparse_top_k_categorical_accuracy`)."""

    def __init__(
        self,
        k: int = 5,
        name: str | None = "sparse_top_k_categorical_accuracy",
        dtype: Any = None,
        from_sorted_ids: bool = False,
    ) -> None:
        super().__init__(sparse_top_k_categorical_accuracy, name, dtype, k=k, from_sorted_ids=from_sorted_ids)
