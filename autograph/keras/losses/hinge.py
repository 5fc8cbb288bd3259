"""Losses of margins: zero where the right class wins by more than 1."""

from __future__ import annotations

from typing import Any

from autograph.keras.losses.loss import LossFunctionWrapper
from autograph.keras.tensors import as_tensor
from runtime.ops.logic import equal, logical_or
from runtime.ops.math import maximum, square
from runtime.ops.reduction import reduce_all, reduce_max, reduce_mean, reduce_sum
from runtime.ops.selection import where
from runtime.tensor import Tensor


def _margins(y_true: Any, y_pred: Any) -> Tensor:
    predicted = as_tensor(y_pred)
    return maximum(1.0 - _signs(as_tensor(y_true, predicted.dtype)) * predicted, 0.0)


def _signs(labels: Tensor) -> Tensor:
    """Labels of 0 and 1 as -1 and 1; others stay."""
    is_binary = reduce_all(logical_or(equal(labels, 0.0), equal(labels, 1.0)))
    return where(is_binary, 2.0 * labels - 1.0, labels)


def hinge(y_true: Any, y_pred: Any) -> Tensor:
    """The mean of max(1 - y_true · y_pred, 0) over the last axis.

    Args:
        y_true: -1 or 1 (or 0 and 1): [..., n].
        y_pred: what was predicted: [..., n], of a floating dtype.

    Returns:
        [...].

    >>> hinge([[1.0, -1.0]], [[0.5, 0.5]]).tolist()
    [1.0]
    """
    return reduce_mean(_margins(y_true, y_pred), -1)


def squared_hinge(y_true: Any, y_pred: Any) -> Tensor:
    """The mean of max(1 - y_true · y_pred, 0)² over the last axis (see `hinge`)."""
    return reduce_mean(square(_margins(y_true, y_pred)), -1)


def categorical_hinge(y_true: Any, y_pred: Any) -> Tensor:
    """max(best wrong prediction - right prediction + 1, 0), for classes along the last axis.

    Args:
        y_true: 1 for the right class, 0 for the others: [..., n].
        y_pred: what was predicted: [..., n], of a floating dtype.

    Returns:
        [...].
    """
    predicted = as_tensor(y_pred)
    true = as_tensor(y_true, predicted.dtype)
    right = reduce_sum(true * predicted, -1)
    return maximum(reduce_max((1.0 - true) * predicted, -1) - right + 1.0, 0.0)


class Hinge(LossFunctionWrapper):
    """max(1 - y_true · y_pred, 0) (see `Loss`)."""

    def __init__(
        self, reduction: str | None = "sum_over_batch_size", name: str | None = "hinge", dtype: Any = None
    ) -> None:
        super().__init__(hinge, reduction, name, dtype)


class SquaredHinge(LossFunctionWrapper):
    """max(1 - y_true · y_pred, 0)² (see `Loss`)."""

    def __init__(
        self, reduction: str | None = "sum_over_batch_size", name: str | None = "squared_hinge", dtype: Any = None
    ) -> None:
        super().__init__(squared_hinge, reduction, name, dtype)


class CategoricalHinge(LossFunctionWrapper):
    """max(best wrong prediction - right prediction + 1, 0) (see `Loss`)."""

    def __init__(
        self, reduction: str | None = "sum_over_batch_size", name: str | None = "categorical_hinge", dtype: Any = None
    ) -> None:
        super().__init__(categorical_hinge, reduction, name, dtype)
