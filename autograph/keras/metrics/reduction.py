"""Sums and means over batches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autograph.keras.calling import as_called
from autograph.keras.losses.loss import masked_weights, match_ranks
from autograph.keras.metrics.metric import Metric
from autograph.keras.serialization import deserialize_keras_object, serialize_keras_object
from autograph.keras.tensors import as_tensor, mask_of
from runtime.ops.array import broadcast_to
from runtime.ops.array import shape as shape_of
from runtime.ops.casts import cast
from runtime.ops.math import div_no_nan
from runtime.ops.reduction import reduce_mean, reduce_sum
from runtime.tensor import Tensor

Reduce = Callable[..., Tensor]


def per_example(values: Any, sample_weight: Any, reduce: Reduce, dtype: str) -> tuple[Tensor, Tensor | None]:
    """Values and weights with one axis, that of the examples.

    Args:
        values: [batch, ...].
        sample_weight: of the first axes of `values`, or broadcasting to it; or None.
        reduce: what is done with the other axes: a sum or a mean.
        dtype: of the results.
    """
    mask = mask_of(values)
    values = as_tensor(values, dtype)
    if sample_weight is not None:
        weights = as_tensor(sample_weight, dtype)
        if mask is not None:
            weights = masked_weights(weights, mask, values.dtype, "sum")
        values, weights = match_ranks(values, weights)
        rank, weight_rank = values.shape.rank or 0, weights.shape.rank or 0
        if rank > weight_rank:
            values = reduce(values, list(range(weight_rank, rank)))
        weights = broadcast_to(weights, shape_of(values))
        values = values * weights
        if weight_rank > 1:
            weights = reduce(weights, list(range(1, weight_rank)))
        sample_weight = weights
    rank = values.shape.rank or 0
    return (reduce(values, list(range(1, rank))) if rank > 1 else values), sample_weight


class Sum(Metric):
    """The weighted sum of values.

    >>> float(Sum()([1.0, 2.0, 3.0]))
    6.0
    """

    def __init__(self, name: str | None = "sum", dtype: Any = None) -> None:
        super().__init__(dtype, name)
        self.total = self.add_variable((), "zeros", self.dtype, name="total")

    def update_state(self, values: Any, sample_weight: Any = None) -> None:
        """Adds values.

        Args:
            values: of any shape.
            sample_weight: weights, of a shape that broadcasts to it.
        """
        values, _ = per_example(values, sample_weight, reduce_sum, self.dtype)
        self.total.assign_add(reduce_sum(values), read_value=False)

    def result(self) -> Tensor:
        """The sum so far."""
        return self.total.read_value()


class Mean(Metric):
    """The weighted mean of values.

    >>> mean = Mean()
    >>> mean.update_state([1.0, 3.0])
    >>> mean.update_state(5.0)
    >>> float(mean.result())
    3.0
    """

    def __init__(self, name: str | None = "mean", dtype: Any = None) -> None:
        super().__init__(dtype, name)
        self.total = self.add_variable((), "zeros", self.dtype, name="total")
        self.count = self.add_variable((), "zeros", self.dtype, name="count")

    def update_state(self, values: Any, sample_weight: Any = None) -> None:
        """Adds values.

        Args:
            values: of any shape.
            sample_weight: weights, of a shape that broadcasts to it.
        """
        values, weights = per_example(values, sample_weight, reduce_mean, self.dtype)
        self.total.assign_add(reduce_sum(values), read_value=False)
        if weights is not None:
            count = reduce_sum(weights)
        else:
            count = cast(shape_of(values)[0] if values.shape.rank else 1, self.dtype)
        self.count.assign_add(count, read_value=False)

    def result(self) -> Tensor:
        """The mean so far; 0 of nothing."""
        return div_no_nan(self.total.read_value(), self.count.read_value())


class MeanMetricWrapper(Mean):
    """The mean of what a function gives for each example.

    Args:
        fn: takes `y_true`, `y_pred` and `**kwargs`.
        name: of the metric.
        dtype: of the metric.
        **kwargs: further arguments of the function.
    """

    def __init__(self, fn: Callable[..., Any], name: str | None = None, dtype: Any = None, **kwargs: Any) -> None:
        super().__init__(name, dtype)
        self._fn = fn
        self._fn_kwargs = kwargs

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> None:  # type: ignore[override]
        """Adds a batch.

        Args:
            y_true: what is true.
            y_pred: what was predicted.
            sample_weight: weights of the examples.
        """
        mask = mask_of(y_pred)
        values = as_called(self._fn)(y_true, y_pred, **self._fn_kwargs)
        if mask is not None:
            weights = None if sample_weight is None else as_tensor(sample_weight, self.dtype)
            sample_weight = masked_weights(weights, mask, as_tensor(values, self.dtype).dtype, "sum")
        super().update_state(values, sample_weight)

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal object with."""
        config = {**super().get_config(), **self._fn_kwargs}
        if type(self) is MeanMetricWrapper:
            config["fn"] = serialize_keras_object(self._fn)
        return config

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Any:
        """The object with these arguments."""
        return cls(**(deserialize_keras_object(config) if "fn" in config else config))
