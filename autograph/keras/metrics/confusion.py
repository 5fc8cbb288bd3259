"""Counts of right and wrong predictions of two classes, at one threshold or several; precision and recall."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from autograph.keras.backend import epsilon
from autograph.keras.losses.loss import match_ranks
from autograph.keras.metrics.metric import Metric
from autograph.keras.tensors import as_tensor
from runtime.dispatch import convert_to_tensor
from runtime.ops.array import broadcast_to, expand_dims, reshape
from runtime.ops.array import shape as shape_of
from runtime.ops.casts import cast
from runtime.ops.clipping import clip_by_value
from runtime.ops.creation import one_hot, ones_like, zeros_like
from runtime.ops.creation import range as count_up
from runtime.ops.logic import logical_not
from runtime.ops.math import ceil, div_no_nan, maximum
from runtime.ops.nn import top_k as largest
from runtime.ops.reduction import reduce_sum
from runtime.ops.selection import where
from runtime.tensor import Tensor
from runtime.variables import Variable

_NEVER = -1e10
"""A prediction below all thresholds."""

COUNTS = ("true_positives", "false_positives", "true_negatives", "false_negatives")


class Thresholds:
    """Levels that predictions are compared with.

    Args:
        values: the levels, in [0, 1] but for the first and last.
        spaced_evenly: whether they are, up to the first and last.
    """

    def __init__(self, values: Sequence[float], spaced_evenly: bool | None = None) -> None:
        self.values = [float(value) for value in values]
        count = len(values)
        even = np.arange(count, dtype=np.float32) / max(count - 1, 1)
        known = count > 2 and np.allclose(values, even, atol=epsilon())
        self._is_even = known if spaced_evenly is None else spaced_evenly

    def exceeded(self, predictions: Tensor) -> Tensor:
        """Whether predictions are above the levels: bool[levels, *shape of predictions].

        Evenly spaced levels are numbered, as in Keras, so that rounding is the same.
        """
        axes = [-1] + [1] * (predictions.shape.rank or 0)
        if not self._is_even:
            return expand_dims(predictions, 0) > reshape(convert_to_tensor(self.values, predictions.dtype), axes)
        last = len(self.values) - 1
        number = ceil(clip_by_value(predictions, 0.0, 1.0) * float(last)) - 1.0
        if self.values[0] < 0:
            number = maximum(number, 0.0)
        levels = reshape(cast(count_up(last + 1), predictions.dtype), axes)
        return expand_dims(number, 0) >= levels


def parse_thresholds(thresholds: Any, default: float) -> Thresholds:
    """One number, several, or the default for None.

    Raises:
        ValueError: one is not in [0, 1].
    """
    if thresholds is None:
        return Thresholds([default])
    values = [thresholds] if isinstance(thresholds, int | float) else list(thresholds)
    wrong = [value for value in values if value is None or not 0 <= value <= 1]
    if wrong:
        raise ValueError(f"Threshold values must be in [0, 1], not {wrong}.")
    return Thresholds(values)


def add_to_counts(
    variables: Mapping[str, Variable],
    y_true: Any,
    y_pred: Any,
    thresholds: Thresholds,
    top_k: int | None = None,
    class_id: int | None = None,
    sample_weight: Any = None,
    multi_label: bool = False,
    label_weights: Any = None,
) -> None:
    """Adds a batch to counts.

    Args:
        variables: by names of `COUNTS`, variables of shape [levels], or [levels, labels] with `multi_label`.
        y_true: 0 or 1.
        y_pred: numbers in [0, 1] of the same shape.
        thresholds: the levels.
        top_k: only the k largest predictions of each row may count as positive.
        class_id: the only class that counts, of the last axis.
        sample_weight: weights of the examples.
        multi_label: whether labels are counted apart.
        label_weights: weights of the labels.
    """
    dtype = next(iter(variables.values())).dtype
    predicted, true = match_ranks(as_tensor(y_pred, dtype), as_tensor(y_true, dtype))
    weights = None
    if sample_weight is not None:
        weights = expand_dims(as_tensor(sample_weight, dtype), -1)
        _, weights = match_ranks(true, weights, expand_rank_1=False)
    if top_k is not None:
        predicted = _only_top(predicted, top_k)
    if class_id is not None:
        true, predicted = _of_class(true, class_id), _of_class(predicted, class_id)
    weights = _combined(weights, label_weights, predicted)
    if not multi_label:
        true, predicted, weights = (reshape(tensor, [-1]) for tensor in (true, predicted, weights))
    hits = thresholds.exceeded(predicted)
    is_true = cast(cast(true, "bool"), dtype)
    _add(variables, hits, is_true * weights, (1.0 - is_true) * weights)


def _add(variables: Mapping[str, Variable], hits: Tensor, positives: Tensor, negatives: Tensor) -> None:
    """Adds weights of positive and negative examples where they are hits and where not."""
    for name, variable in variables.items():
        wanted = hits if name.endswith("positives") else logical_not(hits)
        weights = positives if name in ("true_positives", "false_negatives") else negatives
        counted = where(wanted, expand_dims(weights, 0), zeros_like(expand_dims(weights, 0)))
        variable.assign_add(reduce_sum(counted, 1), read_value=False)


def _combined(sample_weights: Tensor | None, label_weights: Any, predicted: Tensor) -> Tensor:
    total = ones_like(predicted)
    if sample_weights is not None:
        total = total * sample_weights
    if label_weights is not None:
        total = total * expand_dims(as_tensor(label_weights, predicted.dtype), 0)
    return broadcast_to(total, shape_of(predicted))


def _only_top(predicted: Tensor, k: int) -> Tensor:
    _, places = largest(predicted, k)
    kept = reduce_sum(one_hot(places, shape_of(predicted)[-1], dtype=predicted.dtype), -2)
    return predicted * kept + _NEVER * (1.0 - kept)


def _of_class(tensor: Tensor, class_id: int) -> Tensor:
    if tensor.shape.rank == 1:
        raise ValueError(f"With class_id, predictions must have shape (examples, classes), not {tensor.shape}.")
    return tensor[..., class_id : class_id + 1]


class ThresholdMetric(Metric):
    """A base class of metrics that keep counts at several thresholds."""

    thresholds: Any

    def _make_counts(self, names: Sequence[str], thresholds: Thresholds) -> None:
        self._levels = thresholds
        self._counts = {name: self.add_variable((len(thresholds.values),), "zeros", name=name) for name in names}
        for name, variable in self._counts.items():
            setattr(self, name, variable)

    def _only(self, values: Tensor) -> Tensor:
        """The value itself if there is one threshold."""
        return values[0] if len(self._levels.values) == 1 else values


class _Count(ThresholdMetric):
    """A base class of single counts."""

    _what: str

    def __init__(self, thresholds: Any = None, name: str | None = None, dtype: Any = None) -> None:
        super().__init__(dtype, name)
        self.init_thresholds = thresholds
        levels = parse_thresholds(thresholds, 0.5)
        self.thresholds = levels.values
        self._make_counts([self._what], levels)
        self.accumulator = self._counts[self._what]

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> None:
        """Adds a batch.

        Args:
            y_true: 0 or 1.
            y_pred: numbers in [0, 1] of the same shape.
            sample_weight: weights of the examples.
        """
        add_to_counts(self._counts, y_true, y_pred, self._levels, sample_weight=sample_weight)

    def result(self) -> Tensor:
        """The count so far, one for each threshold."""
        return self._only(self.accumulator.read_value())

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal object with."""
        return {**super().get_config(), "thresholds": self.init_thresholds}


