"""How much predicted regions overlap with the true ones: the intersection over the union."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

from autograph.keras.backend import epsilon
from autograph.keras.metrics.metric import Metric
from autograph.keras.tensors import as_tensor
from runtime.ops.array import broadcast_to, reshape
from runtime.ops.array import shape as shape_of
from runtime.ops.casts import cast
from runtime.ops.creation import zeros_like
from runtime.ops.diagonals import diag_part
from runtime.ops.gathering import gather
from runtime.ops.logic import logical_and, not_equal
from runtime.ops.reduction import argmax, reduce_sum
from runtime.ops.segment import confusion_matrix
from runtime.ops.selection import where
from runtime.tensor import Tensor


class IoU(Metric):
    """The mean intersection over union of some classes.

    Args:
        num_classes: how many classes there are.
        target_class_ids: those that count.
        name: of the metric.
        dtype: of the counts, by default int64.
        ignore_class: a class whose examples do not count.
        sparse_y_true: whether true classes are numbers, and not one-hot.
        sparse_y_pred: whether predictions are numbers of classes, and not one for each class.
        axis: of the classes where they are not numbers.

    Raises:
        ValueError: a target class is out of range.

    >>> float(IoU(2, [0])([0, 0, 1, 1], [0, 1, 0, 1]))
    0.3333333134651184
    """

    def __init__(
        self,
        num_classes: int,
        target_class_ids: Sequence[int],
        name: str | None = None,
        dtype: Any = None,
        ignore_class: int | None = None,
        sparse_y_true: bool = True,
        sparse_y_pred: bool = True,
        axis: int = -1,
    ) -> None:
        super().__init__(dtype or "int64", name)
        if max(target_class_ids) >= num_classes:
            raise ValueError(f"Target class id {max(target_class_ids)} is out of range, which is [0, {num_classes}).")
        self.num_classes = num_classes
        self.target_class_ids = list(target_class_ids)
        self.ignore_class = ignore_class
        self.sparse_y_true = sparse_y_true
        self.sparse_y_pred = sparse_y_pred
        self.axis = axis
        shape = (num_classes, num_classes)
        self.total_cm = self.add_variable(shape, "zeros", self.dtype, name="total_confusion_matrix")

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> None:
        """Adds a batch.

        Args:
            y_true: classes.
            y_pred: classes of the same shape.
            sample_weight: weights of the examples.
        """
        true = as_tensor(y_true) if self.sparse_y_true else argmax(as_tensor(y_true), self.axis)
        predicted = as_tensor(y_pred) if self.sparse_y_pred else argmax(as_tensor(y_pred), self.axis)
        true, predicted = (reshape(cast(classes, "int64"), [-1]) for classes in (true, predicted))
        weights = reshape(broadcast_to(self._weights(sample_weight), shape_of(true)), [-1])
        counts = logical_and(self._is_class(true), self._is_class(predicted))
        if self.ignore_class is not None:
            counts = logical_and(counts, not_equal(true, self.ignore_class))
        true, predicted, weights = (where(counts, part, zeros_like(part)) for part in (true, predicted, weights))
        matrix = confusion_matrix(true, predicted, self.num_classes, weights, self.dtype)
        self.total_cm.assign_add(matrix, read_value=False)

    def _weights(self, sample_weight: Any) -> Tensor:
        weights = as_tensor(1 if sample_weight is None else sample_weight)
        if weights.dtype.is_floating and "int" in self.dtype:
            warnings.warn(
                f"The weights are of dtype {weights.dtype.name}, but the counts of {self.name!r} are integers: weights "
                f"are cut off to integers. Give the metric dtype='float32'.",
                stacklevel=3,
            )
        weights = cast(weights, self.dtype)
        return reshape(weights, [-1]) if (weights.shape.rank or 0) > 1 else weights

    def _is_class(self, numbers: Tensor) -> Tensor:
        return logical_and(numbers >= 0, numbers < self.num_classes)

    def result(self) -> Tensor:
        """The mean so far, over those of the target classes that occurred."""
        matrix = cast(self.total_cm.read_value(), "float32")
        both = diag_part(matrix)
        union = reduce_sum(matrix, 0) + reduce_sum(matrix, 1) - both
        both, union = gather(both, self.target_class_ids), gather(union, self.target_class_ids)
        occurs = union > 1e-9
        shares = where(occurs, both / (union + epsilon()), zeros_like(union))
        return reduce_sum(shares) / (reduce_sum(cast(occurs, "float32")) + epsilon())

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal object with."""
        own = {
            "num_classes": self.num_classes,
            "target_class_ids": self.target_class_ids,
            "ignore_class": self.ignore_class,
            "sparse_y_true": self.sparse_y_true,
            "sparse_y_pred": self.sparse_y_pred,
            "axis": self.axis,
        }
        return {**super().get_config(), **own}

    def _config_without(self, *names: str) -> dict[str, Any]:
        return {name: value for name, value in IoU.get_config(self).items() if name not in names}


class BinaryIoU(IoU):
    """`IoU` of two classes, given probabilities of class 1.

    Args:
        target_class_ids: those that count.
        threshold: from which on a prediction counts as class 1.
        name: of the metric.
        dtype: of the counts, by default int64.
    """

    def __init__(
        self,
        target_class_ids: Sequence[int] = (0, 1),
        threshold: float = 0.5,
        name: str | None = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(2, target_class_ids, name, dtype)
        self.threshold = threshold

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> None:
        """Adds a batch (see `IoU`)."""
        super().update_state(y_true, as_tensor(y_pred, "float32") >= self.threshold, sample_weight)

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal object with."""
        config = self._config_without("num_classes", "ignore_class", "sparse_y_true", "sparse_y_pred", "axis")
        return {**config, "threshold": self.threshold}


class MeanIoU(IoU):
    """`IoU` of all classes."""

    def __init__(
        self,
        num_classes: int,
        name: str | None = None,
        dtype: Any = None,
        ignore_class: int | None = None,
        sparse_y_true: bool = True,
        sparse_y_pred: bool = True,
        axis: int = -1,
    ) -> None:
        classes = list(range(num_classes))
        super().__init__(num_classes, classes, name, dtype, ignore_class, sparse_y_true, sparse_y_pred, axis)

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal object with."""
        return self._config_without("target_class_ids")


class OneHotIoU(IoU):
    """`IoU` of classes that are one-hot."""

    def __init__(
        self,
        num_classes: int,
        target_class_ids: Sequence[int],
        name: str | None = None,
        dtype: Any = None,
        ignore_class: int | None = None,
        sparse_y_pred: bool = False,
        axis: int = -1,
    ) -> None:
        super().__init__(num_classes, target_class_ids, name, dtype, ignore_class, False, sparse_y_pred, axis)

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal object with."""
        return self._config_without("sparse_y_true")


class OneHotMeanIoU(MeanIoU):
    """`IoU` of all classes, which are one-hot."""

    def __init__(
        self,
        num_classes: int,
        name: str | None = None,
        dtype: Any = None,
        ignore_class: int | None = None,
        sparse_y_pred: bool = False,
        axis: int = -1,
    ) -> None:
        super().__init__(num_classes, name, dtype, ignore_class, False, sparse_y_pred, axis)

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal object with."""
        return self._config_without("target_class_ids", "sparse_y_true")
