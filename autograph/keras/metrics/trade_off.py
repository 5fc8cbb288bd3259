"""The best that one share can be while another one is at least a given number."""

from __future__ import annotations

from typing import Any

from autograph.keras.metrics.confusion import COUNTS, ThresholdMetric, Thresholds, add_to_counts
from runtime.ops.creation import zeros_like
from runtime.ops.math import div_no_nan
from runtime.ops.reduction import reduce_max
from runtime.ops.selection import where
from runtime.tensor import Tensor


class _TradeOff(ThresholdMetric):
    """A base class: looks at many thresholds."""

    _held: str

    def __init__(
        self,
        value: float,
        num_thresholds: int = 200,
        class_id: int | None = None,
        name: str | None = None,
        dtype: Any = None,
    ) -> None:
        if not 0 <= value <= 1:
            raise ValueError(f"Argument `{self._held}` must be in the range [0, 1], not {value}.")
        if num_thresholds <= 0:
            raise ValueError(f"Argument `num_thresholds` must be an integer > 0, not {num_thresholds}.")
        super().__init__(dtype, name)
        self.value = value
        setattr(self, self._held, value)
        self.num_thresholds = num_thresholds
        self.class_id = class_id
        last = num_thresholds - 1
        levels = Thresholds([i / last for i in range(num_thresholds)], True) if last else Thresholds([0.5])
        self.thresholds = levels.values
        self._make_counts(COUNTS, levels)

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> None:
        """Adds a batch.

        Args:
            y_true: 0 or 1.
            y_pred: numbers in [0, 1] of the same shape.
            sample_weight: weights of the examples.
        """
        add_to_counts(self._counts, y_true, y_pred, self._levels, class_id=self.class_id, sample_weight=sample_weight)

    def _share(self, part: str, rest: str) -> Tensor:
        found = self._counts[part].read_value()
        return div_no_nan(found, found + self._counts[rest])

    def _sensitivities(self) -> Tensor:
        return self._share("true_positives", "false_negatives")

    def _specificities(self) -> Tensor:
        return self._share("true_negatives", "false_positives")

    def _precisions(self) -> Tensor:
        return self._share("true_positives", "false_positives")

    def _best(self, held: Tensor, wanted: Tensor) -> Tensor:
        return reduce_max(where(held >= self.value, wanted, zeros_like(wanted)))

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal object with."""
        own = {"class_id": self.class_id, "num_thresholds": self.num_thresholds, self._held: self.value}
        return {**super().get_config(), **own}


class SensitivityAtSpecificity(_TradeOff):
    """The best sensitivity (recall) at a threshold where the specificity is at least a number.

    Args:
        specificity: that number, in [0, 1].
        num_thresholds: how many thresholds are looked at.
        class_id: the only class that counts, of the last axis.
        name: of the metric.
        dtype: of the metric.
    """

    _held = "specificity"

    def __init__(
        self,
        specificity: float,
        num_thresholds: int = 200,
        class_id: int | None = None,
        name: str | None = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(specificity, num_thresholds, class_id, name, dtype)

    def result(self) -> Tensor:
        """The best sensitivity so far."""
        return self._best(self._specificities(), self._sensitivities())


class SpecificityAtSensitivity(_TradeOff):
    """The best specificity where the sensitivity is at least a number (see `SensitivityAtSpecificity`)."""

    _held = "sensitivity"

    def __init__(
        self,
        sensitivity: float,
        num_thresholds: int = 200,
        class_id: int | None = None,
        name: str | None = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(sensitivity, num_thresholds, class_id, name, dtype)

    def result(self) -> Tensor:
        """The best specificity so far."""
        return self._best(self._sensitivities(), self._specificities())


class PrecisionAtRecall(_TradeOff):
    """The best precision where the recall is at least a number (see `SensitivityAtSpecificity`)."""

    _held = "recall"

    def __init__(
        self,
        recall: float,
        num_thresholds: int = 200,
        class_id: int | None = None,
        name: str | None = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(recall, num_thresholds, class_id, name, dtype)

    def result(self) -> Tensor:
        """The best precision so far."""
        return self._best(self._sensitivities(), self._precisions())


class RecallAtPrecision(_TradeOff):
    """The best recall where the precision is at least a number (see `SensitivityAtSpecificity`)."""

    _held = "precision"

    def __init__(
        self,
        precision: float,
        num_thresholds: int = 200,
        class_id: int | None = None,
        name: str | None = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(precision, num_thresholds, class_id, name, dtype)

    def result(self) -> Tensor:
        """The best recall so far."""
        return self._best(self._precisions(), self._sensitivities())
