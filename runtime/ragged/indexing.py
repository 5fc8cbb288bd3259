"""`ragged[...]`: rows by number, slices of rows, and slices inside of rows."""

from __future__ import annotations

from typing import Any

from runtime.arguments import static_int
from runtime.dispatch import apply_one, convert_to_tensor
from runtime.ragged import partitions
from runtime.ragged.gathering import gather
from runtime.ragged.partitions import integers
from runtime.tensor import Tensor

_FULL = slice(None)


def get_item(ragged: Any, index: Any) -> Any:
    """`ragged[index]`.

    Args:
        ragged: a ragged tensor.
        index: an int, slice, `...`, None, or a tuple of these; ints and bounds may be scalar tensors.

    Raises:
        ValueError: a number for a ragged dimension, where not all rows need have it.
        InvalidArgumentError: a row number out of range.

    >>> from runtime.ragged import constant
    >>> rows = constant([[1, 2, 3], [4], []])
    >>> rows[0].tolist(), rows[1:], rows[:, :2]
    ([1, 2, 3], <RaggedTensor [[4], []]>, <RaggedTensor [[1, 2], [4], []]>)
    """
    items = list(index) if isinstance(index, tuple) else [index]
    if Ellipsis in [item for item in items if item is Ellipsis]:
        items = _without_ellipsis(items, ragged.shape.rank)
    return _item(ragged, items)


def _without_ellipsis(items: list[Any], rank: int | None) -> list[Any]:
    place = next(number for number, item in enumerate(items) if item is Ellipsis)
    if rank is None:
        raise ValueError("`...` needs a known rank.")
    used = sum(item is not None and item is not Ellipsis for item in items)
    return [*items[:place], *[_FULL] * (rank - used), *items[place + 1 :]]


def _item(value: Any, items: list[Any]) -> Any:
    if not items:
        return value
    if not hasattr(value, "row_splits"):
        return value[tuple(items)]
    first, rest = items[0], items[1:]
    if first is None:
        from runtime.ragged.joining import expand_dims

        whole = _item(value, rest)
        return expand_dims(whole, 0) if hasattr(whole, "row_splits") else whole[None]
    if isinstance(first, slice):
        return _inside(_rows(value, first), rest)
    return _item(_row(value, first), rest)


def _row(ragged: Any, number: Any) -> Any:
    """One row."""
    splits = ragged.row_splits
    if static_int(number) is None:
        number = integers(number, splits.dtype)
        number = apply_one("SelectV2", [number < 0, number + ragged.nrows(), number])
        return ragged.values[_at(splits, number) : _at(splits, number + 1)]
    place = int(number)
    if place >= 0:
        return ragged.values[splits[place] : splits[place + 1]]
    return ragged.values[splits[place - 1] : splits[place] if place < -1 else splits[-1]]


def _at(splits: Tensor, number: Tensor) -> Tensor:
    """One split; a number out of range is an error."""
    return apply_one("GatherV2", [splits, number, convert_to_tensor(0)])


def _rows(ragged: Any, part: slice) -> Any:
    """Some rows."""
    from runtime.ragged.tensor import RaggedTensor

    if part == _FULL:
        return ragged
    if part.step is not None and static_int(part.step) != 1:
        return gather(ragged, partitions.up_to(ragged.nrows(), ragged.row_splits.dtype)[part])
    starts, limits = ragged.row_splits[:-1][part], ragged.row_splits[1:][part]
    from runtime.ops.joining import concat

    first = concat([starts, ragged.row_splits[:1] * 0], 0)[:1]
    return RaggedTensor(ragged.values[first[0] : concat([first, limits], 0)[-1]], concat([first, limits], 0) - first)


def _inside(ragged: Any, items: list[Any]) -> Any:
    """The same part of each row."""
    if not items:
        return ragged
    first, rest = items[0], items[1:]
    if first is None:
        from runtime.ragged.joining import expand_dims

        return expand_dims(_inside(ragged, rest), 1)
    if not isinstance(first, slice):
        if ragged.uniform_row_length is None:
            raise ValueError(
                "Cannot index into an inner ragged dimension with a number: not all rows need have such an element. "
                "Use a slice, or to_tensor()."
            )
        starts = ragged.row_splits[:-1]
        place = integers(first, starts.dtype)
        place = apply_one("SelectV2", [place < 0, place + ragged.uniform_row_length, place])
        return _item(gather(ragged.values, starts + place), [_FULL, *rest])
    sliced = ragged if first == _FULL else _slices(ragged, first)
    return sliced.with_values(_item(sliced.values, [_FULL, *rest])) if rest else sliced


def _slices(ragged: Any, part: slice) -> Any:
    """A slice of each row, as Python cuts lists."""
    from runtime.ragged.tensor import RaggedTensor

    splits = ragged.row_splits
    lengths, kind = partitions.lengths(splits), splits.dtype
    step = 1 if part.step is None else static_int(part.step)
    if not step:
        raise ValueError(f"The step of a slice of ragged rows is a number other than 0, not {part.step!r}.")
    zero, one = integers(0, kind), integers(1, kind)
    low, high = (zero, lengths) if step > 0 else (-one, lengths - 1)
    start = _bound(part.start, low if step > 0 else high, lengths, low, high)
    stop = _bound(part.stop, high if step > 0 else low, lengths, low, high)
    count = (stop - start + (step - (1 if step > 0 else -1))) // step
    made, places = partitions.spans(splits[:-1] + start, apply_one("Maximum", [count, zero]), step)
    return RaggedTensor(gather(ragged.values, places), made)


def _bound(given: Any, default: Tensor, lengths: Tensor, low: Tensor, high: Tensor) -> Tensor:
    if given is None:
        return default + lengths * 0
    place = integers(given, lengths.dtype) + lengths * 0
    place = apply_one("SelectV2", [place < 0, place + lengths, place])
    return apply_one("Minimum", [apply_one("Maximum", [place, low]), high])
