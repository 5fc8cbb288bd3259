"""Losses of classes: how unlikely what is true was held to be.

Where predictions come from a `softmax` or `sigmoid`, the loss is computed from what went into it, which is exact even
where probabilities round to 0 or 1.
"""

from __future__ import annotations

import warnings
from typing import Any

from autograph.keras.backend import epsilon
from autograph.keras.losses.loss import LossFunctionWrapper
from autograph.keras.tensors import as_tensor, set_mask
from runtime.current import current_graph
from runtime.ops import losses
from runtime.ops.array import expand_dims, squeeze
from runtime.ops.array import shape as shape_of
from runtime.ops.casts import cast
from runtime.ops.clipping import clip_by_value
from runtime.ops.creation import zeros_like
from runtime.ops.logic import not_equal
from runtime.ops.math import log
from runtime.ops.reduction import reduce_mean, reduce_sum
from runtime.ops.selection import where
from runtime.tensor import Tensor


def categorical_crossentropy(
    y_true: Any, y_pred: Any, from_logits: bool = False, label_smoothing: float = 0.0, axis: int = -1
) -> Tensor:
    """-Σ y_true · log(y_pred) over classes.

    Args:
        y_true: a distribution over classes along `axis`.
        y_pred: probabilities, or logits: of the same shape and a floating dtype.
        from_logits: whether `y_pred` are logits.
        label_smoothing: the share of `y_true` that is spread over all classes, in [0, 1].
        axis: of the classes.

    Returns:
        One loss for each example: the shape of `y_pred` without `axis`.

    Raises:
        ValueError: the shapes differ.

    >>> categorical_crossentropy([[0.0, 1.0]], [[0.5, 0.5]]).tolist()
    [0.6931471824645996]
    """
    predicted = as_tensor(y_pred)
    true = as_tensor(y_true, predicted.dtype)
    if predicted.shape.rank and predicted.shape[-1] == 1:
        warnings.warn(
            f"categorical_crossentropy expects (batch_size, num_classes) with num_classes > 1, but y_pred has shape "
            f"{predicted.shape}: use binary_crossentropy for two classes.",
            SyntaxWarning,
            stacklevel=2,
        )
    if label_smoothing:
        classes = cast(shape_of(true)[axis], predicted.dtype)
        true = true * (1.0 - label_smoothing) + label_smoothing / classes
    _check_same_shape(true, predicted)
    output, are_logits = _logits(predicted, from_logits, "Softmax", "categorical_crossentropy")
    if are_logits:
        return losses.softmax_cross_entropy_with_logits(true, output, axis)
    output = output / reduce_sum(output, axis, keepdims=True)
    return -reduce_sum(true * log(_inside(output)), axis)


def sparse_categorical_crossentropy(
    y_true: Any, y_pred: Any, from_logits: bool = False, ignore_class: int | None = None, axis: int = -1
) -> Tensor:
    """-log(y_pred of the true class).

    Args:
        y_true: the number of the true class: the shape of `y_pred` without its last axis, or with 1 there.
        y_pred: probabilities, or logits: [..., classes], of a floating dtype.
        from_logits: whether `y_pred` are logits.
        ignore_class: a class whose examples do not count, such as -1.
        axis: of the classes, which is the last.

    Returns:
        One loss for each example: [...].

    Raises:
        ValueError: the shapes do not fit, or `axis` is not the last.

    >>> sparse_categorical_crossentropy([1], [[0.5, 0.5]]).tolist()
    [0.6931471824645996]
    """
    predicted, true = as_tensor(y_pred), as_tensor(y_true)
    if axis not in (-1, (predicted.shape.rank or 0) - 1):
        raise ValueError(f"Only axis=-1 is supported, not axis={axis}.")
    if true.shape.rank == predicted.shape.rank and true.shape.rank and true.shape[-1] == 1:
        true = squeeze(true, -1)
    counts = None
    if ignore_class is not None:
        counts = not_equal(true, cast(ignore_class, true.dtype))
        true = where(counts, true, zeros_like(true))
        predicted = where(expand_dims(counts, -1), predicted, zeros_like(predicted))
    _check_classes(true, predicted)
    output, are_logits = _logits(predicted, from_logits, "Softmax", "sparse_categorical_crossentropy")
    scores = output if are_logits else log(_inside(output))
    result = losses.sparse_softmax_cross_entropy_with_logits(cast(true, "int64"), scores)
    if counts is not None:
        result = where(counts, result, zeros_like(result))
        set_mask(result, counts)
    return result


def binary_crossentropy(
    y_true: Any, y_pred: Any, from_logits: bool = False, label_smoothing: float = 0.0, axis: int = -1
) -> Tensor:
    """The mean of -y_true · log(y_pred) - (1 - y_true) · log(1 - y_pred) over an axis.

    Args:
        y_true: 0 or 1, or numbers between.
        y_pred: probabilities, or logits: of the same shape and a floating dtype.
        from_logits: whether `y_pred` are logits.
        label_smoothing: the share of `y_true` that becomes 1/2.
        axis: over which the mean is taken.

    Raises:
        ValueError: the shapes differ.

    >>> binary_crossentropy([[1.0, 0.0]], [[0.5, 0.5]]).tolist()
    [0.6931471824645996]
    """
    predicted = as_tensor(y_pred)
    true = as_tensor(y_true, predicted.dtype)
    if label_smoothing:
        true = true * (1.0 - label_smoothing) + 0.5 * label_smoothing
    return reduce_mean(elementwise_binary_crossentropy(true, predicted, from_logits), axis)


