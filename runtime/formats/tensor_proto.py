"""TensorProto: arrays inside of messages, as the constants of graphs are.

The elements are bytes (`tensor_content`) or a list of numbers; a list that is too short goes on with its last number,
and an empty one means zeros.
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from runtime import dtypes
from runtime.dtypes import DType
from runtime.errors import InvalidArgumentError, UnimplementedError
from runtime.formats import messages, varint
from runtime.formats.arrays import bytes_view, dtype_of, little_endian, string_array, strings_of

Array = Any
_MOST_FILLED = 1 << 26
"""Elements: a few bytes cannot declare more."""

_MOST_COPIED = 1 << 16
_FIELDS = {
    dtypes.float32: "float_val", dtypes.float64: "double_val", dtypes.int64: "int64_val", dtypes.bool_: "bool_val",
    dtypes.uint32: "uint32_val", dtypes.uint64: "uint64_val", dtypes.complex64: "scomplex_val",
    dtypes.complex128: "dcomplex_val", dtypes.float16: "half_val", dtypes.bfloat16: "half_val",
    dtypes.string: "string_val",
}  # fmt: skip


def _field(dtype: DType) -> str:
    return _FIELDS.get(dtype, "int_val")


def decode(message: messages.Message, what: str) -> Array:
    """The array that a TensorProto holds. Nothing is allocated that the message is too small to fill.

    Args:
        message: the TensorProto.
        what: where it is, for errors.

    Raises:
        InvalidArgumentError: it is no array.
        UnimplementedError: its dtype has no arrays here.
    """
    dtype = dtype_of(message.dtype, what)
    shape = tuple([dim.size for dim in message.tensor_shape.dim])
    if message.tensor_shape.unknown_rank or min(shape, default=0) < 0:
        raise InvalidArgumentError(f"{what} has no definite shape.")
    try:
        if message.tensor_content:
            return _from_bytes(message.tensor_content, dtype, shape)
        return _from_list(getattr(message, _field(dtype)), dtype, shape)
    except (ValueError, OverflowError) as error:
        raise InvalidArgumentError(f"{what} of dtype {dtype.name} and shape {list(shape)}: {error}.") from None


def _from_bytes(data: bytes, dtype: DType, shape: tuple[int, ...]) -> Array:
    count = prod(shape)
    if dtype is dtypes.string:
        return string_array(_split(data, count), shape)
    if count * dtype.size != len(data):
        raise ValueError(f"{len(data)} bytes are not {count} elements")
    return np.frombuffer(data, little_endian(dtype)).reshape(shape)


def _split(data: bytes, count: int) -> list[bytes]:
    """Strings from their lengths and, after those, their characters."""
    if count > len(data):
        raise ValueError(f"{len(data)} bytes are too few for {count} strings")
    lengths, position = [], 0
    for _ in range(count):
        length, position = varint.decode(data, position, len(data))
        lengths.append(length)
    if position + sum(lengths) != len(data):
        raise ValueError(f"{len(data) - position} bytes are not {sum(lengths)} characters")
    items = []
    for length in lengths:
        items.append(data[position : position + length])
        position += length
    return items


def _from_list(values: Any, dtype: DType, shape: tuple[int, ...]) -> Array:
    count = prod(shape)
    if dtype is dtypes.string:
        return _filled_strings(list(values), count, shape)
    numbers = _numbers(values, dtype)
    if len(numbers) >= count:
        if len(numbers) > count:
            raise ValueError(f"{len(numbers)} numbers are too many")
        return numbers.reshape(shape)
    if count > _MOST_FILLED:
        raise ValueError(f"{len(numbers)} numbers cannot stand for {count}")
    last = numbers[-1] if len(numbers) else numbers.dtype.type(0)
    if len(numbers) <= 1 and count > _MOST_COPIED:
        return np.broadcast_to(np.array(last, numbers.dtype), shape)
    return np.concatenate([numbers, np.full(count - len(numbers), last, numbers.dtype)]).reshape(shape)


def _numbers(values: Any, dtype: DType) -> Array:
    kind = np.dtype(dtype.as_numpy_dtype)
    if _field(dtype) == "half_val":
        return np.array(values, np.int64).astype(np.uint16).view(kind)
    if dtype.is_complex:
        parts = np.array(values, dtype.real_dtype.as_numpy_dtype)
        return parts[: len(parts) // 2 * 2].view(kind)
    return np.array(values, np.int64).astype(kind) if _field(dtype) == "int_val" else np.array(values, kind)


def _filled_strings(items: list[bytes], count: int, shape: tuple[int, ...]) -> Array:
    if len(items) > count:
        raise ValueError(f"{len(items)} strings are too many")
    if count > max(_MOST_COPIED, len(items)):
        raise ValueError(f"{len(items)} strings cannot stand for {count}")
    last = items[-1] if items else b""
    return string_array(items + [last] * (count - len(items)), shape)


# ---------------------------------------------------------------------------------------------- writing


def encode(value: Array, dtype: DType) -> messages.Message:
    """The TensorProto of an array; a single number stands in a list, as TensorFlow writes it.

    Raises:
        UnimplementedError: the dtype has no form in files.
    """
    if dtype in (dtypes.resource, dtypes.variant):
        raise UnimplementedError(f"A constant of dtype {dtype.name} has no form in a file.")
    array = np.asarray(value)
    message = messages.new("TensorProto", dtype=dtype.enum)
    message.tensor_shape.SetInParent()
    for size in array.shape:
        message.tensor_shape.dim.add(size=size)
    if dtype is dtypes.string:
        message.string_val.extend(strings_of(array))
    elif array.size == 1:
        getattr(message, _field(dtype)).extend(_listed(array.reshape(-1), dtype))
    else:
        message.tensor_content = bytes_view(array, dtype).tobytes()
    return message


def encode_as_list(value: Array, dtype: DType) -> messages.Message:
    """The TensorProto of an array with all elements in a list and no shape, as old checkpoints have it."""
    message = messages.new("TensorProto", dtype=dtype.enum)
    if dtype is dtypes.string:
        message.string_val.extend(strings_of(value))
    else:
        numbers = np.ascontiguousarray(value, little_endian(dtype)).reshape(-1)
        getattr(message, _field(dtype)).extend(_listed(numbers, dtype))
    return message


def _listed(array: Array, dtype: DType) -> list[Any]:
    if _field(dtype) == "half_val":
        array = array.view(np.uint16)
    elif dtype.is_complex:
        array = array.view(dtype.real_dtype.as_numpy_dtype)
    items: list[Any] = array.tolist()
    return items
