"""TensorProto: constants in messages."""

import numpy as np
import pytest

from runtime import dtypes, errors
from runtime.formats import messages, tensor_proto

NUMERIC = [dtype for dtype in dtypes.ALL if dtype.name not in ("resource", "variant", "string")]


def proto(dtype, shape, **fields):
    message = messages.new("TensorProto", dtype=dtypes.as_dtype(dtype).enum, **fields)
    for size in shape:
        message.tensor_shape.dim.add(size=size)
    return message


@pytest.mark.parametrize("dtype", NUMERIC)
@pytest.mark.parametrize("shape", [(), (1,), (0, 2), (2, 3)])
def test_every_dtype_comes_back(dtype, shape):
    value = (np.arange(np.prod(shape)) % 2).astype(dtype.as_numpy_dtype).reshape(shape)
    found = tensor_proto.decode(tensor_proto.encode(value, dtype), "it")
    assert found.dtype == value.dtype
    assert found.shape == shape
    assert found.tobytes() == value.tobytes()


def test_strings_come_back():
    value = np.array([[b"a", b""], [b"\xff", b"b"]], object)
    np.testing.assert_array_equal(tensor_proto.decode(tensor_proto.encode(value, dtypes.string), "it"), value)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (proto("float32", [4], float_val=[1, 2]), [1, 2, 2, 2]),
        (proto("int32", [2, 2], int_val=[7]), [[7, 7], [7, 7]]),
        (proto("int64", [3]), [0, 0, 0]),
        (proto("bool", [2], bool_val=[True]), [True, True]),
        (proto("float16", [2], half_val=[0x3C00, 0x4000]), [1, 2]),
        (proto("bfloat16", [1], half_val=[0x3F80]), [1]),
        (proto("complex64", [1], scomplex_val=[1, 2]), [1 + 2j]),
        (proto("uint8", [2], int_val=[255]), [255, 255]),
        (proto("string", [3], string_val=[b"a", b"b"]), [b"a", b"b", b"b"]),
        (proto("string", [2], tensor_content=b"\x01\x02abc"), [b"a", b"bc"]),
        (proto("uint64", [1], uint64_val=[2**64 - 1]), [2**64 - 1]),
    ],
    ids=lambda item: str(item).replace("\n", " ")[:40],
)
def test_lists_of_numbers_go_on_with_their_last(message, expected):
    np.testing.assert_array_equal(tensor_proto.decode(message, "it").tolist(), expected)


def test_many_equal_numbers_take_no_memory():
    found = tensor_proto.decode(proto("float32", [1 << 13, 1 << 13], float_val=[2]), "it")
    assert found.shape == (1 << 13, 1 << 13)
    assert found.strides == (0, 0)
    assert found[-1, -1] == 2


@pytest.mark.parametrize(
    "message",
    [
        proto("float32", [1 << 40], float_val=[1]),
        proto("float32", [1 << 30, 1 << 30, 1 << 30]),
        proto("string", [1 << 30], string_val=[b"x"]),
        proto("string", [1 << 30], tensor_content=b"\x01x"),
        proto("float32", [2], float_val=[1, 2, 3]),
        proto("float32", [2], tensor_content=b"\0" * 7),
        proto("float32", [-1], float_val=[1]),
        proto("string", [1], tensor_content=b"\x05x"),
    ],
    ids=range(8),
)
def test_what_is_no_array_is_an_error_that_says_where(message):
    with pytest.raises(errors.InvalidArgumentError, match="Constant 'c'"):
        tensor_proto.decode(message, "Constant 'c'")


@pytest.mark.parametrize("number", [20, 21, 0, 24, 77])
def test_dtypes_without_arrays_are_named(number):
    with pytest.raises(errors.UnimplementedError, match=f"Constant 'c' has the dtype number {number}"):
        tensor_proto.decode(messages.new("TensorProto", dtype=number), "Constant 'c'")


def test_handles_have_no_form_in_files():
    with pytest.raises(errors.UnimplementedError, match="resource"):
        tensor_proto.encode(object(), dtypes.resource)
