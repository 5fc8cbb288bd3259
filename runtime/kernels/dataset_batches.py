"""Kernels of datasets that join elements into batches, and take them apart."""

from __future__ import annotations

import collections
import itertools
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from runtime.data.streams import INFINITE, UNKNOWN, Element, Stream
from runtime.errors import InvalidArgumentError
from runtime.registry import kernel


def _positive(value: Any, what: str) -> int:
    if value <= 0:
        raise InvalidArgumentError(f"{what} must be greater than zero, not {int(value)}.")
    return int(value)


def _count(cardinality: int, size: int, drops: bool) -> int:
    """How many batches there are."""
    if cardinality < 0:
        return cardinality
    return cardinality // size if drops else -(-cardinality // size)


def _chunks(source: Stream, size: int, drops: bool) -> Iterator[list[Element]]:
    rows = iter(source)
    while chunk := list(itertools.islice(rows, size)):
        if drops and len(chunk) < size:
            return
        yield chunk


@kernel("BatchDatasetV2")
def batch_dataset(source: Stream, batch_size: Any, drop_remainder: Any) -> Stream:
    """Elements stacked `batch_size` at a time; a last, smaller batch is dropped if asked for.

    All elements of a batch must have equal shapes. Datasets inside elements become an array of them.
    """
    size, drops = _positive(batch_size, "Batch size"), bool(drop_remainder)

    def batches() -> Iterator[Element]:
        """One run, which begins a run of the source."""
        for chunk in _chunks(source, size, drops):
            yield tuple([_stacked(number, column) for number, column in enumerate(zip(*chunk, strict=True))])

    return Stream(batches, _count(source.cardinality, size, drops))


def _stacked(number: int, column: Sequence[Any]) -> Any:
    first = column[0]
    if isinstance(first, Stream):
        rows = np.empty(len(column), object)
        rows[:] = column
        return rows
    for index, value in enumerate(column):
        if value.shape != first.shape:
            raise InvalidArgumentError(
                f"Cannot batch tensors with different shapes in component {number}. First element had shape "
                f"{list(first.shape)} and element {index} had shape {list(value.shape)}. Use padded_batch."
            )
    return np.stack(column)


@kernel("PaddedBatchDatasetV2")
def padded_batch_dataset(source: Stream, batch_size: Any, *inputs: Any, N: int) -> Stream:
    """As `batch_dataset`, with each component filled up to a shape; a size of -1 is the largest in the batch.

    Inputs: N shapes, N filling values, and whether the last, smaller batch is dropped. An element larger than its shape
    is InvalidArgumentError.
    """
    shapes, values, drops = inputs[:N], inputs[N : 2 * N], bool(inputs[2 * N])
    size = _positive(batch_size, "Batch size")

    def batches() -> Iterator[Element]:
        """One run, which begins a run of the source."""
        for chunk in _chunks(source, size, drops):
            columns = zip(*chunk, strict=True)
            yield tuple([_padded(n, *parts) for n, parts in enumerate(zip(columns, shapes, values, strict=True))])

    return Stream(batches, _count(source.cardinality, size, drops))


def _padded(number: int, column: Sequence[Any], shape: Any, filler: Any) -> Any:
    if any(value.ndim != len(shape) for value in column):
        raise InvalidArgumentError(
            f"All elements in a batch must have the same rank as the padded shape for component{number}: expected rank "
            f"{len(shape)} but got elements with rank {sorted({value.ndim for value in column})}."
        )
    most = [max(value.shape[axis] for value in column) for axis in range(len(shape))]
    sizes = [int(most[axis] if size == -1 else size) for axis, size in enumerate(shape)]
    if any(size < needed for size, needed in zip(sizes, most, strict=True)):
        raise InvalidArgumentError(
            f"Attempted to pad to a smaller size than the input element: component {number} has elements up to "
            f"{most}, padded to {sizes}."
        )
    batch = np.full([len(column), *sizes], filler, column[0].dtype)
    for row, value in enumerate(column):
        place: Any = (row, *map(slice, value.shape))
        batch[place] = value
    return batch


@kernel("UnbatchDataset")
def unbatch_dataset(source: Stream) -> Stream:
    """The rows of each element one by one; all components of an element must have as many."""

    def rows() -> Iterator[Element]:
        """One run, which begins a run of the source."""
        for batch in source:
            sizes = {len(component) for component in batch}
            if len(sizes) > 1:
                raise InvalidArgumentError(f"Input element must have the same batch size in each component: {sizes}.")
            yield from zip(*[[component[i, ...] for i in range(len(component))] for component in batch], strict=True)

    return Stream(rows, INFINITE if source.cardinality == INFINITE else UNKNOWN)


@kernel("WindowDataset")
def window_dataset(source: Stream, size: Any, shift: Any, stride: Any, drop_remainder: Any) -> Stream:
    """Datasets of `size` elements, every `stride`-th of the source, each window `shift` elements behind the last.

    Windows at the end that have fewer elements are dropped if asked for.
    """
    width, step, gap = _positive(size, "Window size"), _positive(shift, "Shift"), _positive(stride, "Stride")
    reach, drops = (width - 1) * gap + 1, bool(drop_remainder)

    def windows() -> Iterator[Element]:
        """One run: as many elements are held as a window reaches over."""
        rows = iter(source)
        held: collections.deque[Element] = collections.deque(itertools.islice(rows, reach))
        while len(held) == reach or (held and not drops):
            chosen = list(held)[::gap]
            yield tuple([_kept([row[number] for row in chosen]) for number in range(len(chosen[0]))])
            for _ in range(min(step, len(held))):
                held.popleft()
            held.extend(itertools.islice(rows, max(step - reach, 0), max(step - reach, 0) + reach - len(held)))

    return Stream(windows, _windows(source.cardinality, reach, step, drops))


def _windows(cardinality: int, reach: int, step: int, drops: bool) -> int:
    if cardinality < 0:
        return cardinality
    return max(0, (cardinality - reach) // step + 1) if drops else -(-cardinality // step)


def _kept(column: list[Any]) -> Stream:
    return Stream(lambda: ((value,) for value in column), len(column))
