"""numpy arrays as the bytes that tensor bundles hold.

Numbers are little-endian, in C order. Strings are their lengths as varints, a checksum of the lengths (each as four
bytes, eight if it needs them), and their characters; the checksum of the whole is over the lengths in that form.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Iterable
from typing import Any

import numpy as np

from runtime import dtypes
from runtime.dtypes import DType
from runtime.errors import UnimplementedError
from runtime.formats import varint
from runtime.formats.checksums import extend, mask

Array = Any
CHUNK = 1 << 22
"""Bytes that are checked and copied at a time: they stay in the processor's cache."""


class Fresh(np.ndarray[Any, Any]):
    """Memory that was made for one array, which nobody writes to any more: who gets that may keep it."""


def fresh_array(shape: tuple[int, ...], dtype: Any) -> Array:
    """An array to be filled by its maker, in memory that is `Fresh`."""
    return np.ndarray.__new__(Fresh, shape, dtype).view(np.ndarray)


def is_fresh(array: Array) -> bool:
    """Whether an array has memory of its own that is `Fresh`."""
    base = getattr(array, "base", None)
    return type(base) is Fresh and base.size == array.size


def dtype_of(number: int, what: str) -> DType:
    """The dtype of TensorFlow's number for it.

    Raises:
        UnimplementedError: arrays of that dtype cannot be read or written here.
    """
    try:
        dtype = dtypes.as_dtype(number)
    except TypeError:
        dtype = dtypes.resource
    if dtype in (dtypes.resource, dtypes.variant):
        raise UnimplementedError(f"{what} has the dtype number {number}, which has no form as an array here.")
    return dtype


def bytes_view(array: Array, dtype: DType) -> Array:
    """The bytes of an array of numbers, as a read-only array that shares its memory where it can."""
    ordered = np.ascontiguousarray(array, little_endian(dtype))
    view = ordered.reshape(-1).view(np.uint8)
    view.flags.writeable = False
    return view


def little_endian(dtype: DType) -> Any:
    """The numpy dtype with the order of bytes that files have."""
    native = np.dtype(dtype.as_numpy_dtype)
    return native.newbyteorder("<") if sys.byteorder == "big" else native


def chunks(view: Array) -> Iterable[Array]:
    """The bytes of an array, piece by piece."""
    return (view[start : start + CHUNK] for start in range(0, len(view), CHUNK))


def encode_strings(items: Iterable[bytes]) -> tuple[bytes, int]:
    """The bytes of an array of strings, and their masked checksum."""
    strings = list(items)
    head = b"".join([varint.encode(len(item)) for item in strings])
    crc = _crc_of_lengths(map(len, strings))
    stored = struct.pack("<I", mask(crc))
    body = b"".join(strings)
    return head + stored + body, mask(extend(extend(crc, stored), body))


def decode_strings(data: bytes, count: int) -> tuple[list[bytes], int]:
    """The strings in some bytes, and the masked checksum of what was read.

    Raises:
        ValueError: the bytes are no array of that many strings.
    """
    if count > len(data):
        raise ValueError(f"{len(data)} bytes are too few for {count} strings")
    lengths, position = [], 0
    for _ in range(count):
        length, position = varint.decode(data, position, len(data))
        lengths.append(length)
    if position + 4 + sum(lengths) != len(data):
        raise ValueError(f"its strings have {sum(lengths)} bytes, but there are {len(data) - position - 4}")
    crc = _crc_of_lengths(lengths)
    stored = data[position : position + 4]
    if struct.unpack("<I", stored)[0] != mask(crc):
        raise ValueError("the checksum of the lengths of its strings does not match")
    body = data[position + 4 :]
    ends = np.cumsum(lengths, dtype=np.int64).tolist()
    strings = [body[end - length : end] for end, length in zip(ends, lengths, strict=True)]
    return strings, mask(extend(extend(crc, stored), body))


def _crc_of_lengths(lengths: Iterable[int]) -> int:
    packed = [struct.pack("<I" if length <= 0xFFFFFFFF else "<Q", length) for length in lengths]
    return extend(0, b"".join(packed))


def strings_of(array: Array) -> list[bytes]:
    """The elements of an array of strings as bytes, in C order."""
    return [item if isinstance(item, bytes) else str(item).encode() for item in np.asarray(array).reshape(-1).tolist()]


def string_array(items: list[bytes], shape: tuple[int, ...]) -> Array:
    """An array of strings."""
    array = np.empty(len(items), object)
    array[:] = items
    return array.reshape(shape)
