"""Reading and writing parts of variables through their handles: what the methods of `Variable` call."""

from __future__ import annotations

from typing import Any

from runtime.arguments import indices_of
from runtime.dispatch import apply_one, apply_op, convert_to_tensor
from runtime.tensor import Tensor

KINDS = ("Update", "Add", "Sub", "Mul", "Div", "Min", "Max")
"""How updates can meet what is there."""


def resource_gather(handle: Tensor, indices: Any, dtype: Any, batch_dims: int = 0, name: str | None = None) -> Tensor:
    """Slices of a variable's value along its first axis.

    Args:
        handle: of the variable.
        indices: which slices, integers of any shape.
        dtype: of the variable.
        batch_dims: how many leading axes the two have in common.
        name: for the operation.

    Raises:
        InvalidArgumentError: an index is out of bounds.
    """
    attrs = {"dtype": dtype, "batch_dims": batch_dims}
    return apply_one("ResourceGather", [handle, indices_of(indices)], attrs, name)


def resource_gather_nd(handle: Tensor, indices: Any, dtype: Any, name: str | None = None) -> Tensor:
    """Elements or slices of a variable's value at multi-dimensional indices (see `gather_nd`)."""
    return apply_one("ResourceGatherNd", [handle, indices_of(indices)], {"dtype": dtype}, name)


def resource_scatter(handle: Tensor, kind: str, indices: Any, updates: Any, dtype: Any, name: str | None = None) -> Any:
    """Changes slices of a variable along its first axis.

    Args:
        handle: of the variable.
        kind: one of `KINDS`.
        indices: which slices, integers of any shape; equal ones meet one after the other.
        updates: of shape `indices.shape + variable.shape[1:]`, or a scalar.
        dtype: of the variable.
        name: for the operation.

    Returns:
        The operation in a graph, None in eager execution.

    Raises:
        InvalidArgumentError: an index is out of bounds, or the shapes do not go together.
    """
    values = convert_to_tensor(updates, dtype_hint=dtype)
    return apply_op(f"ResourceScatter{kind}", [handle, indices_of(indices), values], None, name)


def resource_scatter_nd(
    handle: Tensor, kind: str, indices: Any, updates: Any, dtype: Any, name: str | None = None
) -> Any:
    """Changes elements or slices of a variable at multi-dimensional indices.

    Args:
        handle: of the variable.
        kind: "Update", "Add" or "Sub".
        indices: the last dimension holds indices into the leading axes.
        updates: what goes there.
        dtype: of the variable.
        name: for the operation.

    Raises:
        InvalidArgumentError: an index is out of bounds, or the shapes do not go together.
    """
    values = convert_to_tensor(updates, dtype_hint=dtype)
    return apply_op(f"ResourceScatterNd{kind}", [handle, indices_of(indices), values], None, name)
