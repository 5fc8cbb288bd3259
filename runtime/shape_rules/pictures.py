"""Shape rules of picture files."""

from __future__ import annotations

from runtime.graph import Operation
from runtime.registry import shape_rule
from runtime.shapes import UNKNOWN, TensorShape


@shape_rule("EncodePng", "EncodeJpeg")
def encode(op: Operation) -> list[TensorShape]:
    """The dimensions before height, width and channels."""
    shape = op.inputs[0].shape
    return [UNKNOWN if shape.rank is None else TensorShape(shape.as_list()[:-3])]


@shape_rule("DecodePng", "DecodeJpeg", "DecodeBmp")
def decode(op: Operation) -> list[TensorShape]:
    """An unknown height and width, and the channels if they are asked for."""
    return [TensorShape([None, None, op.attrs["channels"] or None])]


@shape_rule("DecodeGif")
def decode_gif(op: Operation) -> list[TensorShape]:
    """Unknown frames, height and width, and 3 channels."""
    return [TensorShape([None, None, None, 3])]


@shape_rule("DecodeImage")
def decode_image(op: Operation) -> list[TensorShape]:
    """As `decode`; unknown if a GIF may come with all its frames."""
    return [UNKNOWN if op.attrs["expand_animations"] else TensorShape([None, None, op.attrs["channels"] or None])]


@shape_rule("ExtractJpegShape")
def extract_jpeg_shape(op: Operation) -> list[TensorShape]:
    """A vector of three."""
    return [TensorShape([3])]
