"""Cross entropies and other losses of single examples."""

from __future__ import annotations

from typing import Any

from runtime.arguments import named
from runtime.dispatch import apply_one, apply_op, convert_to_tensor
from runtime.ops.array import reshape, shape, transpose
from runtime.ops.casts import cast
from runtime.ops.creation import zeros_like
from runtime.ops.math import abs, exp, log, log1p
from runtime.ops.nn import relu, swapped_with_last
from runtime.ops.reduction import reduce_sum
from runtime.scopes import in_name_scope, in_own_scope
from runtime.tensor import Tensor


def softmax_cross_entropy_with_logits(labels: Any, logits: Any, axis: int = -1, name: str | None = None) -> Tensor:
    """The cross entropy between distributions over classes.

    Args:
        labels: a tensor of the dtype and shape of `logits`: a distribution along `axis`.
        logits: a tensor of a floating dtype: logarithms of probabilities up to a constant.
        axis: the axis of the classes.
        name: for the operation.

    Returns:
        A tensor of the shape of `logits` without `axis`.

    >>> softmax_cross_entropy_with_logits([[1.0, 0.0]], [[0.0, 0.0]]).tolist()
    [0.6931471824645996]
    """
    logits = convert_to_tensor(logits)
    labels = convert_to_tensor(labels, dtype_hint=logits.dtype)
    labels = cast(labels, logits.dtype)
    if axis not in (-1, (logits.ndim or 0) - 1):
        order = swapped_with_last(logits, axis)
        logits, labels = transpose(logits, order), transpose(labels, order)
    if logits.ndim == 2:
        loss, _ = apply_op("SoftmaxCrossEntropyWithLogits", (logits, labels), None, name)
        return loss  # type: ignore[no-any-return]
    sizes = shape(logits)
    rows = [reshape(value, [-1, sizes[-1]]) for value in (logits, labels)]
    loss, _ = apply_op("SoftmaxCrossEntropyWithLogits", rows)
    return reshape(loss, sizes[:-1], name=name)


def sparse_softmax_cross_entropy_with_logits(labels: Any, logits: Any, name: str | None = None) -> Tensor:
    """The cross entropy of distributions over classes with one class each.

    Args:
        labels: integers, the classes.
        logits: a tensor of a floating dtype with one more dimension: logarithms of probabilities up to a constant.
        name: for the operation.

    Returns:
        A tensor of the shape of `labels`.

    Raises:
        InvalidArgumentError: a label is not a class.

    >>> sparse_softmax_cross_entropy_with_logits([1], [[0.0, 0.0]]).tolist()
    [0.6931471824645996]
    """
    labels, logits = convert_to_tensor(labels), convert_to_tensor(logits)
    if labels.ndim is not None and logits.ndim not in (None, labels.ndim + 1):
        raise ValueError(
            f"Logits need one dimension more than labels: shapes {logits.shape} and {labels.shape}. "
            "For labels that are distributions use softmax_cross_entropy_with_logits."
        )
    if logits.ndim == 2:
        loss, _ = apply_op("SparseSoftmaxCrossEntropyWithLogits", (logits, labels), None, name)
        return loss  # type: ignore[no-any-return]
    rows = (reshape(logits, [-1, shape(logits)[-1]]), reshape(labels, [-1]))
    loss, _ = apply_op("SparseSoftmaxCrossEntropyWithLogits", rows)
    return reshape(loss, shape(labels), name=name)


