"""Shape rules of files, and of the forms that data has in them."""

from __future__ import annotations

from runtime.graph import Operation
from runtime.registry import shape_rule
from runtime.shapes import SCALAR, UNKNOWN, TensorShape


@shape_rule("ReadFile", "SerializeTensor")
def scalar(op: Operation) -> list[TensorShape]:
    return [SCALAR]


@shape_rule("WriteFile")
def nothing(op: Operation) -> list[TensorShape]:
    return []


@shape_rule("EncodeBase64", "DecodeBase64", "DecodeCompressed", "StringToHashBucketFast")
def same(op: Operation) -> list[TensorShape]:
    return [op.inputs[0].shape]


@shape_rule("DecodeRaw", "DecodePaddedRaw")
def decode_raw(op: Operation) -> list[TensorShape]:
    return [op.inputs[0].shape.concatenate([None])]


@shape_rule("DecodeCSV")
def decode_csv(op: Operation) -> list[TensorShape]:
    return [op.inputs[0].shape] * len(op.outputs)


@shape_rule("ParseTensor")
def parse_tensor(op: Operation) -> list[TensorShape]:
    return [UNKNOWN]


@shape_rule("ParseExampleV2")
def parse_example(op: Operation) -> list[TensorShape]:
    batch = op.inputs[0].shape
    rank = None if batch.rank is None else batch.rank + 1
    sparse, ragged = op.attrs["num_sparse"], len(op.attrs["ragged_value_types"])
    head = [TensorShape([None, rank])] * sparse + [TensorShape([None])] * sparse + [TensorShape([rank])] * sparse
    dense = [batch.concatenate(shape) for shape in op.attrs["dense_shapes"]]
    return [*head, *dense, *[TensorShape([None])] * (2 * ragged)]
