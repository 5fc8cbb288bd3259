"""Penalties on weights and activations, which join the loss."""

from __future__ import annotations

from typing import Any

from autograph.keras.catalogue import Catalogue
from autograph.keras.configured import Configured
from autograph.keras.serialization import deserialize_keras_object, serialize_keras_object
from autograph.keras.tensors import as_tensor
from runtime.ops.array import transpose
from runtime.ops.diagonals import eye
from runtime.ops.linalg import matmul
from runtime.ops.math import abs, square
from runtime.ops.norms import l2_normalize
from runtime.ops.reduction import reduce_sum
from runtime.tensor import Tensor


class Regularizer(Configured):
    """A base class: an object that is called with a tensor, and gives a penalty."""

    def __call__(self, x: Any) -> Any:
        """The penalty: a scalar."""
        return 0.0


class L1L2(Regularizer):
    """l1 · Σ|x| + l2 · Σx².

    Args:
        l1: factor of the sum of absolute values.
        l2: factor of the sum of squares.

    >>> float(L1L2(l1=1.0, l2=0.5)([1.0, -2.0]))
    5.5
    """

    def __init__(self, l1: float = 0.0, l2: float = 0.0) -> None:
        self.l1 = _checked("l1", l1)
        self.l2 = _checked("l2", l2)

    def __call__(self, x: Any) -> Tensor:
        """See `Regularizer`."""
        x = as_tensor(x)
        terms = []
        if self.l1:
            terms.append(self.l1 * reduce_sum(abs(x)))
        if self.l2:
            terms.append(self.l2 * reduce_sum(square(x)))
        return sum(terms[1:], terms[0]) if terms else as_tensor(0.0, x.dtype)

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal object with."""
        return {"l1": self.l1, "l2": self.l2}


class L1(L1L2):
    """l1 · Σ|x|.

    Args:
        l1: the factor.
    """

    def __init__(self, l1: float = 0.01) -> None:
        super().__init__(l1=l1)

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal object with."""
        return {"l1": self.l1}


class L2(L1L2):
    """l2 · Σx².

    Args:
        l2: the factor.
    """

    def __init__(self, l2: float = 0.01) -> None:
        super().__init__(l2=l2)

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal object with."""
        return {"l2": self.l2}


class OrthogonalRegularizer(Regularizer):
    """The mean absolute cosine between the rows (or columns) of a matrix.

    Args:
        factor: a factor.
        mode: "rows" or "columns".

    >>> float(OrthogonalRegularizer(factor=1.0)([[1.0, 0.0], [1.0, 0.0]]))
    1.0
    """

    def __init__(self, factor: float = 0.01, mode: str = "rows") -> None:
        if mode not in ("rows", "columns"):
            raise ValueError(f"Invalid value for argument `mode`: expected 'rows' or 'columns', got {mode!r}.")
        self.factor = _checked("factor", factor)
        self.mode = mode

    def __call__(self, x: Any) -> Tensor:
        """See `Regularizer`.

        Raises:
            ValueError: x is no matrix.
        """
        x = as_tensor(x)
        if x.shape.rank != 2:
            raise ValueError(f"Inputs to OrthogonalRegularizer must have rank 2, not shape {x.shape}.")
        rows = l2_normalize(x if self.mode == "rows" else transpose(x), axis=1)
        size = rows.shape[0] or 0
        cosines = matmul(rows, rows, transpose_b=True) * (1.0 - eye(size, dtype=x.dtype))
        return self.factor * 0.5 * reduce_sum(abs(cosines)) / (size * (size - 1.0) / 2.0)

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal object with."""
        return {"factor": self.factor, "mode": self.mode}


def _checked(name: str, value: Any) -> float:
    if not isinstance(value, int | float) or value != value or value in (float("inf"), -float("inf")):
        raise ValueError(f"Argument `{name}` must be a finite number, not {value!r}.")
    return float(value)


l1, l2, l1_l2, orthogonal_regularizer = L1, L2, L1L2, OrthogonalRegularizer

_catalogue = Catalogue("keras.regularizers", "regularizer")
_catalogue.add([L1, L2, L1L2, OrthogonalRegularizer, Regularizer], l1_l2=L1L2, L1L2=L1L2)

get = _catalogue.get
serialize = serialize_keras_object
deserialize = deserialize_keras_object