@in_own_scope("logistic_loss")
def sigmoid_cross_entropy_with_logits(labels: Any = None, logits: Any = None, name: str | None = None) -> Tensor:
    """The cross entropy of independent probabilities: -labels log p - (1 - labels) log(1 - p), p = sigmoid(logits).

    Args:
        labels: a tensor of the dtype and shape of `logits`, between 0 and 1.
        logits: a tensor of a floating dtype.
        name: for the operation.

    Raises:
        ValueError: the shapes differ.

    >>> float(sigmoid_cross_entropy_with_logits(1.0, 0.0))
    0.6931471824645996
    """
    logits = named(convert_to_tensor(logits), "logits")
    labels = named(convert_to_tensor(labels, dtype_hint=logits.dtype), "labels")
    _check_same_shape(labels, logits)
    zero = zeros_like(logits)
    is_positive = logits >= zero
    positive = apply_one("Select", (is_positive, logits, zero))  # unlike relu and abs, with the right gradient at 0
    negative = apply_one("Select", (is_positive, -logits, logits))
    return apply_one("AddV2", (positive - logits * labels, log1p(exp(negative))), None, name)


@in_own_scope("logistic_loss")
def weighted_cross_entropy_with_logits(labels: Any, logits: Any, pos_weight: Any, name: str | None = None) -> Tensor:
    """`sigmoid_cross_entropy_with_logits` with the errors on positive labels weighted.

    Args:
        labels: a tensor of the dtype and shape of `logits`, between 0 and 1.
        logits: a tensor of a floating dtype.
        pos_weight: the weight of positive labels.
        name: for the operation.

    >>> float(weighted_cross_entropy_with_logits(0.0, 0.0, 3.0))
    0.6931471824645996
    """
    logits = convert_to_tensor(logits)
    labels = convert_to_tensor(labels, dtype_hint=logits.dtype)
    _check_same_shape(labels, logits)
    weight = 1 + (pos_weight - 1) * labels
    return apply_one(
        "AddV2", ((1 - labels) * logits, weight * (log1p(exp(-abs(logits))) + relu(-logits))), None, name
    )  # fmt: skip


def _check_same_shape(labels: Tensor, logits: Tensor) -> None:
    if not labels.shape.is_compatible_with(logits.shape):
        raise ValueError(f"`logits` and `labels` must have the same shape, not {logits.shape} and {labels.shape}.")


@in_name_scope("log_poisson_loss")
def log_poisson_loss(targets: Any, log_input: Any, compute_full_loss: bool = False, name: str | None = None) -> Tensor:
    """The negative log likelihood of counts under Poisson distributions.

    Args:
        targets: a tensor of the dtype and shape of `log_input`: the counts.
        log_input: a tensor of a floating dtype: the logarithms of the rates.
        compute_full_loss: whether to add Stirling's approximation of the terms that only depend on the counts.
        name: for the operation.

    >>> float(log_poisson_loss(0.0, 0.0))
    1.0
    """
    rate = convert_to_tensor(log_input)
    targets = convert_to_tensor(targets, dtype_hint=rate.dtype)
    loss: Tensor = exp(rate) - rate * targets
    if not compute_full_loss:
        return loss
    stirling = targets * log(targets) - targets + 0.5 * log(6.283185307179586 * targets)
    small = (targets >= 0.0) & (targets <= 1.0)
    loss += apply_one("SelectV2", (small, apply_one("ZerosLike", (targets,)), stirling))
    return loss


def l2_loss(t: Any, name: str | None = None) -> Tensor:
    """Half the sum of squares.

    Args:
        t: a tensor of a floating dtype.
        name: for the operation.

    >>> float(l2_loss([3.0, 4.0]))
    12.5
    """
    return apply_one("L2Loss", (convert_to_tensor(t),), None, name)


def compute_average_loss(per_example_loss: Any, sample_weight: Any = None, global_batch_size: Any = None) -> Tensor:
    """The sum of the losses of examples, divided by their number.

    Args:
        per_example_loss: a tensor of a floating dtype with a loss for each example.
        sample_weight: a weight for each example.
        global_batch_size: the number to divide by, by default the size of the first dimension.

    >>> float(compute_average_loss([1.0, 3.0]))
    2.0
    """
    loss = convert_to_tensor(per_example_loss)
    if sample_weight is not None:
        loss = loss * cast(sample_weight, loss.dtype)
    count = shape(loss)[0] if global_batch_size is None else global_batch_size
    return reduce_sum(loss) / cast(count, loss.dtype)
