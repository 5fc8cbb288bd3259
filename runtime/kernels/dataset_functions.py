"""Kernels of datasets that call functions: maps, filters, flat maps, generators, reductions."""

from __future__ import annotations

import itertools
import logging
import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from runtime.context import RunContext
from runtime.data.streams import INFINITE, UNKNOWN, Element, Stream
from runtime.errors import InvalidArgumentError, OpError, OutOfRangeError
from runtime.registry import kernel

if TYPE_CHECKING:
    from runtime.func_graph import FuncGraph

_logger = logging.getLogger("autograph")


def bound(body: FuncGraph, captures: tuple[Any, ...], context: RunContext) -> Callable[..., tuple[Any, ...]]:
    """A function body with its captures given: takes arrays, gives arrays."""
    from runtime.engines import reference
    from runtime.plan import body_plan

    run = reference.compile(body_plan(body), context)
    return lambda *args: run(*args, *captures)


@kernel("MapDataset")
def map_dataset(source: Stream, *captures: Any, f: FuncGraph, context: RunContext) -> Stream:
    """`f` of each element, in order and in this thread: its outputs are the components of the new element."""
    run = bound(f, captures, context)
    return Stream(lambda: itertools.starmap(run, source), source.cardinality)


@kernel("FilterDataset")
def filter_dataset(source: Stream, *captures: Any, predicate: FuncGraph, context: RunContext) -> Stream:
    """The elements for which the bool scalar of `predicate` is true."""
    run = bound(predicate, captures, context)
    cardinality = INFINITE if source.cardinality == INFINITE else UNKNOWN
    return Stream(lambda: filter(lambda element: bool(run(*element)[0]), source), cardinality)


@kernel("TakeWhileDataset")
def take_while_dataset(source: Stream, *captures: Any, predicate: FuncGraph, context: RunContext) -> Stream:
    """The elements before the first one for which `predicate` is false."""
    run = bound(predicate, captures, context)
    return Stream(lambda: itertools.takewhile(lambda element: bool(run(*element)[0]), source))


@kernel("FlatMapDataset")
def flat_map_dataset(source: Stream, *captures: Any, f: FuncGraph, context: RunContext) -> Stream:
    """The elements of the datasets that `f` makes of the elements, one dataset after the other."""
    run = bound(f, captures, context)

    def rows() -> Iterator[Element]:
        """One run: one inner dataset is open at a time."""
        for element in source:
            yield from run(*element)[0]

    return Stream(rows)


@kernel("InterleaveDataset")
def interleave_dataset(source: Stream, *inputs: Any, f: FuncGraph, context: RunContext) -> Stream:
    """As `flat_map_dataset`, with `cycle_length` datasets open, `block_length` elements from each in turn.

    The last two inputs are those; a cycle length that is not positive is the number of processors.
    """
    *captures, cycle_length, block_length = inputs
    run = bound(f, tuple(captures), context)
    cycle = int(cycle_length) if cycle_length > 0 else os.cpu_count() or 1
    if block_length <= 0:
        raise InvalidArgumentError("`block_length` must be > 0")

    def rows() -> Iterator[Element]:
        """One run, with new inner datasets."""
        return _interleaved((iter(run(*element)[0]) for element in source), cycle, int(block_length))

    return Stream(rows)


def _interleaved(streams: Iterator[Iterator[Element]], cycle: int, block: int) -> Iterator[Element]:
    """Takes `block` elements from each of `cycle` open streams in turn; an empty place is filled on its next turn."""
    places: list[Iterator[Element] | None] = [None] * cycle
    is_over = False
    while not is_over or any(place is not None for place in places):
        for number in range(cycle):
            if places[number] is None and not is_over:
                places[number] = next(streams, None)
                is_over = places[number] is None
            taken = places[number]
            if taken is None:
                continue
            count = 0
            for element in itertools.islice(taken, block):
                count += 1
                yield element
            if count < block:
                places[number] = None


@kernel("ScanDataset")
def scan_dataset(source: Stream, *inputs: Any, f: FuncGraph, Tstate: Any, context: RunContext) -> Stream:
    """`f` of a state and each element: the first outputs are the next state, the others the new element."""
    count = len(Tstate)
    run = bound(f, inputs[count:], context)

    def rows() -> Iterator[Element]:
        """One run, from the initial state."""
        state = inputs[:count]
        for element in source:
            result = run(*state, *element)
            state = result[:count]
            yield result[count:]

    return Stream(rows, source.cardinality)


