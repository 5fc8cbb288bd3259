"""Checkpoints of either format, and whether they hold what somebody wants."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from runtime.dtypes import DType
from runtime.errors import InvalidArgumentError, NotFoundError, OpError
from runtime.formats import bundle
from runtime.formats.bundle import Entry
from runtime.formats.bundle_reader import BundleReader
from runtime.formats.legacy_checkpoint import LegacyReader, is_legacy
from runtime.formats.slices import Slice
from runtime.names import nearest
from runtime.shapes import UNKNOWN, TensorShape

Array = Any
Reader = BundleReader | LegacyReader
_MOST_HINTS = 10
_SMALL = 1 << 26


def open_checkpoint(path: str, fresh: bool = False) -> Reader:
    """The reader of a checkpoint, by its prefix.

    Args:
        path: the prefix.
        fresh: whether the arrays that are read have memory that is `Fresh`, where that can be.

    Raises:
        NotFoundError: there is none.
        DataLossError: it is damaged.
    """
    if not os.path.exists(bundle.index_name(path)) and is_legacy(path):
        return LegacyReader(path)
    return BundleReader(path, fresh)


def checkpoint_exists(path: str) -> bool:
    """Whether there is a checkpoint with this prefix."""
    return os.path.exists(bundle.index_name(path)) or is_legacy(path)


@dataclass(frozen=True)
class Wanted:
    """A tensor that somebody wants of a checkpoint.

    Attributes:
        key: its name there.
        dtype: that it must have.
        part: the slice that is wanted, or None for all of it.
        shape: that the tensor (or slice) must fit.
        user: who wants it, such as "variable 'w'", for the error.
    """

    key: str
    dtype: DType
    part: Slice | None = None
    shape: TensorShape = UNKNOWN
    user: str = ""


def check(reader: Reader, wanted: Iterable[Wanted]) -> None:
    """Sees to it that a checkpoint has what is wanted.

    Raises:
        NotFoundError: a tensor is missing.
        InvalidArgumentError: none is missing, but one has another dtype or shape. Either message lists all that is
            wrong.
    """
    missing = []
    wrong = []
    for item in wanted:
        if item.key not in reader.entries:
            missing.append(item)
        else:
            problem = _difference(reader, item)
            if problem:
                wrong.append(f"  {item.key}: {problem}{_for(item)}")
    if not missing and not wrong:
        return
    lines = [
        f"  Key {item.key} not found in checkpoint{_for(item)}.{_hint(reader, item) if i < _MOST_HINTS else ''}"
        for i, item in enumerate(missing)
    ]
    count = len(missing) + len(wrong)
    text = "\n".join(
        [f"The checkpoint {reader.prefix} does not fit ({count} mismatches; nothing was restored):", *lines, *wrong]
    )
    kind: type[OpError] = NotFoundError if missing else InvalidArgumentError
    raise kind(text)


def _for(item: Wanted) -> str:
    return f", for {item.user}" if item.user and item.user != f"variable {item.key!r}" else ""


def _difference(reader: Reader, item: Wanted) -> str:
    """How a tensor differs from what is wanted, or nothing."""
    entry = reader.entries[item.key]
    found = []
    if entry.dtype != item.dtype.enum:
        found.append(f"dtype is {reader.dtype(item.key).name} in the checkpoint, expected {item.dtype.name}")
    if item.part is not None:
        if entry.shape != item.part.full_shape:
            found.append(f"shape is {list(entry.shape)} in the checkpoint, expected {list(item.part.full_shape)}")
        elif not item.shape.is_compatible_with(item.part.shape):
            found.append(f"slice {item.part} has shape {list(item.part.shape)}, expected {item.shape}")
    elif not item.shape.is_compatible_with(entry.shape):
        found.append(f"shape is {list(entry.shape)} in the checkpoint, expected {item.shape}")
    return "; ".join(found)


def _hint(reader: Reader, item: Wanted) -> str:
    """Names a key that may be meant: similar, and of the same dtype and shape if there is such a one."""
    fitting = [key for key in reader.entries if not _difference(reader, Wanted(key, item.dtype, None, item.shape))]
    return nearest(item.key, fitting) or nearest(item.key, reader.entries)


def read_all(reader: Reader, wanted: Sequence[Wanted]) -> list[Array]:
    """The arrays of wanted tensors, in order; a tensor that parts of are wanted one after the other is read once."""
    arrays = []
    whole: dict[str, Array] = {}
    for item in wanted:
        if item.part is None:
            arrays.append(reader.read(item.key))
        elif item.part in reader.entries[item.key].slices:
            arrays.append(reader.read_slice(item.key, item.part))
        else:
            if item.key not in whole:
                whole = {item.key: reader.read(item.key)}
            arrays.append(whole[item.key][item.part.index])
    return arrays


def is_large(reader: Reader, wanted: Iterable[Wanted]) -> bool:
    """Whether there should not be room for all wanted tensors and for what they replace."""
    return isinstance(reader, BundleReader) and sum(_size(reader.entries[item.key]) for item in wanted) >= _SMALL


def read_each(reader: Reader, wanted: Sequence[Wanted]) -> Iterator[Array]:
    """The arrays of wanted tensors, one after the other, when it is sure that all of them can be read.

    Large ones are read twice for that, so that there never has to be room for all of them.
    """
    if isinstance(reader, LegacyReader) or not is_large(reader, wanted):
        return iter(read_all(reader, wanted))
    for key in dict.fromkeys(item.key for item in wanted):
        reader.verify(key)
    return (read_all(reader, [item])[0] for item in wanted)


def _size(entry: Entry) -> int:
    """About how many bytes a tensor has; one that was saved in parts does not say."""
    return max(entry.size, entry.elements)
