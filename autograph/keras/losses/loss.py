"""The base class of losses: from a loss for each example to one number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autograph.keras.backend import floatx, standardize_dtype
from autograph.keras.calling import as_called
from autograph.keras.configured import Configured
from autograph.keras.naming import auto_name
from autograph.keras.tensors import as_tensor, map_tensors, mask_of
from runtime.dtypes import as_dtype
from runtime.ops.array import expand_dims, squeeze
from runtime.ops.array import size as size_of
from runtime.ops.casts import cast
from runtime.ops.math import div_no_nan
from runtime.ops.reduction import reduce_sum
from runtime.ops.selection import where
from runtime.scopes import scope_of_object
from runtime.tensor import Tensor

_REDUCTIONS = ("sum_over_batch_size", "sum", "mean", "mean_with_sample_weight", "none", None)
_AVERAGES = ("sum_over_batch_size", "mean", "mean_with_sample_weight")


class Reduction:
    """Names of the ways from the losses of examples to one number, as older programs write them."""

    AUTO = "sum_over_batch_size"
    NONE = "none"
    SUM = "sum"
    SUM_OVER_BATCH_SIZE = "sum_over_batch_size"

    @classmethod
    def all(cls) -> tuple[str, ...]:
        """All of them."""
        return cls.AUTO, cls.NONE, cls.SUM


class Loss(Configured):
    """A base class: an object that is called with what is true and what was predicted.

    Subclasses define `call(y_true, y_pred)`, which gives a loss for each example.

    Args:
        name: by default the class name in snake case.
        reduction: "sum_over_batch_size" or "mean" (the sum divided by the number of losses), "sum",
            "mean_with_sample_weight" (the sum divided by that of the weights), "none" or None.
        dtype: in which the loss is computed, by default `floatx()`.

    Raises:
        ValueError: another reduction.

    >>> class Distance(Loss):
    ...     def call(self, y_true, y_pred):
    ...         return abs(y_true - y_pred)
    >>> float(Distance()([1.0, 2.0], [1.0, 4.0]))
    1.0
    """

    def __init__(
        self, name: str | None = None, reduction: str | None = "sum_over_batch_size", dtype: Any = None
    ) -> None:
        self.name = name or auto_name(type(self).__name__)
        self.reduction = checked_reduction(reduction)
        self.dtype = standardize_dtype(dtype or floatx())

    def __call__(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> Tensor:
        """The loss.

        Args:
            y_true: what is true, a tensor or a structure of them.
            y_pred: what was predicted.
            sample_weight: weights, of a shape that broadcasts to that of the losses.

        Returns:
            A scalar; with reduction "none", one loss for each example.
        """
        in_mask = mask_of(y_pred)
        with scope_of_object(self.name):
            predicted = map_tensors(self._converted, y_pred)
            true = map_tensors(self._converted, y_true)
            losses = as_called(self.call)(true, predicted)
            mask = both(in_mask, mask_of(losses))
            return reduce_weighted_values(losses, sample_weight, mask, self.reduction, self.dtype)

    def _converted(self, value: Any) -> Tensor:
        tensor = as_tensor(value, self.dtype)
        logits = getattr(value, "_keras_logits", None)
        if logits is not None and tensor is not value:
            tensor._keras_logits = as_tensor(logits, self.dtype)  # type: ignore[attr-defined]
        return tensor

    def call(self, y_true: Any, y_pred: Any) -> Any:
        """The loss of each example; to be defined by subclasses."""
        raise NotImplementedError(f"{type(self).__name__} has to define call(y_true, y_pred).")

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal object with."""
        return {"name": self.name, "reduction": self.reduction}


