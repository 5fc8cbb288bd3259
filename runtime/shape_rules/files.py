"""Shape rules of files, and of the forms that data has in them."""

from __future__ import annotations

from runtime.graph import Operation
from runtime.registry import shape_rule
from runtime.shapes import SCALAR, UNKNOWN, TensorShape


@shape_rule("ReadFile", "SerializeTensor")
def scalar(op: Operation) -> list[TensorShape]:
    """A scalar."""
    return [SCALAR]


@shape_rule("WriteFile")
def nothing(op: Operation) -> list[TensorShape]:
    """No outputs."""
    return []


@shape_rule("EncodeBase64", "DecodeBase64", "DecodeCompressed", "StringToHashBucketFast")
def same(op: Operation) -> list[TensorShape]:
    """The shape of the input: one string for each."""
    return [op.inputs[0].shape]


@shape_rule("DecodeRaw", "DecodePaddedRaw")
def decode_raw(op: Operation) -> list[TensorShape]:
    """The shape of the input and a dimension more, whose length the bytes decide."""
    return [op.inputs[0].shape.concatenate([None])]


@shape_rule("DecodeCSV")
def decode_csv(op: Operation) -> list[TensorShape]:
    """The shape of the records, for each column."""
    return [op.inputs[0].shape] * len(op.outputs)


@shape_rule("ParseTensor")
def parse_tensor(op: Operation) -> list[TensorShape]:
    """Unknown: the bytes say it."""
    return [UNKNOWN]


@shape_rule("ParseExampleV2")
def parse_example(op: Operation) -> list[TensorShape]:
    """Of sparse features indices, values, shapes; dense ones behind the batch; of ragged ones values and splits.

    The batch is the shape of `serialized`, a scalar or a vector.
    """
    batch = op.inputs[0].shape
    rank = None if batch.rank is None else batch.rank + 1
    sparse, ragged = op.attrs["num_sparse"], len(op.attrs["ragged_value_types"])
    head = [TensorShape([None, rank])] * sparse + [TensorShape([None])] * sparse + [TensorShape([rank])] * sparse
    dense = [batch.concatenate(shape) for shape in op.attrs["dense_shapes"]]
    return [*head, *dense, *[TensorShape([None])] * (2 * ragged)]
