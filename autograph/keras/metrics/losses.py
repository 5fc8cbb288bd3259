"""Losses as metrics: their means over all examples."""

from __future__ import annotations

from typing import Any

from autograph.keras import losses
from autograph.keras.losses.loss import match_ranks
from autograph.keras.metrics.reduction import Mean, MeanMetricWrapper
from autograph.keras.tensors import as_tensor
from runtime.ops.math import sqrt, square
from runtime.ops.norms import l2_normalize
from runtime.ops.reduction import reduce_sum
from runtime.tensor import Tensor


class MeanSquaredError(MeanMetricWrapper):
    """The mean squared error.

    >>> float(MeanSquaredError()([[0.0, 1.0]], [[0.0, 3.0]]))
    2.0
    """

    def __init__(self, name: str | None = "mean_squared_error", dtype: Any = None) -> None:
        super().__init__(losses.mean_squared_error, name, dtype)


class RootMeanSquaredError(Mean):
    """The root of the mean squared error.

    >>> float(RootMeanSquaredError()([0.0, 1.0], [3.0, 1.0]))
    2.1213202476501465
    """

    def __init__(self, name: str | None = "root_mean_squared_error", dtype: Any = None) -> None:
        super().__init__(name, dtype)

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> None:  # type: ignore[override]
        """Adds a batch (see `MeanMetricWrapper`)."""
        true, predicted = match_ranks(as_tensor(y_true, self.dtype), as_tensor(y_pred, self.dtype))
        super().update_state(square(predicted - true), sample_weight)

    def result(self) -> Tensor:
        """The root of the mean so far."""
        return sqrt(super().result())


class MeanAbsoluteError(MeanMetricWrapper):
    """The mean absolute error."""

    def __init__(self, name: str | None = "mean_absolute_error", dtype: Any = None) -> None:
        super().__init__(losses.mean_absolute_error, name, dtype)


class MeanAbsolutePercentageError(MeanMetricWrapper):
    """100 times the mean error relative to what is true."""

    def __init__(self, name: str | None = "mean_absolute_percentage_error", dtype: Any = None) -> None:
        super().__init__(losses.mean_absolute_percentage_error, name, dtype)


class MeanSquaredLogarithmicError(MeanMetricWrapper):
    """The mean squared error of logarithms."""

    def __init__(self, name: str | None = "mean_squared_logarithmic_error", dtype: Any = None) -> None:
        super().__init__(losses.mean_squared_logarithmic_error, name, dtype)


def cosine_similarity(y_true: Any, y_pred: Any, axis: int = -1) -> Tensor:
    """The cosine between two vectors: 1 where they point the same way."""
    predicted = as_tensor(y_pred)
    true, predicted = match_ranks(as_tensor(y_true, predicted.dtype), predicted)
    return reduce_sum(l2_normalize(true, axis) * l2_normalize(predicted, axis), axis)


class CosineSimilarity(MeanMetricWrapper):
    """The mean cosine between what is true and what was predicted: 1 where they point the same way."""

    def __init__(self, name: str | None = "cosine_similarity", dtype: Any = None, axis: int = -1) -> None:
        super().__init__(cosine_similarity, name, dtype, axis=axis)


class LogCoshError(MeanMetricWrapper):
    """The mean logarithm of the hyperbolic cosine of the error."""

    def __init__(self, name: str | None = "logcosh", dtype: Any = None) -> None:
        super().__init__(losses.log_cosh, name, dtype)


class KLDivergence(MeanMetricWrapper):
    """The mean divergence of two distributions."""

    def __init__(self, name: str | None = "kl_divergence", dtype: Any = None) -> None:
        super().__init__(losses.kl_divergence, name, dtype)


class Poisson(MeanMetricWrapper):
    """The mean Poisson loss."""

    def __init__(self, name: str | None = "poisson", dtype: Any = None) -> None:
        super().__init__(losses.poisson, name, dtype)


class Hinge(MeanMetricWrapper):
    """The mean hinge loss."""

    def __init__(self, name: str | None = "hinge", dtype: Any = None) -> None:
        super().__init__(losses.hinge, name, dtype)


class SquaredHinge(MeanMetricWrapper):
    """The mean squared hinge loss."""

    def __init__(self, name: str | None = "squared_hinge", dtype: Any = None) -> None:
        super().__init__(losses.squared_hinge, name, dtype)


class CategoricalHinge(MeanMetricWrapper):
    """The mean categorical hinge loss."""

    def __init__(self, name: str | None = "categorical_hinge", dtype: Any = None) -> None:
        super().__init__(losses.categorical_hinge, name, dtype)


class BinaryCrossentropy(MeanMetricWrapper):
    """The mean binary cross entropy (see `losses.binary_crossentropy`)."""

    def __init__(
        self,
        name: str | None = "binary_crossentropy",
        dtype: Any = None,
        from_logits: bool = False,
        label_smoothing: float = 0,
    ) -> None:
        options = {"from_logits": from_logits, "label_smoothing": label_smoothing}
        super().__init__(losses.binary_crossentropy, name, dtype, **options)


class CategoricalCrossentropy(MeanMetricWrapper):
    """The mean cross entropy of distributions over classes (see `losses.categorical_crossentropy`)."""

    def __init__(
        self,
        name: str | None = "categorical_crossentropy",
        dtype: Any = None,
        from_logits: bool = False,
        label_smoothing: float = 0,
        axis: int = -1,
    ) -> None:
        options = {"from_logits": from_logits, "label_smoothing": label_smoothing, "axis": axis}
        super().__init__(losses.categorical_crossentropy, name, dtype, **options)


class SparseCategoricalCrossentropy(MeanMetricWrapper):
    """The mean cross entropy of numbered classes (see `losses.sparse_categorical_crossentropy`)."""

    def __init__(
        self,
        name: str | None = "sparse_categorical_crossentropy",
        dtype: Any = None,
        from_logits: bool = False,
        ignore_class: int | None = None,
        axis: int = -1,
    ) -> None:
        options = {"from_logits": from_logits, "ignore_class": ignore_class, "axis": axis}
        super().__init__(losses.sparse_categorical_crossentropy, name, dtype, **options)
