"""What weights are held to after each update."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from autograph.keras.backend import epsilon
from autograph.keras.catalogue import Catalogue
from autograph.keras.configured import Configured
from autograph.keras.serialization import deserialize_keras_object, serialize_keras_object
from autograph.keras.tensors import as_tensor
from runtime.ops.clipping import clip_by_value
from runtime.ops.math import maximum, sqrt, square
from runtime.ops.reduction import reduce_sum
from runtime.tensor import Tensor

Axis = int | Sequence[int]


class Constraint(Configured):
    """A base class: an object that is called with a weight, and gives the value that it is to have."""

    def __call__(self, w: Any) -> Any:
        """The value that satisfies the constraint."""
        return w


class NonNeg(Constraint):
    """No negative values.

    >>> NonNeg()([-1.0, 2.0]).tolist()
    [0.0, 2.0]
    """

    def __call__(self, w: Any) -> Tensor:
        """See `Constraint`."""
        return maximum(as_tensor(w), 0.0)


class MinMaxNorm(Constraint):
    """Norms between two bounds.

    Args:
        min_value: the least norm.
        max_value: the largest norm.
        rate: how much of the way to the bound is taken in one step.
        axis: the axes over which a norm is taken: 0 for the inputs of a Dense layer, [0, 1, 2] for Conv2D.
    """

    def __init__(self, min_value: float = 0.0, max_value: float = 1.0, rate: float = 1.0, axis: Axis = 0) -> None:
        self.min_value = min_value
        self.max_value = max_value
        self.rate = rate
        self.axis = axis

    def __call__(self, w: Any) -> Tensor:
        """See `Constraint`."""
        weight = as_tensor(w)
        norms = _norms(weight, self.axis)
        bounded = clip_by_value(norms, self.min_value, self.max_value)
        wanted = bounded if self.rate == 1 else self.rate * bounded + (1 - self.rate) * norms
        return weight * (wanted / (epsilon() + norms))

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal object with."""
        return {"min_value": self.min_value, "max_value": self.max_value, "rate": self.rate, "axis": self.axis}


class MaxNorm(MinMaxNorm):
    """Norms up to a bound.

    Args:
        max_value: the largest norm.
        axis: the axes over which a norm is taken (see `MinMaxNorm`).

    >>> MaxNorm(1.0)([[3.0], [4.0]]).tolist()
    [[0.6000000238418579], [0.800000011920929]]
    """

    def __init__(self, max_value: float = 2, axis: Axis = 0) -> None:
        super().__init__(0.0, max_value, 1.0, axis)

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal object with."""
        return {"max_value": self.max_value, "axis": self.axis}


class UnitNorm(Constraint):
    """Norms of 1.

    Args:
        axis: the axes over which a norm is taken (see `MinMaxNorm`).
    """

    def __init__(self, axis: Axis = 0) -> None:
        self.axis = axis

    def __call__(self, w: Any) -> Tensor:
        """See `Constraint`."""
        weight = as_tensor(w)
        return weight / (epsilon() + _norms(weight, self.axis))

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal object with."""
        return {"axis": self.axis}


def _norms(w: Tensor, axis: Axis) -> Tensor:
    return sqrt(reduce_sum(square(w), axis, keepdims=True))


max_norm, min_max_norm, non_neg, unit_norm = MaxNorm, MinMaxNorm, NonNeg, UnitNorm

_catalogue = Catalogue("keras.constraints", "constraint")
_catalogue.add([MaxNorm, MinMaxNorm, NonNeg, UnitNorm, Constraint])

get = _catalogue.get
serialize = serialize_keras_object
deserialize = deserialize_keras_object