class LossFunctionWrapper(Loss):
    """A loss that a function computes.

    Args:
        fn: takes `y_true`, `y_pred` and `**kwargs`, and gives a loss for each example.
        reduction: see `Loss`.
        name: see `Loss`.
        dtype: see `Loss`.
        **kwargs: further arguments of the function.
    """

    def __init__(
        self,
        fn: Callable[..., Any],
        reduction: str | None = "sum_over_batch_size",
        name: str | None = None,
        dtype: Any = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(name, reduction, dtype)
        self.fn = fn
        self._fn_kwargs = kwargs

    def call(self, y_true: Any, y_pred: Any) -> Any:
        """The loss of each example."""
        if isinstance(y_true, Tensor) and isinstance(y_pred, Tensor):
            y_true, y_pred = match_ranks(y_true, y_pred)
        return as_called(self.fn)(y_true, y_pred, **self._fn_kwargs)

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal object with."""
        own = {**super().get_config(), **self._fn_kwargs}
        if type(self) is not LossFunctionWrapper:
            return own
        from autograph.keras.serialization import serialize_keras_object

        return {**own, "fn": serialize_keras_object(self.fn)}

    def __repr__(self) -> str:
        return f"<{type(self).__name__}({getattr(self.fn, '__name__', self.fn)}, {self._fn_kwargs})>"


def checked_reduction(reduction: Any) -> Any:
    """The reduction.

    Raises:
        ValueError: there is none of that name.
    """
    if reduction not in _REDUCTIONS:
        names = ", ".join(map(repr, _REDUCTIONS))
        raise ValueError(f"Invalid value for argument `reduction`: {reduction!r}. It is one of {names}.")
    return reduction


def both(mask: Tensor | None, other: Tensor | None) -> Tensor | None:
    """Where two masks hold, either of which may be missing."""
    if mask is None or other is None:
        return other if mask is None else mask
    return mask & other


def match_ranks(x: Tensor, y: Tensor, expand_rank_1: bool = True) -> tuple[Tensor, Tensor]:
    """Two tensors with as many axes as each other, if one has a last axis of size 1 more than the other.

    Args:
        x: a tensor.
        y: a tensor.
        expand_rank_1: whether a vector beside a column becomes a column, rather than the column a vector.
    """
    ranks = x.shape.rank, y.shape.rank
    if None in ranks or ranks[0] == ranks[1]:
        return x, y
    if ranks[0] == ranks[1] + 1 and x.shape[-1] == 1:  # type: ignore[operator]
        return (x, expand_dims(y, -1)) if ranks[1] == 1 and expand_rank_1 else (squeeze(x, -1), y)
    if ranks[1] == ranks[0] + 1 and y.shape[-1] == 1:  # type: ignore[operator]
        return (expand_dims(x, -1), y) if ranks[0] == 1 and expand_rank_1 else (x, squeeze(y, -1))
    return x, y


def reduce_weighted_values(
    values: Any,
    sample_weight: Any = None,
    mask: Tensor | None = None,
    reduction: str | None = "sum_over_batch_size",
    dtype: Any = None,
) -> Tensor:
    """Losses weighted, masked and reduced (see `Loss`).

    Args:
        values: a loss for each example.
        sample_weight: a weight for each example, or None.
        mask: which examples count, or None; the mean is then over those.
        reduction: the way from many losses to one.
        dtype: of the result.

    Raises:
        ValueError: the weights have more axes than the losses.
    """
    losses = as_tensor(values, dtype)
    weights = None if sample_weight is None else as_tensor(sample_weight, losses.dtype)
    if mask is not None:
        weights = masked_weights(weights, mask, losses.dtype, reduction)
    if weights is not None:
        losses, weights = match_ranks(losses, weights)
        # A loss of the whole batch, as `Dice`, counts once for each weight.
        if losses.shape.rank and (weights.shape.rank or 0) > losses.shape.rank:
            raise ValueError(
                f"`sample_weight` of shape {weights.shape} has more axes than the losses, of shape {losses.shape}: "
                f"give one weight for each loss."
            )
        losses = losses * weights
    if reduction in (None, "none") or losses.shape.rank == 0:
        return losses
    total = reduce_sum(losses)
    if reduction == "sum":
        return total
    if reduction == "mean_with_sample_weight" and weights is not None:
        return div_no_nan(total, reduce_sum(weights))
    return div_no_nan(total, cast(size_of(losses), losses.dtype))


def masked_weights(weights: Tensor | None, mask: Tensor, dtype: Any, reduction: str | None) -> Tensor:
    """The weights of what the mask keeps: scaled up for a mean over all, so that it is one over those."""
    kept = cast(mask, as_dtype(dtype))
    if reduction in ("mean", "sum_over_batch_size"):
        scale = div_no_nan(cast(size_of(mask), dtype), reduce_sum(kept))
        kept = where(cast(mask, "bool"), scale, cast(0, dtype))
    if weights is None:
        return kept
    kept, weights = match_ranks(kept, weights)
    return kept * weights
