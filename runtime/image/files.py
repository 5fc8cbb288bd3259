"""Picture files, read and written. PNG needs nothing; JPEG, GIF and BMP need Pillow."""

from __future__ import annotations

from typing import Any

from runtime import dtypes
from runtime.dispatch import apply_one, convert_to_tensor
from runtime.tensor import Tensor


def _decoded(op_type: str, contents: Any, name: str | None, **attrs: Any) -> Tensor:
    return apply_one(op_type, [convert_to_tensor(contents, dtypes.string)], attrs, name)


def decode_jpeg(
    contents: Any,
    channels: int = 0,
    ratio: int = 1,
    fancy_upscaling: bool = True,
    try_recover_truncated: bool = False,
    acceptable_fraction: float = 1,
    dct_method: str = "",
    name: str | None = None,
) -> Tensor:
    """The picture in a JPEG (or PNG) file.

    Args:
        contents: the bytes of the file, a string scalar.
        channels: 1 for grey, 3 for red, green and blue, 0 for what the file has.
        ratio: accepted and without effect, as all below.
        fancy_upscaling: without effect.
        try_recover_truncated: without effect.
        acceptable_fraction: without effect.
        dct_method: without effect.
        name: for the operation.

    Returns:
        uint8[height, width, channels].

    Raises:
        InvalidArgumentError: the bytes are no picture.
        UnimplementedError: Pillow is not installed.
    """
    return _decoded("DecodeJpeg", contents, name, channels=channels)


def decode_png(contents: Any, channels: int = 0, dtype: Any = dtypes.uint8, name: str | None = None) -> Tensor:
    """The picture in a PNG file.

    Args:
        contents: the bytes of the file, a string scalar.
        channels: 1 grey, 2 grey with alpha, 3 colours, 4 colours with alpha (opaque if the file has none), 0 what the
            file has.
        dtype: uint8 or uint16.
        name: for the operation.

    Returns:
        [height, width, channels].

    Raises:
        InvalidArgumentError: the bytes are no picture.
    """
    return _decoded("DecodePng", contents, name, channels=channels, dtype=dtypes.as_dtype(dtype))


def decode_bmp(contents: Any, channels: int = 0, name: str | None = None) -> Tensor:
    """The picture in a BMP file: uint8[height, width, channels] (see `decode_jpeg`)."""
    return _decoded("DecodeBmp", contents, name, channels=channels)


def decode_gif(contents: Any, name: str | None = None) -> Tensor:
    """The pictures in a GIF file: uint8[frames, height, width, 3] (see `decode_jpeg`)."""
    return _decoded("DecodeGif", contents, name)


def decode_image(
    contents: Any,
    channels: int | None = None,
    dtype: Any = dtypes.uint8,
    name: str | None = None,
    expand_animations: bool = True,
) -> Tensor:
    """The picture in a PNG, JPEG, GIF or BMP file.

    Args:
        contents: the bytes of the file, a string scalar.
        channels: see `decode_png`.
        dtype: uint8, uint16 or float32 (from 0 to 1).
        name: for the operation.
        expand_animations: whether a GIF gives all its frames, with a dimension more; otherwise the first one.

    Raises:
        InvalidArgumentError: the bytes are no picture.
    """
    attrs = {"channels": channels or 0, "dtype": dtypes.as_dtype(dtype), "expand_animations": expand_animations}
    return _decoded("DecodeImage", contents, name, **attrs)


def encode_png(image: Any, compression: int = -1, name: str | None = None) -> Tensor:
    """Pictures as PNG files.

    Args:
        image: [..., height, width, channels] of uint8 or uint16, with 1 to 4 channels.
        compression: from 0 to 9; -1 for zlib's default.
        name: for the operation.

    Returns:
        string[...]: the bytes of the files.

    >>> decode_png(encode_png(convert_to_tensor([[[7], [8]]], "uint8"))).tolist()
    [[[7], [8]]]
    """
    hint = None if hasattr(image, "dtype") else dtypes.uint8
    return apply_one("EncodePng", [convert_to_tensor(image, dtype_hint=hint)], {"compression": compression}, name)


def encode_jpeg(
    image: Any,
    format: str = "",
    quality: int = 95,
    progressive: bool = False,
    optimize_size: bool = False,
    chroma_downsampling: bool = True,
    density_unit: str = "in",
    x_density: int = 300,
    y_density: int = 300,
    xmp_metadata: str = "",
    name: str | None = None,
) -> Tensor:
    """A picture as a JPEG file.

    Args:
        image: uint8[height, width, channels], with 1 or 3 channels.
        format: accepted and without effect, as are `chroma_downsampling` and all below it.
        quality: from 0 to 100.
        progressive: whether the picture can be shown before all of it is there.
        optimize_size: whether to take time to make it small.
        chroma_downsampling: without effect.
        density_unit: without effect.
        x_density: without effect.
        y_density: without effect.
        xmp_metadata: without effect.
        name: for the operation.

    Returns:
        A string scalar: the bytes of the file.

    Raises:
        UnimplementedError: Pillow is not installed.
    """
    attrs = {"quality": quality, "progressive": progressive, "optimize_size": optimize_size}
    return apply_one("EncodeJpeg", [convert_to_tensor(image, dtypes.uint8)], attrs, name)


def extract_jpeg_shape(contents: Any, output_type: Any = dtypes.int32, name: str | None = None) -> Tensor:
    """Height, width and channels of the picture in a JPEG file, as int32[3] or int64[3]."""
    return _decoded("ExtractJpegShape", contents, name, output_type=dtypes.as_dtype(output_type))
