"""Kernels of datasets whose elements come from tensors, files and other datasets."""

from __future__ import annotations

import contextlib
import fnmatch
import glob
import gzip
import io
import itertools
import os
import zlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from runtime.data.streams import INFINITE, UNKNOWN, Element, Stream, least, product, total
from runtime.dtypes import DType
from runtime.errors import FailedPreconditionError, InvalidArgumentError, NotFoundError
from runtime.formats.records import read_records
from runtime.registry import kernel


@kernel("TensorDataset")
def tensor_dataset(*components: Any) -> Stream:
    """One element: the components as they are."""
    return Stream(lambda: iter([components]), 1)


@kernel("TensorSliceDataset")
def tensor_slice_dataset(*components: Any) -> Stream:
    """The rows of the components, of which all must have as many."""
    sizes = {len(component) for component in components}
    if len(sizes) > 1:
        raise InvalidArgumentError(f"Dimensions {sorted(sizes)} are not compatible: all components need one length.")
    return Stream(lambda: zip(*map(_rows, components), strict=True), sizes.pop())


def _rows(component: Any) -> Iterator[Any]:
    return (component[i, ...] for i in range(len(component)))


@kernel("RangeDataset")
def range_dataset(start: Any, stop: Any, step: Any, *, output_types: Sequence[DType]) -> Stream:
    """Scalars from `start` in steps of `step` up to, not including, `stop`; a step of 0 is InvalidArgumentError."""
    if not step:
        raise InvalidArgumentError("step must be a non-zero integer.")
    numbers = range(int(start), int(stop), int(step))
    kind = output_types[0].as_numpy_dtype
    return Stream(lambda: ((np.array(number, kind),) for number in numbers), len(numbers))


@kernel("ConcatenateDataset")
def concatenate_dataset(first: Stream, second: Stream) -> Stream:
    """The elements of the first, then those of the second."""
    return Stream(lambda: itertools.chain(first, second), total(first.cardinality, second.cardinality))


@kernel("ZipDataset")
def zip_dataset(*inputs: Stream) -> Stream:
    """The components of one element of each source side by side; as many elements as the shortest has."""

    def rows() -> Iterator[Element]:
        """One run of all sources; those before the shortest have given an element that is lost."""
        return (tuple(itertools.chain(*parts)) for parts in zip(*inputs, strict=False))

    return Stream(rows, least(*[stream.cardinality for stream in inputs]))


@kernel("TakeDataset")
def take_dataset(source: Stream, count: Any) -> Stream:
    """The first `count` elements, or all of them if `count` is negative."""
    if count < 0:
        return source
    limit = int(count)
    cardinality = UNKNOWN if source.cardinality == UNKNOWN and limit else least(source.cardinality, limit)
    return Stream(lambda: itertools.islice(source, limit), cardinality)


@kernel("SkipDataset")
def skip_dataset(source: Stream, count: Any) -> Stream:
    """The elements behind the first `count`; none if `count` is negative."""
    number = int(count)
    if number < 0:
        return Stream(lambda: iter(()), 0)
    left = source.cardinality if source.cardinality < 0 else max(source.cardinality - number, 0)
    return Stream(lambda: itertools.islice(source, number, None), left)


@kernel("RepeatDataset")
def repeat_dataset(source: Stream, count: Any) -> Stream:
    """The source run `count` times, or without end if `count` is negative; an empty source gives nothing either way."""
    times = int(count)

    def rows() -> Iterator[Element]:
        """One run; the source is run anew each time, so that a shuffle may differ."""
        for _ in itertools.count() if times < 0 else range(times):
            is_empty = True
            for element in source:
                is_empty = False
                yield element
            if is_empty and times < 0:
                return

    return Stream(rows, product(source.cardinality, INFINITE if times < 0 else times))


@kernel("ShardDataset")
def shard_dataset(source: Stream, num_shards: Any, index: Any) -> Stream:
    """Every `num_shards`-th element, from `index` in [0, num_shards) on."""
    if not 0 <= index < num_shards:
        raise InvalidArgumentError(f"Index must be in [0, {int(num_shards)}), but is {int(index)}.")
    first, step = int(index), int(num_shards)
    count = source.cardinality if source.cardinality < 0 else len(range(first, source.cardinality, step))
    return Stream(lambda: itertools.islice(source, first, None, step), count)


@kernel("PrefetchDataset")
def prefetch_dataset(source: Stream, buffer_size: Any) -> Stream:
    """The source itself: elements are made when they are asked for, which cannot be seen from outside."""
    return source


@kernel("AssertCardinalityDataset")
def assert_cardinality_dataset(source: Stream, cardinality: Any) -> Stream:
    """The source; FailedPreconditionError where it has more or fewer than `cardinality` elements."""
    expected = int(cardinality)

    def rows() -> Iterator[Element]:
        """One run that counts."""
        count = 0
        for element in source:
            count += 1
            if count > expected >= 0:
                raise FailedPreconditionError(f"The dataset was expected to contain {expected} elements: it has more.")
            yield element
        if count != expected:
            raise FailedPreconditionError(
                f"Input dataset was expected to contain {expected} elements but contained {count}."
            )

    return Stream(rows, expected)


@kernel("DummyMemoryCache")
def dummy_memory_cache() -> None:
    """No value: a cache is kept by its dataset."""


