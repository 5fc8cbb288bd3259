"""Kernels of picture files: PNG by code of our own, other kinds by Pillow where that is installed."""

from __future__ import annotations

import io
from typing import Any

import numpy as np

from runtime.dtypes import DType
from runtime.errors import InvalidArgumentError, UnimplementedError
from runtime.formats import png
from runtime.registry import kernel

Array = Any
_SIGNATURES = (b"\xff\xd8\xff", b"GIF8", b"BM")
_MODES = {1: "L", 2: "LA", 3: "RGB", 4: "RGBA"}


@kernel("EncodePng")
def encode_png(image: Array, *, compression: int) -> Any:
    """Pictures [..., height, width, channels] of uint8 or uint16 as the bytes of PNG files, string[...]."""
    files = np.empty(image.shape[:-3], object)
    for place in np.ndindex(files.shape):
        files[place] = png.encode(image[place], compression)
    return files[()] if not files.ndim else files


@kernel("EncodeJpeg")
def encode_jpeg(image: Array, *, quality: int, progressive: bool, optimize_size: bool) -> bytes:
    """A picture uint8[height, width, 1 or 3] as the bytes of a JPEG file."""
    file = io.BytesIO()
    picture = _pillow().fromarray(image[..., 0] if image.shape[-1] == 1 else image)
    picture.save(file, "JPEG", quality=quality, progressive=progressive, optimize=optimize_size)
    return file.getvalue()


@kernel("DecodePng", "DecodeJpeg", "DecodeBmp")
def decode(contents: Any, *, channels: int, dtype: DType | None = None) -> Array:
    """The picture in a PNG, JPEG, GIF or BMP file, whichever of these ops is asked: [height, width, channels].

    `channels` of 0 leaves them as in the file; uint16 and uint8 are converted by 257 and by the upper byte.
    """
    image = _with_channels(_decoded(_bytes(contents), channels), channels)
    return image if dtype is None else _as(image, dtype)


@kernel("DecodeGif")
def decode_gif(contents: Any) -> Array:
    """All pictures in a GIF file, each drawn over the ones before: uint8[frames, height, width, 3]."""
    return _frames(_bytes(contents))


@kernel("DecodeImage")
def decode_image(contents: Any, *, channels: int, dtype: DType, expand_animations: bool) -> Array:
    """As `decode`; of a GIF all pictures with `expand_animations`, else the first. float32 lies in [0, 1]."""
    data = _bytes(contents)
    if data.startswith(b"GIF8"):
        frames = _frames(data)
        return _as(frames if expand_animations else frames[0], dtype)
    return _as(_with_channels(_decoded(data, channels), channels), dtype)


@kernel("ExtractJpegShape")
def extract_jpeg_shape(contents: Any, *, output_type: DType) -> Array:
    """Height, width and channels of the picture in a file, which is decoded for that."""
    return np.array(_decoded(_bytes(contents)).shape, output_type.as_numpy_dtype)


def _bytes(contents: Any) -> bytes:
    return contents if isinstance(contents, bytes) else contents.item()


def _pillow() -> Any:
    try:
        from PIL import Image
    except ImportError:
        raise UnimplementedError(
            "JPEG, GIF and BMP pictures need Pillow (`pip install pillow`), which is not installed; PNG works without."
        ) from None
    return Image


def _opened(data: bytes) -> Any:
    if not data.startswith(_SIGNATURES):
        raise _unknown(data)
    try:
        return _pillow().open(io.BytesIO(data))
    except OSError:
        raise _unknown(data) from None


def _unknown(data: bytes) -> InvalidArgumentError:
    return InvalidArgumentError(
        f"Unknown image file format. One of JPEG, PNG, GIF, BMP required, got {len(data)} bytes that begin with "
        f"{data[:8]!r}."
    )


def _decoded(data: bytes, channels: int = 0) -> Array:
    """The picture in a file, [height, width, channels]; a colour that is clear counts if alpha is asked for."""
    if data.startswith(png.SIGNATURE):
        return png.decode(data, clear_colour=channels in (2, 4))
    picture = _opened(data)
    array = np.asarray(picture if picture.mode in _MODES.values() else picture.convert("RGB"))
    return array[..., np.newaxis] if array.ndim == 2 else array


def _frames(data: bytes) -> Array:
    picture = _opened(data)
    from PIL import ImageSequence

    return np.stack([np.asarray(frame.convert("RGB")) for frame in ImageSequence.Iterator(picture)])


def _with_channels(image: Array, channels: int) -> Array:
    """The picture in grey, in grey with alpha, in colours, or those with alpha; 0 leaves it as it is."""
    if channels in (0, image.shape[-1]):
        return image
    highest = np.iinfo(image.dtype).max
    has_alpha = image.shape[-1] in (2, 4)
    colours = image[..., :-1] if has_alpha else image
    alpha = image[..., -1:] if has_alpha else np.full_like(image[..., :1], highest)
    if channels in (1, 2) and colours.shape[-1] == 3:
        colours = _grey(colours)
    if channels in (3, 4) and colours.shape[-1] == 1:
        colours = np.repeat(colours, 3, axis=-1)
    return np.concatenate([colours, alpha], axis=-1) if channels in (2, 4) else colours


def _grey(colours: Array) -> Array:
    """As TensorFlow has libpng weigh red, green and blue, in steps of 1 / 32768; 8-bit grey is cut, 16-bit rounded."""
    weights = np.array([9797, 19234, 3737], np.int64)
    half = 0 if colours.dtype.itemsize == 1 else 1 << 14
    return (colours.astype(np.int64) @ weights[:, np.newaxis] + half >> 15).astype(colours.dtype)


def _as(image: Array, dtype: DType) -> Array:
    kind = np.dtype(dtype.as_numpy_dtype)
    if image.dtype == kind:
        return image
    if kind.kind != "u":
        return (image / np.iinfo(image.dtype).max).astype(kind)
    return (image >> 8).astype(kind) if kind.itemsize == 1 else image.astype(kind) * kind.type(257)
