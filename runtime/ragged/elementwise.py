"""Ops on single elements of ragged tensors, with broadcasting."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from runtime.dispatch import apply_one, convert_to_tensor
from runtime.errors import InvalidArgumentError
from runtime.ops import checks
from runtime.ragged import partitions
from runtime.ragged.factories import _checked
from runtime.tensor import Tensor


def apply(op_type: str, inputs: Sequence[Any], attrs: Mapping[str, Any], name: str | None) -> list[Any]:
    """Runs or records an op on the elements of ragged and dense tensors that broadcast together."""
    flat = list(leaves(inputs))
    ragged = [item for item in flat if hasattr(item, "row_splits")]
    model = max(ragged, key=lambda item: (item.ragged_rank, item.shape.rank or 0))
    model = _with_checked_splits(model, [item for item in ragged if item is not model])
    elements = iter([_elements(item, model) for item in flat])
    spread = [[next(elements) for _ in item] if isinstance(item, list | tuple) else next(elements) for item in inputs]
    return [model.with_flat_values(apply_one(op_type, spread, attrs, name))]


def leaves(inputs: Sequence[Any]) -> Iterator[Any]:
    """The inputs of an op, lists spread out."""
    for item in inputs:
        if isinstance(item, list | tuple):
            yield from item
        else:
            yield item


def _with_checked_splits(model: Any, others: Sequence[Any]) -> Any:
    """The tensor to take the partitions of, once those of the others are known to be the same."""
    from runtime.ragged.tensor import from_parts

    nested = list(model.nested_row_splits)
    for other in others:
        if other.ragged_rank != model.ragged_rank:
            raise InvalidArgumentError(
                f"Ragged tensors of ragged ranks {other.ragged_rank} and {model.ragged_rank} do not broadcast: "
                f"{other!r}, {model!r}."
            )
        for level, splits in enumerate(other.nested_row_splits):
            nested[level] = _same(nested[level], splits)
    return from_parts([model.flat_values, *nested], model._uniform_lengths())


def _same(splits: Tensor, other: Tensor) -> Tensor:
    if splits is other:
        return splits
    other = partitions.integers(other, splits.dtype)
    text = "Inputs must have identical ragged splits"
    sizes = (partitions.count(splits, splits.dtype), partitions.count(other, splits.dtype))
    splits = _checked(splits, checks.assert_equal(*sizes, text))
    return _checked(splits, checks.assert_equal(splits, other, text))


def _elements(item: Any, model: Any) -> Tensor:
    """The flat values of an operand, in the partitions of `model`."""
    if hasattr(item, "row_splits"):
        return item.flat_values  # type: ignore[no-any-return]
    inner = model.flat_values.shape.rank
    rank = item.shape.rank
    if rank is None or inner is None:
        raise InvalidArgumentError(f"The rank of {item!r} must be known to broadcast it with a ragged tensor.")
    if rank < inner or rank == 0:
        return item  # type: ignore[no-any-return]
    full = inner + model.ragged_rank
    if rank > full:
        raise InvalidArgumentError(
            f"{item!r} has more dimensions than the ragged tensor it is combined with: {model!r}."
        )
    padded = item
    for _ in range(full - rank):
        padded = apply_one("ExpandDims", [padded, convert_to_tensor(0)])
    return _spread(padded, model)


def _spread(dense: Tensor, model: Any) -> Tensor:
    """A dense tensor of all dimensions of `model`, with its first ones laid out as the values of `model`."""
    splits = model.row_splits
    rows, width = dense.shape[0], dense.shape[1]
    if width == 1:
        dense = apply_one("Squeeze", [dense], {"squeeze_dims": [1]})
        if rows != 1:
            dense = apply_one("GatherV2", [dense, partitions.row_ids(splits), convert_to_tensor(0)])
    else:
        dense = _by_place(dense, splits, rows)
    if not hasattr(model.values, "row_splits"):
        return dense
    return _spread(dense, model.values)


def _by_place(dense: Tensor, splits: Tensor, rows: int | None) -> Tensor:
    """The elements of a tensor that has one for each position: all rows must be of that length."""
    from runtime.ops.joining import stack

    width = apply_one("Shape", [dense], {"out_type": splits.dtype})[1]
    text = "Unable to broadcast: dimension size mismatch in dimension 1"
    splits = _checked(splits, checks.assert_equal(partitions.lengths(splits), width, text))
    ids, places = partitions.row_ids(splits), partitions.positions(splits)
    return apply_one("GatherNd", [dense, stack([ids * 0 if rows == 1 else ids, places], axis=1)])
