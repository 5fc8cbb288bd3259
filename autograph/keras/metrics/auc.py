"""The area under curves that trade one kind of error for another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from autograph.keras.backend import epsilon
from autograph.keras.metrics.confusion import COUNTS, Thresholds, add_to_counts
from autograph.keras.metrics.metric import Metric
from autograph.keras.tensors import as_tensor
from runtime.ops.creation import ones_like, zeros_like
from runtime.ops.logic import equal, logical_and
from runtime.ops.math import div_no_nan, log, maximum, minimum, sigmoid
from runtime.ops.reduction import reduce_mean, reduce_sum
from runtime.ops.selection import where
from runtime.tensor import Tensor

_CURVES = ("ROC", "PR", "PRGAIN")
_METHODS = ("interpolation", "minoring", "majoring")


class AUC(Metric):
    """The area under the ROC curve, or another one, approximated from counts at many thresholds.

    Args:
        num_thresholds: how many.
        curve: "ROC" (recall over false positives), "PR" (precision over recall) or "PRGAIN".
        summation_method: "interpolation", "minoring" (never too much) or "majoring" (never too little).
        name: of the metric.
        dtype: of the metric.
        thresholds: the thresholds themselves, in (0, 1).
        multi_label: whether the labels along the last axis have curves of their own, whose areas are averaged.
        num_labels: how many labels there are, to make the variables at once.
        label_weights: weights of the labels.
        from_logits: whether predictions are logits.

    Raises:
        ValueError: an argument is none of those.

    >>> auc = AUC(num_thresholds=3)
    >>> float(auc([0, 0, 1, 1], [0.0, 0.5, 0.3, 0.9]))
    0.75
    """

    def __init__(
        self,
        num_thresholds: int = 200,
        curve: str = "ROC",
        summation_method: str = "interpolation",
        name: str | None = None,
        dtype: Any = None,
        thresholds: Sequence[float] | None = None,
        multi_label: bool = False,
        num_labels: int | None = None,
        label_weights: Any = None,
        from_logits: bool = False,
    ) -> None:
        super().__init__(dtype, name)
        self.curve = _chosen("curve", curve, _CURVES)
        self.summation_method = _chosen("summation_method", summation_method, _METHODS)
        if thresholds is None and num_thresholds <= 1:
            raise ValueError(f"Argument `num_thresholds` must be an integer > 1, not {num_thresholds}.")
        if num_labels and not multi_label:
            raise ValueError("`num_labels` is needed only when `multi_label` is True.")
        self._given_thresholds = thresholds
        self._levels = _levels(num_thresholds, thresholds)
        self.num_thresholds = len(self._levels.values)
        self.multi_label = multi_label
        self.num_labels = num_labels
        self.label_weights = None if label_weights is None else np.asarray(label_weights, self.dtype)
        self._from_logits = from_logits
        self._counts: dict[str, Any] = {}
        if num_labels or not multi_label:
            self._build(num_labels)

    @property
    def thresholds(self) -> list[float]:
        """The thresholds; the first is below 0 and the last above 1."""
        return self._levels.values

    def _build(self, labels: int | None) -> None:
        shape = (self.num_thresholds, labels) if labels else (self.num_thresholds,)
        self._counts = {name: self.add_variable(shape, "zeros", name=name) for name in COUNTS}
        for name, variable in self._counts.items():
            setattr(self, name, variable)

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> None:
        """Adds a batch.

        Args:
            y_true: 0 or 1.
            y_pred: numbers in [0, 1], or logits, of the same shape.
            sample_weight: weights of the examples.
        """
        predicted = as_tensor(y_pred, self.dtype)
        if not self._counts:
            if predicted.shape.rank != 2:
                raise ValueError(f"With multi_label, predictions have shape (examples, labels), not {predicted.shape}.")
            self._build(predicted.shape[1])
        add_to_counts(
            self._counts,
            y_true,
            sigmoid(predicted) if self._from_logits else predicted,
            self._levels,
            sample_weight=sample_weight,
            multi_label=self.multi_label,
            label_weights=None if self.multi_label else self.label_weights,
        )

    def result(self) -> Tensor:
        """The area so far."""
        tp, fp, tn, fn = (self._counts[name].read_value() for name in COUNTS)
        if self.curve == "PR" and self.summation_method == "interpolation":
            return self._averaged(_pr_terms(tp, fp, fn))
        x, y = _CURVE_POINTS[self.curve](tp, fp, tn, fn)
        heights = {
            "interpolation": lambda: (y[:-1] + y[1:]) / 2.0,
            "minoring": lambda: minimum(y[:-1], y[1:]),
            "majoring": lambda: maximum(y[:-1], y[1:]),
        }[self.summation_method]()
        return self._averaged((x[:-1] - x[1:]) * heights)

    def _averaged(self, terms: Tensor) -> Tensor:
        if not self.multi_label:
            return reduce_sum(terms)
        areas = reduce_sum(terms, 0)
        if self.label_weights is None:
            return reduce_mean(areas)
        return div_no_nan(reduce_sum(areas * self.label_weights), reduce_sum(as_tensor(self.label_weights)))

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal object with."""
        config = {
            **super().get_config(),
            "num_thresholds": self.num_thresholds,
            "curve": self.curve,
            "summation_method": self.summation_method,
            "multi_label": self.multi_label,
            "num_labels": self.num_labels,
            "label_weights": None if self.label_weights is None else self.label_weights.tolist(),
            "from_logits": self._from_logits,
        }
        if self._given_thresholds is not None:
            config["thresholds"] = self.thresholds[1:-1]
        return config


