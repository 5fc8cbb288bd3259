"""Kernels of files, and of the forms that data has in them."""

from __future__ import annotations

import base64
import binascii
import os
import re
import sys
import zlib
from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.dtypes import DType
from runtime.errors import DataLossError, InvalidArgumentError, NotFoundError
from runtime.registry import kernel

_SHOWN = 20  # bytes of a string in a message
_BASE64 = re.compile(rb"[A-Za-z0-9_-]*={0,2}")


def _each(strings: Any, change: Callable[[bytes], bytes]) -> Any:
    result = np.empty(strings.shape, object)
    flat = result.reshape(-1)
    flat[:] = [change(text) for text in strings.ravel().tolist()]
    return flat.reshape(strings.shape)


@kernel("ReadFile")
def read_file(filename: Any) -> Any:
    """The bytes of a file as a string scalar."""
    path = filename.item().decode()
    try:
        with open(path, "rb") as file:
            return np.array(file.read(), object)
    except FileNotFoundError as error:
        raise NotFoundError(f"{path}; No such file or directory") from error


@kernel("WriteFile")
def write_file(filename: Any, contents: Any) -> None:
    """Writes a string scalar to a file, which is replaced; missing directories are made."""
    path = filename.item().decode()
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "wb") as file:
        file.write(contents.item())


@kernel("DecodeRaw")
def decode_raw(strings: Any, *, out_type: DType, little_endian: bool) -> Any:
    """The bytes of strings of one length as numbers, in a new last dimension."""
    texts = strings.ravel().tolist()
    sizes = {len(text) for text in texts}
    if len(sizes) > 1:
        raise InvalidArgumentError(
            f"DecodeRaw requires input strings to all be the same size, but they are {sorted(sizes)}"
        )
    return _numbers(strings.shape, texts, sizes.pop() if sizes else 0, out_type, little_endian)


@kernel("DecodePaddedRaw")
def decode_padded_raw(strings: Any, fixed_length: Any, *, out_type: DType, little_endian: bool) -> Any:
    """As `decode_raw`, of strings cut or filled with zero bytes to `fixed_length`."""
    size = int(fixed_length)
    texts = [text[:size].ljust(size, b"\0") for text in strings.ravel().tolist()]
    return _numbers(strings.shape, texts, size, out_type, little_endian)


def _numbers(shape: Any, texts: list[bytes], size: int, dtype: DType, little_endian: bool) -> Any:
    width = np.dtype(dtype.as_numpy_dtype).itemsize
    if size % width:
        raise InvalidArgumentError(
            f"Input to DecodeRaw has length {size} that is not a multiple of {width}, the size of {dtype.name}"
        )
    numbers = np.frombuffer(b"".join(texts), dtype.as_numpy_dtype)
    if little_endian is not (sys.byteorder == "little") and width > 1:
        numbers = numbers.byteswap()
    return numbers.reshape([*shape, size // width]).copy()


def _text(value: str | bytes) -> str:
    return value.decode() if isinstance(value, bytes) else value


@kernel("SerializeTensor")
def serialize_tensor(tensor: Any, *, T: DType) -> Any:
    """A tensor as the bytes of a TensorProto."""
    from runtime.formats.tensor_proto import encode

    return np.array(encode(np.asarray(tensor), T).SerializeToString(), object)


@kernel("ParseTensor")
def parse_tensor(serialized: Any, *, out_type: DType) -> Any:
    """The tensor in the bytes of a TensorProto; InvalidArgumentError if it has another dtype, or there is none."""
    data = serialized.item()
    try:
        found, array = _parsed(data)
    except DataLossError as error:
        raise InvalidArgumentError(
            f"The string {data[:_SHOWN]!r}{' …' if len(data) > _SHOWN else ''} of {len(data)} bytes is no serialised "
            f"tensor, such as io.serialize_tensor makes: {error.message}"
        ) from error
    if found is not out_type:
        raise InvalidArgumentError(f"Type mismatch between parsed tensor ({found.name}) and dtype ({out_type.name})")
    return array


def _parsed(data: bytes) -> tuple[DType, Any]:
    from runtime.formats import messages
    from runtime.formats.arrays import dtype_of
    from runtime.formats.tensor_proto import decode

    message = messages.parse("TensorProto", data, "it")
    if not message.dtype:
        raise DataLossError("it has no dtype.")
    return dtype_of(message.dtype, "a serialised tensor"), decode(message, "a serialised tensor")


@kernel("EncodeBase64")
def encode_base64(strings: Any, *, pad: bool) -> Any:
    """Strings in web-safe base64 (RFC 4648, section 5), with = at the end if `pad`."""
    return _each(
        strings, lambda text: base64.urlsafe_b64encode(text) if pad else base64.urlsafe_b64encode(text).rstrip(b"=")
    )


@kernel("DecodeBase64")
def decode_base64(strings: Any) -> Any:
    """The bytes of strings in web-safe base64, with or without padding."""
    return _each(strings, _from_base64)


def _from_base64(text: bytes) -> bytes:
    if not _BASE64.fullmatch(text) or (text.endswith(b"=") and len(text) % 4):
        raise InvalidArgumentError(
            f"Invalid character found in base64, or padding of a wrong length: {text[:_SHOWN]!r}. Web-safe base64 has "
            "letters, digits, - and _, and at most two = at its end."
        )
    try:
        return base64.urlsafe_b64decode(text.rstrip(b"=") + b"=" * (-len(text.rstrip(b"=")) % 4))
    except binascii.Error as error:
        raise InvalidArgumentError(f"Invalid base64 {text[:_SHOWN]!r}: {error}.") from None


_MODES = {"": None, "ZLIB": zlib.MAX_WBITS, "GZIP": zlib.MAX_WBITS | 16}


@kernel("DecodeCompressed")
def decode_compressed(strings: Any, *, compression_type: str) -> Any:
    """Strings decompressed: of "ZLIB", "GZIP", or as they are with ""; DataLossError if they are not such data."""
    kind = _text(compression_type)
    if kind not in _MODES:
        raise InvalidArgumentError(f"Only ZLIB, GZIP or NONE are supported compressions, not {kind!r}.")
    mode = _MODES[kind]
    return strings if mode is None else _each(strings, lambda text: _unpacked(text, kind, mode))


def _unpacked(data: bytes, kind: str, mode: int) -> bytes:
    try:
        return zlib.decompress(data, mode)
    except zlib.error as error:
        raise DataLossError(f"{len(data)} bytes are not compressed as {kind}: {error}.") from None
