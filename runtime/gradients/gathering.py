"""Gradients of picking rows: slices, which are summed where the rows came from when somebody wants a tensor."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime import dtypes
from runtime.autodiff import Gradient, Update
from runtime.constant_value import constant_value
from runtime.dispatch import convert_to_tensor
from runtime.gradients.broadcast import beside, shape_of
from runtime.gradients.joining import filled, size_along
from runtime.gradients.table import Gradients, by_input, in_part, op, ops
from runtime.indexed_slices import IndexedSlices
from runtime.registry import gradient
from runtime.tensor import Tensor

by_input("Gather", lambda o, g: _rows_back(g, o.inputs[1], shape_of(o.inputs[0])), None)
by_input("GatherV2", lambda o, g: _scattered(g, o), None, None)
by_input("GatherNd", lambda o, g: _places_back(g, o.inputs[1], shape_of(o.inputs[0], o.inputs[1].dtype)), None)
by_input("ResourceGather", lambda o, g: _rows_back(g, o.inputs[1], _variable_shape(o, dtypes.int32)), None)
by_input("ResourceGatherNd", lambda o, g: _places_back(g, o.inputs[1], _variable_shape(o, o.inputs[1].dtype)), None)


def _variable_shape(operation: Any, dtype: dtypes.DType) -> Tensor:
    handle = operation.inputs[0]
    known = handle.handle_data
    if known is not None and known.shape.is_fully_defined():
        return convert_to_tensor(np.array(known.shape.as_list(), dtype.as_numpy_dtype))
    with beside(handle):
        return op("VariableShape", handle, out_type=dtype)


def _rows_back(g: Tensor, indices: Tensor, shape: Tensor) -> Gradient | Update:
    """What flows back to a tensor of that shape by rows g: [*indices.shape, ...]."""

    def onto(whole: Tensor) -> Tensor:
        """The gradient with these rows added where they came from."""
        return op("TensorScatterAdd", whole, op("ExpandDims", indices, -1), g)

    return in_part(lambda: _slices(g, indices, shape), onto)


def _slices(g: Tensor, indices: Tensor, shape: Tensor) -> IndexedSlices:
    if indices.shape.rank == 1:
        return IndexedSlices(g, indices, shape)
    tail = op("StridedSlice", shape, [1], [0], [1], end_mask=1)
    rows = op("Reshape", g, op("ConcatV2", [op("Reshape", op("Size", indices), [1]), tail], 0))
    return IndexedSlices(rows, op("Reshape", indices, [-1]), shape)


def _places_back(g: Tensor, places: Tensor, shape: Tensor) -> Gradient:
    """What flows back to a tensor of that shape by slices g that stood at places: [..., depth]."""
    if places.shape.rank == 2 and places.shape[1] == 1:
        return IndexedSlices(g, op("Squeeze", places, squeeze_dims=[-1]), shape)
    return op("ScatterNd", places, g, shape)


def _scattered(g: Tensor, operation: Any) -> Gradient | Update:
    """Sums g: [*batch, *outer, *picked, *inner] into the shape [*batch, *outer, n, *inner] of `params`.

    Raises:
        LookupError: a rank or the axis is not known.
    """
    params, indices, axis = operation.inputs
    batch_dims = operation.attrs["batch_dims"]
    position, count = constant_value(axis), size_along(params, axis)
    if position == 0 and batch_dims == 0:
        return _rows_back(g, indices, shape_of(params))
    if position is None or params.shape.rank is None or indices.shape.rank is None:
        raise LookupError(f"The gradient of GatherV2 along axis {axis} needs known ranks: {params} at {indices}.")
    batch = batch_dims % indices.shape.rank if batch_dims < 0 else batch_dims
    place = int(position) % params.shape.rank
    outer, picked = place - batch, indices.shape.rank - batch
    rows = _moved(g, batch, outer, picked)
    sizes = op("GatherV2", shape_of(params), np.array(_order(params.shape.rank, batch, outer, 1), np.int32), 0)
    ids = _batch_ids(indices, sizes, batch, picked, count)
    rest = op("StridedSlice", sizes, [batch + 1], [0], [1], end_mask=1)
    total = op("Prod", op("StridedSlice", sizes, [0], [batch + 1], [1], begin_mask=1), [0])
    flat = op("Reshape", rows, op("ConcatV2", [op("Reshape", op("Size", ids), [1]), rest], 0))
    sums = op("UnsortedSegmentSum", flat, op("Reshape", ids, [-1]), total)
    return _moved(op("Reshape", sums, sizes), batch, 1, outer)


def _order(rank: int, fixed: int, first: int, second: int) -> list[int]:
    """The axes, with the `second` ones before the `first` ones that follow the `fixed` ones."""
    middle = fixed + first
    return [*range(fixed), *range(middle, middle + second), *range(fixed, middle), *range(middle + second, rank)]


def _moved(x: Tensor, fixed: int, first: int, second: int) -> Tensor:
    if not first or not second:
        return x
    return op("Transpose", x, np.array(_order(x.shape.rank or 0, fixed, first, second), np.int32))


def _batch_ids(indices: Tensor, sizes: Tensor, batch: int, picked: int, count: Any) -> Tensor:
    """The indices with n times the number of their batch added, so that they are different in each batch."""
    if not batch:
        return indices
    head = op("StridedSlice", sizes, [0], [batch], [1], begin_mask=1)
    starts = op("Range", 0, op("Prod", head, [0]), 1) * count
    shape = op("ConcatV2", [head, convert_to_tensor(np.ones(picked, np.int32))], 0)
    return indices + op("Cast", op("Reshape", starts, shape), DstT=indices.dtype)


@gradient("DynamicPartition")
def _dynamic_partition(operation: Any, *grads: Tensor | None) -> Gradients:
    data, partitions = operation.inputs
    places = op("Reshape", op("Range", 0, op("Size", partitions), 1), shape_of(partitions))
    parts = ops("DynamicPartition", places, partitions, num_partitions=len(grads))
    joined = op("DynamicStitch", parts, filled(operation, grads))
    return op("Reshape", joined, shape_of(data)), None
