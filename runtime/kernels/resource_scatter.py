"""Kernels that read and write parts of variables. A value is never changed in place: readers share it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.errors import InvalidArgumentError
from runtime.kernels.gathering import batch_gather, checked_key, take
from runtime.kernels.scatter import PLACES, Place, scattered
from runtime.kernels.slicing import slice_index, updated
from runtime.kernels.values import Array, shape_text
from runtime.registry import kernel
from runtime.resources import Resource


@kernel("ResourceGather")
def resource_gather(resource: Resource, indices: Array, *, batch_dims: int) -> Array:
    """Rows of a variable: `gather_v2` along the first dimension behind the batch."""
    value = resource.read()
    return batch_gather(value, indices, batch_dims, batch_dims) if batch_dims else take(value, indices, 0)


@kernel("ResourceGatherNd")
def resource_gather_nd(resource: Resource, indices: Array) -> Any:
    """Slices of a variable at index vectors: `gather_nd`."""
    value = resource.read()
    return value[checked_key(indices, value.shape)]


def _scatter_rows(place: Place) -> Callable[[Resource, Array, Array], None]:
    def resource_scatter(resource: Resource, indices: Array, updates: Array) -> None:
        """Changes rows of a variable at `indices`; where one repeats, updates apply in order."""
        resource.update(lambda value: with_rows(np.array(value), indices, updates, place))

    return resource_scatter


def with_rows(target: Array, indices: Array, updates: Array, place: Place) -> Array:
    """`target`, changed in place: its rows at `indices` by `updates`.

    Updates are [*indices.shape, *target.shape[1:]], or a scalar for all. An index outside is InvalidArgumentError,
    before anything changes.
    """
    wanted = indices.shape + target.shape[1:]
    if updates.ndim and updates.shape != wanted:
        raise InvalidArgumentError(
            f"Must have updates.shape = indices.shape + params.shape[1:] or updates.shape = [], got updates.shape "
            f"{shape_text(updates.shape)}, indices.shape {shape_text(indices.shape)}, params.shape "
            f"{shape_text(target.shape)}"
        )
    if ((indices < 0) | (indices >= len(target))).any():
        take(target, indices, 0)
    place(target, indices, np.broadcast_to(updates, wanted))
    return target


def _scatter_nd(place: Place) -> Callable[..., None]:
    def resource_scatter_nd(
        resource: Resource, indices: Array, updates: Array, *, bad_indices_policy: str | bytes
    ) -> None:
        """Changes slices of a variable at index vectors; where one repeats, updates apply in order."""
        resource.update(lambda value: scattered(np.array(value), indices, updates, place, bad_indices_policy))

    return resource_scatter_nd


for _kind, _place in PLACES.items():
    kernel(f"ResourceScatter{_kind}")(_scatter_rows(_place))
for _kind in ("Update", "Add", "Sub"):
    kernel(f"ResourceScatterNd{_kind}")(_scatter_nd(PLACES[_kind]))


@kernel("ResourceStridedSliceAssign")
def resource_strided_slice_assign(
    resource: Resource,
    begin: Array,
    end: Array,
    strides: Array,
    value: Array,
    *,
    begin_mask: int,
    end_mask: int,
    ellipsis_mask: int,
    new_axis_mask: int,
    shrink_axis_mask: int,
) -> None:
    """Sets a slice of a variable, `strided_slice`'s, to a value that broadcasts to it."""
    index = slice_index(begin, end, strides, begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask)
    resource.update(lambda whole: updated(whole, index, value))
