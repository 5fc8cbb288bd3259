"""Reads tensor bundles, and believes nothing that is not checked."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterable
from types import TracebackType
from typing import IO, Any

import numpy as np

from runtime import dtypes
from runtime.dtypes import DType
from runtime.errors import DataLossError, NotFoundError
from runtime.formats import bundle, files, messages
from runtime.formats.arrays import CHUNK, chunks, decode_strings, dtype_of, fresh_array, little_endian, string_array
from runtime.formats.bundle import Entry
from runtime.formats.checksums import extend, mask
from runtime.formats.ordered_code import is_slice_key, slice_key
from runtime.formats.slices import Slice, is_partition
from runtime.formats.table import read_table

Array = Any


class BundleReader:
    """The tensors of a bundle. Reading one checks all of its bytes.

    Args:
        prefix: the path of the files without `.index` and `.data-…`.
        fresh: whether the arrays that are read have memory that is `Fresh`.

    Attributes:
        prefix: the same.
        entries: what there is, by name.

    Raises:
        NotFoundError: there is no such bundle.
        DataLossError: its index is damaged.
    """

    def __init__(self, prefix: str, fresh: bool = False) -> None:
        self.prefix = prefix
        self._make: Any = fresh_array if fresh else np.empty
        self._file = bundle.index_name(prefix)
        table = read_table(files.read_file(self._file, "index of a checkpoint"), self._file)
        self._shards, self._swapped = self._read_header(table.pop(bundle.HEADER_KEY, None))
        parsed = {key: Entry.parse(value, f"The entry {key!r} in {self._file}") for key, value in table.items()}
        self._slices = {key: entry for key, entry in parsed.items() if is_slice_key(key)}
        self.entries = {self._name(key): entry for key, entry in parsed.items() if not is_slice_key(key)}
        self._ends = self._ends_of(parsed.values())
        self._open: dict[int, IO[bytes]] = {}

    def _read_header(self, data: bytes | None) -> tuple[int, bool]:
        if data is None:
            raise DataLossError(f"{self._file} is damaged: it has no header.")
        header = messages.parse("BundleHeaderProto", data, f"The header of {self._file}")
        if header.version.min_consumer > bundle.VERSION or header.num_shards < 0:
            raise DataLossError(f"{self._file} needs a reader of version {header.version.min_consumer}.")
        return header.num_shards, header.endianness != (sys.byteorder == "big")

    def _ends_of(self, entries: Iterable[Entry]) -> dict[int, int]:
        """How many bytes each shard must have; sees to it that no two tensors have the same ones."""
        places = sorted((entry.shard, entry.offset, entry.size) for entry in entries if entry.size)
        for (shard, offset, size), (following, start, _) in itertools.pairwise(places):
            if shard == following and offset + size > start:
                raise DataLossError(f"{self._file} is damaged: two tensors have the bytes at {start} of shard {shard}.")
        return {shard: offset + size for shard, offset, size in places}

    def _name(self, key: bytes) -> str:
        try:
            return key.decode()
        except UnicodeDecodeError:
            raise DataLossError(f"{self._file} is damaged: {key!r} is no name of a tensor.") from None

    def __enter__(self) -> BundleReader:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the files."""
        for file in self._open.values():
            file.close()
        self._open.clear()

    def names(self) -> list[str]:
        """The names of all tensors, sorted as in the file."""
        return list(self.entries)

    def dtype(self, name: str) -> DType:
        """The dtype of a tensor."""
        return dtype_of(self._entry(name).dtype, self._what(name))

    def _entry(self, name: str) -> Entry:
        found = self.entries.get(name)
        if found is None:
            raise NotFoundError(f"Key {name} not found in checkpoint {self.prefix}.")
        return found

    def _what(self, name: str) -> str:
        return f"Tensor {name!r} of checkpoint {self.prefix}"

    # ------------------------------------------------------------------------------------------ reading

    def read(self, name: str) -> Array:
        """A tensor, whole.

        Raises:
            NotFoundError: there is none of that name, or its data file is missing.
            DataLossError: its bytes are not those that were written.
        """
        entry = self._entry(name)
        return self._joined(name, entry) if entry.slices else self._read(name, entry)

    def verify(self, name: str) -> None:
        """Sees to it that the bytes of a tensor are those that were written, without room for all of them.

        Raises:
            NotFoundError: there is none of that name, or its data file is missing.
            DataLossError: they are not.
        """
        whole = self._entry(name)
        parts = [self._part_entry(name, whole, part) for part in whole.slices] if whole.slices else [whole]
        room = np.empty(CHUNK, np.uint8)
        for entry in parts:
            if dtype_of(entry.dtype, self._what(name)) is dtypes.string:
                self._read_strings(name, entry)
            else:
                sizes = (min(CHUNK, entry.size - start) for start in range(0, entry.size, CHUNK))
                self._fill(name, entry, (room[:size] for size in sizes))

    def read_slice(self, name: str, part: Slice) -> Array:
        """A part of a tensor, whether it was saved whole or in these or other parts."""
        entry = self._entry(name)
        if part in entry.slices:
            return self._read_part(name, entry, part)
        return self.read(name)[part.index]

    def _joined(self, name: str, entry: Entry) -> Array:
        if not is_partition(entry.slices):
            raise DataLossError(f"{self._what(name)} is damaged: its slices do not make up the whole.")
        if len(entry.slices) == 1:
            return self._read_part(name, entry, entry.slices[0])
        for part in entry.slices:
            self._seek(name, self._part_entry(name, entry, part))
        array = self._make(entry.shape, dtype_of(entry.dtype, self._what(name)).as_numpy_dtype)
        for part in entry.slices:
            array[part.index] = self._read_part(name, entry, part)
        return array

    def _part_entry(self, name: str, whole: Entry, part: Slice) -> Entry:
        try:
            entry = self._slices[slice_key(name, part.extents)]
        except (KeyError, ValueError):
            raise DataLossError(f"{self._what(name)} is damaged: its slice {part} is missing.") from None
        if entry.shape != part.shape or entry.dtype != whole.dtype or entry.slices:
            raise DataLossError(f"{self._what(name)} is damaged: its slice {part} is of shape {entry.shape}.")
        return entry

    def _read_part(self, name: str, whole: Entry, part: Slice) -> Array:
        return self._read(name, self._part_entry(name, whole, part))

    def _read(self, name: str, entry: Entry) -> Array:
        dtype = dtype_of(entry.dtype, self._what(name))
        if dtype is dtypes.string:
            return self._read_strings(name, entry)
        array = self._empty(name, entry, dtype)
        self._fill(name, entry, chunks(array.reshape(-1).view(np.uint8)))
        return array.byteswap() if self._swapped else array

    def _fill(self, name: str, entry: Entry, pieces: Iterable[Array]) -> None:
        """Reads the bytes of an entry into arrays of bytes, and checks them."""
        crc = 0
        file = self._seek(name, entry)
        for chunk in pieces:
            if file.readinto(chunk.data) != len(chunk):  # type: ignore[attr-defined]
                raise self._too_short(name, entry)
            frozen = chunk.view()
            frozen.flags.writeable = False
            crc = extend(crc, frozen)
        self._check(name, entry, mask(crc))

    def _empty(self, name: str, entry: Entry, dtype: DType) -> Array:
        """Room for a tensor; not before it is sure that there are bytes to fill it."""
        if entry.elements * dtype.size != entry.size:
            raise DataLossError(
                f"{self._what(name)} is damaged: {entry.size} bytes are not what {dtype.name} of shape "
                f"{list(entry.shape)} takes."
            )
        self._seek(name, entry)
        return self._make(entry.shape, little_endian(dtype))

    def _read_strings(self, name: str, entry: Entry) -> Array:
        data = self._seek(name, entry).read(entry.size)
        try:
            strings, checksum = decode_strings(data, entry.elements)
        except ValueError as error:
            shard = bundle.data_name(self.prefix, entry.shard, self._shards)
            raise DataLossError(f"{self._what(name)} is damaged in {shard}: {error}.") from None
        self._check(name, entry, checksum)
        return string_array(strings, entry.shape)

    def _seek(self, name: str, entry: Entry) -> IO[bytes]:
        """The data file of an entry, at its first byte."""
        if entry.shard >= self._shards:
            raise DataLossError(f"{self._what(name)} is damaged: there is no shard {entry.shard} of {self._shards}.")
        file = self._open.get(entry.shard)
        if file is None:
            path = bundle.data_name(self.prefix, entry.shard, self._shards)
            with files.os_errors(path, f"data of {self._what(name)}"):
                file = self._open[entry.shard] = open(path, "rb", buffering=0)  # noqa: SIM115
            self._check_not_too_long(path, files.size_of(file), self._ends.get(entry.shard, 0))
        if entry.offset + entry.size > files.size_of(file):
            raise self._too_short(name, entry)
        file.seek(entry.offset)
        return file

    def _check_not_too_long(self, path: str, size: int, end: int) -> None:
        if size > end:
            raise DataLossError(
                f"{path} is damaged, or of another checkpoint: it has {size} bytes, and the tensors in {self._file} "
                f"take {end}."
            )

    def _too_short(self, name: str, entry: Entry) -> DataLossError:
        path = bundle.data_name(self.prefix, entry.shard, self._shards)
        return DataLossError(
            f"{path} is cut off: {self._what(name)} should be the bytes {entry.offset} to {entry.offset + entry.size}."
        )

    def _check(self, name: str, entry: Entry, checksum: int) -> None:
        if checksum != entry.checksum:
            path = bundle.data_name(self.prefix, entry.shard, self._shards)
            raise DataLossError(
                f"{path} is damaged: Checksum does not match for tensor {name!r} (bytes {entry.offset} to "
                f"{entry.offset + entry.size}): stored {entry.checksum:#010x}, found {checksum:#010x}."
            )