def _chosen(what: str, value: str, allowed: Sequence[str]) -> str:
    for choice in allowed:
        if str(value).lower() == choice.lower():
            return choice
    raise ValueError(f"Invalid `{what}` argument: {value!r}. It is one of {', '.join(map(repr, allowed))}.")


def _levels(count: int, given: Sequence[float] | None) -> Thresholds:
    """The thresholds, with one just below 0 and one just above 1."""
    inner = sorted(given) if given is not None else [(i + 1) / (count - 1) for i in range(count - 2)]
    even = given is None or Thresholds([0.0, *inner, 1.0])._is_even
    return Thresholds([-epsilon(), *inner, 1.0 + epsilon()], even)


def _roc(tp: Tensor, fp: Tensor, tn: Tensor, fn: Tensor) -> tuple[Tensor, Tensor]:
    return div_no_nan(fp, fp + tn), div_no_nan(tp, tp + fn)


def _pr(tp: Tensor, fp: Tensor, tn: Tensor, fn: Tensor) -> tuple[Tensor, Tensor]:
    return div_no_nan(tp, tp + fn), div_no_nan(tp, tp + fp)


def _pr_gain(tp: Tensor, fp: Tensor, tn: Tensor, fn: Tensor) -> tuple[Tensor, Tensor]:
    """Precision and recall relative to the share of positives (Flach and Kull 2015)."""
    odds = div_no_nan(tp + fn, tn + fp)
    none = equal(tp, 0.0)
    recall = where(none, zeros_like(tp), 1.0 - odds * div_no_nan(fn, tp))
    precision = where(none, ones_like(tp), 1.0 - odds * div_no_nan(fp, tp))
    return maximum(recall, 0.0), precision


_CURVE_POINTS = {"ROC": _roc, "PR": _pr, "PRGAIN": _pr_gain}


def _pr_terms(tp: Tensor, fp: Tensor, fn: Tensor) -> Tensor:
    """The areas between thresholds, by the interpolation of Davis and Goadrich (2006), equation 1 integrated."""
    gained = tp[:-1] - tp[1:]
    positive = tp + fp
    before, after = positive[:-1], positive[1:]
    slope = div_no_nan(gained, maximum(before - after, 0.0))
    intercept = tp[1:] - slope * after
    ratio = where(logical_and(before > 0, after > 0), div_no_nan(before, maximum(after, 0.0)), ones_like(after))
    return div_no_nan(slope * (gained + intercept * log(ratio)), maximum(tp[1:] + fn[1:], 0.0))
