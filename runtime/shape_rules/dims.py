"""Arithmetic on dimensions that may be unknown, and static values of arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from runtime.constant_value import constant_value
from runtime.shapes import Dimension, TensorShape
from runtime.tensor import Tensor

Dim = Dimension


def lift(function: Callable[..., int], *dims: Dim) -> Dim:
    """`function` of the sizes, unknown if one of them is."""
    return None if any(dim is None for dim in dims) else function(*dims)


def total(dims: Iterable[Dim]) -> Dim:
    """The sum of the sizes, unknown if one of them is."""
    return lift(lambda *known: sum(known), *dims)


def same(left: Dim, right: Dim, what: str) -> Dim:
    """The size that both stand for.

    Raises:
        ValueError: they differ.
    """
    if left is not None and right is not None and left != right:
        raise ValueError(f"{what}: {left} and {right} must be equal.")
    return right if left is None else left


def normal_axis(axis: int, rank: int, op_type: str) -> int:
    """`axis` counted from the front.

    Raises:
        ValueError: it is out of range.
    """
    if not -rank <= axis < rank:
        raise ValueError(f"{op_type}: axis {axis} is not in the range [{-rank}, {rank}).")
    return axis % rank


def vector_length(tensor: Tensor) -> Dim:
    """The length of a vector, if known."""
    return tensor.shape[0] if tensor.shape.rank == 1 else None


def static_int(tensor: Tensor) -> int | None:
    """The value of a scalar integer tensor, if known."""
    value = constant_value(tensor)
    return None if value is None else int(value.item())


def static_list(tensor: Tensor) -> Any:
    """The value of an integer tensor as nested lists, if known."""
    value = constant_value(tensor)
    return None if value is None else value.tolist()


def replaced(shape: TensorShape, axis: int, size: Dim) -> TensorShape:
    """The shape with another size along one axis."""
    dims = shape.as_list()
    dims[axis] = size
    return TensorShape(dims)