class TruePositives(_Count):
    """How many examples of class 1 were predicted to be so.

    >>> float(TruePositives()([0, 1, 1], [0.9, 0.9, 0.1]))
    1.0
    """

    _what = "true_positives"


class FalsePositives(_Count):
    """How many examples of class 0 were predicted to be of class 1."""

    _what = "false_positives"


class TrueNegatives(_Count):
    """How many examples of class 0 were predicted to be so."""

    _what = "true_negatives"


class FalseNegatives(_Count):
    """How many examples of class 1 were predicted to be of class 0."""

    _what = "false_negatives"


class _Share(ThresholdMetric):
    """A base class of shares of true positives."""

    _others: str

    def __init__(
        self,
        thresholds: Any = None,
        top_k: int | None = None,
        class_id: int | None = None,
        name: str | None = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(dtype, name)
        self.init_thresholds = thresholds
        self.top_k = top_k
        self.class_id = class_id
        levels = parse_thresholds(thresholds, 0.5 if top_k is None else _NEVER)
        self.thresholds = levels.values
        self._make_counts(["true_positives", self._others], levels)

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> None:
        """Adds a batch.

        Args:
            y_true: 0 or 1.
            y_pred: numbers in [0, 1] of the same shape.
            sample_weight: weights of the examples.
        """
        add_to_counts(self._counts, y_true, y_pred, self._levels, self.top_k, self.class_id, sample_weight)

    def result(self) -> Tensor:
        """The share so far, one for each threshold."""
        found = self._counts["true_positives"].read_value()
        return self._only(div_no_nan(found, found + self._counts[self._others]))

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal object with."""
        own = {"thresholds": self.init_thresholds, "top_k": self.top_k, "class_id": self.class_id}
        return {**super().get_config(), **own}


class Precision(_Share):
    """The share of predictions of class 1 that are right.

    Args:
        thresholds: above which predictions count as class 1: a number in [0, 1] or several; by default 0.5.
        top_k: instead, how many of the largest predictions of each row count as class 1.
        class_id: the only class that counts, of the last axis.
        name: of the metric.
        dtype: of the metric.

    >>> float(Precision()([0, 1, 1], [0.9, 0.9, 0.1]))
    0.5
    """

    _others = "false_positives"


class Recall(_Share):
    """The share of examples of class 1 that were found (see `Precision` for the arguments).

    >>> float(Recall()([1, 1, 1, 0], [0.9, 0.9, 0.1, 0.1]))
    0.6666666865348816
    """

    _others = "false_negatives"
