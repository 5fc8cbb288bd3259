"""Losses of regions: how little what was predicted overlaps with what is true."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from autograph.keras.backend import epsilon
from autograph.keras.losses.loss import LossFunctionWrapper
from autograph.keras.tensors import as_tensor
from runtime.ops.reduction import reduce_sum
from runtime.tensor import Tensor

Axis = int | Sequence[int] | None


def dice(y_true: Any, y_pred: Any, axis: Axis = None) -> Tensor:
    """1 - 2 · Σ(y_true · y_pred) / (Σ y_true + Σ y_pred).

    Args:
        y_true: 0 or 1, or numbers between.
        y_pred: probabilities of the same shape.
        axis: over which the sums go, by default all.

    >>> round(float(dice([1.0, 0.0], [1.0, 1.0])), 4)
    0.3333
    """
    predicted = as_tensor(y_pred)
    true = as_tensor(y_true, predicted.dtype)
    total = reduce_sum(true, axis) + reduce_sum(predicted, axis)
    return 1.0 - 2.0 * reduce_sum(true * predicted, axis) / (total + epsilon())


def tversky(y_true: Any, y_pred: Any, alpha: float = 0.5, beta: float = 0.5, axis: Axis = None) -> Tensor:
    """`dice` with weights for what was missed (`alpha`) and for what was wrong (`beta`) (Salehi et al. 2017)."""
    predicted = as_tensor(y_pred)
    true = as_tensor(y_true, predicted.dtype)
    overlap = reduce_sum(true * predicted, axis)
    missed = reduce_sum((1.0 - predicted) * true, axis)
    wrong = reduce_sum(predicted * (1.0 - true), axis)
    return 1.0 - overlap / (overlap + missed * alpha + wrong * beta + epsilon())


class Dice(LossFunctionWrapper):
    """See `dice` and `Loss`."""

    def __init__(
        self,
        reduction: str | None = "sum_over_batch_size",
        name: str | None = "dice",
        axis: Axis = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(dice, reduction, name, dtype, axis=axis)


class Tversky(LossFunctionWrapper):
    """See `tversky` and `Loss`."""

    def __init__(
        self,
        alpha: float = 0.5,
        beta: float = 0.5,
        reduction: str | None = "sum_over_batch_size",
        name: str | None = "tversky",
        axis: Axis = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(tversky, reduction, name, dtype, alpha=alpha, beta=beta, axis=axis)