@kernel("CacheDatasetV2", "CacheDataset")
def cache_dataset(source: Stream, filename: Any, cache: Any = None) -> Stream:
    """Keeps in memory what the first full run gave; with a file name, too: the process is its only reader."""
    kept: list[Element] = []
    is_full = False

    def rows() -> Iterator[Element]:
        """One run: of what is kept, or of the source. Only a run to the end is kept."""
        nonlocal is_full
        if is_full:
            yield from kept
            return
        seen = []
        for element in source:
            seen.append(element)
            yield element
        kept[:], is_full = seen, True

    return Stream(rows, source.cardinality)


@kernel("UniqueDataset")
def unique_dataset(source: Stream) -> Stream:
    """The first of all elements that are equal, for elements of one component: by bytes, so that NaN equals NaN."""

    def rows() -> Iterator[Element]:
        """One run; all elements seen so far are held."""
        seen = set()
        for element in source:
            key = element[0].tobytes() if element[0].dtype != object else element[0].item()
            if key not in seen:
                seen.add(key)
                yield element

    return Stream(rows)


@kernel("DatasetCardinality")
def dataset_cardinality(source: Stream) -> Any:
    """How many elements there are, as an int64 scalar: -1 without end, -2 where it is not known."""
    return np.int64(source.cardinality)


# ---------------------------------------------------------------------------------------------- files


def _fitting(pattern: str) -> list[str]:
    """The paths that fit a pattern. (`glob` hides names with a dot from Python 3.10 in any case.)"""
    folder, name = os.path.split(pattern)
    if not glob.has_magic(pattern):
        return [pattern] if os.path.lexists(pattern) else []
    folders = _fitting(folder) if glob.has_magic(folder) else [folder]
    if not glob.has_magic(name):
        return [path for one in folders if os.path.lexists(path := os.path.join(one, name))]
    found = []
    for one in folders:
        with contextlib.suppress(OSError):  # Of what cannot be listed, nothing fits.
            found += [os.path.join(one, entry) for entry in os.listdir(one or ".") if fnmatch.fnmatchcase(entry, name)]
    return found


@kernel("MatchingFiles")
def matching_files(pattern: Any) -> Any:
    """The paths that fit any of the patterns (a scalar or vector), sorted, each once.

    In a part between slashes * stands for any characters, even a dot at the begin, ? for one, [a-z] for one of those.
    """
    patterns = [item.decode() for item in np.atleast_1d(pattern)]
    names = sorted({name for one in patterns for name in _fitting(one)})
    return np.array([name.encode() for name in names], object)


_OPENERS: dict[str, Callable[..., Any]] = {"": open, "GZIP": gzip.open}


def read_file(name: bytes, compression: str) -> Any:
    """A file, opened; compressed as TensorFlow names it: "", "GZIP" or "ZLIB".

    Raises:
        NotFoundError: there is no such file.
        InvalidArgumentError: there is no such compression.
    """
    try:
        if compression == "ZLIB":
            with open(name, "rb") as file:
                return io.BytesIO(zlib.decompress(file.read()))
        return _OPENERS[compression](name.decode(), "rb")
    except FileNotFoundError as error:
        raise NotFoundError(f"{name.decode()}; No such file or directory") from error
    except KeyError:
        raise InvalidArgumentError(f"Unsupported compression_type {compression!r}: use '', GZIP or ZLIB.") from None


@kernel("TextLineDataset")
def text_line_dataset(filenames: Any, compression_type: Any, buffer_size: Any) -> Stream:
    """The lines of files as string scalars, without their ends; a carriage return is left out wherever it stands.

    Of `filenames` there may be one or many; each is read when the run comes to it. `compression_type` is "", "GZIP" or
    "ZLIB"; `buffer_size` has no effect.
    """
    compression = compression_type.item().decode()

    def lines() -> Iterator[Element]:
        """One run, which opens one file at a time."""
        for name in np.atleast_1d(filenames):
            with read_file(name, compression) as file:
                for line in file:
                    yield (np.array(line.rstrip(b"\n").replace(b"\r", b""), object),)

    return Stream(lines)


@kernel("TFRecordDataset")
def tf_record_dataset(filenames: Any, compression_type: Any, buffer_size: Any) -> Stream:
    """The records of TFRecord files as string scalars, checksums compared; inputs as `text_line_dataset`'s."""
    compression = compression_type.item().decode()

    def records() -> Iterator[Element]:
        """One run, with one whole file in memory at a time."""
        for name in np.atleast_1d(filenames):
            with read_file(name, compression) as file:
                content = file.read()
            yield from ((np.array(record, object),) for record in read_records(content, name.decode()))

    return Stream(records)


@kernel("FixedLengthRecordDatasetV2")
def fixed_length_record_dataset(
    filenames: Any, header_bytes: Any, record_bytes: Any, footer_bytes: Any, buffer_size: Any, compression_type: Any
) -> Stream:
    """String scalars of `record_bytes` bytes between the header and the footer of files.

    Bytes that are left over are InvalidArgumentError.
    """
    size = int(record_bytes)

    def records() -> Iterator[Element]:
        """One run, with one whole file in memory at a time."""
        for name in np.atleast_1d(filenames):
            with read_file(name, compression_type.item().decode()) as file:
                content = file.read()
            body = content[int(header_bytes) : len(content) - int(footer_bytes)]
            if len(body) % size:
                raise InvalidArgumentError(
                    f"Excess bytes of {len(body) % size} in input file after reading {len(body) // size} records of "
                    f"{size} bytes: {name.decode()}"
                )
            for first in range(0, len(body), size):
                yield (np.array(body[first : first + size], object),)

    return Stream(records)
