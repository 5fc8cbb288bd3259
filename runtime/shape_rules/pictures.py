"""Shape rules of picture files."""

from __future__ import annotations

from runtime.graph import Operation
from runtime.registry import shape_rule
from runtime.shapes import UNKNOWN, TensorShape


@shape_rule("EncodePng", "EncodeJpeg")
def encode(op: Operation) -> list[TensorShape]:
    shape = op.inputs[0].shape
    return [UNKNOWN if shape.rank is None else TensorShape(shape.as_list()[:-3])]


@shape_rule("DecodePng", "DecodeJpeg", "DecodeBmp")
def decode(op: Operation) -> list[TensorShape]:
    return [TensorShape([None, None, op.attrs["channels"] or None])]


@shape_rule("DecodeGif")
def decode_gif(op: Operation) -> list[TensorShape]:
    return [TensorShape([None, None, None, 3])]


@shape_rule("DecodeImage")
def decode_image(op: Operation) -> list[TensorShape]:
    return [UNKNOWN if op.attrs["expand_animations"] else TensorShape([None, None, op.attrs["channels"] or None])]


@shape_rule("ExtractJpegShape")
def extract_jpeg_shape(op: Operation) -> list[TensorShape]:
    return [TensorShape([3])]
