"""Gradients of making tensors out of few numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.gradients.broadcast import rank_of, size_of
from runtime.gradients.table import by_input, op
from runtime.registry import not_differentiable
from runtime.tensor import Tensor

not_differentiable("Const", "Empty", "OnesLike", "ZerosLike")
by_input("Fill", None, lambda o, g: total(g))
by_input("Range", lambda o, g: total(g), None, lambda o, g: total(g * _counted(g)))
by_input("LinSpace", lambda o, g: total(g * (1 - _fractions(o))), lambda o, g: total(g * _fractions(o)), None)
by_input("OneHot", None, None, lambda o, g: total(g * _hot(o, 1, 0)), lambda o, g: total(g * _hot(o, 0, 1)))


def total(g: Tensor) -> Tensor:
    """The sum of all elements."""
    rank = g.shape.rank
    if rank == 0:
        return g
    return op("Sum", g, np.arange(rank, dtype=np.int32) if rank is not None else op("Range", 0, rank_of(g), 1))


def _counted(g: Tensor) -> Tensor:
    """0, 1, 2 ... as many as g: [n] has elements."""
    return op("Cast", op("Range", 0, size_of(g), 1), DstT=g.dtype)


def _fractions(operation: Any) -> Tensor:
    dtype = operation.outputs[0].dtype.as_numpy_dtype
    return op("LinSpace", dtype(0), dtype(1), operation.inputs[2])


def _hot(operation: Any, on: int, off: int) -> Tensor:
    dtype = operation.outputs[0].dtype.as_numpy_dtype
    return op("OneHot", *operation.inputs[:2], dtype(on), dtype(off), axis=operation.attrs["axis"])
