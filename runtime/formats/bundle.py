"""Tensor bundles: named tensors in an `.index` table and one or more `.data-SSSSS-of-NNNNN` files.

The table has an entry for each tensor: dtype, shape, where its bytes are, and their checksum. The entry of a tensor
that was saved in parts has no bytes but the extents of its slices, each of which has an entry under a key of its own.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from math import prod

from runtime.errors import DataLossError, InvalidArgumentError
from runtime.formats import messages
from runtime.formats.ordered_code import Extents
from runtime.formats.slices import Shape, Slice

HEADER_KEY = b""
VERSION = 1


def check_prefix(prefix: str) -> None:
    """Raises InvalidArgumentError unless the files of a prefix would have names, and not only endings."""
    if not os.path.basename(prefix):
        raise InvalidArgumentError(
            f"{prefix!r} is no path for a checkpoint: it ends without a name, from which its files get theirs. Write "
            f"{os.path.join(prefix, 'model')!r}, for example, for the files {os.path.join(prefix, 'model.index')!r} "
            f"and so on."
        )


def index_name(prefix: str) -> str:
    """The file that says where the tensors are."""
    return f"{prefix}.index"


def data_name(prefix: str, shard: int, count: int) -> str:
    """The file with the bytes of a shard's tensors."""
    return f"{prefix}.data-{shard:05d}-of-{count:05d}"


@dataclass(frozen=True)
class Entry:
    """What the table says of a tensor, or of a slice.

    Attributes:
        dtype: TensorFlow's number.
        shape: of the tensor or slice.
        shard: the number of the data file.
        offset: where its bytes start there.
        size: how many there are.
        checksum: of the bytes, masked.
        slices: for a tensor that was saved in parts, their extents; there are no bytes then.
    """

    dtype: int
    shape: Shape
    shard: int = 0
    offset: int = 0
    size: int = 0
    checksum: int = 0
    slices: tuple[Slice, ...] = ()

    @property
    def elements(self) -> int:
        """How many elements the tensor has."""
        return prod(self.shape)

    def moved(self, shards: int) -> Entry:
        """The entry when its data file comes after so many others."""
        return self if self.slices else replace(self, shard=self.shard + shards)

    def serialized(self) -> bytes:
        """The value in the table."""
        message = messages.new(
            "BundleEntryProto", dtype=self.dtype, shard_id=self.shard, offset=self.offset, size=self.size,
            crc32c=self.checksum, slices=[slice_message(part.extents) for part in self.slices],
        )  # fmt: skip
        message.shape.SetInParent()
        for size in self.shape:
            message.shape.dim.add(size=size)
        return messages.serialize(message)

    @classmethod
    def parse(cls, data: bytes, what: str) -> Entry:
        """The entry that a value of the table holds.

        Raises:
            DataLossError: it is none.
        """
        message = messages.parse("BundleEntryProto", data, what)
        shape = tuple([dim.size for dim in message.shape.dim])
        try:
            slices = tuple([Slice(shape, extents_of(part)) for part in message.slices])
        except ValueError as error:
            raise DataLossError(f"{what} is damaged: {error}.") from None
        entry = cls(message.dtype, shape, message.shard_id, message.offset, message.size, message.crc32c, slices)
        if message.shape.unknown_rank or min((*shape, entry.offset, entry.size, entry.shard, 0)) < 0:
            raise DataLossError(f"{what} is damaged: it has an impossible size.")
        return entry


def extents_of(message: messages.Message) -> tuple[tuple[int, int], ...]:
    """The extents in a TensorSliceProto."""
    return tuple([(extent.start, extent.length if extent.HasField("length") else -1) for extent in message.extent])


def slice_message(extents: Extents) -> messages.Message:
    """The TensorSliceProto of extents."""
    message = messages.new("TensorSliceProto")
    for start, length in extents:
        extent = message.extent.add(start=start)
        if length >= 0:
            extent.length = length
    return message


def header(shards: int) -> bytes:
    """The table's first value."""
    version = messages.new("VersionDef", producer=VERSION)
    return messages.serialize(messages.new("BundleHeaderProto", num_shards=shards, version=version))
