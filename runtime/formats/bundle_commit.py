"""Puts finished data files and their index at a prefix, so that readers always find one bundle, whole.

Several files cannot be replaced at once, but one can, and the index says which data files it means: by their number.
So where a bundle of as many files is at the prefix already, the new data first get names that the old index does not
know, as if there were one file more; the index that replaces the old one says so. From there the data go to the names
that they should have, and another index replaces that one. Each index finds its own data at each moment.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Mapping, Sequence

from runtime import errors
from runtime.formats import bundle, files, messages
from runtime.formats.bundle import Entry
from runtime.formats.table import first_value, read_table, write_table


def commit(prefix: str, pending: Sequence[str], entries: Mapping[bytes, Entry]) -> None:
    """Makes a bundle of files.

    Args:
        prefix: where it goes.
        pending: the data files, on the disk and whole.
        entries: what is in them, by key.
    """
    index, count = bundle.index_name(prefix), len(pending)
    names, detour = _names(prefix, count), _names(prefix, count + 1)
    for path in (index, *names, *detour):
        files.remove_abandoned(path)
    current = _shards_of(index)
    if current == count:
        for path, name in zip(pending, detour, strict=False):
            _second_name(path, name)
        files.write_file(detour[-1], b"")
        files.write_file(index, _table(entries, count + 1))
    for path, name in zip(pending, names, strict=True):
        os.replace(path, name)
    files.write_file(index, _table(entries, count))
    unused = _names(prefix, current) if current not in (None, count) else detour
    for path in unused:
        files.remove(path)


def _names(prefix: str, count: int | None) -> list[str]:
    return [bundle.data_name(prefix, shard, count or 0) for shard in range(count or 0)]


def _shards_of(index: str) -> int | None:
    """The number of data files of the bundle that is there, or None if there is none that can be read."""
    with contextlib.suppress(errors.OpError):
        data = first_value(files.read_file(index), index)
        header = messages.parse("BundleHeaderProto", data, index)
        return int(header.num_shards)
    return None


def _table(entries: Mapping[bytes, Entry], shards: int) -> bytes:
    items = [(key, entry.serialized()) for key, entry in sorted(entries.items())]
    return write_table([(bundle.HEADER_KEY, bundle.header(shards)), *items])


def _second_name(path: str, other: str) -> None:
    """Makes `other` a name of the same file, or a copy where the file system has no links."""
    spare = files.pending_name(other)
    try:
        _link_or_copy(path, spare)
        os.replace(spare, other)
    finally:
        files.remove(spare)


def _link_or_copy(path: str, other: str) -> None:
    try:
        os.link(path, other)
    except OSError:
        shutil.copyfile(path, other)
        with open(other, "rb") as file:
            os.fsync(file.fileno())


def merge_bundles(prefixes: Sequence[str], merged: str, keep_old: bool = False) -> None:
    """Makes one bundle of several, whose data files become its shards.

    Args:
        prefixes: of the bundles to merge.
        merged: the prefix of the new one.
        keep_old: whether directories that get empty stay.

    Raises:
        InvalidArgumentError: two of them hold a tensor of the same name.
    """
    entries: dict[bytes, Entry] = {}
    shards: list[str] = []
    parts = list(dict.fromkeys(prefixes))
    for prefix in parts:
        _merge(prefix, entries, shards)
    with files.os_errors(merged):
        directory = os.path.dirname(merged)
        if directory:
            os.makedirs(directory, exist_ok=True)
        commit(merged, shards, entries)
    for prefix in parts:
        files.remove(bundle.index_name(prefix))
    if not keep_old:
        for directory in sorted({os.path.dirname(prefix) for prefix in parts}):
            with contextlib.suppress(OSError):
                os.rmdir(directory)


def _merge(prefix: str, entries: dict[bytes, Entry], shards: list[str]) -> None:
    """Adds the entries of a bundle to `entries`, and its data files to `shards`."""
    index = bundle.index_name(prefix)
    table = read_table(files.read_file(index, "index of a checkpoint"), index)
    header = messages.parse("BundleHeaderProto", table.pop(bundle.HEADER_KEY, b""), f"The header of {index}")
    first = len(shards)
    shards += _names(prefix, header.num_shards)
    for key, value in table.items():
        entry = Entry.parse(value, f"An entry of {index}").moved(first)
        known = entries.get(key)
        if known is None:
            entries[key] = entry
        elif known.slices and entry.slices and (known.dtype, known.shape) == (entry.dtype, entry.shape):
            entries[key] = Entry(known.dtype, known.shape, slices=(*known.slices, *entry.slices))
        else:
            raise errors.InvalidArgumentError(f"Cannot merge {index}: {key!r} is in another checkpoint, too.")
