"""The checkpoints that TensorFlow wrote before 2017: one table with names, slices and TensorProtos."""

from __future__ import annotations

import contextlib
import mmap
from collections.abc import Sequence
from types import TracebackType
from typing import Any

import numpy as np

from runtime.dtypes import DType
from runtime.errors import DataLossError, InvalidArgumentError, NotFoundError
from runtime.formats import bundle, files, messages, tensor_proto
from runtime.formats.arrays import dtype_of
from runtime.formats.bundle import Entry
from runtime.formats.ordered_code import slice_key
from runtime.formats.slices import Slice, is_partition
from runtime.formats.table import first_value, read_table, write_table

Array = Any
_META_KEY = b""


def is_legacy(path: str) -> bool:
    """Whether the file is such a checkpoint."""
    with contextlib.suppress(DataLossError, OSError, ValueError), open(path, "rb") as file:
        content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        data = first_value(content, path)
        return bool(messages.parse("SavedTensorSlices", data, path).HasField("meta"))
    return False


class LegacyReader:
    """The tensors of an old checkpoint, with the methods of a `BundleReader`.

    Raises:
        NotFoundError: there is no such file.
        DataLossError: it is damaged.
    """

    def __init__(self, path: str) -> None:
        self.prefix = path
        self._table = read_table(files.read_file(path, "checkpoint"), path)
        saved = messages.parse("SavedTensorSlices", self._table.get(_META_KEY, b""), f"The head of {path}")
        self.entries = {tensor.name: self._entry(tensor) for tensor in saved.meta.tensor}

    def _entry(self, tensor: messages.Message) -> Entry:
        shape = tuple([dim.size for dim in tensor.shape.dim])
        try:
            slices = tuple([Slice(shape, bundle.extents_of(part)) for part in tensor.slice])
        except ValueError as error:
            raise DataLossError(f"{self.prefix} is damaged: tensor {tensor.name!r}: {error}.") from None
        return Entry(tensor.type, shape, slices=slices)

    def __enter__(self) -> LegacyReader:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Does nothing: all has been read."""

    def names(self) -> list[str]:
        """The names of all tensors, sorted."""
        return sorted(self.entries)

    def dtype(self, name: str) -> DType:
        """The dtype of a tensor."""
        return dtype_of(self._known(name).dtype, f"Tensor {name!r} of {self.prefix}")

    def _known(self, name: str) -> Entry:
        if name not in self.entries:
            raise NotFoundError(f"Key {name} not found in checkpoint {self.prefix}.")
        return self.entries[name]

    def read(self, name: str) -> Array:
        """A tensor, whole.

        Raises:
            NotFoundError: there is none of that name.
            DataLossError: it is damaged.
        """
        entry = self._known(name)
        parts = [(part, self._read_part(name, part, entry)) for part in entry.slices]
        if not parts or not is_partition(entry.slices):
            raise DataLossError(f"Tensor {name!r} of {self.prefix} is damaged: its slices do not make up the whole.")
        if len(parts) == 1:
            return parts[0][1].reshape(entry.shape)
        array = np.empty(entry.shape, parts[0][1].dtype)
        for part, value in parts:
            array[part.index] = value
        return array

    def read_slice(self, name: str, part: Slice) -> Array:
        """A part of a tensor."""
        entry = self._known(name)
        return self._read_part(name, part, entry) if part in entry.slices else self.read(name)[part.index]

    def _read_part(self, name: str, part: Slice, entry: Entry) -> Array:
        what = f"Tensor {name!r} of {self.prefix}"
        data = self._table.get(slice_key(name, part.extents))
        if data is None:
            raise DataLossError(f"{what} is damaged: its slice {part} is missing.")
        message = messages.parse("SavedTensorSlices", data, what).data.data
        message.dtype = message.dtype or entry.dtype
        if not message.tensor_shape.dim:
            for size in part.shape:
                message.tensor_shape.dim.add(size=size)
        array = tensor_proto.decode(message, what)
        if array.shape != part.shape:
            raise DataLossError(f"{what} is damaged: its slice {part} is of shape {array.shape}.")
        return array


# ---------------------------------------------------------------------------------------------- writing


def write(path: str, pieces: Sequence[tuple[str, Slice, Array, DType]]) -> None:
    """Writes an old checkpoint, in the place of what is there.

    Args:
        path: of the file.
        pieces: name, slice, elements and dtype of each tensor, or part of one.

    Raises:
        InvalidArgumentError: a name is there twice.
    """
    head = messages.new("SavedTensorSlices")
    head.meta.versions.producer = bundle.VERSION
    described: dict[str, messages.Message] = {}
    items: dict[bytes, bytes] = {}
    for name, part, array, dtype in pieces:
        tensor = described.get(name)
        if tensor is None:
            tensor = described[name] = head.meta.tensor.add(name=name, type=dtype.enum)
            tensor.shape.SetInParent()
            for size in part.full_shape:
                tensor.shape.dim.add(size=size)
        key = slice_key(name, part.extents)
        if key in items:
            raise InvalidArgumentError(f"Adding duplicate key: {name!r} is in {path} already.")
        tensor.slice.append(bundle.slice_message(part.extents))
        saved = messages.new("SavedTensorSlices")
        saved.data.name = name
        saved.data.slice.CopyFrom(bundle.slice_message(part.extents))
        saved.data.data.CopyFrom(tensor_proto.encode_as_list(array, dtype))
        items[key] = messages.serialize(saved)
    items[_META_KEY] = messages.serialize(head)
    files.write_file(path, write_table(sorted(items.items())))
