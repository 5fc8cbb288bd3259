"""Picture files: no gradient flows through them."""

from __future__ import annotations

from runtime.registry import not_differentiable

not_differentiable(
    "DecodeBmp", "DecodeGif", "DecodeImage", "DecodeJpeg", "DecodePng", "EncodeJpeg", "EncodePng", "ExtractJpegShape"
)
