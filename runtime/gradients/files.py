"""Files and encodings: no gradient flows through them."""

from __future__ import annotations

from runtime.registry import not_differentiable

not_differentiable(
    "DecodeBase64", "DecodeCSV", "DecodeCompressed", "DecodePaddedRaw", "DecodeRaw", "EncodeBase64", "ParseExampleV2",
    "ParseTensor", "ReadFile", "SerializeTensor", "StringToHashBucketFast", "WriteFile",
)  # fmt: skip
