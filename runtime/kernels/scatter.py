"""Kernels that write elements, rows and slices by index into a new tensor."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.errors import InvalidArgumentError
from runtime.kernels.gathering import checked_key
from runtime.kernels.values import Array, shape_text
from runtime.registry import kernel

Place = Callable[[Array, Any, Array], None]
"""Writes updates into an array at an index, in place."""


def put(target: Array, key: Any, updates: Array) -> None:
    """Sets places of a target; where one repeats, the last update wins."""
    target[key] = updates


PLACES: dict[str, Place] = {
    "Update": put,
    "Add": np.add.at,
    "Sub": np.subtract.at,
    "Mul": np.multiply.at,
    "Div": np.divide.at,
    "Min": np.minimum.at,
    "Max": np.maximum.at,
}
"""How each kind of scatter meets what is there; repeated indices meet one after the other."""


def scattered(target: Array, indices: Array, updates: Array, place: Place, bad_indices_policy: str | bytes) -> Array:
    """`target`, changed in place at the slices that the last dimension of `indices` names."""
    key = checked_key(indices, target.shape, bad_indices_policy)
    wanted = indices.shape[:-1] + target.shape[len(key) :]
    if updates.shape != wanted:
        raise InvalidArgumentError(
            f"Updates of shape {shape_text(updates.shape)} do not fit indices of shape {shape_text(indices.shape)} "
            f"into a tensor of shape {shape_text(target.shape)}: expected {shape_text(wanted)}."
        )
    place(target, key or ..., updates)
    return target


@kernel("ScatterNd")
def scatter_nd(indices: Array, updates: Array, shape: Array, *, bad_indices_policy: str | bytes) -> Array:
    """Zeros in `shape` with updates added at index vectors; where one repeats, updates add up."""
    target = np.zeros(shape.tolist(), updates.dtype)
    return scattered(target, indices, updates, np.add.at, bad_indices_policy)


def _tensor_scatter(place: Place) -> Callable[..., Array]:
    def tensor_scatter(x: Array, indices: Array, updates: Array, *, bad_indices_policy: str | bytes) -> Array:
        """A copy of x, changed at index vectors; where one repeats, updates apply in order."""
        return scattered(np.array(x), indices, updates, place, bad_indices_policy)

    return tensor_scatter


for _kind in ("Update", "Add", "Sub", "Min", "Max"):
    kernel(f"TensorScatter{_kind}")(_tensor_scatter(PLACES[_kind]))


@kernel("DynamicStitch", "ParallelDynamicStitch")
def dynamic_stitch(*indices_and_data: Array) -> Array:
    """Interleaves rows: row `indices[m][i]` of the result is `data[m][i]`; of repeated indices the last wins."""
    half = len(indices_and_data) // 2
    indices, data = indices_and_data[:half], indices_and_data[half:]
    length = 1 + max((int(index.max()) for index in indices if index.size), default=-1)
    tail = data[0].shape[indices[0].ndim :]
    merged = np.zeros((length, *tail), data[0].dtype)
    for index, rows in zip(indices, data, strict=True):
        if rows.shape != index.shape + tail:
            raise InvalidArgumentError(
                f"Need data.shape to start with indices.shape, got data.shape = {shape_text(rows.shape)}, "
                f"indices.shape = {shape_text(index.shape)}"
            )
        if index.size and index.min() < 0:
            raise InvalidArgumentError(f"indices must not be negative, got {index.min()}")
        merged[index] = rows
    return merged
