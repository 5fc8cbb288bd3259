"""Gradients of putting tensors together and taking them apart."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime import dtypes
from runtime.constant_value import constant_value
from runtime.dispatch import convert_to_tensor
from runtime.gradients.broadcast import beside, rank_of, shape_of, zeros_like
from runtime.gradients.table import Gradients, Grads, op, ops
from runtime.registry import gradient, not_differentiable
from runtime.tensor import Tensor

not_differentiable("ConcatOffset")


@gradient("Pack")
def _pack(operation: Any, g: Tensor) -> Gradients:
    return ops("Unpack", g, num=len(operation.inputs), axis=operation.attrs["axis"])


@gradient("Unpack")
def _unpack(operation: Any, *grads: Tensor | None) -> Gradients:
    return [op("Pack", filled(operation, grads), axis=operation.attrs["axis"])]


@gradient("Split")
def _split(operation: Any, *grads: Tensor | None) -> Gradients:
    return [None, op("ConcatV2", filled(operation, grads), operation.inputs[0])]


@gradient("SplitV")
def _split_v(operation: Any, *grads: Tensor | None) -> Gradients:
    return [op("ConcatV2", filled(operation, grads), operation.inputs[2]), None, None]


@gradient("ConcatV2")
def _concat_v2(operation: Any, g: Tensor) -> Gradients:
    *values, axis = operation.inputs
    return [*_split_like(g, values, axis), None]


@gradient("Concat")
def _concat(operation: Any, g: Tensor) -> Gradients:
    axis, *values = operation.inputs
    return [None, *_split_like(g, values, axis)]


def filled(operation: Any, grads: Grads) -> list[Tensor]:
    """The gradients of an operation's outputs, with zeros for None."""
    return [zeros_like(y) if g is None else g for y, g in zip(operation.outputs, grads, strict=True)]


def _split_like(g: Tensor, values: list[Tensor], axis: Tensor) -> list[Tensor]:
    """`g` cut along `axis` into pieces as long as `values`."""
    if len(values) == 1:
        return [g]
    sizes = [size_along(value, axis) for value in values]
    if axis.dtype is not dtypes.int32:
        axis = op("Cast", axis, DstT=dtypes.int32)
    if all(isinstance(size, int) for size in sizes):
        return ops("SplitV", g, np.array(sizes, np.int32), axis, num_split=len(sizes))
    tensors = [convert_to_tensor(np.int32(size)) if isinstance(size, int) else size for size in sizes]
    return ops("SplitV", g, op("Pack", tensors), axis, num_split=len(sizes))


def size_along(x: Tensor, axis: Tensor | int) -> int | Tensor:
    """The size of `x` along an axis, as an int if it is known."""
    known = constant_value(axis) if isinstance(axis, Tensor) else axis
    if known is not None and x.shape.rank is not None:
        size = x.shape[int(known)]
        if size is not None:
            return int(size)
    with beside(x):
        place = axis if known is None else np.int32(known)
        if known is None or known < 0:
            place = op("FloorMod", place, rank_of(x))
        return op("GatherV2", shape_of(x), place, 0)
