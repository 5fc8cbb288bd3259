"""Writing by index into new tensors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runtime.arguments import indices_of, shape_tensor
from runtime.dispatch import apply_one, convert_to_tensor
from runtime.tensor import Tensor


def scatter_nd(indices: Any, updates: Any, shape: Any, name: str | None = None) -> Tensor:
    """Zeros with values added at multi-dimensional indices; values at equal indices add up.

    Args:
        indices: the last dimension holds indices into the leading axes of the result.
        updates: what goes there, of shape `indices.shape[:-1] + shape[indices.shape[-1]:]`.
        shape: the shape of the result.
        name: for the operation.

    Raises:
        InvalidArgumentError: an index is out of bounds, or the shapes do not go together.

    >>> scatter_nd([[1], [3], [1]], [5, 6, 7], [4]).tolist()
    [0, 12, 0, 6]
    """
    places, sizes = indices_of(indices), shape_tensor(shape)
    if sizes.dtype is not places.dtype:
        sizes = apply_one("Cast", [sizes], {"DstT": places.dtype})
    return apply_one("ScatterNd", [places, convert_to_tensor(updates), sizes], None, name)


def _scattered(op_type: str, tensor: Any, indices: Any, updates: Any, name: str | None) -> Tensor:
    target = convert_to_tensor(tensor)
    values = convert_to_tensor(updates, dtype_hint=target.dtype)
    return apply_one(op_type, [target, indices_of(indices), values], None, name)


def tensor_scatter_nd_update(tensor: Any, indices: Any, updates: Any, name: str | None = None) -> Tensor:
    """A copy of a tensor with elements or slices replaced; of equal indices the last wins.

    Args:
        tensor: what is copied.
        indices: the last dimension holds indices into the leading axes of `tensor`.
        updates: what goes there, of shape `indices.shape[:-1] + tensor.shape[indices.shape[-1]:]`.
        name: for the operation.

    Raises:
        InvalidArgumentError: an index is out of bounds, or the shapes do not go together.

    >>> tensor_scatter_nd_update([1, 2, 3], [[0], [2]], [8, 9]).tolist()
    [8, 2, 9]
    """
    return _scattered("TensorScatterUpdate", tensor, indices, updates, name)


def tensor_scatter_nd_add(tensor: Any, indices: Any, updates: Any, name: str | None = None) -> Tensor:
    """A copy of a tensor with values added at indices (see `tensor_scatter_nd_update`).

    >>> tensor_scatter_nd_add([1, 2, 3], [[0], [0]], [10, 20]).tolist()
    [31, 2, 3]
    """
    return _scattered("TensorScatterAdd", tensor, indices, updates, name)


def tensor_scatter_nd_sub(tensor: Any, indices: Any, updates: Any, name: str | None = None) -> Tensor:
    """A copy of a tensor with values subtracted at indices (see `tensor_scatter_nd_update`).

    >>> tensor_scatter_nd_sub([1, 2, 3], [[0], [0]], [10, 20]).tolist()
    [-29, 2, 3]
    """
    return _scattered("TensorScatterSub", tensor, indices, updates, name)


def tensor_scatter_nd_max(tensor: Any, indices: Any, updates: Any, name: str | None = None) -> Tensor:
    """A copy of a tensor with the larger of it and values at indices (see `tensor_scatter_nd_update`).

    >>> tensor_scatter_nd_max([1, 2, 3], [[0], [1]], [10, 0]).tolist()
    [10, 2, 3]
    """
    return _scattered("TensorScatterMax", tensor, indices, updates, name)


def tensor_scatter_nd_min(tensor: Any, indices: Any, updates: Any, name: str | None = None) -> Tensor:
    """A copy of a tensor with the smaller of it and values at indices (see `tensor_scatter_nd_update`).

    >>> tensor_scatter_nd_min([1, 2, 3], [[0], [1]], [10, 0]).tolist()
    [1, 0, 3]
    """
    return _scattered("TensorScatterMin", tensor, indices, updates, name)


def dynamic_stitch(indices: Sequence[Any], data: Sequence[Any], name: str | None = None) -> Tensor:
    """Slices of several tensors put together: slice `indices[m][i]` of the result is `data[m][i]`.

    Args:
        indices: a list of integer tensors; of equal indices the last wins.
        data: a list of tensors, each of the shape of its indices followed by one that all share.
        name: for the operation.

    Raises:
        InvalidArgumentError: an index is negative, or the shapes do not go together.

    >>> dynamic_stitch([[0, 2], [1]], [[10, 30], [20]]).tolist()
    [10, 20, 30]
    """
    places, values = [indices_of(item) for item in indices], [convert_to_tensor(item) for item in data]
    return apply_one("DynamicStitch", [places, values], None, name)


parallel_dynamic_stitch = dynamic_stitch
