"""Gradients of lookups in optimizers.

Keras, on TensorFlow, squares each slice of such a gradient before it adds up those of one index: an index that comes
twice in a batch counts with the sum of the squares, not with the square of the sum.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.indexed_slices import IndexedSlices
from runtime.ops.math import abs, square
from runtime.tensor import Tensor


def squares(gradient: Any) -> Tensor:
    """The squares of a gradient; where slices have the same index, the sum of their squares.

    >>> squares(IndexedSlices([1.0, 2.0, 3.0], [0, 2, 2], [3])).tolist()
    [1.0, 0.0, 13.0]
    """
    return _of_each(square, gradient)


def magnitudes(gradient: Any) -> Tensor:
    """The absolute values of a gradient; where slices have the same index, their sum.

    >>> magnitudes(IndexedSlices([1.0, 2.0, -3.0], [0, 2, 2], [3])).tolist()
    [1.0, 0.0, 5.0]
    """
    return _of_each(abs, gradient)


def _of_each(function: Callable[[Any], Tensor], gradient: Any) -> Tensor:
    if isinstance(gradient, IndexedSlices):
        return gradient.with_values(function(gradient.values))._as_tensor()
    return function(gradient)
