"""Kernels that read elements, rows and slices by index, and those that sort rows into partitions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from runtime.errors import InvalidArgumentError, UnimplementedError
from runtime.kernels.values import Array, boxed, normal_axis, shape_text
from runtime.registry import kernel


@kernel("GatherV2")
def gather_v2(params: Array, indices: Array, axis: Array, *, batch_dims: int) -> Array:
    """Slices of `params` along `axis`, which the dimensions of `indices` replace; see `take`.

    With `batch_dims` leading dimensions of both go together. An index outside [0, size) is InvalidArgumentError: there
    are no negative ones, and no zeros in their place as on a GPU.
    """
    position = normal_axis(axis, params.ndim, "GatherV2")
    if batch_dims:
        return batch_gather(params, indices, position, batch_dims if batch_dims >= 0 else batch_dims + indices.ndim)
    return take(params, indices, position)


@kernel("Gather")
def gather(params: Array, indices: Array) -> Array:
    """Rows of `params`: [*indices.shape, *params.shape[1:]]."""
    return take(params, indices, 0)


def take(params: Array, indices: Array, axis: int) -> Array:
    """The slices of `params` along `axis` at `indices`, none of which may be negative."""
    if params.ndim <= axis:
        raise InvalidArgumentError(f"params must be at least {axis + 1} dimensional, got {shape_text(params.shape)}")
    if not indices.ndim and not axis and 0 <= indices < len(params):
        row: Any = params[indices]
        return boxed(row) if params.dtype == object else row
    try:
        taken: Any = params.take(_from_the_front(indices), axis)
    except IndexError:
        raise _bounds_error(indices, params.shape[axis]) from None
    return boxed(taken) if params.dtype == object else taken


def _from_the_front(indices: Array) -> Array:
    """The same indices, but numpy will find negative ones out of range rather than count from the end."""
    if indices.dtype == np.int32:
        return indices.view(np.uint32)
    if (indices < 0).any():
        raise IndexError
    return indices


def _bounds_error(indices: Array, length: int) -> InvalidArgumentError:
    wrong = np.argwhere((indices < 0) | (indices >= length))[0]
    place = ",".join(map(str, wrong.tolist()))
    value = indices[tuple(wrong)]
    return InvalidArgumentError(f"indices{f'[{place}]' if place else ''} = {value} is not in [0, {length})")


def batch_gather(params: Array, indices: Array, axis: int, batch_dims: int) -> Array:
    """Gathers for each of the leading `batch_dims` dimensions on its own."""
    batch = indices.shape[:batch_dims]
    if params.shape[:batch_dims] != batch:
        raise InvalidArgumentError(
            f"The first {batch_dims} dimensions of params {shape_text(params.shape)} and indices "
            f"{shape_text(indices.shape)} must be equal."
        )
    front = np.moveaxis(params, axis, batch_dims)
    length = params.shape[axis]
    if ((indices < 0) | (indices >= length)).any():
        raise _bounds_error(indices, length)
    grid = np.ogrid[tuple(slice(0, size) for size in batch)]
    picked_rank = indices.ndim - batch_dims
    rows = [np.expand_dims(row, tuple(range(-picked_rank, 0))) for row in grid] if picked_rank else grid
    index = (*rows, indices)
    picked = front[index]  # batch, picked, the dimensions before the axis, those after it
    between = axis - batch_dims
    source = range(batch_dims, batch_dims + picked_rank)
    return np.moveaxis(picked, source, [place + between for place in source])


def checked_key(indices: Array, shape: Sequence[int], bad_indices_policy: str | bytes = "") -> tuple[Array, ...]:
    """The last dimension of `indices` as a numpy index into a tensor of `shape`, checked against its bounds."""
    if bad_indices_policy not in ("", b"", "DEFAULT", b"DEFAULT", "ERROR", b"ERROR"):
        raise UnimplementedError(f"bad_indices_policy {bad_indices_policy!r} is not supported: use the default.")
    if not indices.ndim:
        raise InvalidArgumentError("indices must be at least a vector, got a scalar.")
    depth = indices.shape[-1]
    if depth > len(shape):
        raise InvalidArgumentError(
            f"index innermost dimension length must be <= params rank; saw: {depth} vs. {len(shape)}"
        )
    for position, length in enumerate(shape[:depth]):
        column = indices[..., position]
        if column.size and not 0 <= column.min() <= column.max() < length:
            raise _index_error(indices, shape)
    return tuple([indices[..., position] for position in range(depth)])


def _index_error(indices: Array, shape: Sequence[int]) -> InvalidArgumentError:
    bounds = np.array(shape[: indices.shape[-1]], np.int64)
    wrong = tuple(np.argwhere(((indices < 0) | (indices >= bounds)).any(-1))[0].tolist())
    place = f"[{','.join(map(str, wrong))}]" if wrong else ""
    return InvalidArgumentError(
        f"indices{place} = {shape_text(indices[wrong])} does not index into param shape {shape_text(shape)}"
    )


@kernel("GatherNd")
def gather_nd(params: Array, indices: Array, *, bad_indices_policy: str | bytes) -> Array:
    """Slices of `params` at index vectors, the last dimension of `indices`: [*indices.shape[:-1], *rest of params].

    Vectors of length 0 name all of `params`. An index outside is InvalidArgumentError.
    """
    key = checked_key(indices, params.shape, bad_indices_policy)
    if not key:
        return np.broadcast_to(params, indices.shape[:-1] + params.shape)
    picked: Any = params[key]
    return boxed(picked) if params.dtype == object else picked


@kernel("DynamicPartition")
def dynamic_partition(data: Array, partitions: Array, *, num_partitions: int) -> tuple[Array, ...]:
    """The rows of `data` sorted into `num_partitions` tensors."""
    if data.shape[: partitions.ndim] != partitions.shape:
        raise InvalidArgumentError(
            f"data.shape must start with partitions.shape, got data.shape = {shape_text(data.shape)}, "
            f"partitions.shape = {shape_text(partitions.shape)}"
        )
    if ((partitions < 0) | (partitions >= num_partitions)).any():
        wrong = np.argwhere((partitions < 0) | (partitions >= num_partitions))[0]
        raise InvalidArgumentError(
            f"partitions{shape_text(wrong) if wrong.size else ''} = {partitions[tuple(wrong)]} "
            f"is not in [0, {num_partitions})"
        )
    return tuple(data[partitions == part] for part in range(num_partitions))
