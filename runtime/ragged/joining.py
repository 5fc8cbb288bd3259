"""Ragged tensors joined, and dimensions added to and taken from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from runtime.constant_value import constant_value
from runtime.dispatch import apply_one, apply_op, convert_to_tensor
from runtime.errors import InvalidArgumentError, UnimplementedError
from runtime.ragged import partitions
from runtime.ragged.elementwise import leaves
from runtime.ragged.gathering import gather
from runtime.ragged.tensor import RaggedTensor


def as_ragged(value: Any, ragged_rank: int, dtype: Any) -> Any:
    """A tensor as a ragged one of at least that ragged rank."""
    missing = ragged_rank - (value.ragged_rank if hasattr(value, "row_splits") else 0)
    if missing <= 0:
        return value
    if hasattr(value, "row_splits"):
        return value.with_flat_values(as_ragged(value.flat_values, missing, dtype))
    return RaggedTensor.from_tensor(value, ragged_rank=ragged_rank, row_splits_dtype=dtype)


def _axis_of(axis: Any, rank: int | None) -> int:
    known = constant_value(convert_to_tensor(axis))
    if known is None or (known < 0 and rank is None):
        raise UnimplementedError("The axis of a ragged tensor must be known, and its rank for an axis below 0.")
    return int(known) + (rank or 0) if known < 0 else int(known)


def concat(values: Sequence[Any], axis: int) -> Any:
    """Ragged and dense tensors joined along an axis.

    >>> from runtime.ragged import constant
    >>> concat([constant([[1], [2, 3]]), constant([[4, 5], []])], 1)
    <RaggedTensor [[1, 4, 5], [2, 3]]>
    """
    ragged = [value for value in values if hasattr(value, "row_splits")]
    if not ragged or len(values) == 1:
        return values[0] if len(values) == 1 else apply_one("ConcatV2", [list(values), convert_to_tensor(axis)])
    kind = ragged[0].row_splits.dtype
    rank = max(value.ragged_rank for value in ragged)
    parts = [as_ragged(value, rank, kind) for value in values]
    if axis > 1:
        return parts[0].with_values(concat([part.values for part in parts], axis - 1))
    rows = _stacked_rows(parts)
    if axis == 0:
        return rows
    count = parts[0].nrows()
    order = apply_one("Reshape", [_interleaved(count, len(parts), kind), convert_to_tensor([-1])])
    mixed = gather(rows, order)
    splits = mixed.row_splits[:: len(parts)]
    return RaggedTensor(mixed.values, splits)


def _interleaved(count: Any, number: int, kind: Any) -> Any:
    """Row 0 of each, row 1 of each, ... as numbers of rows one after the other, [count, number]."""
    rows = partitions.up_to(count, kind)[:, None]
    return rows + partitions.up_to(number, kind)[None] * count


def _stacked_rows(parts: Sequence[Any]) -> Any:
    """The rows of several tensors, one after the other."""
    from runtime.ops.joining import concat as join

    splits = [parts[0].row_splits]
    for part in parts[1:]:
        splits.append(part.row_splits[1:] + splits[-1][-1])
    return RaggedTensor(concat([part.values for part in parts], 0), join(splits, 0))


def apply_concat(op_type: str, inputs: Sequence[Any], attrs: Mapping[str, Any], name: str | None) -> list[Any]:
    """`ConcatV2` with ragged tensors among its inputs."""
    *values, axis = leaves(inputs)
    rank = next((value.shape.rank for value in values if value.shape.rank is not None), None)
    return [concat(values, _axis_of(axis, rank))]


def apply_pack(op_type: str, inputs: Sequence[Any], attrs: Mapping[str, Any], name: str | None) -> list[Any]:
    """`Pack` with ragged tensors among its inputs."""
    values = list(leaves(inputs))
    ragged = next(value for value in values if hasattr(value, "row_splits"))
    rank = max(value.ragged_rank for value in values if hasattr(value, "row_splits"))
    parts = [as_ragged(value, rank, ragged.row_splits.dtype) for value in values]
    axis = attrs.get("axis", 0)
    axis = axis + parts[0].shape.rank + 1 if axis < 0 else axis
    return [concat([expand_dims(part, axis) for part in parts], axis)]


def expand_dims(ragged: Any, axis: int) -> Any:
    """A ragged tensor with a dimension of size 1 more."""
    if axis == 0:
        return RaggedTensor.from_uniform_row_length(ragged, ragged.nrows(), 1, validate=False)
    if axis == 1:
        return RaggedTensor.from_uniform_row_length(ragged, 1, ragged.nrows(), validate=False)
    values = ragged.values
    if hasattr(values, "row_splits"):
        return ragged.with_values(expand_dims(values, axis - 1))
    return ragged.with_values(apply_one("ExpandDims", [values, convert_to_tensor(axis - 1)]))


def apply_expand_dims(op_type: str, inputs: Sequence[Any], attrs: Mapping[str, Any], name: str | None) -> list[Any]:
    """`ExpandDims` of a ragged tensor."""
    ragged, axis = inputs
    rank = ragged.shape.rank
    return [expand_dims(ragged, _axis_of(axis, None if rank is None else rank + 1))]


def apply_squeeze(op_type: str, inputs: Sequence[Any], attrs: Mapping[str, Any], name: str | None) -> list[Any]:
    """`Squeeze` of a ragged tensor."""
    (ragged,) = inputs
    axes = attrs.get("squeeze_dims") or ()
    if not axes:
        raise InvalidArgumentError("Ragged.squeeze must have an axis argument.")
    result = ragged
    for axis in sorted((axis + ragged.shape.rank if axis < 0 else axis for axis in axes), reverse=True):
        result = squeeze(result, axis)
    return [result]


def squeeze(value: Any, axis: int) -> Any:
    """A tensor without a dimension of size 1."""
    if not hasattr(value, "row_splits"):
        return apply_one("Squeeze", [value], {"squeeze_dims": [axis]})
    if axis > 1:
        return value.with_values(squeeze(value.values, axis - 1))
    from runtime.ops.checks import assert_equal
    from runtime.ragged.factories import _checked

    size = value.nrows() if axis == 0 else partitions.lengths(value.row_splits)
    text = f"the given axis (axis = {axis}) is not squeezable!"
    splits = _checked(value.row_splits, assert_equal(size, partitions.integers(1, size.dtype), text))
    return RaggedTensor(value.values, splits).values if axis == 1 else value[0]


def apply_unpack(op_type: str, inputs: Sequence[Any], attrs: Mapping[str, Any], name: str | None) -> list[Any]:
    """`Unpack` of a ragged tensor: its rows."""
    (ragged,) = inputs
    if attrs.get("axis", 0) != 0:
        raise UnimplementedError("A ragged tensor is unstacked along axis 0 only.")
    return [ragged[row] for row in range(attrs["num"])]


def apply_reverse(op_type: str, inputs: Sequence[Any], attrs: Mapping[str, Any], name: str | None) -> list[Any]:
    """`ReverseV2` of a ragged tensor."""
    ragged, axis = inputs
    known = constant_value(convert_to_tensor(axis))
    if known is None:
        raise UnimplementedError("The axes along which a ragged tensor is reversed must be known.")
    result = ragged
    for each in known.ravel().tolist():
        result = _reversed(result, each + ragged.shape.rank if each < 0 else each)
    return [result]


def _reversed(value: Any, axis: int) -> Any:
    if not hasattr(value, "row_splits"):
        return apply_one("ReverseV2", [value, convert_to_tensor([axis])])
    if axis == 0:
        return value[::-1]
    return value[:, ::-1] if axis == 1 else value.with_values(_reversed(value.values, axis - 1))


def apply_tile(op_type: str, inputs: Sequence[Any], attrs: Mapping[str, Any], name: str | None) -> list[Any]:
    """`Tile` of a ragged tensor."""
    ragged, multiples = inputs
    known = constant_value(convert_to_tensor(multiples))
    if known is None:
        raise UnimplementedError("How often a ragged tensor is repeated must be known.")
    result = ragged
    for axis, times in enumerate(known.tolist()):
        result = concat([result] * times, axis) if times else result[tuple([slice(None)] * axis + [slice(0, 0)])]
    return [result]


def apply_size(op_type: str, inputs: Sequence[Any], attrs: Mapping[str, Any], name: str | None) -> list[Any]:
    """`Size` of a ragged tensor: how many elements it has."""
    return apply_op("Size", [inputs[0].flat_values], attrs, name)  # type: ignore[no-any-return]


def apply_rank(op_type: str, inputs: Sequence[Any], attrs: Mapping[str, Any], name: str | None) -> list[Any]:
    """`Rank` of a ragged tensor."""
    return [apply_one("Rank", [inputs[0].flat_values], None, name) + inputs[0].ragged_rank]