@kernel("ReduceDataset")
def reduce_dataset(source: Stream, *inputs: Any, f: FuncGraph, Tstate: Any, context: RunContext) -> Any:
    """The last state after `f` of the state and each element; the initial one if there are no elements."""
    count = len(Tstate)
    run = bound(f, inputs[count:], context)
    state = inputs[:count]
    for element in source:
        state = run(*state, *element)
    return tuple(state)


@kernel("GeneratorDataset")
def generator_dataset(
    *inputs: Any,
    init_func: FuncGraph,
    next_func: FuncGraph,
    finalize_func: FuncGraph,
    Tinit_func_args: Any,
    Tnext_func_args: Any,
    context: RunContext,
) -> Stream:
    """What `next_func` gives until it raises OutOfRangeError, between `init_func` and `finalize_func`.

    `init_func` makes the state that the other two get. `finalize_func` runs when the run ends, is left or fails.
    """
    first, second = len(Tinit_func_args), len(Tinit_func_args) + len(Tnext_func_args)
    begin = bound(init_func, inputs[:first], context)
    advance = bound(next_func, inputs[first:second], context)
    end = bound(finalize_func, inputs[second:], context)

    def rows() -> Iterator[Element]:
        """One run, with a state of its own."""
        state = begin()
        try:
            while True:
                try:
                    element = advance(*state)
                except OutOfRangeError:
                    return
                yield element
        finally:
            end(*state)

    return Stream(rows)


@kernel("GroupByWindowDataset")
def group_by_window_dataset(
    source: Stream,
    *inputs: Any,
    key_func: FuncGraph,
    reduce_func: FuncGraph,
    window_size_func: FuncGraph,
    Tkey_func_other_arguments: Any,
    Treduce_func_other_arguments: Any,
    context: RunContext,
) -> Stream:
    """Elements collected by the int64 key of `key_func`, reduced by `reduce_func` once a group is full.

    A group is full at the size that `window_size_func` gives for its key. What is left at the end is reduced in
    ascending order of keys. `reduce_func` takes a key and a dataset, and gives a dataset.
    """
    first = len(Tkey_func_other_arguments)
    second = first + len(Treduce_func_other_arguments)
    key_of = bound(key_func, inputs[:first], context)
    reduce = bound(reduce_func, inputs[first:second], context)
    size_of = bound(window_size_func, inputs[second:], context)

    def rows() -> Iterator[Element]:
        """One run, from empty groups."""
        groups: dict[int, list[Element]] = {}
        for element in source:
            key = key_of(*element)[0]
            group = groups.setdefault(int(key), [])
            group.append(element)
            if len(group) >= int(size_of(key)[0]):
                yield from reduce(key, _kept(groups.pop(int(key))))[0]
        for number in sorted(groups):
            yield from reduce(np.array(number, np.int64), _kept(groups[number]))[0]

    return Stream(rows)


def _kept(rows: list[Element]) -> Stream:
    return Stream(lambda: iter(rows), len(rows))


@kernel("DirectedInterleaveDataset")
def directed_interleave_dataset(choices: Stream, *sources: Stream, stop_on_empty_dataset: bool) -> Stream:
    """For each scalar of `choices` the next element of the source of that number.

    A source that has no more is passed over, or ends the run with `stop_on_empty_dataset`.
    """

    def rows() -> Iterator[Element]:
        """One run of the choices and of every source."""
        iterators: list[Iterator[Element] | None] = [iter(source) for source in sources]
        for (choice,) in choices:
            if not 0 <= choice < len(iterators):
                raise InvalidArgumentError(f"Selector index out of range: {int(choice)} >= {len(iterators)}")
            chosen = iterators[int(choice)]
            element = None if chosen is None else next(chosen, None)
            if element is not None:
                yield element
                continue
            iterators[int(choice)] = None
            if stop_on_empty_dataset or not any(iterators):
                return

    return Stream(rows)


@kernel("IgnoreErrorsDataset")
def ignore_errors_dataset(source: Stream, *, log_warning: bool) -> Stream:
    """The elements without those whose making fails; errors are logged if asked for."""

    def rows() -> Iterator[Element]:
        """One run, which goes on in the source after an error."""
        elements = iter(source)
        while True:
            try:
                element = next(elements)
            except StopIteration:
                return
            except OpError as error:
                if log_warning:
                    _logger.warning("Error raised with error message %s", error)
                continue
            yield element

    return Stream(rows)
