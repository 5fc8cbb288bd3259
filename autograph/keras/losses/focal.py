"""Cross entropies in which examples that are right already count less (Lin et al. 2017)."""

from __future__ import annotations

from typing import Any

from autograph.keras.backend import epsilon
from autograph.keras.losses.cross_entropy import elementwise_binary_crossentropy
from autograph.keras.losses.loss import LossFunctionWrapper
from autograph.keras.tensors import as_tensor
from runtime.ops.array import shape as shape_of
from runtime.ops.casts import cast
from runtime.ops.clipping import clip_by_value
from runtime.ops.creation import one_hot
from runtime.ops.math import log, pow, sigmoid
from runtime.ops.nn import softmax
from runtime.ops.reduction import reduce_mean, reduce_sum
from runtime.tensor import Tensor


def binary_focal_crossentropy(
    y_true: Any,
    y_pred: Any,
    apply_class_balancing: bool = False,
    alpha: float = 0.25,
    gamma: float = 2.0,
    from_logits: bool = False,
    label_smoothing: float = 0.0,
    axis: int = -1,
) -> Tensor:
    """The binary cross entropy times (1 - probability of what is true)^gamma.

    Args:
        y_true: 0 or 1, or numbers between.
        y_pred: probabilities, or logits: of the same shape and a floating dtype.
        apply_class_balancing: whether class 1 is weighted by `alpha` and class 0 by 1 - alpha.
        alpha: see there.
        gamma: how much less easy examples count.
        from_logits: whether `y_pred` are logits.
        label_smoothing: the share of `y_true` that becomes 1/2.
        axis: over which the mean is taken.

    >>> binary_focal_crossentropy([[1.0]], [[0.5]]).tolist()
    [0.1732867956161499]
    """
    predicted = as_tensor(y_pred)
    true = as_tensor(y_true, predicted.dtype)
    if label_smoothing:
        true = true * (1.0 - label_smoothing) + 0.5 * label_smoothing
    if from_logits:
        predicted = sigmoid(predicted)
    entropy = elementwise_binary_crossentropy(true, predicted, from_logits=False)
    right = true * predicted + (1.0 - true) * (1.0 - predicted)
    focal = pow(1.0 - right, gamma) * entropy
    if apply_class_balancing:
        focal = (true * alpha + (1.0 - true) * (1.0 - alpha)) * focal
    return reduce_mean(focal, axis)


def categorical_focal_crossentropy(
    y_true: Any,
    y_pred: Any,
    alpha: float = 0.25,
    gamma: float = 2.0,
    from_logits: bool = False,
    label_smoothing: float = 0.0,
    axis: int = -1,
) -> Tensor:
    """-Σ alpha · (1 - y_pred)^gamma · y_true · log(y_pred) over classes.

    Args:
        y_true: a distribution over classes along `axis`.
        y_pred: probabilities, or logits: of the same shape and a floating dtype.
        alpha: a factor, or one for each class.
        gamma: how much less easy examples count.
        from_logits: whether `y_pred` are logits.
        label_smoothing: the share of `y_true` that is spread over all classes.
        axis: of the classes.
    """
    predicted = as_tensor(y_pred)
    true = as_tensor(y_true, predicted.dtype)
    if label_smoothing:
        true = true * (1.0 - label_smoothing) + label_smoothing / cast(shape_of(true)[-1], predicted.dtype)
    if from_logits:
        predicted = softmax(predicted, axis)
    predicted = predicted / reduce_sum(predicted, axis, keepdims=True)
    predicted = clip_by_value(predicted, epsilon(), 1.0 - epsilon())
    weights = pow(1.0 - predicted, gamma) * as_tensor(alpha, predicted.dtype)
    return reduce_sum(weights * -true * log(predicted), axis)


def categorical_generalized_cross_entropy(y_true: Any, y_pred: Any, q: float) -> Tensor:
    """(1 - p^q) / q for the probability p of the true class (Zhang and Sabuncu 2018).

    Args:
        y_true: numbers of classes: [...].
        y_pred: probabilities: [..., classes].
        q: between the mean absolute error (1) and the cross entropy (towards 0).
    """
    predicted = as_tensor(y_pred)
    chosen = one_hot(cast(as_tensor(y_true), "int32"), shape_of(predicted)[-1], dtype=predicted.dtype)
    return (1.0 - pow(reduce_sum(predicted * chosen, -1), q)) / q


class BinaryFocalCrossentropy(LossFunctionWrapper):
    """See `binary_focal_crossentropy` and `Loss`."""

    def __init__(
        self,
        apply_class_balancing: bool = False,
        alpha: float = 0.25,
        gamma: float = 2.0,
        from_logits: bool = False,
        label_smoothing: float = 0.0,
        axis: int = -1,
        reduction: str | None = "sum_over_batch_size",
        name: str | None = "binary_focal_crossentropy",
        dtype: Any = None,
    ) -> None:
        options = {"apply_class_balancing": apply_class_balancing, "alpha": alpha, "gamma": gamma}
        options |= {"from_logits": from_logits, "label_smoothing": label_smoothing, "axis": axis}
        super().__init__(binary_focal_crossentropy, reduction, name, dtype, **options)


class CategoricalFocalCrossentropy(LossFunctionWrapper):
    """See `categorical_focal_crossentropy` and `Loss`."""

    def __init__(
        self,
        alpha: float = 0.25,
        gamma: float = 2.0,
        from_logits: bool = False,
        label_smoothing: float = 0.0,
        axis: int = -1,
        reduction: str | None = "sum_over_batch_size",
        name: str | None = "categorical_focal_crossentropy",
        dtype: Any = None,
    ) -> None:
        options = {"alpha": alpha, "gamma": gamma, "from_logits": from_logits}
        options |= {"label_smoothing": label_smoothing, "axis": axis}
        super().__init__(categorical_focal_crossentropy, reduction, name, dtype, **options)


class CategoricalGeneralizedCrossEntropy(LossFunctionWrapper):
    """See `categorical_generalized_cross_entropy` and `Loss`.

    Raises:
        ValueError: q is not between 0 and 1.
    """

    def __init__(
        self,
        q: float = 0.5,
        reduction: str | None = "sum_over_batch_size",
        name: str | None = "categorical_generalized_cross_entropy",
        dtype: Any = None,
    ) -> None:
        if not 0 < q < 1:
            raise ValueError(f"q must be in the interval (0, 1), not {q}.")
        super().__init__(categorical_generalized_cross_entropy, reduction, name, dtype, q=q)

    def _converted(self, value: Any) -> Tensor:
        tensor = as_tensor(value)
        return tensor if tensor.dtype.is_integer else super()._converted(value)
