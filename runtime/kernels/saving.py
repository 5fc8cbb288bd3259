"""Kernels that write checkpoints and read them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from runtime.dtypes import DType
from runtime.errors import InvalidArgumentError
from runtime.formats import legacy_checkpoint
from runtime.formats.bundle_commit import merge_bundles
from runtime.formats.bundle_writer import BundleWriter
from runtime.formats.checkpoints import Wanted, check, open_checkpoint, read_all
from runtime.formats.slices import Slice
from runtime.kernels.values import Array, boxed
from runtime.registry import kernel


def _text(value: Array) -> str:
    raw = value if isinstance(value, bytes | str) else np.asarray(value, object).item()
    return raw.decode() if isinstance(raw, bytes) else str(raw)


def _texts(values: Array) -> list[str]:
    return [_text(item) for item in np.asarray(values, object).reshape(-1)]


def _parts(slices: Array) -> list[Slice | None]:
    return [Slice.parse(spec) if spec else None for spec in _texts(slices)]


def _check_counts(names: list[str], slices: list[Slice | None], count: int) -> None:
    if not len(names) == len(slices) == count:
        raise InvalidArgumentError(
            f"Got {len(names)} tensor names, {len(slices)} shapes and slices, and {count} tensors: as many are needed."
        )


@kernel("SaveV2")
def save(
    prefix: Array, tensor_names: Array, shape_and_slices: Array, *tensors: Array, dtypes: tuple[DType, ...]
) -> None:
    """Writes tensors as a checkpoint of the current format: names, and for parts of larger tensors "shape slice".

    An older checkpoint of that prefix is replaced when all is written.
    """
    names, slices = _texts(tensor_names), _parts(shape_and_slices)
    _check_counts(names, slices, len(tensors))
    with BundleWriter(_text(prefix)) as writer:
        for name, part, value, dtype in sorted(
            zip(names, slices, tensors, dtypes, strict=True), key=lambda item: item[0].encode()
        ):
            if part is None:
                writer.add(name, boxed(value), dtype)
            else:
                writer.add_slice(name, part, boxed(value), dtype)
        writer.finish()


@kernel("RestoreV2")
def restore(
    prefix: Array, tensor_names: Array, shape_and_slices: Array, *, dtypes: tuple[DType, ...]
) -> tuple[Array, ...]:
    """Tensors of a checkpoint, or of the parts that a "shape slice" names; "" is all of a tensor.

    Checked before anything is read: a name that is not there is NotFoundError, another dtype or shape
    InvalidArgumentError.
    """
    names, slices = _texts(tensor_names), _parts(shape_and_slices)
    _check_counts(names, slices, len(dtypes))
    wanted = [Wanted(name, dtype, part) for name, dtype, part in zip(names, dtypes, slices, strict=True)]
    with open_checkpoint(_text(prefix), fresh=True) as reader:
        check(reader, wanted)
        return tuple(read_all(reader, wanted))


@kernel("Restore")
def restore_v1(file_pattern: Array, tensor_name: Array, *, dt: DType) -> Array:
    """One tensor of a checkpoint, in either format."""
    return restore(file_pattern, tensor_name, b"", dtypes=(dt,))[0]


@kernel("RestoreSlice")
def restore_slice_v1(file_pattern: Array, tensor_name: Array, shape_and_slice: Array, *, dt: DType) -> Array:
    """A part of one tensor of a checkpoint, in either format."""
    return restore(file_pattern, tensor_name, shape_and_slice, dtypes=(dt,))[0]


@kernel("Save")
def save_v1(filename: Array, tensor_names: Array, *data: Array, T: tuple[DType, ...]) -> None:
    """Writes tensors as a checkpoint of the format of 2015: one file."""
    names = _texts(tensor_names)
    _check_counts(names, [None] * len(names), len(data))
    legacy_checkpoint.write(_text(filename), list(_pieces(names, [None] * len(names), data, T)))


@kernel("SaveSlices")
def save_slices_v1(
    filename: Array, tensor_names: Array, shapes_and_slices: Array, *data: Array, T: tuple[DType, ...]
) -> None:
    """Writes parts of tensors as a checkpoint of the format of 2015."""
    names, slices = _texts(tensor_names), _parts(shapes_and_slices)
    _check_counts(names, slices, len(data))
    legacy_checkpoint.write(_text(filename), list(_pieces(names, slices, data, T)))


def _pieces(
    names: list[str], slices: list[Slice | None], data: tuple[Array, ...], types: tuple[DType, ...]
) -> Iterator[tuple[str, Slice, Any, DType]]:
    for name, part, value, dtype in zip(names, slices, data, types, strict=True):
        array = boxed(value)
        yield name, part or Slice(array.shape, ((0, -1),) * array.ndim), array, dtype


@kernel("ShardedFilename")
def sharded_filename(basename: Array, shard: Array, num_shards: Array) -> Array:
    """The name of one file of several: "basename-00002-of-00005" for shard 2 of 5."""
    return boxed(f"{_text(basename)}-{int(shard):05d}-of-{int(num_shards):05d}".encode())


@kernel("MergeV2Checkpoints")
def merge(checkpoint_prefixes: Array, destination_prefix: Array, *, delete_old_dirs: bool) -> None:
    """Makes one checkpoint of several, whose data files are moved to it; empty old directories go, if asked for."""
    merge_bundles(_texts(checkpoint_prefixes), _text(destination_prefix), keep_old=not delete_old_dirs)
