"""Rows of ragged tensors by number, and what a mask selects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from runtime.constant_value import constant_value
from runtime.dispatch import apply_one, convert_to_tensor
from runtime.errors import UnimplementedError
from runtime.ragged import partitions
from runtime.tensor import Tensor


def _rows(values: Tensor, indices: Tensor) -> Tensor:
    return apply_one("GatherV2", [values, indices, convert_to_tensor(0)])


def gather(params: Any, indices: Any) -> Any:
    """The rows of some numbers; indices may be ragged, then the result is.

    >>> from runtime.ragged import constant
    >>> gather(constant([[1, 2], [], [3]]), convert_to_tensor([2, 0]))
    <RaggedTensor [[3], [1, 2]]>
    """
    if hasattr(indices, "row_splits"):
        return indices.with_values(gather(params, indices.values))
    if not hasattr(params, "row_splits"):
        return _rows(params, indices)
    rank = indices.shape.rank
    if rank is None:
        raise UnimplementedError("The rank of the indices of a ragged tensor's rows must be known.")
    if rank == 0:
        return params[indices]
    if rank > 1:
        from runtime.ragged.tensor import RaggedTensor

        return gather(params, RaggedTensor.from_tensor(indices, row_splits_dtype=params.row_splits.dtype))
    from runtime.ragged.tensor import RaggedTensor

    starts = _rows(params.row_splits, indices)
    splits, places = partitions.spans(starts, _rows(partitions.lengths(params.row_splits), indices))
    return RaggedTensor(gather(params.values, places), splits)


def apply_gather(op_type: str, inputs: Sequence[Any], attrs: Mapping[str, Any], name: str | None) -> list[Any]:
    """`GatherV2` with a ragged tensor among its inputs."""
    params, indices, axis = inputs
    place = constant_value(convert_to_tensor(axis))
    if place is None or attrs.get("batch_dims", 0) or place < 0:
        raise UnimplementedError("Rows of ragged tensors are gathered along a known axis, without batch_dims.")
    return [_along(params, indices, int(place))]


def _along(params: Any, indices: Any, axis: int) -> Any:
    if axis == 0:
        return gather(params, indices)
    if axis == 1 or not hasattr(params, "row_splits"):
        raise UnimplementedError("Elements of ragged rows cannot be gathered: rows differ in length.")
    return params.with_values(_along(params.values, indices, axis - 1))


def apply_gather_nd(op_type: str, inputs: Sequence[Any], attrs: Mapping[str, Any], name: str | None) -> list[Any]:
    """`GatherNd` of a ragged tensor, or by ragged indices."""
    params, indices = inputs
    if hasattr(indices, "row_splits"):
        return [indices.with_flat_values(_gather_nd(params, indices.flat_values))]
    return [_gather_nd(params, indices)]


def _gather_nd(params: Any, indices: Tensor) -> Any:
    if not hasattr(params, "row_splits"):
        return apply_one("GatherNd", [params, indices])
    depth, rank = indices.shape[-1] if indices.shape.rank else None, indices.shape.rank
    if depth is None or rank is None:
        raise UnimplementedError("The shape of the indices must be known to gather from a ragged tensor.")
    if depth == 0:
        raise UnimplementedError("Indices of no numbers do not select from a ragged tensor.")
    first = indices[..., 0]
    if depth == 1:
        return gather(params, first)
    starts = _rows(params.row_splits, partitions.integers(first, params.row_splits.dtype))
    inner = partitions.integers(indices[..., 1], starts.dtype)
    ends = _rows(params.row_splits, partitions.integers(first, starts.dtype) + 1)
    inner = apply_one("SelectV2", [inner < ends - starts, inner + starts, convert_to_tensor(-1, starts.dtype)])
    if depth == 2:
        return gather(params.values, inner)
    from runtime.ops.joining import concat

    rest = partitions.integers(indices[..., 2:], starts.dtype)
    return _gather_nd(params.values, concat([inner[..., None], rest], -1))


def boolean_mask(data: Any, mask: Any, name: str | None = None) -> Any:
    """What a mask selects, row by row: the rows keep what they are rows of.

    Args:
        data: a dense or ragged tensor.
        mask: bools, dense or ragged, for the first dimensions of `data`.
        name: accepted for compatibility.

    Returns:
        A tensor for a vector of bools, a ragged tensor for more dimensions.

    >>> boolean_mask([[1, 2, 3], [4, 5, 6]], [[True, False, True], [False, False, True]])
    <RaggedTensor [[1, 3], [6]]>
    """
    from runtime.ops.gathering import boolean_mask as select
    from runtime.ragged.tensor import RaggedTensor

    data, mask = (each if hasattr(each, "row_splits") else convert_to_tensor(each) for each in (data, mask))
    if not hasattr(mask, "row_splits"):
        if mask.shape.rank == 1:
            rows = apply_one("Squeeze", [apply_one("Where", [mask])], {"squeeze_dims": [1]})
            return gather(data, rows) if hasattr(data, "row_splits") else select(data, mask)
        mask = RaggedTensor.from_tensor(mask, ragged_rank=(mask.shape.rank or 2) - 1)
    if not hasattr(data, "row_splits"):
        data = RaggedTensor.from_tensor(data, ragged_rank=mask.ragged_rank, row_splits_dtype=mask.row_splits.dtype)
    kept = apply_one("Cast", [mask.flat_values], {"DstT": mask.row_splits.dtype})
    if hasattr(mask.values, "row_splits"):
        return RaggedTensor(boolean_mask(data.values, mask.values), mask.row_splits)
    lengths = apply_one("UnsortedSegmentSum", [kept, mask.value_rowids(), mask.nrows()])
    return RaggedTensor(boolean_mask(data.values, mask.values), partitions.from_lengths(lengths))
