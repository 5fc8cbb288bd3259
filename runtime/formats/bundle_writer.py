"""Writes tensor bundles, byte for byte as TensorFlow does, and so that a reader finds the old one or the new one."""

from __future__ import annotations

import os
from types import TracebackType
from typing import IO, Any

import numpy as np

from runtime import dtypes, errors
from runtime.dtypes import DType
from runtime.formats import bundle, files
from runtime.formats.arrays import bytes_view, chunks, encode_strings, strings_of
from runtime.formats.bundle import Entry
from runtime.formats.bundle_commit import commit
from runtime.formats.checksums import extend, mask
from runtime.formats.ordered_code import slice_key
from runtime.formats.slices import Slice

Array = Any


class BundleWriter:
    """Writes one data file and its index. Nothing is at the prefix before `finish`.

    Args:
        prefix: the path of the files without `.index` and `.data-…`.

    Raises:
        InvalidArgumentError: the prefix is empty, or ends with a slash.
        OpError: there can be no files, of a class that says why.

    Use it as a context manager; without a `finish` in it all is given up.
    """

    def __init__(self, prefix: str) -> None:
        bundle.check_prefix(prefix)
        self.prefix = prefix
        with files.os_errors(prefix):
            directory = os.path.dirname(prefix)
            if directory:
                os.makedirs(directory, exist_ok=True)
            self._pending = files.pending_name(bundle.data_name(prefix, 0, 1))
            self._file: IO[bytes] = open(self._pending, "xb", buffering=0)  # noqa: SIM115
        self._size = 0
        self._entries: dict[bytes, Entry] = {}

    def __enter__(self) -> BundleWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._file.close()
        files.remove(self._pending)

    def add(self, name: str, array: Array, dtype: DType | None = None) -> None:
        """Writes a tensor.

        Args:
            name: of the tensor.
            array: its elements.
            dtype: its dtype, where that of the array does not tell (quantized numbers).

        Raises:
            InvalidArgumentError: there is one of that name already.
        """
        value = np.asarray(array)
        self._add(name.encode(), name, value, dtype or dtypes.as_dtype(value.dtype))

    def add_slice(self, name: str, part: Slice, array: Array, dtype: DType | None = None) -> None:
        """Writes a part of a tensor (see `add`).

        Raises:
            InvalidArgumentError: the array is not of the slice's shape, or the part was written before.
        """
        value = np.asarray(array)
        if value.shape != part.shape:
            raise errors.InvalidArgumentError(f"The slice {part} of {name!r} has another shape than {value.shape}.")
        dtype = dtype or dtypes.as_dtype(value.dtype)
        whole = self._entries.get(name.encode(), Entry(dtype.enum, part.full_shape))
        if whole.shape != part.full_shape or whole.dtype != dtype.enum or whole.size:
            raise errors.InvalidArgumentError(f"The slice {part} of {name!r} is not of the tensor whose others are.")
        self._entries[name.encode()] = Entry(whole.dtype, whole.shape, slices=(*whole.slices, part))
        self._add(slice_key(name, part.extents), name, value, dtype)

    def _add(self, key: bytes, name: str, array: Array, dtype: DType) -> None:
        if key in self._entries:
            raise errors.InvalidArgumentError(f"Adding duplicate key: {name!r} is in {self.prefix} already.")
        start = self._size
        with files.os_errors(self._pending):
            checksum = self._write_strings(array) if dtype is dtypes.string else self._write_numbers(array, dtype)
        self._entries[key] = Entry(dtype.enum, array.shape, 0, start, self._size - start, checksum)

    def _write_strings(self, array: Array) -> int:
        data, checksum = encode_strings(strings_of(array))
        self._write(data)
        return checksum

    def _write_numbers(self, array: Array, dtype: DType) -> int:
        crc = 0
        for chunk in chunks(bytes_view(array, dtype)):
            crc = extend(crc, chunk)
            self._write(chunk.data)
        return mask(crc)

    def _write(self, data: Any) -> None:
        rest = memoryview(data)
        self._size += len(rest)
        while len(rest):
            rest = rest[self._file.write(rest) :]

    def finish(self) -> None:
        """Puts the files in their places."""
        with files.os_errors(self.prefix):
            files.flush(self._file)
            self._file.close()
            commit(self.prefix, [self._pending], self._entries)
