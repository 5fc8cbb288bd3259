"""Ragged tensors from Python lists and ranges, and functions of their elements."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from runtime import dtypes, nest
from runtime.dispatch import apply_one, convert_to_tensor
from runtime.ragged import partitions
from runtime.ragged.tensor import RaggedTensor, from_parts
from runtime.tensor import Tensor


def constant(
    pylist: Any,
    dtype: Any = None,
    ragged_rank: int | None = None,
    inner_shape: Sequence[int] | None = None,
    name: str | None = None,
    row_splits_dtype: Any = dtypes.int64,
) -> Any:
    """A ragged tensor of nested lists.

    Args:
        pylist: lists of lists, whose lengths may differ.
        dtype: of the elements; by default as for `constant`.
        ragged_rank: how many dimensions are ragged; by default all but the first.
        inner_shape: the shape of the elements; they are scalars by default.
        name: accepted for compatibility.
        row_splits_dtype: int32 or int64.

    Raises:
        ValueError: elements are at different depths.

    >>> constant([[1, 2], [], [3]])
    <RaggedTensor [[1, 2], [], [3]]>
    """
    kind = dtypes.as_dtype(row_splits_dtype)
    depth, deepest = _depths(pylist)
    if depth is not None and depth != deepest:
        raise ValueError("All elements must be at the same nesting depth: all scalars, or all empty lists.")
    inner = len(inner_shape) if inner_shape is not None else 0
    if ragged_rank is None:
        ragged_rank = max(0, deepest - 1 - inner)
    lengths = []
    rows = pylist
    for _ in np.arange(ragged_rank):
        lengths.append([len(row) for row in rows])
        rows = [item for row in rows for item in row]
    values: Any = convert_to_tensor(_plain(rows, inner_shape), None if dtype is None else dtypes.as_dtype(dtype))
    for row_lengths in reversed(lengths):
        splits = np.cumsum([0, *row_lengths]).astype(kind.as_numpy_dtype)
        values = RaggedTensor(values, convert_to_tensor(splits))
    return values


def _plain(rows: Any, inner_shape: Sequence[int] | None) -> Any:
    if inner_shape is not None and not len(rows):
        return np.zeros([0, *inner_shape], np.float32)
    return rows.tolist() if isinstance(rows, np.ndarray) else rows


def _depths(value: Any) -> tuple[int | None, int]:
    """How deep scalars lie (None if there are none), and how deep lists go."""
    if isinstance(value, np.ndarray):
        return value.ndim, value.ndim
    if not isinstance(value, list | tuple):
        return 0, 0
    inner = [_depths(item) for item in value]
    scalars = {depth for depth, _ in inner if depth is not None}
    if len(scalars) > 1:
        raise ValueError("All elements must be at the same nesting depth.")
    scalar = next(iter(scalars)) + 1 if scalars else None
    return scalar, 1 + max((deepest for _, deepest in inner), default=0)


def constant_value(
    pylist: Any,
    dtype: Any = None,
    ragged_rank: int | None = None,
    inner_shape: Any = None,
    row_splits_dtype: Any = "int64",
) -> Any:
    """The same as `constant`, as numpy has it (see `RaggedTensor.numpy`)."""
    return constant(pylist, dtype, ragged_rank, inner_shape, None, row_splits_dtype).numpy()


def range(
    starts: Any,
    limits: Any = None,
    deltas: Any = 1,
    dtype: Any = None,
    name: str | None = None,
    row_splits_dtype: Any = dtypes.int64,
) -> Any:
    """Rows of numbers.

    Args:
        starts: where each row begins; the limits if those are not given.
        limits: where each row ends, not reached.
        deltas: by how much each row grows.
        dtype: of the numbers.
        name: accepted for compatibility.
        row_splits_dtype: int32 or int64.

    >>> range([3, 0, 2])
    <RaggedTensor [[0, 1, 2], [], [0, 1]]>
    """
    if limits is None:
        starts, limits = 0, starts
    kind = dtypes.as_dtype(row_splits_dtype)
    wanted = None if dtype is None else dtypes.as_dtype(dtype)
    bounds = [convert_to_tensor(value, wanted) for value in (starts, limits, deltas)]
    size = apply_one(
        "BroadcastArgs", [apply_one("BroadcastArgs", [_shape(bounds[0]), _shape(bounds[1])]), _shape(bounds[2])]
    )
    first, last, step = (apply_one("BroadcastTo", [value, size]) for value in bounds)
    if first.shape.rank == 0:
        first, last, step = first[None], last[None], step[None]
    counts = apply_one("Cast", [_ceil_div(last - first, step)], {"DstT": kind})
    splits, values = partitions.spans(first, apply_one("Maximum", [counts, convert_to_tensor(0, kind)]), step)
    return RaggedTensor(values, splits)


def _shape(tensor: Tensor) -> Tensor:
    return apply_one("Shape", [tensor])


def _ceil_div(x: Tensor, y: Tensor) -> Tensor:
    if x.dtype.is_integer:
        return -(-x // y)
    return apply_one("Ceil", [x / y])


def stack(values: Sequence[Any], axis: int = 0, name: str | None = None) -> Any:
    """Tensors joined along a new axis, ragged if their shapes differ.

    >>> stack([convert_to_tensor([1]), convert_to_tensor([2, 3])])
    <RaggedTensor [[1], [2, 3]]>
    """
    from runtime.ragged.joining import apply_pack, as_ragged

    tensors = [value if hasattr(value, "row_splits") else convert_to_tensor(value) for value in values]
    if all(tensor.shape.rank == 0 for tensor in tensors):
        return apply_one("Pack", [tensors], {"axis": axis}, name)
    if not any(hasattr(tensor, "row_splits") for tensor in tensors):
        if axis == 0 and all(tensor.shape.rank == 1 for tensor in tensors):
            return _rows(tensors)
        tensors = [as_ragged(tensor, 1, dtypes.int64) for tensor in tensors]
    return apply_pack("Pack", [tensors], {"axis": axis}, name)[0]


def _rows(vectors: Sequence[Tensor]) -> Any:
    """Vectors as rows."""
    from runtime.ops.joining import concat
    from runtime.ops.joining import stack as pack

    lengths = pack([partitions.count(vector, dtypes.int64) for vector in vectors])
    return RaggedTensor(concat(list(vectors), 0), partitions.from_lengths(lengths))


def map_flat_values(op: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """What a function makes of the elements of ragged tensors, in the same partitions.

    Args:
        op: takes the flat values of the ragged tensors among the arguments.
        *args: arguments.
        **kwargs: likewise.

    Raises:
        ValueError: the partitions differ.

    >>> map_flat_values(lambda x: x * x, constant([[1, 2], [3]]))
    <RaggedTensor [[1, 4], [9]]>
    """
    leaves = nest.flatten((args, kwargs))
    ragged = [leaf for leaf in leaves if isinstance(leaf, RaggedTensor)]
    if not ragged:
        return op(*args, **kwargs)
    if len({each.ragged_rank for each in ragged}) > 1:
        raise ValueError("Inputs must have identical ragged splits: their ragged ranks differ.")
    plain = [leaf.flat_values if isinstance(leaf, RaggedTensor) else leaf for leaf in leaves]
    inner_args, inner_kwargs = nest.pack_sequence_as((args, kwargs), plain)
    return ragged[0].with_flat_values(op(*inner_args, **inner_kwargs))


def row_splits_to_segment_ids(splits: Any, name: str | None = None, out_type: Any = None) -> Tensor:
    """The row of each value of a partition.

    >>> row_splits_to_segment_ids([0, 2, 3]).tolist()
    [0, 0, 1]
    """
    ids = partitions.row_ids(partitions.integers(splits))
    return ids if out_type is None else partitions.integers(ids, dtypes.as_dtype(out_type))


def segment_ids_to_row_splits(
    segment_ids: Any, num_segments: Any = None, out_type: Any = None, name: Any = None
) -> Tensor:
    """The row splits of values in these rows.

    >>> segment_ids_to_row_splits([0, 0, 2]).tolist()
    [0, 2, 2, 3]
    """
    splits = partitions.from_row_ids(partitions.integers(segment_ids), num_segments)
    return splits if out_type is None else partitions.integers(splits, dtypes.as_dtype(out_type))


def stack_dynamic_partitions(data: Any, partitions_: Any, num_partitions: Any, name: str | None = None) -> Any:
    """The slices of a tensor, sorted into rows by number.

    >>> stack_dynamic_partitions([10, 20, 30], [1, 0, 1], 3)
    <RaggedTensor [[20], [10, 30], []]>
    """
    from runtime.ops.sorting import argsort
    from runtime.ragged.gathering import gather

    numbers = convert_to_tensor(partitions_)
    order = argsort(numbers, stable=True)
    values = data if hasattr(data, "row_splits") else convert_to_tensor(data)
    rows = partitions.integers(apply_one("GatherV2", [numbers, order, convert_to_tensor(0)]))
    return RaggedTensor.from_value_rowids(gather(values, order), rows, num_partitions)


def placeholder(dtype: Any, ragged_rank: int, value_shape: Any = None, name: str | None = None) -> Any:
    """A ragged tensor of placeholders, to be fed part by part."""
    from runtime.ops.state import placeholder as feed
    from runtime.shapes import TensorShape, as_shape

    values = feed(dtype, TensorShape([None]).concatenate(as_shape(value_shape)), name)
    splits = [feed(dtypes.int64, [None]) for _ in np.arange(ragged_rank)]
    return from_parts([values, *splits], [None] * ragged_rank) if ragged_rank else values