def elementwise_binary_crossentropy(true: Tensor, predicted: Tensor, from_logits: bool) -> Tensor:
    """The cross entropy of each element, of the shape of both."""
    _check_same_shape(true, predicted)
    output, are_logits = _logits(predicted, from_logits, "Sigmoid", "binary_crossentropy")
    if are_logits:
        return losses.sigmoid_cross_entropy_with_logits(true, output)
    output = _inside(output)
    return -(true * log(output) + (1.0 - true) * log(1.0 - output))


def _inside(probabilities: Tensor) -> Tensor:
    """Probabilities whose logarithms are finite."""
    return clip_by_value(probabilities, epsilon(), 1.0 - epsilon())


def _logits(output: Tensor, from_logits: bool, op_type: str, function: str) -> tuple[Tensor, bool]:
    """What went into the softmax or sigmoid that made `output`, if one did; and whether these are logits."""
    logits = getattr(output, "_keras_logits", None)
    if logits is None and not hasattr(output, "_value") and output.op.type == op_type:
        logits = output.op.inputs[0]
    if logits is not None and not hasattr(logits, "_value") and logits.graph is not (current_graph() or logits.graph):
        logits = None  # Inside a branch or loop the output was captured, not its logits.
    if logits is None:
        return output, from_logits
    if from_logits:
        warnings.warn(
            f"{function} received from_logits=True, but its predictions come from a {op_type} activation and so are "
            f"no logits. Was this intended?",
            stacklevel=3,
        )
    return logits, True


def _check_same_shape(true: Tensor, predicted: Tensor) -> None:
    if not true.shape.is_compatible_with(predicted.shape):
        raise ValueError(
            f"y_true and y_pred must have the same shape, but y_true has {true.shape} and y_pred {predicted.shape}."
        )


def _check_classes(true: Tensor, predicted: Tensor) -> None:
    if predicted.shape.rank is not None and not true.shape.is_compatible_with(predicted.shape[:-1]):
        raise ValueError(
            f"y_true must have the shape of y_pred without its last axis (the classes): y_true has {true.shape} and "
            f"y_pred {predicted.shape}. For labels that are one-hot use categorical_crossentropy."
        )


class CategoricalCrossentropy(LossFunctionWrapper):
    """The cross entropy of distributions over classes (see `categorical_crossentropy` and `Loss`).

    >>> loss = CategoricalCrossentropy(from_logits=True)
    >>> float(loss([[0.0, 1.0]], [[0.0, 0.0]]))
    0.6931471824645996
    """

    def __init__(
        self,
        from_logits: bool = False,
        label_smoothing: float = 0.0,
        axis: int = -1,
        reduction: str | None = "sum_over_batch_size",
        name: str | None = "categorical_crossentropy",
        dtype: Any = None,
    ) -> None:
        options = {"from_logits": from_logits, "label_smoothing": label_smoothing, "axis": axis}
        super().__init__(categorical_crossentropy, reduction, name, dtype, **options)


class SparseCategoricalCrossentropy(LossFunctionWrapper):
    """The cross entropy of numbered classes (see `sparse_categorical_crossentropy` and `Loss`).

    >>> loss = SparseCategoricalCrossentropy(from_logits=True)
    >>> float(loss([1], [[0.0, 0.0]]))
    0.6931471824645996
    """

    def __init__(
        self,
        from_logits: bool = False,
        ignore_class: int | None = None,
        reduction: str | None = "sum_over_batch_size",
        axis: int = -1,
        name: str | None = "sparse_categorical_crossentropy",
        dtype: Any = None,
    ) -> None:
        options = {"from_logits": from_logits, "ignore_class": ignore_class, "axis": axis}
        super().__init__(sparse_categorical_crossentropy, reduction, name, dtype, **options)

    def _converted(self, value: Any) -> Tensor:
        tensor = as_tensor(value)
        return tensor if tensor.dtype.is_integer else super()._converted(value)


class BinaryCrossentropy(LossFunctionWrapper):
    """The cross entropy of two classes (see `binary_crossentropy` and `Loss`).

    >>> float(BinaryCrossentropy()([[1.0], [0.0]], [[0.5], [0.5]]))
    0.6931471824645996
    """

    def __init__(
        self,
        from_logits: bool = False,
        label_smoothing: float = 0.0,
        axis: int = -1,
        reduction: str | None = "sum_over_batch_size",
        name: str | None = "binary_crossentropy",
        dtype: Any = None,
    ) -> None:
        options = {"from_logits": from_logits, "label_smoothing": label_smoothing, "axis": axis}
        super().__init__(binary_crossentropy, reduction, name, dtype, **options)
